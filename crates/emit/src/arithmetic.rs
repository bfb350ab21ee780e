//! In which types the new text computes.
//!
//! Bounds and subscripts are found in exact arithmetic; C computes them in `int` unless something
//! makes it use another type. `it + 31` overflows where `it` is close to `INT_MAX`, `2 * n` for
//! half of all `int`s, `it += 32` behind the last tile. For every operation this module asks which
//! values it has, over all counters and parameters that reach it ([`Place`]), and where they do not
//! fit makes one operand a `long`: a number (`2L * n`), or else a variable (`(long)n + m`). A counter
//! is a `long` where its first value, its bound, or the value that ends the loop is not an `int`.
//!
//! Where 64 bits are not enough either the text is right for some parameters only, and says so.
//!
//! That the choice is right is proved elsewhere, from the text alone: see `frontend`'s `Wrapping`.

use astgen::ast::{Expr, For, If, Node, Op, User};
use presburger::Set;

use crate::constants::Constant;
use crate::flip::inside;
use crate::place::{Counting, Fit, Place, Variable};
use crate::substitute::{mentions, replace};
use crate::types::{Type, by_name};
use crate::{Error, Result};

/// How the new text computes: for the loops, the conditions and the statements of a tree what they
/// are written as, each in the order in which they are met.
pub(crate) struct Arithmetic {
    pub loops: Vec<Header>,
    pub conditions: Vec<Expr>,
    /// Where the statements are.
    pub places: Vec<Place>,
    /// The constants of each scope.
    pub constants: Vec<Vec<Declared>>,
    /// Those that are still to be met.
    wanted: std::vec::IntoIter<Vec<Constant>>,
    rules: Rules,
    /// The counters of the loops around the place at hand: generated name, name in the text.
    open: Vec<(String, String)>,
    /// The parameters for which something does not fit.
    failing: Option<Set>,
    /// What OpenMP asks of the loops that are still to be met.
    asked: std::vec::IntoIter<Asked>,
}

/// What OpenMP asks of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// It counts the iterations of the loop before this begins.
    pub is_counted: bool,
    /// The loop is not to be entered without an iteration: what it leaves behind would be nothing.
    pub is_to_run: bool,
}

/// A constant as C declares it.
pub(crate) struct Declared {
    pub ty: Type,
    pub name: String,
    pub value: Expr,
}

/// The head of a loop.
pub(crate) struct Header {
    /// What must be asked before the loop, because its bounds do not fit where it does not run.
    pub guard: Option<Expr>,
    /// The type of the counter.
    pub ty: Type,
    pub first: Expr,
    pub condition: Expr,
    /// Whether the loop may be entered without an iteration though it is not to be.
    pub may_be_idle: bool,
}

/// What is done about expressions that do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Counters are signed; parameters of type `unsigned long` are converted to `long`.
    Signed,
    /// Counters may be of type `unsigned long`.
    Natural,
    /// Every counter has this type, and nothing is converted.
    Only(Type),
}

/// An expression as C writes it.
struct Typed {
    expr: Expr,
    ty: Type,
}

impl Arithmetic {
    /// The arithmetic of a tree whose loops have these names, by these rules.
    pub(crate) fn new(
        ast: &Node,
        names: &[String],
        outermost: &Place,
        rules: Rules,
        asked: Vec<Asked>,
        constants: Vec<Vec<Constant>>,
    ) -> Result<Arithmetic> {
        let mut arithmetic = Arithmetic {
            loops: Vec::new(),
            conditions: Vec::new(),
            places: Vec::new(),
            constants: Vec::new(),
            wanted: constants.into_iter(),
            rules,
            open: Vec::new(),
            failing: None,
            asked: asked.into_iter(),
        };
        arithmetic.node(ast, names, outermost)?;
        Ok(arithmetic)
    }

    /// The parameters for which something does not fit, if there are any.
    pub(crate) fn failing(&self) -> Option<&Set> {
        self.failing.as_ref()
    }

