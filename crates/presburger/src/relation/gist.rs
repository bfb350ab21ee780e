//! Simplifying a union under an assumption.
//!
//! The gist of `a` in the context `c` is a `g`, as simple as can be found, with `g ∩ c = a ∩ c`.
//! Equalities of the context are used to eliminate variables from `a`; what then follows from the
//! context and the constraints kept so far is dropped.

use super::subtract::{is_subset_of, with_known_locals};
use super::{Relation, Width};
use crate::conj::Conj;
use crate::error::{Result, exact};
use crate::linear::Tableau;
use crate::linear::tableau::Slack;
use crate::number::{Coeff, Run, is_zero_row, last_nonzero};
use std::borrow::Cow;

impl Relation {
    /// The gist in a context of the same space.
    pub(crate) fn gist(&self, context: &Relation) -> Result<Relation> {
        let (a, c) = self.matched(context)?;
        if c.is_plain_empty() {
            // In an impossible context everything is as good as anything.
            return Ok(Relation::universe(a.space.clone()));
        }
        let parts = exact!(T => {
            let (x, y) = (<T as Width>::load(&a.parts)?, <T as Width>::load(&c.parts)?);
            Ok(T::store(gist(&x, &y)?))
        })?;
        Ok(Relation {
            space: a.space.clone(),
            parts,
        })
    }

    /// The gist with respect to a set of parameter values.
    pub(crate) fn gist_params(&self, context: &Relation) -> Result<Relation> {
        let universe = Relation::universe(self.space.clone());
        self.gist(&universe.intersect_params(context)?)
    }
}

/// The gist of every conjunction of `a`.
pub(crate) fn gist<T: Coeff>(a: &[Conj<T>], context: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    if let [only] = a
        && only.is_plain_universe()
    {
        return Ok(a.to_vec());
    }
    let context = match context.iter().all(Conj::has_known_locals) {
        true => Cow::Borrowed(context),
        false => Cow::Owned(with_known_locals(context)?),
    };
    let mut known = Vec::with_capacity(context.len());
    for conj in context.iter() {
        if !conj.is_empty()? {
            known.push(conj);
        }
    }
    if known.is_empty() {
        // In an impossible context everything is as good as anything.
        return Ok(match a.first().or(context.first()) {
            Some(conj) => vec![Conj::universe(conj.n_vis())],
            None => Vec::new(),
        });
    }
    // In the same place everything holds.
    let is_there = |conj: &&Conj<T>| a.contains(conj);
    if known.iter().all(is_there) || (a.len() > 1 && is_subset_of(known.iter().copied(), a)?) {
        return Ok(vec![Conj::universe(a[0].n_vis())]);
    }
    let mut out = Vec::with_capacity(a.len());
    for conj in a {
        let Some(simplified) = gist_conj(conj, &known)? else {
            continue;
        };
        if simplified.is_plain_universe() {
            return Ok(vec![simplified]);
        }
        super::union::push_new(&mut out, simplified);
    }
    Ok(out)
}

/// The gist of one conjunction, `None` if it does not meet the context.
fn gist_conj<T: Coeff>(a: &Conj<T>, context: &[&Conj<T>]) -> Run<Option<Conj<T>>> {
    let &[only] = context else {
        let mut meets = false;
        for conj in context {
            meets = meets || !a.intersect(conj)?.is_empty()?;
        }
        return if meets {
            simplify_under(Cow::Borrowed(a), context).map(Some)
        } else {
            Ok(None)
        };
    };
    let mut meet = a.intersect(only)?;
    meet.remove_redundancies()?;
    if meet.is_empty()? {
        return Ok(None);
    }
    let mut sharp = Cow::Borrowed(only);
    if !only.is_evidently_lean() {
        sharp.to_mut().remove_redundancies()?;
    }
    // Equalities that hold where both do may be demanded of the gist, and simplify it.
    let mut wanted = Cow::Borrowed(a);
    if meet.eq.rows() > a.eq.rows() {
        let wanted = wanted.to_mut();
        let mut given = Given::new(a, &sharp)?;
        for eq in meet.eq.iter() {
            if is_zero_row(&eq[1 + meet.n_vis()..]) && !given.implies_equality(eq)? {
                let mut row = eq[..1 + meet.n_vis()].to_vec();
                row.resize_with(wanted.cols(), T::zero);
                wanted.eq.push(&row);
            }
        }
        wanted.simplify()?;
    }
    simplify_under(wanted, &[&sharp]).map(Some)
}

