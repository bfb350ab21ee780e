//! What a program declares outside of its regions.
//!
//! The scanner never fails: what it does not understand it skips up to a semicolon or past a
//! block, so that C++ and preprocessor tricks around a region do no harm.

use std::collections::{BTreeMap, BTreeSet};

use scop::Span;

use crate::constant::fold;
use crate::parse::{Enumerator, Parsed, Parser, UNEXPLAINED, is_keyword};
use crate::syntax::{
    BaseKind, BaseType, Declaration, Declarator, Expr, Purity, Record, Storage, Tokens, Type,
};
use crate::token::{Text, Token, TokenKind};

/// The words that begin assembly.
pub(crate) const ASSEMBLY: &[&str] = &["asm", "__asm__", "__asm"];

/// Attributes of what is used without being named, without the lines around them.
const KEPT: &[&str] = &["constructor", "destructor", "retain", "section", "used"];

/// What was found at the top level of a program and of its headers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declarations {
    /// What type names stand for.
    pub typedefs: BTreeMap<Text, Type>,
    /// Those that stand for enumerations without a tag.
    enumerations: BTreeSet<Text>,
    /// Structures and unions.
    pub records: Vec<Record>,
    /// Constants of enumerations and `const` integers with their values.
    pub constants: BTreeMap<Text, i64>,
    /// Of these, the ones that are not computed with as `int`.
    pub(crate) not_int: BTreeSet<Text>,
    /// Names that are constants in some function because of its parameters: nothing is known of them.
    of_parameters: BTreeSet<Text>,
    /// Constants of enumerations whose values could not be computed.
    unvalued: BTreeSet<Text>,
    /// Variables.
    pub globals: Vec<Symbol>,
    /// Functions by name: the definition if there is one.
    pub functions: BTreeMap<Text, Function>,
    /// Where the initial values of global variables stand.
    pub(crate) initial_values: BTreeMap<Text, Vec<Tokens>>,
    /// Names that stand for what has another name: `__attribute__((alias("other")))`.
    pub(crate) aliases: BTreeMap<Text, Text>,
    /// What attributes say that others use who do not name it: the linker, or assembly.
    pub(crate) kept: BTreeSet<Text>,
    /// The text of C++ piece by piece, in order.
    pub(crate) pieces: Vec<Piece>,
}

/// A piece of text outside of functions, up to a semicolon or the end of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Piece {
    /// All of it; the body of a function, too.
    pub(crate) tokens: Tokens,
    /// It could be read as a declaration. What stands around declarations is none.
    pub(crate) is_read: bool,
    /// The names that it declares; those of functions with the types of their parameters.
    pub(crate) names: Vec<(Text, Option<String>)>,
    /// The body of the function that it defines.
    pub(crate) body: Option<Tokens>,
    /// The names that mean something in it alone: parameters and fields.
    pub(crate) own: Vec<Text>,
}

impl Piece {
    /// Takes note of the names of a declaration.
    fn declare(&mut self, declarator: &Declarator, is_function: bool) {
        let mut signature = None;
        if let Type::Function { parameters, .. } = &declarator.ty {
            self.own
                .extend(parameters.iter().map(|one| one.name.clone()));
            let types = parameters.iter().map(|one| one.ty.to_string());
            signature = is_function.then(|| types.collect::<Vec<_>>().join(", "));
        }
        self.names.push((declarator.name.clone(), signature));
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Its name.
    pub name: Text,
    /// Its type, as declared: an array parameter is an array.
    pub ty: Type,
    /// Where it is declared.
    pub scope: Scope,
    /// `static`
    pub is_static: bool,
    /// `extern`
    pub is_extern: bool,
    /// `_Thread_local`
    pub is_thread_local: bool,
    /// What it is initialised to.
    pub init: Option<Expr>,
    /// Its value if it is a `const` integer.
    pub value: Option<i64>,
    /// The place of its name.
    pub span: Span,
}

impl Symbol {
    /// Whether all functions that see the name mean the same variable.
    pub(crate) fn is_global(&self) -> bool {
        self.scope == Scope::Global || self.is_extern
    }
}

/// Where a variable is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Outside of functions.
    Global,
    /// In the parameter list of the function.
    Parameter,
    /// In the function.
    Local,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Text,
    /// What it returns.
    pub result: Type,
    /// Its parameters.
    pub parameters: Vec<Declarator>,
    /// `...` follows the parameters.
    pub variadic: bool,
    /// What attributes say of its effects.
    pub purity: Purity,
    /// `static`
    pub is_static: bool,
    /// From the brace that opens its body to the one that closes it.
    pub body: Option<Tokens>,
    /// Parts of its head that are not understood, or that change variables where it is called.
    pub(crate) unread: Vec<Tokens>,
    /// The place of its name.
    pub span: Span,
}

