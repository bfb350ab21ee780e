//! What plans look like to a machine, in a few numbers from which the time of a program may be guessed before
//! it is measured, and better and better the more is.

use super::Machine;
use super::cost::PER_LOOP;
use super::model::{bytes, guessed_extent};
use super::plan::{Place, Plan};
use super::stride::{Stride, Strides};
use presburger::Result;
use scop::Scop;
use scop::schedule::Band;

/// What the numbers are about, and what one more of each does to the logarithm of the time, as a first guess.
pub(super) const FEATURES: &[(&str, f64)] = &[
    ("anything", 0.0),
    ("memory accesses of an iteration", 0.7),
    ("iterations one by one", 0.9),
    ("copies of a body", -0.15),
    ("values beyond the registers", 0.5),
    ("bytes beyond the first cache", 0.05),
    ("bytes beyond the second cache", 0.15),
    ("loops over tiles", 0.03),
    ("buffers", 0.02),
];

/// The numbers for the deepest bands of a tree, each with its plan: means, weighed by how often they run.
pub(super) fn features<'a>(
    scop: &Scop,
    bands: impl Iterator<Item = ((&'a Band, &'a [Strides]), &'a Plan)>,
    machine: &Machine,
) -> Result<Vec<f64>> {
    let mut sums = vec![0.0; FEATURES.len()];
    let mut weights = 0.0;
    for ((band, strides), plan) in bands {
        let depth = strides.iter().map(|one| one.depth).max().unwrap_or(0);
        // Compared with three loops, so that numbers stay small.
        let weight = (PER_LOOP as f64).powi(depth as i32 - 3) * strides.len() as f64;
        if weight <= 0.0 {
            continue;
        }
        let own = of_band(scop, band, strides, plan, machine);
        for (sum, value) in sums.iter_mut().zip(own) {
            *sum += weight * value;
        }
        weights += weight;
    }
    if weights > 0.0 {
        sums.iter_mut().for_each(|sum| *sum /= weights);
    }
    sums[0] = 1.0;
    Ok(sums)
}

fn of_band(
    scop: &Scop,
    band: &Band,
    strides: &[Strides],
    plan: &Plan,
    machine: &Machine,
) -> Vec<f64> {
    let tile = |member: usize| {
        let tile = plan.tiles.iter().find(|tile| tile.member == member);
        tile.map_or(0, |tile| tile.size)
    };
    let rolled = { plan.points.iter() }.filter(|member| !plan.unrolled.contains(member));
    let inner = rolled.copied().last();
    let accesses = || strides.iter().flat_map(|one| &one.accesses);
    let element = accesses().map(|one| bytes(&scop[one.array].element)).max();
    let element = element.unwrap_or(8);
    let lanes = machine.lanes(element) as f64;
    let copies: f64 = plan
        .unrolled
        .iter()
        .map(|&one| tile(one).max(1) as f64)
        .product();

    // What one iteration of a statement moves between registers and caches.
    let mut moved = 0.0;
    let mut in_lanes = true;
    for access in accesses() {
        let along = inner.map_or(Stride::Same, |inner| access.along[inner]);
        in_lanes &= along <= Stride::Next;
        let in_buffer = plan.buffers.iter().find(|one| one.array == access.array);
        let is_in_register =
            in_buffer.is_some_and(|one| matches!(one.before, Place::Point(_))) && access.is_write;
        let cost = match (in_buffer, along) {
            _ if is_in_register => 0.05,
            (_, Stride::Same) => 0.1,
            // A buffer is in rows.
            (Some(_), Stride::Near | Stride::Far) => 1.5,
            (_, other) => other.cost() as f64,
        };
        let shared = plan
            .unrolled
            .iter()
            .filter(|&&one| access.along[one] == Stride::Same);
        let shared: f64 = shared.map(|&one| tile(one).max(1) as f64).product();
        moved += cost / shared;
    }
    let statements = strides.len().max(1) as f64;
    let is_parallel = inner.is_some_and(|inner| band.members[inner].coincident);
    let one_by_one = !(plan.vector.is_some() || is_parallel && in_lanes);

    // How many values are alive at once: sums, in vectors where rows are short.
    let vectors = match plan.vector.map(tile) {
        Some(size) if (2..=128).contains(&size) => size as f64 / lanes,
        _ => 1.0,
    };
    let alive = copies * vectors.max(1.0) + 2.0;
    let registers = machine.registers.max(1) as f64;

    // What the loops over the points of a tile work on.
    let mut footprint = 0.0;
    let mut seen = Vec::new();
    for access in accesses() {
        if seen.contains(&&access.relation) {
            continue;
        }
        seen.push(&access.relation);
        let array = &scop[access.array];
        let mut cells = 1.0;
        for &member in &plan.points {
            if access.along[member] != Stride::Same {
                cells *= match tile(member) {
                    0 => guessed_extent(array) as f64,
                    size => size as f64,
                };
            }
        }
        footprint += cells * bytes(&array.element) as f64;
    }
    let beyond = |size: i64| (footprint / size.max(1) as f64).max(1.0).ln();
    let tiles = plan.tiles.iter().filter(|tile| tile.size > 1).count();
    vec![
        1.0,
        (0.2 + moved / statements).ln(),
        f64::from(u8::from(one_by_one)),
        copies.max(1.0).ln(),
        (alive / registers).max(1.0).ln(),
        beyond(machine.l1),
        beyond(machine.l2),
        tiles as f64,
        plan.buffers.len() as f64,
    ]
}
