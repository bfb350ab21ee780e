//! Random small conjunctions compared with the enumeration of their points (tests only).

use crate::conj::{Column, Conj};
use crate::form::Form;
use crate::integer::enumerate::has_completion;
use crate::integer::pip::Goal;
use crate::relation::{coalesce, equalities, gist, hull, lexopt, subtract, union};

/// A small generator of reproducible numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, low: i64, high: i64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let span = (high - low + 1) as u64;
        low + ((self.0 >> 33) % span) as i64
    }
}

const REACH: i64 = 3;

/// A conjunction over `n` variables; those from `boxed` on lie in `-REACH..=REACH`.
fn conj(random: &mut Random, n: usize, boxed: usize) -> Conj<i64> {
    let hidden = random.next(0, 2) as usize;
    let total = n + hidden;
    let mut conj = Conj::universe(total);
    for v in boxed..n {
        let low = conj.ineq.push_zero();
        low[0] = REACH;
        low[1 + v] = 1;
        let high = conj.ineq.push_zero();
        high[0] = REACH;
        high[1 + v] = -1;
    }
    for _ in 0..random.next(0, 3) {
        let row: Vec<i64> = (0..=total)
            .map(|j| {
                let scale = if j == 0 { 6 } else { 3 };
                if random.next(0, 2) == 0 && j > 0 {
                    0
                } else {
                    random.next(-scale, scale)
                }
            })
            .collect();
        if random.next(0, 4) == 0 {
            conj.eq.push(&row);
        } else {
            conj.ineq.push(&row);
        }
    }
    if random.next(0, 2) == 0 {
        let row: Vec<i64> = (0..=total).map(|_| random.next(-4, 4)).collect();
        let k = conj.add_floor(&random.next(2, 5), &row).unwrap();
        let col = conj.local_col(k);
        let use_it: Vec<i64> = (0..=total).map(|_| random.next(-2, 2)).collect();
        let target = conj.ineq.push_zero();
        target[..=total].copy_from_slice(&use_it);
        target[col] = random.next(-3, 3);
    }
    let columns: Vec<Column> = (0..n).map(Column::Old).collect();
    conj.rearrange(&columns)
}

fn union_of(random: &mut Random, n: usize, boxed: usize) -> Vec<Conj<i64>> {
    (0..random.next(1, 3))
        .map(|_| {
            let mut c = conj(random, n, boxed);
            c.simplify().unwrap();
            c
        })
        .collect()
}

fn has(conj: &Conj<i64>, point: &[i64]) -> bool {
    !conj.is_marked_empty() && has_completion(conj, point).unwrap()
}

fn any(conjs: &[Conj<i64>], point: &[i64]) -> bool {
    conjs.iter().any(|c| has(c, point))
}

fn points(n: usize, reach: i64) -> Vec<Vec<i64>> {
    let mut out = vec![vec![]];
    for _ in 0..n {
        out = out
            .into_iter()
            .flat_map(|p: Vec<i64>| {
                (-reach..=reach).map(move |v| {
                    let mut p = p.clone();
                    p.push(v);
                    p
                })
            })
            .collect();
    }
    out
}

#[test]
fn simplification_keeps_the_points() {
    let mut random = Random(1);
    for round in 0..1500 {
        let raw = conj(&mut random, 2, 0);
        let mut simple = raw.clone();
        simple.simplify().unwrap();
        let mut lean = simple.clone();
        lean.remove_redundancies().unwrap();
        let mut seen = false;
        for point in points(2, REACH) {
            let expect = has(&raw, &point);
            seen |= expect;
            assert_eq!(
                has(&simple, &point),
                expect,
                "{round} {point:?}\n{raw:?}\n{simple:?}"
            );
            assert_eq!(
                has(&lean, &point),
                expect,
                "{round} {point:?}\n{raw:?}\n{lean:?}"
            );
        }
        assert_eq!(raw.is_empty().unwrap(), !seen, "{round} {raw:?}");
    }
}

