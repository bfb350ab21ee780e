//! Integer solutions of linear equations, by unimodular column operations.
//!
//! For a matrix `A` there is a unimodular `U` such that `A U = [H 0]` with `H` in lower
//! echelon form. Then `A x = -c` has the integer solutions `x = U y` where the leading entries of
//! `y` are fixed by forward substitution in `H` (or there is no integer solution at all) and the
//! others are free. Example: `3x + 5y = 1` has `x = 2 + 5t, y = -1 - 3t`.

use super::Matrix;
use crate::budget;
use crate::number::{Coeff, Run, dot};

/// A unimodular basis change that shows which directions a matrix fixes.
pub(crate) struct Echelon<T> {
    /// Row `i` is column `i` of `U`.
    pub(crate) basis: Matrix<T>,
    /// Row `i` is column `i` of `A U`; rows from `rank` on are zero.
    pub(crate) images: Matrix<T>,
    pub(crate) rank: usize,
}

/// Brings the rows of `a` (coefficients only) into column echelon form.
pub(crate) fn echelon<T: Coeff>(a: &Matrix<T>) -> Run<Echelon<T>> {
    let n = a.cols();
    let k = a.rows();
    let mut basis = Matrix::identity(n);
    let mut images = Matrix::with_capacity(k, n);
    for j in 0..n {
        let row = images.push_zero();
        for i in 0..k {
            row[i] = a.get(i, j).clone();
        }
    }
    let mut rank = 0;
    for i in 0..k {
        if rank == n {
            break;
        }
        // Euclid's algorithm among the columns `rank..`, on their entries in row `i`.
        loop {
            let mut best: Option<usize> = None;
            for j in rank..n {
                if images.get(j, i).is_zero() {
                    continue;
                }
                if best.is_none_or(|b| images.get(j, i).abs() < images.get(b, i).abs()) {
                    best = Some(j);
                }
            }
            let Some(best) = best else { break };
            images.swap_rows(rank, best);
            basis.swap_rows(rank, best);
            if images.get(rank, i).is_neg() {
                crate::number::negate_row(images.row_mut(rank));
                crate::number::negate_row(basis.row_mut(rank));
            }
            let mut done = true;
            for j in rank + 1..n {
                if images.get(j, i).is_zero() {
                    continue;
                }
                budget::spend(T::COST)?;
                let q = images.get(j, i).div_floor(images.get(rank, i)).neg();
                images.combine_rows(j, &T::one(), rank, &q)?;
                basis.combine_rows(j, &T::one(), rank, &q)?;
                done &= images.get(j, i).is_zero();
            }
            if done {
                rank += 1;
                break;
            }
        }
    }
    Ok(Echelon {
        basis,
        images,
        rank,
    })
}

/// The points `origin + Σ y[k] * basis[k]` for all integers `y`.
pub(crate) struct Lattice<T> {
    pub(crate) origin: Vec<T>,
    pub(crate) basis: Matrix<T>,
}

/// All integer solutions of the rows `[const | coefficients] = 0`; `None` if there are none.
pub(crate) fn solve<T: Coeff>(rows: &Matrix<T>) -> Run<Option<Lattice<T>>> {
    let n = rows.cols() - 1;
    let mut coefficients = rows.clone();
    coefficients.drop_cols(0, 1);
    let Echelon {
        basis,
        images,
        rank,
    } = echelon(&coefficients)?;
    let mut origin = vec![T::zero(); n];
    // `fixed[j]` is the value of the j-th leading coordinate.
    let mut fixed = 0;
    let mut residue: Vec<T> = (0..rows.rows()).map(|i| rows.get(i, 0).clone()).collect();
    for i in 0..rows.rows() {
        if fixed < rank && !images.get(fixed, i).is_zero() {
            let pivot = images.get(fixed, i);
            if !pivot.divides(&residue[i]) {
                return Ok(None);
            }
            let value = residue[i].div_exact(pivot).neg();
            T::combine(&mut residue, &T::one(), images.row(fixed), &value)?;
            T::combine(&mut origin, &T::one(), basis.row(fixed), &value)?;
            fixed += 1;
        }
        if !residue[i].is_zero() {
            return Ok(None);
        }
    }
    let free = Matrix::from_rows(n, (rank..n).map(|j| basis.row(j).to_vec()));
    Ok(Some(Lattice {
        origin,
        basis: free,
    }))
}

impl<T: Coeff> Lattice<T> {
    /// `[const | coefficients]` as a function of the lattice coordinates.
    pub(crate) fn pull_row(&self, row: &[T]) -> Run<Vec<T>> {
        let mut out = Vec::with_capacity(self.basis.rows() + 1);
        out.push(row[0].add(&dot(&row[1..], &self.origin)?)?);
        for direction in self.basis.iter() {
            out.push(dot(&row[1..], direction)?);
        }
        Ok(out)
    }

    /// The point with lattice coordinates `y`.
    pub(crate) fn point(&self, y: &[T]) -> Run<Vec<T>> {
        let mut x = self.origin.clone();
        for (k, value) in y.iter().enumerate() {
            T::combine(&mut x, &T::one(), self.basis.row(k), value)?;
        }
        Ok(x)
    }
}

/// Makes another basis of what independent rows span, in echelon form from the first column with
/// positive leading entries, and entries above these smaller than they. The columns of the leading
/// entries.
pub(crate) fn order_lexicographically<T: Coeff>(rows: &mut Matrix<T>) -> Run<Vec<usize>> {
    let mut leading = Vec::with_capacity(rows.rows());
    for col in 0..rows.cols() {
        let first = leading.len();
        // Euclid's algorithm among the rows from `first` on.
        loop {
            let entries = (first..rows.rows()).filter(|&i| !rows.get(i, col).is_zero());
            let Some(least) = entries.min_by_key(|&i| rows.get(i, col).abs()) else {
                break;
            };
            rows.swap_rows(first, least);
            if rows.get(first, col).is_neg() {
                crate::number::negate_row(rows.row_mut(first));
            }
            let mut done = true;
            for i in first + 1..rows.rows() {
                budget::spend(T::COST)?;
                let q = rows.get(i, col).div_floor(rows.get(first, col)).neg();
                rows.combine_rows(i, &T::one(), first, &q)?;
                done &= rows.get(i, col).is_zero();
            }
            if done {
                for i in 0..first {
                    let q = rows.get(i, col).div_floor(rows.get(first, col)).neg();
                    rows.combine_rows(i, &T::one(), first, &q)?;
                }
                leading.push(col);
                break;
            }
        }
    }
    Ok(leading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diophantine_line() {
        let rows = Matrix::from_rows(3, [vec![-1i64, 3, 5]]);
        let lattice = solve(&rows).unwrap().unwrap();
        assert_eq!(lattice.basis.rows(), 1);
        for y in -3..3 {
            let x = lattice.point(&[y]).unwrap();
            assert_eq!(3 * x[0] + 5 * x[1], 1);
        }
    }

    #[test]
    fn no_integer_solution() {
        let rows = Matrix::from_rows(3, [vec![-1i64, 2, 4]]);
        assert!(solve(&rows).unwrap().is_none());
    }

    #[test]
    fn dependent_rows_must_agree() {
        let agree = Matrix::from_rows(3, [vec![-2i64, 1, 1], vec![-4, 2, 2]]);
        assert!(solve(&agree).unwrap().is_some());
        let differ = Matrix::from_rows(3, [vec![-2i64, 1, 1], vec![-5, 2, 2]]);
        assert!(solve(&differ).unwrap().is_none());
    }
}
