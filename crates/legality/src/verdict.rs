//! What a check finds.

use crate::sharing::Roles;
use crate::{Date, Legal, Role};
use dependence::{DependenceKind, Depth};
use presburger::{Map, Point, Set, Value};
use scop::schedule::Path;
use scop::{AccessId, ArrayId, Certainty, DependenceId, MemberId, StmtId};

/// The outcome of a check: a [`Legal`] schedule, or what is wrong with it.
#[derive(Clone, Debug)]
pub struct Verdict {
    finding: Finding,
    checked: usize,
    roles: Roles,
}

#[derive(Clone, Debug)]
enum Finding {
    Legal(Box<Legal>),
    /// At least one violation.
    Wrong {
        violations: Vec<Violation>,
        complete: bool,
    },
}

impl Verdict {
    pub(crate) fn legal_one(legal: Legal) -> Verdict {
        Verdict {
            checked: legal.checked(),
            roles: legal.roles().clone(),
            finding: Finding::Legal(Box::new(legal)),
        }
    }

    /// At least one violation is wanted.
    pub(crate) fn wrong(
        violations: Vec<Violation>,
        roles: Roles,
        checked: usize,
        complete: bool,
    ) -> Verdict {
        debug_assert!(!violations.is_empty(), "a verdict without a reason");
        Verdict {
            finding: Finding::Wrong {
                violations,
                complete,
            },
            checked,
            roles,
        }
    }

    /// Whether the schedule keeps what the program computes.
    pub fn is_legal(&self) -> bool {
        self.legal().is_some()
    }

    /// The schedule, if it keeps what the program computes.
    pub fn legal(&self) -> Option<&Legal> {
        match &self.finding {
            Finding::Legal(legal) => Some(legal),
            Finding::Wrong { .. } => None,
        }
    }

    /// What is wrong, in the order of the list in [the crate's head](crate); by statements,
    /// dependences and band members within. Nothing when the schedule is legal.
    pub fn violations(&self) -> &[Violation] {
        match &self.finding {
            Finding::Legal(_) => &[],
            Finding::Wrong { violations, .. } => violations,
        }
    }

    /// What the iterations of a parallel or vector loop do with a variable, as far as the check
    /// came; of a schedule that is not legal this is only part of the truth.
    pub fn role(&self, member: MemberId, array: ArrayId) -> Role {
        self.roles.get(member, array)
    }

    /// How many dependences were looked at. Read-after-read ones do not count.
    pub fn checked(&self) -> usize {
        self.checked
    }

    /// Whether everything was looked at: false when the check stopped after the first few
    /// violations.
    pub fn is_complete(&self) -> bool {
        match &self.finding {
            Finding::Legal(_) => true,
            Finding::Wrong { complete, .. } => *complete,
        }
    }
}

/// One way in which a schedule is wrong.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Violation {
    /// Instances of the program that the schedule does not execute, or has no date for.
    Missing(Box<Missing>),
    /// Instances that the schedule executes although the program does not, or several times.
    Extra(Box<Extra>),
    /// Different instances with the same date.
    Conflict(Box<Conflict>),
    /// A dependence whose sink is executed before its source, or unordered with it.
    Dependence(Box<Broken>),
    /// A parallel or vector loop with iterations that depend on each other.
    Race(Box<Race>),
    /// A parallel or vector loop declares a reduction that is none.
    Declaration(Box<Declaration>),
    /// A variable that a loop is said to have copies of cannot be private to it.
    NotPrivate(Box<NotPrivate>),
    /// A value is not where it is looked for, because it is kept in another place.
    Lost(Box<Lost>),
}

impl Violation {
    /// The dependence of the list that was checked, if it is about one.
    pub fn dependence(&self) -> Option<DependenceId> {
        match self {
            Violation::Dependence(broken) => Some(broken.dependence),
            Violation::Race(race) => Some(race.dependence),
            _ => None,
        }
    }

    /// The counterexample, if it is about a dependence.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match self {
            Violation::Dependence(broken) => Some(&broken.counterexample),
            Violation::Race(race) => Some(&race.counterexample),
            _ => None,
        }
    }

    /// The values of the parameters with which the smallest case happens.
    pub fn parameters(&self) -> &[(String, Value)] {
        match self {
            Violation::Missing(missing) => &missing.parameters,
            Violation::Extra(extra) => &extra.parameters,
            Violation::Conflict(conflict) => &conflict.parameters,
            Violation::Dependence(broken) => &broken.counterexample.parameters,
            Violation::Race(race) => &race.counterexample.parameters,
            Violation::Declaration(_) => &[],
            Violation::NotPrivate(wrong) => &wrong.parameters,
            Violation::Lost(lost) => &lost.parameters,
        }
    }
}

