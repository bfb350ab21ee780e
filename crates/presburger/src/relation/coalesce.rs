//! Replacing pairs of conjunctions by one with the same integer points.
//!
//! Two conjunctions are looked at in one space with the locals of both. If one has a constraint
//! that the other violates by two or more everywhere, a gap separates them and nothing can be
//! done. Otherwise a conjunction around both is proposed. The first proposal are the constraints
//! of each that hold for the other as well: for rational polyhedra the union is convex if and only
//! if it equals that (Bemporad, Fukuda and Torrisi, "Convexity recognition of the union of
//! polyhedra", 2001). The second are the constraints of the convex hull, for unions that are
//! convex as sets of integers only: they tilt a face of one until it touches the other. A proposal
//! is accepted if it has no integer point outside of the two.
//!
//! Example: `0 <= x <= 4` and `5 <= x <= 9`. The bounds `x <= 4` and `x >= 5` do not hold for the
//! other one but only by one; the remaining ones give `0 <= x <= 9`.

use super::slabs::{self, Slab};
use super::{Parts, Relation, Width, subtract, union};
use crate::budget;
use crate::conj::Conj;
use crate::error::{Result, exact};
use crate::linear::double_description::{Generators, bounded_generators};
use crate::linear::echelon::{self, Lattice};
use crate::linear::tableau::{Optimum, Verdict};
use crate::linear::{Matrix, Tableau};
use crate::number::{Coeff, Run, dot, negate_row};
use rustc_hash::FxHashSet;

impl Relation {
    /// An equal relation with as few conjunctions as pairwise merging gives.
    pub(crate) fn coalesce(&self) -> Result<Relation> {
        self.coalesce_with(Hull::Bounded)
    }

    /// The same, where `hull` says whether constraints may be made that none of them has.
    pub(crate) fn coalesce_with(&self, hull: Hull) -> Result<Relation> {
        let is_done = match &self.parts {
            Parts::Narrow(conjs) => is_single_and_lean(conjs),
            Parts::Wide(conjs) => is_single_and_lean(conjs),
        };
        if is_done {
            return Ok(self.clone());
        }
        let parts = exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            Ok(T::store(coalesce_with(&conjs, hull)?))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }
}

/// Whether the constraints of a convex hull may replace those of the conjunctions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hull {
    /// Whatever their coefficients are.
    Unbounded,
    /// With no coefficient larger than those of the pair: a slanted face along hundreds of points
    /// is exact, but nobody can read it, nor compute with it in a machine integer.
    Bounded,
    /// With none more than twice as large.
    Doubled,
    Forbidden,
}

/// An equal union with as few conjunctions as pairwise merging gives.
pub(crate) fn coalesce_with<T: Coeff>(conjs: &[Conj<T>], hull: Hull) -> Run<Vec<Conj<T>>> {
    let simple = match conjs.len() {
        0 | 1 => conjs.to_vec(),
        _ => slabs::join(union::union(conjs, &[]))?,
    };
    let mut parts: Pieces<T> = Pieces {
        list: Vec::with_capacity(simple.len()),
        made: 0,
        failed: FxHashSet::default(),
    };
    for conj in simple {
        if let Some(part) = parts.make(conj)? {
            parts.list.push(part);
        }
    }
    parts.merge_pairs(hull)?;
    Ok(parts.list.into_iter().map(|part| part.conj).collect())
}

/// Whether there evidently is nothing to merge and nothing to leave out.
fn is_single_and_lean<T: Coeff>(conjs: &[Conj<T>]) -> bool {
    match conjs {
        [] => true,
        [only] => only.is_evidently_lean(),
        _ => false,
    }
}

/// So few parts are compared without looking for points first.
const FEW: usize = 4;

/// What is left to be merged.
struct Pieces<T: Coeff> {
    list: Vec<Part<T>>,
    /// How many parts there have been: their numbers.
    made: u32,
    /// Pairs that cannot be merged.
    failed: FxHashSet<(u32, u32)>,
}

