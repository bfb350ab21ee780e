//! Parametric integer programming (Feautrier, "Parametric integer programming", 1988).
//!
//! Finds the lexicographically smallest integer solution of a conjunction as a function of its
//! parameters: a list of *pieces*, each a domain of parameter values and the solution there as
//! affine forms of the parameters and of floors of them.
//!
//! The tableau expresses every variable in non-negative unknowns `t` and the parameters:
//!
//! ```text
//!     x = (const + M·big + Σ a t + Σ b p) / den
//! ```
//!
//! Variables may be negative, so `x + big` is what is minimised, for a parameter `big` larger than
//! anything and divisible by everything. Every column of `t` is lexicographically positive in the
//! rows of the variables; the dual simplex keeps that, so that `t = 0` is the minimum as soon as
//! all constraint rows are non-negative. The sign of a row depends on the parameters: where both
//! signs occur the context is split in two. A solution that is not integral gets a cut
//! (`Σ (a mod d) t >= (-(const + Σ b p)) mod d`), whose right hand side is a new floor when it
//! depends on the parameters.
//!
//! Floors of parameters in the conjunction are parameters of the tableau from the start: as variables
//! they would have to be found again, by cuts.
//!
//! Example: `min x : 2x >= n`. The row `2x - n` is negative at `x = -big`; the pivot gives
//! `x = (n + t)/2`. The cut `t >= n mod 2`, with the floor `q = ⌊n/2⌋`, is `t >= n - 2q`. Splitting
//! on `n - 2q` gives `x = q` for even `n` and, after one more pivot, `x = n - q` for odd `n`; both
//! pieces are `⌈n/2⌉`.

use super::compress::{self, Outlook};
use super::context::{Context, Sign};
use crate::budget;
use crate::conj::{Column, Conj};
use crate::error::Stop;
use crate::linear::Matrix;
use crate::number::{Coeff, Run, is_zero_row, lowest_terms, negate_row};

/// Whether the smallest or the largest solution is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Min,
    Max,
}

/// A part of the parameter space and the optimum there.
#[derive(Clone, Debug)]
pub(crate) struct OptimumPiece<T> {
    /// Over the parameters.
    pub(crate) domain: Conj<T>,
    /// Definitions `[denominator | const | parameters | floors]` of the floors the values use.
    pub(crate) floors: Matrix<T>,
    /// One row `[const | parameters | floors]` per variable.
    pub(crate) values: Matrix<T>,
}

impl<T: Coeff> OptimumPiece<T> {
    fn new(domain: Conj<T>, values: Matrix<T>) -> OptimumPiece<T> {
        let floors = domain.div.clone();
        OptimumPiece {
            domain,
            floors,
            values,
        }
    }
}

/// Which leaves of the search are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those with a solution, and its values.
    Values,
    /// Those with a solution, whatever it is: the domain.
    Domain,
    /// Those without a solution.
    Infeasible,
    /// The same, but one is enough.
    OneInfeasible,
}

impl Wanted {
    fn is_infeasible(self) -> bool {
        matches!(self, Wanted::Infeasible | Wanted::OneInfeasible)
    }
}

/// What to compute.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a, T> {
    /// Over `n_param` parameters followed by the variables.
    pub(crate) conj: &'a Conj<T>,
    pub(crate) n_param: usize,
    /// The parameter values of interest. It may have unknown locals, which only say what these
    /// values are; solutions are expressed in the known ones.
    pub(crate) context: &'a Conj<T>,
    pub(crate) wanted: Wanted,
}

