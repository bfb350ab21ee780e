//! Numbers of elements: quasipolynomials that are constant in pieces.
//!
//! Counting here lists points, so it is for bounded sets without free parameters. For a map
//! the number of images may depend on the element; these cases are recognised, in order:
//!
//! 1. a function: 1 on its domain;
//! 2. a product `S -> T`: the number of elements of `T`, on `S`;
//! 3. all translations of one set, `{ x -> x + d : x ∈ S, d ∈ D }`: the number of elements
//!    of `D`, on `S`;
//! 4. a small domain: counted element by element.

use std::fmt;

use presburger::{Error, Map, Result, Set, Space, UnionMap, UnionSet, Value};

/// The largest domain that is counted element by element.
const MAX_DOMAIN: usize = 1_000;

/// A function to numbers, constant on each of finitely many disjoint sets and 0 elsewhere.
#[derive(Debug, Clone)]
pub struct Count {
    /// Disjoint domains; for the number of elements of a set a condition on the parameters.
    pieces: Vec<(Set, Value)>,
}

impl Count {
    /// The number without a domain.
    pub fn constant(value: Value) -> Result<Count> {
        Ok(Count {
            pieces: vec![(Set::universe(Space::params_only(Vec::new()))?, value)],
        })
    }

    /// The number of elements of a set.
    pub fn of_set(set: &UnionSet) -> Result<Count> {
        let set = set.drop_unused_params()?;
        let params = set.params()?;
        if set.space().n_param() > 0 && !params.is_singleton()? {
            return Err(Error::Invalid(
                "a count that depends on parameters is not supported yet".into(),
            ));
        }
        if !set.is_bounded()? {
            return Err(Error::Unbounded("this set has infinitely many elements"));
        }
        let value = set.count()?;
        if set.space().n_param() == 0 {
            return Count::constant(value);
        }
        Ok(Count {
            pieces: vec![(params, value)],
        })
    }

    /// The number of images of each element of the domain.
    pub fn of_map(map: &UnionMap) -> Result<Count> {
        let mut count = Count { pieces: Vec::new() };
        for map in map.maps() {
            for (domain, value) in images(&map)? {
                count.add_piece(domain, value)?;
            }
        }
        Ok(count)
    }

    /// The number, if it is one for all elements and parameters.
    pub fn as_number(&self) -> Option<Value> {
        match &self.pieces[..] {
            [] => Some(Value::zero()),
            [(domain, value)] if domain.is_params() && domain.plain_is_universe() => {
                Some(value.clone())
            }
            _ => None,
        }
    }

    /// Where the count is not zero.
    pub fn domain(&self) -> Result<UnionSet> {
        let domains = self.pieces.iter().map(|(domain, _)| domain.clone());
        UnionSet::from_sets(domains)?.coalesce()
    }

    /// Whether both are the same function.
    pub fn is_equal(&self, other: &Count) -> Result<bool> {
        let covers = |a: &Count, b: &Count| -> Result<bool> {
            for (domain, value) in &a.pieces {
                let mut rest = UnionSet::from(domain.clone());
                for (other, same) in &b.pieces {
                    if value == same {
                        rest = rest.subtract(&other.clone().into())?;
                    }
                }
                if !value.is_zero() && !rest.is_empty()? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        Ok(covers(self, other)? && covers(other, self)?)
    }

    fn add_piece(&mut self, domain: Set, value: Value) -> Result<()> {
        let mut rest = domain;
        let mut pieces = Vec::new();
        for (set, old) in std::mem::take(&mut self.pieces) {
            if !set.has_equal_space(&rest) {
                pieces.push((set, old));
                continue;
            }
            let common = set.intersect(&rest)?;
            let alone = set.subtract(&rest)?;
            rest = rest.subtract(&set)?;
            for (set, value) in [(alone, old.clone()), (common, &old + &value)] {
                if !set.is_empty()? {
                    pieces.push((set.coalesce()?, value));
                }
            }
        }
        if !rest.is_empty()? {
            pieces.push((rest, value));
        }
        self.pieces = pieces;
        Ok(())
    }
}

/// Numbers of images, on disjoint parts of the domain.
fn images(map: &Map) -> Result<Vec<(Set, Value)>> {
    let domain = map.domain()?;
    if domain.is_empty()? {
        return Ok(Vec::new());
    }
    if map.is_single_valued()? {
        return Ok(vec![(domain.coalesce()?, Value::one())]);
    }
    let range = map.range()?;
    if is_countable(&range)? && map.is_equal(&Map::from_domain_and_range(&domain, &range)?)? {
        return Ok(vec![(domain, range.count()?)]);
    }
    let space = map.space();
    if space.domain_tuple() == space.tuple() {
        let deltas = map.deltas()?;
        let translations = deltas.translation()?.intersect_domain(&domain)?;
        if is_countable(&deltas)? && map.is_equal(&translations)? {
            return Ok(vec![(domain, deltas.count()?)]);
        }
    }
    by_element(map, &domain)
}

fn by_element(map: &Map, domain: &Set) -> Result<Vec<(Set, Value)>> {
    let unsupported = || {
        Error::Invalid(
            "the number of images varies over a large domain, which is not supported yet".into(),
        )
    };
    if !is_countable(domain)? || !is_countable(&map.wrap()?)? {
        return Err(unsupported());
    }
    let mut points = Vec::new();
    domain.for_each_point(|point| {
        points.push(point);
        points.len() <= MAX_DOMAIN
    })?;
    if points.len() > MAX_DOMAIN {
        return Err(unsupported());
    }
    let mut counted: Vec<(Vec<Set>, Value)> = Vec::new();
    for point in points {
        let point = point.to_set();
        let value = map.intersect_domain(&point)?.range()?.count()?;
        match counted.iter_mut().find(|(_, other)| *other == value) {
            Some((sets, _)) => sets.push(point),
            None => counted.push((vec![point], value)),
        }
    }
    counted
        .into_iter()
        .map(|(sets, value)| Ok((UnionSet::from_sets(sets)?.as_set()?.coalesce()?, value)))
        .collect()
}

/// Whether the points can be listed.
fn is_countable(set: &Set) -> Result<bool> {
    let set = set.drop_unused_params()?;
    Ok(set.space().n_param() == 0 && set.is_bounded()?)
}

impl fmt::Display for Count {
    /// As isl writes piecewise quasipolynomials: `[N] -> { S[i] -> 3 : 0 <= i < N }`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut params = String::new();
        let mut disjuncts = Vec::new();
        for (domain, value) in &self.pieces {
            for part in domain.basic_sets() {
                let text = part.to_string();
                let brace = text.find('{').unwrap_or(0);
                params = text[..brace].into();
                let inside = text[brace..].trim_matches(['{', '}', ' ']);
                let (tuple, condition) = split_condition(inside);
                let arrow = if tuple.is_empty() { "" } else { " -> " };
                let colon = if condition.is_empty() { "" } else { " : " };
                disjuncts.push(format!("{tuple}{arrow}{value}{colon}{condition}"));
            }
        }
        if disjuncts.is_empty() {
            disjuncts.push("0".into());
        }
        write!(f, "{params}{{ {} }}", disjuncts.join("; "))
    }
}

/// `S[i] : i > 0` in its tuple and its condition.
fn split_condition(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            ':' if depth == 0 => return (text[..i].trim(), text[i + 1..].trim()),
            _ => {}
        }
    }
    (text.trim(), "")
}
