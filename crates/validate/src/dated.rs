//! Statements of the text with their dates: when the text executes them, and when the schedule
//! wants them.

use std::rc::Rc;

use presburger::{Aff, Dim, Effort, Map, Set, Space, UnionMap, Value, attempt};

use crate::{Claim, Copy, Failure, Result};

/// A statement of the text with its dates.
pub(crate) struct Dated<'a> {
    pub copy: &'a Copy,
    /// From executions to old dates.
    pub date: Map,
    /// Whether the date is one of several that the instance has.
    pub is_chosen: bool,
    /// When it is executed.
    pub shape: Rc<Shape>,
    /// From executions, and perhaps from more than these, to new dates.
    when: Map,
}

/// When statements of the text are executed.
pub(crate) struct Shape {
    /// `[new date | old date]` for each execution.
    pub points: Set,
    /// For each of these the number that it is, if it is one.
    pub numbers: Vec<Option<i64>>,
    /// For each of these a new date that it is the same as.
    pub same: Vec<Option<usize>>,
    /// How many of them are new.
    pub new: usize,
}

impl Shape {
    fn new(points: Set, new: usize) -> Result<Shape> {
        let numbers = numbers(&points)?;
        Ok(Shape {
            same: identities(&points, new, &numbers)?,
            numbers,
            new,
            points,
        })
    }

    /// All points of both, and perhaps more, with what both have in common.
    pub fn around(&self, other: &Shape) -> Result<Shape> {
        let hull = self.points.union(&other.points)?.simple_hull()?;
        Ok(Shape {
            points: hull.into(),
            numbers: common_values(&self.numbers, &other.numbers),
            same: common_values(&self.same, &other.same),
            new: self.new,
        })
    }
}

impl<'a> Dated<'a> {
    /// The statement with each of its kinds of dates.
    pub fn new(
        copy: &'a Copy,
        space: &Space,
        functions: &UnionMap,
        claim: &Claim,
    ) -> Result<Vec<Dated<'a>>> {
        let name = &claim.statements[copy.statement].name;
        let [when] = &functions.maps_from(space)[..] else {
            // A schedule says nothing about what is never executed.
            if copy.target.is_empty()? {
                return Ok(Vec::new());
            }
            let message = format!("the order of `{name}` is not known");
            return Err(Failure::NotRecords(message));
        };
        let target = &copy.target;
        let mut dated = Vec::new();
        let mut covered = Set::empty(copy.domain.space().clone())?;
        let all = &claim.statements[copy.statement].domain;
        let mut with_date = Set::empty(all.space().clone())?;
        let functions = claim.functions.maps_from(all.space());
        let dates = claim.dates_of(all)?;
        let is_one = functions.len() == 1 && dates.len() == 1;
        for date in dates {
            with_date = with_date.union(&date.domain()?)?;
            let is_chosen = !date.is_single_valued()?;
            // The records have shown that only instances are executed.
            let function = functions.first().filter(|_| is_one && !is_chosen);
            let mut date = target.apply_range(function.unwrap_or(&date))?;
            date = date.set_range_tuple_name(None)?.flatten_range()?;
            if is_chosen {
                date = chosen(date, name)?;
            }
            covered = covered.union(&date.domain()?)?;
            // They are compared in pairs: conversions between C types make many parts of one.
            let points = when.flat_range_product(&date)?.range()?.coalesce()?;
            let shape = Shape::new(points, when.space().n_out())?;
            dated.push(Dated {
                copy,
                is_chosen,
                shape: Rc::new(shape),
                when: when.clone(),
                date,
            });
        }
        // What the text executes are instances of the statement, as its record has shown: if all
        // of these have dates, so has this part of them, which is harder to describe.
        let all = all.intersect_params(&claim.context)?;
        match all.is_subset(&with_date)? || copy.domain.is_subset(&covered)? {
            true => Ok(dated),
            false => Err(Failure::Undecided(format!(
                "instances of `{name}` have no date"
            ))),
        }
    }

    /// The length of the old date: others are not comparable.
    pub fn length(&self) -> usize {
        self.shape.points.n_dim() - self.shape.new
    }

    /// From instances to what is likely to be their execution: its new date, where it is not a
    /// number, is one of the old date.
    pub fn way_back(&self, claim: &Claim) -> Result<Option<Map>> {
        let dates = Space::unnamed(self.length());
        let Shape {
            numbers, same, new, ..
        } = &*self.shape;
        let mut sources = Vec::with_capacity(*new);
        for dim in 0..*new {
            let old = { same.iter().skip(*new) }.position(|one| *one == Some(dim));
            sources.push(match (numbers[dim], old) {
                (Some(number), _) => Aff::val_on_domain(&dates, &Value::from(number))?,
                (None, Some(old)) => Aff::var_on_domain(&dates, Dim::Set(old))?,
                (None, None) => return Ok(None),
            });
        }
        let new = Map::from_aff_list(&dates, &sources)?;
        let mut back: Option<Map> = None;
        for date in claim.dates_of(&claim.statements[self.copy.statement].domain)? {
            if date.space().n_out() != self.length() {
                continue;
            }
            let date = date.set_range_tuple_name(None)?.flatten_range()?;
            let when = self.when.intersect_domain(&self.copy.domain)?;
            let part = date.apply_range(&new)?.apply_range(&when.reverse()?)?;
            back = Some(match back {
                Some(known) => known.union(&part)?,
                None => part,
            });
        }
        Ok(back)
    }
}

