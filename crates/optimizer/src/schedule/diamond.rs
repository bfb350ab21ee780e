//! Tiles that all start at once.
//!
//! If time steps `t` over cells `i` can be tiled by `t` and `t + i`, each tile waits for the one to its left: the wavefronts of
//! tiles grow slowly, and there are as many of them as there are tiles of cells. Tiles by `t + i` and `t - i`, which look like
//! diamonds, wait for nothing but earlier time: the sum of both is `2t`, so that a wavefront of tiles, in which the sum of their numbers is the
//! same, is a row of tiles along the cells. There are only as many wavefronts as tiles of time.
//!
//! A band `p1, p2, p3…` without an outer parallel loop gets the rows `p2, c p1 - p2, p3…` for its tiles, if the second one
//! respects all dependences for some `c`, or `p2, p3…, c p1 - p2 - p3 - …`. Instances of a tile keep the order of the band.
//!
//! V. Bandishti, I. Pananilath, U. Bondhugula, *Tiling stencil computations to maximize parallelism*, 2012.

use super::graph::{Edge, Graph};
use super::row;
use super::rules::{Demanded, Of};
use super::{Edges, Limits, Member, Scheduler, Signs, Wanted};
use crate::farkas::Spread;
use presburger::Result;

/// The mark above the band that numbers tiles. Below this band is the one with the points of a tile.
///
/// Only whole tiles of the marked band have a meaning: `⌊h / s⌋` for its members `h`. Its first members, two of them or all
/// ([`ConcurrentStart`]), have a sum that depends on time alone.
pub const DIAMOND: &str = "diamond";

/// Whether bands get other rows for their tiles, so that these can start all at once.
///
/// ```
/// use optimizer::schedule::{ConcurrentStart, Options};
///
/// let options = Options { concurrent_start: ConcurrentStart::Partial, ..Options::default() };
/// assert_ne!(options.concurrent_start, ConcurrentStart::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ConcurrentStart {
    /// They do not.
    #[default]
    No,
    /// In one dimension of space: enough to have as many tiles in a wavefront as there are along it.
    Partial,
    /// In all dimensions of space.
    Full,
}

/// Larger multiples of time are not tried.
const STEEPEST: i64 = 32;

impl Scheduler<'_> {
    /// Rows for the tiles of a band that start at once, if there are any.
    pub(super) fn diamond(
        &self,
        statements: &[usize],
        graph: &Graph,
        band: &[Member],
    ) -> Result<Option<Vec<Member>>> {
        let (Some(time), kind) = (band.first(), self.options.concurrent_start) else {
            return Ok(None);
        };
        if kind == ConcurrentStart::No || band.len() < 2 || time.coincident {
            return Ok(None);
        }
        let count = match kind {
            ConcurrentStart::Full => band.len(),
            _ => 2,
        };
        let space = &band[1..count];
        let free;
        let (order, together) = match respects(statements, band, &graph.order) {
            true => (&graph.order[..], &[][..]),
            false => match graph.without_temporaries()? {
                Some(edges) => {
                    free = edges;
                    (&free[..], &graph.flow[..])
                }
                None => return Ok(None),
            },
        };
        let edges = Edges {
            order,
            together,
            reuse: &[],
        };
        let back = |steepness| self.back(statements, &edges, time, space, steepness);
        let Some(mut best) = back(STEEPEST)? else {
            return Ok(None);
        };
        // What is legal stays so with more time: the least is found by bisection.
        let (mut failed, mut known) = (0, STEEPEST);
        while failed + 1 < known {
            let middle = (failed + known) / 2;
            match back(middle)? {
                Some(found) => (best, known) = (found, middle),
                None => failed = middle,
            }
        }
        let mut rows = space.to_vec();
        rows.push(best);
        rows.extend(band[count..].iter().cloned());
        Ok(Some(rows))
    }

    /// The row `c time - Σ space`, shifted so that it respects all dependences.
    fn back(
        &self,
        statements: &[usize],
        edges: &Edges<'_>,
        time: &Member,
        space: &[Member],
        c: i64,
    ) -> Result<Option<Member>> {
        let mut demanded = Vec::new();
        let mut wanted = Vec::with_capacity(statements.len());
        for (position, &statement) in statements.iter().enumerate() {
            let depth = self.depth(statement);
            for i in 0..depth {
                let sum: i64 = space.iter().map(|row| row.dates[position][i]).sum();
                let value = c * time.dates[position][i] - sum;
                demanded.push(Demanded {
                    terms: vec![(1, statement, Of::Iterator(i))],
                    constant: -value,
                    equality: true,
                });
            }
            wanted.push(Wanted {
                statement,
                depth,
                complement: Vec::new(),
            });
        }
        let limits = Limits {
            n_param: self.problem.n_param(),
            signs: Signs::Any,
            largest: None,
            demanded: &demanded,
            budget: self.options.pivots,
        };
        let found = row::weak(&wanted, edges, &limits)?;
        Ok(found.map(|found| Member::of_forms(statements, found.dates, edges.order)))
    }
}

/// Whether no row of a band lets a distance be negative.
fn respects(statements: &[usize], band: &[Member], edges: &[Edge]) -> bool {
    let position = |statement| statements.iter().position(|one| *one == statement);
    edges.iter().all(|edge| {
        let ends = position(edge.source).zip(position(edge.sink));
        ends.is_some_and(|(source, sink)| {
            let spread = |row: &Member| edge.hull.spread(&row.dates[source], &row.dates[sink]);
            band.iter().all(|row| spread(row) != Spread::Mixed)
        })
    })
}
