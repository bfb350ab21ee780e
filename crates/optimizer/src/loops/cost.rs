//! What the innermost loops of an order cost, to compare orders.

use super::holds_band;
use super::stride::Strides;
use presburger::Result;
use scop::schedule::{Kind, Node};
use scop::{ScheduleTree, Scop};

/// One more loop around a statement makes it so much more frequent.
const PER_LOOP: i128 = 1000;

/// What all accesses cost in the innermost loops: in the best one of each band whose loops can be interchanged.
pub(crate) fn cost(scop: &Scop, tree: &ScheduleTree) -> Result<i128> {
    below(scop, tree.root())
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
        let costs = strides.iter().map(|one| {
            let depth = one.depth.saturating_sub(1).min(8);
            i128::from(one.cost(member)) * PER_LOOP.pow(depth as u32)
        });
        costs.sum()
    };
    let last = band.size() - 1;
    let own = match band.permutable {
        true => (0..=last).map(of).min(),
        false => None,
    };
    Ok(sum + own.unwrap_or_else(|| of(last)))
}
