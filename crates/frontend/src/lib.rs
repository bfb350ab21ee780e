//! C text to the program model.
//!
//! The way goes from [`lexer`] (tokens with byte spans) over [`macros`] (the preprocessor) and
//! [`parse`] (trees, [`syntax`]) to [`regions`]: the loop nests between `#pragma scop` and
//! `#pragma endscop`, each with the variables that it can see. [`read`] does all of it, and
//! [`Unit::model`] makes a model of a region.
//!
//! Inside of a region everything must be C, and what is wrong is an error with its place.
//! Outside, [`declarations`] are found where they can be, and all else is skipped.
//!
//! Nothing here does input or output: headers come from [`Headers`].

pub mod auto;
mod bodies;
pub mod bytes;
mod constant;
mod counting;
mod cplusplus;
mod declarable;
pub mod declarations;
mod dropped;
pub mod extreme;
mod files;
mod layout;
pub mod lexer;
mod liveness;
mod lower;
pub mod macros;
mod obscured;
pub mod openmp;
pub mod parse;
mod points_to;
pub mod regions;
pub mod remarks;
mod replaceable;
mod sizes;
pub mod source;
pub mod surroundings;
pub mod syntax;
pub mod token;
mod unfolding;
mod unknown;
mod worlds;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use scop::{Diagnostic, Severity, SourceMap, Span};

pub use auto::{Found, find_regions};
use declarations::Declarations;
pub use files::{CompilerMacros, Headers, NoHeaders, Request};
pub use layout::FieldBytes;
use lexer::Item;
pub use lower::{
    Allocation, Computed, DirectedLoop, Effect, LoopDirective, ModelOptions, Modelled, OUTSIDE,
    Overflow, Untold,
};
use macros::{Macro, MissingHeader};
use parse::Parser;
pub use regions::{Assertion, Region};
pub use remarks::{LoopRemark, Remark, Remarks};
pub use replaceable::Obstacle;
pub use scop::codes::c as codes;
pub use sizes::Size;
pub use source::{
    Entry, Source, free_line_breaks, has_pragma, identifiers, identifiers_outside,
    is_expression_statement, label_ranges, labels_in, tokens_of,
};
use syntax::Tokens;
use token::{Text, Token, spell};
pub use worlds::{OpenCondition, World, worlds};

/// How to read a text.
pub struct Options<'a> {
    /// The name to show for the text.
    pub name: &'a str,
    /// Macros to define, as one writes them after `-D`.
    pub definitions: Vec<String>,
    /// Where headers come from.
    pub headers: &'a dyn Headers,
    /// Regions besides those that pragmas mark, as ranges of bytes in the order of the text; with
    /// them, a text need not have any.
    pub regions: Option<Vec<Range<usize>>>,
    /// The conditions that are not known and taken as true; the others are taken as false.
    pub world: World,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            name: "input.c",
            definitions: Vec::new(),
            headers: &NoHeaders,
            regions: None,
            world: World::new(),
        }
    }
}

impl Options<'_> {
    fn preprocess(&self, files: &mut SourceMap) -> macros::Preprocessed {
        macros::preprocess(files, &self.definitions, self.headers, &self.world)
    }
}

/// A text that has been read.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The loop nests to be modelled; at least one.
    pub regions: Vec<Region>,
    /// What is declared outside of functions.
    pub declarations: Declarations,
    /// The macros that are defined at the end of the text, by name.
    pub macros: Vec<Macro>,
    /// All tokens of the text and its headers, with macros expanded.
    pub tokens: Vec<Token>,
    /// The text and its headers.
    pub files: SourceMap,
    /// Headers that were not at hand.
    pub missing: Vec<MissingHeader>,
    /// Those of them that the compiler does not find, either.
    pub(crate) unfound: Vec<MissingHeader>,
    /// Names that the program, or who runs this, says are no macros.
    pub(crate) undefined: BTreeSet<Text>,
    /// Macros whose definition depends on something that is not known.
    pub doubtful: BTreeSet<Text>,
    /// The conditions that are not known: in another [`World`] the text is another program.
    pub open: Vec<OpenCondition>,
    /// Macros that are defined at the end in some world.
    pub(crate) left: BTreeSet<Text>,
    /// Macros that make strings or names of the text of their arguments, or use others that do.
    pub(crate) quoting: BTreeSet<Text>,
    /// What the compiler gives another value elsewhere, or each time, and macros with that in them.
    pub(crate) placed: BTreeSet<Text>,
    /// What the program says about threads, if somebody has asked.
    pub(crate) everywhere: OnceLock<surroundings::Everywhere>,
    /// What is asked of all tokens where the text is C++, if somebody has asked.
    pub(crate) cplusplus: OnceLock<cplusplus::Facts>,
    /// The first declarations of functions that have the types of their parameters.
    pub(crate) prototypes: OnceLock<BTreeMap<Text, usize>>,
    /// Where pointers lead, for the regions that have asked.
    pub(crate) analyses: points_to::Analyses,
    /// The macros that the text defines in any branch, and whether they have parameters.
    pub(crate) named: BTreeMap<Text, bool>,
    /// The definition of a macro for a word that generated text is written with.
    pub(crate) redefined: Option<Span>,
    /// The directive that includes the text in itself.
    pub(crate) again: Option<Span>,
    /// The text is C++, not C.
    pub is_cplusplus: bool,
    /// What is odd but does no harm to the regions.
    pub warnings: Vec<Diagnostic>,
}

