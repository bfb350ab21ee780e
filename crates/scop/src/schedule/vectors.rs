//! The 2d+1 view: for each statement a vector `(p0, j1, p1, ..., jd, pd)` of loops `j` and
//! textual positions `p`, as script operators and mappings are defined on it.
//!
//! Vectors are compared lexicographically; a shorter one counts as filled up with zeros. The
//! positions are constants, the loops affine functions of the instance. A statement whose
//! instances stand at several positions has several pieces.

use super::build::{LoopStyle, build};
use super::{Placement, Placements, ScheduleTree, Step};
use presburger::{
    Aff, Error, MultiAff, MultiPwAff, PwAff, PwMultiAff, Result, Set, Tuple, UnionMap, UnionSet,
};
use std::collections::{BTreeMap, BTreeSet};

/// Some instances of one statement with the same positions: `(p0, j1, p1, …, jM, pM)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    /// The instances.
    pub domain: Set,
    /// p0 to pM: one more than there are dates.
    pub positions: Vec<i64>,
    /// j1 to jM, functions of the instance.
    pub dates: Vec<PwAff>,
}

impl Vector {
    /// The vector with zeros behind it until it has `depth` dates.
    pub fn padded(mut self, depth: usize) -> Result<Vector> {
        while self.dates.len() < depth {
            let zero = Aff::zero_on_domain(self.domain.space())?;
            self.dates.push(PwAff::from_aff(&zero));
            self.positions.push(0);
        }
        Ok(self)
    }

    /// The first `n` dates as one function.
    pub fn prefix(&self, n: usize) -> Result<MultiPwAff> {
        let dates = self.dates.get(..n).unwrap_or(&self.dates);
        MultiPwAff::from_pw_aff_list(&self.domain, Tuple::anonymous(dates.len()), dates)
    }

    /// From instances to whole vectors.
    fn map(&self) -> Result<presburger::Map> {
        let mut entries = Vec::with_capacity(2 * self.dates.len() + 1);
        for (k, position) in self.positions.iter().enumerate() {
            if let Some(date) = k.checked_sub(1).and_then(|k| self.dates.get(k)) {
                entries.push(date.clone());
            }
            let position = Aff::val_on_domain(self.domain.space(), &(*position).into())?;
            entries.push(PwAff::from_aff(&position));
        }
        let tuple = Tuple::anonymous(entries.len());
        let dates = MultiPwAff::from_pw_aff_list(&self.domain, tuple, &entries)?;
        dates.as_map()?.intersect_domain(&self.domain)
    }
}

/// A schedule as vectors, one or several for each statement.
///
/// ```
/// use scop::ScheduleTree;
/// use scop::schedule::TwoDPlusOne;
///
/// let tree: ScheduleTree = r#"
/// domain: "{ S[i] : 0 <= i < 4; T[i, j] : 0 <= i, j < 4 }"
/// child:
///   schedule: "[{ S[i] -> [(i)]; T[i, j] -> [(i)] }]"
///   child:
///     sequence:
///     - filter: "{ S[i] }"
///     - filter: "{ T[i, j] }"
///       child: { schedule: "[{ T[i, j] -> [(j)] }]" }
/// "#.parse()?;
/// let vectors = TwoDPlusOne::from_tree(&tree)?;
/// let expected = "{ S[i] -> [0, i, 0] : 0 <= i < 4; T[i, j] -> [0, i, 1, j, 0] : 0 <= i, j < 4 }";
/// assert!(vectors.map()?.is_equal(&expected.parse()?)?);
/// assert!(vectors.to_tree()?.before()?.is_equal(&tree.before()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TwoDPlusOne {
    /// Those of one statement are of one length, and no instance is in two of them.
    pub vectors: Vec<Vector>,
}

impl TwoDPlusOne {
    /// The vectors of a tree. The order of the parts of a `set`, which a tree leaves open, becomes
    /// that in which they are written; everything else means the same.
    ///
    /// Fails when an instance is executed several times.
    pub fn from_tree(tree: &ScheduleTree) -> Result<TwoDPlusOne> {
        TwoDPlusOne::from_placements(&Placements::new(tree)?)
    }

    /// The vectors of placements, in their order.
    pub fn from_placements(placements: &Placements) -> Result<TwoDPlusOne> {
        if let Some(again) = placements.repeated().first() {
            return Err(several_dates(&again.dates.domain()?));
        }
        // Nested sequences without a loop between them make up one position: the rank of the
        // way through them among the ways that begin at the same place.
        let routes: Vec<Vec<Vec<usize>>> = placements.iter().map(|(_, one)| route(one)).collect();
        let mut ways: BTreeMap<&[Vec<usize>], BTreeSet<&Vec<usize>>> = BTreeMap::new();
        for route in &routes {
            for (k, way) in route.iter().enumerate() {
                ways.entry(&route[..k]).or_default().insert(way);
            }
        }
        let mut vectors = Vec::with_capacity(routes.len());
        for ((_, placement), route) in placements.iter().zip(&routes) {
            let positions = route.iter().enumerate().map(|(k, way)| {
                let known = ways.get(&route[..k]).into_iter().flatten();
                known.take_while(|known| **known < way).count() as i64
            });
            vectors.push(Vector {
                domain: placement.domain.clone(),
                positions: positions.collect(),
                dates: placement
                    .dates()
                    .map(|(_, date)| PwAff::from_aff(date))
                    .collect(),
            });
        }
        TwoDPlusOne::new(vectors)
    }