impl Declarations {
    /// The type with type names replaced by what they stand for, at its outside.
    pub fn resolve<'a>(&'a self, mut ty: &'a Type) -> &'a Type {
        // Names that stand for each other would go round for ever.
        for _ in 0..64 {
            match ty {
                Type::Base(base) => match self.typedefs.get(&base.name) {
                    Some(meaning) => ty = meaning,
                    None => break,
                },
                _ => break,
            }
        }
        ty
    }

    /// Whether values of the type are integers.
    pub fn is_integer(&self, ty: &Type) -> bool {
        matches!(self.resolve(ty), Type::Base(base) if matches!(base.kind, BaseKind::Integer { .. }))
    }

    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }

    /// The structure or union of that name, `struct point`.
    pub fn record(&self, name: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.name == *name)
    }

    /// The name that all names of one thing have in common.
    pub(crate) fn canonical(&self, name: &Text) -> Text {
        let mut name = name;
        for _ in 0..16 {
            match self.aliases.get(name) {
                Some(other) if other != name => name = other,
                _ => break,
            }
        }
        name.clone()
    }

    /// Takes note of the names that a pragma makes the same.
    fn take_names_of_linker(&mut self, token: &Token) {
        let is_pragma = token.kind == TokenKind::Pragma;
        if is_pragma
            && ["weak", "redefine_extname"]
                .iter()
                .any(|one| token.text.contains(one))
        {
            let words = crate::source::tokens_of(&token.text).unwrap_or_default();
            let words = words.iter().filter(|word| word.kind == TokenKind::Ident);
            let words: Vec<&Text> = words.map(|word| &word.text).collect();
            if let [_, name, other] = words[..] {
                self.aliases.insert(name.clone(), other.clone());
            }
        }
    }

    /// Takes note of all names in the text of assembly, wherever it stands: what the assembler does with
    /// them is not known.
    fn take_names_of_assembly(&mut self, tokens: &[Token]) {
        let mut depth = 0_usize;
        for (at, token) in tokens.iter().enumerate() {
            if token.is_punct("{") {
                depth += 1;
            } else if token.is_punct("}") {
                depth = depth.saturating_sub(1);
            }
            if token.kind != TokenKind::Ident || !ASSEMBLY.contains(&&*token.text) {
                continue;
            }
            // Behind a declarator it is a name for what is declared.
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            let is_declared = before.is_some_and(|before| match before.kind {
                TokenKind::Ident => !is_keyword(&before.text),
                _ => before.is_punct("]") || depth == 0 && before.is_punct(")"),
            });
            if is_declared {
                continue;
            }
            let ends = |one: &&Token| [";", ")", ":", "::"].iter().any(|sign| one.is_punct(sign));
            for text in tokens[at + 1..].iter().take_while(|one| !ends(one)) {
                if text.kind == TokenKind::Str {
                    let is_word = |c: char| c.is_alphanumeric() || c == '_';
                    let text = text.text.replace("\\n", " ").replace("\\t", " ");
                    let words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
                    let words = words.map(|word| (word.into(), Text::fixed(ASSEMBLY[0])));
                    self.aliases.extend(words);
                }
            }
        }
    }

    /// The linker makes names for the sections that variables are in: `__start_cells`. These are the same
    /// memory.
    fn take_sections(&mut self, tokens: &[Token]) {
        let is_section = |name: &str| name.starts_with("__start_") || name.starts_with("__stop_");
        let words = tokens.iter().filter(|one| one.kind == TokenKind::Ident);
        let words = words.filter(|one| is_section(&one.text));
        let mut names: Vec<Text> = words.map(|one| one.text.clone()).collect();
        if !names.is_empty() {
            names.extend(self.kept.iter().cloned());
            let all = names
                .into_iter()
                .map(|name| (name, Text::fixed(ASSEMBLY[0])));
            self.aliases.extend(all);
        }
    }

    /// Takes note of the type that `using name = type;` names, if that is next; does not move.
    fn take_using(&mut self, parser: &mut Parser<'_>) {
        let start = parser.position();
        let ahead = [0, 1, 2].map(|at| parser.peek_at(at));
        let [Some(word), Some(name), Some(sign)] = ahead else {
            return;
        };
        if !word.is_word("using") || name.kind != TokenKind::Ident || !sign.is_punct("=") {
            return;
        }
        for _ in 0..3 {
            parser.bump();
        }
        let read = parser.type_name().ok();
        let read = read.filter(|_| parser.peek().is_some_and(|next| next.is_punct(";")));
        let unknown = || BaseType {
            kind: BaseKind::Named,
            name: Text::fixed(UNEXPLAINED),
            is_const: false,
            is_volatile: false,
            is_atomic: false,
        };
        let ty = read.map_or_else(|| Type::Base(unknown()), |read| read.ty);
        self.typedefs.insert(name.text.clone(), ty);
        if let Some(piece) = self.pieces.last_mut() {
            piece.names.push((name.text.clone(), None));
        }
        parser.add_type_name(name.text.clone());
        parser.rewind(start);
    }

    /// Takes note of what attributes among some tokens say of who else uses what is declared, and by which
    /// name.
    fn take_alias(&mut self, name: &Text, tokens: &[Token]) {
        let is_kept = |one: &Token| KEPT.contains(&one.text.trim_matches('_'));
        if tokens.iter().any(is_kept) {
            self.kept.insert(name.clone());
        }
        for three in tokens.windows(3) {
            let word = three[0].text.trim_matches('_');
            let is_alias = (["alias", "weakref"].contains(&word)
                || ASSEMBLY.contains(&&*three[0].text))
                && three[1].is_punct("(")
                && three[2].kind == TokenKind::Str;
            if is_alias {
                let other: Text = three[2].text.trim_matches('"').into();
                self.aliases.insert(name.clone(), other);
            }
        }
    }

    /// The variables that a declaration makes, with the values of constants.
    pub(crate) fn symbols(
        &self,
        declaration: &Declaration,
        scope: Scope,
        tokens: &[Token],
    ) -> Vec<Symbol> {
        let storage = declaration.storage;
        // A parameter that is a function is a pointer to one.
        let variables = declaration.declarators.iter().filter(|declarator| {
            let is_function = matches!(declarator.ty, Type::Function { .. });
            !storage.is_typedef && (!is_function || scope == Scope::Parameter)
        });
        variables
            .map(|declarator| self.symbol(declarator, storage, scope, tokens))
            .collect()
    }

    fn symbol(
        &self,
        declarator: &Declarator,
        storage: Storage,
        scope: Scope,
        tokens: &[Token],
    ) -> Symbol {
        let resolved = self.resolve(&declarator.ty);
        let constant = match (&declarator.ty, resolved) {
            (Type::Base(base), Type::Base(meaning)) => {
                let is_volatile = base.is_volatile || meaning.is_volatile;
                Some(meaning).filter(|_| base.is_const && !is_volatile)
            }
            _ => None,
        };
        let init = declarator.init.clone();
        let value = constant.zip(init.as_ref()).and_then(|(ty, init)| {
            let value = fold(init, self, tokens)?;
            stored(ty, value)
        });
        Symbol {
            name: declarator.name.clone(),
            ty: declarator.ty.clone(),
            scope,
            is_static: storage.is_static,
            is_extern: storage.is_extern,
            is_thread_local: storage.is_thread_local,
            value,
            init,
            span: declarator.name_span,
        }
    }

    /// Whether values of the type are computed with as `int`.
    fn is_promoted_to_int(&self, ty: &Type) -> bool {
        let names = [
            "_Bool",
            "bool",
            "char",
            "int",
            "short",
            "signed char",
            "unsigned char",
            "unsigned short",
        ];
        matches!(self.resolve(ty), Type::Base(base) if names.contains(&&*base.name))
    }

    /// Takes over the type names of a declaration inside of a function. One that hides another is that
    /// of two types, according to where a variable is declared: nothing explains it.
    pub(crate) fn take_names(&mut self, declaration: &Declaration) {
        if !declaration.storage.is_typedef {
            return;
        }
        for declarator in &declaration.declarators {
            let name = &declarator.name;
            let hidden = self.typedefs.get(name).cloned();
            let hidden = hidden.filter(|_| self.is_used(name));
            self.name_type(declarator.clone());
            let Some(ty) = self.typedefs.get_mut(name) else {
                continue;
            };
            if hidden.is_some_and(|hidden| hidden != *ty) {
                *ty = Type::Base(BaseType {
                    kind: BaseKind::Named,
                    name: Text::fixed(UNEXPLAINED),
                    ..ty.base().clone()
                });
                self.enumerations.remove(name);
            }
        }
    }

    /// Whether something is declared outside of functions with a type of that name.
    fn is_used(&self, name: &Text) -> bool {
        let has = |ty: &Type| ty.base().name == *name;
        let mut functions = self.functions.values();
        let mut typedefs = self.typedefs.iter();
        self.globals.iter().any(|one| has(&one.ty))
            || typedefs.any(|(other, ty)| other != name && has(ty))
            || { self.records.iter() }.any(|one| one.fields.iter().any(|one| has(&one.ty)))
            || functions.any(|one| one.parameters.iter().any(|one| has(&one.ty)))
    }

    /// Gives a type a name. One that only a compiler knows, because an attribute or an expression has
    /// made it, and an enumeration without a tag are known by that alone: they stand for themselves.
    fn name_type(&mut self, declarator: Declarator) {
        let Declarator { name, mut ty, .. } = declarator;
        let known = &ty.base().name;
        let is_enumeration = known.starts_with("enum (");
        match is_enumeration {
            true => self.enumerations.insert(name.clone()),
            false => self.enumerations.remove(&name),
        };
        if **known == *UNEXPLAINED || is_enumeration {
            ty = Type::Base(BaseType {
                name: name.clone(),
                ..ty.base().clone()
            });
        }
        self.typedefs.insert(name, ty);
    }

    /// Whether a type is an enumeration that has a name.
    pub(crate) fn is_enumeration(&self, ty: &BaseType) -> bool {
        let has_tag = ty.name.starts_with("enum ") && !ty.name.starts_with("enum (");
        has_tag || self.enumerations.contains(&ty.name)
    }

    /// Whether only a compiler knows what the type is.
    pub(crate) fn is_unexplained(&self, ty: &Type) -> bool {
        let is_own = |base: &BaseType| match self.typedefs.get(&base.name) {
            Some(Type::Base(meaning)) => meaning.name == base.name,
            _ => base.name == UNEXPLAINED,
        };
        matches!(self.resolve(ty), Type::Base(base) if is_own(base))
    }

    /// Takes over what the parser met in types.
    pub(crate) fn take_types(&mut self, parser: &mut Parser<'_>) {
        for record in parser.records.drain(..) {
            self.add_record(record);
        }
        let tokens = parser.tokens();
        self.add_constants(parser.enumerators.drain(..), tokens);
    }

    /// The same outside of functions.
    fn take_types_outside(&mut self, parser: &mut Parser<'_>) {
        if let Some(piece) = self.pieces.last_mut() {
            let fields = parser.records.iter().flat_map(|one| &one.fields);
            piece.own.extend(fields.map(|one| one.name.clone()));
            let constants = parser.enumerators.iter();
            { &mut piece.names }.extend(constants.map(|one| (one.name.clone(), None)));
        }
        self.take_types(parser);
    }

    /// Takes over a structure; it hides others with the same tag.
    pub(crate) fn add_record(&mut self, record: Record) {
        let known = self.records.iter().position(|one| one.name == record.name);
        match known {
            Some(at) => self.records.insert(at, record),
            None => self.records.push(record),
        }
    }

    /// Whether a name without a value is a constant of an enumeration all the same.
    pub(crate) fn is_unvalued(&self, name: &str) -> bool {
        self.of_parameters.contains(name) || self.unvalued.contains(name)
    }

    /// Takes over constants of enumerations.
    pub(crate) fn add_constants(
        &mut self,
        constants: impl Iterator<Item = Enumerator>,
        tokens: &[Token],
    ) {
        for enumerator in constants {
            let base = match &enumerator.base {
                Some(base) => fold(base, self, tokens),
                None => Some(0),
            };
            match base.and_then(|base| base.checked_add(enumerator.offset.into())) {
                Some(value) => {
                    self.not_int.remove(&enumerator.name);
                    self.unvalued.remove(&enumerator.name);
                    self.constants.insert(enumerator.name, value);
                }
                // It hides others, whatever its value is.
                None => {
                    self.constants.remove(&enumerator.name);
                    self.unvalued.insert(enumerator.name);
                }
            }
        }
    }

    /// Makes the tags of structures names of types, as C++ has it, where nothing else has the name.
    pub(crate) fn name_tags(&mut self) {
        for record in &self.records {
            let Some((_, tag)) = record.name.split_once(' ') else {
                continue;
            };
            let ty = Type::Base(BaseType {
                kind: BaseKind::Record,
                name: record.name.clone(),
                is_const: false,
                is_volatile: false,
                is_atomic: false,
            });
            self.typedefs.entry(tag.into()).or_insert(ty);
        }
    }

    fn add_function(&mut self, mut function: Function) {
        if let Some(known) = self.functions.get_mut(&function.name) {
            let purity = known.purity.max(function.purity);
            if function.body.is_none() && known.body.is_some() {
                known.purity = purity;
                return;
            }
            function.purity = purity;
        }
        self.functions.insert(function.name.clone(), function);
    }
}

