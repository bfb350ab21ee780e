//! Other loops for the bands of a tree than those that the model takes: other tiles, other innermost loops,
//! more or fewer copies of bodies, buffers. Which of them are fast is for measurements to say.
//!
//! All plans for a band come from a few families (the same as those of `model.rs`, with all members in all
//! roles) by small steps: a tile twice or half as large, two loops interchanged, a buffer more or less. So from
//! any of them a search gets to the others.

use super::estimate;
use super::model::Model;
use super::plan::{BandBuffer, Place, Plan, Tile, member};
use super::stride::{Stride, Strides};
use super::{BandPlan, Loops, Maker, Options};
use presburger::Result;
use scop::{ArrayId, ScheduleTree, Scop};

/// No loop has more copies of its body.
const MOST_COPIES: i64 = 32;

/// No tile is larger.
const LARGEST: i64 = 4096;

/// The choices of loops for a tree.
///
/// ```
/// # let scop = scop::Scop {
/// #     name: "f".into(), parameters: vec![], context: "{ : }".parse()?, arrays: vec![], statements: vec![],
/// #     schedule: scop::ScheduleTree::new("{}".parse()?, scop::schedule::Node::leaf()), span: None,
/// # };
/// use optimizer::loops::{Options, Variants};
/// use scop::ScheduleTree;
///
/// let tree: ScheduleTree = r#"
/// domain: "{ S[i, j] : 0 <= i, j < 100 }"
/// child:
///   schedule: "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]"
///   permutable: 1
///   coincident: [ 1, 0 ]
/// "#.parse()?;
/// let options = Options::default();
/// let variants = Variants::new(&scop, &tree, &options)?;
/// let all = variants.families();
/// assert!(all.len() > 5);
/// for plans in &all {
///     let loops = variants.loops(plans)?;
///     assert!(loops.tree.domain().is_equal(tree.domain())?);
/// }
/// # Ok::<(), presburger::Error>(())
/// ```
pub struct Variants<'a> {
    scop: &'a Scop,
    tree: ScheduleTree,
    options: &'a Options,
    bands: Vec<BandPlan>,
    strides: Vec<Vec<Strides>>,
}

