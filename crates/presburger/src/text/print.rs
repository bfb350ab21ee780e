//! From relations to text, in the notation that [`parse_object`](super::parse_object)
//! reads and isl reads too.
//!
//! A conjunction is printed so that a reader finds in it what they would have
//! written. A dimension that an equality determines is given in its place in the
//! tuple: `{ [i] -> [i + 1] }`. Known locals disappear into `floor(i/2)` and
//! `i mod 2`. Every constraint is written about its last variable, `2j <= i + 3`, and
//! a lower and an upper bound of the same multiple are one chain, `0 <= i < N`.

mod constraints;
mod functions;
mod linear;
mod polynomials;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fmt;

use crate::conj::Conj;
use crate::number::Coeff;
use crate::relation::{Parts, Relation};
use crate::space::{Name, Space, Tuple};
use crate::text::lexer::is_keyword;
use constraints::Conditions;

pub(crate) use functions::{value_texts, write_multi, write_pieces, write_union_multi};
pub(crate) use polynomials::{write_bound, write_polynomials};

/// Writes a union of relations. A single relation without points keeps its space,
/// as in `{ [i] : false }`; no relation at all is `{ }`.
pub(crate) fn write_relations(
    out: &mut dyn fmt::Write,
    params: &[Name],
    relations: &[&Relation],
) -> fmt::Result {
    write_params(out, params)?;
    let mut disjuncts = Vec::new();
    for relation in relations {
        if relation.is_plain_empty() {
            if relations.len() == 1 {
                disjuncts.push(disjunct(
                    &relation.space,
                    &Conj::<i64>::nothing(relation.space.n_total()),
                ));
            }
            continue;
        }
        match &relation.parts {
            Parts::Narrow(conjs) => {
                disjuncts.extend(conjs.iter().map(|conj| disjunct(&relation.space, conj)));
            }
            Parts::Wide(conjs) => {
                disjuncts.extend(conjs.iter().map(|conj| disjunct(&relation.space, conj)));
            }
        }
    }
    write_braces(out, &disjuncts)
}

fn write_params(out: &mut dyn fmt::Write, params: &[Name]) -> fmt::Result {
    if params.is_empty() {
        return Ok(());
    }
    write!(out, "[{}] -> ", params.join(", "))
}

fn write_braces(out: &mut dyn fmt::Write, disjuncts: &[String]) -> fmt::Result {
    if disjuncts.is_empty() {
        return out.write_str("{ }");
    }
    // isl reads `{ : }`, but not `{ :; : }`.
    let spelled = |text: &String| match &text[..] {
        ":" | "rat: :" if disjuncts.len() > 1 => format!("{text} true"),
        _ => text.clone(),
    };
    let disjuncts: Vec<String> = disjuncts.iter().map(spelled).collect();
    write!(out, "{{ {} }}", disjuncts.join("; "))
}

/// One conjunction with its tuples.
fn disjunct<T: Coeff>(space: &Space, conj: &Conj<T>) -> String {
    let names = variable_names(space);
    let mut conditions = Conditions::new(conj, &names.texts);
    let first_dim = space.n_param();
    let mut dims = Vec::with_capacity(space.n_in() + space.n_out());
    // The last dimension first: one that depends on others should be the one given.
    for column in (first_dim..space.n_total()).rev() {
        dims.push(conditions.define(column));
    }
    dims.reverse();
    // Definitions may make a dimension appear elsewhere than in its own place.
    let dims = dims
        .into_iter()
        .zip(first_dim..)
        .map(|(definition, column)| match definition {
            None => names.texts[column].clone(),
            Some(text) if names.is_given[column] || conditions.mentions(column) => {
                format!("{} = {text}", names.texts[column])
            }
            Some(text) => text,
        });
    let rational = if conj.is_rational() { "rat: " } else { "" };
    let tuples = tuples(space, dims);
    let condition = conditions.text();
    match (space.is_params(), &condition[..]) {
        (true, "") => format!("{rational}:"),
        (true, _) => format!("{rational}: {condition}"),
        (false, "") => format!("{rational}{tuples}"),
        (false, _) => format!("{rational}{tuples} : {condition}"),
    }
}

/// The tuples of a space with texts for their dimensions.
fn tuples(space: &Space, dims: impl Iterator<Item = String>) -> String {
    let mut dims = dims;
    let mut text = String::new();
    if let Some(domain) = space.domain_tuple() {
        write_tuple(&mut text, domain, &mut dims);
        text.push_str(" -> ");
    }
    if let Some(tuple) = space.tuple() {
        write_tuple(&mut text, tuple, &mut dims);
    }
    text
}

fn write_tuple(text: &mut String, tuple: &Tuple, dims: &mut dyn Iterator<Item = String>) {
    tuple
        .write_with(text, dims)
        .expect("writing to a string does not fail");
}

/// Texts for the variables of a space, no two the same and none of them a word of the notation.
struct Names {
    texts: Vec<String>,
    /// Whether the variable has a name of its own.
    is_given: Vec<bool>,
}

fn variable_names(space: &Space) -> Names {
    let given = space.params().iter().map(|name| Some(name.clone()));
    let domain = space.domain_tuple().map_or(Vec::new(), Tuple::dim_names);
    let range = space.tuple().map_or(Vec::new(), Tuple::dim_names);
    let prefix = if space.is_map() { 'o' } else { 'i' };
    let defaults = (0..space.n_param())
        .map(|i| format!("p{i}"))
        .chain((0..domain.len()).map(|i| format!("i{i}")))
        .chain((0..range.len()).map(|i| format!("{prefix}{i}")));
    let mut names = Names {
        texts: Vec::with_capacity(space.n_total()),
        is_given: Vec::with_capacity(space.n_total()),
    };
    let mut taken = HashSet::new();
    for (name, default) in given.chain(domain).chain(range).zip(defaults) {
        names.is_given.push(name.is_some());
        let mut text = name.map_or(default, |name| name.to_string());
        while is_keyword(&text) || !taken.insert(text.clone()) {
            text.push('\'');
        }
        names.texts.push(text);
    }
    names
}
