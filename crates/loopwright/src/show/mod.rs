//! What `loopwright show` prints: the model of each region, for a person, for tools, for other
//! polyhedral programs.

mod text;

use presburger::Result;
use serde_json::{Value, json};

use crate::lines::lines;
use crate::program::{Nest, Program};
use crate::report;

pub(crate) use text::heading;
pub use text::{Detail, text};

/// All of it as one JSON document: `input`, `diagnostics`, and for each region its `number`,
/// `lines` and `model` (see [`Scop::to_json`](scop::Scop::to_json)), in which statements have a
/// `line`.
pub fn json(input: &str, program: &Program) -> Value {
    let regions = program.nests.iter().map(|nest| {
        let scop = nest.scop();
        let mut model = scop.to_json();
        for (i, statement) in scop.statements.iter().enumerate() {
            let place = statement.span.and_then(|span| lines(&program.files, span));
            model["statements"][i]["line"] = json!(place.map(|place| place.line));
        }
        let mut region = region(nest);
        region["model"] = model;
        region
    });
    document(input, program, regions.collect())
}

/// The frame of every JSON document of the program.
pub(crate) fn document(input: &str, program: &Program, regions: Vec<Value>) -> Value {
    let diagnostics = program.diagnostics.iter();
    let diagnostics = diagnostics.map(|diagnostic| report::to_json(diagnostic, &program.files));
    let files = program.files.iter().map(|(_, file)| &file.name);
    json!({
        "input": input,
        "files": files.collect::<Vec<_>>(),
        "diagnostics": diagnostics.collect::<Vec<_>>(),
        "regions": regions,
    })
}

/// What every region in a JSON document has.
pub(crate) fn region(nest: &Nest) -> Value {
    json!({
        "number": nest.number,
        "function": nest.scop().name,
        "lines": nest.lines.map(|(first, last)| vec![first, last]),
    })
}

/// The regions as one OpenScop file.
pub fn openscop(program: &Program) -> Result<String> {
    let texts = program.nests.iter().map(|nest| nest.file.to_text());
    texts.collect()
}
