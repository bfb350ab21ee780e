//! A schedule that may be written: the value that only a check makes.

use crate::sharing::Roles;
use dependence::Dependence;
use presburger::Set;
use scop::schedule::{Member, Node};
use scop::{ArrayId, DependenceId, MemberId, Move, Pack, ReductionOperator, ScheduleTree, Scop};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A schedule for a program that keeps what the program computes, with what the iterations of its
/// parallel and vector loops do with the variables that they touch.
///
/// Only [`check`](crate::check) makes one, and there are two more doors: [`Legal::original`], the
/// program's own order, which keeps what the program computes by definition, and
/// [`Legal::unchecked`], for those who know better. Whoever writes or proves code takes a `Legal`,
/// so that nobody can forget to ask.
///
/// ```
/// # use scop::{ScheduleTree, Scop, Statement};
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N")],
/// #     context: "[N] -> { : }".parse()?,
/// #     arrays: vec![],
/// #     schedule: ScheduleTree::from_map(&"[N] -> { S[i] -> [i] : 1 <= i < N }".parse()?)?,
/// #     statements: vec![Statement::new("[N] -> { S[i] : 1 <= i < N }".parse()?)],
/// #     span: None,
/// # };
/// let legal = legality::Legal::original(&scop);
/// assert_eq!(legal.schedule(), &scop.schedule);
/// assert!(legal.is_checked());
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Legal {
    scop: Arc<Scop>,
    schedule: ScheduleTree,
    roles: Roles,
    grounds: Grounds,
    checked: usize,
    relaxed: Vec<DependenceId>,
    reused: BTreeSet<ArrayId>,
    moves: Vec<Move>,
    packs: Vec<Pack>,
}

/// Why a schedule is taken as legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grounds {
    /// It was proved.
    Checked,
    /// It is that of the program.
    Original,
    /// Somebody says so.
    Unchecked,
}

/// What the iterations of a parallel or vector loop do with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// All work on the same one: no two iterations touch a cell that one of them writes.
    Shared,
    /// Each has its own, and writes it before it reads it; nobody needs it afterwards.
    Private,
    /// Each has its own, and writes it before it reads it; afterwards the variable has the value
    /// that the last iteration gave it.
    LastPrivate,
    /// Each has its own, which begins as a copy; what it reads of it is what was there before the
    /// loop, or what it has written itself; nobody needs it afterwards.
    FirstPrivate,
    /// Both: it begins as a copy, and afterwards the variable is what the last iteration has.
    FirstLastPrivate,
    /// Each accumulates into its own, and these are combined at the end.
    Reduction(ReductionOperator),
}

impl Role {
    /// Whether each iteration has its own.
    pub fn is_private(self) -> bool {
        self == Role::Private || self.is_first() || self.is_last()
    }

    /// Whether each has its own, which begins as a copy of what was there before the loop.
    pub fn is_first(self) -> bool {
        matches!(self, Role::FirstPrivate | Role::FirstLastPrivate)
    }

    /// Whether each has its own, and that of the last one is kept.
    pub fn is_last(self) -> bool {
        matches!(self, Role::LastPrivate | Role::FirstLastPrivate)
    }
}

impl Legal {
    /// What a check has proved.
    pub(crate) fn proved(
        scop: &Scop,
        schedule: &ScheduleTree,
        roles: Roles,
        checked: usize,
        relaxed: Vec<DependenceId>,
    ) -> Legal {
        Legal {
            checked,
            relaxed,
            ..Legal::new(scop, schedule.clone(), roles, Grounds::Checked)
        }
    }

    /// A schedule of a program with its own storage.
    fn new(scop: &Scop, schedule: ScheduleTree, roles: Roles, grounds: Grounds) -> Legal {
        Legal {
            scop: Arc::new(scop.clone()),
            schedule,
            roles,
            grounds,
            checked: 0,
            relaxed: Vec::new(),
            reused: BTreeSet::new(),
            moves: Vec::new(),
            packs: Vec::new(),
        }
    }

    /// The program's own order, in which no loop is claimed to be parallel or a vector.
    ///
    /// A [`Scop`] is the program: its `schedule` is part of what the program means, as its accesses
    /// are, so whoever changes that field speaks of another program, and only the read-back of the
    /// new text against the source can find it out.
    pub fn original(scop: &Scop) -> Legal {
        let schedule = without_claims(&scop.schedule);
        Legal::new(scop, schedule, Roles::default(), Grounds::Original)
    }

