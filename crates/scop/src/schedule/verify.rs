//! Whether a tree makes sense.
//!
//! Checked, with the instances that can reach a node (those of the domain that the filters above
//! it keep, expanded and extended on the way):
//!
//! - a domain stands at the root and nowhere else;
//! - the filters below a sequence or set are disjoint on the instances that reach it, and every
//!   one of these passes through one of them;
//! - a band has a date for every instance that reaches it, at least one member, and as many
//!   attributes as members;
//! - the set of a context or guard has as many dimensions as there are outer band members, or is
//!   a condition on parameters;
//! - the domains of an extension have as many dimensions as there are outer band members, and
//!   it adds no instance that is already there;
//! - an expansion has instances for everything that reaches it, and its contraction leads back
//!   from each of these to where it came from;
//! - no list of names or marks is empty: a mark says something.
//!
//! That a node has the right number and kind of children is a matter of construction.

use super::dates::as_params;
use super::{Kind, Node, Path, ScheduleTree};
use presburger::{Result, UnionMap, UnionSet};
use std::fmt;

/// What is wrong with a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeProblem {
    /// The way to the node.
    pub path: Path,
    /// What is wrong with it, in a sentence.
    pub message: String,
}

impl fmt::Display for TreeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl ScheduleTree {
    /// All that is wrong with the tree; nothing if it makes sense.
    ///
    /// ```
    /// # use scop::ScheduleTree;
    /// let tree: ScheduleTree = r#"
    /// domain: "{ S[i] : 0 <= i < 4 }"
    /// child: { schedule: "[{ S[i] -> [(i)] : i > 0 }]" }
    /// "#.parse()?;
    /// let problems = tree.verify()?;
    /// assert_eq!(problems[0].to_string(), "/0: the band has no date for { S[0] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn verify(&self) -> Result<Vec<TreeProblem>> {
        let mut verifier = Verifier {
            problems: Vec::new(),
        };
        let nothing = UnionMap::from_maps([])?;
        verifier.visit(self.root(), Path::root(), &nothing, 0)?;
        Ok(verifier.problems)
    }
}

struct Verifier {
    problems: Vec<TreeProblem>,
}

impl Verifier {
    fn visit(&mut self, node: &Node, path: Path, dates: &UnionMap, depth: usize) -> Result<()> {
        let instances = dates.domain()?;
        match node.kind() {
            Kind::Domain(domain) => {
                if !path.0.is_empty() {
                    self.report(&path, "a domain is allowed only at the root");
                }
                if domain.sets().iter().any(|set| set.is_params()) {
                    self.report(
                        &path,
                        "the domain is a condition on parameters, not instances",
                    );
                }
            }
            Kind::Context(set) | Kind::Guard(set) => {
                if !set.is_params() && set.n_dim() != depth {
                    let n = set.n_dim();
                    self.report(
                        &path,
                        format!("a set of {n} dimensions below {depth} band members"),
                    );
                    return Ok(());
                }
            }
            Kind::Band(band) => {
                let (size, attributes) = (band.size(), band.members.len());
                if size == 0 {
                    self.report(&path, "the band has no members");
                    return Ok(());
                }
                if attributes != size {
                    self.report(
                        &path,
                        format!("{size} members but attributes for {attributes}"),
                    );
                }
                let missing = instances.subtract(&band.schedule.domain()?)?;
                if let Some(point) = missing.sample_point()? {
                    self.report(&path, format!("the band has no date for {point}"));
                }
            }
            Kind::Sequence | Kind::Set => self.check_filters(node, &path, &instances)?,
            Kind::Filter(_) | Kind::Leaf => {}
            Kind::Mark(text) => {
                if text.is_empty() {
                    self.report(&path, "the mark is empty");
                }
            }
            Kind::Extension(extension) => {
                let maps = extension.maps();
                if let Some(map) = maps.iter().find(|map| map.space().n_in() != depth) {
                    let n = map.space().n_in();
                    self.report(
                        &path,
                        format!("an extension from {n} dimensions below {depth} band members"),
                    );
                    return Ok(());
                }
                let twice = extension.range()?.intersect(&instances)?;
                if let Some(point) = twice.sample_point()? {
                    self.report(&path, format!("the extension adds {point} again"));
                }
            }
            Kind::Expansion {
                contraction,
                expansion,
            } => {
                let here = expansion.intersect_domain(&instances)?;
                let lost = instances.subtract(&here.domain()?)?;
                if let Some(point) = lost.sample_point()? {
                    self.report(&path, format!("the expansion has nothing for {point}"));
                }
                let back = contraction.as_union_map()?.reverse()?;
                let astray = here.subtract(&back)?.range()?;
                if let Some(point) = astray.sample_point()? {
                    let message = format!("the contraction does not lead back from {point}");
                    self.report(&path, message);
                }
            }
        }
        let size = match node.kind() {
            Kind::Band(band) => band.size(),
            _ => 0,
        };
        let dates = node.kind().dates_below(dates)?;
        for (i, child) in node.children().iter().enumerate() {
            self.visit(child, path.child(i), &dates, depth + size)?;
        }
        Ok(())
    }

    fn check_filters(&mut self, node: &Node, path: &Path, instances: &UnionSet) -> Result<()> {
        let mut seen = UnionSet::from_sets([])?;
        for (i, child) in node.children().iter().enumerate() {
            let Kind::Filter(filter) = child.kind() else {
                continue;
            };
            let part = match as_params(filter) {
                Some(condition) => instances.intersect_params(&condition)?,
                None => instances.intersect(filter)?,
            };
            if let Some(point) = part.intersect(&seen)?.sample_point()? {
                let message = format!("{point} passes an earlier filter too");
                self.report(&path.child(i), message);
            }
            seen = seen.union(&part)?;
        }
        if let Some(point) = instances.subtract(&seen)?.sample_point()? {
            self.report(path, format!("{point} passes none of the filters"));
        }
        Ok(())
    }

    fn report(&mut self, path: &Path, message: impl Into<String>) {
        self.problems.push(TreeProblem {
            path: path.clone(),
            message: message.into(),
        });
    }
}
