//! The examples of Bastoul, *Mapping Deviation* (2016), by the numbers of its figures.

use correction::{
    Answer, Correction, Deviated, Fixed, Found, Piece, Problem, Why, correct, deviated, safe_space,
    violations,
};
use dependence::{Dependence, DependenceKind};
use legality::{Options, Violation, check};
use presburger::{Result, Set};
use scop::schedule::{TwoDPlusOne, Vector};
use scop::{Access, Array, ArrayId, ScheduleTree, Scop, Statement, StmtId};

/// Figure 5(a): `for (i = 0; i <= N; i++) S1: A[i] = B[i];` and `for (i = 0; i <= N; i++) S2: C[i] = A[i + 1];`.
fn program() -> Result<Scop> {
    let mut first = Statement::new("[N] -> { S1[i] : 0 <= i <= N }".parse()?);
    let mut second = Statement::new("[N] -> { S2[i] : 0 <= i <= N }".parse()?);
    let (a, b, c) = (ArrayId::new(0), ArrayId::new(1), ArrayId::new(2));
    first.accesses = vec![
        Access::read(b, "[N] -> { S1[i] -> B[i] : 0 <= i <= N }".parse()?),
        Access::write(a, "[N] -> { S1[i] -> A[i] : 0 <= i <= N }".parse()?),
    ];
    second.accesses = vec![
        Access::read(a, "[N] -> { S2[i] -> A[i + 1] : 0 <= i <= N }".parse()?),
        Access::write(c, "[N] -> { S2[i] -> C[i] : 0 <= i <= N }".parse()?),
    ];
    let order = "[N] -> { S1[i] -> [0, i] : 0 <= i <= N; S2[i] -> [1, i] : 0 <= i <= N }";
    Ok(Scop {
        name: "figure5".into(),
        parameters: vec![scop::Parameter::new("N")],
        context: "[N] -> { : }".parse()?,
        arrays: vec![Array::new("A", 1), Array::new("B", 1), Array::new("C", 1)],
        schedule: ScheduleTree::from_map(&order.parse()?)?,
        statements: vec![first, second],
        span: None,
    })
}

/// The pieces of an order; the statements named move.
fn pieces(order: &str, moving: &[&str]) -> Result<Vec<Piece>> {
    let vectors = TwoDPlusOne::from_map(&order.parse()?)?.vectors;
    let piece = |vector: Vector| {
        let name = vector.domain.tuple_name().unwrap_or_default().to_string();
        Piece {
            statement: StmtId::new(if name == "S1" { 0 } else { 1 }),
            unit: moving.iter().position(|one| *one == name),
            vector,
        }
    };
    let mut pieces: Vec<Piece> = vectors.into_iter().map(piece).collect();
    pieces.sort_by_key(|piece| piece.statement);
    Ok(pieces)
}

/// Figure 5(b): both statements in one loop.
const FUSED: &str = "[N] -> { S1[i] -> [0, i, 0] : 0 <= i <= N; S2[i] -> [0, i, 1] : 0 <= i <= N }";

/// The flow of `A` from `S1` to `S2`.
fn flow(list: &[Dependence]) -> &Dependence {
    let raw: Vec<&Dependence> = { list.iter() }
        .filter(|one| one.kind == DependenceKind::Raw)
        .collect();
    assert_eq!(raw.len(), 1);
    raw[0]
}

/// The deviations `C1` and `C2` of the first two entries of `S1`: its violations are two levels deep at most.
const DEVIATED: [Deviated; 2] = [
    Deviated { piece: 0, entry: 0 },
    Deviated { piece: 0, entry: 1 },
];

fn safe(depth: usize) -> Result<Set> {
    let scop = program()?;
    let dependences = dependence::dependences(&scop, &Default::default())?;
    let pieces = pieces(FUSED, &[])?;
    safe_space(&scop, flow(&dependences), &pieces, (0, 1), depth, &DEVIATED)
}

