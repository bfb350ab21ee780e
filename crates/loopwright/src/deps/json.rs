//! The dependences for tools.

use serde_json::{Value, json};

use super::text::{access_text, array_name};
use super::{Analysis, Edge, Step};
use crate::lines::lines;
use crate::program::Program;
use crate::show::{document, region};
use scop::{AccessId, Scop, StmtId};

/// All of it as one JSON document: `input`, `diagnostics`, and for each region `loops` and
/// `dependences`; see the help of the command.
pub fn json(input: &str, program: &Program, found: &[Analysis]) -> Value {
    let nests = program.nests.iter().zip(found);
    let regions = nests.map(|(nest, found)| {
        let scop = nest.scop();
        let mut region = region(nest);
        region["loops"] = (0..found.structure.loops.len())
            .map(|id| loop_json(scop, found, scop::MemberId::new(id)))
            .collect();
        let edges = found
            .edges
            .iter()
            .map(|edge| edge_json(program, scop, edge));
        region["dependences"] = edges.collect();
        if let Some((live_in, live_out)) = &found.live {
            region["live_in"] = json!(live_in.to_string());
            region["live_out"] = json!(live_out.to_string());
        }
        region
    });
    document(input, program, regions.collect())
}

fn loop_json(scop: &Scop, found: &Analysis, id: scop::MemberId) -> Value {
    let known = &found.structure.loops[id.index()];
    let statements = known.dates.iter().map(|(id, _)| &scop[*id].name);
    let mut carries: Vec<&str> = found.carried_by(id).map(|edge| edge.kind.name()).collect();
    carries.dedup();
    let parallel = found.decides_parallelism.then(|| found.is_parallel(id));
    let private = found
        .copies_in(id)
        .map(|(array, _)| &scop[array].source_name);
    json!({
        "name": known.name,
        "label": known.label,
        "statements": statements.collect::<Vec<_>>(),
        "carries": carries,
        // `null` when not all kinds that matter were looked for.
        "parallel": parallel,
        // What each iteration can have for itself.
        "private": private.collect::<Vec<_>>(),
    })
}

fn edge_json(program: &Program, scop: &Scop, edge: &Edge) -> Value {
    let dependence = &edge.dependence;
    let exact = edge.distance.iter().map(|step| match step {
        Step::Exactly(number) => json!(number),
        _ => Value::Null,
    });
    let direction = edge.distance.iter().map(|step| match step {
        Step::Exactly(number) => match number.signum() {
            1 => Step::Positive.to_string(),
            -1 => Step::Negative.to_string(),
            _ => "0".into(),
        },
        other => other.to_string(),
    });
    json!({
        "kind": edge.kind.name(),
        "value_based": dependence.kind == dependence::DependenceKind::Flow,
        "from": end_json(program, scop, dependence.source),
        "to": end_json(program, scop, dependence.sink),
        "array": array_name(scop, edge),
        "loop": edge.carrier.map(|id| id.0),
        "distance": exact.collect::<Vec<_>>(),
        "direction": direction.collect::<Vec<_>>(),
        "certainty": dependence.certainty.to_string(),
        "reduction": dependence.reduction.map(|operator| operator.name()),
        "relation": dependence.relation.to_string(),
        "accesses": edge.accesses.iter().map(|&(source, sink)| json!({
            "from": access_json(program, scop, source),
            "to": access_json(program, scop, sink),
        })).collect::<Vec<_>>(),
    })
}

fn end_json(program: &Program, scop: &Scop, at: (StmtId, AccessId)) -> Value {
    let mut end = access_json(program, scop, at);
    end["statement"] = json!(scop[at.0].name);
    end
}

fn access_json(program: &Program, scop: &Scop, (statement, access): (StmtId, AccessId)) -> Value {
    let span = scop[statement].accesses.get(access.index());
    let span = span.and_then(|access| access.span);
    let line = span.and_then(|span| lines(&program.files, span));
    json!({
        "access": access.index(),
        "text": access_text(program, scop, (statement, access)),
        "line": line.map(|line| line.line),
    })
}