/// The optimum of the variables of a problem, over disjoint pieces.
pub(crate) fn optimum<T: Coeff>(problem: Problem<'_, T>, goal: Goal) -> Run<Vec<OptimumPiece<T>>> {
    let mut simplified = problem.context.clone();
    simplified.simplify()?;
    let Some(mut context) = Context::new(simplified)? else {
        return Ok(Vec::new());
    };
    if problem.conj.is_marked_empty() {
        if problem.wanted.is_infeasible() {
            let values = Matrix::new(context.conj().cols());
            return Ok(vec![OptimumPiece::new(context.conj().clone(), values)]);
        }
        return Ok(Vec::new());
    }
    let fixed = match problem.wanted {
        Wanted::Values => floors_of_parameters(problem.conj, problem.n_param),
        _ => Vec::new(),
    };
    let mut places: Vec<usize> = Vec::with_capacity(fixed.len());
    for &k in &fixed {
        let definition = problem.conj.div.row(k);
        let mut row = vec![T::zero(); 1 + context.width()];
        row[..=problem.n_param].clone_from_slice(&definition[1..2 + problem.n_param]);
        for (&other, place) in fixed.iter().zip(&places) {
            let factor = &definition[2 + problem.conj.n_vis() + other];
            row[1 + problem.n_param + place] = row[1 + problem.n_param + place].add(factor)?;
        }
        places.push(context.add_floor(&definition[0], &row)?.0);
    }
    let mut solver = Solver::new(problem, goal, &fixed, places)?;
    let mut pieces: Vec<OptimumPiece<T>> = Vec::new();
    let is_feasible = solver.compress(&mut context, &mut pieces)?;
    if solver.problem.wanted != Wanted::OneInfeasible || pieces.is_empty() {
        let found = if is_feasible {
            let tab = solver.initial(context.width())?;
            solver.solve(State { tab, context })?
        } else {
            solver.infeasible(&context)
        };
        pieces.extend(found.into_pieces());
    }
    for piece in &mut pieces {
        tidy(piece)?;
    }
    Ok(pieces)
}

/// The known locals that depend on parameters alone.
fn floors_of_parameters<T: Coeff>(conj: &Conj<T>, n_param: usize) -> Vec<usize> {
    let n = conj.n_vis();
    let mut found: Vec<usize> = Vec::new();
    for k in 0..conj.n_local() {
        let definition = conj.div.row(k);
        let mut inner = definition[2 + n..].iter().enumerate();
        if conj.is_known(k)
            && is_zero_row(&definition[2 + n_param..2 + n])
            && inner.all(|(j, a)| a.is_zero() || found.contains(&j))
        {
            found.push(k);
        }
    }
    found
}

/// Drops what is redundant in the domain of a piece and floors that its values do not need.
fn tidy<T: Coeff>(piece: &mut OptimumPiece<T>) -> Run<()> {
    piece.domain.simplify()?;
    piece.domain.remove_redundancies()?;
    let values = &mut piece.values;
    let first = 1 + piece.domain.n_vis();
    let mut used = vec![false; piece.floors.rows()];
    for k in (0..used.len()).rev() {
        used[k] = values.iter().any(|row| !row[first + k].is_zero())
            || (k + 1..used.len())
                .any(|j| used[j] && !piece.floors.get(j, 1 + first + k).is_zero());
    }
    let kept = || (0..used.len()).filter(|&k| used[k]).map(|k| first + k);
    let cols: Vec<usize> = (0..first).chain(kept()).collect();
    *values = values.select_cols(&cols);
    let div_cols: Vec<usize> = (0..=first).chain(kept().map(|col| col + 1)).collect();
    let mut floors = piece.floors.select_cols(&div_cols);
    floors.retain(|k, _| used[k]);
    piece.floors = floors;
    Ok(())
}

struct Solver<'a, T> {
    problem: Problem<'a, T>,
    goal: Goal,
    /// Over parameters and floors of them, then all variables (locals lifted), equalities in echelon
    /// form.
    lifted: Conj<T>,
    /// Which locals of the context these floors are.
    fixed: Vec<usize>,
    /// Number of variables whose values are wanted.
    wanted: usize,
    /// Columns `t` at the start: the variables that no equality determines.
    free: Vec<usize>,
    /// The variables whose values are wanted as `[const | context… | variables of the table…]`
    /// where those are others, see [`compress`].
    shape: Option<Matrix<T>>,
}

/// First column of `t`; before it `den`, `const` and the coefficient of `big`.
const T0: usize = 3;
const BIG: usize = 2;

#[derive(Clone)]
struct Table<T> {
    /// `[den | const | big | t… | parameters… | locals of the context…]`; the rows of the
    /// variables come first, then those of constraints.
    rows: Matrix<T>,
    signs: Vec<Option<Sign>>,
    /// Columns `t` that are variables: they are non-negative because of `big` alone.
    structural: Vec<bool>,
}