#[test]
fn figure_5c_is_illegal_at_depth_2() -> Result<()> {
    let scop = program()?;
    let dependences = dependence::dependences(&scop, &Default::default())?;
    let pieces = pieces(FUSED, &[])?;
    let found = violations(&scop, &dependences, &pieces)?;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].source, found[0].sink), (0, 1));
    assert_eq!(found[0].violation_depth, 2);
    let pairs = "[N] -> { S1[i] -> S2[i - 1] : 1 <= i <= N }".parse()?;
    assert!(found[0].pairs.is_equal(&pairs)? && found[0].definite.is_equal(&pairs)?);
    Ok(())
}

#[test]
fn figure_5g_and_h_are_the_safe_spaces() -> Result<()> {
    let g = "[N] -> { [C1, C2] : N < 1 or C1 < 0 or C1 > 0 or (C1 = 0 and C2 < 0) }";
    assert!(safe(2)?.is_equal(&g.parse()?)?, "{}", safe(2)?);
    let h = "[N] -> { [C1, C2] : N < 1 or C1 <= 0 }";
    assert!(safe(1)?.is_equal(&h.parse()?)?, "{}", safe(1)?);
    Ok(())
}

#[test]
fn figure_5i_is_their_intersection() -> Result<()> {
    let i = "[N] -> { [C1, C2] : N < 1; [C1, C2] : N >= 1 and C1 = 0 and C2 < 0; \
             [C1, C2] : N >= 1 and C1 < 0 }";
    assert!(safe(1)?.intersect(&safe(2)?)?.is_equal(&i.parse()?)?);
    Ok(())
}

/// What the judge of all orders says.
fn judge(scop: &Scop, dependences: &[Dependence], vectors: &[Vector]) -> Result<Vec<Found>> {
    let vectors = TwoDPlusOne {
        vectors: vectors.to_vec(),
    };
    let options = Options {
        all: true,
        ..Options::default()
    };
    let verdict = check(scop, dependences, &vectors.to_tree()?, &options)?;
    let found = verdict.violations().iter().map(|one| match one {
        Violation::Dependence(one) => Found::Order(one.dependence),
        _ => Found::Other,
    });
    Ok(found.collect())
}

fn corrected(order: &str, moving: &[&str], fixed: Fixed) -> Result<Answer> {
    let scop = program()?;
    let dependences = dependence::dependences(&scop, &Default::default())?;
    let pieces = pieces(order, moving)?;
    let problem = Problem {
        scop: &scop,
        dependences: &dependences,
        pieces: &pieces,
        units: moving.len(),
        fixed,
        relax: false,
    };
    correct(&problem, &mut |vectors| judge(&scop, &dependences, vectors))
}

fn found(answer: Answer) -> Correction {
    match answer {
        Answer::Corrected(correction) => correction,
        other => panic!("{other:?}"),
    }
}

#[test]
fn figure_5k_is_chosen() -> Result<()> {
    let correction = found(corrected(FUSED, &["S1"], Fixed::Nothing)?);
    assert_eq!(correction.deviations, [[0, -1, 0]]);
    assert!(correction.is_minimal);
    // With S2 free to move as well, it is delayed instead.
    let correction = found(corrected(FUSED, &["S1", "S2"], Fixed::Nothing)?);
    assert_eq!(correction.deviations, [[0, 0, 0], [0, 1, 0]]);
    Ok(())
}

#[test]
fn figure_5j_is_legal_and_larger() -> Result<()> {
    let scop = program()?;
    let dependences = dependence::dependences(&scop, &Default::default())?;
    let pieces = pieces(FUSED, &["S1"])?;
    // Half a place before S2 is a place of its own.
    let apart = deviated(&pieces, &[vec![-1, 0, 0]])?;
    assert_eq!(judge(&scop, &dependences, &apart)?, []);
    assert_eq!((&apart[0].positions[0], &apart[1].positions[0]), (&0, &1));
    let k = found(corrected(FUSED, &["S1"], Fixed::Nothing)?);
    assert!(k.cost() < vec![1, 0, 0]);
    Ok(())
}

