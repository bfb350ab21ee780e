//! Declarations: where they begin, and their specifiers.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use scop::Diagnostic;

use super::{NameKind, Parsed, Parser};
use crate::codes;
use crate::declarations::ASSEMBLY;
use crate::syntax::{
    BaseKind, BaseType, Declaration, Declarator, Expr, ExprKind, Purity, Storage, Type,
};
use crate::token::{Text, Token, TokenKind};

const QUALIFIERS: &[&str] = &[
    "const",
    "volatile",
    "restrict",
    "__const",
    "__const__",
    "__restrict",
    "__restrict__",
    "__volatile",
    "__volatile__",
    "_Atomic",
    "register",
    "auto",
    "inline",
    "__inline",
    "__inline__",
    "__forceinline",
    "_Noreturn",
    "_Thread_local",
    "__thread",
    "thread_local",
    "__extension__",
    "constexpr",
    "virtual",
    "explicit",
    "mutable",
    "friend",
];

const STORAGE: &[&str] = &["static", "extern", "typedef"];

const TYPE_WORDS: &[&str] = &[
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "_Complex",
    "__complex__",
    "__signed__",
    "__int128",
    "_Float16",
    "_Float32",
    "_Float64",
    "_Float128",
    "__float128",
];

pub(crate) const TAGGED: &[&str] = &["struct", "union", "enum", "class"];

pub(crate) const ATTRIBUTES: &[&str] = &[
    "__attribute__",
    "__attribute",
    "__declspec",
    "_Alignas",
    "alignas",
];

/// What the types are called that only a compiler knows: those of expressions, and those that
/// attributes have made.
pub(crate) const UNEXPLAINED: &str = "typeof";

/// Attributes that make another type of the one that they stand with.
const RETYPING: &[&str] = &[
    "mode",
    "hardbool",
    "vector_size",
    "ext_vector_type",
    "neon_vector_type",
    "neon_polyvector_type",
    "altivec",
    "matrix_type",
    "address_space",
    "transparent_union",
];

const TYPEOF: &[&str] = &["typeof", "__typeof__", "__typeof", "decltype"];

const STATEMENTS: &[&str] = &[
    "for",
    "while",
    "do",
    "if",
    "else",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "sizeof",
    "_Alignof",
    "_Generic",
    "asm",
    "__asm__",
    "__asm",
    "_Static_assert",
    "static_assert",
];

/// Words of C++ alone, which are names in C.
const ONLY_IN_CPP: &[&str] = &[
    "virtual",
    "explicit",
    "mutable",
    "friend",
    "class",
    "constexpr",
    "alignas",
    "thread_local",
    "static_assert",
    "typeof",
    "decltype",
    "asm",
];

/// Whether the word cannot be the name of a variable.
pub(crate) fn is_keyword(word: &str) -> bool {
    static KEYWORDS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
        let lists = [
            QUALIFIERS, STORAGE, TYPE_WORDS, TAGGED, ATTRIBUTES, TYPEOF, STATEMENTS,
        ];
        let words = lists.into_iter().flatten().copied();
        let words = words.chain(super::expression::PARTS.iter().copied());
        words.filter(|word| !ONLY_IN_CPP.contains(word)).collect()
    });
    KEYWORDS.contains(word)
}

fn is_specifier(word: &str) -> bool {
    let is_no_type =
        |word: &str| STATEMENTS.contains(&word) || super::expression::PARTS.contains(&word);
    is_keyword(word) && !is_no_type(word) || ["constexpr", "thread_local"].contains(&word)
}

