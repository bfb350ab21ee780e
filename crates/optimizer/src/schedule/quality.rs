//! What a schedule offers: how many loops can be tiled, how many are parallel.

use presburger::{Dim, Result, Space};
use scop::schedule::{Kind, Path, Placements};
use scop::{ScheduleTree, Scop};

/// What the outermost band of a statement offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quality {
    /// The loops over the statement in its outermost band, if they can be interchanged; a single loop can.
    pub permutable: usize,
    /// How many of them, from the outside in, are known to be parallel.
    pub parallel: usize,
}

/// The quality of a schedule for each statement of a program. A member in which all instances of a statement
/// have the same date is no loop over it. See [`schedule`](super::schedule) for an example.
pub fn qualities(scop: &Scop, tree: &ScheduleTree) -> Result<Vec<Quality>> {
    let placements = Placements::new(tree)?;
    let statements = scop.statements.iter();
    let all = statements.map(|one| quality(tree, &placements, one.domain.space()));
    all.collect()
}

/// The quality of a schedule for the instances in a space; that of the worst piece, if there are several.
pub fn quality(tree: &ScheduleTree, placements: &Placements, space: &Space) -> Result<Quality> {
    let mut worst: Option<Quality> = None;
    for (_, placement) in placements.iter() {
        if placement.domain.space().tuple() != space.tuple() {
            continue;
        }
        let mut quality = Quality::default();
        let mut outermost: Option<&Path> = None;
        let mut is_parallel = true;
        for (id, date) in placement.dates() {
            let member = &placements[id];
            if outermost.is_some_and(|path| *path != member.path) {
                break;
            }
            let band = tree.node(&member.path).map(|node| node.kind());
            let is_permutable = matches!(band, Some(Kind::Band(band)) if band.permutable);
            if outermost.is_some() && !is_permutable {
                break;
            }
            outermost = Some(&member.path);
            is_parallel &= member.attributes.coincident;
            let mut depends = false;
            for i in 0..space.n_out() {
                depends |= !date.coefficient(Dim::In(i))?.is_zero();
            }
            if depends {
                quality.permutable += 1;
                quality.parallel += usize::from(is_parallel);
            }
        }
        worst = Some(worst.map_or(quality, |known| known.min(quality)));
    }
    Ok(worst.unwrap_or_default())
}