    /// A schedule that nobody has proved anything of: what is written with it says so.
    ///
    /// The dependences serve to guess what the iterations of parallel loops have for themselves.
    pub fn unchecked(scop: &Scop, dependences: &[Dependence], schedule: &ScheduleTree) -> Legal {
        let roles = crate::check::guessed_roles(scop, dependences, schedule);
        Legal::new(scop, schedule.clone(), roles, Grounds::Unchecked)
    }

    /// The same, with the arrays whose cells are written in another order.
    pub(crate) fn reusing(self, reused: BTreeSet<ArrayId>) -> Legal {
        Legal { reused, ..self }
    }

    /// The same of a program that keeps values elsewhere.
    pub(crate) fn moving(self, moves: Vec<Move>) -> Legal {
        Legal { moves, ..self }
    }

    /// The same with what is known of the program and order that it was made of. Which of that
    /// program's accumulations are reordered is not among it: its loops were claimed to be nothing.
    pub(crate) fn like(self, other: &Legal, relaxed: Vec<DependenceId>) -> Legal {
        Legal {
            checked: other.checked,
            relaxed,
            reused: other.reused.clone(),
            moves: other.moves.clone(),
            ..self
        }
    }

    /// The same of a program with buffers.
    pub(crate) fn packing(self, packs: Vec<Pack>) -> Legal {
        Legal { packs, ..self }
    }

    /// The same of a program with other storage, if nothing is proved of it: a check says by itself
    /// where values are kept.
    pub fn stored(self, moves: &[Move], packs: &[Pack]) -> Legal {
        match self.grounds {
            Grounds::Unchecked => self.moving(moves.to_vec()).packing(packs.to_vec()),
            Grounds::Checked | Grounds::Original => self,
        }
    }

    pub(crate) fn roles(&self) -> &Roles {
        &self.roles
    }

    /// The arrays of the source whose values this program keeps elsewhere.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The buffers for parts of arrays.
    pub fn packs(&self) -> &[Pack] {
        &self.packs
    }

    /// The program; its own schedule is the original order.
    pub fn scop(&self) -> &Scop {
        &self.scop
    }

    /// The order.
    pub fn schedule(&self) -> &ScheduleTree {
        &self.schedule
    }

    /// Whether the order was proved, or is that of the program.
    pub fn is_checked(&self) -> bool {
        self.grounds != Grounds::Unchecked
    }

    /// How many dependences were looked at.
    pub fn checked(&self) -> usize {
        self.checked
    }

    /// Those of these that are only kept up to the order of accumulations.
    pub fn relaxed(&self) -> &[DependenceId] {
        &self.relaxed
    }

    /// The variables that are written in another order than in the program, although every read
    /// finds the same value as there, and the same values are left at the end.
    pub fn reused(&self) -> impl Iterator<Item = ArrayId> {
        self.reused.iter().copied()
    }

    /// What the iterations of a parallel or vector loop do with a variable. Members have their
    /// numbers from the [placements](scop::schedule::Placements) of the schedule.
    pub fn role(&self, member: MemberId, array: ArrayId) -> Role {
        self.roles.get(member, array)
    }

    /// The parameters for which somebody may see what the last iteration of a loop leaves behind in a
    /// variable that iterations have for themselves. With these every iteration writes all of the
    /// variable that is needed, and one that does nothing would leave nonsense.
    pub fn keeps(&self, member: MemberId, array: ArrayId) -> Option<&Set> {
        self.roles.keeps(member, array)
    }
}

/// The tree with nothing wanted of loops that would need a proof.
pub(crate) fn without_claims(tree: &ScheduleTree) -> ScheduleTree {
    let unclaimed = |member: &Member| Member {
        parallel: false,
        vector: false,
        reductions: Vec::new(),
        private: Vec::new(),
        ..member.clone()
    };
    let changed = tree.map_bottom_up(|node| {
        let scop::schedule::Kind::Band(band) = node.kind() else {
            return Ok::<_, std::convert::Infallible>(node);
        };
        if !band.members.iter().any(|one| one.parallel || one.vector) {
            return Ok(node);
        }
        let mut band = band.clone();
        band.members = band.members.iter().map(unclaimed).collect();
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        Ok(Node::band(band, child))
    });
    let Ok(changed) = changed;
    changed.unwrap_or_else(|| unreachable!("a band in place of a band fits"))
}
