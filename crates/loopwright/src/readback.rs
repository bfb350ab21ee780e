//! The last step: what was written is read back and proved to run the same instances in the order
//! of the schedule.
//!
//! The new text is read twice, by the front end that read the program: once with every statement
//! replaced by a record of the instance that it stands for, once as it is. See [`validate`].

use frontend::{ModelOptions, Options, Unit};
use presburger::Budget;
use scop::{Diagnostic, Scop};
use validate::{Claim, Copy, Failure};

use crate::program::{Nest, Program, Request};
use crate::report;
use crate::rewrite::{Region, Rewritten};

/// Steps of computing with sets that the proof for a region may take: some seconds.
const EFFORT: u64 = 100_000_000;

/// Proves that a text that was written for a program does what the schedules of its regions say;
/// the error says what is wrong with it, and is a mistake in Loopwright. `request` is what the
/// program was read with.
///
/// ```
/// use loopwright::program::{Request, read};
/// use loopwright::readback::prove;
/// use loopwright::rewrite::{Choices, rewrite};
///
/// let text = "void f(int n, double a[n]) {
/// #pragma scop
///   for (int i = 0; i < n; i++)
///     a[i] = i;
/// #pragma endscop
/// }
/// ";
/// let program = read(text, &Request::default());
/// let mut new = rewrite(&program, &Choices::default()).unwrap();
/// assert!(prove(&program, &new, &Request::default()).is_ok());
/// new.text = new.text.replace("i < n;", "i < m;");
/// assert!(prove(&program, &new, &Request::default()).is_err());
/// ```
pub fn prove(
    program: &Program,
    new: &Rewritten,
    request: &Request<'_>,
) -> Result<(), Box<Diagnostic>> {
    let mut prefix = "lw_at_".to_string();
    while new.text.contains(&prefix) {
        prefix.push('_');
    }
    let reader = Reader::new(request).map_err(|why| failed(None, &why))?;
    let recorded = with_records(program, new, &prefix).map_err(|why| failed(None, &why))?;
    let recorded = reader.read(&recorded).map_err(|why| failed(None, &why))?;
    let plain = reader.read(&new.text).map_err(|why| failed(None, &why))?;
    for (nest, region) in program.nests.iter().zip(&new.regions) {
        let proved = Budget::operations(request.budget.unwrap_or(EFFORT)).run(|| {
            let copies = executed(&reader, &recorded, nest, region, &prefix)?;
            let plain = reader.model(&plain, region.number)?;
            validate::same_accesses(&plain, &copies, nest.scop()).map_err(|why| why.to_string())
        });
        proved.map_err(|why| failed(Some(region.number), &why))?;
    }
    Ok(())
}

fn failed(region: Option<usize>, why: &str) -> Box<Diagnostic> {
    let what = match region {
        Some(number) => format!("the code for region {number}"),
        None => "the new text".into(),
    };
    let message = format!("{what} could not be proved to be what the schedule says");
    let error = report::error(report::NOT_PROVED, message).note(why);
    Box::new(error.help("please report it; `--no-validate` writes the code as it is"))
}

fn executed(
    reader: &Reader<'_>,
    unit: &Unit,
    nest: &Nest,
    region: &Region,
    prefix: &str,
) -> Result<Vec<Copy>, String> {
    let read = reader.model(unit, region.number)?;
    let claim = Claim::of_scop(nest.scop()).map_err(|error| error.to_string())?;
    let proved = || -> Result<Vec<Copy>, Failure> {
        validate::prove(&read, prefix, &claim)?;
        validate::records(&read, prefix, &claim)
    };
    proved().map_err(|why| why.to_string())
}

/// The text with each statement replaced by a record of its instance and of the holes in it.
fn with_records(program: &Program, new: &Rewritten, prefix: &str) -> Result<String, String> {
    let mut text = new.text.clone();
    let mut places = Vec::new();
    for (nest, region) in program.nests.iter().zip(&new.regions) {
        for placed in &region.statements {
            places.push((nest.scop(), placed));
        }
    }
    // From the end on, so that places before stay where they are.
    places.sort_by_key(|(_, placed)| std::cmp::Reverse(placed.range.start));
    for (scop, placed) in places {
        let lost = || format!("the place of `{}` is lost", placed.statement);
        let id = scop.find_statement(&placed.statement).ok_or_else(lost)?;
        let mut values: Vec<&str> = placed.arguments.iter().map(String::as_str).collect();
        for hole in &placed.holes {
            values.push(new.text.get(hole.clone()).ok_or_else(lost)?);
        }
        let record = validate::record(prefix, id.index(), values);
        text.get(placed.range.clone()).ok_or_else(lost)?;
        text.replace_range(placed.range.clone(), &record);
    }
    Ok(text)
}

/// Reads texts as the program was read.
struct Reader<'a> {
    options: Options<'a>,
    model: ModelOptions,
}

impl<'a> Reader<'a> {
    fn new(request: &Request<'a>) -> Result<Reader<'a>, String> {
        let context = request.context.as_ref();
        let context = context.map(|text| text.parse()).transpose();
        Ok(Reader {
            options: Options {
                name: request.name,
                definitions: request.definitions.clone(),
                headers: request.headers,
            },
            model: ModelOptions {
                context: context.map_err(|error: presburger::Error| error.to_string())?,
                pure_functions: request.pure_functions.clone(),
            },
        })
    }

    fn read(&self, text: &str) -> Result<Unit, String> {
        frontend::read(text, &self.options).map_err(|error| format!("it cannot be read: {error}"))
    }

    fn model(&self, unit: &Unit, number: usize) -> Result<Scop, String> {
        let region = unit.regions.get(number.wrapping_sub(1));
        let region = region.ok_or_else(|| "the region is not there".to_string())?;
        match unit.model(region, &self.model) {
            Ok(modelled) => Ok(modelled.scop),
            Err(errors) => {
                let errors: Vec<String> = errors.iter().map(|error| error.to_string()).collect();
                Err(format!("it cannot be modelled: {}", errors.join("; ")))
            }
        }
    }
}
