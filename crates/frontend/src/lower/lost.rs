//! What new text in the place of a region would lose or change the meaning of, and no model has:
//! directives, numbers of lines, types, names that are used behind it, labels that are jumped to.

use std::collections::BTreeSet;

use scop::{Diagnostic, Span};

use super::Lowering;
use crate::Unit;
use crate::codes;
use crate::declarations::{Scope, Symbol};
use crate::liveness::has_address;
use crate::macros::Macro;
use crate::parse::UNEXPLAINED;
use crate::regions::Region;
use crate::syntax::{Declaration, Expr, ExprKind, ForInit, Stmt, StmtKind, Type};
use crate::token::{Text, Token, TokenKind};

/// What the compiler gives another value elsewhere, each time, or where a number stands for a
/// counter.
const PLACES: &[&str] = &["__builtin_constant_p", "__builtin_choose_expr"];

/// Ways to write signs that only some modes of compilers read as such.
const TRIGRAPHS: &[&str] = &[
    "??=", "??/", "??'", "??(", "??)", "??!", "??<", "??>", "??-",
];

/// The macros that loops were generated with: defined in the region, and undefined again.
pub(super) fn own_macros(unit: &Unit, region: &Region) -> BTreeSet<Text> {
    let mut open = BTreeSet::new();
    let mut own = BTreeSet::new();
    let mut others = BTreeSet::new();
    for directive in &region.source.directives {
        let (word, name) = match &directive.tokens[..] {
            [word, name, ..] => (word, &name.text),
            _ => continue,
        };
        if word.is_word("define") {
            let is_new = open.insert(name.clone()) && name.starts_with("lw_");
            let kept = if is_new { &mut own } else { &mut others };
            kept.insert(name.clone());
        } else if word.is_word("undef") && !open.remove(name) {
            others.insert(name.clone());
        }
    }
    own.retain(|name| !open.contains(name) && !others.contains(name));
    // Those of the program that are replaced by them.
    loop {
        let uses = |one: &&Macro| one.body.iter().any(|token| own.contains(&token.text));
        let names = unit.macros.iter().filter(uses);
        let names: Vec<Text> = names.map(|one| one.name.clone()).collect();
        let before = own.len();
        own.extend(names);
        if own.len() == before {
            return own;
        }
    }
}

/// Attributes of declarations and statements that no program notices the loss of.
const HINTS: &[&str] = &[
    "unused",
    "maybe_unused",
    "fallthrough",
    "likely",
    "unlikely",
];

/// Directives that choose or direct statements and are gone with them.
const CHOOSING: &[&str] = &[
    "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif", "error", "pragma",
    "warning",
];

impl<'a> Lowering<'a> {
    /// Refuses what the text of the region has and new text would not.
    pub(super) fn refuse_text(&mut self) {
        self.refuse_directives();
        self.refuse_words();
        self.refuse_attributes();
        self.refuse_names_behind();
        self.refuse_targets();
        self.refuse_addresses();
    }

    /// Refuses what is said of a variable besides its type: new text declares it without that.
    fn refuse_attributes(&mut self) {
        let tokens = self.unit.tokens.get(self.region.tokens.range());
        let tokens = tokens.unwrap_or(&[]);
        for (at, token) in tokens.iter().enumerate() {
            let word = token.text.trim_matches('_');
            let next = tokens.get(at + 1);
            let is_open = |sign: &str| next.is_some_and(|next| next.is_punct(sign));
            let is_list = word == "attribute" || word == "declspec";
            let is_word = token.kind == TokenKind::Ident && is_open("(");
            let found = match () {
                () if is_word && ["Alignas", "alignas"].contains(&word) => Some(token),
                () if is_word && is_list || token.is_punct("[") && is_open("[") => {
                    first_attribute(&tokens[at + 1..])
                }
                () => None,
            };
            if let Some(found) = found {
                let what = format!("`{}`, which new text would not have,", found.text);
                self.unsupported(found.place.outermost(), &what);
            }
        }
    }

