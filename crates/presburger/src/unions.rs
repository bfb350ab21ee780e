//! Unions over spaces: what union sets and union maps have in common.
//!
//! A union is a list of relations in different spaces, all over the same parameters, in the order
//! in which their spaces first came. Binary operations bring both operands to common parameters
//! and look the parts of the second up by space or by tuple, so their cost is that of the pairs
//! that match.

use crate::error::Result;
use crate::number::Big;
use crate::relation::Relation;
use crate::space::{Name, Space};
use crate::text;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

/// Relations in pairwise different spaces over the same parameters; none is without conjunctions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Union {
    params: Arc<[Name]>,
    parts: Arc<[Relation]>,
}

impl Union {
    pub(crate) fn empty(params: &[Name]) -> Union {
        Union {
            params: params.into(),
            parts: Arc::new([]),
        }
    }

    /// All of these relations over `params` and whatever other parameters they have.
    pub(crate) fn new(params: &[Name], relations: Vec<Relation>) -> Result<Union> {
        let mut space = Space::params_only(params.to_vec());
        for relation in &relations {
            if relation.space.params() != space.params() {
                space = space.with_params(space.merge_params(&relation.space));
            }
        }
        let mut parts: Vec<Relation> = Vec::with_capacity(relations.len());
        let mut places: FxHashMap<Space, usize> = FxHashMap::default();
        for relation in relations {
            let relation = relation.align_params(space.params()).without_marked_empty();
            if relation.is_plain_empty() {
                continue;
            }
            match places.get(&relation.space) {
                Some(&at) => parts[at] = parts[at].union(&relation)?,
                None => {
                    places.insert(relation.space.clone(), parts.len());
                    parts.push(relation);
                }
            }
        }
        Ok(Union {
            params: space.params().into(),
            parts: parts.into(),
        })
    }

