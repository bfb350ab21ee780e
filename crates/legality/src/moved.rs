//! What programs with other storage and programs with buffers have in common: the statements of the
//! program that they are made of, and the way in which values get lost.

use crate::placement::Placed;
use crate::verdict::{Loss, Lost, Violation};
use crate::witness::{Search, image};
use presburger::{Error, Map, Result, Set};
use scop::{Access, AccessId, ArrayId, Scop, Statement, StmtId};

/// An access of a statement.
pub(crate) type Place = (StmtId, AccessId);

/// That a program begins with the arrays and statements of another one, whose accesses are the same
/// but for their cells: `fits` says whether an access may stand in the place of the old one.
pub(crate) fn begins_with(
    old: &Scop,
    new: &Scop,
    fits: &dyn Fn(StmtId, &Access, &Access) -> Result<bool>,
) -> Result<()> {
    let wrong = |why: &str| Err(Error::Invalid(format!("not the same program: {why}")));
    if old.parameters != new.parameters || !old.context.is_equal(&new.context)? {
        return wrong("other parameters");
    }
    let arrays = new.arrays.get(..old.arrays.len());
    if arrays != Some(&old.arrays[..]) || new.statements.len() < old.statements.len() {
        return wrong("other arrays or statements");
    }
    for (id, one) in old.statements() {
        let other = &new[id];
        if one.name != other.name
            || one.domain != other.domain
            || one.accesses.len() != other.accesses.len()
            || one.reduction != other.reduction
        {
            return wrong("a statement is another one");
        }
        for (a, b) in one.accesses.iter().zip(&other.accesses) {
            let same = (a.kind, a.certainty, a.exact) == (b.kind, b.certainty, b.exact);
            if !same || !fits(id, a, b)? {
                return wrong("an access is another one");
            }
        }
    }
    Ok(())
}

/// Whether an access is what it was, or a read that is gone: those in the subscripts of references to
/// other cells are. That the text computes the same without is seen where it is compared with the source.
pub(crate) fn is_kept(old: &Access, new: &Access) -> Result<bool> {
    let is_same = old.relation == new.relation;
    Ok(old.array == new.array && (is_same || !new.is_write() && new.relation.is_empty()?))
}

/// What a statement that copies reads and writes. Whatever else it reads only holds it in its place, among
/// calls that may do anything.
pub(crate) fn copied(copy: &Statement) -> Option<[&Access; 2]> {
    match &copy.accesses[..] {
        [read, write, rest @ ..] => {
            let fits =
                !read.is_write() && write.is_write() && rest.iter().all(|one| !one.is_write());
            fits.then_some([read, write])
        }
        _ => None,
    }
}

/// Pairs of instances in which a value gets lost.
pub(crate) struct Pairs {
    /// All in which it may.
    pub(crate) all: Map,
    /// Those in which it does in every order that the schedule leaves open.
    pub(crate) sure: Option<Map>,
}

impl Pairs {
    /// Pairs in which the order does not matter.
    pub(crate) fn sure(all: Map) -> Pairs {
        let sure = Some(all.clone());
        Pairs { all, sure }
    }
}

/// An array whose values are kept in another one, where some are lost.
pub(crate) struct Losing<'a> {
    pub(crate) scop: &'a Scop,
    pub(crate) from: ArrayId,
    pub(crate) to: ArrayId,
    pub(crate) placed: &'a Placed<'a>,
}

impl Losing<'_> {
    fn search(&self) -> Search<'_> {
        Search::new(self.scop, &self.placed.view)
    }

    /// A loss in these instances of an access, if there are any.
    pub(crate) fn alone(
        &self,
        loss: Loss,
        place: Place,
        instances: &Set,
    ) -> Result<Option<Violation>> {
        if instances.is_empty()? {
            return Ok(None);
        }
        let (case, instance) = self.search().smallest_element(instances)?;
        let cells = &self.scop[place.0][place.1].relation;
        Ok(Some(Violation::Lost(Box::new(Lost {
            from: self.from,
            to: self.to,
            loss,
            access: place.into(),
            wanted: None,
            found: None,
            relation: None,
            cell: image(&case, cells, &instance)?,
            parameters: case.parameters,
            instance,
            unordered: false,
        }))))
    }

    /// A loss in pairs of instances of an access and of another one, if there are any; one that is
    /// sure to happen if there is one. The other one
    /// is the trouble if it is `found`; `wanted` is the write whose value should be found, with
    /// the instances that belong to those of the access.
    pub(crate) fn between(
        &self,
        loss: Loss,
        place: Place,
        wanted: Option<(Place, &Map)>,
        found: Option<Place>,
        pairs: Pairs,
    ) -> Result<Option<Violation>> {
        let sure = match pairs.sure {
            Some(sure) if !sure.is_empty()? => Some(sure),
            _ if pairs.all.is_empty()? => return Ok(None),
            _ => None,
        };
        let smallest = { self.search() }.smallest_pair(sure.as_ref().unwrap_or(&pairs.all));
        let (case, instance, other) = smallest?;
        let wanted = match wanted {
            Some((write, sources)) => {
                let source = image(&case, sources, &instance)?;
                source.map(|source| (write.into(), source))
            }
            None => None,
        };
        let cells = &self.scop[place.0][place.1].relation;
        Ok(Some(Violation::Lost(Box::new(Lost {
            from: self.from,
            to: self.to,
            loss,
            access: place.into(),
            wanted,
            found: found.map(|found| (found.into(), other)),
            relation: Some(pairs.all),
            cell: image(&case, cells, &instance)?,
            parameters: case.parameters,
            instance,
            unordered: sure.is_none(),
        }))))
    }
}
