//! Which loops pay: a model of what memory and registers cost, and the plans that follow from it.
//!
//! The model knows how each access moves along each loop of a band ([`Stride`]), how many cells an array
//! has (a guess where that depends on parameters), and a [`Machine`]. Its answers are three, tried in this
//! order:
//!
//! - *Sums of products*: a cell is summed up along one loop, in whole rows, and what is read is used again
//!   along another one. A tile of cells stays in registers while the sum runs, as in a matrix product.
//! - *Sweeps*: no loop of the band is parallel, and the outermost one comes back to all cells: time steps of
//!   a stencil. Tiles of the first two loops are small enough for what they work on to stay in a cache, and
//!   rows are whole.
//! - Other bands are tiled only if that was asked for; the loop with the smallest steps is innermost.

use super::Options;
use super::cost::SEQUENTIAL;
use super::plan::{BandBuffer, Place, Plan, Tile};
use super::stride::{Stride, Strides};
use presburger::{Dim, PwAff, Result};
use scop::schedule::Band;
use scop::{Array, ArrayId, Scop};

/// How many times a loop runs if nobody knows, by the rank of the arrays that it goes through: these are
/// made to fit into memory.
const EXTENTS: [i64; 4] = [2000, 2000, 1000, 128];

/// Threads are worth starting for so many instances: they take some microseconds to begin and to meet again.
const WORTH_THREADS: f64 = 50_000.0;

/// So many threads that run tiles in wavefronts are as fast as one that runs staggered rows.
const MANY_THREADS: i64 = 12;

/// How many columns a strip has that is a thread's own, at least and at most.
const STRIP: (i64, i64) = (64, 512);

/// Of a body of more statements no copies are made for the sake of recurrences.
const MOST_STATEMENTS: usize = 3;

/// What is known of a band.
pub(super) struct Model<'a> {
    pub(super) scop: &'a Scop,
    pub(super) options: &'a Options,
    pub(super) band: &'a Band,
    pub(super) strides: Vec<Strides>,
    /// Whether there is no band below.
    pub(super) is_innermost: bool,
    /// Whether no loop around it runs in parallel.
    pub(super) may_be_parallel: bool,
    /// How many loops are around it.
    pub(super) outer: usize,
}

