//! Whether new text may stand in the place of a region, and what would be lost with the old one.

use scop::{Code, FileId, Span};

use crate::Unit;
use crate::codes::MISSING_HEADER;
use crate::dropped;
use crate::lexer::{Item, lex, line_ends};
use crate::parse::is_keyword;
use crate::regions::Region;
use crate::source::{OF_LOOPS, pragma_words};
use crate::token::{Token, TokenKind};
use scop::codes::program as codes;

/// Why a region cannot be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The kind of the message.
    pub code: Code,
    /// What is in the way.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// What to do about it.
    pub help: String,
}

/// Pragmas that change what the text behind them means, or what the program does.
const LASTING: &[&str] = &[
    "STDC",
    "fenv_access",
    "float_control",
    "fp_contract",
    "pack",
    "pop_macro",
    "push_macro",
    "redefine_extname",
    "weak",
];

/// Words for the number of the line that they stand on.
pub(crate) const LINES: &[&str] = &["__LINE__", "__builtin_COLUMN", "__builtin_LINE"];

/// Words for all of a place. In C++ a function with one of these as the value of a parameter knows where
/// it is called.
const PLACES: &[&str] = &["__builtin_source_location", "source_location"];

/// Words of C that generated loops are written with.
pub(crate) const WRITTEN: &[&str] = &[
    "char", "double", "else", "float", "for", "if", "int", "long", "short", "signed", "sizeof",
    "unsigned",
];

impl Unit {
    /// What keeps new text from standing in the place of a region; nothing as a rule.
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "#pragma scop
    /// #pragma pack(1)
    ///   x = 1;
    /// #pragma endscop";
    /// let unit = read(text, &Options::default())?;
    /// let obstacle = unit.obstacle(&unit.regions[0]).unwrap();
    /// assert_eq!(obstacle.message, "this pragma would be lost, and it changes what is done");
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn obstacle(&self, region: &Region) -> Option<Obstacle> {
        let obstacle = |message: &str, span: Span, help: &str| Obstacle {
            code: codes::NOT_IN_PLACE,
            message: message.into(),
            span,
            help: help.into(),
        };
        if !region.has_own_text() {
            return Some(obstacle(
                "the region comes from a macro, so there is no source text to rewrite",
                region.begin,
                "write `#pragma scop` and `#pragma endscop` on lines of their own",
            ));
        }
        if let Some(include) = self.again {
            return Some(obstacle(
                "the file includes itself, so that the region is read more than once",
                include,
                "put the region into a file of its own",
            ));
        }
        if let Some(pragma) = region.pragma_above {
            return Some(obstacle(
                "this pragma applies to the first loop of the region, which will be replaced",
                pragma,
                "remove it and use `parallel` in the script instead, which is then proved",
            ));
        }
        let lost = dropped::lost(self, region).map(|one| one.place.outermost());
        if let Some(span) = self.lost_pragma(region).or(lost) {
            return Some(obstacle(
                "this pragma would be lost, and it changes what is done",
                span,
                "move it out of the region, or remove it",
            ));
        }
        if let Some(span) = self.redefined {
            return Some(obstacle(
                "this macro gives a word of C another meaning, and new text is written with such words",
                span,
                "remove it, or use another name",
            ));
        }
        if self.calls_ask_for_lines() && self.has_calls(region) {
            return Some(obstacle(
                "a function that is called here may ask for the line of the call",
                region.begin,
                "move the calls out of the region",
            ));
        }
        if let Some(span) = cut_conditional(region) {
            return Some(obstacle(
                "this conditional begins or ends outside of the region",
                span,
                "put all of it into the region, or none",
            ));
        }
        if let Some(token) = self.named_like_its_macro(region) {
            return Some(obstacle(
                "this macro has a name in its text that would be expanded again in new text",
                token.place.outermost(),
                "give the macro another name",
            ));
        }
        if let Some(token) = self.may_be_type(region) {
            let message = format!("`{}` may be a type of a header, or a variable", token.text);
            return Some(obstacle(
                &message,
                token.place.outermost(),
                "give the directory of the header with `-I DIR`, or declare the type: `typedef …;`",
            ));
        }
        let inside = self.unknown_in_region(region);
        let inside = inside.map(|one| (one.name.clone(), one.span, one.header));
        let unknown = inside.or_else(|| self.unknown_around(region));
        unknown.map(|(name, span, header)| Obstacle {
            code: MISSING_HEADER,
            message: format!(
                "`{name}` may be a macro or a type of the header `{header}`, which cannot be found"
            ),
            span,
            help: format!(
                "give the directory of the header with `-I DIR`, or say what `{name}` is: \
                 `-D {name}=...`, or `-U {name}` if it is no macro"
            ),
        })
    }

    /// Whether functions may ask for the line that they are called on.
    fn calls_ask_for_lines(&self) -> bool {
        let mut words = LINES[1..].iter().chain(PLACES);
        self.is_cplusplus && words.any(|word| self.tokens.iter().any(|one| one.is_word(word)))
    }

