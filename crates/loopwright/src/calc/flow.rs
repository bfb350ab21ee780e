//! Dependences, schedules and code: what iscc takes from isl beyond sets.

use astgen::Generator;
use astgen::ast::Node;
use dependence::AccessInfo;
use optimizer::schedule::{Options, Problem, propose};
use presburger::{Error, Set, UnionMap};

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

/// `schedule D respecting V minimizing P`: an order of D in which those come first that V relates to
/// others.
pub(crate) fn schedule(
    domain: &Object,
    validity: Option<&Object>,
    proximity: Option<&Object>,
) -> Outcome {
    let Object::Set(domain) = domain.without_flag() else {
        return Err(Failure::Kind {
            message: format!("`schedule` takes a set, but this is {}", domain.a_kind()),
            help: None,
        });
    };
    if let Some(proximity) = proximity {
        maps("minimizing", [proximity])?;
    }
    let validity = match validity {
        Some(validity) => maps("respecting", [validity])?[0].clone(),
        None => "{ }".parse()?,
    };
    let context = "{ : }".parse()?;
    let problem = Problem::of_relations(domain, &validity, &context)?;
    let tree = propose(&problem, &Options::default())?;
    // It is only a proposal.
    let wanted = validity.intersect_domain(domain)?.intersect_range(domain)?;
    match wanted.is_subset(&tree.before()?)? {
        true => Ok(Object::Schedule(tree)),
        false => Err(Error::Invalid("no schedule was found".into()).into()),
    }
}

/// `codegen M using N`: loops that execute the domain of M in the order of its images.
pub(crate) fn codegen(schedule: &Object, options: Option<&Object>) -> Outcome {
    let generator = Generator::new();
    let code = match (schedule, options) {
        (Object::Schedule(tree), None) => generator.from_tree(tree),
        (Object::Schedule(_), Some(_)) => {
            return Err(Failure::Kind {
                message: "`using` takes a map, but the schedule is a tree".into(),
                help: Some("write `codegen map …`".into()),
            });
        }
        (schedule, None) => generator.from_map(&maps("codegen", [schedule])?[0]),
        (schedule, Some(options)) => {
            let [schedule, options] = maps("codegen", [schedule, options])?;
            generator.from_map_with(&schedule, &options)
        }
    };
    let text = code
        .and_then(|code| in_c(&code))
        .map_err(|error| match error {
            astgen::Error::Sets(error) => error,
            error => Error::Invalid(error.to_string()),
        })?;
    Ok(Object::Text(text.trim_end().into()))
}

/// The loops in C: in `int`, or in `long` if that has room for more parameters.
fn in_c(code: &Node) -> astgen::Result<String> {
    code.check_names()?;
    let context: Set = "{ : }".parse()?;
    let mut best: Option<(Set, String)> = None;
    for ty in [emit::Type::Int, emit::Type::Long] {
        let found = emit::plain(code, ty, &context);
        let found = found.map_err(|error| astgen::Error::Invalid(error.to_string()))?;
        let text = found.ast.with_type(ty.name()).to_string();
        match found.only {
            None => return Ok(text),
            Some(only) if best.is_none() && !only.is_empty()? => best = Some((only, text)),
            Some(_) => {}
        }
    }
    let message = "the values that the loops compute do not fit in `long`";
    let (only, text) = best.ok_or_else(|| astgen::Error::Invalid(message.into()))?;
    Ok(format!("// for {}\n{text}", emit::conditions(&only)))
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
