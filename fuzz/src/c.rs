//! Mutated C texts for the front end.
//!
//! The texts are the kernels and the snippets of the repository, read as C or as C++. What is read is modelled, and
//! what is modelled must verify and print as what reads back.

use crate::driver::{self, Options, Outcome, Summary};
use crate::random::Random;
use frontend::{ModelOptions, read};
use presburger::{Budget, Error, Map, Set};
use scop::{Diagnostic, Scop, SourceMap, Span};
use std::path::Path;
use std::sync::Arc;

/// Steps for the model of a text, and again for looking at it.
const BUDGET: u64 = 4_000_000;
/// No text grows longer than this.
const LONGEST: usize = 20_000;

/// Runs the fuzzer.
pub fn fuzz(options: Options) -> Summary {
    let seeds = seeds();
    assert!(seeds.len() > 100, "the kernels and snippets are missing");
    driver::run("c", options, move |session, random| {
        let text = mutated(&seeds, random);
        let name = *random.pick(&["text.c", "text.c", "text.cpp"]);
        session.leave_trace(&text);
        session.name(name);
        session.operand(Arc::new(text.clone()));
        if session.execute(|| check(name, &text)) {
            println!("  minimised:\n{}", minimise(name, &text));
        }
    })
}

/// The texts of the repository, each cut down to the parts that matter.
fn seeds() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for folder in [
        "kernels",
        "crates/frontend/tests/snippets",
        "crates/loopwright/tests/meaning/cplusplus",
    ] {
        let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten();
        paths.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
    }
    paths.retain(|path| { path.extension() }.is_some_and(|one| one == "c" || one == "cpp"));
    paths.sort();
    let texts = paths
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok());
    // What comes after the region of a kernel only prints and measures.
    let cut = |text: String| match text.rfind("#pragma endscop") {
        Some(end) => text[..end].to_string() + "#pragma endscop\n}\n",
        None => text,
    };
    texts.map(cut).collect()
}

/// What is right and wrong with a text in a file of some name, which says whether it is C++.
pub fn check(name: &str, text: &str) -> Result<Outcome, String> {
    let headers = |name: &str| (name == "kernel.h").then(String::new);
    let options = frontend::Options {
        headers: &headers,
        name,
        ..frontend::Options::default()
    };
    let unit = match read(text, &options) {
        Ok(unit) => unit,
        Err(rejected) => {
            in_text(&rejected.files, &rejected.diagnostics)?;
            return Ok(Outcome::Refused);
        }
    };
    in_text(&unit.files, &unit.warnings)?;
    let mut outcome = Outcome::Done;
    for region in &unit.regions {
        let budget = Budget::operations(BUDGET);
        match budget.run(|| unit.model(region, &ModelOptions::default())) {
            Ok(modelled) => {
                in_text(&unit.files, &modelled.warnings)?;
                match Budget::operations(BUDGET).run(|| look_at(&modelled.scop)) {
                    Ok(()) => {}
                    Err(Wrong::Hard) => outcome = Outcome::Exhausted,
                    Err(Wrong::Model(wrong)) => return Err(wrong),
                }
            }
            Err(errors) => {
                if errors.is_empty() {
                    return Err("refused without a reason".into());
                }
                in_text(&unit.files, &errors)?;
                let exhausted = errors.iter().any(|error| error.message.contains("budget"));
                outcome = match exhausted {
                    true => Outcome::Exhausted,
                    false => Outcome::Refused,
                };
            }
        }
    }
    Ok(outcome)
}

enum Wrong {
    /// The budget ran out while looking.
    Hard,
    Model(String),
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Wrong {
        match error {
            Error::BudgetExhausted => Wrong::Hard,
            other => Wrong::Model(format!("looking at the model: {other}")),
        }
    }
}