impl<T: Coeff> Pieces<T> {
    /// A part of its own number; `None` if it is empty.
    fn make(&mut self, mut conj: Conj<T>) -> Run<Option<Part<T>>> {
        conj.simplify()?;
        conj.remove_redundancies()?;
        if conj.is_marked_empty() {
            return Ok(None);
        }
        self.made += 1;
        Ok(Some(Part {
            conj,
            number: self.made,
            slabs: None,
            side: None,
            points: Vec::new(),
            has_points: false,
        }))
    }

    /// Later parts are tried against all earlier ones; a merged part starts again.
    fn merge_pairs(&mut self, hull: Hull) -> Run<()> {
        // Points are found once for each part, and pay off where there are many pairs.
        let is_many = self.list.len() > FEW;
        let mut i = 1;
        while i < self.list.len() {
            let mut merged = None;
            let (earlier, rest) = self.list.split_at_mut(i);
            let part = &mut rest[0];
            for (j, other) in earlier.iter_mut().enumerate().rev() {
                let pair = (other.number, part.number);
                if self.failed.contains(&pair) {
                    continue;
                }
                // On a common lattice what is far apart may still be next to each other.
                let is_plain = other.conj.eq.is_empty() || part.conj.eq.is_empty();
                if is_plain && are_apart(other, part, is_many)? {
                    continue;
                }
                if is_many && has_gap(other, part)? {
                    self.failed.insert(pair);
                    continue;
                }
                if let Some(conj) = merge(other, part, hull)? {
                    merged = Some((j, conj));
                    break;
                }
                self.failed.insert(pair);
            }
            let Some((j, conj)) = merged else {
                i += 1;
                continue;
            };
            self.list.remove(i);
            match self.make(conj)? {
                Some(part) => self.list[j] = part,
                None => {
                    self.list.remove(j);
                }
            }
            i = j.max(1);
        }
        Ok(())
    }
}

/// A conjunction without redundant constraints.
struct Part<T: Coeff> {
    conj: Conj<T>,
    number: u32,
    /// What it says of single forms, if it was asked before.
    slabs: Option<Vec<Slab<T>>>,
    /// Its own constraints, if it has no locals and was looked at before.
    side: Option<Side<T>>,
    /// Integer points at its corners, as far as they have been found.
    points: Vec<Vec<T>>,
    has_points: bool,
}

/// So many corners tell enough of a conjunction.
const CORNERS: usize = 6;

impl<T: Coeff> Part<T> {
    /// Finds integral corners of a part without locals, once.
    fn find_points(&mut self) -> Run<()> {
        if std::mem::replace(&mut self.has_points, true) {
            return Ok(());
        }
        let n = self.conj.n_vis();
        let mut points: Vec<Vec<T>> = Vec::new();
        let side = self.plain_side()?;
        for v in (0..n).rev() {
            for sign in [T::one(), T::one().neg()] {
                let mut row = vec![T::zero(); 1 + n];
                row[1 + v] = sign;
                side.tab.minimum(&row)?;
                if let Some(point) = side.tab.integer_sample()
                    && !points.contains(&point)
                {
                    points.push(point);
                }
            }
            if points.len() >= CORNERS {
                break;
            }
        }
        self.points = points;
        Ok(())
    }

    /// The constraints of a part without locals, computed once.
    fn plain_side(&mut self) -> Run<&mut Side<T>> {
        if self.side.is_none() {
            let side = Side::plain(&self.conj)?;
            self.side = Some(side);
        }
        Ok(self.side.as_mut().expect("just computed"))
    }
}

/// Whether an inequality of one keeps it away from the other by two or more.
fn are_apart<T: Coeff>(a: &mut Part<T>, b: &mut Part<T>, is_many: bool) -> Run<bool> {
    if !is_many {
        return slabs::rows_are_apart(&a.conj, &b.conj);
    }
    let x = a.slabs.get_or_insert_with(|| slabs::slabs(&a.conj));
    let y = b.slabs.get_or_insert_with(|| slabs::slabs(&b.conj));
    budget::charge(x.len());
    slabs::are_apart((&a.conj, x), (&b.conj, y))
}

