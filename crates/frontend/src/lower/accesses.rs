//! Which memory an expression reads and writes, in order of evaluation.

use presburger::Set;
use scop::{AccessKind, Body, Diagnostic, Span};

use super::calls::holds_pointers;
use super::linearised::{Linearised, Obstacle};
use super::names::Meaning;
use super::quasi::{Condition, Quasi, merged};
use super::reductions::ReductionDraft;
use super::strangers::Caller;
use super::{Lowered, Lowering, Nest, Reported};
use crate::codes;
use crate::syntax::{BinaryOp, Expr, ExprKind, Type, UnaryOp};
use crate::token::Text;

/// A statement of the model before its relations are built.
pub(super) struct Draft<'a> {
    pub name: String,
    pub label: Option<String>,
    pub iterators: Vec<String>,
    /// Values of the iterators, as a set without a name.
    pub domain: Set,
    pub accesses: Vec<AccessDraft<'a>>,
    pub reduction: Option<ReductionDraft>,
    /// The calls in it of functions that may reach any memory.
    pub readers: Vec<Caller>,
    pub body: Body,
    pub span: Span,
}

/// A reference to memory before its relation is built.
pub(super) struct AccessDraft<'a> {
    /// Index of the array.
    pub array: usize,
    pub subscripts: Vec<Subscript<'a>>,
    pub kind: AccessKind,
    /// It may not happen.
    pub may: bool,
    /// It happens whenever the branch that it stands in is taken.
    pub in_branch: bool,
    /// `domain` holds nothing that cannot happen.
    pub exact: bool,
    /// The subscript of an array of one dimension that is not affine, as a polynomial.
    pub linearised: Option<Result<Linearised, Obstacle>>,
    /// Where it happens: over the iterators of the statement and of loops inside of it.
    pub domain: Set,
    pub span: Span,
    /// A function that the statement calls does it.
    pub called: bool,
    /// It goes through a pointer or an address in the array, which may lead out of the row.
    pub by_address: bool,
}

impl AccessDraft<'_> {
    /// Whether both are writes of the same cell that happen on their sides of a condition for sure.
    fn is_same_write(&self, other: &AccessDraft<'_>) -> presburger::Result<bool> {
        let is_sure = |one: &AccessDraft<'_>| {
            one.kind == AccessKind::Write && one.in_branch && one.exact && !one.by_address
        };
        let mut subscripts = self.subscripts.iter().zip(&other.subscripts);
        let is_same = is_sure(self)
            && is_sure(other)
            && self.array == other.array
            && self.subscripts.len() == other.subscripts.len()
            && subscripts.all(|pair| match pair {
                (Subscript::Affine(one), Subscript::Affine(other)) => one == other,
                _ => false,
            });
        Ok(is_same
            && self.domain.n_dim() == other.domain.n_dim()
            && self.domain.is_equal(&other.domain)?)
    }
}

/// One subscript.
pub(super) enum Subscript<'a> {
    Affine(Quasi),
    /// Not affine: the sum of these.
    Other(Terms<'a>),
    /// Anything in the dimension.
    All,
    /// Everything in the dimension.
    Every,
}

/// Under which conditions something is evaluated.
#[derive(Clone)]
pub(super) struct Guard {
    /// Values of the counters, those of loops inside of the statement last.
    pub domain: Set,
    /// Also something that is not known in advance must hold.
    pub may: bool,
    /// Nothing of that kind must hold but what the innermost branch with two sides asks for.
    pub in_branch: bool,
    /// The domain holds nothing that cannot be.
    pub exact: bool,
}

impl Guard {
    pub(super) fn at(domain: Set) -> Guard {
        Guard {
            domain,
            may: false,
            in_branch: true,
            exact: true,
        }
    }

    pub(super) fn of(nest: &Nest) -> Guard {
        Guard::at(nest.domain.clone())
    }

    pub(super) fn maybe(&self) -> Guard {
        Guard {
            may: true,
            in_branch: false,
            ..self.clone()
        }
    }

