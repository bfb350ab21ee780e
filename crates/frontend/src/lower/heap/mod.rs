//! Arrays of a region whose memory comes from `malloc`.
//!
//! ```c
//! double (*p)[m] = malloc(n * sizeof *p);
//! if (!p) abort();
//! ...
//! free(p);
//! ```
//!
//! declares the array `double p[n][m]`, if all that is done with `p` in between is to access its
//! elements: then no other name leads to the memory, and nobody has a use for it afterwards. In the
//! tree of the region the array takes the place of the pointer before anything else is done, and
//! the other two statements are gone. What a program does when there is no memory is part of the
//! [`Allocation`], not of the model.
//!
//! New text has all of this before the first loop and behind the last one. So nothing that somebody
//! could notice may be done before `malloc` is called, and `free` may be called early.
//!
//! Text that was made from a model may have such arrays in the bodies of parallel loops as well, where
//! each iteration has one of its own; whether that is right is for its proof to say.

mod check;

use std::collections::BTreeSet;

use scop::{FileId, Span};

use super::lost::own_macros;
use crate::Unit;
use crate::declarations::Function;
use crate::openmp::OpenMp;
use crate::parse::is_keyword;
use crate::regions::Region;
use crate::source::tokens_of;
use crate::syntax::{
    BaseKind, BaseType, BinaryOp, Declaration, Declarator, Expr, ExprKind, ForInit, Part, Stmt,
    StmtKind, Tokens, Type, UnaryOp,
};
use crate::token::{Text, Token, TokenKind, spell};
use crate::unknown::is_of_library;

/// An array whose memory a program allocates in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// The array, as C names it.
    pub name: String,
    /// How many subscripts its elements have in C; in the model an array that is addressed by hand
    /// has more.
    pub rank: usize,
    /// `double *p = malloc(n * m * sizeof(double));` with the size as the program has it; nothing if
    /// text elsewhere does not know all names in it.
    pub declaration: Option<String>,
    /// The statement that ends the program where there is no memory, `if (!p) abort();`, if there
    /// is one.
    pub check: Option<String>,
    /// Whether that statement also ends it where the size of the array fits no `size_t`:
    /// `(size_t)-1 / n / m < sizeof(double)`.
    pub is_limited: bool,
    /// Whether it does nothing else: it calls `abort` for one of these two reasons, or for the first.
    pub is_plain: bool,
    /// Where the name is declared.
    pub(super) place: Span,
}

/// What a region allocates.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    pub arrays: Vec<Allocation>,
    /// Why other pointers are none of these, by the places of their names.
    refused: Vec<(Span, String)>,
}

impl Heap {
    /// Whether a variable that is declared there is such an array.
    pub(super) fn has(&self, place: Option<Span>) -> bool {
        self.arrays.iter().any(|one| Some(one.place) == place)
    }

    /// Why a pointer that is set to new memory is no array.
    pub(super) fn why_not(&self, declarator: &Declarator) -> Option<&str> {
        let mut refused = self.refused.iter();
        let found = refused.find(|(place, _)| *place == declarator.name_span);
        found.map(|(_, why)| why.as_str())
    }
}

/// What is called to get memory and to give it back, and the words around it.
const WORDS: &[&str] = &["malloc", "free", "abort", "size_t", "NULL"];