/// What a variable of a type of integers holds that a value is stored in; nothing if that is not
/// known.
fn stored(ty: &BaseType, value: i64) -> Option<i64> {
    let BaseKind::Integer { signed } = ty.kind else {
        return None;
    };
    let has = |words: &[&str]| ty.name.split(' ').any(|word| words.contains(&word));
    let bits = match () {
        () if has(&["bool", "_Bool"]) => return Some(i64::from(value != 0)),
        () if has(&["enum"]) => return None,
        () if has(&["char", "int8_t", "uint8_t"]) => 8,
        () if has(&["short", "int16_t", "uint16_t"]) => 16,
        () if has(&[
            "long",
            "int64_t",
            "uint64_t",
            "size_t",
            "ssize_t",
            "ptrdiff_t",
        ]) =>
        {
            64
        }
        () if has(&["intptr_t", "uintptr_t", "intmax_t", "uintmax_t"]) => 64,
        () if has(&["int", "unsigned", "signed", "int32_t", "uint32_t"]) => 32,
        () => {
            return i8::try_from(value)
                .ok()
                .filter(|value| *value >= 0)
                .map(i64::from);
        }
    };
    let wrapped = i128::from(value).rem_euclid(1 << bits);
    let is_negative = signed && wrapped >= 1 << (bits - 1);
    i64::try_from(wrapped - if is_negative { 1 << bits } else { 0 }).ok()
}

