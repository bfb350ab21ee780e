//! Scripts in the source: `#pragma loopwright …` lines.

use crate::{Diagnostics, Script, parse_as};
use scop::{FileId, Span};

/// The script that pieces of a C text make up, one after the other: what stands in the lines
/// `#pragma loopwright …` of a region, as who reads the C text finds it. The script's spans are
/// places in the C text, [`FileId::MAIN`].
///
/// ```
/// use scop::{FileId, Span};
///
/// let c = "#pragma scop
/// #pragma loopwright interchange(S.i, S.j)
/// for (i = 0; i < n; i++) ...
/// #pragma endscop
/// ";
/// let piece = Span::new(FileId::MAIN, 31, 53);
/// assert_eq!(&c[piece.range()], " interchange(S.i, S.j)");
/// assert!(!script::inline(c, "kernel.c", &[piece])?.is_empty());
/// assert!(script::inline(c, "kernel.c", &[])?.is_empty());
///
/// let error = script::inline(c, "kernel.c", &[Span { end: 48, ..piece }]).unwrap_err();
/// assert_eq!(error.list[0].span.map(|span| span.range()), Some(c.len()..c.len()));
/// # Ok::<(), script::Diagnostics>(())
/// ```
pub fn inline(text: &str, name: &str, pieces: &[Span]) -> Result<Script, Diagnostics> {
    // All else is blanked out, so that offsets stay what they are.
    let mut script: Vec<u8> = text.bytes().map(blank).collect();
    for piece in pieces {
        let range = piece.range();
        if let Some(from) = text.as_bytes().get(range.clone()) {
            script[range].copy_from_slice(from);
        }
    }
    // Pieces begin and end between characters.
    let script = String::from_utf8_lossy(&script);
    let mut result = parse_as(&script, name, FileId::MAIN);
    match &mut result {
        Ok(script) => script.file.text = text.into(),
        Err(errors) => errors.files.clear(),
    }
    result
}

fn blank(byte: u8) -> u8 {
    match byte {
        b'\n' => b'\n',
        _ => b' ',
    }
}
