//! From bands to loops: tiles, wavefronts, registers, which loops are parallel, and which one is innermost.
//!
//! A permutable band of several members becomes a band of loops over tiles and one of loops over the points
//! of a tile: `i, j ↦ s⌊i/s⌋, t⌊j/t⌋, i, j`. If its first member is not parallel, the tiles can be executed in
//! wavefronts: a tile only depends on tiles that are not later in any member, so those with the same sum
//! of the first two members do not depend on each other. Which members are tiled, and how, is up to a model
//! (`model.rs`) of what is gained.

mod cost;
mod estimate;
mod machine;
mod model;
mod plan;
mod stride;
mod variants;

pub(crate) use cost::{cost, is_sequential, original};
pub use machine::{Machine, MachineError};
pub(crate) use stride::{costs, is_stencil};

pub use plan::{BandBuffer, Place, Plan, Tile};
pub use variants::Variants;

use model::Model;
use presburger::{Error, Result};
use scop::schedule::{Band, Kind, Node};
use scop::{ArrayId, MemberId, ScheduleTree, Scop};
use stride::Strides;

/// How loops are made of bands.
///
/// ```
/// let options = optimizer::loops::Options::default();
/// assert!(options.tile && options.sizes.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether permutable bands are tiled.
    pub tile: bool,
    /// The sizes of tiles, from the outermost member inwards; the last one is that of all further members.
    /// Without any, tiles are as they pay.
    pub sizes: Vec<i64>,
    /// Whether the outermost loop that can be parallel is to be.
    pub parallel: bool,
    /// Whether tiles are executed in wavefronts where no loop over tiles is parallel.
    pub wavefront: bool,
    /// Whether what is summed up is kept in registers.
    pub registers: bool,
    /// Whether innermost loops are to run in vector lanes.
    pub vectorize: bool,
    /// Whether iterations that follow one another along two loops are to run side by side along a third.
    pub staggered: bool,
    /// What the sizes of tiles are made for.
    pub machine: Machine,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            tile: true,
            sizes: Vec::new(),
            parallel: true,
            wavefront: true,
            registers: true,
            vectorize: true,
            staggered: false,
            machine: Machine::default(),
        }
    }
}

/// Loops for a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Loops {
    /// The order, with what is wanted of its loops.
    pub tree: ScheduleTree,
    /// What is to be kept in registers.
    pub buffers: Vec<Buffer>,
    /// What was made of bands, and why.
    pub notes: Vec<Note>,
    /// Whether there are tiles, parallel loops or copies of bodies that the bands do not have.
    pub is_more: bool,
}

/// What was made of a band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The names of the statements in it.
    pub statements: Vec<String>,
    /// What, in words.
    pub text: String,
}

/// A buffer for all that a loop accesses of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The array.
    pub array: ArrayId,
    /// The loop, one of the tree.
    pub before: MemberId,
    /// Whether the buffer has the dimensions of the array in reverse.
    pub transposed: bool,
}

/// The tree with loops as the options want them. What it says of bands is believed.
///
/// ```
/// # let scop = scop::Scop {
/// #     name: "f".into(), parameters: vec![], context: "{ : }".parse()?, arrays: vec![], statements: vec![],
/// #     schedule: scop::ScheduleTree::new("{}".parse()?, scop::schedule::Node::leaf()), span: None,
/// # };
/// use optimizer::loops::{Options, loops};
/// use scop::ScheduleTree;
///
/// let tree: ScheduleTree = r#"
/// domain: "{ S[i, j] : 0 <= i, j < 100 }"
/// child:
///   schedule: "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]"
///   permutable: 1
///   coincident: [ 1, 0 ]
/// "#.parse()?;
/// let tiled = loops(&scop, &tree, &Options { sizes: vec![10], ..Options::default() })?;
/// let expected: presburger::UnionMap =
///     "{ S[i, j] -> [10*floor(i/10), 10*floor(j/10), i, j] : 0 <= i, j < 100 }".parse()?;
/// assert!(tiled.tree.map()?.is_equal(&expected)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn loops(scop: &Scop, tree: &ScheduleTree, options: &Options) -> Result<Loops> {
    let mut maker = Maker::new(scop, options, None);
    let root = maker.visit(tree.root(), options.parallel, 0)?;
    maker.loops(root)
}

