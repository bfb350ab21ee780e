//! Linear algebra on rows of small integers: independence, orthogonality, equations.

/// A basis of the vectors that are orthogonal to all `rows` of `n` entries, in small integers; `None`
/// if numbers do not fit. A row is independent of `rows` if and only if its product with one of these
/// vectors is not zero.
pub(crate) fn complement(rows: &[Vec<i64>], n: usize) -> Option<Vec<Vec<i64>>> {
    let (echelon, pivots) = echelon(rows, n)?;
    let mut basis = Vec::with_capacity(n - pivots.len());
    for free in (0..n).filter(|column| !pivots.contains(column)) {
        let mut common: i128 = 1;
        for (row, &pivot) in echelon.iter().zip(&pivots) {
            common = common.checked_mul(row[pivot] / gcd(common, row[pivot]))?;
        }
        let mut vector = vec![0i128; n];
        vector[free] = common;
        for (row, &pivot) in echelon.iter().zip(&pivots) {
            vector[pivot] = row[free].checked_neg()?.checked_mul(common / row[pivot])?;
        }
        divide(&mut vector);
        if vector.iter().find(|value| **value != 0)? < &0 {
            vector.iter_mut().for_each(|value| *value = -*value);
        }
        let vector = vector.into_iter().map(i64::try_from);
        basis.push(vector.collect::<Result<Vec<i64>, _>>().ok()?);
    }
    Some(basis)
}

/// The shortest integer vector `x` with `row · x > 0` and `other · x = 0` for all `others`, if these leave
/// one direction; `None` if there is none, or numbers do not fit.
pub(crate) fn solve(others: &[Vec<i64>], row: &[i64], n: usize) -> Option<Vec<i64>> {
    let free = complement(others, n)?;
    let [direction] = &free[..] else { return None };
    let products = direction.iter().zip(row);
    let height: i128 = products.map(|(a, b)| i128::from(*a) * i128::from(*b)).sum();
    match height.signum() {
        0 => None,
        1 => Some(direction.clone()),
        _ => Some(direction.iter().map(|value| -value).collect()),
    }
}

/// A form in the first `n` columns, given that the forms in `equations` are zero, as a function of the other columns: a
/// factor `f > 0` and entries such that `f` times the form is their sum; `None` if it is none, or numbers do not fit.
pub(crate) fn in_terms_of(
    equations: &[Vec<i64>],
    form: &[i64],
    n: usize,
) -> Option<(i64, Vec<i64>)> {
    let width = form.len();
    let (echelon, pivots) = echelon(equations, width)?;
    // form - z = 0, with z in a column of its own
    let mut target: Vec<i128> = form.iter().map(|&value| value.into()).collect();
    target.push(-1);
    for (row, &pivot) in echelon.iter().zip(&pivots).filter(|(_, pivot)| **pivot < n) {
        let mut row = row.clone();
        row.push(0);
        eliminate(&mut target, &row, pivot)?;
    }
    if target[..n].iter().any(|value| *value != 0) {
        return None;
    }
    let small = target[n..].iter().map(|value| i64::try_from(*value).ok());
    let mut rest = small.collect::<Option<Vec<i64>>>()?;
    let factor = rest.pop()?.checked_neg()?;
    Some((factor, rest))
}

/// The number of independent rows; `None` if numbers do not fit.
pub(crate) fn rank(rows: &[Vec<i64>], n: usize) -> Option<usize> {
    Some(echelon(rows, n)?.1.len())
}

/// The reduced echelon form with positive pivots, and the columns of the pivots.
fn echelon(rows: &[Vec<i64>], n: usize) -> Option<(Vec<Vec<i128>>, Vec<usize>)> {
    let mut reduced: Vec<Vec<i128>> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    for row in rows {
        let mut row: Vec<i128> = row.iter().take(n).map(|&value| value.into()).collect();
        for (known, &pivot) in reduced.iter().zip(&pivots) {
            eliminate(&mut row, known, pivot)?;
        }
        let Some(pivot) = row.iter().position(|value| *value != 0) else {
            continue;
        };
        if row[pivot] < 0 {
            row.iter_mut().for_each(|value| *value = -*value);
        }
        for known in &mut reduced {
            eliminate(known, &row, pivot)?;
        }
        reduced.push(row);
        pivots.push(pivot);
    }
    Some((reduced, pivots))
}

