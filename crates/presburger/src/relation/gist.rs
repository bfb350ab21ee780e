//! Simplifying a union under an assumption.
//!
//! The gist of `a` in the context `c` is a `g`, as simple as can be found, with `g ∩ c = a ∩ c`.
//! Equalities of the context are used to eliminate variables from `a`; what then follows from the
//! context and the constraints kept so far is dropped.

use super::subtract::with_known_locals;
use crate::conj::Conj;
use crate::linear::Tableau;
use crate::linear::tableau::Slack;
use crate::number::{Coeff, Run, is_zero_row, last_nonzero};

/// The gist of every conjunction of `a`.
pub(crate) fn gist<T: Coeff>(a: &[Conj<T>], context: &[Conj<T>]) -> Run<Vec<Conj<T>>> {
    let mut known = Vec::with_capacity(context.len());
    for conj in with_known_locals(context)? {
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
    let mut out = Vec::with_capacity(a.len());
    for conj in a {
        let Some(simplified) = gist_conj(conj, &known)? else { continue };
        if simplified.is_plain_universe() {
            return Ok(vec![simplified]);
        }
        super::union::push_new(&mut out, simplified);
    }
    Ok(out)
}

/// The gist of one conjunction, `None` if it does not meet the context.
fn gist_conj<T: Coeff>(a: &Conj<T>, context: &[Conj<T>]) -> Run<Option<Conj<T>>> {
    let mut meeting = Vec::with_capacity(context.len());
    for conj in context {
        if !a.intersect(conj)?.is_empty()? {
            meeting.push(conj);
        }
    }
    if meeting.is_empty() {
        return Ok(None);
    }
    if let [only] = context {
        if let Some(hull) = super::hull::affine_hull(std::slice::from_ref(only))? {
            let mut sharp = only.clone();
            sharp.conjoin(&hull)?;
            sharp.simplify()?;
            return simplify_under(a, &[sharp]).map(Some);
        }
    }
    simplify_under(a, context).map(Some)
}

fn simplify_under<T: Coeff>(a: &Conj<T>, context: &[Conj<T>]) -> Run<Conj<T>> {
    let mut work = a.clone();
    work.remove_redundancies()?;
    if work.is_marked_empty() {
        return Ok(work);
    }
    let own_locals = work.n_local();
    // All locals of the contexts become locals of the work space, with their definitions.
    let mut maps = Vec::with_capacity(context.len());
    for conj in context {
        maps.push(work.adopt_locals(conj)?);
    }
    if let [only] = context {
        reduce_by_equalities(&mut work, only, &maps[0])?;
    }
    let shared_bounds = floor_bounds_from(&work, own_locals)?;
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

/// Decides which constraints of the work one conjunction of the context makes superfluous.
enum Judge<T> {
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
        Ok(if tab.is_empty() { Judge::Excluded(base) } else { Judge::Meeting(tab, slacks) })
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

/// Eliminates the pivots of the context's equalities from `work`, dropping what they imply.
fn reduce_by_equalities<T: Coeff>(
    work: &mut Conj<T>,
    context: &Conj<T>,
    map: &[usize],
) -> Run<()> {
    for eq in context.eq.iter() {
        let row = work.translate(eq, 0, context, map);
        let Some(col) = last_nonzero(&row) else { continue };
        if col == 0 {
            continue;
        }
        // Over the integers a scaled row says less: only units may be substituted in equalities
        // and inequalities alike without adding the context's own knowledge.
        let pivot = row[col].clone();
        let cancel = |target: &mut [T]| -> Run<()> {
            if target[col].is_zero() {
                return Ok(());
            }
            let gcd = target[col].gcd(&pivot);
            let scale = pivot.div_exact(&gcd);
            let factor = target[col].div_exact(&gcd);
            let (scale, factor) =
                if scale.is_neg() { (scale.neg(), factor) } else { (scale, factor.neg()) };
            T::combine(target, &scale, &row, &factor)?;
            Ok(())
        };
        for i in 0..work.eq.rows() {
            cancel(work.eq.row_mut(i))?;
        }
        for i in 0..work.ineq.rows() {
            if !work.is_floor_bound(work.ineq.row(i))? {
                cancel(work.ineq.row_mut(i))?;
            }
        }
    }
    work.eq.retain(|_, row| !is_zero_row(row));
    work.ineq.retain(|_, row| !(is_zero_row(&row[1..]) && !row[0].is_neg()));
    Ok(())
}
