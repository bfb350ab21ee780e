//! The whole way: a schedule, its loops, and the proof that they are legal.

use crate::{loops, schedule};
use dependence::Dependence;
use legality::{Legal, check};
use presburger::Result;
use scop::{ScheduleTree, Scop};

/// How a program is optimised.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How it is scheduled.
    pub schedule: schedule::Options,
    /// How loops are made of bands.
    pub loops: loops::Options,
}

/// What became of a program.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The order, which is proved to be legal.
    pub legal: Legal,
    /// The schedule that its loops are made of.
    pub bands: ScheduleTree,
    /// What it is.
    pub result: Outcome,
}

/// How far the way led.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Everything that was wanted.
    Loops,
    /// The schedule, but no tiles or parallel loops: these were not legal.
    Bands,
    /// The order of the program: what was found was not legal.
    Original,
}

/// Finds a schedule for a program, given its dependences, and makes loops of it.
///
/// ```
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
/// # let mut s = Statement::new("[N] -> { S[i, j] : 1 <= i < N and 0 <= j < N }".parse()?);
/// # let a = ArrayId::new(0);
/// # s.accesses = vec![
/// #     Access::read(a, "[N] -> { S[i, j] -> A[i - 1, j] : 1 <= i < N and 0 <= j < N }".parse()?),
/// #     Access::write(a, "[N] -> { S[i, j] -> A[i, j] : 1 <= i < N and 0 <= j < N }".parse()?),
/// # ];
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N")],
/// #     context: "[N] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 2)],
/// #     schedule: ScheduleTree::from_map(&"[N] -> { S[i, j] -> [i, j] }".parse()?)?,
/// #     statements: vec![s],
/// #     span: None,
/// # };
/// use optimizer::{Options, Outcome, optimize};
///
/// // for (i = 1; i < N; i++) for (j = 0; j < N; j++) A[i][j] = A[i - 1][j];
/// let dependences = dependence::dependences(&scop, &Default::default())?;
/// let found = optimize(&scop, &dependences, &Options::default())?;
/// assert_eq!(found.result, Outcome::Loops);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn optimize(scop: &Scop, dependences: &[Dependence], options: &Options) -> Result<Optimized> {
    let mut choices = vec![false];
    if options.schedule.temporaries {
        choices.insert(0, true);
    }
    for temporaries in choices {
        let bands = schedule::proposal(scop, dependences, &options.schedule, temporaries)?;
        let made = loops::loops(scop, &bands, &options.loops)?;
        let mut proposals = vec![(&made, Outcome::Loops)];
        if !temporaries {
            proposals.push((&bands, Outcome::Bands));
        }
        for (tree, result) in proposals {
            let verdict = check(scop, dependences, tree, &options.schedule.legality)?;
            if let Some(legal) = verdict.legal() {
                return Ok(Optimized {
                    legal: legal.clone(),
                    bands: bands.clone(),
                    result,
                });
            }
        }
    }
    Ok(Optimized {
        legal: Legal::original(scop),
        bands: scop.schedule.clone(),
        result: Outcome::Original,
    })
}
