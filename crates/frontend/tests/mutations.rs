//! Broken text does no harm: thousands of random changes to the files in `tests/syntax` are
//! read without a panic, quickly, and what is said about them lies in the text.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use frontend::{Options, Unit, read};
use scop::{Diagnostic, Severity, SourceMap, Span};

/// A small generator of numbers (xorshift), so that a failure can be seen again.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "::",
    "?",
    "#",
    "##",
    "\\\n",
    "\n",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "=",
    "+=",
    "++",
    "->",
    ".",
    "...",
    "*",
    "&",
    "<",
    "<:",
    "for (",
    "if (x)",
    "else",
    "while",
    "do",
    "struct",
    "enum {",
    "int ",
    "typedef ",
    "sizeof ",
    "(int)",
    "goto ",
    "case 1:",
    "\n#define i j\n",
    "\n#define j i i\n",
    "\n#define F(x) x F(x) x\n",
    "F(",
    "i",
    "\n#if 0\n",
    "\n#else\n",
    "\n#endif\n",
    "\n#include \"self.h\"\n",
    "\n#pragma scop\n",
    "\n#pragma endscop\n",
    "_Pragma(\"scop\")",
    "__VA_ARGS__",
    "0x",
    "1e+",
    "é",
    "\0",
    "R\"(",
    "template <",
    "namespace ",
    "extern \"C\" {",
    "__attribute__((",
    "= {",
    "assert(",
];

fn mutate(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(6) {
        let at = random.below(chars.len() + 1);
        let length = random.below(30).min(chars.len() - at);
        match random.below(5) {
            0 => {
                chars.drain(at..at + length);
            }
            1 => {
                let copy: Vec<char> = chars[at..at + length].to_vec();
                let to = random.below(chars.len() + 1);
                chars.splice(to..to, copy);
            }
            2 => chars.truncate(chars.len() - random.below(chars.len() / 4 + 1)),
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                let times = if random.below(20) == 0 { 300 } else { 1 };
                chars.splice(at..at, piece.repeat(times).chars());
            }
        }
    }
    chars.into_iter().collect()
}

fn assert_in_text(files: &SourceMap, span: Span, what: &str) {
    let file = files
        .get(span.file)
        .unwrap_or_else(|| panic!("no file for {what}"));
    assert!(
        file.text.get(span.range()).is_some(),
        "{span:?} for {what} is not in the text"
    );
}

fn assert_sound(files: &SourceMap, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let span = diagnostic.span.expect("a place");
        assert_in_text(files, span, &diagnostic.message);
        for label in &diagnostic.labels {
            assert_in_text(files, label.span, &label.text);
        }
    }
}

fn assert_unit_sound(unit: &Unit) {
    assert!(!unit.regions.is_empty());
    assert_sound(&unit.files, &unit.warnings);
    for region in &unit.regions {
        assert_in_text(&unit.files, region.span, "a region");
        for statement in &region.statements {
            assert_in_text(&unit.files, statement.span, "a statement");
            assert!(statement.to_string().len() < 100_000_000);
            unit.source_text(statement.tokens);
        }
    }
}

#[test]
fn mutated_files_are_read_or_rejected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let mut sources: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    let texts: Vec<String> = sources
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut accepted, mut rejected) = (0, 0);
    // `MUTATION_ROUNDS=10000` for a long search.
    let rounds = std::env::var("MUTATION_ROUNDS").ok();
    let rounds: usize = rounds.and_then(|text| text.parse().ok()).unwrap_or(200);
    for _ in 0..rounds {
        for text in &texts {
            let text = mutate(text, &mut random);
            // A file that includes itself is read two thousand times: now and then is enough.
            let recursive = random.below(50) == 0;
            let headers = |name: &str| (recursive && name == "self.h").then(|| text.clone());
            let options = Options {
                headers: &headers,
                ..Options::default()
            };
            let begin = Instant::now();
            match read(&text, &options) {
                Ok(unit) => {
                    accepted += 1;
                    assert_unit_sound(&unit);
                }
                Err(failure) => {
                    rejected += 1;
                    let is_error = |d: &Diagnostic| d.severity == Severity::Error;
                    assert!(failure.diagnostics.iter().any(is_error));
                    assert_sound(&failure.files, &failure.diagnostics);
                }
            }
            assert!(
                begin.elapsed() < Duration::from_secs(5),
                "too slow:\n{text}"
            );
        }
    }
    // Both ways must have been gone often, or the test says little.
    assert!(
        accepted > rounds && rejected > rounds,
        "{accepted} accepted, {rejected} rejected"
    );
}
