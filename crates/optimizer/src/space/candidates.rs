//! Every interleaving with a schedule: the algorithm of Convexity, figure 4, and how a fused loop looks.
//!
//! | in the paper | here |
//! |---|---|
//! | `buildLegalOptimizedSchedules`, `mustDistribute`, `existCompatiblePermutation` | [`pairwise`](super::pairwise) |
//! | `mustFuse`, `mergeNodes` | the nodes of [`Orders`](super::Orders) |
//! | the loops over pairs and paths | [`prune`](super::prune) |
//! | `F^d` | [`Orders`](super::Orders) of a level |
//! | `embedInterleaving`, `computeOptimizedSchedule`, `finalizeOptimizedSchedule` | [`propose`] |
//!
//! The paper computes the schedule of a level before the interleavings of the next one, which depend on it:
//! so does a space with [`Choice::Best`](super::Choice). With [`Choice::Freest`](super::Choice) no interleaving is lost.

use super::rows::Objective;
use super::{Interleaving, Space};
use crate::schedule::{Fusion, Options, propose};
use presburger::Result;
use scop::ScheduleTree;

/// An interleaving with a schedule that implements it. Nothing proves that it is legal: that is for
/// [`legality::check`].
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Which statements share which loops.
    pub interleaving: Interleaving,
    /// A schedule in which they do.
    pub tree: ScheduleTree,
}

impl Space {
    /// All interleavings of so many levels, in the order of [`iter`](Space::iter), each with the best schedule that was
    /// found inside it. What `options` say of fusion does not count.
    ///
    /// ```
    /// use optimizer::space::{Options, Space};
    ///
    /// let domain = "[n] -> { R[i] : 0 <= i < n; S[i] : 0 <= i < n }".parse()?;
    /// let order = "[n] -> { R[i] -> S[i + 1] }".parse()?;
    /// let space = Space::of_relations(&domain, &order, &"{ : }".parse()?, &Options::default())?;
    /// let found: Vec<_> = space.candidates(1, &Default::default()).collect::<Result<_, _>>()?;
    /// assert_eq!(found.len(), 2);
    /// // R and S in one loop
    /// assert!(found[0].tree.before()?.intersect(&order)?.is_equal(&order.intersect_domain(&domain)?.intersect_range(&domain)?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn candidates<'a>(
        &'a self,
        depth: usize,
        options: &'a Options,
    ) -> impl Iterator<Item = Result<Candidate>> + 'a {
        self.iter(depth).map(|interleaving| {
            let interleaving = interleaving?;
            let options = Options {
                fusion: Fusion::Interleaving(interleaving.clone()),
                ..options.clone()
            };
            let tree = propose(&self.program.problem, &options)?;
            Ok(Candidate { interleaving, tree })
        })
    }

    /// What the best dates do to statements that share the outermost loop, if that is more than to run them in their own
    /// outermost loop: `S along j`, `T shifted by 1`.
    ///
    /// ```
    /// use optimizer::space::{Options, Space};
    ///
    /// let domain = "[n] -> { R[i, j] : 0 <= i, j < n; S[k, l] : 0 <= k, l < n }".parse()?;
    /// let order = "[n] -> { R[i, j] -> S[j + 1, i]; R[i, j] -> S[j - 2, i] }".parse()?;
    /// let space = Space::of_relations(&domain, &order, &"{ : }".parse()?, &Options::default())?;
    /// let first = space.iter(1).next().unwrap()?;
    /// assert_eq!(first.words(space.names()), "{R, S}");
    /// assert_eq!(space.remarks(&first)?, ["S along i1"]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn remarks(&self, interleaving: &Interleaving) -> Result<Vec<String>> {
        let (ground, level) = (&self.program.ground, &self.outermost);
        let mut remarks = Vec::new();
        for class in interleaving.outermost().classes() {
            if class.len() < 2 {
                continue;
            }
            let edges = &level.graph.order;
            let Some(dates) = ground.shared(&class, edges, &level.rows, Objective::Short)? else {
                continue;
            };
            for (statement, date) in class.into_iter().zip(dates) {
                let counters = &ground.counters[statement];
                let names = &self.program.problem.statements[statement].iterators;
                let used = date
                    .counters
                    .iter()
                    .zip(counters)
                    .filter(|(factor, _)| **factor != 0);
                let terms = used.map(|(&factor, counter)| {
                    let name = names.get(counter.position).map_or("?", String::as_str);
                    match factor {
                        1 => name.to_string(),
                        factor => format!("{factor} {name}"),
                    }
                });
                let terms: Vec<String> = terms.collect();
                let is_outermost = |(k, factor): (usize, &i64)| *factor == i64::from(k == 0);
                let is_as_it_was = date.counters.iter().enumerate().all(is_outermost);
                let along = match is_as_it_was || terms.is_empty() {
                    true => String::new(),
                    false => format!(" along {}", terms.join(" + ")),
                };
                let shifted = match date.shift {
                    0 => String::new(),
                    shift => format!(" shifted by {shift}"),
                };
                if !along.is_empty() || !shifted.is_empty() {
                    remarks.push(format!("{}{along}{shifted}", self.names[statement]));
                }
            }
        }
        Ok(remarks)
    }
}