    fn node(&mut self, node: &Node, names: &[String], place: &Place) -> Result<()> {
        match node {
            Node::Block(nodes) => nodes
                .iter()
                .try_for_each(|node| self.node(node, names, place)),
            Node::Mark(_, node) => self.node(node, names, place),
            Node::User(user) => self.statement(user, place),
            Node::If(found) => self.condition(found, names, place),
            Node::For(found) => {
                let name = names.get(self.loops.len());
                let name = name.unwrap_or(&found.iterator).clone();
                let inner = self.header(found, name, place)?;
                let inner = self.declared(inner)?;
                self.node(&found.body, names, &inner)?;
                self.open.pop();
                Ok(())
            }
        }
    }

    fn statement(&mut self, user: &User, place: &Place) -> Result<()> {
        // Otherwise the text of the statement says what is computed.
        if let Rules::Only(_) = self.rules {
            for argument in &user.arguments {
                self.typed(argument, place)?;
            }
        }
        let place = self.declared(place.clone())?;
        self.places.push(place);
        Ok(())
    }

    /// Behind the constants of the next scope, which begins at a place.
    fn declared(&mut self, mut place: Place) -> Result<Place> {
        let mut declared = Vec::new();
        for wanted in self.wanted.next().unwrap_or_default() {
            let exact = self.renamed(&wanted.value);
            let before = self.failing.clone();
            let Typed { expr, ty } = self.typed(&exact, &place)?;
            let is_signed = matches!(ty, Type::Int | Type::Long);
            if !is_signed || self.failing != before || !self.fits(&exact, ty, &place)? {
                self.failing = before;
                continue;
            }
            place = place.behind(&wanted.name, &exact, ty)?;
            declared.push(Declared {
                ty,
                name: wanted.name,
                value: expr,
            });
        }
        self.constants.push(declared);
        Ok(place)
    }

    fn condition(&mut self, found: &If, names: &[String], place: &Place) -> Result<()> {
        let condition = self.renamed(&found.cond);
        let typed = self.typed(&condition, place)?;
        self.conditions.push(typed.expr);
        let then = self.declared(place.when(&condition, true)?)?;
        self.node(&found.then, names, &then)?;
        if let Some(otherwise) = &found.otherwise {
            let fails = self.declared(place.when(&condition, false)?)?;
            self.node(otherwise, names, &fails)?;
        }
        Ok(())
    }

    /// An expression with the names of the text.
    fn renamed(&self, expr: &Expr) -> Expr {
        if let Rules::Only(_) = self.rules {
            return expr.clone();
        }
        renamed(expr, &self.open)
    }

    /// The head of a loop, and the place inside of it.
    fn header(&mut self, found: &For, name: String, place: &Place) -> Result<Place> {
        let first = self.renamed(&found.init);
        self.open.push((found.iterator.clone(), name.clone()));
        let asked = self.asked.next().unwrap_or_default();
        let head = Counting {
            is_counted: asked.is_counted,
            first,
            condition: self.renamed(&found.cond),
            step: found.step,
            name,
        };
        let before = self.failing.clone();
        let (mut header, mut inner) = self.counting(&head, place)?;
        let is_new = self.failing != before;
        header.may_be_idle = asked.is_to_run && !place.always_runs(&inner)?;
        if is_new && self.rules == Rules::Signed || header.may_be_idle {
            // Perhaps it only fails where the loop does not run anyway. Nothing is lost if not.
            let after = self.failing.take();
            let running = place.where_it_runs(&inner)?;
            for guard in guards(&head, place, &inner) {
                self.failing = before.clone();
                let guard = self.typed(&guard, place)?;
                let (guarded, inside) = self.counting(&head, &running)?;
                if self.failing == before {
                    // The counter may have another type now.
                    inner = inside;
                    header = Header {
                        guard: Some(guard.expr),
                        may_be_idle: header.may_be_idle,
                        ..guarded
                    };
                    break;
                }
            }
            if header.guard.is_none() {
                self.failing = after;
            }
        }
        self.loops.push(header);
        Ok(inner)
    }

