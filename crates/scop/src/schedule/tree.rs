//! The tree as a whole: addressing, walking and changing it.

use super::{Kind, Member, Node};
use crate::ids::MemberId;
use presburger::UnionSet;
use std::fmt;

/// The order of the instances of a program. See [the module](super).
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduleTree {
    root: Node,
}

/// The way from the root to a node: which child to take at each step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Vec<usize>);

impl Path {
    /// The way to the root.
    pub fn root() -> Path {
        Path::default()
    }

    /// One step further.
    pub fn child(&self, position: usize) -> Path {
        let mut steps = self.0.clone();
        steps.push(position);
        Path(steps)
    }

    /// One step back; `None` at the root.
    pub fn parent(&self) -> Option<Path> {
        let (_, steps) = self.0.split_last()?;
        Some(Path(steps.to_vec()))
    }
}

impl fmt::Display for Path {
    /// `/0/2/0`; the root is `/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("/");
        }
        self.0.iter().try_for_each(|step| write!(f, "/{step}"))
    }
}

impl ScheduleTree {
    /// The instances of `domain` in the order of `child`.
    ///
    /// ```
    /// use scop::schedule::{Band, Node, ScheduleTree};
    ///
    /// let backwards = Band::new("[{ S[i] -> [-i] }]".parse()?);
    /// let tree = ScheduleTree::new("{ S[i] : 0 <= i < 3 }".parse()?, Node::band(backwards, Node::leaf()));
    /// assert_eq!(tree.domain().count()?, 3);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn new(domain: UnionSet, child: Node) -> ScheduleTree {
        ScheduleTree {
            root: Node::domain(domain, child),
        }
    }

    /// The tree with this root; `None` unless it is a domain.
    pub fn from_root(root: Node) -> Option<ScheduleTree> {
        matches!(root.kind(), Kind::Domain(_)).then_some(ScheduleTree { root })
    }

    /// The domain node.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The instances at the root.
    pub fn domain(&self) -> &UnionSet {
        match self.root.kind() {
            Kind::Domain(domain) => domain,
            _ => unreachable!("the root of a schedule tree is a domain"),
        }
    }

    /// The node at the end of a path.
    pub fn node(&self, path: &Path) -> Option<&Node> {
        path.0
            .iter()
            .try_fold(&self.root, |node, &step| node.children().get(step))
    }

    /// All nodes with their paths, parents before children, left to right.
    pub fn nodes(&self) -> Vec<(Path, &Node)> {
        let mut found = Vec::new();
        let mut waiting = vec![(Path::root(), &self.root)];
        while let Some((path, node)) = waiting.pop() {
            for (i, child) in node.children().iter().enumerate().rev() {
                waiting.push((path.child(i), child));
            }
            found.push((path, node));
        }
        found
    }

    /// The number of band members above the node: the dimensions of the schedule space there.
    pub fn depth(&self, path: &Path) -> usize {
        let mut depth = 0;
        let mut node = &self.root;
        for &step in &path.0 {
            if let Kind::Band(band) = node.kind() {
                depth += band.size();
            }
            match node.children().get(step) {
                Some(child) => node = child,
                None => break,
            }
        }
        depth
    }

    /// The tree with another subtree at `path`; `None` when there is no such place, or the
    /// subtree does not fit there (a sequence has filters below it, the root is a domain).
    pub fn replace(&self, path: &Path, subtree: Node) -> Option<ScheduleTree> {
        ScheduleTree::from_root(replace(&self.root, &path.0, subtree)?)
    }

    /// The tree with a new node between the node at `path` and its parent.
    ///
    /// ```
    /// use scop::schedule::{Band, Kind, Node, Path, ScheduleTree};
    ///
    /// let band = Band::new("[{ S[i] -> [i] }]".parse()?);
    /// let tree = ScheduleTree::new("{ S[i] : 0 <= i < 3 }".parse()?, Node::band(band, Node::leaf()));
    /// let path = Path(vec![0]);
    /// let marked = tree.insert(&path, Kind::Mark("hot".into())).ok_or("no such place")?;
    /// assert_eq!(marked.node(&path.child(0)), tree.node(&path));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(&self, path: &Path, kind: Kind) -> Option<ScheduleTree> {
        let below = self.node(path)?.clone();
        self.replace(path, Node::new(kind, vec![below])?)
    }

    /// The tree without the node at `path`, whose only child takes its place.
    pub fn remove(&self, path: &Path) -> Option<ScheduleTree> {
        let child = self.node(path)?.child()?.clone();
        self.replace(path, child)
    }

    /// The tree with every band member knowing its number, by which
    /// [`Placements`](super::Placements) speak of it.
    pub fn numbered(&self) -> ScheduleTree {
        let mut next = 0;
        self.map_members(|member| {
            member.id = Some(MemberId::new(next));
            next += 1;
        })
    }

    /// The tree with every band member changed, those of outer bands first.
    ///
    /// ```
    /// # use scop::ScheduleTree;
    /// let tree = ScheduleTree::from_map(&"{ S[i] -> [i] : 0 <= i < 8 }".parse()?)?;
    /// let parallel = tree.map_members(|member| member.parallel = true);
    /// assert!(parallel.to_string().contains("parallel"));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn map_members(&self, mut change: impl FnMut(&mut Member)) -> ScheduleTree {
        let root = map_members(&self.root, &mut change);
        ScheduleTree { root }
    }

    /// The tree with every node replaced by what `change` makes of it, children first.
    pub fn map_bottom_up<E>(
        &self,
        mut change: impl FnMut(Node) -> Result<Node, E>,
    ) -> Result<Option<ScheduleTree>, E> {
        Ok(map_node(&self.root, &mut change)?.and_then(ScheduleTree::from_root))
    }
}

fn map_members(node: &Node, change: &mut impl FnMut(&mut Member)) -> Node {
    let mut kind = node.kind().clone();
    if let Kind::Band(band) = &mut kind {
        band.members.iter_mut().for_each(&mut *change);
    }
    let children = node.children().iter();
    let children = children.map(|child| map_members(child, change)).collect();
    match Node::new(kind, children) {
        Some(node) => node,
        None => unreachable!("the children of a node still fit it"),
    }
}

fn replace(node: &Node, steps: &[usize], subtree: Node) -> Option<Node> {
    let Some((&first, rest)) = steps.split_first() else {
        return Some(subtree);
    };
    let mut children = node.children().to_vec();
    let child = children.get_mut(first)?;
    *child = replace(child, rest, subtree)?;
    node.with_children(children)
}

fn map_node<E>(
    node: &Node,
    change: &mut impl FnMut(Node) -> Result<Node, E>,
) -> Result<Option<Node>, E> {
    let mut children = Vec::with_capacity(node.children().len());
    for child in node.children() {
        match map_node(child, change)? {
            Some(child) => children.push(child),
            None => return Ok(None),
        }
    }
    match node.with_children(children) {
        Some(node) => change(node).map(Some),
        None => Ok(None),
    }
}
