//! Verdicts for tools.

use legality::{AccessRef, Counterexample, Violation};
use presburger::{Point, Value as Number};
use scop::Scop;
use serde_json::{Value, json};

use super::violation::{self, Pair};
use super::{Changed, Transformed};
use crate::correct;
use crate::guard;
use crate::overlap;
use crate::program::Program;
use crate::report;

/// The whole of what became of a program. See the help of `loopwright check` for its shape.
pub fn json(name: &str, program: &Program, done: &Transformed) -> Value {
    let regions = done.regions.iter().map(|changed| region(program, changed));
    let diagnostics = program.diagnostics.iter();
    let diagnostics = diagnostics.map(|one| report::to_json(one, &program.files));
    json!({
        "file": name,
        "legal": !done.is_illegal() && !program.has_errors(),
        "regions": regions.collect::<Vec<_>>(),
        "diagnostics": diagnostics.collect::<Vec<_>>(),
    })
}

/// How long each stage took, in seconds.
pub fn seconds(done: &Transformed) -> Value {
    let times = done.times.stages().iter();
    let times = times.map(|(stage, time)| (stage.to_string(), json!(time.as_secs_f64())));
    times.collect::<serde_json::Map<_, _>>().into()
}

fn region(program: &Program, changed: &Changed) -> Value {
    let nest = program
        .nests
        .iter()
        .find(|nest| nest.number == changed.number);
    let scop = nest.map(|nest| nest.scop());
    let vectors = changed.outcome.vector_list().iter();
    let vectors = vectors.map(|vector| {
        json!({
            "statement": vector.statement,
            "iterators": vector.iterators,
            "date": vector.entries,
            "instances": vector.domain,
        })
    });
    let steps = changed.outcome.steps.iter();
    let violations = changed
        .verdict
        .iter()
        .flat_map(|verdict| verdict.violations());
    let violations = violations
        .zip(&changed.blame)
        .filter_map(|(violation, blame)| {
            let scop = changed.program(scop?);
            Some(violation_json(scop, violation, *blame))
        });
    json!({
        "region": changed.number,
        "legal": changed.verdict.as_ref().map(|verdict| verdict.is_legal()),
        "dependences": changed.verdict.as_ref().map(|_| changed.dependences),
        "relaxed": changed.verdict.as_ref().and_then(|verdict| verdict.legal()).map(|_| changed.relaxed),
        "written_in_another_order": changed.verdict.as_ref().and_then(|verdict| verdict.legal()).map(|legal| {
            legal.reused().map(|id| legal.scop()[id].source_name.clone()).collect::<Vec<_>>()
        }),
        "assumed_distinct": scop.map(overlap::assumed),
        "guard": changed.guard.as_ref().map(guard::json),
        "schedule": changed.outcome.schedule.to_string(),
        "vectors": vectors.collect::<Vec<_>>(),
        "steps": steps.map(|step| {
            json!({ "text": step.text, "span": report::place_json(step.span, &program.files) })
        }).collect::<Vec<_>>(),
        "violations": violations.collect::<Vec<_>>(),
        "fix": changed.corrections.as_ref().map(correct::json),
    })
}

fn violation_json(scop: &Scop, violation: &Violation, blame: Option<usize>) -> Value {
    let kind = match violation {
        Violation::Missing(_) => "missing",
        Violation::Extra(_) => "extra",
        Violation::Conflict(_) => "conflict",
        Violation::Dependence(_) => "dependence",
        Violation::Race(_) => "race",
        Violation::Declaration(_) => "declaration",
        Violation::NotPrivate(_) => "private",
        Violation::Lost(_) => "lost",
        _ => "other",
    };
    let parameters = violation.parameters().iter();
    let parameters = parameters.map(|(name, value)| (name.clone(), number(value)));
    let pair = Pair::of(scop, violation).map(|pair| {
        json!({
            "kind": pair.kind.name(),
            "array": scop[pair.array].source_name,
            "cell": pair.example.cell.as_ref().map(coordinates),
            "source": end(scop, pair.source, pair.example, true),
            "sink": end(scop, pair.sink, pair.example, false),
        })
    });
    json!({
        "kind": kind,
        "sentence": violation.sentence(scop),
        "step": blame,
        "parameters": parameters.collect::<serde_json::Map<_, _>>(),
        "dependence": pair,
        "relation": violation::relation(violation),
    })
}

/// One side of a pair.
fn end(scop: &Scop, one: AccessRef, example: &Counterexample, is_source: bool) -> Value {
    let (point, old, new) = match is_source {
        true => (&example.source, &example.old.0, &example.new.0),
        false => (&example.sink, &example.old.1, &example.new.1),
    };
    let dates = |date: &legality::Date| date.0.iter().map(number).collect::<Vec<_>>();
    json!({
        "statement": scop[one.statement].name,
        "access": one.access.index(),
        "instance": coordinates(point),
        "old_date": dates(old),
        "new_date": dates(new),
    })
}

fn coordinates(point: &Point) -> Value {
    match point.to_i64s() {
        Some(values) => json!(values),
        None => json!(point.to_string()),
    }
}

/// A number where JSON has it, a text where it is too long.
fn number(value: &Number) -> Value {
    match value.to_i64() {
        Some(value) => json!(value),
        None => json!(value.to_string()),
    }
}
