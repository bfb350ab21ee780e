//! Safe spaces (figure 4 of the paper): the deviations with which a violation does not happen.
//!
//! Deviations are parameters `C1`, `C2`, … that are added to entries of vectors. The violation space of a
//! dependence at a violation depth is the set of parameters and deviations with which it has pairs; the safe space is
//! its complement, with the deviations as coordinates: exactly, because Presburger sets can be projected and
//! complemented. Spaces of several violations are intersected.

use crate::overlap::free_name;
use crate::piece::{Piece, pairs_of};
use dependence::Dependence;
use presburger::{Aff, Dim, Error, Map, PwAff, Result, Set, Space};
use scop::Scop;

/// An entry of the vector of a piece that deviates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviated {
    /// The piece.
    pub piece: usize,
    /// The entry, from 0.
    pub entry: usize,
}

/// The deviations with which no pairs of a dependence between two pieces are violated at a violation depth,
/// counted from 1: `[N] -> { [C1, C2] : … }`, one coordinate for each of `deviated`.
///
/// ```
/// use correction::{Deviated, Piece, safe_space};
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement, StmtId};
/// # use scop::schedule::TwoDPlusOne;
/// # let mut s = Statement::new("[N] -> { S[i] : 0 <= i < N }".parse()?);
/// # let mut t = Statement::new("[N] -> { T[i] : 0 <= i < N }".parse()?);
/// # let a = ArrayId::new(0);
/// # s.accesses = vec![Access::write(a, "[N] -> { S[i] -> A[i] : 0 <= i < N }".parse()?)];
/// # t.accesses = vec![Access::read(a, "[N] -> { T[i] -> A[i + 2] : 0 <= i < N }".parse()?)];
/// # let order = "[N] -> { S[i] -> [0, i] : 0 <= i < N; T[i] -> [1, i] : 0 <= i < N }";
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N")],
/// #     context: "[N] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 1)],
/// #     schedule: ScheduleTree::from_map(&order.parse()?)?,
/// #     statements: vec![s, t],
/// #     span: None,
/// # };
/// // for (i = 0; i < N; i++) S: A[i] = …;
/// // for (i = 0; i < N; i++) T: … = A[i + 2];       in one loop
/// let dependences = dependence::dependences(&scop, &Default::default())?;
/// let fused = "[N] -> { S[i] -> [0, i, 0] : 0 <= i < N; T[i] -> [0, i, 1] : 0 <= i < N }";
/// let vectors = TwoDPlusOne::from_map(&fused.parse()?)?.vectors;
/// let pieces: Vec<Piece> = { vectors.into_iter().enumerate() }
///     .map(|(i, vector)| Piece { statement: StmtId::new(i), vector, unit: None })
///     .collect();
/// let shift = [Deviated { piece: 1, entry: 1 }];
/// let safe = safe_space(&scop, &dependences[0], &pieces, (0, 1), 2, &shift)?;
/// assert!(safe.is_equal(&"[N] -> { [C1] : C1 >= 2 or N <= 2 }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn safe_space(
    scop: &Scop,
    dependence: &Dependence,
    pieces: &[Piece],
    (source, sink): (usize, usize),
    depth: usize,
    deviated: &[Deviated],
) -> Result<Set> {
    let (first, second) = (&pieces[source], &pieces[sink]);
    let Some(mut pairs) = pairs_of(scop, dependence, first, second)? else {
        return Err(Error::Invalid("pieces of other statements".into()));
    };
    let names = (1..=deviated.len()).map(|i| free_name(scop, i));
    let names: Vec<String> = names.collect();
    let entry = |piece: usize, k: usize| -> Result<PwAff> {
        let mut date = pieces[piece].entry(k)?;
        for (one, name) in deviated.iter().zip(&names) {
            if *one == (Deviated { piece, entry: k }) {
                date = date.add(&parameter(&date.domain_space(), name)?)?;
            }
        }
        Ok(date)
    };
    let length = first.len().min(second.len());
    for k in 0..depth.min(length) {
        let (s, t) = (entry(source, k)?, entry(sink, k)?);
        let order: Map = match (k + 1 == depth, k + 1 == length) {
            (false, _) => s.eq_map(&t)?,
            (true, false) => s.gt_map(&t)?,
            (true, true) => s.ge_map(&t)?,
        };
        pairs = pairs.intersect(&order)?;
    }
    // Deviations become coordinates, those that change nothing as well.
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let safe = pairs.params()?.complement()?.from_params()?;
    let safe = safe.align_params(&names);
    safe.move_dims(Dim::Set(0), Dim::Param(0), names.len())?
        .coalesce()
}

/// A parameter as a function.
fn parameter(domain: &Space, name: &str) -> Result<PwAff> {
    let space = domain.add_params(&[name])?;
    let position = space.params().iter().position(|one| **one == *name);
    let value = Aff::var_on_domain(&space, Dim::Param(position.unwrap_or(0)))?;
    Ok(PwAff::from_aff(&value))
}
