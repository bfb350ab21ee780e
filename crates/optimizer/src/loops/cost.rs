//! What the innermost loops of an order cost, to compare orders.

use super::holds_band;
use super::stride::{Strides, stride};
use dependence::{Dependence, DependenceKind, Depth};
use presburger::{Dim, Result};
use scop::schedule::{Kind, Node, Placements};
use scop::{ScheduleTree, Scop};

/// One more loop around a statement makes it so much more frequent.
pub(super) const PER_LOOP: i128 = 1000;

/// What all accesses cost in the innermost loops: in the best one of each band whose loops can be interchanged.
pub(crate) fn cost(scop: &Scop, tree: &ScheduleTree) -> Result<i128> {
    below(scop, tree.root())
}

/// The same for the order of the program, whose innermost loops are parallel if they carry no dependence.
pub(crate) fn original(scop: &Scop, dependences: &[Dependence]) -> Result<i128> {
    let placements = Placements::new(&scop.schedule)?;
    let mut sum = 0;
    for (at, statement) in scop.statements.iter().enumerate() {
        let Some((levels, direction)) = innermost(scop, &placements, at)? else {
            continue;
        };
        let mut cost = 0;
        for access in &statement.accesses {
            cost += stride(&access.relation, &direction)?.cost();
        }
        let mut is_parallel = true;
        for other in 0..scop.statements.len() {
            is_parallel &= !shares_loop(scop, &placements, at, other)
                || !is_carried(dependences, other, levels);
        }
        sum += weigh(statement.depth(), cost, is_parallel);
    }
    Ok(sum)
}

/// Whether the innermost loops of the program around its deepest statements cannot run in vector lanes.
pub(crate) fn is_sequential(scop: &Scop, dependences: &[Dependence]) -> Result<bool> {
    let placements = Placements::new(&scop.schedule)?;
    let depth = scop.statements.iter().map(|one| one.depth()).max();
    for (at, statement) in scop.statements.iter().enumerate() {
        if Some(statement.depth()) == depth
            && let Some((levels, _)) = innermost(scop, &placements, at)?
            && !is_carried(dependences, at, levels)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The level of the innermost loop of the program around a statement, and how the statement's iterators
/// change with it.
fn innermost(scop: &Scop, placements: &Placements, at: usize) -> Result<Option<(usize, Vec<i64>)>> {
    let statement = &scop.statements[at];
    let own = placements.of_space(&statement.domain);
    let Some(&id) = own.first() else {
        return Ok(None);
    };
    let levels = placements[id].dates().count();
    let Some((_, date)) = placements[id].dates().last() else {
        return Ok(None);
    };
    let mut direction = Vec::with_capacity(statement.depth());
    for i in 0..statement.depth() {
        direction.push(date.coefficient(Dim::In(i))?.to_i64().unwrap_or(1));
    }
    Ok(Some((levels, direction)))
}

/// Whether two statements have the innermost loop of the first one in common.
fn shares_loop(scop: &Scop, placements: &Placements, a: usize, b: usize) -> bool {
    let of = |at: usize| placements.of_space(&scop.statements[at].domain).first();
    let (Some(&a), Some(&b)) = (of(a), of(b)) else {
        return false;
    };
    let Some((member, _)) = placements[a].dates().last() else {
        return false;
    };
    placements[b].dates().any(|(other, _)| other == member)
}

/// Whether a loop around a statement carries a dependence of it.
fn is_carried(dependences: &[Dependence], at: usize, level: usize) -> bool {
    let ends = |one: &Dependence| [one.source.0.index(), one.sink.0.index()];
    dependences.iter().any(|one| {
        one.kind != DependenceKind::Rar
            && one.depth == Depth::Carried(level)
            && ends(one).contains(&at)
    })
}

/// What iterations one after the other cost where they could run in vector lanes.
pub(super) const SEQUENTIAL: i64 = 6;

/// The cost of one iteration, times how often it runs.
fn weigh(depth: usize, cost: i64, is_parallel: bool) -> i128 {
    let cost = if is_parallel { cost } else { cost + SEQUENTIAL };
    i128::from(cost) * PER_LOOP.pow(depth.saturating_sub(1).min(8) as u32)
}

fn below(scop: &Scop, node: &Node) -> Result<i128> {
    let mut sum = 0;
    for child in node.children() {
        sum += below(scop, child)?;
    }
    let Kind::Band(band) = node.kind() else {
        return Ok(sum);
    };
    if band.size() == 0 || node.child().is_some_and(holds_band) {
        return Ok(sum);
    }
    let strides = Strides::of_band(scop, band)?;
    let of = |member: usize| -> i128 {
        let is_parallel = band.members[member].coincident;
        let costs = strides
            .iter()
            .map(|one| weigh(one.depth, one.cost(member), is_parallel));
        costs.sum()
    };
    let last = band.size() - 1;
    let own = match band.permutable {
        true => (0..=last).map(of).min(),
        false => None,
    };
    Ok(sum + own.unwrap_or_else(|| of(last)))
}
