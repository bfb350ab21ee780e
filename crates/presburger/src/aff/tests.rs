//! Functions against their values at points.

use super::expr::{Expr, Sign};
use super::function::Function;
use crate::number::Big;
use crate::relation::Relation;
use crate::space::{Space, Tuple};

fn big(value: i64) -> Big {
    use crate::number::Coeff;
    Big::from_i64(value).unwrap()
}

/// `{ [i, j] -> [..] }`
fn space(n_out: usize) -> Space {
    Space::map(Vec::new(), Tuple::anonymous(2), Tuple::anonymous(n_out))
}

/// `(a·i + b·j + c) / d`, floored.
fn form(a: i64, b: i64, c: i64, d: i64) -> Expr {
    let (i, j) = (Expr::variable(2, 0), Expr::variable(2, 1));
    let sum = i.combine(a, &j, b).unwrap().add(&Expr::int(2, c)).unwrap();
    sum.scale(&big(1), &big(d)).unwrap().floor().unwrap()
}

fn value(function: &Function, i: i64, j: i64) -> Option<i64> {
    use crate::number::Coeff;
    let values = function.values_at(&[big(i), big(j)]).unwrap()?;
    let (num, den) = values[0].clone()?;
    assert!(den.is_one());
    num.to_i64()
}

fn halves(a: Expr, b: Expr, cut: Expr) -> Function {
    let set = Space::set(Vec::new(), Tuple::anonymous(2));
    let yes = cut.locus(&set, Sign::NonNegative).unwrap();
    let no = cut.locus(&set, Sign::Negative).unwrap();
    Function::from_pieces(space(1), [(yes, vec![a]), (no, vec![b])]).unwrap()
}

#[test]
fn choose_takes_the_minimum_at_every_point() {
    let f = halves(form(1, 0, 0, 1), form(0, 1, 3, 2), form(1, 1, 0, 1));
    let g = halves(form(2, -1, 0, 3), form(0, 0, 1, 1), form(1, -1, 2, 1));
    let min = f.choose(&g, Sign::NonPositive).unwrap();
    let sum = f.add(&g).unwrap();
    for i in -5..6 {
        for j in -5..6 {
            let (x, y) = (value(&f, i, j).unwrap(), value(&g, i, j).unwrap());
            assert_eq!(value(&min, i, j), Some(x.min(y)), "min at {i} {j}");
            assert_eq!(value(&sum, i, j), Some(x + y), "sum at {i} {j}");
        }
    }
}

#[test]
fn graph_and_back() {
    let f = halves(form(1, 0, 0, 1), form(0, 1, 3, 2), form(1, 1, 0, 1));
    let graph = f.graph().unwrap();
    let back = Function::from_graph(&graph).unwrap();
    assert!(back.is_equal(&f).unwrap());
    assert_eq!(back.pieces.len(), 2);
    let min = Function::lexopt(&graph, crate::integer::pip::Goal::Min).unwrap();
    assert!(min.is_equal(&f).unwrap());
}

#[test]
fn pullback_composes() {
    let f = halves(form(1, 0, 0, 1), form(0, 1, 3, 2), form(1, 1, 0, 1));
    let inner = Function::total(space(2), vec![form(1, 1, 0, 2), form(0, 3, 1, 1)]);
    let composed = f.pullback(&inner).unwrap();
    for i in -5..6i64 {
        for j in -5..6i64 {
            let expected = value(&f, (i + j).div_euclid(2), 3 * j + 1);
            assert_eq!(value(&composed, i, j), expected, "{i} {j}");
        }
    }
}

#[test]
fn gist_agrees_on_the_context() {
    let f = halves(form(1, 0, 0, 1), form(0, 1, 3, 2), form(1, 1, 0, 1));
    let set = Space::set(Vec::new(), Tuple::anonymous(2));
    let line = form(1, -2, 0, 1).locus(&set, Sign::Zero).unwrap();
    let gist = f.gist(&line).unwrap();
    for j in -5..6i64 {
        assert_eq!(value(&gist, 2 * j, j), value(&f, 2 * j, j), "{j}");
    }
    let all = f.gist(&Relation::universe(set)).unwrap();
    assert!(all.is_equal(&f).unwrap());
}