/// Instances of a statement that are not executed.
#[derive(Clone, Debug)]
pub struct Missing {
    /// The statement.
    pub statement: StmtId,
    /// All of them.
    pub instances: Set,
    /// The smallest values of the parameters with which there are any.
    pub parameters: Vec<(String, Value)>,
    /// The first one with these parameters.
    pub instance: Point,
}

/// Instances that are executed and should not be.
#[derive(Clone, Debug)]
pub struct Extra {
    /// What is wrong with them.
    pub reason: ExtraReason,
    /// Their statement; `None` when the program has no such statement.
    pub statement: Option<StmtId>,
    /// All of them.
    pub instances: Set,
    /// The smallest values of the parameters with which there are any.
    pub parameters: Vec<(String, Value)>,
    /// The first one with these parameters.
    pub instance: Point,
}

/// Why an instance should not be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExtraReason {
    /// The program does not execute it.
    NotInDomain,
    /// It is executed already.
    Twice,
}

/// Different instances with the same date.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The statements of both; often it is the same one.
    pub statements: (StmtId, StmtId),
    /// All such pairs of these statements at one leaf; of two instances of one statement, the
    /// lexicographically smaller one first.
    pub relation: Map,
    /// The smallest values of the parameters with which there are any.
    pub parameters: Vec<(String, Value)>,
    /// The first instance of the smallest pair.
    pub first: Point,
    /// The other one.
    pub second: Point,
    /// The date of both.
    pub date: Date,
}

/// An access of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccessRef {
    /// The statement.
    pub statement: StmtId,
    /// The access in it.
    pub access: AccessId,
}

impl From<(StmtId, AccessId)> for AccessRef {
    fn from((statement, access): (StmtId, AccessId)) -> AccessRef {
        AccessRef { statement, access }
    }
}

/// A dependence that a schedule does not respect.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which one of the list that was checked.
    pub dependence: DependenceId,
    /// What the accesses do.
    pub kind: DependenceKind,
    /// The access that must happen first.
    pub source: AccessRef,
    /// The access that must happen later.
    pub sink: AccessRef,
    /// What they access.
    pub array: ArrayId,
    /// What orders them in the program.
    pub depth: Depth,
    /// Whether both accesses happen for sure.
    pub certainty: Certainty,
    /// All pairs of source and sink instances that the schedule does not execute in this order.
    pub relation: Map,
    /// The smallest of these pairs.
    pub counterexample: Counterexample,
    /// Whether the schedule leaves the order of the smallest pair open: both have the same date, or
    /// are in different parts of a `set`. Otherwise the sink comes first.
    pub unordered: bool,
}

/// Two dependent instances, chosen among all that violate something: the largest absolute value of
/// a parameter as small as possible, non-negative parameters before negative ones; then the values
/// of the parameters in their order, the source and the sink lexicographically smallest.
///
/// (Where a set has no smallest element because it is unbounded, just some pair.)
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// A value for every parameter.
    pub parameters: Vec<(String, Value)>,
    /// The instance that comes first in the program.
    pub source: Point,
    /// The instance that depends on it.
    pub sink: Point,
    /// The first cell that both access; `None` if the accesses do not say.
    pub cell: Option<Point>,
    /// The dates of source and sink in the program.
    pub old: (Date, Date),
    /// The dates of source and sink in the schedule that was checked.
    pub new: (Date, Date),
}

/// What is claimed of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Claim {
    /// Its iterations can run at the same time.
    Parallel,
    /// Its iterations can run in the lanes of a vector. The condition is the same as for
    /// parallel loops: no dependence between different iterations, in neither direction.
    Vector,
}

/// Dependent iterations of a parallel or vector loop.
#[derive(Clone, Debug)]
pub struct Race {
    /// The dependence of the list that was checked.
    pub dependence: DependenceId,
    /// What the accesses do.
    pub kind: DependenceKind,
    /// The access that happens first in the program.
    pub source: AccessRef,
    /// The access that happens later in the program.
    pub sink: AccessRef,
    /// What they access.
    pub array: ArrayId,
    /// What orders them in the program.
    pub depth: Depth,
    /// Whether both accesses happen for sure.
    pub certainty: Certainty,
    /// What is claimed.
    pub claim: Claim,
    /// The way to the band of the loop.
    pub path: Path,
    /// The member of the band that the loop is.
    pub member: usize,
    /// The name of its counter.
    pub iterator: Option<String>,
    /// The label in front of the source loop.
    pub label: Option<String>,
    /// All dependent pairs of instances in different iterations of the loop, the same ones of
    /// all loops around it.
    pub relation: Map,
    /// The smallest of these pairs.
    pub counterexample: Counterexample,
    /// The iterations of the loop that source and sink of the smallest pair are in.
    pub iterations: (Value, Value),
    /// Whether both accesses accumulate in the same way and nothing else in the loop touches the
    /// array, so that the reduction can be declared.
    pub is_reduction: bool,
    /// Why the iterations cannot have copies of the array, if there is more to say about it.
    pub not_private: Option<Box<NotPrivate>>,
}