impl Model<'_> {
    /// The plan for the band.
    pub(super) fn plan(&self) -> Result<Plan> {
        let size = self.band.size();
        let plan = match self.band.permutable && size > 1 {
            false => self.with_parallel(Plan::plain(size)),
            true if !self.options.tile => self.with_parallel(self.untiled()),
            true if !self.options.sizes.is_empty() => self.given(),
            true => self.paying()?,
        };
        Ok(self.finished(plan))
    }

    /// The plan with vectors, where its innermost loop can be one of them.
    pub(super) fn finished(&self, mut plan: Plan) -> Plan {
        if self.options.vectorize && self.is_innermost && plan.vector.is_none() {
            plan.vector = self.vector(&plan);
        }
        plan
    }

    /// The plan that pays most.
    fn paying(&self) -> Result<Plan> {
        if let Some(plan) = self.product()? {
            return Ok(plan);
        }
        if let Some(plan) = self.staggered() {
            return Ok(plan);
        }
        if let Some(plan) = self.sweep()? {
            return Ok(plan);
        }
        if let Some(plan) = self.jammed()? {
            return Ok(plan);
        }
        if let Some(plan) = self.lines() {
            return Ok(plan);
        }
        Ok(self.with_parallel(self.untiled()))
    }

    /// Tiles of the sizes that are wanted.
    fn given(&self) -> Plan {
        let mut plan = self.untiled();
        let sizes = &self.options.sizes;
        plan.tiles = { 0..self.band.size() }
            .map(|member| Tile {
                member,
                size: { sizes.get(member).or(sizes.last()) }.copied().unwrap_or(1),
            })
            .collect();
        self.with_parallel(self.in_waves(plan))
    }

    /// The loop with the smallest steps innermost.
    pub(super) fn untiled(&self) -> Plan {
        let plan = Plan::plain(self.band.size());
        if self.is_innermost {
            // Without tiles, the only parallel loop stays outside.
            let coincident = { self.band.members.iter() }.filter(|member| member.coincident);
            let is_tiled = self.options.tile && !self.options.sizes.is_empty();
            let is_wanted = self.options.parallel && self.may_be_parallel && !is_tiled;
            let is_only = is_wanted && coincident.count() == 1;
            let order = |best: usize| {
                let mut plan = plan.clone();
                plan.points.retain(|member| *member != best);
                plan.points.push(best);
                plan
            };
            let strips = is_only.then(|| self.in_strips(&order(self.best_innermost(false))));
            return match strips.flatten() {
                Some(strips) => strips,
                None => order(self.best_innermost(is_only)),
            };
        }
        plan
    }

    /// The member that costs least as the innermost loop; of equals, the one that is last already.
    fn best_innermost(&self, keep_parallel: bool) -> usize {
        let last = self.band.size() - 1;
        let is_movable = |k: &usize| !(keep_parallel && self.band.members[*k].coincident);
        let cost = |k: usize| {
            let memory: i64 = self.strides.iter().map(|one| one.cost(k)).sum();
            match self.band.members[k].coincident {
                true => memory,
                false => memory + SEQUENTIAL * self.strides.len() as i64,
            }
        };
        let best = (0..=last)
            .filter(is_movable)
            .min_by_key(|&k| (cost(k), last - k));
        best.unwrap_or(last)
    }

    /// Tiles in wavefronts, where no loop over tiles is parallel and one is wanted.
    fn in_waves(&self, plan: Plan) -> Plan {
        let is_wave = self.options.parallel
            && self.options.wavefront
            && self.may_be_parallel
            && plan.tiles.len() > 1
            && { plan.tiles.iter() }.all(|tile| !self.band.members[tile.member].coincident);
        let wave = Plan {
            is_wave,
            ..plan.clone()
        };
        match is_wave && self.pays_in_parallel(&wave, Place::Tile(1)) {
            true => wave,
            false => plan,
        }
    }

    /// With a parallel loop, the outermost one that can be, if it does enough at a time.
    fn with_parallel(&self, mut plan: Plan) -> Plan {
        if !self.may_be_parallel || !self.options.parallel || plan.parallel.is_some() {
            return plan;
        }
        if plan.is_wave {
            plan.parallel = Some(Place::Tile(1));
            return plan;
        }
        let is_parallel = |member: usize| self.band.members[member].coincident;
        let tile = plan.tiles.iter().position(|tile| is_parallel(tile.member));
        let point = plan.points.iter().position(|member| is_parallel(*member));
        let place = tile.map(Place::Tile).or(point.map(Place::Point));
        plan.parallel = place.filter(|place| self.pays_in_parallel(&plan, *place));
        plan
    }

    /// Whether one execution of a parallel loop does so much that threads are worth it; sizes are guessed.
    fn pays_in_parallel(&self, plan: &Plan, place: Place) -> bool {
        // Whoever asks for sizes of tiles gets what can be had.
        if !self.options.sizes.is_empty() {
            return true;
        }
        let (mut work, mut extent) = (0.0, 1.0f64);
        for one in &self.strides {
            let own = self.extent(one) as f64;
            let loops = match self.is_innermost {
                true => one.moves.iter().filter(|moves| **moves).count(),
                false => one.depth.saturating_sub(self.outer),
            };
            let loops = loops.min(8);
            work += own.powi(loops as i32);
            extent = extent.max(own);
        }
        let tiles = |tile: &Tile| (extent / tile.size.max(1) as f64).max(1.0);
        if plan.is_wave && self.is_innermost && self.band.size() == 2 {
            // Rows in pieces are no longer in vector lanes. What fills a whole table, once, may be larger.
            work *= match self.outer == 0 && extent < EXTENTS[1] as f64 {
                true => SEQUENTIAL as f64,
                false => 1.0 / SEQUENTIAL as f64,
            };
        }
        let outside: f64 = match place {
            Place::Tile(_) if plan.is_wave => plan.tiles.iter().take(2).map(tiles).sum(),
            Place::Tile(k) => plan.tiles.iter().take(k).map(tiles).product(),
            Place::Point(k) => {
                let points = plan.points.iter().take(k).map(|member| {
                    let own = plan.tiles.iter().find(|tile| tile.member == *member);
                    own.map_or(extent, |tile| tile.size as f64)
                });
                plan.tiles.iter().map(tiles).product::<f64>() * points.product::<f64>()
            }
        };
        work / outside >= WORTH_THREADS
    }

    /// How many iterations the loops around a statement have.
    fn extent(&self, one: &Strides) -> i64 {
        let arrays = one.accesses.iter().map(|access| &self.scop[access.array]);
        let rank = arrays.map(Array::rank).max().unwrap_or(0);
        EXTENTS[rank.min(EXTENTS.len() - 1)]
    }

    /// The columns that a thread has for itself, where rows are too much for one: in strips of this size.
    fn strip(&self) -> i64 {
        let extents = self.strides.iter().map(|one| self.extent(one));
        let share = extents.max().unwrap_or(1) / (2 * self.options.machine.threads).max(1);
        1 << share.clamp(STRIP.0, STRIP.1).ilog2()
    }

    /// The plan with strips of the vector loop in parallel, where that is the only parallel loop: within a strip
    /// the rest stays as it is.
    fn in_strips(&self, plan: &Plan) -> Option<Plan> {
        let is_wanted = self.options.parallel
            && self.may_be_parallel
            && self.options.tile
            && self.options.sizes.is_empty();
        let vector = plan.points.iter().copied().find(|member| {
            let tiles = plan.tiles.iter();
            { tiles }.all(|tile| tile.member != *member) && self.is_strip(*member)
        });
        let member = vector.filter(|_| is_wanted && plan.parallel.is_none() && !plan.is_wave)?;
        let mut strips = plan.clone();
        let size = self.strip();
        strips.tiles.insert(0, Tile { member, size });
        for buffer in &mut strips.buffers {
            if let Place::Tile(k) = &mut buffer.before {
                *k += 1;
            }
        }
        strips.parallel = Some(Place::Tile(0));
        self.pays_in_parallel(&strips, Place::Tile(0))
            .then_some(strips)
    }

    /// Whether strips of a loop are pieces of rows.
    fn is_strip(&self, member: usize) -> bool {
        self.band.members[member].coincident
            && self.strides.iter().all(|one| {
                let mut accesses = one.accesses.iter();
                one.moves[member] && accesses.all(|access| access.along[member] <= Stride::Next)
            })
    }

    /// The innermost loop, if its iterations can run in vector lanes and what they access is in whole
    /// vectors.
    fn vector(&self, plan: &Plan) -> Option<usize> {
        let &last = plan.points.last()?;
        if !self.band.members[last].coincident || self.strides.is_empty() {
            return None;
        }
        let in_vectors = |one: &Strides| {
            one.moves[last]
                && one
                    .accesses
                    .iter()
                    .all(|access| access.along[last] <= Stride::Next)
        };
        self.strides.iter().all(in_vectors).then_some(last)
    }

    /// The bytes of the largest element that is accessed.
    fn element(&self) -> i64 {
        let accesses = self.strides.iter().flat_map(|one| &one.accesses);
        let sizes = accesses.map(|access| bytes(&self.scop[access.array].element));
        sizes.max().unwrap_or(8)
    }

    /// A plan for sums of products.
    fn product(&self) -> Result<Option<Plan>> {
        let size = self.band.size();
        if !self.is_innermost || size < 2 || self.strides.is_empty() || !self.options.registers {
            return Ok(None);
        }
        let members = || 0..size;
        for sum in members().filter(|&k| self.is_sum(k)) {
            for vector in members().filter(|&k| k != sum && self.is_vector(k)) {
                let again = members().filter(|&k| k != sum && k != vector);
                // The innermost one, so that those around it stay as they are.
                let Some(again) = again.rev().find(|&k| self.is_reused(k)) else {
                    continue;
                };
                return self.in_registers(sum, again, vector).map(Some);
            }
        }
        // No loop in vector lanes: sums side by side, so that they need not wait for each other.
        for sum in members().filter(|&k| self.is_sum(k) && self.is_row(k)) {
            let again: Vec<usize> = members()
                .filter(|&k| k != sum && self.is_reused(k))
                .collect();
            match again[..] {
                [.., first, second] => return self.side_by_side(sum, &[first, second]).map(Some),
                [only] => return self.side_by_side(sum, &[only]).map(Some),
                [] => {}
            }
        }
        Ok(None)
    }

    /// Whether all that is accessed along a loop is in rows.
    fn is_row(&self, member: usize) -> bool {
        let mut accesses = self.strides.iter().flat_map(|one| &one.accesses);
        accesses.all(|access| access.along[member] <= Stride::Next)
    }

    /// Sums for a few values of one or two loops at once.
    pub(super) fn side_by_side(&self, sum: usize, again: &[usize]) -> Result<Plan> {
        let own: Vec<usize> = again.iter().copied().chain([sum]).collect();
        let mut plan = self.around(&own);
        let side = if again.len() == 1 { 8 } else { 4 };
        plan.tiles
            .extend(again.iter().map(|&member| Tile { member, size: side }));
        plan.points = vec![sum];
        plan.points.extend(again);
        plan.unrolled = again.to_vec();
        plan.purpose = "several sums at a time";
        for array in self.accumulators()? {
            let before = Place::Point(0);
            plan.buffers.push(BandBuffer::of(array, before));
        }
        Ok(self.with_parallel_tile(plan))
    }

    /// The other loops around what a plan is about.
    fn around(&self, members: &[usize]) -> Plan {
        let outer = (0..self.band.size()).filter(|member| !members.contains(member));
        Plan {
            tiles: outer.map(|member| Tile { member, size: 1 }).collect(),
            ..Plan::default()
        }
    }

    fn with_parallel_tile(&self, mut plan: Plan) -> Plan {
        let parallel = { plan.tiles.iter() }
            .position(|tile| self.band.members[tile.member].coincident)
            .filter(|_| self.options.parallel && self.may_be_parallel);
        let place = parallel.map(Place::Tile);
        plan.parallel = place.filter(|place| self.pays_in_parallel(&plan, *place));
        plan
    }

    /// A plan for rows that are summed up in vector lanes: several at a time, so that what is summed up is
    /// read and written less often.
    fn jammed(&self) -> Result<Option<Plan>> {
        let size = self.band.size();
        if !self.is_innermost || size < 2 || self.strides.is_empty() || !self.options.registers {
            return Ok(None);
        }
        let vector = self.best_innermost(false);
        let sum = (0..size).rev().find(|&k| k != vector && self.is_sum(k));
        let Some(sum) = sum.filter(|_| self.is_vector(vector)) else {
            return Ok(None);
        };
        let plan = Plan {
            purpose: "rows are summed up several at a time",
            vector: Some(vector),
            ..self.jam(sum, vector, 4)?
        };
        let plan = self.with_parallel_tile(plan);
        Ok(Some(self.in_strips(&plan).unwrap_or(plan)))
    }

    /// A few iterations of one loop at a time inside another one.
    pub(super) fn jam(&self, jammed: usize, inner: usize, size: i64) -> Result<Plan> {
        let mut plan = self.around(&[jammed, inner]);
        plan.tiles.push(Tile {
            member: jammed,
            size,
        });
        plan.points = vec![inner, jammed];
        plan.unrolled = vec![jammed];
        if self.is_sum(jammed) {
            for array in self.accumulators()? {
                let before = Place::Point(1);
                plan.buffers.push(BandBuffer::of(array, before));
            }
        }
        Ok(plan)
    }

    /// A plan for recurrences along lines that do not depend on each other: a few lines at a time, so that
    /// none has to wait for itself.
    fn lines(&self) -> Option<Plan> {
        let size = self.band.size();
        let is_small = (1..=MOST_STATEMENTS).contains(&self.strides.len());
        if !self.is_innermost || size < 2 || !is_small || !self.options.registers {
            return None;
        }
        let along = self.best_innermost(false);
        let is_line = |member: usize| {
            member != along
                && self.band.members[member].coincident
                && self.strides.iter().all(|one| one.moves[member])
        };
        let line = (0..size).rev().find(|&member| is_line(member))?;
        if self.band.members[along].coincident {
            return None;
        }
        let mut plan = self.around(&[along, line]);
        plan.tiles.push(Tile {
            member: line,
            size: 8,
        });
        plan.points = vec![along, line];
        plan.unrolled = vec![line];
        plan.purpose = "several lines at a time";
        Some(self.with_parallel_tile(plan))
    }

    /// A plan for loops none of which is parallel: a few rows at a time, each one behind the one before.
    fn staggered(&self) -> Option<Plan> {
        let size = self.band.size();
        let members = &self.band.members;
        let is_wanted =
            self.options.staggered && self.is_innermost && size > 1 && self.options.registers;
        let waves = self.options.parallel
            && self.may_be_parallel
            && self.options.machine.threads >= MANY_THREADS;
        if !is_wanted || members.iter().any(|member| member.coincident) || waves {
            return None;
        }
        self.in_stairs()
    }

    /// A few rows at a time, each one behind the one before.
    pub(super) fn in_stairs(&self) -> Option<Plan> {
        let size = self.band.size();
        let row = self.best_innermost(false);
        let next = (0..size).rev().find(|&k| k != row)?;
        let mut plan = self.around(&[row, next]);
        plan.tiles.push(Tile {
            member: next,
            size: 8,
        });
        plan.points = vec![row, next];
        plan.skewed = Some((row, next));
        plan.purpose = "several rows at a time, each behind the one before";
        plan.unrolled = vec![next];
        Some(plan)
    }

    /// Whether all that is written is the same along a loop over sums.
    fn is_sum(&self, member: usize) -> bool {
        !self.band.members[member].coincident
            && self.strides.iter().all(|one| {
                one.moves[member] && { one.accesses.iter().filter(|access| access.is_write) }
                    .all(|access| access.along[member] == Stride::Same)
            })
    }

    /// Whether all that is accessed along a loop is so in whole vectors.
    fn is_vector(&self, member: usize) -> bool {
        self.band.members[member].coincident
            && self.strides.iter().all(|one| {
                one.moves[member]
                    && one.accesses.iter().all(|access| match access.is_write {
                        true => access.along[member] == Stride::Next,
                        false => access.along[member] <= Stride::Next,
                    })
            })
    }

    /// Whether something that is read is used again along a loop that goes through other sums.
    fn is_reused(&self, member: usize) -> bool {
        self.strides.iter().all(|one| {
            let mut reads = one.accesses.iter().filter(|access| !access.is_write);
            let mut writes = one.accesses.iter().filter(|access| access.is_write);
            one.moves[member]
                && writes.all(|access| access.along[member] != Stride::Same)
                && reads.any(|access| access.along[member] == Stride::Same)
        })
    }

    /// A tile of sums in registers: `again` in rows, `vector` in columns, while `sum` runs.
    pub(super) fn in_registers(&self, sum: usize, again: usize, vector: usize) -> Result<Plan> {
        let machine = &self.options.machine;
        let bytes = self.element();
        let (rows, columns) = machine.register_tile(bytes);
        // What is read along the sum stays in the second cache, next to the rest.
        let along = (machine.l2 / 8 / (columns * bytes)).clamp(64, 256);
        let along = 1 << along.ilog2();
        let mut plan = self.around(&[sum, again, vector]);
        let tile = |member, size| Tile { member, size };
        plan.tiles
            .extend([tile(sum, along), tile(vector, columns), tile(again, rows)]);
        plan.points = vec![sum, again, vector];
        let before = Place::Point(0);
        plan.unrolled = vec![again];
        plan.purpose = "sums of products stay in registers";
        plan.vector = Some(vector);
        for array in self.accumulators()? {
            plan.buffers.push(BandBuffer::of(array, before));
        }
        Ok(self.with_parallel_tile(plan))
    }

    /// The arrays that are written, and accessed in the same cell only.
    fn accumulators(&self) -> Result<Vec<ArrayId>> {
        let mut found = Vec::new();
        for own in &self.strides {
            for write in own.accesses.iter().filter(|access| access.is_write) {
                let all = || self.strides.iter().flat_map(|one| &one.accesses);
                let mut is_alone = !found.contains(&write.array);
                for other in all().filter(|other| other.array == write.array) {
                    is_alone &= other.relation.is_equal(&write.relation)?;
                }
                if is_alone {
                    found.push(write.array);
                }
            }
        }
        Ok(found)
    }

    /// A plan for time steps.
    fn sweep(&self) -> Result<Option<Plan>> {
        let members = &self.band.members;
        let moves = |one: &Strides| one.moves.iter().filter(|moves| **moves).count() > 1;
        if members.iter().any(|member| member.coincident) || !self.strides.iter().any(moves) {
            return Ok(None);
        }
        // What the second loop goes through in one step: rows, planes.
        let mut step = 0;
        let mut all: Vec<ArrayId> = Vec::new();
        for access in self.strides.iter().flat_map(|one| &one.accesses) {
            if !all.contains(&access.array) {
                all.push(access.array);
                let array = &self.scop[access.array];
                step += cells(array, 1)? * bytes(&array.element);
            }
        }
        let rank = all.iter().map(|&array| self.scop[array].rank()).max();
        let rank = rank.unwrap_or(0);
        let comes_back = self.strides.iter().any(|one| one.depth > rank);
        let is_open = self.options.parallel && self.may_be_parallel;
        let is_open = is_open && {
            let mut waves = Plan::plain(self.band.size());
            waves.tiles = [0, 1].map(|member| Tile { member, size: 32 }).to_vec();
            waves.is_wave = true;
            self.pays_in_parallel(&waves, Place::Tile(1))
        };
        if !(comes_back && rank > 1 || is_open) {
            // A row stays in the first cache by itself, and what is used once does not matter.
            return Ok(None);
        }
        // As many steps in time as in space, with what the tile slides over.
        let fit = self.options.machine.l2 / step.max(1) / 2;
        let size = 1 << fit.clamp(8, 32).ilog2();
        let mut plan = match self.is_innermost {
            true => self.untiled(),
            false => Plan::plain(self.band.size()),
        };
        plan.tiles = vec![Tile { member: 0, size }, Tile { member: 1, size }];
        plan.purpose = "time steps stay in the cache";
        Ok(Some(self.with_parallel(self.in_waves(plan))))
    }
}

