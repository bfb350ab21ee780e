//! The smallest deviations with which an order is legal.
//!
//! The bounds of all dependences give the smallest deviations that respect every dependence. A schedule may be
//! legal without that: a temporary that each iteration writes before it reads it may be written in any order. So the
//! search begins with what is needed in any case, flow of values and what cannot be followed value by value, asks the judge, and adds
//! the dependences that the judge finds violated.

use crate::bound::{self, Bound};
use crate::piece::{Piece, pairs_of};
use crate::solve::{Conflict, Constraint, End, cost, solve};
use dependence::{Dependence, DependenceKind};
use presburger::{Aff, PwAff, Result, Value};
use scop::schedule::Vector;
use scop::{ArrayId, DependenceId, Scop};
use std::collections::{BTreeMap, BTreeSet};

/// A program, its dependences, and the pieces of an order.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// The program.
    pub scop: &'a Scop,
    /// Those that the judge counts by.
    pub dependences: &'a [Dependence],
    /// All pieces of the order.
    pub pieces: &'a [Piece],
    /// How many units there are to be moved.
    pub units: usize,
    /// Entries that may not be changed.
    pub fixed: Fixed,
    /// Whether accumulations may change places.
    pub relax: bool,
}

/// Which entries of vectors stay what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// None.
    Nothing,
    /// None, but statements that are in different places do not come to share one because a dependence
    /// wants them to: loops are not fused.
    Apart,
    /// Positions: only loops are shifted.
    Positions,
}

/// What a judge finds wrong with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// A dependence is not respected.
    Order(DependenceId),
    /// Iterations of this loop of the vectors, counted from 0, depend on each other.
    Race(DependenceId, usize),
    /// Something that moving statements cannot change.
    Other,
}

/// Judges vectors: nothing is found if the order is legal.
pub type Judge<'a> = dyn FnMut(&[Vector]) -> Result<Vec<Found>> + 'a;

/// Deviations with which an order is legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Correction {
    /// For each unit what is added to the entries of its vectors. Positions are counted in halves, so
    /// that there is a place between any two: 1 is the one directly behind the old position.
    pub deviations: Vec<Vec<i64>>,
    /// The new vectors of the pieces, with positions that are whole and different again.
    pub vectors: Vec<Vector>,
    /// Whether smaller deviations are known not to be legal.
    pub is_minimal: bool,
}

impl Correction {
    /// How much is moved in each entry, all units together: corrections are compared by these, the
    /// outermost entry first.
    pub fn cost(&self) -> Vec<i64> {
        let length = self.deviations.iter().map(Vec::len).max().unwrap_or(0);
        cost(&self.deviations, length)
    }
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Deviations with which the judge is content.
    Corrected(Correction),
    /// No deviations have this effect.
    Impossible(Why),
}

/// Why no deviations help.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// Dependences that cannot be respected together.
    Cycle {
        /// The dependences with their pieces, each of which begins where the one before it ends: a piece would
        /// have to run before itself. A single one is within a unit, or between what stays.
        needed: Vec<(DependenceId, usize, usize)>,
        /// Whether all of them are needed whatever is moved. Others are needed unless values get storage of
        /// their own by moving something.
        is_certain: bool,
    },
    /// The judge objects to something else.
    Other,
}

/// How often the judge is asked at most.
const QUESTIONS: usize = 12;