fn simplify_under<T: Coeff>(a: Cow<'_, Conj<T>>, context: &[&Conj<T>]) -> Run<Conj<T>> {
    let mut work = a.into_owned();
    work.remove_redundancies()?;
    if work.is_marked_empty() {
        return Ok(work);
    }
    if work.n_local() > 0 {
        for at in 0..work.eq.rows() {
            weaken_divisibility(&mut work, at, context)?;
        }
        work.simplify()?;
    }
    let own_locals = work.n_local();
    // All locals of the contexts become locals of the work space, with their definitions.
    let mut maps = Vec::with_capacity(context.len());
    for conj in context {
        maps.push(work.adopt_locals(conj)?);
    }
    let shared_bounds = floor_bounds_from(&work, own_locals)?;
    if let [only] = context {
        drop_implied_equalities(&mut work, only, &maps[0], &shared_bounds)?;
        plug_in_equalities(&mut work, only, &maps[0])?;
    }
    let mut judges = Vec::with_capacity(context.len());
    for (conj, map) in context.iter().zip(&maps) {
        judges.push(Judge::new(&work, conj, map, &shared_bounds)?);
    }
    let n = work.ineq.rows();
    let mut drop = vec![false; n];
    for i in candidates(&work)? {
        let mut redundant = true;
        for judge in &mut judges {
            if !judge.is_redundant(&work, i, &drop)? {
                redundant = false;
                break;
            }
        }
        if redundant {
            for judge in &mut judges {
                judge.drop_constraint(i);
            }
            drop[i] = true;
        }
    }
    work.ineq.retain(|i, _| !drop[i]);
    restore_floor_bounds(&mut work)?;
    work.simplify()?;
    Ok(work)
}

/// What the context and the equalities of a conjunction say about the visible variables.
struct Given<T: Coeff> {
    tab: Tableau<T>,
}

impl<T: Coeff> Given<T> {
    fn new(a: &Conj<T>, context: &Conj<T>) -> Run<Given<T>> {
        let mut known = context.clone();
        for eq in a.eq.iter() {
            if is_zero_row(&eq[1 + a.n_vis()..]) {
                let mut row = eq[..1 + a.n_vis()].to_vec();
                row.resize_with(known.cols(), T::zero);
                known.eq.push(&row);
            }
        }
        Ok(Given {
            tab: known.tableau()?,
        })
    }

    fn implies_equality(&mut self, eq: &[T]) -> Run<bool> {
        let mut row = eq.to_vec();
        row.resize_with(1 + self.tab.variables(), T::zero);
        let mut negated = row.clone();
        crate::number::negate_row(&mut negated);
        Ok(self.tab.implies(&row)? && self.tab.implies(&negated)?)
    }
}

/// Decides which constraints of the work one conjunction of the context makes superfluous.
enum Judge<T: Coeff> {
    /// The context together with all constraints; their slacks.
    Meeting(Tableau<T>, Vec<Slack>),
    /// The work excludes this context, and must go on doing so. The tableau has the context and
    /// the equalities of the work alone.
    Excluded(Tableau<T>),
}

