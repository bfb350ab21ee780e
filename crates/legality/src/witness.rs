//! The smallest case in which something happens.
//!
//! Smallest means: the largest absolute value of a parameter is as small as possible, and no
//! parameter is negative if that can be had; among these the values of the parameters, in their
//! order, then the instances are lexicographically smallest. Programs are easier to follow at a
//! size of 3 than of -1000, and minimising one parameter at the cost of another helps nobody.
//!
//! With parameters `p`, and instances `x` in a set `V`, this is the lexicographic minimum of
//! `{ [m, p, x] : x ∈ V(p) and -m <= p <= m }`, first with `p >= 0`.

use presburger::{Aff, Dim, Effort, Error, Map, Name, Point, Result, Set, Space, Value, attempt};
use scop::Scop;
use scop::schedule::Placements;

/// Values of all parameters with something that happens then.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) parameters: Vec<(String, Value)>,
    /// The coordinates, without parameters.
    coordinates: Vec<Value>,
}

impl Case {
    /// Values of the parameters as a set.
    pub(crate) fn values(&self) -> Result<Set> {
        values(&self.parameters)
    }

    /// A point in the space of `space` without parameters.
    fn point(&self, space: &Space, coordinates: &[Value]) -> Result<Point> {
        let tuple = space.tuple().cloned();
        let tuple = tuple.ok_or_else(|| Error::Invalid(format!("{space} has no instances")))?;
        Point::new(Space::set(Vec::new(), tuple), coordinates.iter().cloned())
    }

    /// The same point with the values of the parameters.
    pub(crate) fn with_parameters(&self, point: &Point) -> Result<Point> {
        with_parameters(&self.parameters, point)
    }
}

/// The same point with values of parameters.
pub(crate) fn with_parameters(parameters: &[(String, Value)], point: &Point) -> Result<Point> {
    let tuple = point.space().tuple().cloned();
    let tuple = tuple.ok_or_else(|| Error::Invalid("a point without a tuple".into()))?;
    let names = parameters.iter().map(|(name, _)| Name::from(name.as_str()));
    let mut coordinates: Vec<Value> = parameters.iter().map(|(_, v)| v.clone()).collect();
    for i in 0..tuple.len() {
        coordinates.push(point.coordinate(Dim::Set(i))?);
    }
    Point::new(Space::set(names.collect(), tuple), coordinates)
}

/// Values of parameters as a set.
pub(crate) fn values(parameters: &[(String, Value)]) -> Result<Set> {
    let names = parameters.iter().map(|(name, _)| Name::from(name.as_str()));
    let mut set = Set::universe(Space::params_only(names.collect()))?;
    for (name, value) in parameters {
        set = set.fix_param(name, value)?;
    }
    Ok(set)
}

/// Looks for cases in which all parameters of a program and a schedule have values.
#[derive(Clone, Debug)]
pub(crate) struct Search<'a> {
    scop: &'a Scop,
    /// Those of the program first.
    parameters: Vec<String>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(scop: &'a Scop, placements: &Placements) -> Search<'a> {
        let own = scop.parameters.iter().map(|p| p.name.clone());
        let mut parameters: Vec<String> = own.collect();
        let original = scop.schedule.domain().space();
        let original = original.params().iter().map(|name| name.to_string());
        for name in original.chain(placements.parameters()) {
            if !parameters.contains(&name) {
                parameters.push(name);
            }
        }
        Search { scop, parameters }
    }

    /// The smallest element of a set that is not empty, without parameters.
    pub(crate) fn smallest_element(&self, set: &Set) -> Result<(Case, Point)> {
        let case = self.smallest(set)?;
        let point = case.point(set.space(), &case.coordinates)?;
        Ok((case, point))
    }

    /// The smallest pair of a relation that is not empty, without parameters.
    pub(crate) fn smallest_pair(&self, pairs: &Map) -> Result<(Case, Point, Point)> {
        let case = self.smallest(&pairs.wrap()?)?;
        let n = pairs.space().n_in().min(case.coordinates.len());
        let (first, second) = case.coordinates.split_at(n);
        let first = case.point(&pairs.space().domain()?, first)?;
        let second = case.point(&pairs.space().range()?, second)?;
        Ok((case, first, second))
    }

    fn smallest(&self, set: &Set) -> Result<Case> {
        let names: Vec<&str> = self.parameters.iter().map(String::as_str).collect();
        let set = set.intersect_params(&self.scop.context)?.flatten();
        smallest(&set.align_params(&names))
    }
}

