//! A place in a tree: the loops around it, which values their counters have there, and which values
//! an expression has.
//!
//! Two answers to "does it fit": from intervals, by rules of thumb that are never wrong and often
//! enough; then exactly, as the question whether a set of counters and parameters is empty.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use astgen::ast::{Expr, Op};
use presburger::{Aff, Dim, Effort, MultiAff, PwAff, Result, Set, Space, Tuple, Value, attempt};

use crate::types::{Range, Type};

/// A place in a tree.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The counters of the loops around it, outermost first: the dimensions of `here`.
    counters: Vec<Variable>,
    parameters: Vec<Variable>,
    /// The values of counters and parameters for which the place is reached.
    here: Set,
    /// What is known to fit, here and elsewhere. The same is asked for every type that is tried, and
    /// for an expression by itself and as an operand.
    answers: Arc<Mutex<HashMap<Question, Fit>>>,
}

/// Whether an expression is in a range, where counters with these names have these values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    counters: Vec<String>,
    here: Set,
    expr: Expr,
    range: Range,
}

/// A counter or a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: String,
    /// What C computes with it in; `None` is not known.
    pub ty: Option<Type>,
    /// Values beyond these it does not have.
    pub range: Range,
}

/// What says which values a counter has: `first`, `first + step`, ... as long as `condition` holds.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    /// Whether OpenMP counts its iterations before it begins.
    pub is_counted: bool,
    pub name: String,
    pub first: Expr,
    pub condition: Expr,
    pub step: i64,
}

/// Whether values fit.
#[derive(Clone, Debug)]
pub(crate) enum Fit {
    Fits,
    /// Not for these parameters.
    Fails(Set),
}

impl Place {
    /// Outside of all loops, where the parameters have the values that their types and `known` allow.
    pub(crate) fn new(parameters: Vec<Variable>, known: &Set) -> Result<Place> {
        let mut here = Set::universe(Space::set(Vec::new(), Tuple::anonymous(0)))?;
        here = here.intersect_params(known)?;
        for parameter in &parameters {
            if here.space().find_param(&parameter.name).is_none() {
                here = here.add_param(&parameter.name)?;
            }
            if let Some(at) = here.space().find_param(&parameter.name) {
                here = here
                    .lower_bound(Dim::Param(at), number(parameter.range.least)?)?
                    .upper_bound(Dim::Param(at), number(parameter.range.most)?)?;
            }
        }
        Ok(Place {
            counters: Vec::new(),
            parameters,
            here,
            answers: Arc::default(),
        })
    }

    /// The parameters for which the place is reached.
    pub(crate) fn parameters(&self) -> Result<Set> {
        self.here.params()
    }

    /// The parameters that are not in `failing`: a condition for those for which the place is
    /// reached.
    pub(crate) fn except(&self, failing: &Set) -> Result<Set> {
        let here = self.here.params()?;
        let rest = here.subtract(failing)?;
        let short = attempt(Effort::Loop, || rest.coalesce()?.gist(&here))?;
        Ok(short.unwrap_or(rest))
    }

    /// A condition for a loop with `inner` inside of it to run at least once; `None` if it always
    /// does.
    pub(crate) fn running(&self, inner: &Place) -> astgen::Result<Option<Expr>> {
        let at = self.counters.len();
        let runs = inner.here.project_out(Dim::Set(at), 1)?;
        let names = self.counters.iter().map(|one| one.name.clone()).collect();
        let position = astgen::Position::new(names, self.here.clone());
        position.condition(&runs.gist(&self.here)?.coalesce()?)
    }

    /// Whether a loop with this place inside of it runs at least once whenever it is reached.
    pub(crate) fn always_runs(&self, inner: &Place) -> Result<bool> {
        let runs = inner.here.project_out(Dim::Set(self.counters.len()), 1)?;
        self.here.is_subset(&runs)
    }

    /// Whether wherever the place is reached, with these parameters, one of some places further
    /// inside is reached too.
    pub(crate) fn always_reaches(&self, inner: &[Place], parameters: &Set) -> Result<bool> {
        let at = self.counters.len();
        let mut reached = Set::empty(self.here.space().clone())?;
        for place in inner {
            let here = &place.here;
            let more = here.project_out(Dim::Set(at), place.counters.len() - at)?;
            reached = reached.union(&more)?;
        }
        self.here.intersect_params(parameters)?.is_subset(&reached)
    }