impl Parser<'_> {
    /// Whether a token so far ahead begins a type: a keyword, or a name known to be a type.
    pub(super) fn is_type_ahead(&self, ahead: usize) -> bool {
        let Some(token) = self.peek_at(ahead) else {
            return false;
        };
        let word = &*token.text;
        if token.kind != TokenKind::Ident || self.is_variable_of_c(ahead) {
            return false;
        }
        self.is_type_name(word)
            || [TYPE_WORDS, TAGGED, TYPEOF]
                .iter()
                .any(|words| words.contains(&word))
            || ["const", "volatile", "__const", "_Atomic"].contains(&word)
    }

    /// Whether a word of C++ is a variable of a program in C there: what makes it a keyword does not
    /// follow, the tag of a class or a parenthesis as a rule.
    fn is_variable_of_c(&self, ahead: usize) -> bool {
        let word = self.peek_at(ahead).map_or("", |token| &*token.text);
        let is_next = |text: &str| self.at_ahead(ahead + 1, text);
        ONLY_IN_CPP.contains(&word)
            && match word {
                "alignas" | "typeof" | "decltype" | "static_assert" | "asm" => !is_next("("),
                "class" => {
                    let tag = self.peek_at(ahead + 1);
                    let has_attribute = is_next("[") && self.at_ahead(ahead + 2, "[");
                    let has_tag = tag.is_some_and(|tag| tag.kind == TokenKind::Ident);
                    !(is_next("{") || has_attribute || has_tag)
                }
                _ => [";", ",", "=", "[", ")", ":"].into_iter().any(is_next),
            }
    }

    /// Whether the statement that comes next is a declaration, as C decides it: by what its first word is
    /// where it stands. An error if that cannot be known, and it could be either.
    pub(super) fn is_declaration(&self) -> Parsed<bool> {
        let is_extension = |ahead: &usize| {
            let token = self.peek_at(*ahead);
            token.is_some_and(|token| token.is_word("__extension__"))
        };
        // It stands before declarations and expressions alike.
        let first = (0..).take_while(is_extension).count();
        let Some(token) = self.peek_at(first) else {
            return Ok(false);
        };
        let word = &*token.text;
        if token.kind != TokenKind::Ident || is_keyword(word) {
            return Ok(self.starts_declaration());
        }
        let next = self.peek_at(first + 1);
        let is_next = |text: &str| self.at_ahead(first + 1, text);
        let names = |token: Option<&Token>| {
            token.is_some_and(|one| {
                one.kind == TokenKind::Ident && (!is_keyword(&one.text) || is_specifier(&one.text))
            })
        };
        match self.kind_of(word) {
            NameKind::Ordinary => return Ok(false),
            _ if self.is_cplusplus || self.ordinary.is_none() || ONLY_IN_CPP.contains(&word) => {
                return Ok(self.starts_declaration());
            }
            NameKind::Type => {
                return Ok(names(next) || [";", "*", "("].into_iter().any(is_next));
            }
            NameKind::Unknown if !is_next("*") => return Ok(names(next)),
            NameKind::Unknown => {}
        }
        // `T * x ...`
        let mut ahead = first + 1;
        while self.at_ahead(ahead, "*") {
            ahead += 1;
        }
        let is_behind = |text: &&str| self.at_ahead(ahead + 1, text);
        let operand = self.peek_at(ahead);
        if operand.is_some_and(|one| is_specifier(&one.text)) {
            return Ok(true);
        }
        let is_name = names(operand);
        if is_name && (is_behind(&"=") || names(self.peek_at(ahead + 1))) {
            return Ok(true);
        }
        let is_either = is_name && [";", ",", "[", "("].iter().any(is_behind);
        match is_either || self.at_ahead(ahead, "(") {
            true => Err(self.doubtful(token)),
            false => Ok(false),
        }
    }

    /// The error that nothing says whether a name is that of a type.
    pub(super) fn doubtful(&self, name: &Token) -> Box<Diagnostic> {
        let message = format!("cannot tell whether `{}` is a type", name.text);
        let error = Diagnostic::error(codes::UNKNOWN_SYNTAX, message, name.span());
        let error = error
            .note("nothing that was read declares it, and this means something else if it is one");
        Box::new(error.help("declare it, or say with `-I` where the header is that does"))
    }

    /// Whether what comes next looks like a declaration, for what is no statement.
    pub fn starts_declaration(&self) -> bool {
        let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Ident) else {
            return false;
        };
        // It stands before declarations and expressions alike.
        if token.is_word("__extension__") {
            let mut rest = (1..).map(|ahead| self.peek_at(ahead));
            let next = rest.find(|next| !next.is_some_and(|next| next.is_word("__extension__")));
            let next = next.flatten().map_or("", |next| &*next.text);
            let is_expression = !is_specifier(next) && !self.is_type_name(next);
            return !is_expression;
        }
        let is_type_of = TYPEOF.contains(&&*token.text) && self.at_ahead(1, "(");
        if is_type_of || is_specifier(&token.text) && !self.is_variable_of_c(0) {
            return true;
        }
        if is_keyword(&token.text) {
            return false;
        }
        // `real (*rows)[n]`, `real (x) = 0`
        if self.is_type_name(&token.text) && self.at_ahead(1, "(") {
            let is_name = |next: &Token| next.kind == TokenKind::Ident && !is_keyword(&next.text);
            let is_alone = self.peek_at(2).is_some_and(is_name) && self.at_ahead(3, ")");
            let goes_on = [";", "=", ",", "["]
                .iter()
                .any(|text| self.at_ahead(4, text));
            return self.at_ahead(2, "*") || is_alone && goes_on && !self.is_cplusplus;
        }
        // `T x`, `T *x` with names that need not be known: nothing else looks like that.
        let mut ahead = 1;
        while self.at_ahead(ahead, "*")
            || self.peek_at(ahead).is_some_and(|next| {
                next.kind == TokenKind::Ident && QUALIFIERS.contains(&&*next.text)
            })
        {
            ahead += 1;
        }
        let names_something = self.peek_at(ahead).is_some_and(|next| {
            next.kind == TokenKind::Ident
                && (!is_keyword(&next.text)
                    || is_specifier(&next.text)
                    || self.is_variable_of_c(ahead))
        });
        if ahead == 1 || self.is_type_name(&token.text) {
            return names_something;
        }
        names_something
            && [";", "=", ",", "["]
                .iter()
                .any(|text| self.at_ahead(ahead + 1, text))
    }

    /// A declaration up to and with its semicolon.
    pub fn declaration(&mut self) -> Parsed<Declaration> {
        let start = self.position;
        let (mut storage, base) = self.specifiers()?;
        let mut declarators = Vec::new();
        if !self.at(";") {
            loop {
                let first = self.position;
                let mut declarator =
                    self.declarator(Type::Base(base.clone()), &mut storage.purity)?;
                self.bit_width()?;
                self.attributes(&mut storage.purity);
                self.retype(&mut declarator);
                // `int n(m);` is a variable of C++.
                if self.is_cplusplus
                    && self.scoped
                    && matches!(declarator.ty, Type::Function { .. })
                {
                    return Err(self.unexpected(codes::EXPECTED_TOKEN, "expected a variable"));
                }
                if !declarator.name.is_empty() {
                    self.declare(&declarator, storage.is_typedef);
                }
                if self.eat("=") {
                    let from = self.position;
                    let init = self.initializer()?;
                    let tokens = self.tokens.get(from..self.position);
                    if !tokens.is_none_or(has_designators) {
                        complete(&mut declarator.ty, &init);
                    }
                    declarator.init = Some(init);
                }
                declarator.span = self.span_from(first);
                if declarator.name.is_empty() {
                    let expected = "expected a name in the declaration";
                    return Err(self.unexpected(codes::EXPECTED_TOKEN, expected));
                }
                declarators.push(declarator);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(";", "after the declaration")?;
        Ok(Declaration {
            storage,
            declarators,
            span: self.span_from(start),
        })
    }

    /// Takes note of a declaration: its name can be seen from its own initial value on.
    fn declare(&mut self, declarator: &Declarator, is_typedef: bool) {
        if !is_typedef && !self.scoped {
            return;
        }
        self.declare_name(&declarator.name, is_typedef);
        if !is_typedef && !matches!(declarator.ty, Type::Function { .. }) {
            self.declare_variable(&declarator.name);
        }
    }

    /// What stands before the names of a declaration.
    pub(crate) fn specifiers(&mut self) -> Parsed<(Storage, BaseType)> {
        self.is_retyped = false;
        let mut storage = Storage::default();
        let mut words: Vec<&'static str> = Vec::new();
        let mut named: Option<(BaseKind, Text)> = None;
        let (mut is_const, mut is_volatile, mut is_atomic) = (false, false, false);
        let mut is_auto = false;
        let start = self.position;
        while let Some(token) = self.peek() {
            if token.kind != TokenKind::Ident {
                if self.at("[") && self.at_ahead(1, "[") && self.position == start {
                    self.attributes(&mut storage.purity);
                    continue;
                }
                break;
            }
            let word = &*token.text;
            let first = self.position;
            let has_type = named.is_some() || !words.is_empty();
            if has_type && (word == "class" || self.is_variable_of_c(0)) {
                break;
            }
            if let Some(fixed) = TYPE_WORDS.iter().find(|fixed| **fixed == word) {
                words.push(fixed);
                self.bump();
            } else if ATTRIBUTES.contains(&word) {
                let before = self.position;
                self.attributes(&mut storage.purity);
                // The word without its parentheses says nothing.
                if self.position == before {
                    self.bump();
                }
            } else if TAGGED.contains(&word) {
                named = Some(self.nested(Self::tagged)?);
            } else if TYPEOF.contains(&word) && self.at_ahead(1, "(") {
                self.bump();
                self.unevaluated();
                named = Some((BaseKind::Named, Text::fixed(UNEXPLAINED)));
            } else if word == "_Atomic" && self.at_ahead(1, "(") {
                self.bump();
                self.unevaluated();
                named = Some((BaseKind::Named, Text::fixed("_Atomic")));
                is_volatile = true;
                is_atomic = true;
            } else if is_specifier(word) {
                match word.trim_matches('_') {
                    "const" => is_const = true,
                    "volatile" => is_volatile = true,
                    // Others may see and change what is atomic, too.
                    "Atomic" => {
                        is_volatile = true;
                        is_atomic = true;
                    }
                    "Thread_local" | "thread" | "thread_local" => storage.is_thread_local = true,
                    "auto" => is_auto = true,
                    "static" => storage.is_static = true,
                    "extern" => storage.is_extern = true,
                    "typedef" => storage.is_typedef = true,
                    "constexpr" => {
                        storage.is_constexpr = true;
                        is_const = true;
                    }
                    _ => {}
                }
                self.bump();
            } else if named.is_none() && words.is_empty() && !is_keyword(word) {
                match self.unknown_word(word) {
                    Word::Type => named = Some((kind_of_name(word), token.text.clone())),
                    Word::Attribute => {}
                    Word::Name => break,
                }
                self.bump();
            } else {
                break;
            }
            self.named.push(first as u32);
        }
        if self.position == start {
            return Err(self.unexpected(codes::EXPECTED_TOKEN, "expected a type"));
        }
        // Without a type, what the value has.
        if is_auto && words.is_empty() && named.is_none() {
            named = Some((BaseKind::Named, Text::fixed(UNEXPLAINED)));
        }
        let (kind, name) = named.unwrap_or_else(|| arithmetic(&words));
        let base = BaseType {
            kind,
            name,
            is_const,
            is_volatile,
            is_atomic,
        };
        Ok((storage, base))
    }

    /// What a name means that stands where a type may stand.
    fn unknown_word(&self, word: &str) -> Word {
        let Some(next) = self.peek_at(1) else {
            return if self.is_type_name(word) {
                Word::Type
            } else {
                Word::Name
            };
        };
        if next.kind == TokenKind::Ident {
            let begins_type = [TYPE_WORDS, TAGGED, STORAGE]
                .iter()
                .any(|words| words.contains(&&*next.text));
            if begins_type && !self.is_variable_of_c(1) {
                return Word::Attribute;
            }
            // `API real_t x`: of two names before a third, the first is a macro.
            let third = self.peek_at(2).is_some_and(|third| {
                third.kind == TokenKind::Ident && !is_keyword(&third.text) || third.is_punct("*")
            });
            if third && !is_keyword(&next.text) && !self.is_type_name(word) {
                return Word::Attribute;
            }
            return Word::Type;
        }
        if self.is_type_name(word) || next.is_punct("*") {
            return Word::Type;
        }
        // `(T)` alone: a cast that was recognised as one.
        if next.is_punct(")") && self.position > 0 && self.tokens[self.position - 1].is_punct("(") {
            return Word::Type;
        }
        Word::Name
    }

    /// Skips attributes, noting what they say about effects.
    pub(crate) fn attributes(&mut self, purity: &mut Purity) {
        loop {
            let start = self.position;
            let is_alignment = self.at_word("_Alignas") || self.at_word("alignas");
            if is_alignment && self.at_ahead(1, "(") {
                self.bump_name();
                self.unevaluated();
                continue;
            }
            if self.peek().is_some_and(|token| {
                token.kind == TokenKind::Ident
                    && (ATTRIBUTES.contains(&&*token.text) || ASSEMBLY.contains(&&*token.text))
            }) && self.at_ahead(1, "(")
            {
                self.bump();
                self.skip_balanced();
            } else if self.at("[") && self.at_ahead(1, "[") {
                self.skip_balanced();
            } else {
                return;
            }
            self.note_attributes(start);
            for token in &self.tokens[start..self.position] {
                let word = token.text.trim_matches('_');
                self.is_retyped |= RETYPING.contains(&word);
                let said = match word {
                    "pure" | "reproducible" => Purity::Pure,
                    "const" | "unsequenced" => Purity::Const,
                    _ => continue,
                };
                *purity = said.max(*purity);
            }
        }
    }

    /// Gives a name the type that nothing explains if an attribute changes the one it has.
    pub(crate) fn retype(&self, declarator: &mut Declarator) {
        if self.is_retyped {
            let base = declarator.ty.base_mut();
            base.kind = BaseKind::Named;
            base.name = Text::fixed(UNEXPLAINED);
        }
    }

    /// Moves past something that is no declaration we read: a semicolon or a block ends it.
    /// Stops before a brace that closes more than was opened.
    pub(crate) fn skip_declaration(&mut self) {
        while let Some(token) = self.peek() {
            if token.is_punct(";") {
                self.bump();
                return;
            }
            if token.is_punct("{") {
                self.skip_block();
                return;
            }
            if token.is_punct("}") {
                return;
            }
            self.bump();
        }
    }

    /// Moves past something that is no declaration we read, as
    /// [`skip_declaration`](Self::skip_declaration) does, or up to a word that begins one.
    pub(crate) fn skip_to_declaration(&mut self) {
        let start = self.position;
        while let Some(token) = self.peek() {
            let begins = token.kind == TokenKind::Ident && STORAGE.contains(&&*token.text);
            if begins && self.position > start {
                return;
            }
            if [";", "{", "}"].iter().any(|text| token.is_punct(text)) {
                return self.skip_declaration();
            }
            self.bump();
        }
    }

    /// Moves past the brace that closes the one which is next; other brackets do not count.
    pub(crate) fn skip_block(&mut self) {
        let mut depth = 0usize;
        while let Some(token) = self.bump() {
            if token.is_punct("{") {
                depth += 1;
            } else if token.is_punct("}") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return;
                }
            }
        }
    }
}