    /// One of the two sides of a condition that is not known in advance.
    fn side(&self) -> Guard {
        Guard {
            may: true,
            in_branch: true,
            ..self.clone()
        }
    }
}

/// One step from a variable to the memory that is meant.
pub(super) enum Step<'a> {
    /// The sum of these is the subscript.
    Index {
        terms: Terms<'a>,
        /// It goes on from a pointer into an array that was made before: by its type, not even a row
        /// is the end.
        from_pointer: bool,
    },
    Field(&'a Text),
}

/// Expressions with their signs, to be added.
pub(super) type Terms<'a> = Vec<(i64, &'a Expr)>;

type Accesses<'a> = Vec<AccessDraft<'a>>;

impl<'a> Lowering<'a> {
    /// All that evaluating an expression does.
    pub(super) fn read(
        &mut self,
        expr: &'a Expr,
        guard: &Guard,
        out: &mut Accesses<'a>,
    ) -> Lowered<()> {
        let around = self.names.go_to(&guard.domain);
        let outside = std::mem::replace(&mut self.in_statement, true);
        let done = self.read_here(expr, guard, out);
        self.in_statement = outside;
        self.names.go_back(around);
        done
    }

    fn read_here(&mut self, expr: &'a Expr, guard: &Guard, out: &mut Accesses<'a>) -> Lowered<()> {
        self.note_signed(expr, guard)?;
        if self.names.load(expr).is_some() {
            return Ok(());
        }
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::SizeOf(_)
            | ExprKind::SizeOfType(_) => Ok(()),
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Field { .. } => {
                self.access(expr, AccessKind::Read, guard, out)
            }
            ExprKind::Unary(UnaryOp::Deref, _) => self.access(expr, AccessKind::Read, guard, out),
            ExprKind::Unary(UnaryOp::Address, _) => {
                Err(self.pointer(expr.span, "cannot model taking an address"))
            }
            ExprKind::Alias(alias) if self.names.is_integer(&alias.ty) => {
                self.read(&alias.value, guard, out)
            }
            ExprKind::Alias(_) => {
                Err(self.pointer(expr.span, "cannot model a pointer used as a value"))
            }
            ExprKind::Unary(_, operand) | ExprKind::Cast(_, operand) => {
                self.read(operand, guard, out)
            }
            ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                self.read(left, guard, out)?;
                let holds = self.names.condition(left).ok().map(|holds| match operator {
                    BinaryOp::And => holds,
                    _ => holds.negated(),
                });
                let guard = self.under(guard, holds, left.span)?;
                self.read(right, &guard, out)
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.read(condition, guard, out)?;
                let Some(yes) = yes else {
                    let holds = self.names.condition(condition).ok();
                    let guard = self.under(guard, holds.map(Condition::negated), condition.span)?;
                    return self.read(no, &guard, out);
                };
                self.two_sides(
                    condition,
                    guard,
                    out,
                    |this, guard, out| this.read(yes, guard, out),
                    |this, guard, out| this.read(no, guard, out),
                )
            }
            ExprKind::Binary(_, left, right) | ExprKind::Comma(left, right) => {
                self.read(left, guard, out)?;
                self.read(right, guard, out)
            }
            ExprKind::Assign(operator, target, value) => {
                self.read(value, guard, out)?;
                if operator.is_some() {
                    self.access(target, AccessKind::Read, guard, out)?;
                    self.access_only(target, AccessKind::Write, guard, out)
                } else {
                    self.access(target, AccessKind::Write, guard, out)
                }
            }
            ExprKind::Step { target, .. } => {
                self.access(target, AccessKind::Read, guard, out)?;
                self.access_only(target, AccessKind::Write, guard, out)
            }
            ExprKind::Call(callee, arguments) => self.call(expr, callee, arguments, guard, out),
            ExprKind::List(_) | ExprKind::Compound(..) => {
                Err(self.unsupported(expr.span, "a list of values"))
            }
            ExprKind::Statements(_) | ExprKind::Opaque => {
                Err(self.unsupported(expr.span, "an expression that is not C"))
            }
        }
    }

    /// What happens on both sides of a condition. A cell that both write, each for sure, is written for sure,
    /// whatever the condition is.
    pub(super) fn two_sides(
        &mut self,
        condition: &'a Expr,
        guard: &Guard,
        out: &mut Accesses<'a>,
        yes: impl FnOnce(&mut Self, &Guard, &mut Accesses<'a>) -> Lowered<()>,
        no: impl FnOnce(&mut Self, &Guard, &mut Accesses<'a>) -> Lowered<()>,
    ) -> Lowered<()> {
        if let Ok(holds) = self.names.condition(condition) {
            let inside = self.under(guard, Some(holds.clone()), condition.span)?;
            yes(self, &inside, out)?;
            let outside = self.under(guard, Some(holds.negated()), condition.span)?;
            return no(self, &outside, out);
        }
        let first = out.len();
        yes(self, &guard.side(), out)?;
        let second = out.len();
        no(self, &guard.side(), out)?;
        let (before, last) = out.split_at_mut(second);
        let mut pairs = Vec::new();
        for (i, one) in before.iter().enumerate().skip(first) {
            for (j, other) in last.iter().enumerate() {
                let is_same = self.exact(one.span, || one.is_same_write(other))?;
                if is_same {
                    pairs.push((i, second + j));
                }
            }
        }
        for one in &mut out[first..] {
            one.in_branch = false;
        }
        for (i, j) in pairs {
            for one in [i, j] {
                out[one].may = guard.may;
                out[one].in_branch = guard.in_branch;
            }
        }
        Ok(())
    }

    /// The guard with a condition; what is not known in advance makes it a *may*.
    pub(super) fn under(
        &mut self,
        guard: &Guard,
        condition: Option<Condition>,
        span: Span,
    ) -> Lowered<Guard> {
        let Some(condition) = condition else {
            return Ok(guard.maybe());
        };
        let domain = self.exact(span, || {
            let holds = condition.build(guard.domain.space())?;
            merged(guard.domain.intersect(&holds)?)
        })?;
        Ok(Guard {
            domain,
            ..guard.clone()
        })
    }

    /// An access with what its subscripts read.
    fn access(
        &mut self,
        expr: &'a Expr,
        kind: AccessKind,
        guard: &Guard,
        out: &mut Accesses<'a>,
    ) -> Lowered<()> {
        if let Some((base, steps)) = chain(expr) {
            let has_fields = steps.iter().any(|step| matches!(step, Step::Field(_)));
            let element = base.as_name().filter(|_| !has_fields);
            let element = element.and_then(|name| match self.names.meaning(name) {
                Meaning::Variable(variable) => Some(variable.ty.base().name.clone()),
                _ => None,
            });
            let element = element.as_deref().unwrap_or("");
            for step in &steps {
                if let Step::Index { terms, .. } = step {
                    for (_, term) in terms {
                        self.read(term, guard, out)?;
                        self.note_subscript(term, element, guard)?;
                    }
                }
            }
        }
        self.access_only(expr, kind, guard, out)
    }

    /// An access without what its subscripts read.
    fn access_only(
        &mut self,
        expr: &'a Expr,
        kind: AccessKind,
        guard: &Guard,
        out: &mut Accesses<'a>,
    ) -> Lowered<()> {
        if self.access_record(expr, kind, guard, out)? {
            return Ok(());
        }
        match self.place(expr, false)? {
            Place::Nothing if kind == AccessKind::Write => {
                // Only a name can mean no memory.
                let name = expr.as_name().map_or("it", |name| name);
                Err(self.counter_changed(name, expr.span))
            }
            Place::Nothing | Place::Private => Ok(()),
            Place::Memory {
                array,
                subscripts,
                from_pointer,
            } => {
                let before = out.len();
                if self.arrays[array].location.is_bits && kind == AccessKind::Write {
                    // The neighbours are read and written back.
                    let place = self.place(expr, false)?;
                    if let Place::Memory {
                        array, subscripts, ..
                    } = place
                    {
                        self.push(array, subscripts, AccessKind::Read, expr.span, guard, out);
                    }
                    let guard = guard.maybe();
                    self.push(array, subscripts, kind, expr.span, &guard, out);
                } else {
                    self.push(array, subscripts, kind, expr.span, guard, out);
                }
                let mut by_address = from_pointer;
                expr.walk(&mut |inner| {
                    by_address |= matches!(inner.kind, ExprKind::Unary(UnaryOp::Address, _));
                });
                let new = out[before..].iter_mut();
                new.for_each(|one| one.by_address |= by_address);
                Ok(())
            }
        }
    }

    pub(super) fn counter_changed(&mut self, name: &str, span: Span) -> Reported {
        self.errors.push(
            Diagnostic::error(
                codes::COUNTER_CHANGED,
                format!("the loop body changes the counter `{name}`"),
                span,
            )
            .note("the number of iterations must be known before the loop starts")
            .help(format!(
                "use another variable, or change `{name}` only in the loop's step"
            )),
        );
        Reported
    }

    pub(super) fn write_scalar(
        &mut self,
        name: &Text,
        span: Span,
        guard: &Guard,
        out: &mut Accesses<'a>,
    ) -> Lowered<()> {
        if let Some(array) = self.scalar(name, span)? {
            self.push(array, Vec::new(), AccessKind::Write, span, guard, out);
        }
        Ok(())
    }

    /// Whole arrays, or rows of them, that a function gets as an argument.
    pub(super) fn read_whole(
        &mut self,
        expr: &'a Expr,
        guard: &Guard,
        out: &mut Accesses<'a>,
    ) -> Lowered<()> {
        if self.names.load(expr).is_some() {
            return Ok(());
        }
        let target = match &expr.kind {
            ExprKind::Unary(UnaryOp::Address, operand) => operand,
            _ => expr,
        };
        if let Some((_, steps)) = chain(target) {
            for step in &steps {
                if let Step::Index { terms, .. } = step {
                    for (_, term) in terms {
                        self.read(term, guard, out)?;
                    }
                }
            }
            let by_address = !std::ptr::eq(target, expr);
            match self.place(target, true)? {
                Place::Memory {
                    array,
                    mut subscripts,
                    from_pointer,
                } => {
                    let given = steps
                        .iter()
                        .filter(|step| matches!(step, Step::Index { .. }));
                    let whole = by_address || given.count() < subscripts.len();
                    // From the address of an element the function reaches all others.
                    if by_address {
                        subscripts.iter_mut().for_each(|one| *one = Subscript::All);
                    }
                    let guard = if whole { guard.maybe() } else { guard.clone() };
                    self.push(array, subscripts, AccessKind::Read, expr.span, &guard, out);
                    let new = out.last_mut().into_iter();
                    new.for_each(|one| one.by_address |= from_pointer);
                }
                Place::Nothing if by_address => {
                    return Err(self.pointer(
                        expr.span,
                        "cannot take the address of a counter or parameter",
                    ));
                }
                Place::Nothing | Place::Private => {}
            }
            return Ok(());
        }
        self.read(expr, guard, out)
    }

    /// Everything that an expression means is written.
    pub(super) fn write_whole(
        &mut self,
        expr: &'a Expr,
        guard: &Guard,
        out: &mut Accesses<'a>,
    ) -> Lowered<()> {
        // A name for a value is no memory, and neither is what stands in its place.
        let is_place = matches!(
            expr.kind,
            ExprKind::Name(_)
                | ExprKind::Index(..)
                | ExprKind::Field { .. }
                | ExprKind::Unary(UnaryOp::Deref, _)
        );
        if !is_place {
            return Ok(());
        }
        if let Place::Memory {
            array,
            subscripts,
            from_pointer,
        } = self.place(expr, true)?
        {
            let every = |one| match one {
                Subscript::All => Subscript::Every,
                known => known,
            };
            let subscripts = subscripts.into_iter().map(every).collect();
            self.push(array, subscripts, AccessKind::Write, expr.span, guard, out);
            let new = out.last_mut().into_iter();
            new.for_each(|one| one.by_address |= from_pointer);
        }
        Ok(())
    }

    pub(super) fn push(
        &mut self,
        array: usize,
        subscripts: Vec<Subscript<'a>>,
        kind: AccessKind,
        span: Span,
        guard: &Guard,
        out: &mut Accesses<'a>,
    ) {
        // Names mean something else after the loops around it.
        let linearised = match subscripts.last() {
            Some(Subscript::Other(terms)) => Some(self.names.linearised(terms, &guard.domain)),
            _ => None,
        };
        out.push(AccessDraft {
            array,
            subscripts,
            kind,
            may: guard.may,
            in_branch: guard.in_branch,
            exact: guard.exact,
            linearised,
            domain: guard.domain.clone(),
            span,
            called: self.within > 0,
            by_address: self.within > 0,
        });
    }

    /// The memory that an expression means; `partly` when it may be a whole array of it.
    pub(super) fn place(&mut self, expr: &'a Expr, partly: bool) -> Lowered<Place<'a>> {
        let Some((base, steps)) = chain(expr) else {
            return Err(self.pointer(expr.span, "cannot tell what this points to"));
        };
        let Some(name) = base.as_name() else {
            return Err(self.pointer(base.span, "cannot tell what this points to"));
        };
        if self.names.is_hidden(name) {
            let leads_elsewhere = match self.names.meaning(name) {
                Meaning::Variable(variable) if !steps.is_empty() => {
                    holds_pointers(&self.unit.declarations, variable.ty, 0, 16)
                }
                _ => false,
            };
            return match leads_elsewhere {
                true => Err(self.pointer(expr.span, "cannot tell what this points to")),
                false => Ok(Place::Private),
            };
        }
        // A scalar is never a part of something.
        let is_array = match self.names.meaning(name) {
            Meaning::Variable(variable) => self.names.is_pointer(variable.ty),
            Meaning::Undeclared => partly && self.names.is_subscripted(name),
            _ => false,
        };
        if steps.is_empty() && !(partly && is_array) {
            if !is_array
                && let Meaning::Variable(variable) = self.names.meaning(name)
                && self.names.is_record(variable.ty)
                && partly
            {
                return Err(self.unsupported(expr.span, "a whole structure as a value"));
            }
            let array = match self.names.meaning(name) {
                Meaning::Variable(variable) if self.names.is_pointer(variable.ty) => {
                    return Err(self.pointer_value(expr.span));
                }
                _ => self.scalar(name, expr.span)?,
            };
            return Ok(array.map_or(Place::Nothing, |array| Place::Memory {
                array,
                subscripts: Vec::new(),
                from_pointer: false,
            }));
        }
        let fields: Vec<Option<&'a Text>> = steps
            .iter()
            .map(|step| match step {
                Step::Index { .. } => None,
                Step::Field(field) => Some(*field),
            })
            .collect();
        let Some(array) = self.array(name, &fields, expr.span, partly)? else {
            return Ok(Place::Nothing);
        };
        let mut subscripts: Vec<Subscript<'a>> = Vec::new();
        let mut from_pointer = false;
        for step in steps {
            if let Step::Index {
                terms,
                from_pointer: is_loose,
            } = step
            {
                subscripts.push(self.subscript(terms));
                from_pointer |= is_loose;
            }
        }
        let rank = self.arrays[array].rank();
        subscripts.resize_with(rank, || Subscript::All);
        Ok(Place::Memory {
            array,
            subscripts,
            from_pointer,
        })
    }

    pub(super) fn subscript(&self, terms: Terms<'a>) -> Subscript<'a> {
        let mut sum = Quasi::Const(0);
        for (sign, term) in &terms {
            match self.names.subscript_value(term) {
                Ok(value) => sum = sum.plus(value.times(*sign)),
                Err(_) => match self.tabled(term) {
                    Some(value) => sum = sum.plus(value.times(*sign)),
                    None => return Subscript::Other(terms),
                },
            }
        }
        Subscript::Affine(sum)
    }

    fn pointer_value(&mut self, span: Span) -> Reported {
        let reported = self.pointer(span, "cannot model a pointer used as a value");
        if let Some(error) = self.errors.pop() {
            self.errors.push(error.help(
                "where two buffers change places in each step, make them one array and use its rows in \
                 turn: `buffer[t % 2]` and `buffer[(t + 1) % 2]`",
            ));
        }
        reported
    }

    pub(super) fn pointer(&mut self, span: Span, what: &str) -> Reported {
        self.errors.push(
            Diagnostic::error(codes::POINTER, what, span)
                .note("finding dependences requires knowing which memory is accessed")
                .help("access arrays by name with subscripts, such as `a[i][j]`"),
        );
        Reported
    }
}

/// What an expression means.
pub(super) enum Place<'a> {
    /// No memory: a counter, a constant, a parameter.
    Nothing,
    /// A variable of the statement's own.
    Private,
    Memory {
        array: usize,
        subscripts: Vec<Subscript<'a>>,
        /// It was reached through a pointer that may go on from one row to the next.
        from_pointer: bool,
    },
}

/// Takes `a[i].x[j]` apart into `a` and its steps; `*p` is `p[0]`, `*(p + i)` is `p[i]`.
pub(super) fn chain(expr: &Expr) -> Option<(&Expr, Vec<Step<'_>>)> {
    match &expr.kind {
        ExprKind::Name(_) => Some((expr, Vec::new())),
        ExprKind::Index(base, index) => {
            let mut pointer = pointer(base)?;
            pointer.offset.push((1, index));
            pointer.through()
        }
        ExprKind::Field { base, arrow, name } => {
            let (base, mut steps) = match arrow {
                true => pointer(base)?.through()?,
                false => chain(base)?,
            };
            steps.push(Step::Field(name));
            Some((base, steps))
        }
        ExprKind::Unary(UnaryOp::Deref, operand) => pointer(operand)?.through(),
        // Through another type of pointer the subscripts would mean something else.
        ExprKind::Cast(ty, operand) if !matches!(ty.ty, Type::Pointer { .. }) => {
            chain(operand).filter(|(_, steps)| !steps.is_empty())
        }
        _ => None,
    }
}

/// A variable, the steps from it to a pointer, and what is added to that.
struct Pointer<'a> {
    base: &'a Expr,
    steps: Vec<Step<'a>>,
    offset: Terms<'a>,
    /// It was made before: a variable, or an address.
    is_made: bool,
    /// It is the address of what the steps lead to, and that is no element of an array.
    is_alone: bool,
}

impl<'a> Pointer<'a> {
    /// What it points to.
    fn through(mut self) -> Option<(&'a Expr, Vec<Step<'a>>)> {
        let is_zero = |term: &Expr| matches!(term.kind, ExprKind::Int(0));
        match self.is_alone {
            true if self.offset.iter().all(|(_, term)| is_zero(term)) => {}
            true => return None,
            false => self.steps.push(Step::Index {
                terms: self.offset,
                from_pointer: self.is_made,
            }),
        }
        Some((self.base, self.steps))
    }
}

/// Takes `p + i - j` apart; `&a[i]` is `a + i`.
fn pointer(expr: &Expr) -> Option<Pointer<'_>> {
    match &expr.kind {
        ExprKind::Binary(operator @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
            let mut found = pointer(left)?;
            let sign = if *operator == BinaryOp::Add { 1 } else { -1 };
            found.offset.push((sign, right));
            Some(found)
        }
        ExprKind::Alias(alias) => Some(Pointer {
            is_made: true,
            ..pointer(&alias.value)?
        }),
        ExprKind::Unary(UnaryOp::Address, operand) => {
            let (base, mut steps) = chain(operand)?;
            let offset = match steps.pop() {
                Some(Step::Index { terms, .. }) => Some(terms),
                Some(field) => {
                    steps.push(field);
                    None
                }
                None => None,
            };
            Some(Pointer {
                base,
                steps,
                is_made: true,
                is_alone: offset.is_none(),
                offset: offset.unwrap_or_default(),
            })
        }
        _ => chain(expr).map(|(base, steps)| Pointer {
            base,
            steps,
            offset: Vec::new(),
            is_made: false,
            is_alone: false,
        }),
    }
}