    /// The part of the place where a loop with `inner` inside of it runs.
    pub(crate) fn where_it_runs(&self, inner: &Place) -> Result<Place> {
        let here = inner.here.project_out(Dim::Set(self.counters.len()), 1)?;
        Ok(Place {
            here,
            ..self.clone()
        })
    }

    /// The counter or parameter of this name.
    pub(crate) fn variable(&self, name: &str) -> Option<&Variable> {
        let counters = self.counters.iter().rev();
        let mut all = counters.chain(&self.parameters);
        all.find(|variable| variable.name == name)
    }

    /// Where `condition` holds, or fails.
    pub(crate) fn when(&self, condition: &Expr, holds: bool) -> Result<Place> {
        let set = self.condition(condition)?;
        let here = match holds {
            true => self.here.intersect(&set)?,
            false => self.here.subtract(&set)?,
        };
        Ok(Place {
            here,
            ..self.clone()
        })
    }

    /// Inside of a loop. The set may have more values than the loop has if its start is one of
    /// several or its condition does not compare the counter with a bound.
    pub(crate) fn inside(&self, head: &Counting, ty: Type) -> Result<Place> {
        let name = &head.name;
        let first = self.interval(&head.first);
        let mut range = ty.range();
        let at = self.counters.len();
        let mut place = self.clone();
        place.counters.push(Variable {
            name: name.clone(),
            ty: Some(ty),
            range,
        });
        place.here = self.here.add_dims(1)?;
        let counter = Expr::Id(name.clone());
        let (from, extreme) = match head.step > 0 {
            true => (Op::Ge, Op::Max),
            false => (Op::Le, Op::Min),
        };
        let starts = match &head.first {
            Expr::Op(op, operands) if *op == extreme => &operands[..],
            other => std::slice::from_ref(other),
        };
        for start in starts {
            let beyond = Expr::binary(from, counter.clone(), start.clone());
            place.here = place.here.intersect(&place.condition(&beyond)?)?;
        }
        place.here = place.here.intersect(&place.condition(&head.condition)?)?;
        if let ([start], true) = (starts, head.step.unsigned_abs() > 1) {
            let distance = place.value(&Expr::binary(Op::Sub, counter.clone(), start.clone()))?;
            let rest = distance.mod_val(&Value::from(head.step).abs())?;
            place.here = place.here.intersect(&rest.zero_set()?)?;
        }
        // The bounds as intervals.
        if let Expr::Op(op, sides) = &head.condition
            && let [Expr::Id(left), bound] = &sides[..]
            && left == name
        {
            let bound = self.interval(bound);
            match op {
                Op::Le => range.most = range.most.min(bound.most),
                Op::Lt => range.most = range.most.min(bound.most - 1),
                Op::Ge => range.least = range.least.max(bound.least),
                Op::Gt => range.least = range.least.max(bound.least + 1),
                _ => {}
            }
        }
        match head.step > 0 {
            true => range.least = range.least.max(first.least),
            false => range.most = range.most.min(first.most),
        }
        place.counters[at].range = range;
        Ok(place)
    }

    /// Behind the declaration of a constant of this type.
    pub(crate) fn behind(&self, name: &str, value: &Expr, ty: Type) -> Result<Place> {
        let range = self.interval(value);
        let mut place = self.clone();
        place.counters.push(Variable {
            name: name.into(),
            ty: Some(ty),
            range: Range {
                least: range.least.max(ty.range().least),
                most: range.most.min(ty.range().most),
            },
        });
        place.here = self.here.add_dims(1)?;
        let is_value = Expr::binary(Op::Eq, Expr::Id(name.into()), value.clone());
        place.here = place.here.intersect(&place.condition(&is_value)?)?;
        Ok(place)
    }

