//! The algorithm of Grosser, Verdoolaege and Cohen (2015), section 5, and its main recursion.
//!
//! Its steps have the names that they have there:
//!
//! | in the paper | here |
//! |---|---|
//! | Algorithm 1, `next`: the next dimension of the schedule | [`next_dimension`](Algorithm::next_dimension) |
//! | `terminate`: what is executed at one date | `terminate`, in `leaf.rs` |
//! | the visit of a schedule tree (section 6) | `visit`, in `tree.rs` |
//! | sorted components (5.7) | `components`, in `components.rs` |
//! | `detect shifts` (5.8) | `detect_shifts`, in `shift.rs` |
//! | scaled dates (5.3) | `scale_down`, in `scale.rs` |
//! | `project` (5.2) | `Build::local` |
//! | `split on isolation` (5.6) | `split_on_isolation`, in `pieces.rs` |
//! | Algorithm 2, `base`: a domain as convex pieces | `base`, in `pieces.rs` |
//! | `separate` (5.4), `unroll` (5.5), `make disjoint` | `separate`, `unroll`, `make_disjoint` |
//! | Algorithm 3, `create`: one loop (5.3) | `create`, in `loops.rs` |
//! | `detect strides` | `detect_stride`, in `strides.rs` |
//! | `check for single iteration` | `single_iteration`, in `loops.rs` |
//! | `combine`: annotated trees (5.9) | `combine` in `loops.rs`, with `graft.rs` |
//! | `construct for loop` | `construct_for_loop`, in `loops.rs` |
//!
//! The *stock* of the paper is a [`Build`], its *annotated tree* a [`Graft`]. One difference: the
//! pieces of all four parts of an isolation are sorted together, not part by part, so that a part
//! that is not comparable stands where it fits.

use crate::ast::Node;
use crate::build::{After, Build};
use crate::error::Result;
use crate::graft::{self, Graft};
use crate::hook::Hook;
use presburger::{Map, Set};

/// One run of the algorithm, with what the caller chose for it.
pub(crate) struct Algorithm<'a> {
    /// What is known of the parameters.
    pub context: Option<&'a Set>,
    pub hook: &'a Hook,
}

impl Algorithm<'_> {
    /// Algorithm 1: code for the current dimension and those inside of it.
    pub(crate) fn next_dimension(&self, executed: Vec<Map>, build: &Build) -> Result<Vec<Graft>> {
        let mut maps = Vec::with_capacity(executed.len());
        for map in executed {
            if !map.is_empty()? {
                maps.push(map);
            }
        }
        self.next_dimension_of(maps, build)
    }

    /// The same for relations that are known not to be empty.
    pub(crate) fn next_dimension_of(&self, maps: Vec<Map>, build: &Build) -> Result<Vec<Graft>> {
        if maps.is_empty() {
            return Ok(Vec::new());
        }
        if build.depth >= build.n {
            return match &build.after {
                After::Leaf => self.terminate(maps, build),
                After::Tree(node) => self.visit(&node.clone(), maps, build),
            };
        }
        if build.options.is_whole(build) {
            return self.scaled_component(&maps, build);
        }
        let mut grafts = Vec::new();
        for component in self.components(maps, build)? {
            match self.detect_shifts(&component, build)? {
                Some((component, inner)) => {
                    for graft in self.component(&component, &inner)? {
                        grafts.push(graft.without_dim(inner.depth + 1)?);
                    }
                }
                None => grafts.extend(self.scaled_component(&component, build)?),
            }
        }
        Ok(grafts)
    }

    /// Code for one component, its dates without a common factor.
    fn scaled_component(&self, executed: &[Map], build: &Build) -> Result<Vec<Graft>> {
        match self.scale_down(executed, build)? {
            Some((maps, inner)) => self.component(&maps, &inner),
            None => self.component(executed, build),
        }
    }

    /// Code for everything, with the conditions that are still to be tested.
    pub(crate) fn finish(&self, grafts: Vec<Graft>, root: &Build) -> Result<Node> {
        let nodes = graft::with_conditions(grafts, root)?;
        Ok(Node::block(nodes))
    }
}