/// How a constraint of one conjunction meets the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// Holds everywhere.
    Valid,
    /// Holds nowhere, but misses by one somewhere.
    Adjacent,
    /// Misses by two or more everywhere.
    Separate,
    /// Holds for some points only.
    Cut,
}

/// The constraints of a conjunction over the joint columns, locals as variables like any other.
struct Side<T: Coeff> {
    /// Equalities as two inequalities, then inequalities, then what sharpening found.
    rows: Vec<Vec<T>>,
    /// Rows before this one come from equalities.
    from_eq: usize,
    /// Rows before this one are the conjunction; those behind follow from it.
    own: usize,
    is_point: bool,
    rational: bool,
    tab: Tableau<T>,
    /// Rays and lines of its homogenisation, if they were asked for.
    generators: Option<Generators<T>>,
}

fn merge<T: Coeff>(a: &mut Part<T>, b: &mut Part<T>, hull: Hull) -> Run<Option<Conj<T>>> {
    if a.conj.is_rational() != b.conj.is_rational() {
        return Ok(None);
    }
    if a.conj == b.conj || b.conj.is_plain_universe() {
        return Ok(Some(b.conj.clone()));
    }
    if a.conj.is_plain_universe() {
        return Ok(Some(a.conj.clone()));
    }
    let mut joint: Conj<T> = Conj::universe(a.conj.n_vis());
    if a.conj.is_rational() {
        joint.set_rational();
    }
    if a.conj.n_local() == 0 && b.conj.n_local() == 0 {
        let answer = merge_sides(&joint, a.plain_side()?, b.plain_side()?, hull)?;
        return accept(answer, &a.conj, &b.conj);
    }
    if !a.conj.has_known_locals() || !b.conj.has_known_locals() {
        return merge_contained(&a.conj, &b.conj);
    }
    let map_a = joint.adopt_locals(&a.conj)?;
    let map_b = joint.adopt_locals(&b.conj)?;
    for k in 0..joint.n_local() {
        joint.add_floor_bounds(k)?;
    }
    let Some(mut side_a) = Side::joint(&joint, &a.conj, &map_a)? else {
        return Ok(Some(b.conj.clone()));
    };
    let Some(mut side_b) = Side::joint(&joint, &b.conj, &map_b)? else {
        return Ok(Some(a.conj.clone()));
    };
    let answer = merge_sides(&joint, &mut side_a, &mut side_b, hull)?;
    accept(answer, &a.conj, &b.conj)
}