#[test]
fn known_locals_describe_the_same_points() {
    let mut random = Random(2);
    let mut unknown = 0;
    for round in 0..1500 {
        let raw = conj(&mut random, 2, 0);
        let mut simple = raw.clone();
        simple.simplify().unwrap();
        unknown += !simple.has_known_locals() as usize;
        let explicit = simple.with_known_locals().unwrap();
        assert!(explicit.iter().all(Conj::has_known_locals));
        for point in points(2, REACH + 1) {
            assert_eq!(
                any(&explicit, &point),
                has(&raw, &point),
                "{round} {point:?}\n{raw:?}\n{explicit:?}"
            );
        }
    }
    assert!(
        unknown > 20,
        "the generator must exercise the algorithm: {unknown}"
    );
}

#[test]
fn differences_are_pointwise() {
    let mut random = Random(3);
    for round in 0..600 {
        let a = union_of(&mut random, 2, 0);
        let b = union_of(&mut random, 2, 0);
        let difference = subtract::subtract(&a, &b).unwrap();
        let meet = union::intersect(&a, &b).unwrap();
        let mut subset = true;
        let mut disjoint = true;
        for point in points(2, REACH + 1) {
            let (x, y) = (any(&a, &point), any(&b, &point));
            assert_eq!(
                any(&difference, &point),
                x && !y,
                "{round} {point:?}\n{a:?}\n{b:?}"
            );
            assert_eq!(
                any(&meet, &point),
                x && y,
                "{round} {point:?}\n{a:?}\n{b:?}"
            );
            subset &= !x || y;
            disjoint &= !(x && y);
        }
        assert_eq!(subtract::is_subset(&a, &b).unwrap(), subset, "{round}");
        assert_eq!(subtract::is_disjoint(&a, &b).unwrap(), disjoint, "{round}");
    }
}

#[test]
fn coalescing_keeps_the_points() {
    let mut random = Random(4);
    let mut merged = 0;
    for round in 0..600 {
        let a = union_of(&mut random, 2, 0);
        let fewer = coalesce::coalesce_with(&a, coalesce::Hull::Unbounded).unwrap();
        assert!(fewer.len() <= a.len());
        merged += (fewer.len() < a.len()) as usize;
        for point in points(2, REACH + 1) {
            assert_eq!(
                any(&fewer, &point),
                any(&a, &point),
                "{round} {point:?}\n{a:?}\n{fewer:?}"
            );
        }
    }
    assert!(merged > 50);
}

#[test]
fn coalescing_without_hulls_keeps_the_points() {
    let mut random = Random(14);
    let mut merged = 0;
    for round in 0..400 {
        let a = union_of(&mut random, 2, 0);
        let fewer = coalesce::coalesce_with(&a, coalesce::Hull::Forbidden).unwrap();
        merged += (fewer.len() < a.len()) as usize;
        for point in points(2, REACH + 1) {
            assert_eq!(any(&fewer, &point), any(&a, &point), "{round} {point:?}");
        }
    }
    assert!(merged > 20);
}

/// The largest coefficient of a variable.
fn scale(conjs: &[Conj<i64>]) -> i64 {
    let rows = conjs.iter().flat_map(|c| c.eq.iter().chain(c.ineq.iter()));
    let coefficients = rows.flat_map(|row| row.iter().skip(1));
    coefficients.map(|a| a.abs()).max().unwrap_or(0)
}

#[test]
fn coalescing_makes_no_larger_coefficients() {
    let mut random = Random(24);
    let (mut merged, mut refused) = (0, 0);
    for round in 0..1500 {
        let mut a = union_of(&mut random, 2, 0);
        a.retain(|conj| conj.n_local() == 0);
        let fewer = coalesce::coalesce_with(&a, coalesce::Hull::Bounded).unwrap();
        let fewest = coalesce::coalesce_with(&a, coalesce::Hull::Unbounded).unwrap();
        merged += (fewer.len() < a.len()) as usize;
        refused += (fewest.len() < fewer.len()) as usize;
        assert!(scale(&fewer) <= scale(&a), "{round} {a:?} {fewer:?}");
        for point in points(2, REACH + 1) {
            assert_eq!(any(&fewer, &point), any(&a, &point), "{round} {point:?}");
        }
    }
    assert!(merged > 50 && refused > 0, "{merged} {refused}");
}