    pub(crate) fn parts(&self) -> &[Relation] {
        &self.parts
    }
    /// The text of the union.
    pub(crate) fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let parts: Vec<&Relation> = self.parts.iter().collect();
        text::write_relations(out, &self.params, &parts)
    }
    /// The space of the parameters.
    pub(crate) fn space(&self) -> Space {
        Space::params_only(self.params.to_vec())
    }

    /// Over these parameters, which include those of `self`.
    fn over(&self, params: &[Name]) -> Cow<'_, Union> {
        if *self.params == *params {
            return Cow::Borrowed(self);
        }
        let parts = self
            .parts
            .iter()
            .map(|part| part.align_params(params))
            .collect();
        Cow::Owned(Union {
            params: params.into(),
            parts,
        })
    }

    fn aligned<'a>(&'a self, other: &'a Union) -> (Cow<'a, Union>, Cow<'a, Union>) {
        if self.params == other.params {
            return (Cow::Borrowed(self), Cow::Borrowed(other));
        }
        let params = self.space().merge_params(&other.space());
        (self.over(&params), other.over(&params))
    }

    /// The part in a space with these tuples.
    pub(crate) fn in_space(&self, space: &Space) -> Option<&Relation> {
        self.parts
            .iter()
            .find(|part| part.space.has_equal_tuples(space))
    }

    fn by_space(&self) -> FxHashMap<&Space, &Relation> {
        self.parts.iter().map(|part| (&part.space, part)).collect()
    }

    /// The parts that `change` gives for each part; `None` leaves it out.
    pub(crate) fn each(
        &self,
        mut change: impl FnMut(&Relation) -> Result<Option<Relation>>,
    ) -> Result<Union> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in self.parts.iter() {
            parts.extend(change(part)?);
        }
        Union::new(&self.params, parts)
    }

    /// What `op` makes of each pair of parts with the same key; parts without key are left out.
    pub(crate) fn pairs<K: Hash + Eq>(
        &self,
        other: &Union,
        left: impl Fn(&Space) -> Option<K>,
        right: impl Fn(&Space) -> Option<K>,
        op: impl Fn(&Relation, &Relation) -> Result<Relation>,
    ) -> Result<Union> {
        let (a, b) = self.aligned(other);
        let mut keys: FxHashMap<K, Vec<&Relation>> = FxHashMap::default();
        for part in b.parts.iter() {
            if let Some(key) = right(&part.space) {
                keys.entry(key).or_default().push(part);
            }
        }
        let mut parts = Vec::new();
        for x in a.parts.iter() {
            let matches = left(&x.space).and_then(|key| keys.get(&key));
            for y in matches.into_iter().flatten() {
                parts.push(op(x, y)?);
            }
        }
        Union::new(&a.params, parts)
    }

    /// What `op` makes of each pair of parts.
    pub(crate) fn all_pairs(
        &self,
        other: &Union,
        op: impl Fn(&Relation, &Relation) -> Result<Relation>,
    ) -> Result<Union> {
        self.pairs(other, |_| Some(()), |_| Some(()), op)
    }

    /// What `op` makes of each part of `self` and the part of `other` in its space, if any.
    fn matching(
        &self,
        other: &Union,
        op: impl Fn(&Relation, Option<&Relation>) -> Result<Option<Relation>>,
    ) -> Result<Union> {
        let (a, b) = self.aligned(other);
        let places = b.by_space();
        a.each(|part| op(part, places.get(&part.space).copied()))
    }

    pub(crate) fn union(&self, other: &Union) -> Result<Union> {
        let parts = self
            .parts
            .iter()
            .chain(other.parts.iter())
            .cloned()
            .collect();
        Union::new(&self.space().merge_params(&other.space()), parts)
    }

    pub(crate) fn intersect(&self, other: &Union) -> Result<Union> {
        self.matching(other, |x, y| y.map(|y| x.intersect(y)).transpose())
    }

    pub(crate) fn subtract(&self, other: &Union) -> Result<Union> {
        self.matching(other, |x, y| match y {
            None => Ok(Some(x.clone())),
            Some(y) => Ok(Some(x.subtract(y)?)),
        })
    }

    /// The gist in each space; parts outside of the context's spaces are left out.
    pub(crate) fn gist(&self, context: &Union) -> Result<Union> {
        self.matching(context, |x, y| y.map(|y| x.gist(y)).transpose())
    }

    pub(crate) fn intersect_params(&self, params: &Relation) -> Result<Union> {
        self.each(|part| Ok(Some(part.intersect_params(params)?)))
    }

    pub(crate) fn is_empty(&self) -> Result<bool> {
        self.all(Relation::is_empty)
    }

    pub(crate) fn is_subset(&self, other: &Union) -> Result<bool> {
        let (a, b) = self.aligned(other);
        let places = b.by_space();
        a.all(|part| match places.get(&part.space) {
            None => part.is_empty(),
            Some(other) => part.is_subset(other),
        })
    }

    pub(crate) fn is_equal(&self, other: &Union) -> Result<bool> {
        Ok(self == other || (self.is_subset(other)? && other.is_subset(self)?))
    }

    pub(crate) fn is_disjoint(&self, other: &Union) -> Result<bool> {
        let (a, b) = self.aligned(other);
        let places = b.by_space();
        a.all(|part| {
            places
                .get(&part.space)
                .map_or(Ok(true), |other| part.is_disjoint(other))
        })
    }

    /// Whether the question has the answer yes for every part.
    pub(crate) fn all(&self, question: impl Fn(&Relation) -> Result<bool>) -> Result<bool> {
        for part in self.parts.iter() {
            if !question(part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The parameter values for which there is a point.
    pub(crate) fn params_set(&self) -> Result<Relation> {
        let mut params = Relation::empty(self.space());
        for part in self.parts.iter() {
            params = params.union(&part.params()?)?;
        }
        Ok(params)
    }

    /// The parameters that nothing mentions taken out.
    pub(crate) fn drop_unused_params(&self) -> Result<Union> {
        let used = self.params.iter().enumerate().filter(|(i, _)| {
            let dim = crate::dim::Dim::Param(*i);
            self.parts
                .iter()
                .any(|part| part.involves_dims(dim, 1) == Ok(true))
        });
        let used: Vec<Name> = used.map(|(_, name)| name.clone()).collect();
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in self.parts.iter() {
            parts.push(part.drop_unused_params()?);
        }
        Union::new(&used, parts)
    }

    /// With these parameters first; the others of `self` follow.
    pub(crate) fn align_params_first(&self, params: &[&str]) -> Union {
        let first = Space::params_only(params.iter().map(|p| Name::from(*p)).collect());
        let all = first.merge_params(&self.space());
        self.over(&all).into_owned()
    }

    /// Without one parameter: what is there for some value of it.
    pub(crate) fn project_out_params(&self, gone: impl Fn(&str) -> bool) -> Result<Union> {
        let kept: Vec<Name> = self.params.iter().filter(|p| !gone(p)).cloned().collect();
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in self.parts.iter() {
            let mut part = part.clone();
            for i in (0..self.params.len())
                .rev()
                .filter(|&i| gone(&self.params[i]))
            {
                part = part.project_out(crate::dim::Dim::Param(i), 1)?;
            }
            parts.push(part);
        }
        Union::new(&kept, parts)
    }

    /// Some point and the space of its part.
    pub(crate) fn sample(&self) -> Result<Option<(Space, Vec<Big>)>> {
        for part in self.parts.iter() {
            if let Some(point) = part.sample()? {
                return Ok(Some((part.space.clone(), point)));
            }
        }
        Ok(None)
    }
}