fn look_at(scop: &Scop) -> Result<(), Wrong> {
    if let Some(problem) = scop.verify()?.first() {
        return Err(Wrong::Model(format!("does not verify: {problem}")));
    }
    for statement in &scop.statements {
        let domain = &statement.domain;
        let again: Set = reread(&domain.to_string())?;
        if !again.is_equal(domain)? {
            return Err(Wrong::Model(format!("reads back as another set: {domain}")));
        }
        for access in &statement.accesses {
            let again: Map = reread(&access.relation.to_string())?;
            if !again.is_equal(&access.relation)? {
                let wrong = format!("reads back as another map: {}", access.relation);
                return Err(Wrong::Model(wrong));
            }
        }
        let mut at = 0;
        for hole in &statement.body.holes {
            let fits = hole.range.start >= at
                && statement
                    .body
                    .text
                    .get(hole.range.clone())
                    .is_some_and(|part| !part.is_empty());
            if !fits {
                let wrong = format!("a hole does not fit: {:?}", statement.body);
                return Err(Wrong::Model(wrong));
            }
            at = hole.range.end;
        }
    }
    Ok(())
}

fn reread<T: std::str::FromStr<Err = Error>>(text: &str) -> Result<T, Wrong> {
    match text.parse() {
        Ok(value) => Ok(value),
        Err(Error::BudgetExhausted) => Err(Wrong::Hard),
        Err(error) => Err(Wrong::Model(format!("does not read back: {error}: {text}"))),
    }
}

fn in_text(files: &SourceMap, diagnostics: &[Diagnostic]) -> Result<(), String> {
    let fits = |span: Span| {
        let file = files.get(span.file);
        file.is_some_and(|file| file.text.get(span.range()).is_some())
    };
    for one in diagnostics {
        if !one.span.is_some_and(fits) || !one.labels.iter().all(|label| fits(label.span)) {
            return Err(format!("points outside of the text: {one}"));
        }
    }
    Ok(())
}

const PIECES: &[&str] = &[
    "i",
    "j",
    "k",
    "n",
    "m",
    "a",
    "b",
    "a[i]",
    "A[i][j]",
    "b[i - 1]",
    "s",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    "?",
    ":",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "&",
    "|",
    "&&",
    "||",
    "!",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "=",
    "+=",
    "*=",
    "++",
    "--",
    "->",
    ".x",
    "0",
    "1",
    "2",
    "7",
    "-1",
    "1000000007",
    "9223372036854775807",
    "0x80000000u",
    "1.5",
    "(int)",
    "(char)",
    "(unsigned)",
    "sizeof",
    "min(",
    "max(",
    "floord(",
    "abs(",
    "sqrt(",
    "f(",
    "&a[i]",
    "*a",
    "for (int i = 0; i < n; i++)",
    "for (j = n; j != 0; j -= 2)",
    "for (unsigned k = n; k < n; k--)",
    "for (;;)",
    "if (i > j)",
    "if (a[i] > 0)",
    "if (i % 3 == 1)",
    "else",
    "while (a[0] > i)",
    "do",
    "while (k--);",
    "switch (i)",
    "case 1:",
    "default:",
    "break;",
    "continue;",
    "goto x;",
    "return;",
    "x:",
    "int t = i + 1;",
    "double t = a[i];",
    "double t[n];",
    "int *p = &n;",
    "static int q;",
    "volatile ",
    "typedef int w;",
    "struct p { int x; } v;",
    "t",
    "#pragma omp\n",
    "\n#define i j\n",
    "\n#define a(x) b[x]\n",
    "\n#pragma endscop\n",
    "\n#pragma scop\n",
    "assert(n > 3);",
    "i * n + j",
    "i * i",
    "(i - n) / 3",
    "i ? j : n",
    "n - i",
    "2 * i + 3 * j - n",
];

const NESTS: &[(&str, &str)] = &[
    ("(", ")"),
    ("{", "}"),
    ("-(", ")"),
    ("abs(", ")"),
    ("min(i, ", ")"),
    ("(i < ", " ? i : j)"),
    ("(", " + i) / 2"),
    ("(", ") % 7"),
    ("a[", "]"),
    ("if (i > 2) {", "}"),
    ("for (int x = 0; x < 3; x++) {", "}"),
];