/// Finds the smallest deviations with which the judge is content.
pub fn correct(problem: &Problem<'_>, judge: &mut Judge<'_>) -> Result<Answer> {
    let spread = spread(problem.pieces)?;
    let length = spread.iter().map(Piece::len).max().unwrap_or(0);
    let mut search = Search {
        problem,
        length,
        pieces: &spread,
        origins: Vec::new(),
        constraints: Vec::new(),
        certain: 0,
        wanted: BTreeSet::new(),
        races: BTreeMap::new(),
    };
    // Instances of different pieces with one vector are apart by now.
    let unmoved = vec![vec![0; length]; problem.units];
    let vectors = deviate(&spread, &unmoved)?;
    let found = judge(&vectors)?;
    if found.is_empty() {
        return Ok(Answer::Corrected(Correction {
            deviations: unmoved,
            vectors,
            is_minimal: true,
        }));
    }
    search.begin()?;
    let mut least = None;
    for _ in 0..QUESTIONS {
        let deviations = match search.solve() {
            Ok(deviations) => deviations,
            Err(why) => return Ok(Answer::Impossible(why)),
        };
        let least = least.get_or_insert_with(|| cost(&deviations, length));
        let vectors = deviate(&spread, &deviations)?;
        let found = judge(&vectors)?;
        if found.is_empty() {
            let is_minimal = *least == cost(&deviations, length);
            return Ok(Answer::Corrected(Correction {
                deviations,
                vectors,
                is_minimal,
            }));
        }
        if !search.add(&found)? {
            break;
        }
    }
    Ok(Answer::Impossible(Why::Other))
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    length: usize,
    /// With positions in halves.
    pieces: &'a [Piece],
    /// What each constraint comes from.
    origins: Vec<(DependenceId, usize, usize)>,
    constraints: Vec<Constraint>,
    /// So many of them hold in any case.
    certain: usize,
    /// The dependences that are respected as a whole.
    wanted: BTreeSet<DependenceId>,
    /// Races that must not be, with the constraints that say so.
    races: BTreeMap<(DependenceId, usize), Vec<usize>>,
}

