//! The loops that are made of one band: which of its members are tiled, in which order the points of a
//! tile run, and what is wanted of these loops.

use presburger::{Error, MultiUnionPwAff, Result, Tuple, UnionPwAff, Value};
use scop::ArrayId;
use scop::schedule::{Band, Member, Unroll};

/// A loop over tiles of a member; with a size of 1, the loop over points itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The member of the band.
    pub member: usize,
    /// How many of its iterations a tile has.
    pub size: i64,
}

/// One of the loops that a band becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Of those over tiles.
    Tile(usize),
    /// Of those over points.
    Point(usize),
}

/// A buffer for what one of the loops accesses of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BandBuffer {
    /// The array.
    pub array: ArrayId,
    /// The loop.
    pub before: Place,
    /// Whether the buffer has the dimensions of the array in reverse.
    pub transposed: bool,
}

impl BandBuffer {
    /// A buffer like the array.
    pub fn of(array: ArrayId, before: Place) -> BandBuffer {
        BandBuffer {
            array,
            before,
            transposed: false,
        }
    }
}

/// The loops of a band.
///
/// ```
/// use optimizer::loops::{Plan, Tile};
///
/// // `for it for j for i`, with the loop over i written out.
/// let plan = Plan {
///     tiles: vec![Tile { member: 0, size: 4 }],
///     points: vec![1, 0],
///     unrolled: vec![0],
///     ..Plan::default()
/// };
/// assert!(plan.fits(2) && !plan.fits(3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The loops over tiles, from the outermost one inwards.
    pub tiles: Vec<Tile>,
    /// The members in the order of their loops over points.
    pub points: Vec<usize>,
    /// The members of which a loop over points is written out, a copy for each point.
    pub unrolled: Vec<usize>,
    /// The member whose iterations run in vector lanes.
    pub vector: Option<usize>,
    /// The loop whose iterations run in parallel.
    pub parallel: Option<Place>,
    /// Tiles of the first two members run in wavefronts.
    pub is_wave: bool,
    /// Two members of which the loop over points of the first one counts the sum.
    pub skewed: Option<(usize, usize)>,
    /// What is kept in buffers.
    pub buffers: Vec<BandBuffer>,
    /// What it is for, in words.
    pub purpose: &'static str,
}

impl Plan {
    /// Whether it says what becomes of each member of a band of so many: each has one loop over points, and at
    /// most one loop over tiles of more than one iteration.
    pub fn fits(&self, size: usize) -> bool {
        let is_once = |member: usize| {
            let points = self.points.iter().filter(|one| **one == member).count();
            let mut tiles = self.tiles.iter().filter(|one| one.member == member);
            match (tiles.next(), tiles.next()) {
                (None, _) => points == 1,
                (Some(tile), None) if tile.size > 1 => points == 1,
                (Some(_), None) => points == 0,
                (Some(_), Some(_)) => false,
            }
        };
        let is_place = |place: &Place| match place {
            Place::Tile(k) => *k < self.tiles.len(),
            Place::Point(k) => *k < self.points.len(),
        };
        let mut members = self.tiles.iter().map(|tile| tile.member);
        let is_known = |member: &usize| *member < size;
        (0..size).all(is_once)
            && members.all(|member| is_known(&member))
            && self.points.iter().all(is_known)
            && self.unrolled.iter().all(|one| self.points.contains(one))
            && self.vector.iter().all(|one| self.points.contains(one))
            && self.parallel.iter().all(is_place)
            && self.buffers.iter().all(|one| is_place(&one.before))
            && { self.skewed.iter() }.all(|(one, by)| is_known(one) && is_known(by))
            && (!self.is_wave || self.tiles.len() > 1)
    }

    /// What becomes of a band, in words; nothing where it stays as it is.
    pub(super) fn words(&self, band: &Band) -> Option<String> {
        let name = |at: usize| member(band, at);
        let mut clauses = Vec::new();
        if !self.purpose.is_empty() {
            clauses.push(self.purpose.to_string());
        }
        let tiles: Vec<&Tile> = self.tiles.iter().filter(|tile| tile.size > 1).collect();
        if !tiles.is_empty() {
            let sizes: Vec<String> = tiles.iter().map(|tile| tile.size.to_string()).collect();
            let names: Vec<String> = tiles.iter().map(|tile| name(tile.member)).collect();
            let waves = if self.is_wave { ", in wavefronts" } else { "" };
            clauses.push(format!(
                "tiles of {} in {}{waves}",
                sizes.join(" x "),
                names.join(", ")
            ));
        }
        for &member in &self.unrolled {
            clauses.push(format!("{} written out", name(member)));
        }
        if let Some(member) = self.vector {
            clauses.push(format!("{} in vector lanes", name(member)));
        }
        match self.parallel {
            None => {}
            Some(Place::Tile(k)) => {
                clauses.push(format!(
                    "tiles of {} in parallel",
                    name(self.tiles[k].member)
                ));
            }
            Some(Place::Point(k)) => clauses.push(format!("{} in parallel", name(self.points[k]))),
        }
        (!clauses.is_empty()).then(|| clauses.join("; "))
    }

