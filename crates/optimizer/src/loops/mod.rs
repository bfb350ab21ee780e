//! From bands to loops: tiles, wavefronts, which loops are parallel, and which one is innermost.
//!
//! A permutable band of several members becomes a band of loops over tiles and one of loops over the points
//! of a tile: `i, j ↦ s⌊i/s⌋, t⌊j/t⌋, i, j`. If its first member is not parallel, the tiles can be executed in
//! wavefronts: a tile only depends on tiles that are not later in any member, so those with the same sum
//! of the first two members do not depend on each other. The innermost band has as its last member the one
//! along which memory is accessed with the smallest steps.

mod stride;

use presburger::{MultiUnionPwAff, Result, UnionPwAff, Value};
use scop::schedule::{Band, Kind, Member, Node};
use scop::{ScheduleTree, Scop};

/// How loops are made of bands.
///
/// ```
/// let options = optimizer::loops::Options::default();
/// assert!(options.tile && options.parallel);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether permutable bands are tiled.
    pub tile: bool,
    /// The sizes of tiles, from the outermost member inwards; the last one is that of all further members.
    pub sizes: Vec<i64>,
    /// Whether the outermost loop that can be parallel is to be.
    pub parallel: bool,
    /// Whether tiles are executed in wavefronts where no loop over tiles is parallel.
    pub wavefront: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            tile: true,
            sizes: vec![32],
            parallel: true,
            wavefront: true,
        }
    }
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
/// assert!(tiled.map()?.is_equal(&expected)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn loops(scop: &Scop, tree: &ScheduleTree, options: &Options) -> Result<ScheduleTree> {
    let maker = Maker { scop, options };
    let root = maker.visit(tree.root(), options.parallel)?;
    let tree = ScheduleTree::from_root(root);
    let tree = tree.ok_or_else(|| presburger::Error::Invalid("a tree without a domain".into()))?;
    Ok(tree.numbered())
}

struct Maker<'a> {
    scop: &'a Scop,
    options: &'a Options,
}

impl Maker<'_> {
    /// The node with loops; `may_be_parallel` if no loop around it is parallel.
    fn visit(&self, node: &Node, may_be_parallel: bool) -> Result<Node> {
        let Kind::Band(band) = node.kind() else {
            let children = node.children().iter();
            let children = children.map(|child| self.visit(child, may_be_parallel));
            let children = children.collect::<Result<Vec<_>>>()?;
            return node
                .with_children(children)
                .ok_or_else(|| presburger::Error::Invalid("a node without children".into()));
        };
        let mut points = band.clone();
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        let mut tiles = None;
        if self.options.tile && band.permutable && band.size() > 1 {
            let band = self.tiles(band)?;
            tiles = Some(band);
        }
        if !holds_band(&child) {
            // Without tiles, the only parallel loop stays outside.
            let coincident = points.members.iter().filter(|member| member.coincident);
            let is_only = coincident.count() == 1 && tiles.is_none() && may_be_parallel;
            points = stride::with_best_last(self.scop, &points, is_only)?;
        }
        let mut is_open = may_be_parallel;
        for band in tiles.iter_mut().chain([&mut points]) {
            let coincident = band.members.iter().position(|member| member.coincident);
            if let Some(member) = coincident.filter(|_| is_open) {
                band.members[member].parallel = true;
                is_open = false;
            }
        }
        let below = Node::band(points, self.visit(&child, is_open)?);
        Ok(match tiles {
            Some(tiles) => Node::band(tiles, below),
            None => below,
        })
    }

    /// The band of the loops over tiles.
    fn tiles(&self, band: &Band) -> Result<Band> {
        let is_wave = self.options.parallel
            && self.options.wavefront
            && band.members.first().is_some_and(|first| !first.coincident);
        let mut dates = Vec::with_capacity(band.size());
        let mut members = Vec::with_capacity(band.size());
        for (k, member) in band.members.iter().enumerate() {
            let size = self.options.sizes.get(k).or(self.options.sizes.last());
            let size = Value::from(size.copied().unwrap_or(1).max(1));
            let date = band.schedule.at(k)?;
            let number = date.scale_down(&size)?.floor()?;
            // Wavefronts are counted in tiles.
            dates.push(match is_wave && k < 2 {
                true => number,
                false => number.scale(&size)?,
            });
            members.push(Member {
                iterator: member.iterator.as_ref().map(|name| format!("{name}t")),
                coincident: member.coincident,
                ..Member::default()
            });
        }
        let mut permutable = true;
        if is_wave {
            dates[0] = dates[0].add(&dates[1])?;
            members[0].iterator = Some("wave".into());
            // Within a wave the second member tells tiles apart that do not depend on each other.
            members[1].coincident = true;
            permutable = false;
        }
        let tuple = presburger::Tuple::anonymous(dates.len());
        let schedule = MultiUnionPwAff::from_union_pw_aff_list(tuple, &dates)?;
        let mut tiles = Band::new(schedule);
        tiles.permutable = permutable;
        tiles.members = members;
        Ok(tiles)
    }
}

/// Whether there are bands below a node.
fn holds_band(node: &Node) -> bool {
    matches!(node.kind(), Kind::Band(_)) || node.children().iter().any(holds_band)
}

/// A band with its members in another order.
fn reordered(band: &Band, order: &[usize]) -> Result<Band> {
    let dates = order.iter().map(|&k| band.schedule.at(k));
    let dates = dates.collect::<Result<Vec<UnionPwAff>>>()?;
    let tuple = presburger::Tuple::anonymous(dates.len());
    let mut new = Band::new(MultiUnionPwAff::from_union_pw_aff_list(tuple, &dates)?);
    new.permutable = band.permutable;
    new.members = order.iter().map(|&k| band.members[k].clone()).collect();
    new.options = band.options.clone();
    Ok(new)
}