    /// The same, where `head` is what it counts.
    fn counting(&mut self, head: &Counting, place: &Place) -> Result<(Header, Place)> {
        let init = self.typed(&head.first, place)?;
        let mut least = init.ty;
        // The bound is looked at where the loop is entered, whether it runs or not.
        let bound = match bound_of(head) {
            Some((op, exact)) => {
                let bound = self.typed(exact, place)?;
                least = least.common(bound.ty);
                Some((op, exact, bound))
            }
            None => None,
        };
        let candidates: &[Type] = match self.rules {
            Rules::Only(Type::Int) => &[Type::Int],
            Rules::Only(Type::Unsigned) => &[Type::Unsigned],
            Rules::Only(Type::Long) => &[Type::Long],
            Rules::Only(Type::UnsignedLong) => &[Type::UnsignedLong],
            Rules::Signed => &[Type::Int, Type::Long],
            Rules::Natural => &[Type::Int, Type::Long, Type::UnsignedLong],
        };
        let mut chosen = None;
        for &ty in candidates {
            let inner = place.inside(head, ty)?;
            let fails = overflows(head, ty, place, &inner)?;
            let is_enough = fails.is_empty() && ty >= least;
            chosen = Some((ty, inner, fails));
            if is_enough {
                break;
            }
        }
        let Some((ty, inner, fails)) = chosen else {
            return Err(Error::Expression("there is no type for a counter".into()));
        };
        for set in fails {
            self.fail(set)?;
        }
        let condition = match bound {
            Some((op, exact, bound)) => {
                let counter = Typed {
                    expr: Expr::Id(head.name.clone()),
                    ty,
                };
                let exact = std::slice::from_ref(exact);
                self.compared(op, [counter, bound], exact, place)?
            }
            None => {
                let tested = inner.tested(place, head)?;
                self.typed(&head.condition, &tested)?.expr
            }
        };
        let header = Header {
            guard: None,
            ty,
            first: init.expr,
            condition,
            may_be_idle: false,
        };
        Ok((header, inner))
    }

    fn fail(&mut self, set: Set) -> Result<()> {
        self.failing = Some(match self.failing.take() {
            None => set,
            Some(known) => known.union(&set)?,
        });
        Ok(())
    }

    /// An expression as C is to write it at a place.
    pub(crate) fn expr(&mut self, expr: &Expr, place: &Place) -> Result<Expr> {
        Ok(self.typed(expr, place)?.expr)
    }

    /// An expression that others may compute with: it has a sign, as what it stands for has in
    /// exact arithmetic.
    pub(crate) fn operand(&mut self, expr: &Expr, place: &Place) -> Result<Expr> {
        let typed = self.typed(expr, place)?;
        match typed.ty {
            Type::Int | Type::Long => Ok(typed.expr),
            Type::Unsigned => Ok(widened(typed.expr)),
            Type::UnsignedLong => {
                self.fail(place.parameters()?)?;
                Ok(typed.expr)
            }
        }
    }

    fn typed(&mut self, expr: &Expr, place: &Place) -> Result<Typed> {
        let (op, operands) = match expr {
            Expr::Int(value) => {
                return Ok(Typed {
                    expr: expr.clone(),
                    ty: Type::of_literal(*value),
                });
            }
            Expr::Id(name) => return self.variable(name, place),
            Expr::Op(op, operands) => (*op, operands),
        };
        match (op, &operands[..]) {
            (Op::Add | Op::Sub | Op::Mul | Op::Neg, _) => {
                let mut typed = Vec::with_capacity(operands.len());
                for operand in operands {
                    typed.push(self.typed(operand, place)?);
                }
                self.computed(op, typed, expr, place)
            }
            (Op::FdivQ | Op::PdivQ | Op::Div | Op::PdivR | Op::ZdivR, [a, d]) => {
                let (a, d) = (self.typed(a, place)?, self.typed(d, place)?);
                if let (Op::FdivQ, Rules::Only(_)) = (op, self.rules) {
                    self.rounded(operands, a.ty.common(d.ty), place)?;
                }
                self.converted(op, vec![a, d], operands, place)
            }
            (Op::Min | Op::Max, [first, rest @ ..]) => {
                let mut done = self.typed(first, place)?;
                let mut so_far = vec![first.clone()];
                // Two at a time, as the macros have two arguments.
                for one in rest {
                    let typed = self.typed(one, place)?;
                    let old = match &so_far[..] {
                        [only] => only.clone(),
                        _ => Expr::Op(op, so_far.clone()),
                    };
                    done = self.converted(op, vec![done, typed], &[old, one.clone()], place)?;
                    so_far.push(one.clone());
                }
                Ok(done)
            }
            (Op::Cond | Op::Select, [condition, a, b]) => {
                let test = self.typed(condition, place)?;
                let yes = place.when(condition, true)?;
                let no = place.when(condition, false)?;
                let values = vec![self.typed(a, &yes)?, self.typed(b, &no)?];
                let both = self.converted(op, values, &operands[1..], place)?;
                let Expr::Op(_, mut parts) = both.expr else {
                    return Err(Error::Expression(format!("`{expr}`")));
                };
                parts.insert(0, test.expr);
                Ok(Typed {
                    expr: Expr::Op(op, parts),
                    ty: both.ty,
                })
            }
            (Op::And | Op::Or, [a, b]) => {
                let left = self.typed(a, place)?;
                let place = place.when(a, op == Op::And)?;
                let right = self.typed(b, &place)?;
                Ok(Typed {
                    expr: Expr::binary(op, left.expr, right.expr),
                    ty: Type::Int,
                })
            }
            (Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt, [a, b]) => {
                let both = [self.typed(a, place)?, self.typed(b, place)?];
                let expr = self.compared(op, both, operands, place)?;
                Ok(Typed {
                    expr,
                    ty: Type::Int,
                })
            }
            _ => Err(Error::Expression(format!("`{expr}` has no type"))),
        }
    }

