//! The 2d+1 view: for each statement a vector `(p0, j1, p1, ..., jd, pd)` of loops `j` and
//! textual positions `p`, as script operators and mappings are defined on it.
//!
//! Vectors are compared lexicographically; a shorter one counts as filled up with zeros. The
//! positions are constants, the loops affine functions of the instance. A statement whose
//! instances stand at several positions has several pieces.

use super::leaves::{Entry, layout, leaves};
use super::{Band, Node, ScheduleTree};
use presburger::{
    Error, MultiAff, MultiUnionPwAff, PwAff, PwMultiAff, Result, Set, Tuple, UnionMap, UnionPwAff,
    UnionSet,
};
use std::collections::{BTreeMap, BTreeSet};

/// A schedule as one vector function for each statement.
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
    /// One function for each statement, defined on its instances, into an anonymous tuple of odd
    /// length.
    pub statements: Vec<PwMultiAff>,
}

impl TwoDPlusOne {
    /// The vectors of a tree. The order of the parts of a `set`, which a tree leaves open, becomes
    /// that in which they are written; everything else means the same.
    ///
    /// Fails when an instance is executed several times.
    pub fn from_tree(tree: &ScheduleTree) -> Result<TwoDPlusOne> {
        let leaves = leaves(tree)?;
        // Nested sequences without a loop between them make up one position: the rank of the
        // way through them among the ways that begin at the same place.
        let mut ways: BTreeMap<&[Vec<usize>], BTreeSet<&Vec<usize>>> = BTreeMap::new();
        for leaf in &leaves {
            for (k, way) in leaf.positions.iter().enumerate() {
                ways.entry(&leaf.positions[..k]).or_default().insert(way);
            }
        }
        let rank = |place: &[Vec<usize>], way: &Vec<usize>| {
            let known = ways.get(place).into_iter().flatten();
            known.take_while(|known| **known < way).count()
        };
        let mut map = UnionMap::from_maps([])?;
        for leaf in &leaves {
            let positions = &leaf.positions;
            let mut entries = Vec::new();
            for (k, way) in positions.iter().enumerate() {
                if k > 0 {
                    entries.push(Entry::Member(k - 1));
                }
                entries.push(Entry::Position(rank(&positions[..k], way)));
            }
            let places = layout(positions.len() - 1, &entries)?;
            map = map.union(&leaf.dates.apply_range(&places)?)?;
        }
        TwoDPlusOne::from_map(&map)
    }

    /// The vectors that a relation gives. It must have one date of odd length for each instance;
    /// dates of the same statement with different lengths are filled up with zeros.
    pub fn from_map(map: &UnionMap) -> Result<TwoDPlusOne> {
        // Statement by statement, in order of appearance.
        let mut statements: Vec<(Tuple, Vec<presburger::Map>)> = Vec::new();
        for map in map.maps() {
            if map.plain_is_empty() || map.is_empty()? {
                continue;
            }
            let Some(tuple) = map.space().domain_tuple().cloned() else {
                return Err(invalid("a schedule relates instances to dates"));
            };
            let map = map.set_range_tuple_name(None)?;
            match statements.iter_mut().find(|(known, _)| *known == tuple) {
                Some((_, maps)) => maps.push(map),
                None => statements.push((tuple, vec![map])),
            }
        }
        let mut functions = Vec::new();
        for (tuple, maps) in statements {
            let length = maps.iter().map(|m| m.space().n_out()).max().unwrap_or(0);
            if length % 2 == 0 {
                let message = format!("the dates of {tuple} have {length} dimensions, not 2d + 1");
                return Err(invalid(message));
            }
            let mut whole: Option<presburger::Map> = None;
            for map in maps {
                let n = map.space().n_out();
                let mut entries: Vec<Entry> = (0..n).map(Entry::Member).collect();
                entries.resize(length, Entry::Position(0));
                let filled = map.apply_range(&layout(n, &entries)?.as_map()?)?;
                whole = Some(match whole {
                    None => filled,
                    Some(whole) => whole.union(&filled)?,
                });
            }
            let Some(whole) = whole else { continue };
            if !whole.is_single_valued()? {
                let message = format!("{tuple} has several dates for one instance");
                return Err(invalid(message));
            }
            functions.push(PwMultiAff::from_map(&whole)?);
        }
        Ok(TwoDPlusOne {
            statements: functions,
        })
    }