impl Unit {
    /// The text as a region sees it: with the types and constants of the function around it.
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "enum { N = 5 };
    /// void f(int *a) {
    ///   enum { N = 3 };
    /// #pragma scop
    ///   a[0] = N;
    /// #pragma endscop
    /// }";
    /// let unit = read(text, &Options::default())?;
    /// assert_eq!(unit.declarations.constants["N"], 5);
    /// assert_eq!(unit.within(&unit.regions[0]).declarations.constants["N"], 3);
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn within(&self, region: &Region) -> Cow<'_, Unit> {
        match &region.declarations {
            None => Cow::Borrowed(self),
            Some(own) => Cow::Owned(Unit {
                declarations: (**own).clone(),
                ..self.clone()
            }),
        }
    }

    /// The macros that are defined at the end of the text, in whichever [`World`].
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "#ifdef _OPENMP\n#define N 4\n#endif\n#pragma scop\na[0] = 1;\n#pragma endscop\n";
    /// let unit = read(text, &Options::default())?;
    /// assert!(unit.macro_names().contains("N"));
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn macro_names(&self) -> BTreeSet<String> {
        let known = self.macros.iter().map(|one| &one.name);
        let all = known.chain(&self.left);
        all.map(ToString::to_string).collect()
    }

    /// Tokens as text with macros expanded.
    pub fn expanded_text(&self, tokens: Tokens) -> String {
        spell(self.tokens.get(tokens.range()).unwrap_or(&[]))
    }

    /// The text of the source for tokens. Nothing when they share a macro invocation with their
    /// neighbours or have directives between them, so that no piece of the source means them
    /// and them alone; [`expanded_text`](Unit::expanded_text) always does.
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "#define TWO(x) x = 1; x = 2;\n#pragma scop\na = SCALAR_VAL(0); TWO(b)\n#pragma endscop\n";
    /// let unit = read(text, &Options::default()).unwrap();
    /// let statements = &unit.regions[0].statements;
    /// assert_eq!(unit.source_text(statements[0].tokens).unwrap().1, "a = SCALAR_VAL(0);");
    /// assert_eq!(unit.source_text(statements[1].tokens), None);
    /// assert_eq!(unit.expanded_text(statements[1].tokens), "b = 1;");
    /// ```
    pub fn source_text(&self, tokens: Tokens) -> Option<(Span, &str)> {
        let range = tokens.range();
        let (first, rest) = self.tokens.get(range.clone())?.split_first()?;
        let mut span = first.place.outermost();
        for token in rest {
            if token.place.outermost().file != span.file {
                return None;
            }
            span = span.to(token.place.outermost());
        }
        let apart = |neighbour: Option<&Token>| {
            neighbour
                .map(|token| token.place.outermost())
                .is_none_or(|other| {
                    other.file != span.file || other.end <= span.start || span.end <= other.start
                })
        };
        let before = range
            .start
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index));
        if !apart(before) || !apart(self.tokens.get(range.end)) {
            return None;
        }
        let text = self.files.slice(span);
        let has_directive = text.contains('#')
            && lexer::lex(span.file, text)
                .iter()
                .any(|item| matches!(item, Item::Directive(_)));
        (!has_directive).then_some((span, text))
    }
}

/// A text that could not be read.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// What is wrong, at least one error; warnings are among them.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the diagnostics speak of.
    pub files: SourceMap,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error);
        for (index, error) in errors.enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Rejected {}

/// Whether a file is C++ by its name.
pub(crate) fn names_cplusplus(name: &str) -> bool {
    let endings = [".cpp", ".cc", ".cxx", ".C", ".hpp", ".hh", ".hxx", ".cu"];
    endings.iter().any(|ending| name.ends_with(ending))
}