    fn refuse_directives(&mut self) {
        let region = self.region;
        let last = region.source.tokens.last().map(|token| token.span().end);
        for directive in &region.source.directives {
            let mut words = directive.tokens.iter();
            let (Some(word), name) = (words.next(), words.next()) else {
                continue;
            };
            // Generated loops come with macros of their own, and are generated with them again; the
            // number of the line behind them is theirs, too.
            let is_macro = ["define", "undef"].iter().any(|one| word.is_word(one));
            let is_generated =
                is_macro && name.is_some_and(|name| self.own_macros.contains(&name.text));
            let is_behind = word.is_word("line") && last < Some(directive.span.start);
            let is_marker = word.kind == TokenKind::Int;
            if ["if", "ifdef", "ifndef"]
                .iter()
                .any(|one| word.is_word(one))
            {
                let message = "what this conditional leaves out is not in new text of the region";
                let warning = Diagnostic::warning(codes::BRANCH_LEFT_OUT, message, directive.span);
                self.warnings.push(warning);
            }
            if !is_generated
                && !is_behind
                && !is_marker
                && !CHOOSING.iter().any(|one| word.is_word(one))
            {
                let what = format!("`#{}` inside a region", &*word.text);
                self.unsupported(directive.span, &what);
            }
        }
        let text = self.unit.files.slice(region.span);
        let found = TRIGRAPHS
            .iter()
            .filter_map(|one| Some((text.find(one)?, *one)));
        if let Some((at, sign)) = found.min() {
            let start = region.span.range().start + at;
            let span = Span::new(region.span.file, start, start + sign.len());
            let what = format!("`{sign}`, which some compilers read as another sign,");
            self.unsupported(span, &what);
        }
    }

    /// Whether an attribute gives a variable that is no array a second name. Arrays are told apart by
    /// where they lie.
    fn has_other_name(&self, name: &Text) -> bool {
        let aliases = &self.unit.declarations.aliases;
        if aliases.is_empty() {
            return false;
        }
        let is_scalar = |one: &Symbol| match self.names.resolve(&one.ty) {
            Type::Array { .. } | Type::Function { .. } => false,
            _ => one.scope == Scope::Global,
        };
        let has_one = aliases.contains_key(name) || aliases.values().any(|one| one == name);
        has_one && self.region.symbol(name).is_some_and(is_scalar)
    }

    /// Refuses words that mean something else elsewhere.
    fn refuse_words(&mut self) {
        let region = self.region;
        for token in &region.source.tokens {
            if token.kind == TokenKind::Ident && self.unit.placed.contains(&token.text) {
                let what = format!("`{}`, which depends on its place,", token.text);
                self.unsupported(token.place.outermost(), &what);
            }
            if token.kind == TokenKind::Ident && self.unit.doubtful.contains(&token.text) {
                let message = format!("what `{}` stands for is not known", token.text);
                self.errors.push(
                    Diagnostic::error(codes::OPEN_CONDITION, message, token.span())
                        .note("`_Pragma` changes it while other macros are expanded")
                        .help("write `#pragma push_macro` and `#pragma pop_macro` on lines of their own"),
                );
            }
        }
        let tokens = self.unit.tokens.get(region.tokens.range()).unwrap_or(&[]);
        for (index, token) in tokens.iter().enumerate() {
            if token.kind != TokenKind::Ident {
                continue;
            }
            let span = token.place.outermost();
            if self.has_other_name(&token.text) {
                let what = format!("`{}`, which has another name as well,", token.text);
                self.unsupported(span, &what);
            }
            if PLACES.contains(&&*token.text) {
                let what = format!("`{}` inside a region", token.text);
                self.unsupported(span, &what);
            }
            let is_type_of = ["typeof", "__typeof__", "__typeof", "__auto_type"];
            if is_type_of.contains(&&*token.text) {
                self.unsupported(span, "a type that is named by an expression");
            }
            let meaning = self.unit.declarations.typedefs.get(&token.text);
            if meaning.is_some_and(|ty| ty.base().name == UNEXPLAINED) {
                self.unsupported(span, "a type name that hides another one");
            }
            let opens = |at: usize| tokens.get(at).is_some_and(|next| next.is_punct("{"));
            let has_tag = tokens
                .get(index + 1)
                .is_some_and(|next| next.kind == TokenKind::Ident);
            let is_defined = ["struct", "union", "enum"].contains(&&*token.text)
                && (opens(index + 1) || has_tag && opens(index + 2));
            if is_defined || ["typedef", "extern"].contains(&&*token.text) {
                let what = format!("a declaration with `{}` inside a region", token.text);
                self.unsupported(span, &what);
            }
        }
    }

