//! What was found, for tools.

use optimizer::Outcome;
use serde_json::{Value, json};

use super::{Found, Optimized};
use crate::program::Program;
use crate::report;

/// The version of the document; a change that a reader must know of makes it another one.
const VERSION: u32 = 1;

/// What was found for a program, if anything was. See the help of `loopwright optimize` for its shape.
///
/// ```
/// use loopwright::optimize::{Options, json, optimize};
/// use loopwright::program::{Request, read};
///
/// let text = "void f(int n, double A[n]) {
/// #pragma scop
///   for (int i = 1; i < n; i++)
///     A[i] = A[i - 1];
/// #pragma endscop
/// }";
/// let mut program = read(text, &Request::default());
/// let done = optimize(&mut program, &Request::default(), &Options::default());
/// let document = json("f.c", &program, done.as_ref());
/// assert_eq!(document["regions"][0]["outcome"], "unchanged");
/// ```
pub fn json(name: &str, program: &Program, done: Option<&Optimized>) -> Value {
    let regions = done.iter().flat_map(|done| &done.found).map(region);
    let diagnostics = program.diagnostics.iter();
    let diagnostics = diagnostics.map(|one| report::to_json(one, &program.files));
    json!({
        "version": VERSION,
        "file": name,
        "regions": regions.collect::<Vec<_>>(),
        "diagnostics": diagnostics.collect::<Vec<_>>(),
    })
}

fn region(found: &Found) -> Value {
    let statements = found.statements.iter().map(|(name, quality)| {
        json!({
            "name": name,
            "permutable": quality.permutable,
            "parallel": quality.parallel,
        })
    });
    let notes = found
        .notes
        .iter()
        .map(|note| json!({ "statements": note.statements, "text": note.text }));
    json!({
        "region": found.number,
        "guard": found.guard.as_ref().map(crate::guard::json),
        "outcome": match found.outcome {
            Outcome::Loops => "new order",
            Outcome::Bands => "new order without tiles",
            Outcome::Original => "unchanged",
        },
        "statements": statements.collect::<Vec<_>>(),
        "notes": notes.collect::<Vec<_>>(),
        "script": found.script,
        "lacks_proof": found.lacks_proof,
        "schedule": found.order.schedule().to_string(),
    })
}