impl<T: Coeff> Judge<T> {
    fn new(work: &Conj<T>, conj: &Conj<T>, map: &[usize], bounds: &[Vec<T>]) -> Run<Judge<T>> {
        let rows = conj.ineq.rows() + work.ineq.rows() + work.eq.rows() + 4;
        let mut tab = Tableau::new(work.n_total(), rows);
        for row in conj.eq.iter() {
            tab.add_eq(&work.translate(row, 0, conj, map))?;
        }
        for row in bounds {
            tab.add_ineq(row)?;
        }
        for row in conj.ineq.iter() {
            tab.add_ineq(&work.translate(row, 0, conj, map))?;
        }
        for row in work.eq.iter() {
            tab.add_eq(row)?;
        }
        let base = tab.clone();
        let mut slacks = Vec::with_capacity(work.ineq.rows());
        for row in work.ineq.iter() {
            slacks.push(tab.add_ineq(row)?);
        }
        Ok(if tab.is_empty() {
            Judge::Excluded(base)
        } else {
            Judge::Meeting(tab, slacks)
        })
    }

    fn is_redundant(&mut self, work: &Conj<T>, candidate: usize, dropped: &[bool]) -> Run<bool> {
        match self {
            Judge::Meeting(tab, slacks) => tab.is_redundant(slacks[candidate]),
            Judge::Excluded(base) => {
                let mut tab = base.clone();
                for (i, row) in work.ineq.iter().enumerate() {
                    if i != candidate && !dropped[i] && !tab.is_empty() {
                        tab.add_ineq(row)?;
                    }
                }
                tab.implies(work.ineq.row(candidate))
            }
        }
    }

    fn drop_constraint(&mut self, candidate: usize) {
        if let Judge::Meeting(tab, slacks) = self {
            tab.drop_constraint(slacks[candidate]);
        }
    }
}

/// Inequalities in the order in which they are tried: bounds of floors never, they belong to the
/// definition of what the others say.
fn candidates<T: Coeff>(conj: &Conj<T>) -> Run<Vec<usize>> {
    let mut order = Vec::with_capacity(conj.ineq.rows());
    for (i, row) in conj.ineq.iter().enumerate() {
        if !conj.is_floor_bound(row)? {
            order.push(i);
        }
    }
    Ok(order)
}

/// Bounds of the known locals from `first` on, which hold whatever the context.
fn floor_bounds_from<T: Coeff>(conj: &Conj<T>, first: usize) -> Run<Vec<Vec<T>>> {
    let mut rows = Vec::new();
    for k in first..conj.n_local() {
        if conj.is_known(k) {
            rows.extend(conj.floor_bounds(k)?);
        }
    }
    Ok(rows)
}

/// Makes sure that every known local that is still mentioned has its bounds.
fn restore_floor_bounds<T: Coeff>(conj: &mut Conj<T>) -> Run<()> {
    for k in 0..conj.n_local() {
        if conj.is_known(k) {
            conj.add_floor_bounds(k)?;
        }
    }
    Ok(())
}

/// Equality `at` may say that `d` divides a form: `form = d * local`, the local used nowhere else.
/// Where the context implies that a prime power of `d` divides the form, the rest is enough.
fn weaken_divisibility<T: Coeff>(work: &mut Conj<T>, at: usize, context: &[&Conj<T>]) -> Run<()> {
    let row = work.eq.row(at).to_vec();
    let Some(col) = last_nonzero(&row) else {
        return Ok(());
    };
    if col <= work.n_vis() {
        return Ok(());
    }
    let local = col - 1 - work.n_vis();
    let elsewhere = (0..work.eq.rows()).any(|i| i != at && !work.eq.get(i, col).is_zero())
        || work.ineq.iter().any(|r| !r[col].is_zero())
        || work
            .div
            .iter()
            .any(|def| !def[0].is_zero() && !def[1 + col].is_zero());
    let Some(divisor) = row[col].abs().to_i64() else {
        return Ok(());
    };
    if elsewhere || !work.is_known(local) || divisor > MAX_FACTORED {
        return Ok(());
    }
    let mut form = row;
    form[col] = T::zero();
    // Everything but this equality.
    let mut rest = work.clone();
    rest.eq.remove(at);
    let mut remaining = 1;
    for power in prime_powers(divisor) {
        let modulus = T::from_i64(power)?;
        let mut implied = true;
        for conj in context {
            let mut counter = rest.clone();
            let k = counter.add_floor(&modulus, &form)?;
            let mut nonzero = form.clone();
            nonzero.resize_with(counter.cols(), T::zero);
            nonzero[counter.local_col(k)] = modulus.neg();
            nonzero[0] = nonzero[0].sub(&T::one())?;
            counter.ineq.push(&nonzero);
            counter.conjoin(conj)?;
            if !counter.is_empty()? {
                implied = false;
                break;
            }
        }
        if !implied {
            remaining *= power;
        }
    }
    if remaining == divisor {
        return Ok(());
    }
    // form = remaining * local: the same local stands for another quotient now.
    let smaller = T::from_i64(remaining)?;
    let sign = if work.eq.get(at, col).is_neg() {
        smaller.neg()
    } else {
        smaller.clone()
    };
    let negative = !sign.is_neg();
    work.eq.set(at, col, sign);
    let def = work.div.row_mut(local);
    def[0] = smaller;
    for (target, value) in def[1..].iter_mut().zip(&form) {
        *target = if negative { value.neg() } else { value.clone() };
    }
    Ok(())
}

