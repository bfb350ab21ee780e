//! The instances of a program with their dates.

use std::cmp::Ordering;

use legality::brute::{Entry, Occurrence, occurrences};
use scop::schedule::Member;
use scop::{ScheduleTree, Scop, StmtId};

use super::{Values, borrowed, coordinates, points, text};

/// An instance that is executed.
pub struct Executed {
    pub statement: StmtId,
    pub instance: Vec<i64>,
    when: Occurrence,
}

/// How claimed loops run.
#[derive(Clone, Copy, Debug)]
pub enum Manner {
    /// One iteration after the other, in order.
    Plain,
    /// The last iteration first.
    Backwards,
    /// The iterations one after the other in an order that depends on this number.
    Mixed(u64),
    /// All iterations at once, as lanes of a vector do.
    Together,
}

impl Manner {
    /// Those that a claim allows and that a plain run does not show.
    pub const ALL: [Manner; 5] = [
        Manner::Backwards,
        Manner::Mixed(1),
        Manner::Mixed(2),
        Manner::Mixed(3),
        Manner::Together,
    ];
}

/// All instances of the program with their dates in a schedule, which must execute each once.
pub fn executed(
    scop: &Scop,
    tree: &ScheduleTree,
    values: &Values,
) -> Result<Vec<Executed>, String> {
    let parameters = borrowed(values);
    let mut all = Vec::new();
    for (statement, model) in scop.statements() {
        for point in points(&model.domain, values)? {
            let mut times = occurrences(tree, &point, &parameters).map_err(text)?;
            let (Some(when), true) = (times.pop(), times.is_empty()) else {
                return Err(format!("{point} is not executed once with {values:?}"));
            };
            all.push(Executed {
                statement,
                instance: coordinates(&point)?,
                when,
            });
        }
    }
    let listed = tree.instances(&parameters).map_err(text)?.len();
    match listed == all.len() {
        true => Ok(all),
        false => Err(format!(
            "{listed} instances are executed, not {}, with {values:?}",
            all.len()
        )),
    }
}

/// The instances in the order of their dates, with claimed loops run in this manner.
pub fn in_order(all: &[Executed], manner: Manner) -> Vec<&Executed> {
    let mut order: Vec<&Executed> = all.iter().collect();
    order.sort_by_cached_key(|one| one.key(manner));
    order
}

impl Executed {
    pub fn is_before(&self, other: &Executed) -> bool {
        matches!(self.when.order(&other.when), Some((Ordering::Less, _)))
    }

    pub fn same_date(&self, other: &Executed) -> bool {
        self.key(Manner::Plain) == other.key(Manner::Plain)
    }

    /// The number of the loop, from 1, of which two instances are in different iterations, those of
    /// the loops around it being the same; 0 if it is their place in the text that differs.
    pub fn carrying_loop(&self, other: &Executed) -> usize {
        let mut loops = 0;
        for (a, b) in self.when.date.iter().zip(&other.when.date) {
            match (a, b) {
                (Entry::Loop { value: a, .. }, Entry::Loop { value: b, .. }) => {
                    loops += 1;
                    if a != b {
                        return loops;
                    }
                }
                (a, b) if a == b => {}
                _ => return 0,
            }
        }
        0
    }

    /// The claimed loops around the instance.
    pub fn claimed(&self) -> impl Iterator<Item = &Member> {
        self.when.date.iter().filter_map(|entry| match entry {
            Entry::Loop { member, .. } if member.parallel || member.vector => Some(member),
            _ => None,
        })
    }

    /// The loops around the instance.
    pub fn members(&self) -> impl Iterator<Item = scop::MemberId> {
        self.when.date.iter().filter_map(|entry| match entry {
            Entry::Loop { id, .. } => Some(*id),
            Entry::Part { .. } => None,
        })
    }

    fn key(&self, manner: Manner) -> Vec<i64> {
        let mut key = Vec::with_capacity(self.when.date.len());
        let mut lanes = Vec::new();
        for entry in &self.when.date {
            match entry {
                Entry::Part { index, .. } => key.push(*index as i64),
                Entry::Loop { value, member, .. } if member.parallel || member.vector => {
                    match manner {
                        Manner::Plain => key.push(*value),
                        Manner::Backwards => key.push(-value),
                        Manner::Mixed(seed) => {
                            key.push(scrambled(seed, &key, *value));
                            key.push(*value);
                        }
                        Manner::Together => lanes.push(*value),
                    }
                }
                Entry::Loop { value, .. } => key.push(*value),
            }
        }
        key.extend(lanes);
        key
    }
}

/// A number that looks random and is the same for the same iteration of the same outer iterations.
fn scrambled(seed: u64, outer: &[i64], value: i64) -> i64 {
    let mut mixed = seed;
    for part in outer.iter().chain([&value]) {
        mixed = (mixed ^ *part as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^= mixed >> 29;
    }
    (mixed >> 1) as i64
}

/// Which loop: the number of entries in dates before its own, and the parts of sequences among them.
pub type Place = (usize, Vec<usize>);

/// The claimed loop in different iterations of which two instances are, those of all loops around
/// it being the same.
pub fn claim_between<'a>(first: &'a Executed, second: &Executed) -> Option<(&'a Member, Place)> {
    let pairs = first.when.date.iter().zip(&second.when.date);
    let at = pairs.into_iter().position(|(a, b)| match (a, b) {
        (Entry::Loop { value: a, .. }, Entry::Loop { value: b, .. }) => a != b,
        (a, b) => a != b,
    })?;
    let Entry::Loop { member, .. } = &first.when.date[at] else {
        return None;
    };
    let parts = first.when.date[..at]
        .iter()
        .filter_map(|entry| match entry {
            Entry::Part { index, .. } => Some(*index),
            Entry::Loop { .. } => None,
        });
    let is_claimed = member.parallel || member.vector;
    is_claimed.then(|| (member, (at, parts.collect())))
}