#[test]
fn figure_5k_runs_in_this_order() -> Result<()> {
    let k = found(corrected(FUSED, &["S1"], Fixed::Nothing)?);
    let vectors = TwoDPlusOne { vectors: k.vectors };
    let map = vectors
        .map()?
        .intersect_params(&"[N] -> { : N = 2 }".parse()?)?;
    let dates = "[N] -> { S1[i] -> [0, i - 1, 0] : 0 <= i <= N and N = 2; \
                 S2[i] -> [0, i, 1] : 0 <= i <= N and N = 2 }";
    // S1[0]; S1[1] S2[0]; S1[2] S2[1]; S2[2]
    assert!(map.is_equal(&dates.parse()?)?, "{map}");
    Ok(())
}

#[test]
fn without_other_places_and_without_moves() -> Result<()> {
    let correction = found(corrected(FUSED, &["S2"], Fixed::Positions)?);
    assert_eq!(correction.deviations, [[0, 1, 0]]);
    // Nothing may move.
    let answer = corrected(FUSED, &[], Fixed::Nothing)?;
    let Answer::Impossible(Why::Cycle { needed, is_certain }) = answer else {
        panic!("{answer:?}");
    };
    assert!(is_certain && needed.len() == 1 && (needed[0].1, needed[0].2) == (0, 1));
    Ok(())
}

#[test]
fn parts_in_the_wrong_order_change_places() -> Result<()> {
    let swapped = "[N] -> { S1[i] -> [1, i, 0] : 0 <= i <= N; S2[i] -> [0, i, 0] : 0 <= i <= N }";
    // Behind S1, which is two halves further.
    let correction = found(corrected(swapped, &["S2"], Fixed::Apart)?);
    assert_eq!(correction.deviations, [[3, 0, 0]]);
    let correction = found(corrected(swapped, &["S1", "S2"], Fixed::Apart)?);
    assert_eq!(correction.cost(), [3, 0, 0]);
    // To share the loop of S1, and be shifted in it, is less.
    let correction = found(corrected(swapped, &["S2"], Fixed::Nothing)?);
    assert_eq!(correction.deviations, [[2, 1, 1]]);
    // Shifts alone do not help.
    let answer = corrected(swapped, &["S1", "S2"], Fixed::Positions)?;
    assert!(matches!(answer, Answer::Impossible(Why::Cycle { .. })));
    Ok(())
}

#[test]
fn safe_spaces_agree_with_bounds() -> Result<()> {
    // All deviations of both entries: those in the safe space are those that are judged to be legal.
    let scop = program()?;
    let dependences = dependence::dependences(&scop, &Default::default())?;
    let pieces = pieces(FUSED, &["S1"])?;
    let length = pieces[0].len();
    let mut safe: Option<Set> = None;
    for depth in 1..=length {
        let one = safe_space(&scop, flow(&dependences), &pieces, (0, 1), depth, &DEVIATED)?;
        safe = Some(match safe {
            Some(safe) => safe.intersect(&one)?,
            None => one,
        });
    }
    let violated = safe.unwrap().complement()?.project_out_all_params()?;
    let mut legal = 0;
    for c1 in -2..=2i64 {
        for c2 in -3..=3i64 {
            let point: Set = format!("{{ [{c1}, {c2}] }}").parse()?;
            let is_safe = violated.intersect(&point)?.is_empty()?;
            // Places are halves.
            let vectors = deviated(&pieces, &[vec![2 * c1, c2, 0]])?;
            assert_eq!(
                judge(&scop, &dependences, &vectors)?.is_empty(),
                is_safe,
                "{c1} {c2}"
            );
            legal += usize::from(is_safe);
        }
    }
    assert_eq!(legal, 2 * 7 + 3);
    Ok(())
}
