//! Loops that declare reductions: whether they are.
//!
//! In a loop that declares to accumulate into an array, each iteration works on a copy of its own
//! that starts with the operator's neutral element, and copies are combined at the end. This is
//! what the program computes, up to the order of the accumulation, if everything in the loop that
//! accesses the array accumulates into it, with one operator.
//!
//! "In the loop" is everything below the band, whether it is executed together or not: code
//! generation may make several loops of a band, but all of them have the declaration.

use crate::placement::Placed;
use crate::verdict::{AccessRef, Claim, Declaration, DeclarationProblem, Violation};
use scop::schedule::Member;
use scop::{AccessId, ArrayId, MemberId, ReductionOperator, Scop, StmtId};

/// The operator with which an access accumulates.
pub(crate) fn accumulates(
    scop: &Scop,
    statement: StmtId,
    access: AccessId,
) -> Option<ReductionOperator> {
    let reduction = scop.statements.get(statement.index())?.reduction?;
    let takes_part = access == reduction.read || access == reduction.write;
    takes_part.then_some(reduction.operator)
}

/// Whether both accesses accumulate with the same operator, so that their order changes nothing
/// but what [`Reductions::Relax`](crate::Reductions::Relax) permits.
pub(crate) fn commute(scop: &Scop, source: (StmtId, AccessId), sink: (StmtId, AccessId)) -> bool {
    match (
        accumulates(scop, source.0, source.1),
        accumulates(scop, sink.0, sink.1),
    ) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// Whether a loop declares to accumulate into the array.
pub(crate) fn declares(scop: &Scop, member: &Member, array: ArrayId) -> bool {
    let array = scop.arrays.get(array.index());
    array.is_some_and(|array| member.reductions.contains(&array.name))
}

/// What is claimed of a loop; the stronger-sounding one of two.
pub(crate) fn claim(member: &Member) -> Claim {
    match member.parallel {
        true => Claim::Parallel,
        false => Claim::Vector,
    }
}

/// The declarations that are not true.
pub(crate) fn wrong_declarations(placed: &Placed<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for (id, one) in placed.view.members() {
        if !one.is_claimed() {
            continue;
        }
        for name in &one.attributes.reductions {
            let problem = match placed.scop.find_array(name) {
                None => Some(DeclarationProblem::UnknownArray),
                Some(array) => problem(placed, id, array),
            };
            let Some(problem) = problem else { continue };
            found.push(Violation::Declaration(Box::new(Declaration {
                claim: claim(&one.attributes),
                path: one.path.clone(),
                member: one.position,
                iterator: one.attributes.iterator.clone(),
                label: one.attributes.label.clone(),
                array: name.clone(),
                problem,
            })));
        }
    }
    found
}

/// What in the loop keeps it from accumulating into copies.
pub(crate) fn problem(
    placed: &Placed<'_>,
    member: MemberId,
    array: ArrayId,
) -> Option<DeclarationProblem> {
    let scop = placed.scop;
    let mut first: Option<(AccessRef, ReductionOperator)> = None;
    for (id, statement) in scop.statements() {
        let mut own = placed.of(id).iter();
        if !own.any(|&one| placed.view[one].date_of(member).is_some()) {
            continue;
        }
        for (access, _) in statement.accesses().filter(|(_, a)| a.array == array) {
            let here = AccessRef {
                statement: id,
                access,
            };
            let Some(operator) = accumulates(scop, id, access) else {
                return Some(DeclarationProblem::OtherAccess(here));
            };
            match first {
                None => first = Some((here, operator)),
                Some((there, other)) if other != operator => {
                    return Some(DeclarationProblem::OtherOperator(there, here));
                }
                Some(_) => {}
            }
        }
    }
    None
}