    /// Refuses variables that are declared in the region, but not in a block of it, and used behind
    /// it.
    fn refuse_names_behind(&mut self) {
        let region = self.region;
        let from = region.tokens.end as usize;
        let rest = self.unit.tokens.get(from..).unwrap_or(&[]);
        let mut depth = 0i32;
        let mut rest = rest.iter().take_while(|token| {
            depth += i32::from(token.is_punct("{")) - i32::from(token.is_punct("}"));
            depth >= 0
        });
        let mut names = Vec::new();
        region
            .statements
            .iter()
            .for_each(|one| declared(one, &mut names));
        if names.is_empty() {
            return;
        }
        let used = rest.find(|token| names.iter().any(|(name, _)| token.is_word(name)));
        if let Some(used) = used
            && let Some((name, span)) = names.iter().find(|(name, _)| used.is_word(name))
        {
            let message = format!("`{name}` is declared in the region and used behind it");
            self.errors.push(
                Diagnostic::error(codes::UNSUPPORTED, message, *span)
                    .label(used.place.outermost(), "used here")
                    .help("declare it before the region"),
            );
        }
    }

    /// Refuses labels in the region that something outside of it jumps to.
    fn refuse_targets(&mut self) {
        let Some(body) = self.region.function.as_ref().and_then(|one| one.body) else {
            return;
        };
        if self.labels.is_empty() {
            return;
        }
        let own = self.region.tokens.range();
        let outside = body.range().filter(|index| !own.contains(index));
        let tokens = &self.unit.tokens;
        let targets: Vec<(usize, Span)> = outside
            .filter(|&index| index > 0)
            .filter(|&index| {
                let before = &tokens[index - 1];
                before.is_word("goto") || before.is_punct("&&")
            })
            .filter(|&index| {
                let is_label = |label: &&crate::token::Text| tokens[index].is_word(label);
                self.labels.iter().any(is_label)
                    || (tokens[index - 1].is_word("goto") && tokens[index].is_punct("*"))
            })
            .map(|index| (index, tokens[index].place.outermost()))
            .collect();
        if let Some((_, span)) = targets.first() {
            let message = "this may jump into the region";
            self.errors.push(
                Diagnostic::error(codes::JUMP, message, *span)
                    .label(self.region.begin, "the region begins here")
                    .note("which iterations are executed must be known before the loops run")
                    .help("put the label before the region"),
            );
        }
    }

    /// Refuses counters that can be looked at while they count.
    fn refuse_addresses(&mut self) {
        let Some(body) = self.region.function.as_ref().and_then(|one| one.body) else {
            return;
        };
        let names: Vec<_> = self.names.counters().cloned().collect();
        for name in names {
            let is_local = self
                .region
                .symbol(&name)
                .is_some_and(|one| one.scope != crate::declarations::Scope::Global);
            let tokens = match is_local {
                true => self.unit.tokens.get(body.range()),
                false => self.unit.tokens.get(..),
            };
            let Some(tokens) = tokens.filter(|tokens| has_address(tokens, &name)) else {
                continue;
            };
            if let Some(span) = self.address(tokens, &name) {
                let message = format!("the address of `{name}`, which counts a loop, is taken");
                self.errors.push(
                    Diagnostic::error(codes::COUNTER_AFTER_LOOP, message, span)
                        .note("who has the address sees how it counts, which new loops do not keep")
                        .help("count with another variable"),
                );
            }
        }
    }