/// Whether an integer point between one of `a` and one of `b` is in neither. Without locals what
/// the two are merged into is convex, and would have it.
fn has_gap<T: Coeff>(a: &mut Part<T>, b: &mut Part<T>) -> Run<bool> {
    let is_plain = |part: &Part<T>| part.conj.n_local() == 0 && !part.conj.is_rational();
    if !is_plain(a) || !is_plain(b) {
        return Ok(false);
    }
    a.find_points()?;
    b.find_points()?;
    for p in &a.points {
        for q in &b.points {
            let steps: Run<Vec<T>> = p.iter().zip(q).map(|(x, y)| y.sub(x)).collect();
            let steps = steps?;
            let count = T::row_gcd(&steps);
            if count.is_zero() || count.is_one() {
                continue;
            }
            budget::charge(a.conj.ineq.rows() + b.conj.ineq.rows());
            // In the middle, where a gap is most likely.
            let middle = count.div_floor(&T::one().add(&T::one())?);
            let mut between = Vec::with_capacity(p.len());
            for (x, step) in p.iter().zip(&steps) {
                between.push(x.add(&step.div_exact(&count).mul(&middle)?)?);
            }
            if !holds_at(&a.conj, &between)? && !holds_at(&b.conj, &between)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether a conjunction without locals holds at a point.
fn holds_at<T: Coeff>(conj: &Conj<T>, point: &[T]) -> Run<bool> {
    for row in conj.ineq.iter() {
        if row[0].add(&dot(&row[1..], point)?)?.is_neg() {
            return Ok(false);
        }
    }
    for row in conj.eq.iter() {
        if !row[0].add(&dot(&row[1..], point)?)?.is_zero() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What two sides suggest.
enum Answer<T> {
    Nothing,
    First,
    Second,
    /// Equal to the union.
    Equal(Conj<T>),
    /// Contains the union; to be checked over the integers.
    Hull(Conj<T>),
}

fn accept<T: Coeff>(answer: Answer<T>, a: &Conj<T>, b: &Conj<T>) -> Run<Option<Conj<T>>> {
    Ok(match answer {
        Answer::Nothing => None,
        Answer::First => Some(a.clone()),
        Answer::Second => Some(b.clone()),
        Answer::Equal(conj) => Some(conj),
        Answer::Hull(hull) => {
            let both = [a.clone(), b.clone()];
            subtract::is_subset(std::slice::from_ref(&hull), &both)?.then_some(hull)
        }
    })
}

fn merge_sides<T: Coeff>(
    joint: &Conj<T>,
    a: &mut Side<T>,
    b: &mut Side<T>,
    hull: Hull,
) -> Run<Answer<T>> {
    let steps_a = Steps::new(a, b)?;
    let Some(status_a) = statuses(a, b, &steps_a)? else {
        return Ok(Answer::Nothing);
    };
    let valid = |status: &[Status]| status.iter().all(|s| *s == Status::Valid);
    if valid(&status_a[..a.own]) {
        return Ok(Answer::First);
    }
    let steps_b = steps_a.of_other(b)?;
    let Some(status_b) = statuses(b, a, &steps_b)? else {
        return Ok(Answer::Nothing);
    };
    if valid(&status_b[..b.own]) {
        return Ok(Answer::Second);
    }
    let mut proposal = joint.clone();
    for (side, status) in [(&*a, &status_a), (&*b, &status_b)] {
        for (row, status) in side.rows.iter().zip(status) {
            if *status == Status::Valid {
                proposal.ineq.push(row);
            }
        }
    }
    let (x, y) = ((&*a, &status_a[..], &steps_a), (&*b, &status_b[..]));
    if covered_rationally(&proposal, x, y)? {
        proposal.simplify()?;
        return Ok(Answer::Equal(proposal));
    }
    // The hull adds something only where integrality plays a part.
    let small = joint.n_total() <= MAX_CUT_DIMENSIONS;
    let count = |status: &[Status], wanted| status.iter().filter(|s| **s == wanted).count();
    let touching = [&status_a, &status_b].iter().any(|status| {
        count(status, Status::Adjacent) + count(status, Status::Separate) > 0
            || (small && count(status, Status::Cut) <= 2)
    });
    if a.rational || !touching || hull == Hull::Forbidden {
        return Ok(Answer::Nothing);
    }
    Ok(match joint_hull(joint, a, b)? {
        Some(found) if is_allowed(hull, &found, joint, a, b)? => Answer::Hull(found),
        // With floors the constraints that hold for both may be enough over the integers.
        Some(_) if joint.n_local() > 0 => {
            proposal.simplify()?;
            Answer::Hull(proposal)
        }
        _ => Answer::Nothing,
    })
}

/// With unknown locals only containment can be seen.
fn merge_contained<T: Coeff>(a: &Conj<T>, b: &Conj<T>) -> Run<Option<Conj<T>>> {
    for (inner, outer) in [(a, b), (b, a)] {
        if outer.has_known_locals()
            && subtract::is_subset(std::slice::from_ref(inner), std::slice::from_ref(outer))?
        {
            return Ok(Some(outer.clone()));
        }
    }
    Ok(None)
}

impl<T: Coeff> Side<T> {
    /// A conjunction without locals in its own columns.
    fn plain(conj: &Conj<T>) -> Run<Side<T>> {
        let mut side = Side {
            rows: Vec::with_capacity(2 * conj.eq.rows() + conj.ineq.rows()),
            from_eq: 2 * conj.eq.rows(),
            own: 0,
            is_point: conj.eq.rows() == conj.n_total(),
            rational: conj.is_rational(),
            tab: conj.tableau()?,
            generators: None,
        };
        for eq in conj.eq.iter() {
            side.push_equality(eq.to_vec());
        }
        side.rows.extend(conj.ineq.iter().map(<[T]>::to_vec));
        side.own = side.rows.len();
        Ok(side)
    }

    /// A conjunction in the joint columns; `None` if sharpening shows that it is empty.
    fn joint(joint: &Conj<T>, conj: &Conj<T>, map: &[usize]) -> Run<Option<Side<T>>> {
        let mut full = joint.clone();
        let mut side = Side {
            rows: Vec::new(),
            from_eq: 2 * conj.eq.rows(),
            own: 0,
            is_point: false,
            rational: conj.is_rational(),
            tab: Tableau::new(0, 0),
            generators: None,
        };
        for eq in conj.eq.iter() {
            let row = joint.translate(eq, 0, conj, map);
            full.eq.push(&row);
            side.push_equality(row.into_owned());
        }
        for ineq in conj.ineq.iter() {
            if !conj.is_floor_bound(ineq)? {
                let row = joint.translate(ineq, 0, conj, map);
                full.ineq.push(&row);
                side.rows.push(row.into_owned());
            }
        }
        side.own = side.rows.len();
        let sharp = full.sharpened()?;
        if sharp.is_marked_empty() {
            return Ok(None);
        }
        for eq in sharp.eq.iter() {
            side.push_equality(eq.to_vec());
        }
        side.is_point = sharp.eq.rows() == sharp.n_total();
        side.tab = sharp.tableau()?;
        Ok(Some(side))
    }

    /// Computes the generators unless there are too many.
    fn find_generators(&mut self, joint: &Conj<T>) -> Run<bool> {
        if self.generators.is_none() {
            let mut ineq =
                Matrix::with_capacity(joint.cols(), joint.ineq.rows() + self.rows.len() + 1);
            ineq.append(&joint.ineq);
            for row in &self.rows {
                ineq.push(row);
            }
            ineq.push_zero()[0] = T::one();
            self.generators =
                bounded_generators(&Matrix::new(joint.cols()), &ineq, MAX_GENERATORS)?;
        }
        Ok(self.generators.is_some())
    }

    fn push_equality(&mut self, row: Vec<T>) {
        let mut negated = row.clone();
        negate_row(&mut negated);
        self.rows.push(row);
        self.rows.push(negated);
    }
}

/// By how much each row of a side changes at least between points that satisfy the equalities
/// both sides have in common: on `2x = 3y` the row `x >= 0` moves in steps of three.
struct Steps<T> {
    lattice: Option<Lattice<T>>,
    rational: bool,
    /// Per row its step and what its constant exceeds a multiple of the step by.
    rows: Vec<(T, T)>,
}

impl<T: Coeff> Steps<T> {
    fn new(side: &Side<T>, other: &mut Side<T>) -> Run<Steps<T>> {
        let n = other.tab.variables();
        let mut common = Matrix::new(1 + n);
        let extra = side.own..side.rows.len();
        for i in (0..side.from_eq).chain(extra).step_by(2) {
            if other.tab.implies(&side.rows[i])? && other.tab.implies(&side.rows[i + 1])? {
                common.push(&side.rows[i]);
            }
        }
        let lattice = if common.is_empty() || side.rational {
            None
        } else {
            echelon::solve(&common)?
        };
        Steps::over(lattice, side)
    }

    fn of_other(&self, side: &Side<T>) -> Run<Steps<T>> {
        let lattice = self.lattice.as_ref().map(|l| Lattice {
            origin: l.origin.clone(),
            basis: l.basis.clone(),
        });
        Steps::over(lattice, side)
    }

    fn over(lattice: Option<Lattice<T>>, side: &Side<T>) -> Run<Steps<T>> {
        let mut rows = Vec::with_capacity(side.rows.len());
        for row in &side.rows {
            rows.push(match &lattice {
                None => (T::one(), T::zero()),
                Some(lattice) => {
                    let pulled = lattice.pull_row(row)?;
                    let gcd = T::row_gcd(&pulled[1..]);
                    if gcd.is_zero() {
                        (T::one(), T::zero())
                    } else {
                        let excess = pulled[0].rem_floor(&gcd);
                        (gcd, excess)
                    }
                }
            });
        }
        let rational = side.rational;
        Ok(Steps {
            lattice,
            rational,
            rows,
        })
    }

    /// The row with its constant brought down to what its values can be.
    fn tight(&self, side: &Side<T>, i: usize) -> Run<Vec<T>> {
        let mut row = side.rows[i].clone();
        row[0] = row[0].sub(&self.rows[i].1)?;
        Ok(row)
    }

    /// The points that violate row `i`: `-row - step >= 0`.
    fn outside(&self, side: &Side<T>, i: usize) -> Run<Vec<T>> {
        let mut row = self.tight(side, i)?;
        negate_row(&mut row);
        if !self.rational {
            row[0] = row[0].sub(&self.rows[i].0)?;
        }
        Ok(row)
    }
}

/// The status of every row of a side with respect to the other; `None` if they are separate.
fn statuses<T: Coeff>(
    side: &Side<T>,
    other: &mut Side<T>,
    steps: &Steps<T>,
) -> Run<Option<Vec<Status>>> {
    let mut out = Vec::with_capacity(side.rows.len());
    for i in 0..side.rows.len() {
        let status = status(&steps.tight(side, i)?, &steps.rows[i].0, other)?;
        if status == Status::Separate {
            // A gap across an equality can still be none along a line of lattice points.
            let along = i < side.from_eq && (!other.is_point || side.is_point);
            if !along && i < side.own {
                return Ok(None);
            }
        }
        out.push(status);
    }
    Ok(Some(out))
}

fn status<T: Coeff>(row: &[T], step: &T, other: &mut Side<T>) -> Run<Status> {
    if step.is_one() && !other.rational {
        // The first point on either side tells, unless all are on one.
        match other.tab.judge(row)? {
            Verdict::Implied => return Ok(Status::Valid),
            Verdict::Open => return Ok(Status::Cut),
            Verdict::Excluded => {}
        }
    }
    let mut relaxed = row.to_vec();
    relaxed[0] = relaxed[0].add(step)?.sub(&T::one())?;
    if other.tab.implies(&relaxed)? {
        return Ok(Status::Valid);
    }
    match other.tab.maximum(row)? {
        Optimum::Empty => Ok(Status::Valid),
        Optimum::Unbounded => Ok(Status::Cut),
        Optimum::Value(num, den) => {
            let high = num.div_floor(&den.mul(step)?);
            let minus_one = T::one().neg();
            Ok(if high < minus_one || (other.rational && num.is_neg()) {
                Status::Separate
            } else if high == minus_one {
                Status::Adjacent
            } else {
                Status::Cut
            })
        }
    }
}

/// Whether every point of the proposal outside of `a` is in `b`, seen by rational reasoning.
fn covered_rationally<T: Coeff>(
    proposal: &Conj<T>,
    (a, status_a, steps_a): (&Side<T>, &[Status], &Steps<T>),
    (b, status_b): (&Side<T>, &[Status]),
) -> Run<bool> {
    let mut inside = proposal.lift_locals().tableau()?;
    for (i, row) in a.rows[..a.own].iter().enumerate() {
        if status_a[i] == Status::Valid {
            continue;
        }
        let mut outside = inside.clone();
        outside.add_ineq(&steps_a.outside(a, i)?)?;
        if !outside.is_empty() {
            for (other, status) in b.rows[..b.own].iter().zip(status_b) {
                if *status != Status::Valid && !outside.implies(other)? {
                    return Ok(false);
                }
            }
        }
        inside.add_ineq(row)?;
        if inside.is_empty() {
            break;
        }
    }
    Ok(true)
}

/// In more dimensions conjunctions that cut each other are not merged by their hull.
const MAX_CUT_DIMENSIONS: usize = 6;

/// More generators than this and the hull is not worth its price.
const MAX_GENERATORS: usize = 64;

/// The convex hull of both sides in the joint space; `None` if it has too many generators, or if
/// it is seen to have an integer point that neither has.
fn joint_hull<T: Coeff>(joint: &Conj<T>, a: &mut Side<T>, b: &mut Side<T>) -> Run<Option<Conj<T>>> {
    let cols = joint.cols();
    if !a.find_generators(joint)? || !b.find_generators(joint)? {
        return Ok(None);
    }
    let (Some(of_a), Some(of_b)) = (&a.generators, &b.generators) else {
        return Ok(None);
    };
    if leaves_union(joint, a, b, of_a, of_b)? || leaves_union(joint, b, a, of_b, of_a)? {
        return Ok(None);
    }
    let mut rays = Matrix::with_capacity(cols, of_a.rays.rows() + of_b.rays.rows());
    let mut lines = Matrix::with_capacity(cols, of_a.lines.rows() + of_b.lines.rows());
    for found in [of_a, of_b] {
        rays.append(&found.rays);
        lines.append(&found.lines);
    }
    let Some(dual) = bounded_generators(&lines, &rays, MAX_GENERATORS)? else {
        return Ok(None);
    };
    let mut hull = joint.clone();
    hull.eq = dual.lines;
    for row in dual.rays.iter() {
        hull.ineq.push(row);
    }
    hull.simplify()?;
    hull.remove_redundancies()?;
    Ok(Some(hull))
}

/// Whether a corner of `a` and a direction of `b` lead to an integer point of the hull that is in
/// neither.
fn leaves_union<T: Coeff>(
    joint: &Conj<T>,
    a: &Side<T>,
    b: &Side<T>,
    of_a: &Generators<T>,
    of_b: &Generators<T>,
) -> Run<bool> {
    let is_direction = |row: &[T]| row[0].is_zero();
    // The first coordinate of a corner is its denominator.
    let corners = of_a.rays.iter().filter(|row| row[0].is_one());
    let directions = of_b.rays.iter().filter(|row| is_direction(row));
    let directions = directions.chain(of_b.lines.iter());
    for corner in corners {
        for direction in directions.clone() {
            let mut point = corner.to_vec();
            T::combine(&mut point, &T::one(), direction, &T::one())?;
            let holds = |mut rows: std::slice::Iter<Vec<T>>| {
                rows.try_fold(true, |all, row| Ok(all && !dot(row, &point)?.is_neg()))
            };
            let is_defined = joint
                .ineq
                .iter()
                .try_fold(true, |all, row| Ok(all && !dot(row, &point)?.is_neg()))?;
            if is_defined && !holds(a.rows[..a.own].iter())? && !holds(b.rows[..b.own].iter())? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether no coefficient of a hull is too large for those of its parts.
fn is_allowed<T: Coeff>(
    hull: Hull,
    found: &Conj<T>,
    joint: &Conj<T>,
    a: &Side<T>,
    b: &Side<T>,
) -> Run<bool> {
    // The first column is the constant.
    let largest = |rows: &mut dyn Iterator<Item = &[T]>| {
        let coefficients = rows.flat_map(|row| row.iter().skip(1));
        coefficients.map(|one| one.abs()).max()
    };
    let own = [&a.rows[..a.own], &b.rows[..b.own]];
    let sides = own.into_iter().flatten().map(|row| &row[..]);
    let old = largest(&mut sides.chain(joint.ineq.iter())).unwrap_or_else(T::zero);
    let new = largest(&mut found.eq.iter().chain(found.ineq.iter())).unwrap_or_else(T::zero);
    Ok(match hull {
        Hull::Unbounded => true,
        Hull::Bounded => new <= old,
        Hull::Doubled => new <= old.add(&old)?,
        Hull::Forbidden => false,
    })
}
