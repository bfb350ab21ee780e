use super::*;

fn conj(n: usize, eqs: &[&[i64]], ineqs: &[&[i64]]) -> Conj<i64> {
    let mut c = Conj::universe(n);
    for row in eqs {
        c.eq.push(row);
    }
    for row in ineqs {
        c.ineq.push(row);
    }
    c
}

#[test]
fn constants_are_tightened() {
    let mut c = conj(1, &[], &[&[-3, 2], &[7, -2]]); // 3 <= 2x <= 7
    c.simplify().unwrap();
    assert_eq!(c.ineq.row(0), [-2, 1]);
    assert_eq!(c.ineq.row(1), [3, -1]);
}

#[test]
fn opposite_bounds_become_an_equality() {
    let mut c = conj(2, &[], &[&[-3, 2, 0], &[5, -2, 0], &[0, 1, 1]]); // 3 <= 2x <= 5
    c.simplify().unwrap();
    assert_eq!(c.eq.rows(), 1);
    assert_eq!(c.eq.row(0), [-2, 1, 0]);
    assert_eq!(c.ineq.row(0), [2, 0, 1]);
}

#[test]
fn projection_keeps_the_stride() {
    // exists e : x = 3e + 1
    let c = conj(2, &[&[1, -1, 3]], &[]).project_out(1, 1).unwrap();
    assert_eq!(c.n_vis(), 1);
    assert_eq!(c.n_local(), 1);
    assert!(c.has_known_locals());
}

#[test]
fn unit_bounds_project_exactly() {
    // exists y : x <= y <= 10 and y >= 2
    let c = conj(2, &[], &[&[0, -1, 1], &[10, 0, -1], &[-2, 0, 1]])
        .project_out(1, 1)
        .unwrap();
    assert_eq!(c.n_local(), 0);
    assert_eq!(c.ineq.rows(), 1);
    assert_eq!(c.ineq.row(0), [10, -1]);
}

#[test]
fn redundant_constraints_go() {
    let mut c = conj(2, &[], &[&[0, 1, 0], &[0, 0, 1], &[5, 1, 1]]);
    c.remove_redundancies().unwrap();
    assert_eq!(c.ineq.rows(), 2);
}

#[test]
fn equal_floors_are_one() {
    let mut c: Conj<i64> = Conj::universe(1);
    let a = c.add_floor(&2, &[0, 1]).unwrap();
    c.add_locals(1);
    let b = c.n_local() - 1;
    // floor((x + 2) / 2) = floor(x / 2) + 1
    c.div.row_mut(b).clone_from_slice(&[2, 2, 1, 0, 0]);
    c.add_floor_bounds(b).unwrap();
    let (ca, cb) = (c.local_col(a), c.local_col(b));
    let row = c.ineq.push_zero();
    row[0] = -5;
    row[1] = 1;
    row[ca] = 1;
    row[cb] = 1;
    c.simplify().unwrap();
    assert_eq!(c.n_local(), 1);
}

#[test]
fn floors_stay_tied_when_unknown_locals_go() {
    // f = floor(x / 3), and of an unknown e: 3f <= 3e <= x and x - 2 <= 3e <= 3f. The bounds of the
    // floor follow from these, so they may have been left out.
    let mut c: Conj<i64> = Conj::universe(1);
    c.add_locals(2);
    c.div.row_mut(0).clone_from_slice(&[3, 0, 1, 0, 0]);
    for row in [[0, 0, -1, 1], [0, 1, 0, -3], [2, -1, 0, 3], [0, 0, 1, -1]] {
        c.ineq.push(&row);
    }
    let mut plain = c.without_unknown_locals().unwrap();
    assert_eq!(plain.n_local(), 1);
    // No x has another floor.
    for (x, f, is_floor) in [(0, 0, true), (5, 1, true), (5, 2, false), (-1, 0, false)] {
        let mut one = plain.clone();
        one.eq.push(&[-x, 1, 0]);
        one.eq.push(&[-f, 0, 1]);
        assert_eq!(one.is_empty().unwrap(), !is_floor, "{x} {f}");
    }
    // Nor are all of them missing.
    plain.simplify().unwrap();
    assert!(!plain.is_empty().unwrap());
}
