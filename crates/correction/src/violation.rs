//! Violation relations (section 4.1 of the paper).
//!
//! For a dependence between a source `x` and a sink `y` with vectors `s(x)` and `t(y)`, and each violation depth
//! `v`, the pairs with `s(x)` and `t(y)` equal in all entries before `v`, and `t_v < s_v`; if `v` is the last
//! entry that both have, `t_v ≤ s_v`: instances with the same vector may be executed in either order, so that
//! it is a *potential* violation. *Definite* ones have `t_v < s_v` in any case.

use crate::piece::{Piece, pairs_of};
use dependence::{Dependence, DependenceKind, Depth};
use presburger::{Map, Result};
use scop::{DependenceId, Scop};

/// A violation relation that is not empty.
#[derive(Clone, Debug)]
pub struct Violated {
    /// Which dependence of the list.
    pub dependence: DependenceId,
    /// What orders the pairs in the program.
    pub dependence_depth: Depth,
    /// The entry of the vectors that decides their new order, counted from 1.
    pub violation_depth: usize,
    /// The piece of the sources.
    pub source: usize,
    /// The piece of the sinks.
    pub sink: usize,
    /// The pairs of instances.
    pub pairs: Map,
    /// Those of them that are surely executed in the wrong order; all, or none if the vectors are the same.
    pub definite: Map,
}

impl Violated {
    /// The relation of the paper, from `[dates -> cell]` of sources to those of sinks.
    ///
    /// See [`violations`] for an example.
    pub fn scheduled(&self, scop: &Scop, dependence: &Dependence, pieces: &[Piece]) -> Result<Map> {
        let of = |piece: &Piece, (statement, access): (scop::StmtId, scop::AccessId)| {
            let entries = (0..piece.len()).map(|k| piece.entry(k));
            let dates = piece.dates(&entries.collect::<Result<Vec<_>>>()?)?;
            dates.range_product(&scop[statement][access].relation)
        };
        let source = of(&pieces[self.source], dependence.source)?;
        let sink = of(&pieces[self.sink], dependence.sink)?;
        let all = self.pairs.apply_domain(&source)?.apply_range(&sink)?;
        // Both access the same cell.
        let cells = scop[dependence.source.0][dependence.source.1]
            .relation
            .range()?;
        let same = cells.identity()?;
        let dates = Map::from_domain_and_range(
            &source.range()?.unwrap()?.domain()?,
            &sink.range()?.unwrap()?.domain()?,
        )?;
        all.intersect(&dates.product(&same)?)
    }
}

/// All violation relations of an order that are not empty; dependence by dependence, outer entries first.
///
/// ```
/// use correction::{Piece, violations};
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement, StmtId};
/// # use scop::schedule::TwoDPlusOne;
/// # let mut s = Statement::new("[N] -> { S[i] : 1 <= i < N }".parse()?);
/// # let a = ArrayId::new(0);
/// # s.accesses = vec![
/// #     Access::read(a, "[N] -> { S[i] -> A[i - 1] : 1 <= i < N }".parse()?),
/// #     Access::write(a, "[N] -> { S[i] -> A[i] : 1 <= i < N }".parse()?),
/// # ];
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N")],
/// #     context: "[N] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 1)],
/// #     schedule: ScheduleTree::from_map(&"[N] -> { S[i] -> [i] : 1 <= i < N }".parse()?)?,
/// #     statements: vec![s],
/// #     span: None,
/// # };
/// // for (i = 1; i < N; i++) S: A[i] = A[i - 1], backwards
/// let dependences = dependence::dependences(&scop, &Default::default())?;
/// let vectors = TwoDPlusOne::from_map(&"[N] -> { S[i] -> [0, -i, 0] : 1 <= i < N }".parse()?)?;
/// let vector = vectors.vectors[0].clone();
/// let pieces = [Piece { statement: StmtId::new(0), vector, unit: None }];
/// let found = violations(&scop, &dependences, &pieces)?;
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].violation_depth, 2);
/// assert!(found[0].pairs.is_equal(&"[N] -> { S[i] -> S[i + 1] : 1 <= i < N - 1 }".parse()?)?);
/// let dependence = &dependences[found[0].dependence.index()];
/// let scheduled = found[0].scheduled(&scop, dependence, &pieces)?;
/// let expected = "[N] -> { [[0, t, 0] -> A[-t]] -> [[0, t - 1, 0] -> A[-t]] : 1 <= -t < N - 1 }";
/// assert!(scheduled.is_equal(&expected.parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn violations(
    scop: &Scop,
    dependences: &[Dependence],
    pieces: &[Piece],
) -> Result<Vec<Violated>> {
    let mut found = Vec::new();
    for (id, one) in dependence::numbered(dependences) {
        if one.kind == DependenceKind::Rar {
            continue;
        }
        for (source, first) in pieces.iter().enumerate() {
            for (sink, second) in pieces.iter().enumerate() {
                let Some(pairs) = pairs_of(scop, one, first, second)? else {
                    continue;
                };
                let mut violated = |depth: usize, pairs: Map, definite: Map| {
                    found.push(Violated {
                        dependence: id,
                        dependence_depth: one.depth,
                        violation_depth: depth,
                        source,
                        sink,
                        pairs,
                        definite,
                    });
                };
                by_depth(&pairs, first, second, &mut violated)?;
            }
        }
    }
    Ok(found)
}

fn by_depth(
    pairs: &Map,
    source: &Piece,
    sink: &Piece,
    violated: &mut dyn FnMut(usize, Map, Map),
) -> Result<()> {
    let length = source.len().min(sink.len());
    let mut equal = pairs.clone();
    for k in 0..length {
        if equal.is_empty()? {
            break;
        }
        let (s, t) = (source.entry(k)?, sink.entry(k)?);
        let definite = equal.intersect(&s.gt_map(&t)?)?;
        equal = equal.intersect(&s.eq_map(&t)?)?;
        let pairs = match k + 1 == length {
            true => definite.union(&equal)?,
            false => definite.clone(),
        };
        if !pairs.is_empty()? {
            violated(k + 1, pairs.coalesce()?, definite);
        }
    }
    Ok(())
}