struct State<T: Coeff> {
    tab: Table<T>,
    context: Context<T>,
}

enum Outcome<T> {
    /// One answer for the whole context of the state; `None`: no solution.
    Whole(Option<OptimumPiece<T>>),
    Split(Vec<OptimumPiece<T>>),
}

impl<'a, T: Coeff> Solver<'a, T> {
    fn new(
        problem: Problem<'a, T>,
        goal: Goal,
        floors: &[usize],
        fixed: Vec<usize>,
    ) -> Run<Solver<'a, T>> {
        let mut lifted = problem.conj.lift_locals();
        let n_vis = problem.conj.n_vis();
        let wanted = n_vis - problem.n_param;
        if !floors.is_empty() {
            let mut order: Vec<usize> = (0..=problem.n_param).collect();
            order.extend(floors.iter().map(|k| 1 + n_vis + k));
            let rest = (0..lifted.cols()).filter(|col| !order.contains(col));
            let rest: Vec<usize> = rest.collect();
            order.extend(rest);
            lifted.eq = lifted.eq.select_cols(&order);
            lifted.ineq = lifted.ineq.select_cols(&order);
        }
        let n_param = problem.n_param + floors.len();
        if goal == Goal::Max {
            for v in 0..wanted {
                let col = 1 + n_param + v;
                for i in 0..lifted.eq.rows() {
                    let value = lifted.eq.get(i, col).neg();
                    lifted.eq.set(i, col, value);
                }
                for i in 0..lifted.ineq.rows() {
                    let value = lifted.ineq.get(i, col).neg();
                    lifted.ineq.set(i, col, value);
                }
            }
        }
        if !lifted.gauss()? {
            lifted.mark_empty();
        }
        let determined: Vec<usize> = lifted
            .eq
            .iter()
            .filter_map(crate::number::last_nonzero)
            .filter(|&col| col > n_param)
            .map(|col| col - 1 - n_param)
            .collect();
        let free = (0..lifted.n_vis() - n_param)
            .filter(|v| !determined.contains(v))
            .collect();
        Ok(Solver {
            problem,
            goal,
            lifted,
            fixed,
            wanted,
            free,
            shape: None,
        })
    }

    /// Changes to the coordinates of the lattice if equalities leave one. `pieces` gets the parts
    /// of the context without a solution if those are wanted; false if it is all of it.
    fn compress(
        &mut self,
        context: &mut Context<T>,
        pieces: &mut Vec<OptimumPiece<T>>,
    ) -> Run<bool> {
        if self.lifted.is_marked_empty() || !compress::is_worthwhile(&self.lifted, self.n_known()) {
            return Ok(true);
        }
        let floors = self.fixed.iter().map(|k| 1 + self.problem.n_param + k);
        let places: Vec<usize> = (0..=self.problem.n_param).chain(floors).collect();
        let mut excluded = Vec::new();
        let outlook = compress::compress(&self.lifted, &places, context, &mut excluded)?;
        if self.problem.wanted.is_infeasible() {
            for domain in excluded {
                let values = Matrix::new(domain.cols());
                pieces.push(OptimumPiece::new(domain, values));
            }
        }
        let Outlook::Problem(compressed) = outlook else {
            return Ok(false);
        };
        let wanted = compressed.wanted(self.wanted);
        let variables = compressed.conj.n_vis() - context.width();
        self.shape = Some(Matrix::from_rows(
            compressed.shape.cols(),
            (0..self.wanted).map(|v| compressed.shape.row(v).to_vec()),
        ));
        self.fixed = (0..context.conj().n_local()).collect();
        self.wanted = wanted;
        self.free = (0..variables).collect();
        self.lifted = compressed.conj;
        Ok(true)
    }

    /// Number of parameters and floors of them.
    fn n_known(&self) -> usize {
        self.problem.n_param + self.fixed.len()
    }

    fn n_var(&self) -> usize {
        self.lifted.n_vis() - self.n_known()
    }

    /// The table at `x = -big`, over a context of `width` parameters and locals.
    fn initial(&self, width: usize) -> Run<Table<T>> {
        let (n_param, n_var, n_free) = (self.n_known(), self.n_var(), self.free.len());
        let mut rows = Matrix::with_capacity(T0 + n_free + width, n_var + self.lifted.ineq.rows());
        let column_of: Vec<Option<usize>> = (0..n_var)
            .map(|v| self.free.iter().position(|&f| f == v))
            .collect();
        for v in 0..n_var {
            let row = rows.push_zero();
            row[0] = T::one();
            if let Some(j) = column_of[v] {
                row[T0 + j] = T::one();
            }
        }
        // Rewrites `[const | parameters | variables]` in terms of x + big.
        let shift = |source: &[T], target: &mut [T]| -> Run<()> {
            target[0] = T::one();
            target[1] = source[0].clone();
            for p in 0..self.problem.n_param {
                target[T0 + n_free + p] = source[1 + p].clone();
            }
            for (at, place) in self.fixed.iter().enumerate() {
                let col = T0 + n_free + self.problem.n_param + place;
                target[col] = target[col].add(&source[1 + self.problem.n_param + at])?;
            }
            for v in 0..n_var {
                let a = &source[1 + n_param + v];
                if a.is_zero() {
                    continue;
                }
                let j = column_of[v].expect("equalities are eliminated from the other rows");
                target[T0 + j] = a.clone();
                target[BIG] = target[BIG].sub(a)?;
            }
            Ok(())
        };
        let mut constraints: Vec<Vec<T>> = Vec::new();
        for eq in self.lifted.eq.iter() {
            let col = crate::number::last_nonzero(eq).expect("equalities are not trivial");
            if col <= n_param {
                let mut negated = eq.to_vec();
                negate_row(&mut negated);
                constraints.push(eq.to_vec());
                constraints.push(negated);
                continue;
            }
            // a x + f = 0  =>  x + big = (-f + a big) / a
            let a = eq[col].abs();
            let mut rest = eq.to_vec();
            rest[col] = T::zero();
            if eq[col].is_pos() {
                negate_row(&mut rest);
            }
            let row = rows.row_mut(col - 1 - n_param);
            shift(&rest, row)?;
            row[0] = a.clone();
            row[BIG] = row[BIG].add(&a)?;
        }
        for ineq in self.lifted.ineq.iter() {
            constraints.push(ineq.to_vec());
        }
        for constraint in &constraints {
            shift(constraint, rows.push_zero())?;
        }
        let signs = vec![None; rows.rows()];
        Ok(Table {
            rows,
            signs,
            structural: vec![true; n_free],
        })
    }

    fn solve(&self, mut state: State<T>) -> Run<Outcome<T>> {
        if self.lifted.is_marked_empty() {
            return Ok(self.infeasible(&state.context));
        }
        let n_var = self.n_var();
        loop {
            budget::spend(state.tab.rows.rows())?;
            // A row that is negative everywhere must be raised; one with both signs splits.
            let mut split = None;
            let mut negative = None;
            for r in n_var..state.tab.rows.rows() {
                let sign = match state.tab.signs[r] {
                    Some(sign) => sign,
                    None => {
                        let sign = self.row_sign(&mut state, r)?;
                        state.tab.signs[r] = Some(sign);
                        sign
                    }
                };
                match sign {
                    Sign::NonNegative => {}
                    Sign::Negative => {
                        negative = Some(r);
                        break;
                    }
                    Sign::Any => split = split.or(Some(r)),
                }
            }
            if let Some(r) = negative {
                match self.pivot_column(&state.tab, r)? {
                    None => return Ok(self.infeasible(&state.context)),
                    Some(c) => self.pivot(&mut state.tab, r, c)?,
                }
                continue;
            }
            if let Some(r) = split {
                return self.split(state, r);
            }
            match self.cut(&mut state)? {
                Cut::Integral => return self.report(&state),
                Cut::Added => {}
                Cut::Infeasible => return Ok(self.infeasible(&state.context)),
            }
        }
    }

    /// The answer where there is no solution.
    fn infeasible(&self, context: &Context<T>) -> Outcome<T> {
        Outcome::Whole(self.problem.wanted.is_infeasible().then(|| {
            let domain = context.conj().clone();
            let values = Matrix::new(domain.cols());
            OptimumPiece::new(domain, values)
        }))
    }

    /// The parametric part `[const | parameters | locals]` of a row.
    fn parametric(&self, row: &[T]) -> Vec<T> {
        let mut form = Vec::with_capacity(row.len() - T0 - self.free.len() + 1);
        form.push(row[1].clone());
        form.extend_from_slice(&row[T0 + self.free.len()..]);
        form
    }

    fn row_sign(&self, state: &mut State<T>, r: usize) -> Run<Sign> {
        let row = state.tab.rows.row(r);
        match row[BIG].signum() {
            1 => Ok(Sign::NonNegative),
            -1 => Ok(Sign::Negative),
            _ => {
                let form = self.parametric(row);
                state.context.sign(&form)
            }
        }
    }

    /// Solves both halves of the context in which row `r` has one sign.
    fn split(&self, state: State<T>, r: usize) -> Run<Outcome<T>> {
        let form = self.parametric(state.tab.rows.row(r));
        let mut opposite = form.clone();
        negate_row(&mut opposite);
        opposite[0] = opposite[0].sub(&T::one())?;
        let whole = state.context.conj().clone();
        let mut upper = State {
            tab: state.tab.clone(),
            context: state.context.clone(),
        };
        upper.context.restrict(&form)?;
        upper.tab.signs[r] = Some(Sign::NonNegative);
        refresh(&mut upper.tab);
        let mut lower = State {
            tab: state.tab,
            context: state.context,
        };
        lower.context.restrict(&opposite)?;
        lower.tab.signs[r] = Some(Sign::Negative);
        refresh(&mut lower.tab);
        let upper = self.solve(upper)?;
        if self.problem.wanted == Wanted::OneInfeasible && upper.has_pieces() {
            return Ok(upper);
        }
        let lower = self.solve(lower)?;
        Ok(match (upper, lower) {
            (Outcome::Whole(a), Outcome::Whole(b)) => match (a, b) {
                (None, None) => Outcome::Whole(None),
                (Some(a), Some(b)) if same_answer(&a, &b, &whole) => {
                    Outcome::Whole(Some(restated(a, whole)))
                }
                (a, b) => Outcome::Split(a.into_iter().chain(b).collect()),
            },
            (a, b) => {
                let mut pieces = a.into_pieces();
                pieces.extend(b.into_pieces());
                Outcome::Split(pieces)
            }
        })
    }

    /// The column whose increase raises row `r` at the least lexicographic cost.
    fn pivot_column(&self, tab: &Table<T>, r: usize) -> Run<Option<usize>> {
        let row = tab.rows.row(r);
        let mut best: Option<usize> = None;
        for c in 0..self.free.len() {
            if !row[T0 + c].is_pos() {
                continue;
            }
            let Some(b) = best else {
                best = Some(c);
                continue;
            };
            for v in 0..self.n_var() {
                let left = tab.rows.get(v, T0 + c).mul(&row[T0 + b])?;
                let right = tab.rows.get(v, T0 + b).mul(&row[T0 + c])?;
                if left != right {
                    if left < right {
                        best = Some(c);
                    }
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Exchanges the slack of row `r` and column `c`.
    fn pivot(&self, tab: &mut Table<T>, r: usize, c: usize) -> Run<()> {
        budget::spend(T::COST * tab.rows.rows())?;
        let col = T0 + c;
        {
            // Solve row r for t_c: (den s - const - … ) / a, a > 0.
            let row = tab.rows.row_mut(r);
            row.swap(0, col);
            negate_row(&mut row[1..]);
            row[col] = row[col].neg();
            lowest_terms(row);
        }
        for i in 0..tab.rows.rows() {
            if i == r || tab.rows.get(i, col).is_zero() {
                continue;
            }
            let (target, source) = tab.rows.two_rows(i, r);
            let factor = std::mem::take(&mut target[col]);
            let gcd = factor.gcd(&source[0]);
            let scale = source[0].div_exact(&gcd);
            T::combine(
                &mut target[1..],
                &scale,
                &source[1..],
                &factor.div_exact(&gcd),
            )?;
            target[0] = target[0].mul(&scale)?;
            lowest_terms(target);
            tab.signs[i] = None;
        }
        if tab.structural[c] {
            // The variable has a row of its own already.
            tab.structural[c] = false;
            tab.rows.swap_remove(r);
            tab.signs.swap_remove(r);
        } else {
            tab.signs[r] = None;
        }
        Ok(())
    }

    /// Looks for a variable whose value is not an integer, and adds the cut that excludes it.
    fn cut(&self, state: &mut State<T>) -> Run<Cut> {
        let n_free = self.free.len();
        for v in 0..self.n_var() {
            let row = state.tab.rows.row(v);
            let d = row[0].clone();
            if d.is_one() || self.parametric(row).iter().all(|a| d.divides(a)) {
                continue;
            }
            let mut needed: Vec<T> = self
                .parametric(row)
                .iter()
                .map(|a| a.neg().rem_floor(&d))
                .collect();
            let mut cut = vec![T::zero(); row.len()];
            cut[0] = d.clone();
            for j in T0..T0 + n_free {
                cut[j] = row[j].rem_floor(&d);
            }
            let reachable = !is_zero_row(&cut[T0..T0 + n_free]);
            if is_zero_row(&needed[1..]) {
                if !reachable {
                    return Ok(Cut::Infeasible);
                }
                cut[1] = needed[0].neg();
                state.tab.rows.push(&cut);
                state.tab.signs.push(Some(Sign::Negative));
                return Ok(Cut::Added);
            }
            // Before a new floor comes in, see whether the context fixes what it would be of.
            if self.apply_equalities(state)? {
                return Ok(Cut::Added);
            }
            let (k, fresh) = state.context.add_floor(&d, &needed)?;
            if fresh {
                let width = state.tab.rows.cols();
                state.tab.rows.insert_cols(width, 1);
                cut.push(T::zero());
                needed.push(T::zero());
            }
            // needed - d * floor is in 0..d; the cut wants the t to make up for it.
            let mut form = needed;
            negate_row(&mut form);
            let at = 1 + self.problem.n_param + k;
            form[at] = form[at].add(&d)?;
            if state.context.sign(&form)? == Sign::NonNegative {
                // The remainder is zero throughout the context: the value is an integer after
                // all, and becomes one in form too.
                let row = state.tab.rows.row_mut(v);
                let mut exact = self.parametric(row);
                for (value, delta) in exact.iter_mut().zip(&form) {
                    *value = value.sub(delta)?;
                }
                row[1] = exact[0].clone();
                row[T0 + n_free..].clone_from_slice(&exact[1..]);
                lowest_terms(row);
                return Ok(Cut::Added);
            }
            cut[1] = form[0].clone();
            cut[T0 + n_free..].clone_from_slice(&form[1..]);
            state.tab.rows.push(&cut);
            // The row is at most zero: where `t` can make up for it, they do so also where there is
            // nothing to make up for, and the context need not be split. A domain is simpler for
            // the split: its halves are often one again, without the floor.
            let is_decided = reachable && self.problem.wanted != Wanted::Domain;
            state.tab.signs.push(is_decided.then_some(Sign::Negative));
            return Ok(Cut::Added);
        }
        Ok(Cut::Integral)
    }

    /// Eliminates parameters that equalities of the context determine; true if a row changed.
    fn apply_equalities(&self, state: &mut State<T>) -> Run<bool> {
        let Some(equations) = state.context.find_equalities()? else {
            return Ok(false);
        };
        let first = T0 + self.free.len();
        let mut changed = false;
        for equation in equations.iter() {
            let Some(col) = crate::number::last_nonzero(&equation[1..]) else {
                continue;
            };
            // Over the columns of the table, with a positive pivot.
            let mut row = vec![T::zero(); state.tab.rows.cols()];
            row[1] = equation[0].clone();
            row[first..].clone_from_slice(&equation[1..]);
            if row[first + col].is_neg() {
                negate_row(&mut row);
            }
            let pivot = row[first + col].clone();
            for i in 0..state.tab.rows.rows() {
                let target = state.tab.rows.row_mut(i);
                if target[first + col].is_zero() {
                    continue;
                }
                let gcd = target[first + col].gcd(&pivot);
                let scale = pivot.div_exact(&gcd);
                let factor = target[first + col].div_exact(&gcd).neg();
                T::combine(&mut target[1..], &scale, &row[1..], &factor)?;
                target[0] = target[0].mul(&scale)?;
                lowest_terms(target);
                changed = true;
            }
        }
        Ok(changed)
    }

    /// The wanted variables, from values `[const | context…]` of the first ones of the table.
    fn shaped(&self, shape: &Matrix<T>, values: &Matrix<T>) -> Run<Matrix<T>> {
        let known = 1 + self.n_known();
        let mut out = Matrix::with_capacity(values.cols(), shape.rows());
        for row in shape.iter() {
            let target = out.push_zero();
            target[..known].clone_from_slice(&row[..known]);
            for (value, factor) in values.iter().zip(&row[known..]) {
                T::combine(target, &T::one(), value, factor)?;
            }
        }
        Ok(out)
    }

    fn report(&self, state: &State<T>) -> Run<Outcome<T>> {
        if self.problem.wanted.is_infeasible() {
            return Ok(Outcome::Whole(None));
        }
        let domain = state.context.conj().clone();
        let width = domain.cols();
        let mut values = Matrix::new(width);
        if self.problem.wanted == Wanted::Values {
            for v in 0..self.wanted {
                let row = state.tab.rows.row(v);
                if row[BIG] != row[0] {
                    return Err(Stop::Unbounded);
                }
                let mut value = self.parametric(row);
                for a in &mut value {
                    *a = a.div_exact(&row[0]);
                }
                values.push(&value);
            }
            if let Some(shape) = &self.shape {
                values = self.shaped(shape, &values)?;
            }
            if self.goal == Goal::Max {
                for v in 0..values.rows() {
                    negate_row(values.row_mut(v));
                }
            }
        }
        Ok(Outcome::Whole(Some(OptimumPiece::new(domain, values))))
    }
}

enum Cut {
    Integral,
    Added,
    Infeasible,
}

impl<T> Outcome<T> {
    fn has_pieces(&self) -> bool {
        match self {
            Outcome::Whole(piece) => piece.is_some(),
            Outcome::Split(pieces) => !pieces.is_empty(),
        }
    }

    fn into_pieces(self) -> Vec<OptimumPiece<T>> {
        match self {
            Outcome::Whole(piece) => piece.into_iter().collect(),
            Outcome::Split(pieces) => pieces,
        }
    }
}

/// In a smaller context fewer rows take both signs; the others stay as they are.
fn refresh<T>(tab: &mut Table<T>) {
    for sign in &mut tab.signs {
        if *sign == Some(Sign::Any) {
            *sign = None;
        }
    }
}

/// Whether two answers for the halves of a context are one for the whole of it.
fn same_answer<T: Coeff>(a: &OptimumPiece<T>, b: &OptimumPiece<T>, whole: &Conj<T>) -> bool {
    let width = whole.cols();
    let within = |m: &Matrix<T>| m.iter().all(|row| is_zero_row(&row[width..]));
    let (x, y) = (&a.values, &b.values);
    x.rows() == y.rows()
        && within(x)
        && within(y)
        && x.iter()
            .zip(y.iter())
            .all(|(r, s)| r[..width] == s[..width])
}

fn restated<T: Coeff>(piece: OptimumPiece<T>, whole: Conj<T>) -> OptimumPiece<T> {
    let width = whole.cols();
    let rows = piece.values.iter().map(|row| row[..width].to_vec());
    let values = Matrix::from_rows(width, rows);
    OptimumPiece::new(whole, values)
}

/// The part of `a` that is not in `b`, as disjoint conjunctions, whatever the locals of `b` are.
///
/// The locals of `b` are the variables of a problem whose context is `a`: where it has no
/// solution, the points of `a` are not in `b`. That `a` is the context makes this cheap when most
/// of it is covered.
pub(crate) fn uncovered<T: Coeff>(a: &Conj<T>, b: &Conj<T>, wanted: Wanted) -> Run<Vec<Conj<T>>> {
    let lifted = b.lift_locals();
    let problem = Problem {
        conj: &lifted,
        n_param: a.n_vis(),
        context: a,
        wanted,
    };
    let pieces = optimum(problem, Goal::Min)?;
    Ok(pieces.into_iter().map(|piece| piece.domain).collect())
}

impl<T: Coeff> Conj<T> {
    /// The same points as a union of conjunctions all of whose locals are known.
    pub(crate) fn with_known_locals(&self) -> Run<Vec<Conj<T>>> {
        if self.has_known_locals() || self.is_rational() {
            return Ok(vec![self.clone()]);
        }
        // Known locals over visible variables alone may stay; the others are variables.
        let n = self.n_vis();
        let mut keep: Vec<usize> = Vec::new();
        for k in 0..self.n_local() {
            let def = self.div.row(k);
            let rest = &def[2 + n..];
            if self.is_known(k)
                && rest
                    .iter()
                    .enumerate()
                    .all(|(j, a)| a.is_zero() || keep.contains(&j))
            {
                keep.push(k);
            }
        }
        let mut order = keep.clone();
        order.extend((0..self.n_local()).filter(|k| !keep.contains(k)));
        let mut sorted = self.clone();
        sorted.reorder_locals(&order);
        // Context: constraints and definitions over the visible variables and kept locals.
        let width = 1 + n + keep.len();
        let mut context = Conj::universe(n);
        context.add_locals(keep.len());
        for k in 0..keep.len() {
            context
                .div
                .row_mut(k)
                .clone_from_slice(&sorted.div.row(k)[..1 + width]);
        }
        let mut rest = sorted.lift_locals();
        for k in 0..keep.len() {
            context.add_floor_bounds(k)?;
        }
        rest.eq.retain(|_, row| {
            let here = is_zero_row(&row[width..]);
            if here {
                context.eq.push(&row[..width]);
            }
            !here
        });
        rest.ineq.retain(|_, row| {
            let here = is_zero_row(&row[width..]);
            if here {
                context.ineq.push(&row[..width]);
            }
            !here
        });
        // The kept locals are parameters of the problem; the context knows what they are.
        let pieces = optimum_over_floors(&rest, &context, keep.len())?;
        Ok(pieces)
    }
}

/// The shadow of conjunctions with more inequalities is not computed beforehand.
const MAX_SHADOW: usize = 24;

/// Projects the variables of `conj` after the context's columns out, exactly.
fn optimum_over_floors<T: Coeff>(
    conj: &Conj<T>,
    context: &Conj<T>,
    kept: usize,
) -> Run<Vec<Conj<T>>> {
    let n_param = context.n_vis() + kept;
    let mut lifted = context.lift_locals();
    // What the rational relaxation excludes need not be explored.
    let mut shadow = conj.clone();
    let variables: Vec<usize> = (1 + n_param..1 + conj.n_vis()).collect();
    if shadow.ineq.rows() <= MAX_SHADOW {
        shadow.eliminate_cols(&variables)?;
        if shadow.is_marked_empty() {
            return Ok(Vec::new());
        }
        for row in shadow.eq.iter() {
            lifted.eq.push(&row[..1 + n_param]);
        }
        for row in shadow.ineq.iter() {
            lifted.ineq.push(&row[..1 + n_param]);
        }
    }
    let problem = Problem {
        conj,
        n_param,
        context: &lifted,
        wanted: Wanted::Domain,
    };
    let pieces = optimum(problem, Goal::Min)?;
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        // Hide the kept locals again and give them back their definitions.
        let columns: Vec<Column> = (0..context.n_vis()).map(Column::Old).collect();
        let mut domain = piece.domain.rearrange(&columns);
        for k in 0..kept {
            let width = 2 + context.n_total();
            domain.div.row_mut(k)[..width].clone_from_slice(context.div.row(k));
        }
        domain.simplify()?;
        if !domain.is_marked_empty() {
            out.push(domain);
        }
    }
    Ok(out)
}