    /// Where the condition of the loop is looked at, this being the place inside of it and `outer`
    /// that around it: also before it and behind its last iteration.
    pub(crate) fn tested(&self, outer: &Place, head: &Counting) -> Result<Place> {
        let at = outer.counters.len();
        let space = self.here.space().clone();
        let counter = Aff::var_on_domain(&space, Dim::Set(at))?;
        let before = counter.add_constant(&-Value::from(head.step))?;
        let before = MultiAff::identity_on_domain(&space)?.set_at(at, &before)?;
        let later = self.here.preimage_multi_aff(&before)?;
        let mut place = self.clone();
        let is_first = Expr::binary(Op::Eq, Expr::Id(head.name.clone()), head.first.clone());
        let entered = outer
            .here
            .add_dims(1)?
            .intersect(&place.condition(&is_first)?)?;
        place.here = self.here.union(&later)?.union(&entered)?;
        // One step beyond what it was.
        let step = i128::from(head.step);
        let range = &mut place.counters[at].range;
        range.least = range.least.saturating_add(step.min(0));
        range.most = range.most.saturating_add(step.max(0));
        let first = outer.interval(&head.first);
        range.least = range.least.min(first.least);
        range.most = range.most.max(first.most);
        Ok(place)
    }

    /// Whether all values of an expression here are in a range.
    pub(crate) fn fits(&self, expr: &Expr, range: Range) -> Result<Fit> {
        if range.holds(self.interval(expr)) {
            return Ok(Fit::Fits);
        }
        let question = Question {
            counters: self.counters.iter().map(|one| one.name.clone()).collect(),
            here: self.here.clone(),
            expr: expr.clone(),
            range,
        };
        if let Ok(known) = self.answers.lock()
            && let Some(answer) = known.get(&question)
        {
            return Ok(answer.clone());
        }
        let outside = || -> Result<Fit> {
            let value = self.value(expr)?;
            let space = value.domain_space();
            let constant = |bound: i128| -> Result<PwAff> {
                let bound = Aff::val_on_domain(&space, &number(bound)?)?;
                Ok(PwAff::from_aff(&bound))
            };
            let above = value.gt_set(&constant(range.most)?)?;
            let below = value.lt_set(&constant(range.least)?)?;
            let outside = self.here.intersect(&above.union(&below)?)?;
            Ok(match outside.is_empty()? {
                true => Fit::Fits,
                false => Fit::Fails(outside.params()?),
            })
        };
        let answer = match attempt(Effort::Loop, outside)? {
            Some(decided) => decided,
            // Not known to fit.
            None => Fit::Fails(Set::universe(self.here.space().to_params())?),
        };
        if let Ok(mut known) = self.answers.lock() {
            known.insert(question, answer.clone());
        }
        Ok(answer)
    }

    /// An expression with divisions as a sum of counters and parameters, if it is one here: where
    /// `kt` counts tiles, `k % 32` is `k - kt`.
    pub(crate) fn as_sum(&self, expr: &Expr) -> Result<Option<Expr>> {
        if !has_division(expr) {
            return Ok(None);
        }
        let names = self.counters.iter().map(|one| &one.name);
        let names: Vec<&String> = names.collect();
        // An inner counter that hides an outer one cannot be told from it.
        let is_hidden = |at: usize| names[at + 1..].contains(&names[at]);
        if (0..names.len()).any(is_hidden) {
            return Ok(None);
        }
        let n = names.len();
        let find = || -> Result<Option<Expr>> {
            let graph = self.value(expr)?.as_map()?.intersect_domain(&self.here)?;
            let hull = graph.wrap()?.flatten().affine_hull()?;
            let mut best: Option<(usize, Expr)> = None;
            for constraint in hull.constraints()? {
                let aff = constraint.aff();
                let own = aff.coefficient(Dim::In(n))?.to_i64();
                let (true, Some(own @ (1 | -1))) = (constraint.is_equality(), own) else {
                    continue;
                };
                if aff.involves_locals() {
                    continue;
                }
                let mut terms = Vec::new();
                let params = aff.space().params().to_vec();
                let dims = (0..n).map(|at| (Dim::In(at), names[at].clone()));
                let params = { params.iter().enumerate() }
                    .map(|(at, name)| (Dim::Param(at), name.to_string()));
                for (dim, name) in dims.chain(params) {
                    match aff.coefficient(dim)?.to_i64() {
                        Some(0) => {}
                        Some(factor) => terms.push((-own * factor, name)),
                        None => return Ok(None),
                    }
                }
                let Some(constant) = aff.constant().to_i64() else {
                    continue;
                };
                if best.as_ref().is_none_or(|(known, _)| terms.len() < *known) {
                    best = Some((terms.len(), sum(&terms, -own * constant)));
                }
            }
            Ok(best.map(|(_, expr)| expr))
        };
        Ok(attempt(Effort::Loop, find)?.flatten())
    }

