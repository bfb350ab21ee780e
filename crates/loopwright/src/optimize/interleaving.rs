//! Which interleaving `--fuse` speaks of.

use optimizer::space::{Interleaving, Space};
use presburger::Result;

use crate::program::{Program, Request, not_computed};
use crate::report;

/// The interleaving of a program's one region that a text describes: its number among those of
/// `loopwright space --list`, or its words. `None` if something is wrong, which is then among the program's diagnostics.
///
/// ```
/// use loopwright::optimize::interleaving;
/// use loopwright::program::{Request, read};
///
/// let text = "void f(int n, double a[n], double b[n]) {
/// #pragma scop
///   for (int i = 0; i < n; i++)
///     a[i] = i;
///   for (int i = 0; i < n; i++)
///     b[i] = a[i];
/// #pragma endscop
/// }";
/// let mut program = read(text, &Request::default());
/// let second = interleaving(&mut program, &Request::default(), "2").unwrap();
/// assert_eq!(interleaving(&mut program, &Request::default(), "S0 then S1"), Some(second));
/// assert_eq!(interleaving(&mut program, &Request::default(), "S1 then S0"), None);
/// assert_eq!(program.diagnostics[0].message, "this interleaving is not legal: S1 depends on S0, and cannot come before it");
/// ```
pub fn interleaving(
    program: &mut Program,
    request: &Request<'_>,
    text: &str,
) -> Option<Interleaving> {
    let wrong = |message: String| report::error(report::BAD_INTERLEAVING, message);
    if program.has_errors() {
        return None;
    }
    let [nest] = &program.nests[..] else {
        let message = "an interleaving is for one region, but the program has several";
        let error = wrong(message.into()).help("choose one with `--region N`");
        program.diagnostics.push(error);
        return None;
    };
    let scop = nest.scop();
    let found = request.within_budget(|| {
        let dependences = dependence::dependences(scop, &dependence::Options::default())?;
        let options = crate::space::options(request, None);
        let space = Space::of_program(scop, &dependences, &options)?;
        chosen(&space, text.trim())
    });
    let list = "`loopwright space --list` has all that are legal";
    let error = match found {
        Ok(Ok(found)) => return Some(found),
        Ok(Err(message)) => wrong(message).help(list),
        Err(error) => not_computed(&error),
    };
    program.diagnostics.push(error);
    None
}

/// The interleaving of a space that a number or words stand for, or what is wrong with them.
fn chosen(space: &Space, text: &str) -> Result<std::result::Result<Interleaving, String>> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        let number = text.parse().unwrap_or(usize::MAX);
        let found = number
            .checked_sub(1)
            .and_then(|before| space.iter(1).nth(before));
        return Ok(match found {
            Some(found) => Ok(found?),
            None => Err(format!("there is no interleaving {text}")),
        });
    }
    let depth = text.chars().scan(0usize, |depth, c| {
        match c {
            '{' => *depth += 1,
            '}' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    });
    let levels = depth.max().unwrap_or(0).max(1);
    Ok(match Interleaving::parse(text, space.names(), levels) {
        Ok(found) => match space.objection(&found)? {
            None => Ok(found),
            Some(objection) => Err(format!("this interleaving is not legal: {objection}")),
        },
        Err(mistake) => Err(format!("`{text}` is no interleaving: {mistake}")),
    })
}
