//! What `loopwright deps` prints: the dependences of each region, by which loop they are carried
//! and how far they reach.

mod distance;
mod dot;
mod json;
mod text;

use dependence::{Dependence, DependenceKind, Depth, Options};
use presburger::{Result, UnionSet};
use scop::Scop;

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
    /// One by one, sorted by kind, statements and accesses.
    pub edges: Vec<Edge>,
    /// The cells that are needed from before and that remain afterwards, if asked for.
    pub live: Option<(UnionSet, UnionSet)>,
    decides_parallelism: bool,
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
        let mut edges = Vec::new();
        for dependence in dependence::dependences(scop, &wanted.options())? {
            let (distance, carrier) = distance::of(&structure, &dependence)?;
            edges.push(Edge {
                kind: Kind::of(dependence.kind),
                carrier: match dependence.depth {
                    Depth::Carried(_) => carrier,
                    Depth::Independent => None,
                },
                distance,
                dependence,
            });
        }
        edges.sort_by_key(|edge| (edge.kind, edge.dependence.source, edge.dependence.sink));
        let live = match wanted.live {
            true => Some((dependence::live_in(scop)?, dependence::live_out(scop)?)),
            false => None,
        };
        Ok(Analysis {
            structure,
            edges,
            live,
            decides_parallelism: wanted.decides_parallelism(),
        })
    }

    /// What a loop carries.
    pub fn carried_by(&self, id: scop::MemberId) -> impl Iterator<Item = &Edge> {
        let carried = move |edge: &&Edge| edge.carrier == Some(id) && edge.kind.is_constraint();
        self.edges.iter().filter(carried)
    }

    /// The loops whose iterations can run in parallel as they are written. None when not all
    /// kinds that matter were looked for.
    pub fn parallel(&self) -> Vec<scop::MemberId> {
        let all = (0..self.structure.loops.len()).map(scop::MemberId::new);
        all.filter(|&id| self.is_parallel(id)).collect()
    }

    fn is_parallel(&self, id: scop::MemberId) -> bool {
        self.decides_parallelism && self.carried_by(id).next().is_none()
    }

    /// The loops that could run in parallel if a reduction may be computed in any order.
    pub fn parallel_but_for_reductions(&self) -> Vec<scop::MemberId> {
        let all = (0..self.structure.loops.len()).map(scop::MemberId::new);
        let only_reductions = |&id: &scop::MemberId| {
            let mut carried = self.carried_by(id).peekable();
            self.decides_parallelism
                && carried.peek().is_some()
                && carried.all(|edge| edge.dependence.reduction.is_some())
        };
        all.filter(only_reductions).collect()
    }
}

impl Edge {
    /// `(1, 0)`, `(+, *)`; nothing when there is no common loop.
    pub fn distance_text(&self) -> String {
        if self.distance.is_empty() {
            return String::new();
        }
        let steps: Vec<String> = self.distance.iter().map(Step::to_string).collect();
        format!("({})", steps.join(", "))
    }
}