    /// The vectors that a relation gives. It must have one date of odd length for each instance,
    /// with positions that are constant on each piece of it; dates of the same statement with
    /// different lengths are filled up with zeros.
    pub fn from_map(map: &UnionMap) -> Result<TwoDPlusOne> {
        let mut vectors = Vec::new();
        for map in map.maps() {
            if map.plain_is_empty() || map.is_empty()? {
                continue;
            }
            let length = map.space().n_out();
            if length % 2 == 0 {
                let tuple = map.space().domain_tuple().map(|tuple| tuple.to_string());
                let tuple = tuple.unwrap_or_default();
                let message = format!("the dates of {tuple} have {length} dimensions, not 2d + 1");
                return Err(invalid(message));
            }
            if !map.is_single_valued()? {
                return Err(several_dates(&map.domain()?));
            }
            for (domain, vector) in PwMultiAff::from_map(&map)?.pieces() {
                let positions = (0..length).step_by(2);
                let positions = positions.map(|i| position(&domain, &vector, i));
                let positions = positions.collect::<Result<Vec<_>>>()?;
                let dates = (1..length).step_by(2);
                let dates = dates.map(|i| Ok(PwAff::from_aff(&vector.at(i)?)));
                let dates = dates.collect::<Result<Vec<_>>>()?;
                vectors.push(Vector {
                    domain,
                    positions,
                    dates,
                });
            }
        }
        TwoDPlusOne::new(vectors)
    }

    /// The vectors, those of one statement filled up to one length.
    fn new(vectors: Vec<Vector>) -> Result<TwoDPlusOne> {
        let mut of: BTreeMap<String, (usize, Vec<Set>)> = BTreeMap::new();
        for vector in &vectors {
            let tuple = vector.domain.space().tuple();
            let tuple = tuple.map(|tuple| tuple.to_string()).unwrap_or_default();
            let (depth, domains) = of.entry(tuple).or_default();
            *depth = vector.dates.len().max(*depth);
            for other in domains.iter() {
                let both = other.intersect(&vector.domain)?;
                if !both.is_empty()? {
                    return Err(several_dates(&both));
                }
            }
            domains.push(vector.domain.clone());
        }
        let padded = vectors.into_iter().map(|vector| {
            let tuple = vector.domain.space().tuple();
            let tuple = tuple.map(|tuple| tuple.to_string()).unwrap_or_default();
            vector.padded(of.get(&tuple).map_or(0, |(depth, _)| *depth))
        });
        let vectors = padded.collect::<Result<Vec<_>>>()?;
        Ok(TwoDPlusOne { vectors })
    }

    /// The vectors of the instances with this tuple as one relation; `None` if there are none.
    pub fn map_of(&self, tuple: &Tuple) -> Result<Option<presburger::Map>> {
        let mut found: Option<presburger::Map> = None;
        for vector in &self.vectors {
            if vector.domain.space().tuple() == Some(tuple) {
                let map = vector.map()?;
                found = Some(match found {
                    Some(known) => known.union(&map)?,
                    None => map,
                });
            }
        }
        Ok(found)
    }

    /// The vectors as a relation; statements of different depth have dates of different length.
    pub fn map(&self) -> Result<UnionMap> {
        let maps = self.vectors.iter().map(Vector::map);
        UnionMap::from_maps(maps.collect::<Result<Vec<_>>>()?)
    }

    /// The tree with the same order: a sequence for the positions where there are several, a band
    /// of one member for each loop.
    pub fn to_tree(&self) -> Result<ScheduleTree> {
        let domain = self.vectors.iter().map(|vector| vector.domain.clone());
        let domain = UnionSet::from_sets(domain)?;
        build(domain, &self.vectors, &Plain)
    }
}

/// Loops of which nothing is known or wanted.
struct Plain;

impl LoopStyle for Plain {}

/// The ways taken through sequences, before, between and after the loops.
fn route(placement: &Placement) -> Vec<Vec<usize>> {
    let mut route = vec![Vec::new()];
    for step in &placement.steps {
        match (step, route.last_mut()) {
            (Step::Part { index, .. }, Some(last)) => last.push(*index),
            _ => route.push(Vec::new()),
        }
    }
    route
}

fn position(domain: &Set, vector: &MultiAff, i: usize) -> Result<i64> {
    let value = vector.at(i)?;
    let constant = match value.is_cst() {
        true => value.constant().to_i64(),
        // Constant because the domain says so.
        false => {
            let (low, high) = (domain.min_val(&value), domain.max_val(&value));
            match (low, high) {
                (Ok(low), Ok(high)) if low == high => low.to_i64(),
                _ => None,
            }
        }
    };
    constant.ok_or_else(|| invalid(format!("position {i} is not constant in {vector}")))
}

fn several_dates(instances: &Set) -> Error {
    let tuple = instances.space().tuple().map(|tuple| tuple.to_string());
    invalid(format!(
        "{} has several dates for one instance",
        tuple.unwrap_or_default()
    ))
}

fn invalid(message: impl Into<String>) -> Error {
    Error::Invalid(message.into())
}
