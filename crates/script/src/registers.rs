//! `registers`: references that are the same in the innermost loops, in variables of their own.
//!
//! A variable in place of `C[i][j]` while `k` runs is a buffer of one cell before `k` (see
//! [`pack`](crate::pack::pack)); all that is to be found out is which references are the same in
//! which loops. Let an array be accessed in a loop. With the iterations of the loops around it fixed
//! there must be one cell that all statements in the loop access, or one for each copy that
//! unrolled loops make of them. The outermost such loop is taken.

use crate::arguments::Arguments;
use crate::codes;
use crate::interpret::Value;
use crate::operators::Op;
use crate::pack::{Copies, PackWish};
use crate::state::{PieceId, State, too_hard};
use crate::storage::array_named;
use presburger::{Map, MultiPwAff, PwAff, Tuple};
use scop::schedule::Vector;
use scop::{ArrayId, Diagnostic};
use std::collections::BTreeSet;

pub(crate) fn registers(state: &mut State<'_>, given: &Arguments) -> Op<Value> {
    let pieces = given.pieces(state, 0)?;
    let mut named = Vec::new();
    for at in 1..given.values.len() {
        let (value, span) = given.get(at)?;
        named.push(array_named(state, given, value, *span)?);
    }
    let mut wishes: Vec<PackWish> = Vec::new();
    for &piece in &pieces {
        for array in accessed(state, piece, &named) {
            let level = outermost(state, piece, array);
            let level = level.map_err(|error| too_hard(&error, given.span))?;
            let Some(level) = level else { continue };
            let id = state.pieces[piece].loops[level].id;
            let is_known = |one: &PackWish| (one.array, one.id) == (array, id);
            if !wishes.iter().any(is_known) {
                wishes.push(PackWish {
                    array,
                    order: (0..state.scop[array].rank()).collect(),
                    id,
                    piece,
                    copies: Copies::default(),
                    span: given.span,
                });
            }
        }
    }
    let mut missing = { named.iter() }.filter(|one| wishes.iter().all(|wish| wish.array != **one));
    let missing = match (missing.next(), wishes.is_empty()) {
        (Some(&array), _) => format!("`{}`", state.scop[array].source_name),
        (None, true) => "anything".into(),
        (None, false) => {
            state.packs.extend(wishes);
            return Ok(Value::Nothing);
        }
    };
    let message = format!(
        "no loop around {} accesses {missing} in one cell only",
        state.names(&pieces)
    );
    let error = Diagnostic::error(codes::BAD_STORAGE, message, given.span);
    Err(Box::new(error.help(
        "a reference that does not change in the innermost loop can be in a variable: interchange \
         loops, or use `pack` for more cells",
    )))
}

/// The arrays that a statement accesses, of those that are named: by default all that are not single
/// variables.
fn accessed(state: &State<'_>, piece: PieceId, named: &[ArrayId]) -> Vec<ArrayId> {
    let statement = &state.scop.statements[state.pieces[piece].statement];
    let mut found = Vec::new();
    for access in &statement.accesses {
        let is_wanted = match named.is_empty() {
            true => state.scop[access.array].rank() > 0,
            false => named.contains(&access.array),
        };
        if is_wanted && !found.contains(&access.array) {
            found.push(access.array);
        }
    }
    found
}

/// The level of the outermost loop that accesses an array in one cell.
fn outermost(
    state: &State<'_>,
    piece: PieceId,
    array: ArrayId,
) -> presburger::Result<Option<usize>> {
    let own = &state.pieces[piece];
    for level in 0..own.depth() {
        let is_loop = own.loops[level].is_real && own.loops[level].unroll.is_none();
        if is_loop && is_one_cell(state, piece, level, array)? {
            return Ok(Some(level));
        }
    }
    Ok(None)
}

/// Whether a loop accesses an array in one cell for each iteration around it, and for each copy of
/// its statements.
fn is_one_cell(
    state: &State<'_>,
    piece: PieceId,
    level: usize,
    array: ArrayId,
) -> presburger::Result<bool> {
    let inside = state.lifted(&BTreeSet::from([piece]), level + 1);
    let depth = { inside.iter() }.map(|&id| state.pieces[id].vector.dates.len());
    let depth = depth.min().unwrap_or(0);
    let is_unrolled = |at: usize| {
        let mut loops = inside.iter().map(|&id| &state.pieces[id].loops[at]);
        loops.any(|one| one.unroll.is_some())
    };
    let copies: Vec<usize> = { level..depth }.filter(|&at| is_unrolled(at)).collect();
    let mut cells: Option<Map> = None;
    for &id in &inside {
        let vector = &state.pieces[id].vector;
        // The iterations of a loop that is unrolled are copies only within one of a loop around it.
        for &at in &copies {
            let outer = dates(vector, 0..level)?;
            if !is_narrow(&outer.reverse()?.apply_range(&dates(vector, [at])?)?)? {
                return Ok(false);
            }
        }
        let dates = dates(vector, (0..level).chain(copies.iter().copied()))?.reverse()?;
        let accesses = &state.scop.statements[state.pieces[id].statement].accesses;
        for access in accesses.iter().filter(|one| one.array == array) {
            if !access.exact || !access.is_must() {
                return Ok(false);
            }
            let own = dates.apply_range(&access.relation)?;
            cells = Some(match cells {
                None => own,
                Some(known) => known.union(&own)?,
            });
        }
    }
    cells.map_or(Ok(false), |cells| cells.is_single_valued())
}

/// From instances to their iterations of these loops.
fn dates(vector: &Vector, levels: impl IntoIterator<Item = usize>) -> presburger::Result<Map> {
    let dates: Vec<PwAff> = { levels.into_iter() }
        .map(|at| vector.dates[at].clone())
        .collect();
    let tuple = Tuple::anonymous(dates.len());
    let dates = MultiPwAff::from_pw_aff_list(&vector.domain, tuple, &dates)?;
    dates.as_map()?.intersect_domain(&vector.domain)
}

/// Whether the numbers that a relation leads to from one place are close together.
fn is_narrow(numbers: &Map) -> presburger::Result<bool> {
    let apart = numbers.reverse()?.apply_range(numbers)?.deltas()?;
    match apart.dim_max(0) {
        Ok(most) => Ok(most
            .max_val()?
            .to_i64()
            .is_some_and(|most| most < MAX_COPIES)),
        Err(presburger::Error::Unbounded(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// At most this many copies of a statement have cells.
const MAX_COPIES: i64 = 64;
