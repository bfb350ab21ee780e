//! What `loopwright deps` prints: the dependences of each region, by which loop they are carried
//! and how far they reach.

mod distance;
mod dot;
mod json;
mod text;

use dependence::{Dependence, DependenceKind, Depth, Options};
use legality::{OwnCopies, Role};
use presburger::{Result, UnionSet};
use scop::{AccessId, ArrayId, MemberId, Scop, StmtId};
use std::collections::{BTreeMap, BTreeSet};

use crate::structure::Structure;

pub use distance::Step;
pub use dot::dot;
pub use json::json;
pub use text::text;

/// A kind of dependence by its usual name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A cell is read after it was written.
    Flow,
    /// A cell is written after it was read.
    Anti,
    /// A cell is written after it was written.
    Output,
    /// A cell is read after it was read: no constraint, but reuse.
    Input,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Flow, Kind::Anti, Kind::Output, Kind::Input];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Flow => "flow",
            Kind::Anti => "anti",
            Kind::Output => "output",
            Kind::Input => "input",
        }
    }

    /// Whether it says something about the order.
    pub fn is_constraint(self) -> bool {
        self != Kind::Input
    }

    fn of(kind: DependenceKind) -> Kind {
        match kind {
            DependenceKind::Raw | DependenceKind::Flow => Kind::Flow,
            DependenceKind::War => Kind::Anti,
            DependenceKind::Waw => Kind::Output,
            DependenceKind::Rar => Kind::Input,
        }
    }
}

/// What to look for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// A read depends on the last write of the cell alone, not on all earlier ones.
    pub value_based: bool,
    /// The cells that are needed from before and that remain afterwards.
    pub live: bool,
    /// The relation of each dependence in text; JSON always has it.
    pub relations: bool,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted {
            kinds: vec![Kind::Flow, Kind::Anti, Kind::Output],
            value_based: false,
            live: false,
            relations: false,
        }
    }
}

impl Wanted {
    /// Whether a loop that carries nothing of this can run in parallel as it is written.
    fn decides_parallelism(&self) -> bool {
        let constraints = Kind::ALL.iter().filter(|kind| kind.is_constraint());
        !self.value_based && { constraints }.all(|kind| self.kinds.contains(kind))
    }

    fn options(&self) -> Options {
        let kinds = self.kinds.iter().map(|kind| match kind {
            Kind::Flow if self.value_based => DependenceKind::Flow,
            Kind::Flow => DependenceKind::Raw,
            Kind::Anti => DependenceKind::War,
            Kind::Output => DependenceKind::Waw,
            Kind::Input => DependenceKind::Rar,
        });
        Options {
            kinds: kinds.collect(),
            ..Options::default()
        }
    }
}

/// The dependences of a region.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The loops that carry them.
    pub structure: Structure,
    /// One by one, sorted by kind, statements and accesses. Those that differ in nothing but the
    /// accesses are one.
    pub edges: Vec<Edge>,
    /// The cells that are needed from before and that remain afterwards, if asked for.
    pub live: Option<(UnionSet, UnionSet)>,
    decides_parallelism: bool,
    /// What iterations of loops that carry dependences can have for themselves.
    copies: BTreeMap<(MemberId, ArrayId), Role>,
}

/// A dependence with what it means to the loops.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its kind.
    pub kind: Kind,
    /// The two accesses and the relation.
    pub dependence: Dependence,
    /// The loop that carries it; none when the order of the text does.
    pub carrier: Option<scop::MemberId>,
    /// How much later the sink is, for each common loop.
    pub distance: Vec<Step>,
    /// The pairs of accesses that it comes from, those of `dependence` first.
    pub accesses: Vec<(At, At)>,
}

/// An access of a statement.
pub type At = (StmtId, AccessId);

