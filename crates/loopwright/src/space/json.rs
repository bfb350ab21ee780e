//! The spaces for tools.

use serde_json::{Value, json};

use super::{Analysis, Size};
use crate::program::Program;
use crate::show::{document, region};

/// All of it as one JSON document: `input`, `diagnostics`, and for each region the space; see the help of
/// the command.
pub fn json(input: &str, program: &Program, found: &[Analysis]) -> Value {
    let nests = program.nests.iter().zip(found);
    let regions = nests.map(|(nest, found)| {
        let mut region = region(nest);
        let statements = nest.scop().statements.iter();
        region["loops"] = json!(found.loops);
        region["statements"] = statements.map(|one| one.name.clone()).collect();
        region["references"] = json!(found.references);
        region["spaces"] = found.sizes.iter().map(size).collect();
        region["together"] = json!(found.together);
        region["apart"] = json!(found.apart);
        let listed = found
            .listed
            .iter()
            .map(|one| json!({ "words": one.words, "remarks": one.remarks }));
        region["interleavings"] = listed.collect();
        region["has_more"] = json!(found.has_more);
        region["seconds"] = json!(found.time.map(|time| time.as_secs_f64()));
        region
    });
    document(input, program, regions.collect())
}

/// Points are a text: they may not fit a number.
fn size(size: &Size) -> Value {
    json!({
        "name": size.name,
        "dimensions": size.polyhedron.map(|(dimensions, _)| dimensions),
        "constraints": size.polyhedron.map(|(_, constraints)| constraints),
        "points": size.points.as_ref().map(|points| points.to_string()),
    })
}
