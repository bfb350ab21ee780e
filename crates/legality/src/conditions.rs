//! For which parameters a schedule is illegal.
//!
//! A schedule is legal for a value of the parameters if no dependence is violated with it. So the parameters for which it
//! is not are those of the violated pairs that [`check`](crate::check) finds, all of them: the same pairs, without
//! a search for the smallest case of each.

use crate::check::{Checker, Options};
use crate::claims;
use crate::coverage;
use crate::obstacle;
use crate::placement::Placed;
use crate::verdict::AccessRef;
use crate::witness::Search;
use dependence::{Dependence, DependenceKind};
use presburger::{Map, Result, Set};
use scop::{ScheduleTree, Scop};
use std::collections::BTreeSet;

/// Two accesses whose order a schedule breaks.
#[derive(Clone, Debug)]
pub struct Breaking {
    /// The access that happens first in the program.
    pub source: AccessRef,
    /// The access that happens later in the program.
    pub sink: AccessRef,
    /// The parameters for which there is a violated pair.
    pub parameters: Set,
}

/// For which parameters a schedule violates which of these dependences; nothing if it is wrong in another way, such as
/// instances that are missing, which is not told apart by parameters.
///
/// With `every_pair`, pairs in another order and pairs that race count in any case: also those that change no value, and
/// those of accumulations and variables that iterations can have for themselves.
///
/// ```
/// use legality::{Options, breaking};
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
/// # let mut s = Statement::new("[N, k] -> { S[i] : 0 <= i < N }".parse()?);
/// # let a = ArrayId::new(0);
/// # s.accesses = vec![
/// #     Access::read(a, "[N, k] -> { S[i] -> A[i + k] : 0 <= i < N }".parse()?),
/// #     Access::write(a, "[N, k] -> { S[i] -> A[i] : 0 <= i < N }".parse()?),
/// # ];
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N"), scop::Parameter::new("k")],
/// #     context: "[N, k] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 1)],
/// #     schedule: ScheduleTree::from_map(&"[N, k] -> { S[i] -> [i] : 0 <= i < N }".parse()?)?,
/// #     statements: vec![s],
/// #     span: None,
/// # };
/// // for (i = 0; i < N; i++) S: A[i] = A[i + k], backwards
/// let dependences = dependence::dependences(&scop, &Default::default())?;
/// let backwards = "[N, k] -> { S[i] -> [-i] : 0 <= i < N }".parse()?;
/// let backwards = ScheduleTree::from_map(&backwards)?;
/// let broken = breaking(&scop, &dependences, &backwards, &Options::default(), false)?.unwrap();
/// let broken = broken[0].parameters.union(&broken[1].parameters)?;
/// assert!(broken.is_equal(&"[N, k] -> { : 0 < k < N or -N < k < 0 }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn breaking(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &ScheduleTree,
    options: &Options,
    every_pair: bool,
) -> Result<Option<Vec<Breaking>>> {
    options.within_budget(|| find(scop, dependences, schedule, options, every_pair))
}

fn find(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &ScheduleTree,
    options: &Options,
    every_pair: bool,
) -> Result<Option<Vec<Breaking>>> {
    let placed = Placed::new(scop, schedule)?;
    let none = BTreeSet::new();
    let search = Search::new(scop, &placed.view);
    let mut checker = Checker::new(&placed, dependences, options.reductions, &none);
    checker.every_pair = every_pair;
    for (id, _) in scop.statements() {
        if coverage::missing(&search, &placed, id)?.is_some() {
            return Ok(None);
        }
        checker.is_covered[id.index()] = true;
    }
    if !every_pair {
        let is_wrong = !coverage::extra(&search, &placed, 1)?.is_empty()
            || !claims::wrong_declarations(&placed).is_empty()
            || !obstacle::wrong_privates(&search, &placed)?.is_empty();
        if is_wrong {
            return Ok(None);
        }
    }
    let mut broken = Vec::new();
    for (id, dependence) in dependence::numbered(dependences) {
        if dependence.kind == DependenceKind::Rar {
            continue;
        }
        let found = checker.violated(id, dependence)?;
        let races = found.races.into_iter().map(|(_, pairs)| pairs);
        let all: Vec<Map> = found.wrong.into_iter().chain(races).collect();
        for pairs in all {
            broken.push(Breaking {
                source: dependence.source.into(),
                sink: dependence.sink.into(),
                parameters: pairs.params()?,
            });
        }
    }
    Ok(Some(broken))
}