/// Finds the declarations in all tokens of a parser.
pub fn scan(parser: &mut Parser<'_>, count: usize) -> Declarations {
    let mut declarations = Declarations::default();
    parser.go_to(0, count);
    while let Some(token) = parser.peek() {
        let start = parser.position();
        parser.forget_names();
        if parser.is_cplusplus {
            declarations.pieces.push(Piece::default());
        }
        declarations.take_names_of_linker(token);
        declarations.take_using(parser);
        let mut is_read = false;
        if !passes_over(parser, token) {
            is_read = external(parser, &mut declarations).is_ok();
            if !is_read {
                parser.go_to(start, count);
                parser.skip_to_declaration();
            }
            declarations.take_types_outside(parser);
            if parser.position() == start {
                parser.bump();
            }
        }
        if let Some(piece) = declarations.pieces.last_mut() {
            piece.is_read = is_read;
            piece.tokens = Tokens {
                start: start as u32,
                end: parser.position() as u32,
            };
        }
    }
    declarations.take_names_of_assembly(parser.all_tokens());
    declarations.take_sections(parser.all_tokens());
    let known = &mut declarations.constants;
    known.retain(|name, _| !declarations.of_parameters.contains(name));
    declarations
}

/// Moves past what only surrounds declarations.
fn passes_over(parser: &mut Parser<'_>, token: &Token) -> bool {
    let next = parser.peek_at(1);
    if token.kind == TokenKind::Punct && !["[", "(", "*", "::"].contains(&&*token.text)
        || token.kind != TokenKind::Punct && token.kind != TokenKind::Ident
    {
        parser.bump();
        return true;
    }
    // `NAME(...)` without a semicolon is a macro that nothing explains, unless a body follows.
    if token.kind == TokenKind::Ident
        && !parser.starts_declaration()
        && next.is_some_and(|next| next.is_punct("("))
    {
        let start = parser.position();
        parser.bump();
        parser.skip_balanced();
        if parser
            .peek()
            .is_some_and(|after| after.kind == TokenKind::Ident)
        {
            return true;
        }
        parser.rewind(start);
    }
    // `extern "C" {`, `namespace name {`: the closing brace is passed over when it comes.
    if token.is_word("extern") && next.is_some_and(|next| next.kind == TokenKind::Str) {
        parser.bump();
        parser.bump();
        parser.eat("{");
        return true;
    }
    if token.is_word("using") {
        parser.skip_declaration();
        return true;
    }
    if token.is_word("namespace") {
        parser.bump();
        while parser
            .peek()
            .is_some_and(|token| token.kind == TokenKind::Ident || token.is_punct("::"))
        {
            parser.bump();
        }
        parser.eat("{");
        return true;
    }
    if token.is_word("template") && next.is_some_and(|next| next.is_punct("<")) {
        parser.bump();
        let mut depth = 0i32;
        while let Some(token) = parser.peek() {
            match &*token.text {
                "<" => depth += 1,
                ">" => depth -= 1,
                ">>" => depth -= 2,
                "{" | ";" => break,
                _ => {}
            }
            parser.bump();
            if depth <= 0 {
                break;
            }
        }
        return true;
    }
    false
}