fn mutated(seeds: &[String], random: &mut Random) -> String {
    let mut text = random.pick(seeds).clone();
    for _ in 0..[1, 1, 1, 2, 2, 3, 4, 8][random.below(8)] {
        text = mutate(&text, seeds, random);
        if text.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|&end| text.is_char_boundary(end));
            text.truncate(end.unwrap_or(0));
        }
    }
    text
}

fn mutate(text: &str, seeds: &[String], random: &mut Random) -> String {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return random.pick(PIECES).to_string();
    }
    // Mostly inside of a region.
    let (mut low, mut high) = (0, tokens.len());
    if !random.once_in(5) {
        let word = |wanted: &str| tokens.iter().position(|token| *token == wanted);
        low = word("scop").map_or(0, |at| at + 1);
        high = word("endscop").map_or(high, |at| at.saturating_sub(2));
        high = high.max(low + 1).min(tokens.len());
        low = low.min(high - 1);
    }
    let at = low + random.below(high - low);
    let end = (at + 1 + random.below(6)).min(tokens.len());
    let (head, tail) = (tokens[..at].concat(), tokens[at..].concat());
    let rest = tokens[end..].concat();
    let part = tokens[at..end].concat();
    match random.below(12) {
        0..=2 => format!("{head}{}{}", random.pick(PIECES), tokens[at + 1..].concat()),
        3..=4 => format!("{head} {} {tail}", random.pick(PIECES)),
        5 => head + &rest,
        6 => {
            let other = tokens[low + random.below(high - low)];
            format!("{head}{other}{}", tokens[at + 1..].concat())
        }
        7 => {
            let times = *random.pick(&[2, 2, 3, 20]);
            format!("{head}{}{rest}", part.repeat(times))
        }
        8..=9 => {
            // A line of another text.
            let lines: Vec<&str> = random.pick(seeds).lines().collect();
            let line = random.pick(&lines);
            let place = text[..head.len()].rfind('\n').map_or(0, |at| at + 1);
            format!("{}{line}\n{}", &text[..place], &text[place..])
        }
        10 => {
            let (open, close) = random.pick(NESTS);
            let depth = *random.pick(&[1, 1, 2, 5, 30, 400]);
            format!(
                "{head}{}{part}{}{rest}",
                open.repeat(depth),
                close.repeat(depth)
            )
        }
        _ => {
            let is_number = |token: &&str| token.starts_with(|c: char| c.is_ascii_digit());
            match (low..high)
                .filter(|&i| is_number(&tokens[i]))
                .nth(random.below(9))
            {
                Some(i) => {
                    let number =
                        *random.pick(&["0", "3", "64", "4294967296", "9223372036854775807"]);
                    format!(
                        "{}{number}{}",
                        tokens[..i].concat(),
                        tokens[i + 1..].concat()
                    )
                }
                None => head + &rest,
            }
        }
    }
}

/// Words, numbers, runs of spaces, and single characters otherwise.
fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        c if c.is_whitespace() => 2,
        _ => 0,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        if last.is_some_and(|last| last == 0 || last != class(c)) {
            tokens.push(&text[start..at]);
            start = at;
        }
        last = Some(class(c));
    }
    if start < text.len() {
        tokens.push(&text[start..]);
    }
    tokens
}

/// Removes lines and tokens that can go while the text still fails in the same way.
fn minimise(name: &str, text: &str) -> String {
    let kind = |text: &str| match std::panic::catch_unwind(|| check(name, text)) {
        Ok(Ok(_)) => None,
        Ok(Err(wrong)) => Some(wrong.split(':').next().unwrap_or_default().to_string()),
        Err(_) => Some("panic".to_string()),
    };
    let wanted = kind(text);
    let start = std::time::Instant::now();
    let mut parts: Vec<String> = tokens(text).into_iter().map(String::from).collect();
    let mut size = parts.len().div_ceil(2);
    while size > 0 && start.elapsed().as_secs() < 20 {
        let mut at = 0;
        while at < parts.len() {
            let mut candidate = parts.clone();
            candidate.drain(at..(at + size).min(parts.len()));
            if kind(&candidate.concat()) == wanted {
                parts = candidate;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    parts.concat()
}
