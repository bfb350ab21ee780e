//! Whether a map is a function of all iterations, and one-to-one; if not, the smallest example.

use crate::codes;
use crate::operators::Op;
use crate::relation::ReadMap;
use crate::state::{Piece, PieceId, State, too_hard};
use presburger::{Dim, Map, MultiPwAff, Set};
use scop::{Diagnostic, Span, list};
use std::collections::BTreeSet;

impl State<'_> {
    /// The function that a map is.
    pub fn function(&self, f: &ReadMap, span: Span) -> Op<MultiPwAff> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        self.check_function(f, span)?;
        let function = f.map.as_pw_multi_aff().map_err(hard)?;
        MultiPwAff::from_pw_multi_aff(&function).map_err(hard)
    }

    pub fn check_function(&self, f: &ReadMap, span: Span) -> Op<()> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        if f.map.is_single_valued().map_err(hard)? {
            return Ok(());
        }
        let error = Diagnostic::error(
            codes::NOT_A_FUNCTION,
            "the map gives some iterations more than one date",
            span,
        );
        Err(Box::new(error.help(
            "define every entry of the result: `{ [i] -> [i1, i2] : i1 = [i/32] and i2 = i % 32 }`",
        )))
    }

    pub fn check_total(&self, piece: &Piece, dates: &MultiPwAff, span: Span) -> Op<()> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        let known = dates.domain().map_err(hard)?;
        let missing = piece.vector.domain.subtract(&known).map_err(hard)?;
        let Some(example) = smallest(&missing).map_err(hard)? else {
            return Ok(());
        };
        let message = format!("the map gives no date to {example}");
        let error = Diagnostic::error(codes::NOT_A_FUNCTION, message, span)
            .note("every iteration needs a new date")
            .help(
                "widen the condition of the map, or `isplit` the component first and map its parts",
            );
        Err(Box::new(error))
    }

    /// That no two instances of a piece have got the same dates.
    pub fn check_injective(&self, id: PieceId, span: Span) -> Op<()> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        let map = self.date_map(id).map_err(hard)?;
        if map.is_injective().map_err(hard)? {
            return Ok(());
        }
        let together = map
            .apply_range(&map.reverse().map_err(hard)?)
            .map_err(hard)?;
        self.report_pairs(&together, span)
    }

    /// That no two of these pieces of one statement, at the same positions, share dates.
    pub fn check_disjoint(&self, ids: &[PieceId], span: Span) -> Op<()> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        for (i, &a) in ids.iter().enumerate() {
            for &b in &ids[i + 1..] {
                let (first, second) = (
                    self.date_map(a).map_err(hard)?,
                    self.date_map(b).map_err(hard)?,
                );
                let back = second.reverse().map_err(hard)?;
                let together = first.apply_range(&back).map_err(hard)?;
                if !together.is_empty().map_err(hard)? {
                    return self.report_pairs(&together, span);
                }
            }
        }
        Ok(())
    }

    fn date_map(&self, id: PieceId) -> presburger::Result<Map> {
        let piece = &self.pieces[id];
        let all = piece.vector.prefix(piece.vector.dates.len())?.as_map()?;
        all.intersect_domain(&piece.vector.domain)
    }

    /// The error for instances that run at the same time, with the smallest two.
    fn report_pairs(&self, together: &Map, span: Span) -> Op<()> {
        let hard = |error: presburger::Error| too_hard(&error, span);
        let space = together.space().domain().map_err(hard)?;
        let same = Map::identity(space.map_to(&space).map_err(hard)?).map_err(hard)?;
        let pairs = together.subtract(&same).map_err(hard)?;
        let mut message = String::from("the map gives two instances the same date");
        if let Some((first, second, parameters)) = smallest_pair(&pairs).map_err(hard)? {
            message = format!("the map gives {first} and {second} the same date{parameters}");
        }
        let error = Diagnostic::error(codes::NOT_INVERTIBLE, message, span)
            .note("a map must be one-to-one; otherwise the order of the two instances is undefined")
            .help("keep an iterator that distinguishes the two, for example as the last entry");
        Err(Box::new(error))
    }

    /// Which loops there are, as advice.
    pub fn loops_help(&self, of: &BTreeSet<PieceId>) -> String {
        let mut lines = BTreeSet::new();
        for &id in of {
            let piece = &self.pieces[id];
            let names: Vec<&str> = piece
                .loops
                .iter()
                .take(piece.depth())
                .map(|one| one.name.as_deref().unwrap_or("_"))
                .collect();
            lines.insert(format!(
                "`{}` has the loops [{}]",
                self.name(id),
                names.join(", ")
            ));
        }
        list::clauses(lines)
    }
}

/// The smallest point of a set in words, with the values of the parameters.
fn smallest(set: &Set) -> presburger::Result<Option<String>> {
    let Some((values, names)) = smallest_values(set)? else {
        return Ok(None);
    };
    let (parameters, point) = values.split_at(names.len());
    let name = set.tuple_name().unwrap_or("");
    Ok(Some(format!(
        "{name}{}{}",
        tuple(point),
        given(&names, parameters)
    )))
}

fn smallest_pair(pairs: &Map) -> presburger::Result<Option<(String, String, String)>> {
    let n = pairs.space().n_in();
    let name = pairs.domain_tuple_name().unwrap_or("").to_string();
    let Some((values, names)) = smallest_values(&pairs.wrap()?.flatten())? else {
        return Ok(None);
    };
    let (parameters, point) = values.split_at(names.len());
    let (first, second) = point.split_at(n);
    Ok(Some((
        format!("{name}{}", tuple(first)),
        format!("{name}{}", tuple(second)),
        given(&names, parameters),
    )))
}

fn tuple(values: &[i64]) -> String {
    let values: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("[{}]", values.join(", "))
}

fn given(names: &[String], values: &[i64]) -> String {
    let given: Vec<String> = names
        .iter()
        .zip(values)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    match given.is_empty() {
        true => String::new(),
        false => format!(" when {}", given.join(", ")),
    }
}

/// The smallest values of parameters, none of them negative if possible, then the smallest point.
fn smallest_values(set: &Set) -> presburger::Result<Option<(Vec<i64>, Vec<String>)>> {
    if set.is_empty()? {
        return Ok(None);
    }
    let set = set.drop_unused_params()?.set_tuple_name(None)?;
    let names: Vec<String> = set
        .space()
        .params()
        .iter()
        .map(|name| name.to_string())
        .collect();
    let n = names.len();
    let mut natural = set.clone();
    for i in 0..n {
        natural = natural.lower_bound(Dim::Param(i), 0)?;
    }
    if natural.is_empty()? {
        natural = set;
    }
    let all = natural.flatten().move_dims(Dim::Set(0), Dim::Param(0), n)?;
    let point = match all.lexmin() {
        Ok(least) => least.sample_point()?,
        Err(_) => all.sample_point()?,
    };
    let values = point.and_then(|point| {
        let dims = all.n_dim();
        let values = (0..dims).map(|i| point.coordinate(Dim::Set(i)).ok()?.to_i64());
        values.collect::<Option<Vec<i64>>>()
    });
    Ok(values.map(|values| (values, names)))
}