/// What is known of type names without their headers.
fn kind_of_name(name: &str) -> BaseKind {
    match name {
        "double_t" | "float_t" => BaseKind::Floating,
        "int8_t" | "int16_t" | "int32_t" | "int64_t" | "intmax_t" | "intptr_t" | "ptrdiff_t"
        | "ssize_t" | "time_t" => BaseKind::Integer { signed: true },
        "bool" | "size_t" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" | "uintmax_t"
        | "uintptr_t" | "u_char" | "u_short" | "u_int" | "u_long" | "ushort" | "uint" | "ulong" => {
            BaseKind::Integer { signed: false }
        }
        _ => BaseKind::Named,
    }
}

enum Word {
    Type,
    Attribute,
    Name,
}

/// The type of words like `unsigned long int`; without any, C says `int`.
fn arithmetic(words: &[&str]) -> (BaseKind, Text) {
    let count = |word: &str| words.iter().filter(|other| **other == word).count();
    let complex = count("_Complex") + count("__complex__") > 0;
    let mut name = if count("void") > 0 {
        return (BaseKind::Void, Text::fixed("void"));
    } else if count("double") > 0 {
        if count("long") > 0 {
            "long double"
        } else {
            "double"
        }
        .to_string()
    } else if let Some(word) = words.iter().find(|word| word.contains("loat")) {
        word.to_string()
    } else if complex {
        "double".to_string()
    } else {
        let unsigned = count("unsigned") > 0;
        let size = if count("char") > 0 {
            "char"
        } else if count("short") > 0 {
            "short"
        } else if count("long") > 1 {
            "long long"
        } else if count("long") > 0 {
            "long"
        } else if count("_Bool") > 0 {
            "_Bool"
        } else if count("__int128") > 0 {
            "__int128"
        } else {
            "int"
        };
        let signed_char = size == "char" && count("signed") + count("__signed__") > 0;
        let sign = if unsigned {
            "unsigned "
        } else if signed_char {
            "signed "
        } else {
            ""
        };
        let signed = !unsigned && size != "_Bool";
        let kind = match size {
            // Wider than all integers that are computed with here.
            "__int128" => BaseKind::Named,
            _ => BaseKind::Integer { signed },
        };
        return (kind, format!("{sign}{size}").into());
    };
    if complex {
        name.push_str(" _Complex");
        return (BaseKind::Complex, name.into());
    }
    (BaseKind::Floating, name.into())
}

/// Whether a list of values says which elements it is about, `{[2] = 1}`: trees do not have it.
pub(crate) fn has_designators(list: &[Token]) -> bool {
    let begins = |token: &Token| token.is_punct("{") || token.is_punct(",");
    let designates =
        |pair: &[Token]| begins(&pair[0]) && (pair[1].is_punct("[") || pair[1].is_punct("."));
    let names = |three: &[Token]| {
        begins(&three[0]) && three[1].kind == TokenKind::Ident && three[2].is_punct(":")
    };
    list.windows(2).any(designates) || list.windows(3).any(names)
}

/// Gives an array of numbers without an extent as many elements as its list has.
fn complete(ty: &mut Type, init: &Expr) {
    if let (
        Type::Array {
            element,
            extent: extent @ None,
            ..
        },
        ExprKind::List(values),
    ) = (ty, &init.kind)
        && let Type::Base(base) = &**element
        && matches!(base.kind, BaseKind::Integer { .. } | BaseKind::Floating)
        && let Ok(length @ 1..) = u64::try_from(values.len())
        && !values
            .iter()
            .any(|one| matches!(one.kind, ExprKind::List(_) | ExprKind::Str(..)))
    {
        *extent = Some(Box::new(Expr::number(length, init.span)));
    }
}
