//! Where arrays may lie for an order to be legal although they overlap (section 5.2 of the paper).
//!
//! All arrays are taken for parts of one: a cell `x[i][j]` of another array is the cell `[i + C][j]` of the
//! reference, with a distance `C` in rows that is a parameter. Two accesses to different arrays, at least one of them a
//! write, then depend on each other for some distances. The order is legal for the distances with which it executes all of
//! these pairs as the program does: the complement of what is left of them, projected on parameters and distances.
//!
//! Arrays of one dimension have rows of one element. Others must have rows of one length, and distances are
//! whole rows. Pairs in another order count even if no value changes.

use presburger::{Aff, Dim, Error, Map, Result, Set, Space, UnionMap};
use scop::{Access, ArrayId, ScheduleTree, Scop};

/// The distances `[C1, C2, …]` of arrays from a reference, in its rows, with which a schedule executes accesses to different ones in
/// the order of the program.
///
/// ```
/// use correction::safe_distances;
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
/// # let mut s = Statement::new("[N] -> { S[i] : 0 <= i < N }".parse()?);
/// # let (a, b) = (ArrayId::new(0), ArrayId::new(1));
/// # s.accesses = vec![
/// #     Access::read(a, "[N] -> { S[i] -> A[i] : 0 <= i < N }".parse()?),
/// #     Access::write(b, "[N] -> { S[i] -> B[i] : 0 <= i < N }".parse()?),
/// # ];
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N")],
/// #     context: "[N] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 1), Array::new("B", 1)],
/// #     schedule: ScheduleTree::from_map(&"[N] -> { S[i] -> [i] : 0 <= i < N }".parse()?)?,
/// #     statements: vec![s],
/// #     span: None,
/// # };
/// // for (i = 0; i < N; i++) S: B[i] = A[i], backwards
/// let backwards = ScheduleTree::from_map(&"[N] -> { S[i] -> [-i] : 0 <= i < N }".parse()?)?;
/// let safe = safe_distances(&scop, &backwards, a, &[b])?;
/// assert!(safe.is_equal(&"[N] -> { [C1] : C1 = 0 or C1 >= N or C1 <= -N }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn safe_distances(
    scop: &Scop,
    new: &ScheduleTree,
    reference: ArrayId,
    moved: &[ArrayId],
) -> Result<Set> {
    let names: Vec<String> = (1..=moved.len()).map(|i| free_name(scop, i)).collect();
    let distance = |array: ArrayId| -> Option<Option<&str>> {
        let position = moved.iter().position(|one| *one == array);
        match position {
            Some(position) => Some(Some(&names[position])),
            None => (array == reference).then_some(None),
        }
    };
    let rank = scop[reference].rank();
    if moved.iter().any(|&one| scop[one].rank() != rank) || rank == 0 {
        let message = "arrays of different dimensions have no distance in rows";
        return Err(Error::Invalid(message.into()));
    }
    let (old, new) = (scop.schedule.before()?, new.before()?);
    let names_only: Vec<&str> = names.iter().map(String::as_str).collect();
    let space = Space::params_only(Vec::new()).add_params(&names_only)?;
    let mut wrong = Set::empty(space)?;
    for (_, _, first) in scop.accesses() {
        for (_, _, second) in scop.accesses() {
            let (Some(a), Some(b)) = (distance(first.array), distance(second.array)) else {
                continue;
            };
            if first.array == second.array || !(first.is_write() || second.is_write()) {
                continue;
            }
            let cells = (placed(first, a, rank)?, placed(second, b, rank)?);
            let pairs = cells.0.apply_range(&cells.1.reverse()?)?;
            let pairs = pairs.intersect_params(&scop.context)?;
            let ordered = UnionMap::from_maps([pairs])?.intersect(&old)?;
            for left in ordered.subtract(&new)?.maps() {
                wrong = wrong.union(&left.params()?)?;
            }
        }
    }
    let safe = wrong.complement()?.from_params()?.align_params(&names_only);
    let safe = safe.move_dims(Dim::Set(0), Dim::Param(0), names.len())?;
    safe.coalesce()
}

/// The cells of an access in the reference.
fn placed(access: &Access, distance: Option<&str>, rank: usize) -> Result<Map> {
    let cells = access.relation.set_range_tuple_name(None)?;
    let Some(name) = distance else {
        return Ok(cells);
    };
    let space = Space::unnamed(rank).add_params(&[name])?;
    let mut moved = Aff::vars_on_domain(&space)?;
    moved[0] = moved[0].add(&Aff::var_on_domain(&space, Dim::Param(0))?)?;
    cells.apply_range(&Map::from_aff_list(&space, &moved)?)
}

/// `C1`, or something like it that is no parameter of the program.
pub(crate) fn free_name(scop: &Scop, i: usize) -> String {
    let mut name = format!("C{i}");
    while scop.parameters.iter().any(|one| one.name == name) {
        name.push('_');
    }
    name
}