    fn variable(&mut self, name: &str, place: &Place) -> Result<Typed> {
        let expr = Expr::Id(name.into());
        let known = place.variable(name).and_then(|one| one.ty);
        match (known, self.rules) {
            (Some(ty), Rules::Only(_) | Rules::Natural) => Ok(Typed { expr, ty }),
            (Some(ty), Rules::Signed) if ty != Type::UnsignedLong => Ok(Typed { expr, ty }),
            _ => {
                self.check(&expr, Type::Long, place)?;
                Ok(Typed {
                    expr: converted_name(name),
                    ty: Type::Long,
                })
            }
        }
    }

    /// A sum, difference, product or negation of `operands`; `whole` is what it stands for.
    fn computed(
        &mut self,
        op: Op,
        mut operands: Vec<Typed>,
        whole: &Expr,
        place: &Place,
    ) -> Result<Typed> {
        let Expr::Op(_, exact) = whole else {
            return Err(Error::Expression(format!("`{whole}`")));
        };
        let mut ty = common(&operands);
        let may_widen = !matches!(self.rules, Rules::Only(_));
        if may_widen && ty == Type::UnsignedLong && matches!(op, Op::Sub | Op::Neg) {
            // Nobody who reads it can tell that it does not wrap around.
            self.fail(place.parameters()?)?;
        }
        if may_widen && ty < Type::Long {
            let mut fits = ty == Type::Int;
            for expr in exact.iter().chain([whole]) {
                fits = fits && self.fits(expr, ty, place)?;
            }
            if !fits {
                widen(&mut operands);
                ty = Type::Long;
            }
        }
        for expr in exact.iter().chain([whole]) {
            self.check(expr, ty, place)?;
        }
        let operands = operands.into_iter().map(|one| one.expr).collect();
        Ok(Typed {
            expr: Expr::Op(op, operands),
            ty,
        })
    }

    /// An operation that converts its operands to a common type, and has a value that is in it.
    fn converted(
        &mut self,
        op: Op,
        mut operands: Vec<Typed>,
        exact: &[Expr],
        place: &Place,
    ) -> Result<Typed> {
        let ty = self.unify(&mut operands, exact, place)?;
        let operands = operands.into_iter().map(|one| one.expr).collect();
        Ok(Typed {
            expr: Expr::Op(op, operands),
            ty,
        })
    }

    fn compared(
        &mut self,
        op: Op,
        operands: [Typed; 2],
        exact: &[Expr],
        place: &Place,
    ) -> Result<Expr> {
        let mut operands = operands;
        self.unify(&mut operands, exact, place)?;
        Ok(Expr::Op(
            op,
            operands.into_iter().map(|one| one.expr).collect(),
        ))
    }