/// A declaration or the definition of a function.
fn external(parser: &mut Parser<'_>, declarations: &mut Declarations) -> Parsed<()> {
    let start = parser.position();
    let untyped = parser.peek_at(1).is_some_and(|next| next.is_punct("("));
    let (storage, base) = if untyped && !parser.starts_declaration() {
        (Storage::default(), BaseType::int())
    } else {
        parser.specifiers()?
    };
    declarations.take_types_outside(parser);
    if parser.eat(";") {
        return Ok(());
    }
    loop {
        let mut purity = storage.purity;
        let mut declarator = parser.declarator(Type::Base(base.clone()), &mut purity)?;
        parser.retype(&mut declarator);
        // Those in a list of parameters are seen in that function alone, which has them hide others.
        let own = parser.enumerators.drain(..).map(|one| one.name);
        declarations.of_parameters.extend(own);
        if let Some(piece) = declarations.pieces.last_mut() {
            piece.declare(&declarator, !storage.is_typedef);
        }
        if let Type::Function {
            result,
            parameters,
            variadic,
        } = &declarator.ty
            && !storage.is_typedef
        {
            let mut function = Function {
                name: declarator.name.clone(),
                result: (**result).clone(),
                parameters: parameters.clone(),
                variadic: *variadic,
                purity,
                is_static: storage.is_static,
                body: None,
                unread: Vec::new(),
                span: declarator.name_span,
            };
            parser.attributes(&mut function.purity);
            declarations.take_alias(&function.name, parser.read_since(start));
            if !parser.at(";") && !parser.at(",") {
                definition(parser, &mut function)?;
                function.unread = parser.unread_head(start, &function);
                if let Some(piece) = declarations.pieces.last_mut() {
                    piece.body = function.body;
                }
                declarations.add_function(function);
                return Ok(());
            }
            declarations.add_function(function);
        } else {
            parser.attributes(&mut purity);
            declarations.take_alias(&declarator.name, parser.read_since(start));
            parser.retype(&mut declarator);
            // C++ does without the sign before a brace.
            if parser.is_cplusplus && parser.at("{") || parser.eat("=") {
                let from = parser.position() as u32;
                if parser.at("{") {
                    parser.skip_block();
                } else {
                    match parser.assignment() {
                        Ok(value) => declarator.init = Some(value),
                        // It is not needed here, and where it is it will be read again.
                        Err(_) => parser.skip_value(),
                    }
                }
                let value = Tokens {
                    start: from,
                    end: parser.position() as u32,
                };
                let values = declarations.initial_values.entry(declarator.name.clone());
                values.or_default().push(value);
            }
            if storage.is_typedef {
                parser.add_type_name(declarator.name.clone());
                declarations.name_type(declarator);
            } else {
                let declaration = Declaration {
                    storage,
                    declarators: vec![declarator],
                    span: parser.span_from(start),
                };
                let is_weak = |token: &Token| token.text.trim_matches('_') == "weak";
                let is_weak = parser.read_since(start).iter().any(is_weak);
                let tokens = parser.tokens();
                for mut symbol in declarations.symbols(&declaration, Scope::Global, tokens) {
                    // Another file may give it another value.
                    symbol.value = symbol.value.filter(|_| !is_weak);
                    if let Some(value) = symbol.value {
                        declarations.constants.insert(symbol.name.clone(), value);
                    }
                    if !declarations.is_promoted_to_int(&symbol.ty) {
                        declarations.not_int.insert(symbol.name.clone());
                    }
                    declarations.globals.push(symbol);
                }
            }
        }
        if parser.eat(",") {
            continue;
        }
        if parser.eat(";") {
            return Ok(());
        }
        return Err(parser.expected_semicolon());
    }
}

