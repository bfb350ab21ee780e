//! Scripts in the source: `#pragma loopwright …` lines.

use crate::{Diagnostics, Script, parse_as};
use scop::FileId;
use std::ops::Range;

/// The script that the lines `#pragma loopwright …` within a range of a C text make up, one after
/// the other. Its spans are places in the C text, [`FileId::MAIN`].
///
/// ```
/// let c = "#pragma scop
/// #pragma loopwright interchange(S.i, S.j)
/// for (i = 0; i < n; i++) ...
/// #pragma loopwright parallel(S.j)
/// #pragma endscop
/// ";
/// assert!(!script::inline(c, "kernel.c", 0..c.len())?.is_empty());
/// assert!(script::inline(c, "kernel.c", 0..12)?.is_empty());
///
/// let c = "#pragma loopwright interchange(S.i,\n";
/// let error = script::inline(c, "kernel.c", 0..c.len()).unwrap_err();
/// assert_eq!(error.list[0].span.map(|span| span.range()), Some(c.len()..c.len()));
/// # Ok::<(), script::Diagnostics>(())
/// ```
pub fn inline(text: &str, name: &str, region: Range<usize>) -> Result<Script, Diagnostics> {
    // All else is blanked out, so that offsets stay what they are.
    let mut blank: Vec<u8> = Vec::with_capacity(text.len());
    let mut continues = false;
    for line in text.split_inclusive('\n') {
        let start = blank.len();
        let is_inside = region.contains(&start);
        let begins = match is_inside && !continues {
            true => script_in(line),
            false => None,
        };
        let from = match (continues && is_inside, begins) {
            (true, _) => 0,
            (false, Some(offset)) => offset,
            (false, None) => line.len(),
        };
        let body = line.trim_end();
        let ends_open = body.ends_with('\\');
        continues = ends_open && from < line.len();
        for (i, byte) in line.bytes().enumerate() {
            let is_splice = continues && i + 1 == body.len();
            blank.push(match byte {
                b'\n' => b'\n',
                byte if i >= from && !is_splice => byte,
                _ => b' ',
            });
        }
    }
    // Characters are kept or blanked as a whole: lines are cut at the ends of words.
    let script = String::from_utf8_lossy(&blank);
    let mut result = parse_as(&script, name, FileId::MAIN);
    match &mut result {
        Ok(script) => script.file.text = text.into(),
        Err(errors) => errors.files.clear(),
    }
    result
}

/// Where the script begins in a line `#pragma loopwright …`.
fn script_in(line: &str) -> Option<usize> {
    let rest = line.trim_start().strip_prefix('#')?;
    let rest = rest.trim_start().strip_prefix("pragma")?;
    let rest = rest.trim_start().strip_prefix("loopwright")?;
    rest.starts_with(|c: char| c.is_whitespace())
        .then(|| line.len() - rest.len())
}
