//! The nodes of a schedule tree.

use super::Band;
use presburger::{Set, UnionMap, UnionPwMultiAff, UnionSet};
use std::sync::Arc;

/// A subtree. Immutable; cloning shares it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node(Arc<(Kind, Vec<Node>)>);

/// What a node says about the instances that reach it.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Which instances there are. Only at the root.
    Domain(UnionSet),
    /// What is known of parameters and outer loops from here on; may introduce parameters.
    /// A set of as many dimensions as there are outer band members. It is knowledge, not a
    /// condition: no instance is left out because of it.
    Context(Set),
    /// Order by dates.
    Band(Band),
    /// The children, all filters, one after the other.
    Sequence,
    /// The children, all filters, in any order.
    Set,
    /// Only some of the instances go on.
    Filter(UnionSet),
    /// A word for a later stage.
    Mark(String),
    /// A condition under which what is below is executed; a set like that of a context.
    Guard(Set),
    /// More instances, from the dates of the outer bands.
    Extension(UnionMap),
    /// One instance above stands for several below.
    Expansion {
        /// From the instances below to that above.
        contraction: UnionPwMultiAff,
        /// From the instances above to those below.
        expansion: UnionMap,
    },
    /// Execute what arrives here, in any order.
    Leaf,
}

impl Kind {
    /// The key by which isl's text form knows the node.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Domain(_) => "domain",
            Kind::Context(_) => "context",
            Kind::Band(_) => "schedule",
            Kind::Sequence => "sequence",
            Kind::Set => "set",
            Kind::Filter(_) => "filter",
            Kind::Mark(_) => "mark",
            Kind::Guard(_) => "guard",
            Kind::Extension(_) => "extension",
            Kind::Expansion { .. } => "contraction",
            Kind::Leaf => "leaf",
        }
    }

    /// Whether such a node has a list of filters below it.
    pub fn is_branch(&self) -> bool {
        matches!(self, Kind::Sequence | Kind::Set)
    }
}

impl Node {
    /// The end of a branch.
    pub fn leaf() -> Node {
        Node(Arc::new((Kind::Leaf, Vec::new())))
    }

    /// The instances, above `child`.
    pub fn domain(domain: UnionSet, child: Node) -> Node {
        Node::above(Kind::Domain(domain), child)
    }

    /// What is known, above `child`.
    pub fn context(context: Set, child: Node) -> Node {
        Node::above(Kind::Context(context), child)
    }

    /// Loops, above `child`.
    pub fn band(band: Band, child: Node) -> Node {
        Node::above(Kind::Band(band), child)
    }

    /// A filter, above `child`.
    pub fn filter(filter: UnionSet, child: Node) -> Node {
        Node::above(Kind::Filter(filter), child)
    }

    /// A mark, above `child`.
    pub fn mark(mark: impl Into<String>, child: Node) -> Node {
        Node::above(Kind::Mark(mark.into()), child)
    }

    /// A tested condition, above `child`.
    pub fn guard(guard: Set, child: Node) -> Node {
        Node::above(Kind::Guard(guard), child)
    }

    /// More instances, above `child`.
    pub fn extension(extension: UnionMap, child: Node) -> Node {
        Node::above(Kind::Extension(extension), child)
    }

    /// Several instances for one, above `child`.
    pub fn expansion(contraction: UnionPwMultiAff, expansion: UnionMap, child: Node) -> Node {
        let kind = Kind::Expansion {
            contraction,
            expansion,
        };
        Node::above(kind, child)
    }

    /// One part after the other: a filter and what is below it for each.
    pub fn sequence(parts: impl IntoIterator<Item = (UnionSet, Node)>) -> Node {
        Node::branch(Kind::Sequence, parts)
    }

    /// Parts in any order: a filter and what is below it for each.
    pub fn set(parts: impl IntoIterator<Item = (UnionSet, Node)>) -> Node {
        Node::branch(Kind::Set, parts)
    }

    fn branch(kind: Kind, parts: impl IntoIterator<Item = (UnionSet, Node)>) -> Node {
        let children = parts
            .into_iter()
            .map(|(filter, child)| Node::filter(filter, child))
            .collect();
        Node(Arc::new((kind, children)))
    }

    fn above(kind: Kind, child: Node) -> Node {
        Node(Arc::new((kind, vec![child])))
    }

    /// A node of any kind; `None` when the number or the kind of children does not fit:
    /// none below a leaf, filters below a sequence or set, one below everything else.
    pub fn new(kind: Kind, children: Vec<Node>) -> Option<Node> {
        let fits = match &kind {
            Kind::Leaf => children.is_empty(),
            Kind::Sequence | Kind::Set => {
                !children.is_empty()
                    && children
                        .iter()
                        .all(|child| matches!(child.kind(), Kind::Filter(_)))
            }
            _ => children.len() == 1,
        };
        fits.then(|| Node(Arc::new((kind, children))))
    }

    /// What the node says.
    pub fn kind(&self) -> &Kind {
        &self.0.0
    }

    /// What is below, in order.
    pub fn children(&self) -> &[Node] {
        &self.0.1
    }

    /// The only child, unless this is a leaf, sequence or set.
    pub fn child(&self) -> Option<&Node> {
        match self.kind() {
            Kind::Sequence | Kind::Set => None,
            _ => self.children().first(),
        }
    }

    /// Whether this is the end of a branch.
    pub fn is_leaf(&self) -> bool {
        matches!(self.kind(), Kind::Leaf)
    }

    /// The same node with other children; `None` when they do not fit.
    pub fn with_children(&self, children: Vec<Node>) -> Option<Node> {
        Node::new(self.kind().clone(), children)
    }
}