impl Unit {
    /// Why text in the place of the region cannot call `malloc`, `free` and `abort`; nothing if it
    /// can.
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "void f(double *a) {\n#pragma scop\n  a[0] = 1;\n#pragma endscop\n}\n";
    /// let unit = read(text, &Options::default())?;
    /// let why = unit.no_malloc(&unit.regions[0]).unwrap();
    /// assert_eq!(why, "the program does not include `<stdlib.h>` before it");
    /// let unit = read(&format!("#include <stdlib.h>\n{text}"), &Options::default())?;
    /// assert_eq!(unit.no_malloc(&unit.regions[0]), None);
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn no_malloc(&self, region: &Region) -> Option<String> {
        if self.is_cplusplus {
            return Some("this is C++, in which memory from `malloc` needs a conversion".into());
        }
        let is_before = |span: Span| span.file != FileId::MAIN || span.start < region.begin.start;
        let is_header = |name: &str| name.rsplit(['/', '\\']).next() == Some("stdlib.h");
        let mut missing = self.missing.iter();
        let is_included = missing
            .any(|one| one.angled && is_header(&one.name) && is_before(one.span))
            || self.files.iter().any(|(_, file)| is_header(&file.name));
        if !is_included {
            return Some("the program does not include `<stdlib.h>` before it".into());
        }
        if self.leaves_by_jump(region) {
            return Some(
                "what it calls may leave it by `longjmp`, and nobody would free it".into(),
            );
        }
        let mut words = WORDS.iter();
        let taken = words.find(|word| !self.is_of_stdlib(word, region));
        taken.map(|word| format!("`{word}` means something else in this program"))
    }

    /// Whether a region calls functions of the program, or others that are not known, where something
    /// jumps out of functions.
    fn leaves_by_jump(&self, region: &Region) -> bool {
        let jumps = ["longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp"];
        let is_jump = |one: &Token| jumps.contains(&&*one.text);
        let inside = self.tokens.get(region.tokens.range()).unwrap_or(&[]);
        let is_call = |pair: &[Token]| {
            let name = &pair[0];
            name.kind == TokenKind::Ident
                && pair[1].is_punct("(")
                && !is_keyword(&name.text)
                && !is_of_library(&name.text)
        };
        inside.windows(2).any(is_call) && self.tokens.iter().any(is_jump)
    }

    /// Whether a name of `<stdlib.h>` means in a region what it does in C.
    fn is_of_stdlib(&self, name: &str, region: &Region) -> bool {
        let is_macro = self.named.contains_key(name)
            || self.doubtful.contains(name)
            || self.macros.iter().any(|one| *one.name == *name);
        let is_own = |function: &Function| function.body.is_some() || function.is_static;
        let is_function = self.declarations.function(name).is_some_and(is_own);
        let is_type = name != "size_t" && self.declarations.typedefs.contains_key(name);
        let is_variable = region.symbol(name).is_some()
            || self.declarations.constants.contains_key(name)
            || declared(&region.statements).contains(name);
        !(is_macro || is_function || is_type || is_variable)
    }
}

/// The region with arrays in the place of pointers to memory that it allocates; nothing if it
/// allocates none.
pub(super) fn with_arrays(unit: &Unit, region: &Region, is_made: bool) -> Option<(Region, Heap)> {
    let mut statements = region.statements.clone();
    let mut is_allocating = statements.iter().any(allocates);
    if is_made {
        each_declaration(&statements, &mut |one| is_allocating |= is_allocation(one));
    }
    if !is_allocating {
        return None;
    }
    let mut search = Search {
        unit,
        region,
        declared: declared(&region.statements),
        heap: Heap::default(),
        is_begun: false,
        is_made,
    };
    search.list(&mut statements);
    let region = Region {
        statements,
        ..region.clone()
    };
    Some((region, search.heap))
}

/// Whether a declaration at the outside of a region allocates memory.
fn allocates(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Block(list) => list.iter().any(allocates),
        StmtKind::Declaration(declaration) => is_allocation(declaration),
        _ => false,
    }
}

fn is_allocation(declaration: &Declaration) -> bool {
    let inits = declaration.declarators.iter();
    let mut inits = inits.filter_map(|one| one.init.as_ref());
    inits.any(|init| allocator(init).is_some())
}

/// Whether a statement is a directive that makes the loop behind it a parallel one.
fn starts_threads(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Pragma(text) => OpenMp::parse(text).is_ok_and(|one| one.parallel && !one.simd),
        _ => false,
    }
}

