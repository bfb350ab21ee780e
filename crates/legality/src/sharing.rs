//! What the iterations of a parallel or vector loop do with variables: a table, and reductions.
//! [`private`](crate::private) finds out what they can have for themselves.

use crate::claims::{accumulates, problem};
use crate::legal::Role;
use crate::placement::Placed;
use crate::private::{Own, private};
use presburger::{Result, Set};
use scop::{ArrayId, MemberId, ReductionOperator, ScheduleTree, Scop};
use std::collections::BTreeMap;

/// The roles that are not [`Role::Shared`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Roles {
    reductions: BTreeMap<(MemberId, ArrayId), ReductionOperator>,
    own: BTreeMap<(MemberId, ArrayId), Own>,
}

impl Roles {
    pub(crate) fn get(&self, member: MemberId, array: ArrayId) -> Role {
        let key = (member, array);
        match (self.own.get(&key), self.reductions.get(&key)) {
            (Some(own), _) => own.role,
            (None, Some(operator)) => Role::Reduction(*operator),
            (None, None) => Role::Shared,
        }
    }

    /// The parameters for which somebody may see what an iteration leaves behind in a copy.
    pub(crate) fn keeps(&self, member: MemberId, array: ArrayId) -> Option<&Set> {
        self.own.get(&(member, array)).map(|own| &own.keeps)
    }

    pub(crate) fn reduce(&mut self, member: MemberId, array: ArrayId, with: ReductionOperator) {
        self.reductions.insert((member, array), with);
    }

    pub(crate) fn copy(&mut self, member: MemberId, array: ArrayId, own: Own) {
        self.own.insert((member, array), own);
    }
}

/// The operator with which everything in a loop accumulates into an array, if it does nothing
/// else with it.
pub(crate) fn reduction(
    placed: &Placed<'_>,
    member: MemberId,
    array: ArrayId,
) -> Option<ReductionOperator> {
    if problem(placed, member, array).is_some() {
        return None;
    }
    let mut accesses = placed.scop.accesses().filter(|(statement, _, access)| {
        let mut own = placed.of(*statement).iter();
        access.array == array && own.any(|&id| placed.view[id].date_of(member).is_some())
    });
    let (statement, access, _) = accesses.next()?;
    accumulates(placed.scop, statement, access)
}

/// What iterations of the loops of a schedule could have for themselves, whether these are claimed
/// to be parallel or not.
///
/// ```
/// # use scop::{ScheduleTree, Scop, Statement};
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![],
/// #     context: "{ : }".parse()?,
/// #     arrays: vec![],
/// #     schedule: ScheduleTree::from_map(&"{ S[i] -> [i] : 1 <= i < 9 }".parse()?)?,
/// #     statements: vec![Statement::new("{ S[i] : 1 <= i < 9 }".parse()?)],
/// #     span: None,
/// # };
/// let copies = legality::OwnCopies::new(&scop, &scop.schedule)?;
/// for (array, _) in scop.arrays() {
///     println!("{:?}", copies.role(scop::MemberId(0), array)?);
/// }
/// # Ok::<(), presburger::Error>(())
/// ```
pub struct OwnCopies<'a>(Placed<'a>);

impl<'a> OwnCopies<'a> {
    /// Those of a schedule.
    pub fn new(scop: &'a Scop, schedule: &ScheduleTree) -> Result<OwnCopies<'a>> {
        Ok(OwnCopies(Placed::new(scop, schedule)?))
    }

    /// How each iteration of a loop could have a copy of its own, if that will do: then dependences
    /// on the variable do not keep the loop from being parallel.
    pub fn role(&self, member: MemberId, array: ArrayId) -> Result<Option<Role>> {
        Ok(private(&self.0, member, array)?.ok().map(|own| own.role))
    }
}