/// Makes loops of the bands of a tree, from the outside in.
struct Maker<'a> {
    scop: &'a Scop,
    options: &'a Options,
    /// What becomes of each band, in the order in which they are visited; without it, what pays.
    given: Option<&'a [Plan]>,
    /// The bands so far.
    bands: Vec<BandPlan>,
    /// The number of loops so far.
    loops: usize,
    buffers: Vec<Buffer>,
    notes: Vec<Note>,
    is_more: bool,
}

/// A band, where it is, and what becomes of it.
struct BandPlan {
    band: Band,
    is_innermost: bool,
    may_be_parallel: bool,
    outer: usize,
    plan: Plan,
}

impl<'a> Maker<'a> {
    fn new(scop: &'a Scop, options: &'a Options, given: Option<&'a [Plan]>) -> Maker<'a> {
        Maker {
            scop,
            options,
            given,
            bands: Vec::new(),
            loops: 0,
            buffers: Vec::new(),
            notes: Vec::new(),
            is_more: false,
        }
    }

    fn loops(self, root: Node) -> Result<Loops> {
        let tree = ScheduleTree::from_root(root);
        Ok(Loops {
            tree: tree.ok_or_else(|| Error::Invalid("a tree without a domain".into()))?,
            buffers: self.buffers,
            notes: self.notes,
            is_more: self.is_more,
        })
    }

    /// What becomes of the next band.
    fn plan(&self, model: &Model<'_>) -> Result<Plan> {
        let Some(given) = self.given else {
            return model.plan();
        };
        let plan = given.get(self.bands.len());
        let plan = plan.filter(|plan| plan.fits(model.band.size()));
        plan.cloned()
            .ok_or_else(|| Error::Invalid("a plan that does not fit its band".into()))
    }
}

impl Maker<'_> {
    /// The node with loops, below so many `outer` members of bands; `may_be_parallel` if no loop around it is
    /// parallel.
    fn visit(&mut self, node: &Node, may_be_parallel: bool, outer: usize) -> Result<Node> {
        let Kind::Band(band) = node.kind() else {
            let children = node.children().iter();
            let children = children.map(|child| self.visit(child, may_be_parallel, outer));
            let children = children.collect::<Result<Vec<_>>>()?;
            return node
                .with_children(children)
                .ok_or_else(|| Error::Invalid("a node without children".into()));
        };
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        let model = Model {
            scop: self.scop,
            options: self.options,
            band,
            strides: Strides::of_band(self.scop, band)?,
            is_innermost: !holds_band(&child),
            may_be_parallel,
            outer,
        };
        let plan = self.plan(&model)?;
        if let Some(text) = plan.words(band) {
            let statements = model.strides.iter();
            let names = statements.map(|one| self.scop[one.statement].name.clone());
            self.notes.push(Note {
                statements: names.collect(),
                text,
            });
        }
        self.is_more |= plan.parallel.is_some() || !plan.tiles.is_empty();
        let mut tiles = plan.tile_band(band)?;
        let first = self.loops;
        if let Some(tiles) = &mut tiles {
            self.number(tiles);
        }
        let mut points = plan.point_band(band)?;
        let first_point = self.loops;
        self.number(&mut points);
        for buffer in &plan.buffers {
            let number = match buffer.before {
                Place::Tile(k) => first + k,
                Place::Point(k) => first_point + k,
            };
            self.buffers.push(Buffer {
                array: buffer.array,
                before: MemberId::new(number),
                transposed: buffer.transposed,
            });
        }
        let is_open = may_be_parallel && plan.parallel.is_none();
        self.bands.push(BandPlan {
            band: band.clone(),
            is_innermost: model.is_innermost,
            may_be_parallel,
            outer,
            plan,
        });
        let mut below = self.visit(&child, is_open, outer + band.size())?;
        if points.size() > 0 {
            below = Node::band(points, below);
        }
        Ok(match tiles {
            Some(tiles) => Node::band(tiles, below),
            None => below,
        })
    }

    /// Gives the loops of a band their numbers.
    fn number(&mut self, band: &mut Band) {
        for member in &mut band.members {
            member.id = Some(MemberId::new(self.loops));
            self.loops += 1;
        }
    }
}

/// Whether there are bands below a node.
pub(crate) fn holds_band(node: &Node) -> bool {
    matches!(node.kind(), Kind::Band(_)) || node.children().iter().any(holds_band)
}