/// The function of the library that a value comes from, and its arguments.
fn allocator(init: &Expr) -> Option<(&Text, &[Expr])> {
    let ExprKind::Call(callee, arguments) = &without_casts(init).kind else {
        return None;
    };
    let name = callee.as_name()?;
    ["malloc", "calloc", "realloc", "aligned_alloc"]
        .contains(&&**name)
        .then_some((name, arguments))
}

/// All variables that statements declare, by name; counters as well.
pub(crate) fn declared(statements: &[Stmt]) -> BTreeSet<Text> {
    let mut names = BTreeSet::new();
    each_declaration(statements, &mut |declaration| {
        names.extend(declaration.declarators.iter().map(|one| one.name.clone()));
    });
    names
}

fn each_declaration<'t>(statements: &'t [Stmt], visit: &mut impl FnMut(&'t Declaration)) {
    for statement in statements {
        statement.parts(&mut |part| {
            let Part::Stmt(one) = part else {
                return;
            };
            match &one.kind {
                StmtKind::Declaration(declaration) => visit(declaration),
                StmtKind::For(head) => {
                    if let ForInit::Declaration(declaration) = &head.init {
                        visit(declaration);
                    }
                }
                _ => {}
            }
        });
    }
}

struct Search<'a> {
    unit: &'a Unit,
    region: &'a Region,
    /// The names that the region declares.
    declared: BTreeSet<Text>,
    heap: Heap,
    /// Whether something has been done before the place at hand.
    is_begun: bool,
    /// Whether the text was made from a model.
    is_made: bool,
}

/// A pointer that stands for an array.
struct Found {
    ty: Type,
    allocation: Allocation,
    /// Statements of the same list that are gone with it.
    gone: Vec<usize>,
}

/// What a pointer points to: numbers, or rows of them.
struct Target<'t> {
    name: &'t Text,
    /// The type of a row.
    row: &'t Type,
    /// The extents of a row.
    rows: Vec<&'t Expr>,
    base: &'t BaseType,
}