/// The rest of a function definition: declarations of parameters in the old style, and the body.
fn definition(parser: &mut Parser<'_>, function: &mut Function) -> Parsed<()> {
    while !parser.at("{") {
        let declaration = parser.declaration()?;
        for declarator in declaration.declarators {
            let parameter = function
                .parameters
                .iter_mut()
                .find(|parameter| parameter.name == declarator.name);
            if let Some(parameter) = parameter {
                *parameter = declarator;
            }
        }
    }
    let open = parser.position();
    parser.skip_block();
    function.body = Some(Tokens {
        start: open as u32,
        end: parser.position() as u32,
    });
    Ok(())
}

/// The function around a token that no known definition holds: the outermost brace that
/// follows a parameter list.
pub(crate) fn function_around(
    parser: &mut Parser<'_>,
    tokens: &[Token],
    position: usize,
) -> Option<Function> {
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate().take(position) {
        if token.is_punct("{") {
            open.push(index);
        } else if token.is_punct("}") {
            open.pop();
        }
    }
    open.into_iter().find_map(|brace| {
        let mut close = brace.checked_sub(1)?;
        // `const`, `noexcept`, `override` may stand between.
        while tokens[close].kind == TokenKind::Ident && brace - close < 4 {
            close = close.checked_sub(1)?;
        }
        if !tokens[close].is_punct(")") {
            return None;
        }
        let mut depth = 0usize;
        let parenthesis = (0..=close).rev().find(|&index| {
            if tokens[index].is_punct(")") {
                depth += 1;
            } else if tokens[index].is_punct("(") {
                depth -= 1;
            }
            depth == 0
        })?;
        let name = &tokens[parenthesis.checked_sub(1)?];
        let control = ["for", "while", "if", "switch", "catch"];
        if name.kind != TokenKind::Ident || control.contains(&&*name.text) {
            return None;
        }
        parser.go_to(parenthesis + 1, close + 1);
        let (parameters, variadic) = parser.parameters().unwrap_or_default();
        parser.go_to(brace, tokens.len());
        parser.skip_block();
        Some(Function {
            name: name.text.clone(),
            result: Type::Base(BaseType {
                kind: BaseKind::Named,
                name: Text::fixed("unknown"),
                is_const: false,
                is_volatile: false,
                is_atomic: false,
            }),
            parameters,
            variadic,
            purity: Purity::Unknown,
            is_static: false,
            body: Some(Tokens {
                start: brace as u32,
                end: parser.position() as u32,
            }),
            unread: Vec::new(),
            span: name.span(),
        })
    })
}