    /// The loops as they are.
    pub(super) fn plain(size: usize) -> Plan {
        Plan {
            points: (0..size).collect(),
            ..Plan::default()
        }
    }

    /// Where the loop over points of a member is.
    pub(super) fn point(&self, member: usize) -> Option<usize> {
        self.points.iter().position(|one| *one == member)
    }

    /// The band of the loops over tiles, if there are any.
    pub(super) fn tile_band(&self, band: &Band) -> Result<Option<Band>> {
        if self.tiles.is_empty() {
            return Ok(None);
        }
        let mut dates = Vec::with_capacity(self.tiles.len());
        let mut members = Vec::with_capacity(self.tiles.len());
        for (k, tile) in self.tiles.iter().enumerate() {
            let member = &band.members[tile.member];
            let date = band.schedule.at(tile.member)?;
            if tile.size <= 1 {
                dates.push(date);
                members.push(Member {
                    parallel: self.parallel == Some(Place::Tile(k)),
                    ..member.clone()
                });
                continue;
            }
            let size = Value::from(tile.size);
            let number = date.scale_down(&size)?.floor()?;
            // Wavefronts are counted in tiles.
            dates.push(match self.is_wave && k < 2 {
                true => number,
                false => number.scale(&size)?,
            });
            members.push(Member {
                iterator: member.iterator.as_ref().map(|name| format!("{name}t")),
                coincident: member.coincident,
                parallel: self.parallel == Some(Place::Tile(k)),
                ..Member::default()
            });
        }
        let mut permutable = true;
        if self.is_wave && dates.len() > 1 {
            dates[0] = dates[0].add(&dates[1])?;
            members[0].iterator = Some("wave".into());
            // Within a wave the second member tells tiles apart that do not depend on each other.
            members[0].coincident = false;
            members[1].coincident = true;
            permutable = false;
        }
        // Full tiles have code of their own.
        members[0].separate = true;
        let mut tiles = Band::new(list(&dates)?);
        tiles.permutable = permutable;
        tiles.members = members;
        Ok(Some(tiles))
    }

    /// The band of the loops over points.
    pub(super) fn point_band(&self, band: &Band) -> Result<Band> {
        let date = |member: usize| -> Result<UnionPwAff> {
            let date = band.schedule.at(member)?;
            match self.skewed {
                Some((skewed, by)) if skewed == member => date.add(&band.schedule.at(by)?),
                _ => Ok(date),
            }
        };
        let dates = self.points.iter().map(|&member| date(member));
        let dates = dates.collect::<Result<Vec<UnionPwAff>>>()?;
        let is_done = |member: usize| {
            let mut tiles = self.tiles.iter();
            self.point(member).is_some()
                || tiles.any(|tile| tile.member == member && tile.size <= 1)
        };
        if !(0..band.size()).all(is_done) {
            return Err(Error::Invalid("a plan that leaves out a loop".into()));
        }
        let mut new = Band::new(list(&dates)?);
        new.permutable = band.permutable;
        new.options = band.options.clone();
        new.members = { self.points.iter().enumerate() }
            .map(|(k, &member)| {
                let mut made = band.members[member].clone();
                made.parallel |= self.parallel == Some(Place::Point(k));
                made.vector |= self.vector == Some(member);
                if self.unrolled.contains(&member) {
                    made.unroll = Some(Unroll::Full);
                }
                if self.skewed.is_some_and(|(skewed, _)| skewed == member) {
                    made.iterator = None;
                }
                made
            })
            .collect();
        Ok(new)
    }
}

/// What a member of a band is called.
pub(super) fn member(band: &Band, at: usize) -> String {
    match &band.members[at].iterator {
        Some(name) => format!("`{name}`"),
        None => format!("loop {}", at + 1),
    }
}

fn list(dates: &[UnionPwAff]) -> Result<MultiUnionPwAff> {
    MultiUnionPwAff::from_union_pw_aff_list(Tuple::anonymous(dates.len()), dates)
}