/// Makes the entry of `target` in the column of a pivot zero; other pivots keep their sign.
fn eliminate(target: &mut [i128], source: &[i128], pivot: usize) -> Option<()> {
    let factor = target[pivot];
    if factor == 0 {
        return Some(());
    }
    let common = gcd(factor, source[pivot]);
    let (p, q) = (source[pivot] / common, factor / common);
    for (t, s) in target.iter_mut().zip(source) {
        *t = p.checked_mul(*t)?.checked_sub(q.checked_mul(*s)?)?;
    }
    divide(target);
    Some(())
}

fn divide(row: &mut [i128]) {
    let common = row.iter().fold(0, |common, value| gcd(common, *value));
    if common > 1 {
        row.iter_mut().for_each(|value| *value /= common);
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complements_are_orthogonal_and_complete() {
        let cases: [&[&[i64]]; 5] = [
            &[],
            &[&[1, 0, 0]],
            &[&[1, 1, 0], &[2, 2, 0]],
            &[&[1, 2, 3], &[0, 1, -4]],
            &[&[0, 0, 5], &[0, 3, 1], &[2, 1, 1]],
        ];
        for rows in cases {
            let rows: Vec<Vec<i64>> = rows.iter().map(|row| row.to_vec()).collect();
            let basis = complement(&rows, 3).unwrap();
            assert_eq!(basis.len() + rank(&rows, 3).unwrap(), 3, "{rows:?}");
            assert_eq!(rank(&basis, 3).unwrap(), basis.len());
            for vector in &basis {
                for row in &rows {
                    let product: i64 = row.iter().zip(vector).map(|(a, b)| a * b).sum();
                    assert_eq!(product, 0, "{row:?} {vector:?}");
                }
            }
        }
    }

    #[test]
    fn forms_follow_from_equations() {
        // x = 0, 2y = 2m - 6; columns x, y, m, 1
        let equations = [vec![1, 0, 0, 0], vec![0, 2, -2, 6]];
        let sum = in_terms_of(&equations, &[1, 1, 0, 0], 2);
        assert_eq!(sum, Some((1, vec![1, -3])));
        // x + 2y = m says nothing about x + y.
        assert_eq!(in_terms_of(&[vec![1, 2, -1, 0]], &[1, 1, 0, 0], 2), None);
        // 3x + 3y = m + 1
        let third = in_terms_of(&[vec![3, 3, -1, -1]], &[1, 1, 0, 0], 2);
        assert_eq!(third, Some((3, vec![1, 1])));
    }

    #[test]
    fn directions_keep_the_other_rows() {
        // t and t + i: when t grows and t + i does not, i shrinks.
        let rows = [vec![1, 0], vec![1, 1]];
        assert_eq!(solve(&rows[1..], &rows[0], 2), Some(vec![1, -1]));
        assert_eq!(solve(&rows[..1], &rows[1], 2), Some(vec![0, 1]));
        assert_eq!(solve(&rows, &rows[1], 2), None);
        assert_eq!(solve(&[], &rows[1], 2), None);
    }

    #[test]
    fn numbers_that_do_not_fit_are_noticed() {
        let large = i64::MAX;
        let rows: Vec<Vec<i64>> = (0..6i64)
            .map(|i| {
                (0..6)
                    .map(|j| large - (i * i * 17 + j * j * 3 + i * j))
                    .collect()
            })
            .collect();
        // Whether it fits or not, there is an answer.
        let _ = rank(&rows, 6);
    }
}