impl Edge {
    fn of(structure: &Structure, dependence: Dependence) -> Result<Edge> {
        let (distance, carrier) = distance::of(structure, &dependence)?;
        Ok(Edge {
            kind: Kind::of(dependence.kind),
            carrier: match dependence.depth {
                Depth::Carried(_) => carrier,
                Depth::Independent => None,
            },
            distance,
            accesses: vec![(dependence.source, dependence.sink)],
            dependence,
        })
    }

    /// Whether another one is of the same kind, between the same statements, on the same array.
    fn is_about_the_same(&self, other: &Edge) -> bool {
        are_about_the_same(&self.dependence, &other.dependence)
    }

    /// Whether it is so for the same loops as well: only accesses may be different.
    fn is_like(&self, other: &Edge) -> bool {
        (self.carrier, &self.distance) == (other.carrier, &other.distance)
            && self.is_about_the_same(other)
    }
}

fn are_about_the_same(a: &Dependence, b: &Dependence) -> bool {
    Kind::of(a.kind) == Kind::of(b.kind)
        && (a.source.0, a.sink.0, a.array) == (b.source.0, b.sink.0, b.array)
        && (a.certainty, a.reduction) == (b.certainty, b.reduction)
}

/// For each dependence the number of the row that it has in the list of `loopwright deps`: those that
/// differ in nothing but their accesses are one there.
pub(crate) fn rows(scop: &Scop, dependences: &[Dependence]) -> Result<Vec<usize>> {
    let mut structure = None;
    let mut edges: Vec<Option<Edge>> = vec![None; dependences.len()];
    let mut rows: Vec<usize> = Vec::with_capacity(dependences.len());
    let mut heads: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, one) in dependences.iter().enumerate() {
        let mut row = index;
        let key = (Kind::of(one.kind), one.source.0, one.sink.0, one.array);
        let heads = heads.entry(key).or_default();
        for &other in heads.iter() {
            if !are_about_the_same(&dependences[other], one) {
                continue;
            }
            // How far they reach takes a while to find out, and is rarely asked.
            let structure = match &structure {
                Some(structure) => structure,
                None => structure.insert(Structure::new(scop)?),
            };
            for at in [other, index] {
                if edges[at].is_none() {
                    edges[at] = Some(Edge::of(structure, dependences[at].clone())?);
                }
            }
            let is_like = edges[other].as_ref().zip(edges[index].as_ref());
            if is_like.is_some_and(|(a, b)| a.is_like(b)) {
                row = other;
                break;
            }
        }
        if row == index {
            heads.push(index);
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Each dependence once: those that differ in nothing but their accesses are one.
fn merged(edges: Vec<Edge>) -> Result<Vec<Edge>> {
    let mut merged: Vec<Edge> = Vec::with_capacity(edges.len());
    for edge in edges {
        match merged.iter_mut().find(|known| known.is_like(&edge)) {
            Some(known) => {
                let relation = &mut known.dependence.relation;
                if !edge.dependence.relation.is_subset(relation)? {
                    *relation = relation.union(&edge.dependence.relation)?.coalesce()?;
                }
                known.accesses.extend(edge.accesses);
            }
            None => merged.push(edge),
        }
    }
    Ok(merged)
}

impl Analysis {
    /// Finds the dependences of a scop.
    ///
    /// ```
    /// use loopwright::deps::{Analysis, Kind, Wanted};
    /// use loopwright::program::{Request, read};
    ///
    /// let text = "#pragma scop
    /// for (i = 0; i < n; i++)
    ///   for (j = 1; j < n; j++)
    ///     a[i][j] = a[i][j - 1];
    /// #pragma endscop";
    /// let program = read(text, &Request::default());
    /// let found = Analysis::new(program.nests[0].scop(), &Wanted::default())?;
    /// assert_eq!(found.edges.len(), 1);
    /// assert_eq!(found.edges[0].kind, Kind::Flow);
    /// assert_eq!(found.edges[0].distance_text(), "(0, 1)");
    /// assert_eq!(found.parallel().len(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn new(scop: &Scop, wanted: &Wanted) -> Result<Analysis> {
        let structure = Structure::new(scop)?;
        let found = dependence::dependences(scop, &wanted.options())?;
        let edges = found.into_iter().map(|one| Edge::of(&structure, one));
        let mut edges: Vec<Edge> = edges.collect::<Result<_>>()?;
        edges.sort_by_key(|edge| (edge.kind, edge.dependence.source, edge.dependence.sink));
        let edges = merged(edges)?;
        let live = match wanted.live {
            true => Some((dependence::live_in(scop)?, dependence::live_out(scop)?)),
            false => None,
        };
        let mut found = Analysis {
            structure,
            edges,
            live,
            decides_parallelism: wanted.decides_parallelism(),
            copies: BTreeMap::new(),
        };
        if found.decides_parallelism {
            found.copies = found.own_copies(scop)?;
        }
        Ok(found)
    }

    /// What a loop carries.
    pub fn carried_by(&self, id: scop::MemberId) -> impl Iterator<Item = &Edge> {
        let carried = move |edge: &&Edge| edge.carrier == Some(id) && edge.kind.is_constraint();
        self.edges.iter().filter(carried)
    }

    /// The loops whose iterations can run in parallel, as they are written or with copies of
    /// variables that are private to them. None when not all kinds that matter were looked for.
    pub fn parallel(&self) -> Vec<scop::MemberId> {
        let all = (0..self.structure.loops.len()).map(scop::MemberId::new);
        all.filter(|&id| self.is_parallel(id)).collect()
    }

    /// Whether the iterations of a loop can run in parallel, each with copies of some variables.
    fn is_parallel(&self, id: MemberId) -> bool {
        self.decides_parallelism && self.carried_by(id).all(|edge| self.is_own(id, edge))
    }

    /// Whether iterations of a loop can have what a dependence is about for themselves.
    fn is_own(&self, id: MemberId, edge: &Edge) -> bool {
        self.copies.contains_key(&(id, edge.dependence.array))
    }

    /// The variables that each iteration of a loop must have for itself to run in parallel.
    fn copies_in(&self, id: MemberId) -> impl Iterator<Item = (ArrayId, Role)> {
        let own = self
            .copies
            .iter()
            .filter(move |((loop_, _), _)| *loop_ == id);
        own.map(|((_, array), role)| (*array, *role))
    }

    /// The copies that `legality` would accept for what loops carry.
    fn own_copies(&self, scop: &Scop) -> Result<BTreeMap<(MemberId, ArrayId), Role>> {
        let carried = self.edges.iter().filter(|edge| edge.kind.is_constraint());
        let carried = carried.filter_map(|edge| Some((edge.carrier?, edge.dependence.array)));
        let asked: BTreeSet<(MemberId, ArrayId)> = carried.collect();
        let mut copies = BTreeMap::new();
        if asked.is_empty() {
            return Ok(copies);
        }
        let own = OwnCopies::new(scop, &scop.schedule)?;
        for (id, array) in asked {
            if let Some(role) = own.role(id, array)? {
                copies.insert((id, array), role);
            }
        }
        Ok(copies)
    }

    /// The loops that could run in parallel if a reduction may be computed in any order.
    pub fn parallel_but_for_reductions(&self) -> Vec<scop::MemberId> {
        let all = (0..self.structure.loops.len()).map(scop::MemberId::new);
        let only_reductions = |&id: &MemberId| {
            self.decides_parallelism
                && !self.is_parallel(id)
                && self
                    .carried_by(id)
                    .all(|edge| edge.dependence.reduction.is_some() || self.is_own(id, edge))
        };
        all.filter(only_reductions).collect()
    }
}

impl Edge {
    /// `(1, 0)`, `(+, *)`; nothing when there is no common loop.
    pub fn distance_text(&self) -> String {
        vector_text(&self.distance)
    }
}

fn vector_text(steps: &[Step]) -> String {
    if steps.is_empty() {
        return String::new();
    }
    let steps: Vec<String> = steps.iter().map(Step::to_string).collect();
    format!("({})", steps.join(", "))
}