impl Claim {
    /// The dates of the instances of a statement, one relation for each length.
    pub(crate) fn dates_of(&self, domain: &Set) -> Result<Vec<Map>> {
        Ok(self.dates.maps_from(domain.space()))
    }
}

/// One date for each execution of an instance that has several: those that are the same as a
/// counter of the text. Any choice will do if each date is chosen once, which is proved elsewhere.
fn chosen(date: Map, name: &str) -> Result<Map> {
    let mut date = date;
    let domain = date.domain()?;
    for old in 0..date.space().n_out() {
        for counter in 0..date.space().n_in() {
            if date.is_single_valued()? {
                return Ok(date);
            }
            let part = date.equate(Dim::In(counter), Dim::Out(old))?;
            if domain.is_subset(&part.domain()?)? {
                date = part;
                break;
            }
        }
    }
    match date.is_single_valued()? {
        true => Ok(date),
        false => Err(Failure::Undecided(format!(
            "instances of `{name}` have several dates"
        ))),
    }
}

/// The dimensions that equalities fix.
fn numbers(points: &Set) -> Result<Vec<Option<i64>>> {
    let n = points.n_dim();
    let mut common: Option<Vec<Option<i64>>> = None;
    for part in points.basic_sets() {
        let mut own = vec![None; n];
        // What is said without existentials, where they have no formula.
        let part = match part.has_unknown() {
            true => part.eliminate_unknown()?,
            false => part,
        };
        for constraint in part.constraints()? {
            let aff = constraint.aff();
            if !constraint.is_equality() || !aff.floors().is_empty() {
                continue;
            }
            let space = aff.domain_space();
            let mut used = Vec::new();
            for dim in 0..n {
                let factor = aff.coefficient(Dim::In(dim))?;
                if !factor.is_zero() {
                    used.push((dim, factor));
                }
            }
            let mut free = true;
            for i in 0..space.n_param() {
                free &= aff.coefficient(Dim::Param(i))?.is_zero();
            }
            if let ([(dim, factor)], true) = (&used[..], free) {
                let value = -aff.constant() / factor.clone();
                own[*dim] = value.to_i64();
            }
        }
        common = Some(match common {
            None => own,
            Some(known) => common_values(&known, &own),
        });
    }
    Ok(common.unwrap_or_else(|| vec![None; n]))
}

/// What is the same in both, place by place.
fn common_values<T: PartialEq + Clone>(known: &[Option<T>], own: &[Option<T>]) -> Vec<Option<T>> {
    let both = known.iter().zip(own);
    both.map(|(a, b)| a.clone().filter(|_| a == b)).collect()
}

/// The old dates that are new dates.
fn identities(points: &Set, new: usize, numbers: &[Option<i64>]) -> Result<Vec<Option<usize>>> {
    let mut same = vec![None; numbers.len()];
    let variable = |dim: &usize| numbers[*dim].is_none();
    for old in (new..numbers.len()).filter(variable) {
        for dim in (0..new).filter(variable) {
            let equal = || -> presburger::Result<bool> {
                let (a, b) = (Dim::Set(dim), Dim::Set(old));
                Ok(points.order_lt(a, b)?.is_empty()? && points.order_gt(a, b)?.is_empty()?)
            };
            if attempt(Effort::Glance, equal)? == Some(true) {
                same[old] = Some(dim);
                break;
            }
        }
    }
    Ok(same)
}