/// Whether a text is C++: by the name of its file, or because it has a template or namespace.
fn is_cplusplus(name: &str, tokens: &[Token]) -> bool {
    let mut pairs = tokens.windows(2);
    names_cplusplus(name)
        || pairs.any(|pair| {
            pair[0].is_word("template") && pair[1].is_punct("<")
                || pair[0].is_word("namespace") && pair[1].kind == token::TokenKind::Ident
        })
}

/// Reads the regions of a C text.
///
/// ```
/// use frontend::{Options, read};
///
/// let unit = read(
///     "void scale(int n, double a[n]) {
///      #pragma scop
///        for (int i = 0; i < n; i++)
///          a[i] *= 2;
///      #pragma endscop
///      }",
///     &Options::default(),
/// )?;
/// let region = &unit.regions[0];
/// assert_eq!(region.function.as_ref().unwrap().name, "scale");
/// assert_eq!(region.symbol("a").unwrap().ty.to_string(), "(array n double)");
/// assert_eq!(
///     region.statements[0].to_string(),
///     "(for (declare (i int 0)) (< i n) (i ++)\n  (*= ([] a i) 2))",
/// );
/// # Ok::<(), frontend::Rejected>(())
/// ```
///
/// What is wrong in a region is an error that says where and what to do:
///
/// ```
/// use frontend::{Options, read};
///
/// let error = read("#pragma scop\nx = ;\n#pragma endscop\n", &Options::default()).unwrap_err();
/// assert_eq!(error.to_string(), "error[LW0141]: expected an expression, found `;`");
/// ```
pub fn read(text: &str, options: &Options<'_>) -> Result<Unit, Rejected> {
    let mut files = SourceMap::default();
    files.add(options.name, text);
    let preprocessed = options.preprocess(&mut files);
    let mut tokens = preprocessed.tokens;
    regions::add_marks(&mut tokens, options.regions.as_deref().unwrap_or(&[]));
    let mut diagnostics = preprocessed.diagnostics;
    let mut errors = Vec::new();
    let is_cplusplus = is_cplusplus(options.name, &tokens);
    let (declarations, regions) = {
        let mut parser = Parser::new(&tokens);
        parser.is_cplusplus = is_cplusplus;
        let mut declarations = declarations::scan(&mut parser, tokens.len());
        if is_cplusplus {
            declarations.name_tags();
        }
        parser.know(&declarations);
        parser.errors.clear();
        let regions = regions::find(
            &files,
            &mut parser,
            &tokens,
            &mut declarations,
            options.regions.is_some(),
            &mut errors,
        );
        (declarations, regions)
    };
    if is_cplusplus {
        for error in &mut errors {
            let note = "this is C++; what stands in a region must be C, too";
            error.notes.push(note.into());
        }
    }
    regions::judge(&mut diagnostics, &regions);
    diagnostics.append(&mut errors);
    // Where expansion stops half-way all else that is wrong follows from it.
    let is_cause = |diagnostic: &Diagnostic| {
        diagnostic.code == codes::EXPANSION_TOO_LARGE && diagnostic.severity == Severity::Error
    };
    if diagnostics.iter().any(is_cause) {
        diagnostics.retain(is_cause);
    }
    diagnostics.sort_by_key(Diagnostic::place);
    if diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error)
    {
        return Err(Rejected { diagnostics, files });
    }
    let unfound = unfound(&preprocessed.missing, options.headers, is_cplusplus);
    Ok(Unit {
        regions,
        declarations,
        macros: preprocessed.macros,
        tokens,
        files,
        missing: preprocessed.missing,
        unfound,
        undefined: preprocessed.undefined,
        doubtful: preprocessed.doubtful,
        open: preprocessed.open,
        left: preprocessed.left,
        quoting: preprocessed.quoting,
        placed: preprocessed.placed,
        everywhere: OnceLock::new(),
        cplusplus: OnceLock::new(),
        prototypes: OnceLock::new(),
        analyses: points_to::Analyses::default(),
        is_cplusplus,
        named: preprocessed.named,
        redefined: preprocessed.redefined,
        again: preprocessed.again,
        warnings: diagnostics,
    })
}

/// The headers that nobody finds.
fn unfound(
    missing: &[MissingHeader],
    headers: &dyn Headers,
    is_cplusplus: bool,
) -> Vec<MissingHeader> {
    let strange = missing.iter().filter(|one| !unknown::is_of_system(one));
    let mut strange: Vec<MissingHeader> = strange.cloned().collect();
    if !strange.is_empty() {
        let names: Vec<&str> = strange.iter().map(|one| &*one.name).collect();
        let mut found = headers.known(&names, is_cplusplus).into_iter();
        strange.retain(|_| !found.next().unwrap_or(false));
    }
    strange
}