fn smallest(set: &Set) -> Result<Case> {
    let names: Vec<String> = set.space().params().iter().map(|n| n.to_string()).collect();
    let (n, rest) = (names.len(), set.n_dim());
    let all = set
        .move_dims(Dim::Set(0), Dim::Param(0), n)?
        .set_tuple_name(None)?
        .insert_dims(Dim::Set(0), 1)?;
    let point = match least(&all.intersect(&bounds(n, rest, true)?)?)? {
        Some(point) => point,
        None => {
            let point = least(&all.intersect(&bounds(n, rest, false)?)?)?;
            point.ok_or_else(|| Error::Invalid("nothing violates anything".into()))?
        }
    };
    let values = (1..=n + rest)
        .map(|i| point.coordinate(Dim::Set(i)))
        .collect::<Result<Vec<_>>>()?;
    let (parameters, coordinates) = values.split_at(n);
    Ok(Case {
        parameters: names.into_iter().zip(parameters.iter().cloned()).collect(),
        coordinates: coordinates.to_vec(),
    })
}

/// `{ [m, p..., x...] : -m <= p <= m }`, with `0 <= p` if wanted.
fn bounds(n: usize, rest: usize, nonnegative: bool) -> Result<Set> {
    let space = Space::unnamed(1 + n + rest);
    let dims = Aff::vars_on_domain(&space)?;
    let most = &dims[0];
    let mut bounds = most.nonneg_set()?;
    for value in &dims[1..=n] {
        let low = match nonnegative {
            true => value.nonneg_set()?,
            false => value.add(most)?.nonneg_set()?,
        };
        bounds = bounds.intersect(&low)?.intersect(&value.le_set(most)?)?;
    }
    Ok(bounds)
}

/// The lexicographically smallest point; some point if there is none or it takes too long to find;
/// `None` of an empty set.
fn least(set: &Set) -> Result<Option<Point>> {
    let mut least: Option<Point> = None;
    for part in set.basic_sets() {
        let part = part.to_set();
        let point = match attempt(Effort::Loop, || part.lexmin()) {
            Ok(Some(least)) => least.sample_point()?,
            Ok(None) | Err(Error::Unbounded(_)) => part.sample_point()?,
            Err(error) => return Err(error),
        };
        let Some(point) = point else { continue };
        if least.as_ref().is_none_or(|known| point < *known) {
            least = Some(point);
        }
    }
    Ok(least)
}

/// The first cell that the instances have in common.
pub(crate) fn common_cell(
    case: &Case,
    (source, first): (&Map, &Point),
    (sink, second): (&Map, &Point),
) -> Result<Option<Point>> {
    let (a, b) = (images(case, source, first)?, images(case, sink, second)?);
    if !a.space().has_equal_tuples(b.space()) {
        return Ok(None);
    }
    least(&a.intersect(&b)?)
}

/// The first element that a relation leads to from an instance.
pub(crate) fn image(case: &Case, relation: &Map, instance: &Point) -> Result<Option<Point>> {
    least(&images(case, relation, instance)?)
}

/// The elements that a relation leads to from an instance, without parameters.
fn images(case: &Case, relation: &Map, instance: &Point) -> Result<Set> {
    let relation = relation.intersect_params(&case.values()?)?;
    let relation = relation.project_out_all_params()?;
    if relation.space().domain()?.tuple() != instance.space().tuple() {
        return Set::empty(relation.space().range()?);
    }
    relation.apply(&instance.to_set())
}