/// Larger divisors are left alone.
const MAX_FACTORED: i64 = 1_000_000;

/// The prime powers whose product is `n`.
fn prime_powers(mut n: i64) -> Vec<i64> {
    let mut out = Vec::new();
    let mut p = 2;
    while p * p <= n {
        let mut power = 1;
        while n % p == 0 {
            n /= p;
            power *= p;
        }
        if power > 1 {
            out.push(power);
        }
        p += 1;
    }
    if n > 1 {
        out.push(n);
    }
    out
}

/// Uses the context's equalities to eliminate variables from the inequalities: with `n = 5` known,
/// `i <= n` becomes `i <= 5`.
fn plug_in_equalities<T: Coeff>(work: &mut Conj<T>, context: &Conj<T>, map: &[usize]) -> Run<()> {
    for eq in context.eq.iter() {
        let row = work.translate(eq, 0, context, map);
        let Some(col) = last_nonzero(&row[1..]).map(|j| j + 1) else {
            continue;
        };
        for i in 0..work.ineq.rows() {
            if work.ineq.get(i, col).is_zero() || work.is_floor_bound(work.ineq.row(i))? {
                continue;
            }
            let target = work.ineq.row_mut(i);
            let gcd = target[col].gcd(&row[col]);
            let (scale, factor) = (row[col].div_exact(&gcd), target[col].div_exact(&gcd));
            if scale.is_neg() {
                T::combine(target, &scale.neg(), &row, &factor)?;
            } else {
                T::combine(target, &scale, &row, &factor.neg())?;
            }
        }
    }
    work.ineq
        .retain(|_, row| !is_zero_row(&row[1..]) || row[0].is_neg());
    Ok(())
}

/// Drops equalities that follow from the context and the rest, those of later variables first.
fn drop_implied_equalities<T: Coeff>(
    work: &mut Conj<T>,
    context: &Conj<T>,
    map: &[usize],
    bounds: &[Vec<T>],
) -> Run<()> {
    if work.eq.is_empty() {
        return Ok(());
    }
    let mut base = Tableau::new(work.n_total(), context.ineq.rows() + work.ineq.rows() + 8);
    for row in context.eq.iter() {
        base.add_eq(&work.translate(row, 0, context, map))?;
    }
    for row in bounds {
        base.add_ineq(row)?;
    }
    for row in context.ineq.iter() {
        base.add_ineq(&work.translate(row, 0, context, map))?;
    }
    let mut at = 0;
    while at < work.eq.rows() {
        let mut tab = base.clone();
        for (i, row) in work.eq.iter().enumerate() {
            if i != at {
                tab.add_eq(row)?;
            }
        }
        for row in work.ineq.iter() {
            tab.add_ineq(row)?;
        }
        let row = work.eq.row(at).to_vec();
        let mut negated = row.clone();
        crate::number::negate_row(&mut negated);
        if tab.implies(&row)? && tab.implies(&negated)? {
            work.eq.remove(at);
        } else {
            at += 1;
        }
    }
    Ok(())
}
