//! Programs around generated code: a kernel and a script make a schedule, and a text that lacks
//! only the loops for it.

use crate::{Made, kernels};
use serde_json::{Value, json};
use std::path::Path;

/// What is needed to run a kernel in another order.
pub struct Program {
    /// The kernel and the variant, `lu.tiled`.
    pub name: String,
    /// The schedule as isl reads it.
    pub schedule: String,
    /// The text of the file before the loops, after them, and between the two each statement as a
    /// macro of its iterators.
    pub text: Value,
}

/// The program that the script `KERNEL.VARIANT.lw` describes.
pub fn program(script: &Path) -> Made<Program> {
    let name = script.file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let kernel = kernels::named(name.split('.').next().unwrap_or_default());
    let models = crate::models(&kernel, Vec::new())?;
    let [(place, scop)] = &models[..] else {
        return Err("a kernel with one region is wanted".into());
    };
    let text = std::fs::read_to_string(script)?;
    let parsed = script::parse(&text, &name).map_err(|error| error.to_string())?;
    let outcome = script::run(&parsed, scop, &script::Options::default());
    let outcome = outcome.map_err(|error| error.to_string())?;
    let mut macros = String::new();
    for statement in &scop.statements {
        let names = |end: &str| -> String {
            let all: Vec<String> = statement
                .iterators
                .iter()
                .map(|i| format!("{i}{end}"))
                .collect();
            all.join(", ")
        };
        let mut values = String::new();
        for iterator in &statement.iterators {
            values += &format!("const int {iterator} = ({iterator}_); ");
        }
        let body = statement.body.text.split_whitespace().collect::<Vec<_>>();
        macros += &format!(
            "#define {}({}) {{ {values}{} }}\n",
            statement.name,
            names("_"),
            body.join(" ")
        );
    }
    Ok(Program {
        schedule: outcome.schedule.for_isl().to_string(),
        text: json!({
            "before": kernel.text[..place.start],
            "statements": macros,
            "after": kernel.text[place.end..],
        }),
        name,
    })
}
