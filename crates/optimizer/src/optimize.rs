//! The whole way: a schedule, its loops, and the proof that they are legal.

use crate::loops::{self, Loops};
use crate::schedule;
use dependence::Dependence;
use legality::{Legal, check};
use presburger::Result;
use schedule::{Fusion, Problem, Sequential};
use scop::schedule::{Kind, Node};
use scop::{ScheduleTree, Scop};

/// How many loops that are not parallel are tiled together where tiles are as they pay: time and the outermost
/// loop over space. Rows stay whole.
const SHORT: usize = 2;

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
    for proposal in Proposals::new(scop, dependences, options) {
        let proposal = proposal?;
        let tree = &proposal.loops.tree;
        let verdict = check(scop, dependences, tree, &options.schedule.legality)?;
        if let Some(legal) = verdict.legal() {
            return Ok(Optimized {
                legal: legal.clone(),
                bands: proposal.bands,
                result: proposal.result,
            });
        }
    }
    Ok(Optimized {
        legal: Legal::original(scop),
        bands: scop.schedule.clone(),
        result: Outcome::Original,
    })
}

/// An order that may be a good one; nothing proves that it is legal.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The order, and what is to be kept in registers.
    pub loops: Loops,
    /// The schedule that its loops are made of.
    pub bands: ScheduleTree,
    /// How far the way led, if it is legal.
    pub result: Outcome,
}

/// Orders for a program, the best ones first, each found when it is asked for.
pub struct Proposals<'a> {
    scop: &'a Scop,
    dependences: &'a [Dependence],
    options: &'a Options,
    /// What is still to be tried, the next one last.
    left: Vec<Attempt>,
    /// The schedule that was found last, and for which choices.
    bands: Option<(Choices, ScheduleTree)>,
    known: Vec<Loops>,
}

/// What a schedule depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choices {
    /// Whether temporaries have memory of their own.
    temporaries: bool,
    /// Whether bands without a parallel loop are short.
    short: bool,
}

#[derive(Clone, Copy, Debug)]
struct Attempt {
    choices: Choices,
    tile: bool,
    registers: bool,
}

impl<'a> Proposals<'a> {
    /// The proposals for a program with these dependences.
    pub fn new(
        scop: &'a Scop,
        dependences: &'a [Dependence],
        options: &'a Options,
    ) -> Proposals<'a> {
        let loops = &options.loops;
        // Where tiles are as they pay, those of stencils are small in two directions and whole in others.
        let short = loops.tile && loops.sizes.is_empty() && options.schedule.sequential.is_none();
        // Not known if that takes too much work: then bands are as long as they can be.
        let short = short && loops::is_stencil(scop).unwrap_or(false);
        let mut all = Vec::new();
        for temporaries in [true, false] {
            if temporaries && !options.schedule.temporaries {
                continue;
            }
            let choices = Choices { temporaries, short };
            for (tile, registers) in [(true, true), (true, false), (false, false)] {
                if (tile && !loops.tile) || (registers && !loops.registers) {
                    continue;
                }
                all.push(Attempt {
                    choices,
                    tile,
                    registers,
                });
            }
        }
        all.reverse();
        Proposals {
            scop,
            dependences,
            options,
            left: all,
            bands: None,
            known: Vec::new(),
        }
    }

    /// The schedules that loops are made of, the best one first, each once; nothing proves that they are legal.
    pub fn schedules(mut self) -> Result<Vec<ScheduleTree>> {
        let mut all: Vec<ScheduleTree> = Vec::new();
        let attempts: Vec<Attempt> = self.left.iter().rev().copied().collect();
        for attempt in attempts {
            let bands = self.bands(attempt.choices)?;
            if !all.contains(&bands) {
                all.push(bands);
            }
        }
        Ok(all)
    }

    /// The schedule for some choices.
    fn bands(&mut self, choices: Choices) -> Result<ScheduleTree> {
        if let Some((known, bands)) = &self.bands
            && *known == choices
        {
            return Ok(bands.clone());
        }
        let Choices { temporaries, short } = choices;
        let (scop, dependences) = (self.scop, self.dependences);
        let own = &self.options.schedule;
        let problem = schedule::problem(scop, dependences, own, temporaries)?;
        let mut options = self.options.schedule.clone();
        if short {
            options.sequential = Some(Sequential {
                most: SHORT,
                costs: loops::costs(self.scop)?,
            });
        }
        let mut bands = self.schedule(&problem, &options)?;
        if short && !rows_are_parallel(bands.root()) {
            // Nothing is gained inside.
            bands = self.schedule(&problem, &self.options.schedule)?;
        }
        self.bands = Some((choices, bands.clone()));
        Ok(bands)
    }

    fn attempt(&mut self, attempt: Attempt) -> Result<Option<Proposal>> {
        let bands = self.bands(attempt.choices)?;
        let options = loops::Options {
            tile: attempt.tile,
            registers: attempt.registers,
            staggered: loops::is_stencil(self.scop)?
                && loops::is_sequential(self.scop, self.dependences)?,
            ..self.options.loops.clone()
        };
        let loops = loops::loops(self.scop, &bands, &options)?;
        if self.known.contains(&loops) {
            return Ok(None);
        }
        self.known.push(loops.clone());
        if self.options.loops.tile
            && self.options.loops.sizes.is_empty()
            && !loops.is_more
            && self.cost(&bands)? > loops::original(self.scop, self.dependences)? * 9 / 10
        {
            // The program's own loops are as good, or nearly.
            return Ok(None);
        }
        let result = match attempt.tile || !self.options.loops.tile {
            true => Outcome::Loops,
            false => Outcome::Bands,
        };
        Ok(Some(Proposal {
            loops,
            bands,
            result,
        }))
    }
}

/// Whether each innermost band has a parallel loop.
fn rows_are_parallel(node: &Node) -> bool {
    let children = node.children();
    match node.kind() {
        Kind::Band(band) if band.size() > 0 && !children.iter().any(loops::holds_band) => {
            band.members.iter().any(|member| member.coincident)
        }
        _ => children.iter().all(rows_are_parallel),
    }
}

impl Proposals<'_> {
    /// The schedule with the innermost loops that cost least: statements that share data are apart if their
    /// best innermost loops are different ones.
    fn schedule(&self, problem: &Problem, options: &schedule::Options) -> Result<ScheduleTree> {
        let found = schedule::propose_in_pieces(self.scop, problem, options)?;
        if options.fusion != Fusion::Smart || self.scop.statements.len() < 2 {
            return Ok(found);
        }
        let apart = schedule::Options {
            fusion: Fusion::None,
            ..options.clone()
        };
        let apart = schedule::propose_in_pieces(self.scop, problem, &apart)?;
        Ok(match self.cost(&apart)? < self.cost(&found)? {
            true => apart,
            false => found,
        })
    }

    fn cost(&self, tree: &ScheduleTree) -> Result<i128> {
        loops::cost(self.scop, tree)
    }
}

impl Iterator for Proposals<'_> {
    type Item = Result<Proposal>;

    fn next(&mut self) -> Option<Result<Proposal>> {
        while let Some(attempt) = self.left.pop() {
            if let Some(found) = self.attempt(attempt).transpose() {
                return Some(found);
            }
        }
        None
    }
}
