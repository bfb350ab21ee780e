//! Scripts in the source: `#pragma loopwright …` lines.

use crate::parser::parse_text;
use crate::{Diagnostics, Script, with_texts};
use scop::{FileId, SourceMap, Span};

/// The script that pieces of a C text make up, one after the other: what stands in the lines
/// `#pragma loopwright …` of a region, as who reads the C text finds it. The script's spans are
/// places in the C text.
///
/// ```
/// use scop::{SourceMap, Span};
///
/// let mut files = SourceMap::default();
/// let c = "#pragma scop
/// #pragma loopwright interchange(S.i, S.j)
/// for (i = 0; i < n; i++) ...
/// #pragma endscop
/// ";
/// let file = files.add("kernel.c", c);
/// let piece = Span::new(file, 31, 53);
/// assert_eq!(files.slice(piece), " interchange(S.i, S.j)");
/// assert!(!script::inline(&files, &[piece])?.is_empty());
/// assert!(script::inline(&files, &[])?.is_empty());
///
/// let error = script::inline(&files, &[Span { end: 48, ..piece }]).unwrap_err();
/// assert_eq!(error.list[0].span.map(|span| span.range()), Some(c.len()..c.len()));
/// # Ok::<(), script::Diagnostics>(())
/// ```
pub fn inline(files: &SourceMap, pieces: &[Span]) -> Result<Script, Diagnostics> {
    let file = pieces.first().map_or(FileId::MAIN, |piece| piece.file);
    let text = files.get(file).map_or("", |file| &file.text);
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
    with_texts(parse_text(&script, file), files, file)
}

fn blank(byte: u8) -> u8 {
    match byte {
        b'\n' => b'\n',
        _ => b' ',
    }
}