/// Boxes over three variables in no order: a grid is one box, and whatever is left out of it is
/// left out of the result.
#[test]
fn grids_of_boxes_are_joined() {
    let mut random = Random(25);
    for round in 0..60 {
        let cuts: Vec<Vec<i64>> = (0..3)
            .map(|_| (-3..=3).filter(|_| random.next(0, 1) == 0).collect())
            .collect();
        let mut boxes: Vec<Conj<i64>> = vec![Conj::universe(3)];
        for (v, cuts) in cuts.iter().enumerate() {
            let mut bounds = vec![-4];
            bounds.extend(cuts);
            bounds.push(4);
            let sides = bounds.windows(2);
            let sides: Vec<(i64, i64)> = sides.map(|w| (w[0], w[1] - 1)).collect();
            let mut finer = Vec::new();
            for outer in &boxes {
                for &(low, high) in &sides {
                    let mut inner = outer.clone();
                    let row = inner.ineq.push_zero();
                    (row[0], row[1 + v]) = (-low, 1);
                    let row = inner.ineq.push_zero();
                    (row[0], row[1 + v]) = (high, -1);
                    inner.simplify().unwrap();
                    finer.push(inner);
                }
            }
            boxes = finer;
        }
        for at in (1..boxes.len()).rev() {
            boxes.swap(at, random.next(0, at as i64) as usize);
        }
        let all = coalesce::coalesce_with(&boxes, coalesce::Hull::Bounded).unwrap();
        assert_eq!(all.len(), 1, "{round}");
        boxes.truncate(boxes.len().div_ceil(2));
        let half = coalesce::coalesce_with(&boxes, coalesce::Hull::Bounded).unwrap();
        for point in points(3, 4) {
            let inside = point.iter().all(|&x| (-4..4).contains(&x));
            assert_eq!(any(&all, &point), inside, "{round} {point:?}");
            assert_eq!(any(&half, &point), any(&boxes, &point), "{round} {point:?}");
        }
    }
}