    /// Where `&` in front of the name, as far as that shows, is no conjunction of bits.
    fn address(&self, tokens: &[Token], name: &str) -> Option<Span> {
        let uses = (1..tokens.len()).filter(|&index| tokens[index].is_word(name));
        let mut signs = uses.filter_map(|index| {
            let before = (0..index).rev();
            let sign = before.take_while(|&at| at + 1 == index || tokens[at + 1].is_punct("("));
            sign.last().filter(|&at| tokens[at].is_punct("&"))
        });
        let is_unary = |at: usize| {
            let Some(before) = at.checked_sub(1).map(|at| &tokens[at]) else {
                return true;
            };
            match before.kind {
                TokenKind::Ident => before.is_word("return") || before.is_word("case"),
                TokenKind::Punct if before.is_punct(")") => self.is_cast(&tokens[..at]),
                TokenKind::Punct => !before.is_punct("]"),
                _ => false,
            }
        };
        let at = signs.find(|&at| is_unary(at))?;
        Some(tokens[at].place.outermost())
    }

    /// Whether tokens end with a type in parentheses.
    fn is_cast(&self, tokens: &[Token]) -> bool {
        let inner = tokens.iter().rev().skip(1);
        let inner: Vec<&Token> = inner.take_while(|token| !token.is_punct("(")).collect();
        let is_type = |token: &&&Token| {
            let words = [
                "int", "long", "short", "char", "unsigned", "signed", "void", "const", "float",
                "double", "struct", "union", "volatile",
            ];
            words.iter().any(|word| token.is_word(word))
                || self.unit.declarations.typedefs.contains_key(&token.text)
                || token.text.ends_with("_t")
        };
        let mut pointers = inner.iter().filter(|token| token.is_punct("*"));
        let all = |token: &&Token| token.kind == TokenKind::Ident || token.is_punct("*");
        inner.iter().all(all)
            && (inner.iter().any(|one| is_type(&one)) || pointers.next().is_some())
    }

    /// Refuses types in an expression that are not the same elsewhere: those of counters, and those
    /// whose size is computed.
    pub(super) fn refuse_types(&mut self, expr: &'a Expr) -> super::Lowered<()> {
        let mut wrong = None;
        expr.walk(&mut |inner| match &inner.kind {
            ExprKind::SizeOf(operand) => {
                if self.has_narrow_type(operand) {
                    wrong = Some((inner.span, "the size of a counter"));
                }
                operand.walk(&mut |inner| {
                    if let ExprKind::Assign(..) | ExprKind::Step { .. } = inner.kind {
                        wrong = Some((inner.span, "an assignment in `sizeof`"));
                    }
                    if inner
                        .as_name()
                        .is_some_and(|name| self.has_own_length(name))
                    {
                        let what = "the size of an array whose length the region computes";
                        wrong = Some((inner.span, what));
                    }
                });
            }
            ExprKind::Cast(ty, _) | ExprKind::SizeOfType(ty) | ExprKind::Compound(ty, _)
                if self.is_computed(&ty.ty) =>
            {
                wrong = Some((ty.span, "a type whose size is computed in the region"));
            }
            _ => {}
        });
        match wrong {
            Some((span, what)) => Err(self.unsupported(span, what)),
            None => Ok(()),
        }
    }