    /// Values between which those of an expression are.
    fn interval(&self, expr: &Expr) -> Range {
        let of = |range: [i128; 4]| Range {
            least: range.into_iter().min().unwrap_or(0),
            most: range.into_iter().max().unwrap_or(0),
        };
        let (op, operands) = match expr {
            Expr::Int(value) => {
                let value = i128::from(*value);
                return of([value; 4]);
            }
            Expr::Id(name) => {
                let anything = Range {
                    least: i128::MIN / 4,
                    most: i128::MAX / 4,
                };
                return self.variable(name).map_or(anything, |one| one.range);
            }
            Expr::Op(op, operands) => (*op, operands),
        };
        let parts: Vec<Range> = operands.iter().map(|one| self.interval(one)).collect();
        match (op, &parts[..]) {
            (Op::Neg, [a]) => Range {
                least: a.most.saturating_neg(),
                most: a.least.saturating_neg(),
            },
            (Op::Add, [a, b]) => Range {
                least: a.least.saturating_add(b.least),
                most: a.most.saturating_add(b.most),
            },
            (Op::Sub, [a, b]) => Range {
                least: a.least.saturating_sub(b.most),
                most: a.most.saturating_sub(b.least),
            },
            (Op::Mul, [a, b]) => of([
                a.least.saturating_mul(b.least),
                a.least.saturating_mul(b.most),
                a.most.saturating_mul(b.least),
                a.most.saturating_mul(b.most),
            ]),
            (Op::FdivQ | Op::PdivQ | Op::Div, [a, b]) if b.least > 0 => of([
                a.least.div_euclid(b.least),
                a.least.div_euclid(b.most),
                a.most.div_euclid(b.least),
                a.most.div_euclid(b.most),
            ]),
            (Op::PdivR | Op::ZdivR, [_, b]) if b.least > 0 => Range {
                least: 1 - b.most,
                most: b.most - 1,
            },
            (Op::Min | Op::Max, [first, rest @ ..]) => rest.iter().fold(*first, |all, one| {
                let pick = match op {
                    Op::Min => i128::min,
                    _ => i128::max,
                };
                Range {
                    least: pick(all.least, one.least),
                    most: pick(all.most, one.most),
                }
            }),
            (Op::Cond | Op::Select, [_, a, b]) => of([a.least, a.most, b.least, b.most]),
            (Op::And | Op::Or | Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt, _) => {
                Range { least: 0, most: 1 }
            }
            _ => Range {
                least: i128::MIN / 4,
                most: i128::MAX / 4,
            },
        }
    }

    /// The value of an expression as a function of counters and parameters.
    fn value(&self, expr: &Expr) -> Result<PwAff> {
        let space = self.here.space();
        let invalid = || presburger::Error::Invalid(format!("`{expr}` is not affine"));
        let (op, operands) = match expr {
            Expr::Int(value) => {
                let value = Aff::val_on_domain(space, &Value::from(*value))?;
                return Ok(PwAff::from_aff(&value));
            }
            Expr::Id(name) => {
                let counter = self.counters.iter().rposition(|one| one.name == *name);
                let dim = match counter {
                    Some(at) => Dim::Set(at),
                    None => Dim::Param(space.find_param(name).ok_or_else(invalid)?),
                };
                return Ok(PwAff::from_aff(&Aff::var_on_domain(space, dim)?));
            }
            Expr::Op(op, operands) => (*op, operands),
        };
        let divided = || -> Result<(PwAff, Value)> {
            match &operands[..] {
                [a, Expr::Int(d @ 1..)] => Ok((self.value(a)?, Value::from(*d))),
                _ => Err(invalid()),
            }
        };
        match (op, &operands[..]) {
            (Op::Neg, [a]) => self.value(a)?.neg(),
            (Op::Add, [a, b]) => self.value(a)?.add(&self.value(b)?),
            (Op::Sub, [a, b]) => self.value(a)?.sub(&self.value(b)?),
            (Op::Mul, [Expr::Int(factor), a] | [a, Expr::Int(factor)]) => {
                self.value(a)?.scale(&Value::from(*factor))
            }
            (Op::FdivQ | Op::PdivQ | Op::Div, _) => {
                let (a, d) = divided()?;
                a.scale_down(&d)?.floor()
            }
            (Op::PdivR | Op::ZdivR, _) => {
                let (a, d) = divided()?;
                a.mod_val(&d)
            }
            (Op::Min | Op::Max, [first, rest @ ..]) => {
                let mut value = self.value(first)?;
                for one in rest {
                    let one = self.value(one)?;
                    value = match op {
                        Op::Min => value.min(&one)?,
                        _ => value.max(&one)?,
                    };
                }
                Ok(value)
            }
            (Op::Cond | Op::Select, [condition, a, b]) => {
                let holds = self.condition(condition)?;
                let (a, b) = (self.value(a)?, self.value(b)?);
                a.intersect_domain(&holds)?
                    .union_add(&b.subtract_domain(&holds)?)
            }
            _ => PwAff::indicator(&self.condition(expr)?),
        }
    }