impl Search<'_> {
    /// What is needed in any case.
    fn begin(&mut self) -> Result<()> {
        let Problem {
            scop, dependences, ..
        } = *self.problem;
        let mut arrays: BTreeMap<ArrayId, bool> = BTreeMap::new();
        let reductions = match self.problem.relax {
            true => legality::Reductions::Relax,
            false => legality::Reductions::Strict,
        };
        for one in dependences {
            if let std::collections::btree_map::Entry::Vacant(entry) = arrays.entry(one.array) {
                entry.insert(legality::is_followed(scop, one.array, reductions)?);
            }
        }
        for (id, one) in dependence::numbered(dependences) {
            if arrays.get(&one.array) == Some(&false) {
                self.want(id)?;
            }
        }
        let followed = arrays.iter().filter(|(_, is)| **is).map(|(id, _)| *id);
        for array in followed {
            let options = dependence::Options {
                kinds: vec![DependenceKind::Flow],
                split_by_depth: false,
                array: Some(array),
                ..dependence::Options::default()
            };
            let flows = dependence::dependences(scop, &options)?;
            for flow in &flows {
                // Named after a dependence of the list with the same ends.
                let mut named = dependence::numbered(dependences);
                let same = named.find(|(_, one)| {
                    one.kind == DependenceKind::Raw
                        && (one.source, one.sink) == (flow.source, flow.sink)
                });
                if let Some((id, _)) = same {
                    self.bounds(id, flow)?;
                }
            }
            self.ends(array, &flows)?;
        }
        self.certain = self.constraints.len();
        Ok(())
    }

    /// What is needed of values from before the program, which no write may overwrite before they are read, and of
    /// those that are left at its end.
    fn ends(&mut self, array: ArrayId, flows: &[Dependence]) -> Result<()> {
        let Problem {
            scop, dependences, ..
        } = *self.problem;
        for (id, one) in dependence::numbered(dependences) {
            if one.array != array {
                continue;
            }
            let mut certain = one.clone();
            match one.kind {
                DependenceKind::War => {
                    let (statement, read) = one.source;
                    let mut own = scop[statement].accesses();
                    if own
                        .any(|(id, access)| id < read && access.is_write() && access.array == array)
                    {
                        continue;
                    }
                    for flow in flows.iter().filter(|flow| flow.sink == one.source) {
                        let read = flow.relation.range()?;
                        certain.relation = certain.relation.subtract_domain(&read)?;
                    }
                }
                DependenceKind::Waw if scop[array].is_seen_later() => {
                    let later = dependences.iter().filter(|other| {
                        other.kind == DependenceKind::Waw && other.source == one.sink
                    });
                    for other in later {
                        let hidden = other.relation.domain()?;
                        certain.relation = certain.relation.subtract_range(&hidden)?;
                    }
                }
                _ => continue,
            }
            self.bounds(id, &certain)?;
        }
        Ok(())
    }

    fn want(&mut self, id: DependenceId) -> Result<()> {
        if self.wanted.insert(id)
            && let Some(one) = self.problem.dependences.get(id.index())
        {
            self.bounds(id, one)?;
        }
        Ok(())
    }

    fn bounds(&mut self, id: DependenceId, dependence: &Dependence) -> Result<()> {
        if self.problem.relax && dependence.reduction.is_some() {
            return Ok(());
        }
        let mut edges = Vec::new();
        bound::edges(self.problem.scop, dependence, self.pieces, &mut edges)?;
        for edge in edges {
            self.push((id, edge.source, edge.sink), edge.bound, End::Greater);
        }
        Ok(())
    }

    fn push(&mut self, origin: (DependenceId, usize, usize), bound: Bound, end: End) {
        let unit = |piece: usize| self.pieces[piece].unit.unwrap_or(self.problem.units);
        let (from, to) = (unit(origin.1), unit(origin.2));
        self.origins.push(origin);
        self.constraints.push(Constraint {
            from,
            to,
            bound,
            end,
        });
    }

    /// Adds what the judge finds; whether that was something new.
    fn add(&mut self, found: &[Found]) -> Result<bool> {
        let mut is_new = false;
        for one in found {
            match *one {
                Found::Order(id) => {
                    is_new |= !self.wanted.contains(&id);
                    self.want(id)?;
                }
                Found::Race(id, level) => {
                    if !self.races.contains_key(&(id, level)) {
                        is_new = true;
                        let constraints = self.race(id, level)?;
                        self.races.insert((id, level), constraints);
                    }
                }
                Found::Other => return Ok(false),
            }
        }
        Ok(is_new)
    }

    /// Iterations of a loop that depend on each other are to become one, or to be ordered by an
    /// outer loop.
    fn race(&mut self, id: DependenceId, level: usize) -> Result<Vec<usize>> {
        let Some(dependence) = self.problem.dependences.get(id.index()) else {
            return Ok(Vec::new());
        };
        let mut added = Vec::new();
        for source in 0..self.pieces.len() {
            for sink in 0..self.pieces.len() {
                let (first, second) = (&self.pieces[source], &self.pieces[sink]);
                let pairs = pairs_of(self.problem.scop, dependence, first, second)?;
                let Some(pairs) = pairs else { continue };
                if let Some(bound) = bound::same_iteration(&pairs, first, second, level)? {
                    let end = match bound.0.len() == 2 * level + 2 {
                        true => End::Equal,
                        false => End::Greater,
                    };
                    added.push(self.constraints.len());
                    self.push((id, source, sink), bound, end);
                }
            }
        }
        Ok(added)
    }

    fn solve(&self) -> std::result::Result<Vec<Vec<i64>>, Why> {
        let mut constraints = self.constraints.clone();
        match self.problem.fixed {
            Fixed::Nothing => {}
            Fixed::Apart => constraints.iter_mut().for_each(keep_apart),
            Fixed::Positions => constraints.iter_mut().for_each(fix_positions),
        }
        let mut outcome = solve(self.problem.units, self.length, &constraints);
        // Dependent iterations that cannot become one can be ordered by an outer loop.
        for race in self.races.values().flatten() {
            if outcome.is_ok() {
                break;
            }
            let one = &mut constraints[*race];
            if one.end == End::Equal {
                one.bound.0.pop();
                one.end = End::Greater;
                outcome = solve(self.problem.units, self.length, &constraints);
            }
        }
        outcome.map_err(|Conflict(cycle)| {
            let origins = cycle.iter().filter_map(|&index| self.origins.get(index));
            Why::Cycle {
                needed: origins.copied().collect(),
                is_certain: cycle.iter().all(|&index| index < self.certain),
            }
        })
    }
}

