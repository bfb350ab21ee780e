//! What `loopwright show` prints: the model of each region, for a person, for tools, for other
//! polyhedral programs.

mod text;

use frontend::bytes::offset_in_file;
use presburger::Result;
use scop::SourceMap;
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
        places_in_files(&mut model, &program.files);
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

/// Places count the bytes of the files, not those of the texts that were made of them.
fn places_in_files(model: &mut Value, files: &SourceMap) {
    let number = |value: &Value| {
        value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
    };
    match model {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| places_in_files(item, files)),
        Value::Object(fields) => {
            let file = fields.get("file").and_then(Value::as_u64);
            let file = file.and_then(|file| files.iter().nth(usize::try_from(file).ok()?));
            let file = file.map(|(_, file)| file);
            for (key, value) in fields.iter_mut() {
                match (file, number(value)) {
                    (Some(file), Some(offset)) if ["start", "end"].contains(&key.as_str()) => {
                        *value = json!(offset_in_file(&file.text, offset));
                    }
                    _ => places_in_files(value, files),
                }
            }
        }
        _ => {}
    }
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