    /// The vector of the statement whose instances have this tuple name.
    pub fn get(&self, name: &str) -> Option<&PwMultiAff> {
        let is_named = |f: &&PwMultiAff| {
            let tuple = f.space().domain_tuple();
            tuple.and_then(Tuple::name) == Some(name)
        };
        self.statements.iter().find(is_named)
    }

    /// The vectors as a relation; statements of different depth have dates of different length.
    pub fn map(&self) -> Result<UnionMap> {
        let maps: Vec<presburger::Map> = self
            .statements
            .iter()
            .map(PwMultiAff::as_map)
            .collect::<Result<_>>()?;
        UnionMap::from_maps(maps)
    }

    /// The tree with the same order: a sequence for the positions where there are several, a band
    /// of one member for each loop.
    ///
    /// Fails when a position is not constant on a piece.
    pub fn to_tree(&self) -> Result<ScheduleTree> {
        let mut pieces = Vec::new();
        for (statement, function) in self.statements.iter().enumerate() {
            for (domain, vector) in function.pieces() {
                let positions = (0..vector.size()).step_by(2);
                pieces.push(Piece {
                    statement,
                    positions: positions
                        .map(|i| position(&domain, &vector, i))
                        .collect::<Result<_>>()?,
                    domain,
                    vector,
                });
            }
        }
        let domain = UnionSet::from_sets(pieces.iter().map(|piece| piece.domain.clone()))?;
        let child = build(&pieces.iter().collect::<Vec<_>>(), 0)?;
        Ok(ScheduleTree::new(domain, child))
    }
}

/// A part of a statement with constant positions.
struct Piece {
    statement: usize,
    domain: Set,
    vector: MultiAff,
    /// p0, p1, ...
    positions: Vec<i64>,
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

/// The subtree of the pieces, which agree on everything outside of depth `k`.
fn build(pieces: &[&Piece], k: usize) -> Result<Node> {
    let mut groups: BTreeMap<i64, Vec<&Piece>> = BTreeMap::new();
    for piece in pieces {
        let position = piece.positions.get(k).copied().unwrap_or(0);
        groups.entry(position).or_default().push(piece);
    }
    let mut parts = Vec::with_capacity(groups.len());
    for group in groups.values() {
        parts.push((filter(group, pieces)?, build_loop(group, k)?));
    }
    Ok(match parts.len() {
        0 => Node::leaf(),
        1 => parts.remove(0).1,
        _ => Node::sequence(parts),
    })
}

/// The band of loop `k` and what is below it.
fn build_loop(pieces: &[&Piece], k: usize) -> Result<Node> {
    if pieces.iter().all(|piece| piece.vector.size() <= 2 * k + 1) {
        return Ok(Node::leaf());
    }
    let mut dates: Option<UnionPwAff> = None;
    for piece in pieces {
        let space = piece.vector.domain_space();
        let date = match piece.vector.size() > 2 * k + 1 {
            true => piece.vector.at(2 * k + 1)?,
            false => presburger::Aff::zero_on_domain(&space)?,
        };
        // The domain is needed where a statement has several dates only.
        let is_alone = pieces
            .iter()
            .all(|other| std::ptr::eq(*other, *piece) || other.statement != piece.statement);
        let date = match is_alone {
            true => PwAff::from_aff(&date),
            false => PwAff::alloc(&piece.domain, &date)?,
        };
        let date = UnionPwAff::from_pw_aff(&date);
        dates = Some(match dates {
            None => date,
            Some(dates) => dates.union_add(&date)?,
        });
    }
    let dates: Vec<UnionPwAff> = dates.into_iter().collect();
    let schedule = MultiUnionPwAff::from_union_pw_aff_list(Tuple::anonymous(1), &dates)?;
    Ok(Node::band(Band::new(schedule), build(pieces, k + 1)?))
}

/// What distinguishes a group from the other pieces: whole statements where possible.
fn filter(group: &[&Piece], all: &[&Piece]) -> Result<UnionSet> {
    let mut sets = Vec::with_capacity(group.len());
    for piece in group {
        let is_elsewhere = all.iter().any(|other| {
            other.statement == piece.statement && !group.iter().any(|g| std::ptr::eq(*g, *other))
        });
        sets.push(match is_elsewhere {
            true => piece.domain.clone(),
            false => Set::universe(piece.domain.space().clone())?,
        });
    }
    UnionSet::from_sets(sets)
}

fn invalid(message: impl Into<String>) -> Error {
    Error::Invalid(message.into())
}
