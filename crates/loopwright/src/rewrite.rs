//! Writes the loops of a program anew, in place: all else of its text stays byte for byte.

use astgen::Generator;
use scop::{Diagnostic, FileId};

use crate::program::{Nest, Program};
use crate::report::{self, error};

/// The text of the program with every region that was read written from its schedule.
///
/// ```
/// use loopwright::program::{Request, read};
/// use loopwright::rewrite::rewrite;
///
/// let text = "void f(int n, double a[n]) {
/// #pragma scop
///   for (int i = n; i > 0; i--)
///     a[i - 1] = i;
/// #pragma endscop
/// }
/// ";
/// let program = read(text, &Request::default());
/// let new = rewrite(&program).unwrap();
/// assert_eq!(new.lines().nth(2), Some("  for (int i = n; i >= 1; i--)"));
/// assert_eq!(new.lines().nth(3), Some("    a[i - 1] = i;"));
/// assert_eq!(new.lines().last(), Some("}"));
/// ```
pub fn rewrite(program: &Program) -> Result<String, Box<Diagnostic>> {
    let Some(main) = program.files.get(FileId::MAIN) else {
        return Err(Box::new(error(report::NO_SUCH_REGION, "there is no text")));
    };
    let mut text = main.text.clone();
    let mut nests: Vec<&Nest> = program.nests.iter().collect();
    // From the end on, so that places before stay where they are.
    nests.sort_by_key(|nest| std::cmp::Reverse(nest.scop().span.map(|span| span.start)));
    for nest in nests {
        let Some(span) = nest.scop().span else {
            return Err(Box::new(error(
                report::NO_SUCH_REGION,
                "the program was not read from C, so there is no text to write it into",
            )));
        };
        let range = span.range();
        // The closing pragma keeps what stands before it on its line.
        let old = main.text.get(range.clone()).unwrap_or("");
        let margin = old.rsplit('\n').next().unwrap_or("");
        let code = nest_text(nest)?;
        text.replace_range(range, &format!("\n{code}{margin}"));
    }
    Ok(text)
}

/// The text of one region.
fn nest_text(nest: &Nest) -> Result<String, Box<Diagnostic>> {
    let scop = nest.scop();
    let failed = |why: String| {
        let message = format!("region {} cannot be written: {why}", nest.number);
        Box::new(error(report::NOT_COMPUTED, message))
    };
    let ast = Generator::new()
        .context(scop.context.clone())
        .from_tree(&scop.schedule)
        .map_err(|error| failed(error.to_string()))?;
    let options = emit::Options {
        declared: nest.counters.clone(),
        ..emit::Options::default()
    };
    emit::region(scop, &ast, &options).map_err(|error| failed(error.to_string()))
}
