//! Dependences and code: what iscc takes from isl beyond sets.

use astgen::Generator;
use dependence::AccessInfo;
use presburger::{Error, UnionMap};

use super::binary::{Failure, Outcome};
use super::object::{List, Object};
use super::unary::{as_map, too_large};

/// `last W before R under M`: which write each read sees, and the reads that see none.
pub(crate) fn last(writes: &Object, reads: &Object, schedule: &Object) -> Outcome {
    let [writes, reads, schedule] = maps("last", [writes, reads, schedule])?;
    let flow = AccessInfo::from_sink(reads)
        .must_source(writes)
        .schedule_map(schedule)
        .compute_flow()?;
    // Where the schedule does not order the writes, all that may be the last one.
    let found = Object::Map(flow.may_dependence()?.coalesce()?);
    let rest = Object::Map(flow.must_no_source().coalesce()?);
    Ok(Object::List(
        List::new(vec![found, rest]).ok_or_else(too_large)?,
    ))
}

/// `any W before R under M`: all writes of a cell before its reads.
pub(crate) fn any(writes: &Object, reads: &Object, schedule: &Object) -> Outcome {
    let [writes, reads, schedule] = maps("any", [writes, reads, schedule])?;
    let flow = AccessInfo::from_sink(reads)
        .may_source(writes)
        .schedule_map(schedule)
        .compute_flow()?;
    Ok(Object::Map(flow.may_dependence()?.coalesce()?))
}

/// `codegen M using N`: loops that execute the domain of M in the order of its images.
pub(crate) fn codegen(schedule: &Object, options: Option<&Object>) -> Outcome {
    let [schedule] = maps("codegen", [schedule])?;
    let generator = Generator::new();
    let code = match options {
        None => generator.from_map(&schedule),
        Some(options) => {
            let [options] = maps("codegen", [options])?;
            generator.from_map_with(&schedule, &options)
        }
    };
    let code = code.map_err(|error| match error {
        astgen::Error::Sets(error) => error,
        error => Error::Invalid(error.to_string()),
    })?;
    Ok(Object::Text(code.to_string().trim_end().into()))
}

fn maps<const N: usize>(name: &str, objects: [&Object; N]) -> Result<[UnionMap; N], Failure> {
    let mut out = Vec::with_capacity(N);
    for object in objects {
        match as_map(object)? {
            Some(map) => out.push(map),
            None => {
                return Err(Failure::Kind {
                    message: format!("`{name}` takes maps, but this is {}", object.a_kind()),
                    help: None,
                });
            }
        }
    }
    Ok(out.try_into().expect("as many as there were"))
}