/// What a constraint says where different places stay different.
fn keep_apart(one: &mut Constraint) {
    let bound = &mut one.bound.0;
    let mut positions = (0..bound.len()).step_by(2);
    // The last position tells statements in one loop apart.
    let Some(at) = positions.find(|&k| bound[k] != 0 && k + 1 < bound.len()) else {
        return;
    };
    bound.truncate(at + 1);
    one.end = End::Greater;
}

/// What a constraint says where positions stay what they are: they decide as soon as they differ.
fn fix_positions(one: &mut Constraint) {
    let bound = &mut one.bound.0;
    let positions = (0..bound.len()).step_by(2);
    let decisive = positions.into_iter().find(|&k| bound[k] != 0);
    // Without a difference anywhere, what ends the bound has to be greater.
    let at = decisive.or((bound.len() % 2 == 1).then(|| bound.len() - 1));
    let Some(at) = at else { return };
    let is_behind = bound[at] < 0;
    bound.truncate(at);
    one.end = match is_behind {
        true => End::AtLeast,
        false => End::Greater,
    };
}

/// The vectors of pieces with deviations, which count positions in halves as those of a [`Correction`] do.
pub fn deviated(pieces: &[Piece], deviations: &[Vec<i64>]) -> Result<Vec<Vector>> {
    deviate(&spread(pieces)?, deviations)
}

/// Pieces with vectors of one length, and their positions as even numbers in the same order.
fn spread(pieces: &[Piece]) -> Result<Vec<Piece>> {
    let depth = pieces.iter().map(|one| one.vector.dates.len()).max();
    let mut spread = Vec::with_capacity(pieces.len());
    for piece in pieces {
        spread.push(Piece {
            vector: piece.vector.clone().padded(depth.unwrap_or(0))?,
            ..piece.clone()
        });
    }
    rank_positions(spread.iter_mut().map(|one| &mut one.vector.positions), 2);
    Ok(spread)
}

/// Makes the positions of each entry multiples of `step` from 0 on, in the same order.
fn rank_positions<'a>(vectors: impl Iterator<Item = &'a mut Vec<i64>>, step: i64) {
    let mut vectors: Vec<&mut Vec<i64>> = vectors.collect();
    let length = vectors.iter().map(|one| one.len()).max().unwrap_or(0);
    for k in 0..length {
        let places: BTreeSet<i64> = vectors
            .iter()
            .filter_map(|one| one.get(k).copied())
            .collect();
        for one in &mut vectors {
            if let Some(position) = one.get_mut(k) {
                let before = places.iter().take_while(|place| *place < position);
                *position = before.count() as i64 * step;
            }
        }
    }
}

/// The vectors with deviations, their positions as small as may be, and all different: positions that many
/// pieces share down to the last one differ there (lemma 1 of the paper).
fn deviate(pieces: &[Piece], deviations: &[Vec<i64>]) -> Result<Vec<Vector>> {
    let mut vectors: Vec<Vector> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let mut vector = piece.vector.clone();
        if let Some(amounts) = piece.unit.and_then(|unit| deviations.get(unit)) {
            for (position, amount) in vector.positions.iter_mut().zip(amounts.iter().step_by(2)) {
                *position += amount;
            }
            let shifts = amounts.iter().skip(1).step_by(2);
            for (date, &amount) in vector.dates.iter_mut().zip(shifts) {
                if amount != 0 {
                    let by = Aff::val_on_domain(&date.domain_space(), &Value::from(amount))?;
                    *date = date.add(&PwAff::from_aff(&by))?;
                }
            }
        }
        vectors.push(vector);
    }
    let count = vectors.len() as i64 + 1;
    let mut same: BTreeMap<Vec<i64>, i64> = BTreeMap::new();
    for vector in &mut vectors {
        let known = same.entry(vector.positions.clone()).or_default();
        if let Some(last) = vector.positions.last_mut() {
            *last = *last * count + *known;
        }
        *known += 1;
    }
    rank_positions(vectors.iter_mut().map(|one| &mut one.positions), 1);
    Ok(vectors)
}