/// All equalities of the points are found, and no point is lost or won.
#[test]
fn equalities_are_those_of_the_points() {
    let mut random = Random(15);
    let mut found = 0;
    for round in 0..600 {
        let a = conj(&mut random, 3, 0);
        for sharp in [false, true] {
            let b = equalities::with_equalities(&a, sharp).unwrap();
            for point in points(3, REACH + 1) {
                let both = (
                    any(std::slice::from_ref(&a), &point),
                    any(std::slice::from_ref(&b), &point),
                );
                assert_eq!(both.0, both.1, "{round} {point:?}\n{a:?}\n{b:?}");
            }
            let hull = hull::affine_hull(std::slice::from_ref(&a)).unwrap();
            let Some(hull) = hull else { continue };
            let stated = b.eq.clone();
            let mut more = stated.clone();
            for row in hull.eq.iter() {
                let mut row = row.to_vec();
                row.resize(more.cols(), 0);
                more.push(&row);
            }
            let rank = |rows: &crate::linear::Matrix<i64>| {
                let mut rows = rows.clone();
                rows.drop_cols(0, 1);
                crate::linear::echelon::echelon(&rows).unwrap().rank
            };
            assert_eq!(rank(&stated), rank(&more), "{round}\n{a:?}\n{b:?}");
            found += (b.eq.rows() > a.eq.rows()) as usize;
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn gist_agrees_inside_the_context() {
    let mut random = Random(5);
    for round in 0..800 {
        let a = union_of(&mut random, 2, 0);
        let context = union_of(&mut random, 2, 1);
        let simple = gist::gist(&a, &context).unwrap();
        for point in points(2, REACH + 2) {
            if any(&context, &point) {
                assert_eq!(
                    any(&simple, &point),
                    any(&a, &point),
                    "{round} {point:?}\n{a:?}\n{context:?}\n{simple:?}"
                );
            }
        }
    }
}

#[test]
fn hulls_contain_the_points() {
    let mut random = Random(6);
    for round in 0..500 {
        let a = union_of(&mut random, 2, 0);
        let inside: Vec<_> = points(2, REACH)
            .into_iter()
            .filter(|p| any(&a, p))
            .collect();
        let affine = hull::affine_hull(&a).unwrap();
        let simple = hull::simple_hull(&a, hull::Shift::Allowed).unwrap();
        let plain = hull::simple_hull(&a, hull::Shift::Forbidden).unwrap();
        let convex = crate::relation::integer_hull::polyhedral_hull(&a).unwrap();
        assert_eq!(affine.is_none(), inside.is_empty(), "{round}");
        if inside.is_empty() {
            continue;
        }
        let affine = affine.unwrap();
        for point in &inside {
            for hull in [&affine, simple.as_ref().unwrap(), plain.as_ref().unwrap()] {
                assert!(has(hull, point), "{round} {point:?} {a:?} {hull:?}");
            }
            assert!(
                has(convex.as_ref().unwrap(), point),
                "{round} {point:?} {a:?}"
            );
        }
        // Around the points themselves no polyhedron is smaller.
        let alone: Vec<Conj<i64>> = inside.iter().map(|p| Conj::point(p)).collect();
        let smallest = crate::relation::integer_hull::polyhedral_hull(&alone).unwrap();
        for point in points(2, REACH) {
            let (ours, theirs) = (convex.as_ref().unwrap(), smallest.as_ref().unwrap());
            assert_eq!(
                has(ours, &point),
                has(theirs, &point),
                "{round} {point:?} {a:?}"
            );
        }
        // The dimension of the affine hull is that of the points.
        let first = &inside[0];
        let mut rank = 0;
        let mut direction: Option<(i64, i64)> = None;
        for p in &inside {
            let d = (p[0] - first[0], p[1] - first[1]);
            match direction {
                None if d != (0, 0) => {
                    direction = Some(d);
                    rank = 1;
                }
                Some(e) if e.0 * d.1 != e.1 * d.0 => rank = 2,
                _ => {}
            }
        }
        assert_eq!(2 - affine.eq.rows(), rank, "{round} {a:?}");
    }
}

#[test]
fn optima_are_the_best_points() {
    let mut random = Random(7);
    let (mut solved, mut overflows) = (0, 0);
    for round in 0..500 {
        // One unbounded parameter, two bounded variables.
        let a = union_of(&mut random, 3, 1);
        for goal in [Goal::Min, Goal::Max] {
            let Ok(pieces) = lexopt::optimum(&a, 1, goal) else {
                // Rare, and the big integers take the same path.
                overflows += 1;
                continue;
            };
            let graph = lexopt::graph(&pieces, 2).unwrap();
            for p in -REACH - 2..=REACH + 2 {
                let mut candidates: Vec<Vec<i64>> = points(2, REACH)
                    .into_iter()
                    .filter(|q| any(&a, &[p, q[0], q[1]]))
                    .collect();
                candidates.sort();
                let best = match goal {
                    Goal::Min => candidates.first(),
                    Goal::Max => candidates.last(),
                };
                let here: Vec<_> = pieces
                    .iter()
                    .filter(|piece| any(&piece.domain, &[p]))
                    .collect();
                let context = format!("{round} {goal:?} p={p}\n{a:?}\n{pieces:?}");
                match best {
                    None => assert!(here.is_empty(), "{context}"),
                    Some(best) => {
                        solved += 1;
                        assert_eq!(here.len(), 1, "{context}");
                        let values: Vec<i64> = here[0]
                            .values
                            .iter()
                            .map(|form: &Form<i64>| {
                                let (num, den) = form.value_at(&[p]).unwrap();
                                assert_eq!(den, 1);
                                num
                            })
                            .collect();
                        assert_eq!(&values, best, "{context}");
                        assert!(any(&graph, &[p, best[0], best[1]]), "{context}");
                    }
                }
            }
        }
    }
    assert!(solved > 500 && overflows < 10, "{solved} {overflows}");
}