/// A variable that is said to be private to a loop, and is not.
#[derive(Clone, Debug, PartialEq)]
pub struct NotPrivate {
    /// The way to the band of the loop.
    pub path: Path,
    /// The member of the band that the loop is.
    pub member: usize,
    /// The name of its counter.
    pub iterator: Option<String>,
    /// The label in front of the source loop.
    pub label: Option<String>,
    /// The variable, by the array's tuple name.
    pub array: String,
    /// What is wrong, in the smallest case.
    pub reason: NotPrivateReason,
    /// The values of the parameters in this case.
    pub parameters: Vec<(String, Value)>,
}

/// Why iterations cannot have a variable for themselves. Iterations are those of the loop at hand,
/// in the same ones of all loops around it.
#[derive(Clone, Debug, PartialEq)]
pub enum NotPrivateReason {
    /// There is no such variable.
    Unknown,
    /// There can be no copies of it.
    NoCopies(&'static str),
    /// An instance reads what an instance in another iteration has written.
    Crosses {
        /// The one that writes.
        write: Point,
        /// The one that reads.
        read: Point,
        /// What it reads.
        cell: Point,
    },
    /// One iteration reads a value from before the loop and another one overwrites it: copies
    /// belong to threads, not to iterations.
    Overwritten {
        /// The iteration that reads.
        reading: Value,
        /// The iteration that overwrites.
        writing: Value,
        /// What it reads.
        cell: Point,
    },
    /// An iteration is not sure to write a cell that is needed after the loop.
    Lost {
        /// The iteration.
        iteration: Value,
        /// The cell.
        cell: Point,
    },
    /// A value from before the loop is needed, and copies in vector lanes begin without one.
    Lanes {
        /// Where it is.
        cell: Point,
    },
}

/// A declared reduction that is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// What is claimed of the loop.
    pub claim: Claim,
    /// The way to the band of the loop.
    pub path: Path,
    /// The member of the band that the loop is.
    pub member: usize,
    /// The name of its counter.
    pub iterator: Option<String>,
    /// The label in front of the source loop.
    pub label: Option<String>,
    /// What is declared to be accumulated into.
    pub array: String,
    /// What is wrong.
    pub problem: DeclarationProblem,
}

/// Why a declared reduction is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclarationProblem {
    /// There is no such array.
    UnknownArray,
    /// In the loop it is accessed in another way too. (Iterations accumulate into copies of
    /// their own, so that such an access sees partial results.)
    OtherAccess(AccessRef),
    /// In the loop it is accumulated into with different operators.
    OtherOperator(AccessRef, AccessRef),
}

/// A value that other storage does not keep.
#[derive(Clone, Debug)]
pub struct Lost {
    /// The array that has the value in the original program.
    pub from: ArrayId,
    /// The one that should keep it.
    pub to: ArrayId,
    /// How it gets lost.
    pub loss: Loss,
    /// The read that does not find it; for [`Loss::Dropped`] the write that nobody finds.
    pub access: AccessRef,
    /// The write whose value it should find, if there is one.
    pub wanted: Option<(AccessRef, Point)>,
    /// The write whose value it finds, if it finds one.
    pub found: Option<(AccessRef, Point)>,
    /// All instances of the access with those of the write that is the trouble, if there is one.
    pub relation: Option<Map>,
    /// The smallest values of the parameters with which it happens.
    pub parameters: Vec<(String, Value)>,
    /// The first instance with these parameters.
    pub instance: Point,
    /// The cell of the new array that it accesses.
    pub cell: Option<Point>,
    /// Whether it gets lost in some of the orders only that the schedule leaves open, because
    /// instances have the same date or are in different parts of a `set`. Otherwise it gets lost in
    /// all of them.
    pub unordered: bool,
}

/// How a value gets lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// It is from before the program, and nobody copies it.
    Unfilled,
    /// It is seen after the program, and nobody copies it.
    Dropped,
    /// A cell is copied at the end that nobody has written.
    Garbage,
    /// It is written to another cell than it is read from.
    Apart,
    /// It is read before it is written.
    Late,
    /// It is written to a buffer after that has been copied back.
    Behind,
    /// Its cell is overwritten before it is read.
    Overwritten,
}