    /// Makes the common type of operands one that has all their values.
    fn unify(&mut self, operands: &mut [Typed], exact: &[Expr], place: &Place) -> Result<Type> {
        let ty = common(operands);
        // Numbers apart, compilers warn of operands with and without a sign.
        let mixed = ty.is_unsigned()
            && operands
                .iter()
                .any(|one| !one.ty.is_unsigned() && !matches!(one.expr, Expr::Int(0..)));
        let mut fits = true;
        for expr in exact {
            fits = fits && self.fits(expr, ty, place)?;
        }
        let may_widen = !matches!(self.rules, Rules::Only(_));
        if may_widen && ty < Type::Long && (mixed || !fits) {
            // What has no sign gets one.
            for operand in operands.iter_mut().filter(|one| one.ty.is_unsigned()) {
                let old = std::mem::replace(&mut operand.expr, Expr::Int(0));
                operand.expr = widened(old);
                operand.ty = Type::Long;
            }
            return Ok(Type::Long);
        }
        if !fits {
            for expr in exact {
                self.check(expr, ty, place)?;
            }
        }
        Ok(ty)
    }

    fn fits(&self, expr: &Expr, ty: Type, place: &Place) -> Result<bool> {
        let fit = place.fits(expr, ty.range())?;
        Ok(matches!(fit, Fit::Fits))
    }

    /// Notes the parameters for which a value is not in a type.
    fn check(&mut self, expr: &Expr, ty: Type, place: &Place) -> Result<()> {
        match place.fits(expr, ty.range())? {
            Fit::Fits => Ok(()),
            Fit::Fails(set) => self.fail(set),
        }
    }

    /// What isl's macro `floord` computes for a number below zero: `-((-n + d - 1) / d)`.
    fn rounded(&mut self, operands: &[Expr], ty: Type, place: &Place) -> Result<()> {
        let [n, d] = operands else { return Ok(()) };
        let negative = Expr::binary(Op::Lt, n.clone(), Expr::Int(0));
        let place = place.when(&negative, true)?;
        let negated = n.clone().negated();
        let sum = Expr::binary(Op::Add, negated.clone(), d.clone());
        self.check(&negated, ty, &place)?;
        self.check(&sum, ty, &place)
    }
}

/// The parameters for which a counter of a type leaves its range: with its first value, or with the
/// one that ends the loop.
fn overflows(head: &Counting, ty: Type, place: &Place, inner: &Place) -> Result<Vec<Set>> {
    let next = Expr::binary(Op::Add, Expr::Id(head.name.clone()), Expr::Int(head.step));
    let fits = [
        place.fits(&head.first, ty.range()),
        inner.fits(&next, ty.range()),
    ];
    let mut sets = Vec::new();
    for fit in fits {
        if let Fit::Fails(set) = fit? {
            sets.push(set);
        }
    }
    if head.is_counted
        && let Some((op, bound)) = bound_of(head)
    {
        // What compilers compute before the loop begins: its end, the distance to that, and the
        // latter rounded up to whole steps. Without a sign they ask first whether it runs.
        let end = match op {
            Op::Le => Expr::binary(Op::Add, bound.clone(), Expr::Int(1)),
            Op::Ge => Expr::binary(Op::Sub, bound.clone(), Expr::Int(1)),
            _ => bound.clone(),
        };
        let rest = head.step - head.step.signum();
        let (from, to, rest) = match ty.is_unsigned() && head.step < 0 {
            true => (&end, &head.first, rest.saturating_neg()),
            false => (&head.first, &end, rest),
        };
        let distance = Expr::binary(Op::Sub, to.clone(), from.clone());
        let distance = Expr::binary(Op::Add, distance, Expr::Int(rest));
        let place = match ty.is_unsigned() {
            true => place.where_it_runs(inner)?,
            false => place.clone(),
        };
        for value in [bound, &end, &distance] {
            if let Fit::Fails(set) = place.fits(value, ty.range())? {
                sets.push(set);
            }
        }
    }
    Ok(sets)
}

/// Conditions for a loop to run, the simplest one first.
fn guards(head: &Counting, place: &Place, inner: &Place) -> Vec<Expr> {
    let simplest = place.running(inner).ok().flatten();
    // Its own condition computes nothing that the loop does not compute anyway.
    let own = bound_of(head).map(|(op, bound)| Expr::binary(op, head.first.clone(), bound.clone()));
    simplest.iter().map(strict).chain(own).collect()
}

