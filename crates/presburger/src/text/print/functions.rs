//! Functions as text.

use std::fmt;

use super::constraints::Conditions;
use super::linear::Columns;
use super::{Names, tuples, variable_names, write_braces, write_params, write_relations};
use crate::conj::Conj;
use crate::form::Form;
use crate::number::{Big, Coeff};
use crate::relation::{Parts, Relation};
use crate::space::{Name, Space};
use crate::text::lower::functions::{Entry, ReadMulti, ReadPiece, ReadUnionMulti};

/// Writes a function that is given in disjoint pieces:
/// `{ A[i] -> [i + 1] : i >= 0; B[] -> [0] }`.
pub(crate) fn write_pieces(
    out: &mut dyn fmt::Write,
    params: &[Name],
    pieces: &[ReadPiece],
) -> fmt::Result {
    write_params(out, params)?;
    write_braces(out, &piece_texts(pieces))
}

/// The values of a piece without its space: `i + 1`.
pub(crate) fn value_texts(piece: &ReadPiece) -> Vec<String> {
    let names = domain_names(&piece.space);
    let values = piece.values.iter();
    values.map(|value| entry(value, &names.texts)).collect()
}

/// Writes a tuple of piecewise functions:
/// `{ A[i] -> [(1 : i >= 5), (i : i <= 3; 0 : i >= 7)] }`.
pub(crate) fn write_multi(
    out: &mut dyn fmt::Write,
    params: &[Name],
    multi: &ReadMulti,
) -> fmt::Result {
    write_params(out, params)?;
    let names = domain_names(&multi.space);
    let shared = condition(&multi.domain, &names.texts);
    let mut dims: Vec<Vec<(String, String)>> = Vec::with_capacity(multi.dims.len());
    for pieces in &multi.dims {
        let texts = pieces.iter().map(|(domain, value)| {
            let value = entry(value, &names.texts);
            (value, condition(domain, &names.texts))
        });
        dims.push(texts.collect());
    }
    let is_shared = dims
        .iter()
        .all(|pieces| matches!(&pieces[..], [(_, condition)] if *condition == shared));
    let values = dims.into_iter().map(|pieces| match &pieces[..] {
        [] => "(0 : false)".to_owned(),
        [(value, condition)] if is_shared || condition.is_empty() => value.clone(),
        pieces => {
            let texts: Vec<String> = pieces.iter().map(|(v, c)| with_condition(v, c)).collect();
            format!("({})", texts.join("; "))
        }
    });
    let texts = tuples(
        &multi.space,
        names
            .texts
            .iter()
            .skip(multi.space.n_param())
            .cloned()
            .chain(values),
    );
    let text = if is_shared {
        with_condition(&texts, &shared)
    } else {
        texts
    };
    write_braces(out, &[text])
}

/// Writes a tuple of functions on several spaces:
/// `[N] -> C[{ A[i] -> [i]; B[] -> [N] }, { A[i] -> [0] }]`.
pub(crate) fn write_union_multi(out: &mut dyn fmt::Write, multi: &ReadUnionMulti) -> fmt::Result {
    write_params(out, &multi.params)?;
    let mut dims = multi.dims.iter().map(|pieces| {
        let mut text = String::new();
        write_braces(&mut text, &piece_texts(pieces)).expect("writing to a string does not fail");
        text
    });
    let mut text = String::new();
    super::write_tuple(&mut text, &multi.tuple, &mut dims);
    match &multi.domain {
        None => out.write_str(&text),
        Some(domain) => {
            write!(out, "({text} : ")?;
            write_relations(out, &[], &domain.iter().collect::<Vec<_>>())?;
            out.write_char(')')
        }
    }
}

/// The pieces as disjuncts, without those that are nowhere unless there is no other.
fn piece_texts(pieces: &[ReadPiece]) -> Vec<String> {
    pieces
        .iter()
        .filter(|piece| pieces.len() == 1 || !piece.domain.is_plain_empty())
        .map(|piece| {
            let names = domain_names(&piece.space);
            let dims = names.texts.iter().skip(piece.space.n_param()).cloned();
            let texts = tuples(&piece.space, dims.chain(value_texts(piece)));
            with_condition(&texts, &condition(&piece.domain, &names.texts))
        })
        .collect()
}

pub(super) fn with_condition(text: &str, condition: &str) -> String {
    if condition.is_empty() {
        text.to_owned()
    } else {
        format!("{text} : {condition}")
    }
}

/// Texts for the parameters and the dimensions of the domain.
fn domain_names(space: &Space) -> Names {
    let mut names = variable_names(space);
    let kept = space.n_param() + space.n_in();
    names.texts.truncate(kept);
    names.is_given.truncate(kept);
    names
}

/// The condition of being in a set, with `or` between its conjunctions.
pub(super) fn condition(domain: &Relation, names: &[String]) -> String {
    match &domain.parts {
        Parts::Narrow(conjs) => disjunction(conjs, names),
        Parts::Wide(conjs) => disjunction(conjs, names),
    }
}

fn disjunction<T: Coeff>(conjs: &[Conj<T>], names: &[String]) -> String {
    let texts: Vec<String> = conjs
        .iter()
        .map(|conj| Conditions::new(conj, names).text())
        .collect();
    match &texts[..] {
        [] => "false".to_owned(),
        [text] => text.clone(),
        texts if texts.iter().any(String::is_empty) => String::new(),
        texts => {
            let operands: Vec<String> = texts
                .iter()
                .map(
                    |text| match text.contains(" and ") && !text.starts_with("exists") {
                        true => format!("({text})"),
                        false => text.clone(),
                    },
                )
                .collect();
            operands.join(" or ")
        }
    }
}

/// The text of one value.
fn entry(value: &Entry, names: &[String]) -> String {
    match value {
        Entry::Form(value) => form(value, names),
        Entry::Infinity => "infty".to_owned(),
        Entry::NegInfinity => "-infty".to_owned(),
        Entry::NaN => "NaN".to_owned(),
    }
}

fn form(form: &Form<Big>, names: &[String]) -> String {
    let mut columns = Columns::new(names);
    for floor in form.floors.iter() {
        columns.push_floor(&floor[0], &floor[1..]);
    }
    let numerator = columns.linear(&form.row);
    if form.den.is_one() {
        numerator
    } else {
        format!("({numerator})/{}", form.den)
    }
}
