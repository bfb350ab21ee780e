//! What is wanted of a schedule.

use super::{ConcurrentStart, Independence, Objective, Rule};
use crate::space::Interleaving;

/// Which statements share loops, as far as dependences allow it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Fusion {
    /// As many as possible.
    Max,
    /// Those of the same depth that access the same data, where no statement loses a parallel or a
    /// permutable loop.
    #[default]
    Smart,
    /// Only those that must.
    None,
    /// Those that an interleaving says, at its levels; as many as possible inside.
    Interleaving(Interleaving),
}

/// How a program is scheduled.
///
/// ```
/// use optimizer::schedule::{Fusion, Options};
///
/// let options = Options { fusion: Fusion::Max, ..Options::default() };
/// assert!(options.pivots > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Which statements share loops.
    pub fusion: Fusion,
    /// The pivots that the search for one row may take; after that, the best row so far is taken.
    pub pivots: u64,
    /// Whether temporaries may have memory of their own; the order in which their memory is used is then
    /// proved to be harmless.
    pub temporaries: bool,
    /// Whether statements may be split where that gives more loops that can be tiled or are parallel, as on rings.
    pub split: bool,
    /// Which statements have to get a loop of their own by each row of a band.
    pub independence: Independence,
    /// Whether coefficients of iterators may be negative, where that is better.
    pub reversal: bool,
    /// The largest coefficient of an iterator in a row that can be tiled.
    pub largest: i64,
    /// Whether, of rows that are equally good otherwise, one is taken that brings reads of the same data by different statements
    /// close to each other.
    pub inputs: bool,
    /// Whether bands without an outer parallel loop get tiles that can start all at once: such a band is found below another one, for
    /// its tiles, that is marked with [`DIAMOND`].
    pub concurrent_start: ConcurrentStart,
    /// How rows are chosen.
    pub objective: Objective,
    /// What is demanded of single dimensions, from the outermost inwards. With rules, statements are not split.
    pub rules: Vec<Rule>,
    /// How far bands go of which no loop is parallel.
    pub sequential: Option<Sequential>,
    /// How the result is checked.
    pub legality: legality::Options,
}

/// How far bands go of which no loop is parallel. What is left of them follows inside, where more may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequential {
    /// The most loops that such a band has.
    pub most: usize,
    /// What a step of each iterator of each statement costs: loops over what costs most come first.
    pub costs: Vec<Vec<i64>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            fusion: Fusion::default(),
            pivots: 20_000,
            temporaries: true,
            split: true,
            independence: Independence::default(),
            reversal: true,
            largest: 20,
            inputs: false,
            concurrent_start: ConcurrentStart::default(),
            objective: Objective::default(),
            rules: Vec::new(),
            sequential: None,
            legality: legality::Options::default(),
        }
    }
}
