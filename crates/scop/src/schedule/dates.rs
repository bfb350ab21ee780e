//! What a node does to the dates of the instances that pass it, as relations.

use super::Kind;
use presburger::{Map, Result, Set, Space, UnionMap, UnionSet};

/// All instances of `domain` on the date `[]`.
fn no_dates(domain: &UnionSet) -> Result<UnionMap> {
    let nowhere = Set::universe(Space::unnamed(0))?;
    UnionMap::from_domain_and_range(domain, &nowhere.into())
}

impl Kind {
    /// The dates of the instances below a node, from those of the instances above it: relations
    /// from instances to the values of the band members so far, in an anonymous tuple.
    ///
    /// ```
    /// # use scop::schedule::Kind;
    /// let above = "{ S[i] -> [i]; T[] -> [0] }".parse()?;
    /// let below = Kind::Filter("{ S[i] : i > 3 }".parse()?).dates_below(&above)?;
    /// assert!(below.is_equal(&"{ S[i] -> [i] : i > 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn dates_below(&self, dates: &UnionMap) -> Result<UnionMap> {
        match self {
            Kind::Domain(domain) => no_dates(domain),
            Kind::Band(band) => dates.flat_range_product(&band.dates()?),
            Kind::Filter(filter) => match as_params(filter) {
                Some(params) => dates.intersect_params(&params),
                None => dates.intersect_domain(filter),
            },
            Kind::Guard(set) => {
                if set.is_params() || set.n_dim() == 0 {
                    return dates.intersect_params(&set.params()?);
                }
                dates.intersect_range(&set.set_tuple_name(None)?.into())
            }
            Kind::Extension(extension) => dates.union(&anonymous_domain(extension)?.reverse()?),
            Kind::Expansion {
                contraction,
                expansion,
            } => {
                // Below, the instance that stands above is found by the contraction; the expansion
                // says which of those that have one are there.
                let pairs = contraction
                    .as_union_map()?
                    .intersect(&expansion.reverse()?)?;
                pairs.apply_range(dates)
            }
            Kind::Context(_) | Kind::Sequence | Kind::Set | Kind::Mark(_) | Kind::Leaf => {
                Ok(dates.clone())
            }
        }
    }
}

/// The map with anonymous domain tuples.
fn anonymous_domain(map: &UnionMap) -> Result<UnionMap> {
    let maps: Vec<Map> = map
        .maps()
        .iter()
        .map(|map| map.set_domain_tuple_name(None))
        .collect::<Result<_>>()?;
    UnionMap::from_maps(maps)
}

/// The condition on parameters that a union of sets is, if it is one.
pub(super) fn as_params(set: &UnionSet) -> Option<Set> {
    match &set.sets()[..] {
        [only] if only.is_params() => Some(only.clone()),
        _ => None,
    }
}