    /// Whether a region calls anything.
    fn has_calls(&self, region: &Region) -> bool {
        let tokens = self.tokens.get(region.tokens.range()).unwrap_or(&[]);
        let is_call = |pair: &[Token]| {
            pair[0].kind == TokenKind::Ident && !is_keyword(&pair[0].text) && pair[1].is_punct("(")
        };
        tokens.windows(2).any(is_call)
    }

    /// A name that stands for itself where it is, since the macro of that name has been expanded
    /// there, or its bracket comes from another macro: new text with it would be expanded again.
    fn named_like_its_macro(&self, region: &Region) -> Option<&Token> {
        let tokens = self.tokens.get(region.tokens.range()).unwrap_or(&[]);
        let mut places = (0..tokens.len()).filter(|&at| tokens[at].kind == TokenKind::Ident);
        let found = places.find(|&at| {
            let token = &tokens[at];
            let next = tokens.get(at + 1).filter(|next| next.is_punct("("));
            let is_macro = token.painted || token.bare;
            is_macro && (next.is_some() || !self.stands_for_itself(token))
        });
        found.map(|at| &tokens[at])
    }

    /// Whether the name of a macro is safe without a bracket behind it: it would have parameters, or
    /// its text is its name, as in `#define stdin stdin`.
    fn stands_for_itself(&self, name: &Token) -> bool {
        let definition = self.macros.iter().find(|one| one.name == name.text);
        let is_itself = definition.is_some_and(|one| match &one.body[..] {
            _ if one.parameters.is_some() => true,
            [body] => body.text == name.text,
            _ => false,
        });
        name.bare || is_itself
    }

    /// A pragma without which the program does something else, other than those that
    /// [`Surroundings`](crate::surroundings::Surroundings) knows of.
    fn lost_pragma(&self, region: &Region) -> Option<Span> {
        let tokens = self.tokens.get(region.tokens.range()).unwrap_or(&[]);
        let pragmas = tokens.iter().filter(|one| one.kind == TokenKind::Pragma);
        for pragma in pragmas {
            let words = pragma_words(pragma);
            let words: Vec<&str> = words.iter().map(|word| &**word).collect();
            let is_kept = match words[..] {
                ["omp", ..] if has_copies(pragma, region) => false,
                // All threads run what follows; `Surroundings` finds the others.
                ["omp", "parallel", ..] => words.get(2) == Some(&"for"),
                ["omp", ..] => true,
                ["acc", second, ..] => ["parallel", "kernels", "loop", "serial"].contains(&second),
                ["GCC" | "clang", second, ..] => {
                    second == "diagnostic" || OF_LOOPS.contains(&second)
                }
                [first, ..] => !LASTING.contains(&first),
                [] => true,
            };
            if !is_kept {
                return Some(pragma.place.outermost());
            }
        }
        None
    }

    /// The number of the line that the region ends on, as `__LINE__` has it, if that is used behind
    /// the region: new text may have more lines, or fewer.
    pub fn line_behind(&self, region: &Region) -> Option<usize> {
        let from = region.tokens.end as usize;
        let behind = self.tokens.get(from..).unwrap_or(&[]);
        let is_line = |token: &Token| {
            LINES.iter().any(|word| token.is_word(word))
                && token.place.outermost().file == FileId::MAIN
        };
        if !behind.iter().any(is_line) && !self.calls_ask_for_lines() {
            return None;
        }
        let text = &self.files.get(FileId::MAIN)?.text;
        let end = region.source.tail.range().start;
        let physical = |offset: usize| line_ends(text.get(..offset).unwrap_or("")).count() + 1;
        let mut number = physical(end);
        for item in lex(FileId::MAIN, text.get(..region.span.range().end)?) {
            // `#line 7` and `# 7` give the next line this number.
            let Item::Directive(directive) = item else {
                continue;
            };
            let is_line = |token: &&Token| token.is_word("line");
            let words = match directive.tokens.first().filter(is_line) {
                Some(_) => &directive.tokens[1..],
                None => &directive.tokens[..],
            };
            let given = words.first().filter(|one| one.kind == TokenKind::Int);
            let given = given.and_then(|one| one.text.parse::<usize>().ok());
            if let Some(given) = given
                && directive.span.range().start < end
            {
                let lines = physical(end).saturating_sub(physical(directive.span.range().end) + 1);
                number = given.saturating_add(lines);
            }
        }
        Some(number)
    }
}

/// Whether a directive has copies of variables whose own values are read behind the region: without
/// it they are changed.
fn has_copies(pragma: &Token, region: &Region) -> bool {
    let copied = crate::liveness::private_names(std::slice::from_ref(pragma));
    copied.intersection(&region.read_later).next().is_some()
}

/// The first directive of the region that belongs to a conditional outside of it.
fn cut_conditional(region: &Region) -> Option<Span> {
    let mut open = Vec::new();
    for directive in &region.source.directives {
        let word = directive.tokens.first().map_or("", |word| &*word.text);
        match word {
            "if" | "ifdef" | "ifndef" => open.push(directive.span),
            "elif" | "elifdef" | "elifndef" | "else" if open.is_empty() => {
                return Some(directive.span);
            }
            "endif" if open.pop().is_none() => return Some(directive.span),
            _ => {}
        }
    }
    open.first().copied()
}
