//! Every instance is executed, and none twice.

use presburger::{Map, Set};

use crate::dated::Dated;
use crate::{Claim, Copy, Failure, Result, example};

/// Proves it for all statements; `are_apart` if no two copies of a statement have an old date in
/// common.
pub(crate) fn each(
    copies: &[Copy],
    dated: &[Dated<'_>],
    claim: &Claim,
    are_apart: bool,
) -> Result<()> {
    for (index, expected) in claim.statements.iter().enumerate() {
        let own: Vec<&Dated<'_>> = dated
            .iter()
            .filter(|one| one.copy.statement == index)
            .collect();
        let domain = expected.domain.intersect_params(&claim.context)?;
        let mut found = Vec::new();
        if own.iter().any(|one| one.is_chosen) {
            // An instance has several dates: what is executed once is an instance at a date.
            let mut wanted = Vec::new();
            for date in claim.dates_of(&expected.domain)? {
                wanted.push(date.intersect_domain(&domain)?.wrap()?.flatten());
            }
            for one in own {
                let both = one.copy.target.range_product(&one.date)?;
                found.push((both.flatten_range()?, None));
            }
            for set in wanted {
                let width = set.n_dim();
                let found: Vec<(Map, Option<Map>)> = found
                    .iter()
                    .filter(|(map, _)| map.space().n_out() == width)
                    .cloned()
                    .collect();
                covers(&expected.name, &set, &found, false)?;
            }
            continue;
        }
        for copy in copies.iter().filter(|copy| copy.statement == index) {
            let way = own.iter().find(|one| std::ptr::eq(one.copy, copy));
            let way = match way {
                Some(one) => one.way_back(claim)?,
                None => None,
            };
            found.push((copy.target.clone(), way));
        }
        // An instance that has one date is not executed twice at different ones.
        covers(&expected.name, &domain, &found, are_apart)?;
    }
    Ok(())
}

/// Proves that the relations lead to all of `wanted`, and to nothing twice; `are_apart` if no two of
/// them lead to the same. Beside a relation may stand a function that is believed to lead back.
fn covers(name: &str, wanted: &Set, found: &[(Map, Option<Map>)], are_apart: bool) -> Result<()> {
    let twice = |example: String| Failure::Twice {
        statement: name.into(),
        example,
    };
    let mut reached = Set::empty(wanted.space().clone())?;
    let mut easily = reached.clone();
    let mut ranges: Vec<Set> = Vec::new();
    for (map, back) in found {
        // Where branches exclude each other, a text is read in many parts.
        let map = &map.coalesce()?;
        if !map.is_injective()? {
            let pairs = map.apply_range(&map.reverse()?)?;
            let others = pairs.subtract(&pairs.domain()?.identity()?)?;
            let example = example(&others.domain()?.into())?;
            return Err(twice(format!("executed at {example} and elsewhere")));
        }
        let range = in_space(&map.range()?, wanted)?;
        for other in ranges.iter().filter(|_| !are_apart) {
            if !other.is_disjoint(&range)? {
                return Err(twice(example(&other.intersect(&range)?.into())?));
            }
        }
        // What is reached is easier to say with a formula for the counters than with the
        // statement that there are some.
        let part = match back {
            Some(back) => {
                let back = back.coalesce()?;
                in_space(&back.intersect(&map.reverse()?)?.domain()?, wanted)?
            }
            None => range.clone(),
        };
        easily = easily.union(&part)?;
        reached = reached.union(&range)?;
        ranges.push(range);
    }
    if wanted.is_subset(&easily)? || wanted.is_subset(&reached)? {
        return Ok(());
    }
    Err(Failure::Missing {
        statement: name.into(),
        example: example(&wanted.subtract(&reached)?.into())?,
    })
}

/// The set with the tuple of another one.
fn in_space(set: &Set, other: &Set) -> presburger::Result<Set> {
    match set.space().has_equal_tuples(other.space()) {
        true => Ok(set.clone()),
        false => set.flatten().set_tuple_name(other.tuple_name()),
    }
}