/// The bytes of a C type, eight if it is not known.
pub(super) fn bytes(ctype: &str) -> i64 {
    let has = |word: &str| ctype.split_whitespace().any(|one| one == word);
    if has("char") || has("_Bool") || has("bool") {
        1
    } else if has("short") {
        2
    } else if has("float") || (has("int") && !has("long")) || ctype == "unsigned" {
        4
    } else {
        8
    }
}

/// How many cells of an array have the same subscripts in its first dimensions.
fn cells(array: &Array, first: usize) -> Result<i64> {
    let mut cells = 1i64;
    for extent in array.extents.iter().skip(first) {
        let known = match extent {
            Some(extent) => constant(extent)?,
            None => None,
        };
        cells = cells.saturating_mul(known.unwrap_or(guessed_extent(array)));
    }
    Ok(cells)
}

/// How far loops through an array go if nobody knows.
pub(super) fn guessed_extent(array: &Array) -> i64 {
    EXTENTS[array.rank().min(EXTENTS.len() - 1)]
}

/// The value of an extent, if it does not depend on parameters.
fn constant(extent: &PwAff) -> Result<Option<i64>> {
    let pieces = extent.pieces();
    let [(_, aff)] = &pieces[..] else {
        return Ok(None);
    };
    for at in 0..aff.space().n_param() {
        if !aff.coefficient(Dim::Param(at))?.is_zero() {
            return Ok(None);
        }
    }
    Ok(aff.is_cst().then(|| aff.constant().to_i64()).flatten())
}