    /// Where a condition holds.
    fn condition(&self, expr: &Expr) -> Result<Set> {
        let Expr::Op(op, operands) = expr else {
            return self.value(expr)?.non_zero_set();
        };
        match (op, &operands[..]) {
            (Op::And, [a, b]) => self.condition(a)?.intersect(&self.condition(b)?),
            (Op::Or, [a, b]) => self.condition(a)?.union(&self.condition(b)?),
            (Op::Le | Op::Lt, [a, b]) => self.less(*op, a, b),
            (Op::Ge, [a, b]) => self.less(Op::Le, b, a),
            (Op::Gt, [a, b]) => self.less(Op::Lt, b, a),
            (Op::Eq, [a, b]) => self.value(a)?.eq_set(&self.value(b)?),
            (Op::Cond | Op::Select, _) => self.value(expr)?.non_zero_set(),
            _ => Err(presburger::Error::Invalid(format!(
                "`{expr}` is not a condition"
            ))),
        }
    }

    /// `a <= b` or `a < b`; one conjunction where minima and maxima allow it.
    fn less(&self, op: Op, a: &Expr, b: &Expr) -> Result<Set> {
        let (each, is_left) = match (a, b) {
            (Expr::Op(Op::Max, operands), _) => (operands, true),
            (_, Expr::Op(Op::Min, operands)) => (operands, false),
            _ => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                return match op {
                    Op::Lt => a.lt_set(&b),
                    _ => a.le_set(&b),
                };
            }
        };
        let mut all = Set::universe(self.here.space().clone())?;
        for one in each {
            let part = match is_left {
                true => self.less(op, one, b)?,
                false => self.less(op, a, one)?,
            };
            all = all.intersect(&part)?;
        }
        Ok(all)
    }
}

/// Whether something is divided in an expression.
fn has_division(expr: &Expr) -> bool {
    match expr {
        Expr::Int(_) | Expr::Id(_) => false,
        Expr::Op(op, operands) => {
            let divides = [Op::FdivQ, Op::PdivQ, Op::Div, Op::PdivR, Op::ZdivR];
            divides.contains(op) || operands.iter().any(has_division)
        }
    }
}

/// Multiples of names and a number.
fn sum(terms: &[(i64, String)], constant: i64) -> Expr {
    let mut all = Expr::Int(constant);
    // What is added comes first: `k - kt` is shorter than `-kt + k`.
    let (plus, minus): (Vec<_>, Vec<_>) = terms.iter().partition(|(factor, _)| *factor > 0);
    for (factor, name) in plus.into_iter().chain(minus) {
        let name = Expr::Id(name.clone());
        let term = match factor {
            1 => name,
            factor => Expr::Op(Op::Mul, vec![Expr::Int(*factor), name]),
        };
        all = Expr::Op(Op::Add, vec![all, term]);
    }
    crate::substitute::simplified(&all)
}

/// A number of any size.
fn number(value: i128) -> Result<Value> {
    match i64::try_from(value) {
        Ok(small) => Ok(Value::from(small)),
        Err(_) => value.to_string().parse(),
    }
}
