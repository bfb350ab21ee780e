//! Texts as the front end reads them again: with a record in the place of each statement, or as they are.

use std::ops::Range;

use frontend::{ModelOptions, Modelled, Options, Unit};
use scop::list;

use super::Unproved;
use crate::program::{Nest, Request, forget_unread};
use crate::rewrite::{Region, Rewritten};

/// A text with records, and where the regions are in it if they were not marked.
pub(super) type Recorded = (String, Option<Vec<Range<usize>>>);

/// The text with each statement replaced by a record of its instance and of the holes in it, and
/// where the regions are in it that nobody has marked.
pub(super) fn with_records(new: &Rewritten, prefix: &str) -> Result<Recorded, String> {
    let mut text = new.text.clone();
    let mut found = new.found.clone();
    let mut places = Vec::new();
    for region in &new.regions {
        for placed in &region.statements {
            places.push((region.order.scop(), placed));
        }
    }
    // From the end on, so that places before stay where they are.
    places.sort_by_key(|(_, placed)| std::cmp::Reverse(placed.range.start));
    for (scop, placed) in places {
        let lost = || format!("the place of `{}` is lost", placed.statement);
        let id = scop.find_statement(&placed.statement).ok_or_else(lost)?;
        let arguments: Vec<&str> = placed.arguments.iter().map(String::as_str).collect();
        let holes = &scop[id].body.holes;
        if holes.len() != placed.holes.len() {
            return Err(lost());
        }
        let (different, places) = validate::different(holes.iter().map(|hole| &hole.value));
        let mut values = vec![Vec::new(); different.len()];
        for (place, hole) in places.into_iter().zip(&placed.holes) {
            values[place].push(new.text.get(hole.clone()).ok_or_else(lost)?);
        }
        let record = validate::record(prefix, id.index(), &arguments, &values);
        text.get(placed.range.clone()).ok_or_else(lost)?;
        text.replace_range(placed.range.clone(), &record);
        for region in found.iter_mut().flatten() {
            for end in [&mut region.start, &mut region.end] {
                if placed.range.end <= *end {
                    *end = *end + record.len() - placed.range.len();
                }
            }
        }
    }
    Ok((text, found))
}

/// Reads texts as the program was read.
pub(super) struct Reader<'a> {
    options: Options<'a>,
    model: ModelOptions,
}

impl<'a> Reader<'a> {
    pub(super) fn new(request: &Request<'a>) -> Result<Reader<'a>, String> {
        let context = request.context.as_ref();
        let context = context.map(|text| text.parse()).transpose();
        Ok(Reader {
            options: Options {
                name: request.name,
                definitions: request.definitions.clone(),
                headers: request.headers,
                regions: None,
                world: request.world.clone(),
            },
            model: ModelOptions {
                context: context.map_err(|error: presburger::Error| error.to_string())?,
                pure_functions: request.pure_functions.clone(),
                ..ModelOptions::default()
            },
        })
    }

    pub(super) fn read(
        &self,
        text: &str,
        regions: Option<Vec<Range<usize>>>,
    ) -> Result<Unit, Unproved> {
        let options = Options {
            definitions: self.options.definitions.clone(),
            world: self.options.world.clone(),
            regions,
            ..self.options
        };
        frontend::read(text, &options).map_err(|rejected| {
            let mut errors = rejected.diagnostics.iter();
            match errors.all(|one| one.code == frontend::codes::TOO_DEEP) {
                true => Unproved::TooDeep,
                false => Unproved::Wrong(format!("cannot read it: {rejected}")),
            }
        })
    }

    /// The model of a region, in which these copies of statements stand.
    pub(super) fn model(
        &self,
        unit: &Unit,
        written: &Region,
        nest: &Nest,
        copies: &[emit::Placed],
    ) -> Result<Modelled, Unproved> {
        let region = unit.regions.get(written.number.wrapping_sub(1));
        let region = region.ok_or_else(|| "the region is missing".to_string())?;
        let region = match &nest.region {
            Some(older) => &region.in_place_of(older),
            None => region,
        };
        // An `if` that is a minimum in the program is one in its copies, but no other is.
        let whole = { copies.iter() }.filter(|one| !nest.minima.contains(&one.statement));
        let closed = copies.iter().filter_map(|one| {
            let names = nest.closed.get(&one.statement)?;
            Some((one.range.clone(), names.clone()))
        });
        // What is memory in the program is memory in its copies, whatever they show.
        let options = ModelOptions {
            loads: nest.loads.clone(),
            aliases: Some(nest.aliases.clone()),
            constants: written.constants.clone(),
            whole: whole.map(|one| one.range.clone()).collect(),
            closed: closed.collect(),
            filled: Some(copies.iter().flat_map(|one| one.holes.clone()).collect()),
            ..self.model.clone()
        };
        let errors = match unit.model(region, &options) {
            Ok(mut modelled) => {
                forget_unread(&mut modelled);
                return Ok(modelled);
            }
            Err(errors) => errors,
        };
        // The program itself was read with the same front end: only the work can be too much.
        if errors
            .iter()
            .all(|one| one.code == frontend::codes::TOO_HARD)
        {
            return Err(Unproved::Spent);
        }
        let errors = list::clauses(&errors);
        Err(Unproved::Wrong(format!("cannot model it: {errors}")))
    }
}