    /// Whether an expression is a counter by itself and has a type that no conversion in an
    /// expression gives, or has no parentheses that such a conversion could stand in.
    fn has_narrow_type(&self, expr: &Expr) -> bool {
        let Some(name) = expr.as_name().filter(|name| self.is_replaced(name)) else {
            return false;
        };
        let first = expr.tokens.start.checked_sub(1).map_or(0, |at| at as usize);
        let opens = self.unit.tokens.get(first);
        if !opens.is_some_and(|token| token.is_punct("(")) {
            return true;
        }
        let mut types: Vec<&Type> = Vec::new();
        let statements = self.region.statements.iter();
        statements.for_each(|one| types_of(name, one, &mut types));
        types.extend(self.region.symbol(name).map(|symbol| &symbol.ty));
        types.iter().any(|ty| {
            let range = self.names.kind_of_type(ty).range();
            !self.names.is_integer(ty) || self.names.values_of(ty) != range
        })
    }

    /// Whether a name is that of an array of the region that new text may declare with another length:
    /// one for all iterations.
    fn has_own_length(&self, name: &str) -> bool {
        let mut types: Vec<&Type> = Vec::new();
        let statements = self.region.statements.iter();
        statements.for_each(|one| types_of(name, one, &mut types));
        !self.names.is_hidden(name) && types.iter().any(|ty| self.is_computed(ty))
    }

    /// Whether an extent in a type is more than a number or a parameter.
    fn is_computed(&self, ty: &Type) -> bool {
        let mut computed = false;
        super::names::extents_of(ty, &mut |extent| {
            extent.walk(&mut |inner| match &inner.kind {
                ExprKind::Name(name) => {
                    computed |= self.is_replaced(name) || self.names.is_changed(name);
                }
                ExprKind::Assign(..)
                | ExprKind::Step { .. }
                | ExprKind::Call(..)
                | ExprKind::Index(..)
                | ExprKind::Field { .. } => computed = true,
                _ => {}
            });
        });
        computed
    }

    /// Whether other text may stand for a name in new loops.
    fn is_replaced(&self, name: &str) -> bool {
        use super::names::Meaning;
        let meaning = self.names.meaning(name);
        !self.names.is_hidden(name) && matches!(meaning, Meaning::Iterator(_) | Meaning::Value(_))
    }
}

/// The first attribute in the brackets that open here which is more than a hint.
fn first_attribute(tokens: &[Token]) -> Option<&Token> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        if token.is_punct("(") || token.is_punct("[") {
            depth += 1;
        } else if token.is_punct(")") || token.is_punct("]") {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return None;
            }
        }
        // `gnu::unused`
        let is_prefix = tokens.get(at + 1).is_some_and(|next| next.is_punct("::"));
        if token.kind == TokenKind::Ident
            && !is_prefix
            && !HINTS.contains(&token.text.trim_matches('_'))
        {
            return Some(token);
        }
    }
    None
}

/// The types that a statement declares variables of this name with.
fn types_of<'a>(name: &str, statement: &'a Stmt, found: &mut Vec<&'a Type>) {
    let mut add = |declaration: &'a Declaration| {
        let own = declaration.declarators.iter();
        found.extend(own.filter(|one| one.name == *name).map(|one| &one.ty));
    };
    match &statement.kind {
        StmtKind::Declaration(declaration) => add(declaration),
        StmtKind::For(head) => {
            if let ForInit::Declaration(declaration) = &head.init {
                add(declaration);
            }
            types_of(name, &head.body, found);
        }
        StmtKind::Block(list) => list.iter().for_each(|one| types_of(name, one, found)),
        StmtKind::If(_, yes, no) => {
            types_of(name, yes, found);
            no.iter().for_each(|no| types_of(name, no, found));
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => types_of(name, body, found),
        _ => {}
    }
}

/// The variables that a statement declares for those after it.
fn declared<'a>(statement: &'a Stmt, names: &mut Vec<(&'a str, Span)>) {
    match &statement.kind {
        StmtKind::Declaration(Declaration { declarators, .. }) => {
            names.extend(declarators.iter().map(|one| (&*one.name, one.name_span)));
        }
        StmtKind::Label(_, body) => declared(body, names),
        _ => {}
    }
}