impl<'a> Variants<'a> {
    /// The choices for a tree.
    pub fn new(scop: &'a Scop, tree: &ScheduleTree, options: &'a Options) -> Result<Variants<'a>> {
        let mut maker = Maker::new(scop, options, None);
        maker.visit(tree.root(), options.parallel, 0)?;
        let bands = maker.bands;
        let strides = { bands.iter() }.map(|one| Strides::of_band(scop, &one.band));
        let strides = strides.collect::<Result<_>>()?;
        Ok(Variants {
            scop,
            tree: tree.clone(),
            options,
            bands,
            strides,
        })
    }

    /// What the model takes: a plan for each band.
    pub fn plans(&self) -> Vec<Plan> {
        self.bands.iter().map(|one| one.plan.clone()).collect()
    }

    /// The plans that leave all bands as they are.
    pub fn plain(&self) -> Vec<Plan> {
        let plain = |at: usize| {
            self.model(at)
                .finished(Plan::plain(self.bands[at].band.size()))
        };
        (0..self.bands.len()).map(plain).collect()
    }

    /// The loops that follow from plans; nothing proves that they are legal.
    pub fn loops(&self, plans: &[Plan]) -> Result<Loops> {
        let mut maker = Maker::new(self.scop, self.options, Some(plans));
        let root = maker.visit(self.tree.root(), self.options.parallel, 0)?;
        maker.loops(root)
    }

    /// The model's plans, and then those in which one band, or all of them, have a plan of another family.
    pub fn families(&self) -> Vec<Vec<Plan>> {
        let own = self.plans();
        let matters = |at: usize| self.depth(at) == self.deepest();
        let others = (0..self.bands.len()).map(|at| match matters(at) {
            true => self.of_band(at),
            false => Vec::new(),
        });
        let others: Vec<Vec<Plan>> = others.collect();
        let mut all = vec![own.clone()];
        // The same family for all bands, as far as they have it.
        let most = others.iter().map(Vec::len).max().unwrap_or(0);
        let is_several = others.iter().filter(|one| !one.is_empty()).count() > 1;
        for at in 0..most {
            for (band, plans) in others.iter().enumerate() {
                if let Some(plan) = plans.get(at) {
                    let mut changed = own.clone();
                    changed[band] = plan.clone();
                    push(&mut all, changed);
                }
            }
            if is_several {
                let each = others.iter().zip(&own);
                let changed = each.map(|(plans, own)| plans.get(at).unwrap_or(own).clone());
                push(&mut all, changed.collect());
            }
        }
        all
    }

    /// Plans that differ in one step in one band.
    pub fn neighbours(&self, plans: &[Plan]) -> Vec<Vec<Plan>> {
        let mut all = Vec::new();
        let bands = plans.iter().enumerate().take(self.bands.len());
        for (at, plan) in bands.filter(|(at, _)| self.depth(*at) == self.deepest()) {
            for other in self.steps(at, plan) {
                let mut changed = plans.to_vec();
                changed[at] = other;
                if changed != plans {
                    push(&mut all, changed);
                }
            }
        }
        all
    }

    /// What is known of the loops, in numbers; see [`Variants::FEATURES`].
    pub fn features(&self, plans: &[Plan]) -> Result<Vec<f64>> {
        let bands = self.bands.iter().zip(&self.strides);
        let bands = bands.map(|(one, strides)| (&one.band, &strides[..]));
        estimate::features(self.scop, bands.zip(plans), &self.options.machine)
    }

    /// What [`features`](Variants::features) are about, each with what one more of it does to the logarithm of
    /// the time, as far as anybody knows before something is measured.
    pub const FEATURES: &'static [(&'static str, f64)] = estimate::FEATURES;

    /// The plans in words, those bands left out that stay as they are.
    pub fn words(&self, plans: &[Plan]) -> String {
        let bands = self.bands.iter().zip(&self.strides).zip(plans);
        let texts = bands.filter_map(|((one, strides), plan)| {
            let names = strides.iter().map(|one| &*self.scop[one.statement].name);
            let names: Vec<&str> = names.collect();
            let words = plan.words(&one.band)?;
            let buffers = plan.buffers.iter().map(|buffer| {
                let how = if buffer.transposed {
                    ", transposed"
                } else {
                    ""
                };
                let before = match buffer.before {
                    Place::Tile(k) => {
                        format!("tiles of {}", member(&one.band, plan.tiles[k].member))
                    }
                    Place::Point(k) => member(&one.band, plan.points[k]),
                };
                let name = &self.scop[buffer.array].source_name;
                format!("; `{name}` in a buffer around {before}{how}")
            });
            let buffers: String = buffers.collect();
            Some(format!("{}: {words}{buffers}", names.join(", ")))
        });
        let texts: Vec<String> = texts.collect();
        match texts.is_empty() {
            true => "loops as they are".into(),
            false => texts.join(" | "),
        }
    }

    /// How many loops are around the deepest statement of a band. What is not as deep as others does not matter.
    fn depth(&self, at: usize) -> usize {
        let depths = self.strides[at].iter().map(|one| one.depth);
        depths.max().unwrap_or(0)
    }

    fn deepest(&self) -> usize {
        let depths = (0..self.bands.len()).map(|at| self.depth(at));
        depths.max().unwrap_or(0)
    }

    fn model(&self, at: usize) -> Model<'_> {
        let one = &self.bands[at];
        Model {
            scop: self.scop,
            options: self.options,
            band: &one.band,
            strides: self.strides[at].clone(),
            is_innermost: one.is_innermost,
            may_be_parallel: one.may_be_parallel,
            outer: one.outer,
        }
    }

    /// One plan of each family for a band.
    fn of_band(&self, at: usize) -> Vec<Plan> {
        let model = self.model(at);
        let size = model.band.size();
        let mut all = Vec::new();
        let mut add = |plan: Plan| {
            let plan = model.finished(plan);
            if plan != self.bands[at].plan && !all.contains(&plan) && self.is_small(&plan) {
                all.push(plan);
            }
        };
        add(Plan::plain(size));
        if size < 2 || !model.band.permutable {
            return all;
        }
        // Each of the loops innermost, as it is.
        for inner in (0..size).rev().filter(|_| model.is_innermost) {
            let mut plan = Plan::plain(size);
            plan.points.retain(|member| *member != inner);
            plan.points.push(inner);
            add(plan);
        }
        if model.is_innermost {
            for sum in 0..size {
                for vector in (0..size).filter(|&one| one != sum) {
                    if let Ok(plan) = model.jam(sum, vector, 4) {
                        add(plan);
                    }
                    for again in (0..size).filter(|&one| one != sum && one != vector) {
                        if model.band.members[vector].coincident
                            && let Ok(plan) = model.in_registers(sum, again, vector)
                        {
                            add(plan);
                        }
                    }
                }
                let others: Vec<usize> = (0..size).filter(|&one| one != sum).collect();
                if let [.., first, second] = others[..]
                    && let Ok(plan) = model.side_by_side(sum, &[first, second])
                {
                    add(plan);
                }
                if let Some(&last) = others.last()
                    && let Ok(plan) = model.side_by_side(sum, &[last])
                {
                    add(plan);
                }
            }
            if let Some(plan) = model.in_stairs() {
                add(plan);
            }
        }
        // Tiles of time and space, and of everything.
        let base = model.untiled();
        for tiled in [2, size] {
            let tiles = (0..tiled).map(|member| Tile { member, size: 32 });
            add(Plan {
                tiles: tiles.collect(),
                ..base.clone()
            });
        }
        all
    }

    /// The plans one step away for a band.
    fn steps(&self, at: usize, plan: &Plan) -> Vec<Plan> {
        let model = self.model(at);
        let mut all = Vec::new();
        let mut add = |plan: Plan| {
            if plan.fits(model.band.size()) && !all.contains(&plan) && self.is_small(&plan) {
                all.push(plan);
            }
        };
        // Larger and smaller tiles, and none.
        for (k, tile) in plan
            .tiles
            .iter()
            .enumerate()
            .filter(|(_, one)| one.size > 1)
        {
            for size in sizes_near(tile.size) {
                let mut other = plan.clone();
                other.tiles[k].size = size;
                if (2..=LARGEST).contains(&size) {
                    add(other);
                }
            }
            let is_needed = |place: &Place| matches!(place, Place::Tile(_));
            let is_fixed = plan.parallel.iter().any(is_needed)
                || plan.is_wave
                || plan.unrolled.contains(&tile.member)
                || plan.buffers.iter().any(|one| is_needed(&one.before));
            if !is_fixed {
                let mut other = plan.clone();
                other.tiles.remove(k);
                add(other);
            }
        }
        // Loops over tiles, and over points, in another order.
        for k in 1..plan.tiles.len() {
            let mut other = plan.clone();
            other.tiles.swap(k - 1, k);
            if !plan.is_wave && !plan.parallel.is_some_and(|one| is_at(one, k)) {
                add(other);
            }
        }
        let is_open = model.is_innermost && model.band.permutable && plan.skewed.is_none();
        for k in 1..plan.points.len() {
            let mut other = plan.clone();
            other.points.swap(k - 1, k);
            other.vector = None;
            if is_open && plan.buffers.iter().all(|one| one.before == Place::Point(0)) {
                add(model.finished(other));
            }
        }
        // Tiles where there are none, and bodies that are written out.
        let is_tiled = |member: usize| plan.tiles.iter().any(|tile| tile.member == member);
        for member in (0..model.band.size()).filter(|&one| is_open && !is_tiled(one)) {
            let Some(position) = plan.points.iter().position(|one| *one == member) else {
                continue;
            };
            for size in [64, 256] {
                let mut other = plan.clone();
                other.tiles.push(Tile { member, size });
                add(other);
            }
            if position + 1 < plan.points.len() && plan.unrolled.len() < 2 {
                let mut other = plan.clone();
                other.tiles.push(Tile { member, size: 4 });
                other.points.remove(position);
                other.points.push(member);
                other.unrolled.push(member);
                add(other);
            }
        }
        // Buffers for what is only read, and none for what is written.
        for k in 0..plan.buffers.len() {
            let mut other = plan.clone();
            let is_transposed = other.buffers.remove(k).transposed;
            other.purpose = "";
            add(other);
            let mut other = plan.clone();
            other.buffers[k].transposed = !is_transposed;
            if self.scop[plan.buffers[k].array].rank() == 2
                && self.is_read_only(at, plan.buffers[k].array)
            {
                add(other);
            }
        }
        for array in self.read_only(at) {
            if plan.buffers.iter().any(|one| one.array == array) || plan.points.is_empty() {
                continue;
            }
            let last = plan.tiles.iter().rposition(|tile| tile.size > 1);
            let tiles = 0..last.map_or(0, |last| last + 1);
            for before in tiles.map(Place::Tile).chain([Place::Point(0)]) {
                for transposed in [false, true] {
                    let mut other = plan.clone();
                    other.buffers.push(BandBuffer {
                        array,
                        before,
                        transposed,
                    });
                    if plan.tiles.iter().any(|tile| tile.size > 8) {
                        add(other);
                    }
                }
            }
        }
        all
    }

    /// Whether the text of a plan stays small.
    fn is_small(&self, plan: &Plan) -> bool {
        let copies = plan.unrolled.iter().map(|&member| {
            let tile = plan.tiles.iter().find(|tile| tile.member == member);
            tile.map_or(MOST_COPIES + 1, |tile| tile.size)
        });
        copies.product::<i64>() <= MOST_COPIES
    }

    fn is_read_only(&self, at: usize, array: ArrayId) -> bool {
        let mut accesses = self.strides[at].iter().flat_map(|one| &one.accesses);
        !accesses.any(|one| one.array == array && one.is_write)
    }

    /// The matrices that the statements of a band only read, and not in whole rows along every loop.
    fn read_only(&self, at: usize) -> Vec<ArrayId> {
        let mut found = Vec::new();
        for access in self.strides[at].iter().flat_map(|one| &one.accesses) {
            let is_matrix = self.scop[access.array].rank() == 2;
            let is_again = access.along.contains(&Stride::Same);
            if is_matrix
                && is_again
                && self.is_read_only(at, access.array)
                && !found.contains(&access.array)
            {
                found.push(access.array);
            }
        }
        found
    }
}

/// The sizes next to one among powers of two and three times these.
fn sizes_near(size: i64) -> Vec<i64> {
    match size % 3 {
        0 => vec![size / 3 * 4, size / 3 * 2, size * 2, size / 2],
        _ => vec![size * 2, size / 2, size * 3 / 2],
    }
}

/// Whether a place is one of two loops over tiles that change places.
fn is_at(place: Place, k: usize) -> bool {
    place == Place::Tile(k) || place == Place::Tile(k - 1)
}

fn push(all: &mut Vec<Vec<Plan>>, plans: Vec<Plan>) {
    if !all.contains(&plans) {
        all.push(plans);
    }
}