impl Search<'_> {
    fn list(&mut self, statements: &mut [Stmt]) {
        for at in 0..statements.len() {
            let mut kind = std::mem::replace(&mut statements[at].kind, StmtKind::Empty);
            match &mut kind {
                StmtKind::Empty | StmtKind::Pragma(_) => {}
                StmtKind::Block(inner) => self.list(inner),
                StmtKind::Declaration(declaration) => {
                    for one in &mut declaration.declarators {
                        self.declarator(one, statements, at);
                    }
                    declaration.expressions(&mut |value| {
                        value.walk(&mut |one| {
                            self.is_begun |= matches!(one.kind, ExprKind::Call(..));
                        });
                    });
                }
                kind => {
                    let is_parallel = at > 0 && starts_threads(&statements[at - 1]);
                    if self.is_made {
                        self.loops(kind, is_parallel);
                    }
                    self.is_begun = true;
                }
            }
            statements[at].kind = kind;
        }
    }

    /// Goes through the bodies of parallel loops.
    fn loops(&mut self, kind: &mut StmtKind, is_parallel: bool) {
        match kind {
            StmtKind::For(head) => {
                self.is_begun = !is_parallel;
                self.list(std::slice::from_mut(&mut head.body));
            }
            StmtKind::If(_, then, otherwise) => {
                for one in [Some(then), otherwise.as_mut()].into_iter().flatten() {
                    self.is_begun = true;
                    self.list(std::slice::from_mut(one));
                }
            }
            // With a directive behind the label that is a block.
            StmtKind::Label(_, inner) => {
                self.is_begun = true;
                self.list(std::slice::from_mut(inner));
            }
            _ => {}
        }
    }

    /// Makes an array of a pointer to new memory that is declared by a statement of the list.
    fn declarator(&mut self, declarator: &mut Declarator, list: &mut [Stmt], at: usize) {
        let Some(init) = &declarator.init else {
            return;
        };
        let Some(call) = allocator(init) else {
            return;
        };
        match self.judge(declarator, init, call, &list[at + 1..]) {
            Ok(found) => {
                declarator.ty = found.ty;
                declarator.init = None;
                for gone in found.gone {
                    list[at + 1 + gone].kind = StmtKind::Empty;
                }
                self.heap.arrays.push(found.allocation);
            }
            Err(why) => self.heap.refused.push((declarator.name_span, why)),
        }
    }

    /// The array that a pointer stands for, or why there is none.
    fn judge(
        &self,
        declarator: &Declarator,
        init: &Expr,
        (callee, arguments): (&Text, &[Expr]),
        behind: &[Stmt],
    ) -> Result<Found, String> {
        let name = &declarator.name;
        let (unit, region) = (self.unit, self.region);
        if let Some(why) = unit.no_malloc(region) {
            return Err(why);
        }
        let ([size], "malloc") = (arguments, &**callee) else {
            return Err(match &**callee {
                "calloc" => "`calloc` also writes zeros: call `malloc`, and write them in a loop",
                _ => "only `malloc` is understood here",
            }
            .into());
        };
        if self.is_begun {
            return Err("something is done before the memory is allocated".into());
        }
        let mut same = 0;
        each_declaration(&region.statements, &mut |declaration| {
            let own = declaration.declarators.iter();
            same += own.filter(|one| one.name == *name).count();
        });
        if same != 1 || region.symbol(name).is_some() {
            return Err(format!("there is another variable `{name}`"));
        }
        let target = self.target(name, &declarator.ty)?;
        let extent = self.extent(&target, size).ok_or_else(|| {
            format!("its size is not written as elements of `{name}`, as in `n * sizeof *{name}`")
        })?;
        let check = self.check(&target, &extent, behind)?;
        let frees = |one: &Stmt| frees(one, name);
        let mut freed = (0..behind.len()).filter(|&at| frees(&behind[at]));
        let (Some(last), None) = (freed.next(), freed.next()) else {
            return Err(format!(
                "`free({name});` must be at the end of the block that declares it, once"
            ));
        };
        let mut gone = vec![last];
        gone.extend(check.as_ref().map(|check| check.at));
        let rank = target.rows.len() + 1;
        let own = [
            Some(init.tokens),
            check.as_ref().map(|one| behind[one.at].tokens),
        ];
        self.only_elements(declarator, rank, own, &behind[last])?;
        let allocation = Allocation {
            name: name.to_string(),
            rank,
            declaration: self.declaration(&target, size),
            is_limited: check.as_ref().is_some_and(|check| check.is_limited),
            is_plain: check.as_ref().is_some_and(|check| check.is_plain),
            check: check.map(|check| check.text),
            place: declarator.name_span,
        };
        let ty = Type::Array {
            element: Box::new(target.row.clone()),
            extent: Some(Box::new(extent)),
            restrict: false,
            at_least: false,
        };
        Ok(Found {
            ty,
            allocation,
            gone,
        })
    }

    /// The declaration of a pointer that is set to so many bytes, in words that are known at the
    /// beginning of the region.
    fn declaration(&self, target: &Target<'_>, size: &Expr) -> Option<String> {
        let own = own_macros(self.unit, self.region);
        let text = |expr: &Expr| {
            let (_, text) = self.unit.source_text(expr.tokens)?;
            let tokens = tokens_of(text)?;
            let is_known = |name: &Text| {
                name == target.name || !self.declared.contains(name) && !own.contains(name)
            };
            let mut words = tokens.iter().map(|token| &token.text);
            words.all(is_known).then(|| spell(&tokens))
        };
        let (name, element) = (target.name, &target.base.name);
        let mut line = match target.rows[..] {
            [] => format!("{element} *{name}"),
            _ => format!("{element} (*{name})"),
        };
        for row in &target.rows {
            line.push_str(&format!("[{}]", text(row)?));
        }
        Some(format!("{line} = malloc({});", text(size)?))
    }

    /// What a pointer to numbers or to rows of numbers points to.
    fn target<'t>(&'t self, name: &'t Text, ty: &'t Type) -> Result<Target<'t>, String> {
        let Type::Pointer { to: row, .. } = self.unit.declarations.resolve(ty) else {
            return Err("it is no pointer to numbers".into());
        };
        let (rows, base) = self.rows(row).ok_or("it is no pointer to numbers")?;
        let is_number = match base.kind {
            BaseKind::Integer { .. } | BaseKind::Floating | BaseKind::Complex => true,
            BaseKind::Named => self.unit.declarations.is_enumeration(base),
            BaseKind::Void | BaseKind::Record => false,
        };
        match is_number && !base.is_const && !base.is_volatile && !base.is_atomic {
            true => Ok(Target {
                name,
                row,
                rows,
                base,
            }),
            false => Err("its elements are not plain numbers".into()),
        }
    }

    /// The extents of an array and the type of its elements.
    fn rows<'t>(&'t self, mut ty: &'t Type) -> Option<(Vec<&'t Expr>, &'t BaseType)> {
        let mut rows = Vec::new();
        loop {
            ty = self.unit.declarations.resolve(ty);
            match ty {
                Type::Array {
                    element, extent, ..
                } => {
                    rows.push(&**extent.as_ref()?);
                    ty = element;
                }
                Type::Base(base) => return Some((rows, base)),
                _ => return None,
            }
        }
    }

    /// How many rows a number of bytes has: `n` of `n * sizeof *p`.
    fn extent(&self, target: &Target<'_>, size: &Expr) -> Option<Expr> {
        let size = self.as_size(size);
        if let Some(unit) = self.unit_of(target, size) {
            return match unit.split_first() {
                Some((first, rest)) if self.are_same(rest, &target.rows) => Some((*first).clone()),
                _ if self.are_same(&unit, &target.rows) => Some(Expr::number(1, size.span)),
                _ => None,
            };
        }
        if let ExprKind::Binary(BinaryOp::Mul, left, right) = &size.kind {
            for (unit, count) in [(left, right), (right, left)] {
                let unit = self.unit_of(target, unit);
                if unit.is_some_and(|unit| self.are_same(&unit, &target.rows)) {
                    return Some(self.as_size(count).clone());
                }
            }
        }
        // The extents of rows may be among the factors.
        let mut factors = Vec::new();
        self.factors(size, &mut factors);
        let is_sized = |one: &&Expr| self.unit_of(target, one).is_some();
        if target.rows.is_empty() && is_character(target.base) && !factors.iter().any(is_sized) {
            return Some(size.clone());
        }
        let units = factors.iter().filter_map(|one| self.unit_of(target, one));
        let units: Vec<Vec<&Expr>> = units.collect();
        let [unit] = &units[..] else {
            return None;
        };
        factors.retain(|one| self.unit_of(target, one).is_none());
        let missing = target.rows.len().checked_sub(unit.len())?;
        if !self.are_same(unit, &target.rows[missing..]) {
            return None;
        }
        for row in &target.rows[..missing] {
            let same = |one: &&Expr| self.are_same(&[*one], &[*row]);
            factors.remove(factors.iter().position(same)?);
        }
        match &factors[..] {
            [] => Some(Expr::number(1, size.span)),
            [one] => Some((*one).clone()),
            _ => None,
        }
    }

    fn factors<'t>(&'t self, size: &'t Expr, factors: &mut Vec<&'t Expr>) {
        let size = self.as_size(size);
        match &size.kind {
            ExprKind::Binary(BinaryOp::Mul, left, right) => {
                self.factors(left, factors);
                self.factors(right, factors);
            }
            _ => factors.push(size),
        }
    }

    /// A number without a conversion to the type that sizes have.
    fn as_size<'t>(&'t self, mut value: &'t Expr) -> &'t Expr {
        while let ExprKind::Cast(ty, inner) = &value.kind
            && self.is_size(&ty.ty)
        {
            value = inner;
        }
        value
    }

    fn is_size(&self, ty: &Type) -> bool {
        let is_size = |ty: &Type| match ty {
            Type::Base(base) => ["size_t", "unsigned long"].contains(&&*base.name),
            _ => false,
        };
        is_size(ty) || is_size(self.unit.declarations.resolve(ty))
    }

    /// The extents of what a `sizeof` is the size of, if that is an array of elements like those of
    /// the target, or one of them.
    fn unit_of<'t>(&'t self, target: &Target<'t>, value: &'t Expr) -> Option<Vec<&'t Expr>> {
        // `_Alignof` is of the same kind.
        let word = self.unit.tokens.get(value.tokens.start as usize)?;
        if !word.is_word("sizeof") {
            return None;
        }
        match &value.kind {
            ExprKind::SizeOfType(ty) => {
                let (rows, base) = self.rows(&ty.ty)?;
                (base.name == target.base.name).then_some(rows)
            }
            ExprKind::SizeOf(operand) => {
                let (array, depth) = element_of(operand);
                let is_own = array.as_name() == Some(target.name) && depth > 0;
                let rows = target.rows.get(depth.wrapping_sub(1)..)?;
                is_own.then(|| rows.to_vec())
            }
            _ => None,
        }
    }

    /// Whether expressions are written alike.
    fn are_same(&self, some: &[&Expr], others: &[&Expr]) -> bool {
        let text = |one: &Expr| self.unit.expanded_text(self.as_size(one).tokens);
        let mut pairs = some.iter().zip(others);
        some.len() == others.len() && pairs.all(|(a, b)| text(a) == text(b))
    }

    /// That nothing is done with a pointer but to access elements, before it is freed.
    fn only_elements(
        &self,
        declarator: &Declarator,
        rank: usize,
        own: [Option<Tokens>; 2],
        freed: &Stmt,
    ) -> Result<(), String> {
        let name = &declarator.name;
        let mut elements: BTreeSet<usize> = BTreeSet::new();
        for statement in &self.region.statements {
            statement.parts(&mut |part| {
                let Part::Expr(one) = part else {
                    return;
                };
                let (array, depth) = element_of(one);
                if array.as_name() == Some(name) && depth == rank {
                    elements.insert(array.tokens.start as usize);
                }
            });
        }
        let own: Vec<_> = { own.into_iter() }.flatten().map(Tokens::range).collect();
        let freed = freed.tokens.range();
        for at in self.region.tokens.range() {
            let Some(token) = self.unit.tokens.get(at) else {
                break;
            };
            let is_known = own.iter().any(|range| range.contains(&at))
                || freed.contains(&at)
                || token.span() == declarator.name_span
                || elements.contains(&at) && at < freed.start;
            if token.kind == TokenKind::Ident && token.text == *name && !is_known {
                return Err(match elements.contains(&at) {
                    true => format!("`{name}` is used after it is freed"),
                    false => format!("`{name}` is used for more than to access single elements"),
                });
            }
        }
        Ok(())
    }
}

/// Whether values of the type are as large as a `char`.
fn is_character(base: &BaseType) -> bool {
    ["char", "signed char", "unsigned char"].contains(&&*base.name)
}

/// Whether a statement gives memory back.
fn frees(statement: &Stmt, name: &Text) -> bool {
    let StmtKind::Expr(expr) = &statement.kind else {
        return false;
    };
    match &expr.kind {
        ExprKind::Call(callee, arguments) => {
            let is_free = callee.as_name().is_some_and(|callee| &**callee == "free");
            is_free && matches!(&arguments[..], [one] if without_casts(one).as_name() == Some(name))
        }
        _ => false,
    }
}

/// What subscripts stand behind, and how many there are.
fn element_of(expr: &Expr) -> (&Expr, usize) {
    let mut depth = 0;
    let mut base = expr;
    while let ExprKind::Index(inner, _) | ExprKind::Unary(UnaryOp::Deref, inner) = &base.kind {
        depth += 1;
        base = inner;
    }
    (base, depth)
}

fn without_casts(mut expr: &Expr) -> &Expr {
    while let ExprKind::Cast(_, inner) = &expr.kind {
        expr = inner;
    }
    expr
}