/// A condition without sums that only make an inequality weak: `to > from` is computed for all
/// numbers, `to >= from + 1` is not.
fn strict(condition: &Expr) -> Expr {
    let less_one = |expr: &Expr, sum: Op| match expr {
        Expr::Op(op, sides) if *op == sum => match &sides[..] {
            [rest, Expr::Int(1)] => Some(rest.clone()),
            _ => None,
        },
        _ => None,
    };
    let Expr::Op(op, sides) = condition else {
        return condition.clone();
    };
    let (greater, smaller, strictly) = match (op, &sides[..]) {
        (Op::Ge, [left, right]) => (left, right, Op::Gt),
        (Op::Le, [left, right]) => (right, left, Op::Lt),
        _ => return Expr::Op(*op, sides.iter().map(strict).collect()),
    };
    let sides = match (less_one(smaller, Op::Add), less_one(greater, Op::Sub)) {
        (Some(smaller), _) => (greater.clone(), smaller),
        (None, Some(greater)) => (greater, smaller.clone()),
        (None, None) => return condition.clone(),
    };
    match strictly {
        Op::Gt => Expr::binary(Op::Gt, sides.0, sides.1),
        _ => Expr::binary(Op::Lt, sides.1, sides.0),
    }
}

/// The bound of a counter that is compared with something that does not depend on it.
fn bound_of(head: &Counting) -> Option<(Op, &Expr)> {
    let Expr::Op(op @ (Op::Le | Op::Lt | Op::Ge | Op::Gt), sides) = &head.condition else {
        return None;
    };
    match &sides[..] {
        [Expr::Id(left), bound] if *left == head.name && !mentions(bound, left) => {
            Some((*op, bound))
        }
        _ => None,
    }
}

/// An expression with the counters' names in the text, and sums collected.
pub(crate) fn renamed(expr: &Expr, open: &[(String, String)]) -> Expr {
    inside(&replace(expr, &|name| {
        let (_, new) = open.iter().rev().find(|(old, _)| old == name)?;
        Some(Expr::Id(new.clone()))
    }))
}

fn common(operands: &[Typed]) -> Type {
    let types = operands.iter().map(|one| one.ty);
    types.reduce(Type::common).unwrap_or(Type::Int)
}

/// Makes one operand a `long`: a number if there is one.
fn widen(operands: &mut [Typed]) {
    let is_number = |one: &Typed| matches!(one.expr, Expr::Int(_));
    let at = operands.iter().position(is_number).unwrap_or(0);
    if let Some(operand) = operands.get_mut(at) {
        let old = std::mem::replace(&mut operand.expr, Expr::Int(0));
        operand.expr = widened(old);
        operand.ty = Type::Long;
    }
}

/// An expression of type `long` with the same value.
fn widened(expr: Expr) -> Expr {
    match expr {
        Expr::Int(value) if value < 0 => Expr::Id(format!("({value}L)")),
        Expr::Int(value) => Expr::Id(format!("{value}L")),
        Expr::Id(name) => converted_name(&name),
        // One operand takes the others with it; that of a choice is not among them.
        Expr::Op(op, mut operands) => {
            let first = usize::from(matches!(op, Op::Cond | Op::Select));
            let numbers = |one: &Expr| matches!(one, Expr::Int(_));
            let sums = matches!(op, Op::Add | Op::Sub | Op::Mul);
            let number = operands.iter().position(numbers).filter(|_| sums);
            if let Some(operand) = operands.get_mut(number.unwrap_or(first)) {
                let old = std::mem::replace(operand, Expr::Int(0));
                *operand = widened(old);
            }
            Expr::Op(op, operands)
        }
    }
}

fn converted_name(name: &str) -> Expr {
    Expr::Id(format!("(long){name}"))
}

/// The parameters of a model with their types.
pub(crate) fn parameters(scop: &scop::Scop) -> Vec<Variable> {
    let known = scop.parameters.iter().map(|parameter| {
        let found = by_name(&parameter.ctype);
        Variable {
            name: parameter.name.clone(),
            ty: found.map(|(ty, _)| ty),
            range: found.map_or(Type::Long.range(), |(_, range)| range),
        }
    });
    known.collect()
}
