//! Random scripts: those made of operations that can be undone run every instance once, and no
//! text at all makes the reader or the interpreter panic. `SCRIPT_CASES` sets how many are tried.

use std::collections::BTreeSet;

use frontend::{ModelOptions, read};
use scop::Scop;

const PROGRAM: &str = "
void f(int n, double A[n][n], double B[n][n]) {
#pragma scop
  L: for (int i = 0; i < n; i++) {
    P: A[i][0] = i;
    for (int j = 0; j < i; j++) {
      Q: A[i][j] = i;
      R: B[i][j] = j;
    }
  }
  M: for (int i = n - 1; i >= 0; i -= 2)
    for (int j = 1; j < n; j++)
      T: B[i][j] += A[i][j];
#pragma endscop
}
";

fn scop() -> Scop {
    let unit = read(PROGRAM, &frontend::Options::default()).expect("C");
    let modelled = unit.model(&unit.regions[0], &ModelOptions::default());
    modelled.expect("a model").scop
}

fn cases(default: usize) -> usize {
    let given = std::env::var("SCRIPT_CASES").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

fn operation(random: &mut Random) -> String {
    let statements = ["P", "Q", "R", "T", "L", "M"];
    let s = random.pick(&statements);
    let other = random.pick(&statements);
    let (i, j) = (
        random.pick(&["i", "j", "it", "jt"]),
        random.pick(&["i", "j", "it"]),
    );
    let k = random.below(5);
    match random.below(20) {
        0 => format!("realign({s}, {other}, {k})"),
        1 => format!("affine({s}, {{ [i, j] -> [j, i] }})"),
        2 => format!("affine({s}, {{ [i, j] -> [i + {k} * j, j - n] }})"),
        3 => format!("affine({s}, {{ [i] -> [i/3, i % 3] }})"),
        4 => format!("isplit({s}, {{ [i, j] : i + j < {k} }}, {})", k % 3),
        5 => format!("interchange({s}.{i}, {s}.{j})"),
        6 => format!("reverse({s}.{i})"),
        7 => format!("shift({s}, {i}, n - {k})"),
        8 => format!("scale({s}.{i}, {})", k + 1),
        9 => format!("skew({s}.{i}, {s}.{j}, {k})"),
        10 => format!("tile({s}.{i}, {})", k + 1),
        11 => format!("tile({s}, 2, {}, separate)", k + 1),
        12 => format!("fuse({s}, {other})"),
        13 => format!("distribute({s}.{i})"),
        14 => format!("reorder({s}, {other})"),
        15 => format!("split({s}.{i}, {k})"),
        16 => format!("peel({s}.{i}, {})", k as i64 - 2),
        17 => format!("unroll_and_jam({s}.{i}, 2)"),
        18 => format!("wavefront({s}.{i}, {s}.{j})"),
        _ => format!("map {s} {{ [i, j] -> [j, {k}, i] }}"),
    }
}

#[test]
fn compositions_run_every_instance_once() {
    let scop = scop();
    let values = [("n", 4)];
    let all = scop.schedule.instances(&values).expect("instances");
    let all: BTreeSet<String> = all.iter().map(|point| point.to_string()).collect();
    let mut random = Random(7);
    let (mut accepted, mut longest) = (0, 0);
    for _ in 0..cases(150) {
        // Operations that do not fit are left out, so that scripts become long enough.
        let mut text = match random.below(3) {
            0 => "use normalised\n".to_string(),
            _ => String::new(),
        };
        let mut length = 0;
        for _ in 0..8 {
            let more = format!("{text}{}\n", operation(&mut random));
            let script = script::parse(&more, "random.lw").expect("generated scripts are scripts");
            let Ok(outcome) = script::run(&script, &scop, &script::Options::default()) else {
                continue;
            };
            text = more;
            length += 1;
            let problems = outcome.schedule.verify().expect("verifiable");
            assert!(problems.is_empty(), "{}\n{text}", problems[0]);
            let run = outcome.schedule.instances(&values).expect("instances");
            assert_eq!(run.len(), all.len(), "{text}");
            let run: BTreeSet<String> = run.iter().map(|point| point.to_string()).collect();
            assert_eq!(run, all, "{text}");
        }
        accepted += usize::from(length > 0);
        longest = longest.max(length);
    }
    assert!(accepted > 50 || cases(150) != 150, "only {accepted}");
    assert!(longest >= 4, "only {longest} operations");
}

#[test]
fn nothing_makes_it_panic() {
    let scop = scop();
    let mut seeds = Vec::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    for entry in std::fs::read_dir(folder).expect("cases") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a case");
        let parts = text
            .split("\n=== ")
            .filter(|part| part.starts_with("script"));
        seeds.extend(parts.filter_map(|part| Some(part.split_once('\n')?.1.to_string())));
    }
    seeds.sort();
    assert!(seeds.len() > 50);
    let words = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        ";",
        "->",
        "=",
        "i",
        "n",
        "0",
        "-1",
        "L",
        "T",
        "32",
        "map",
        "def",
        "let",
        "and",
        "exists",
        "é",
        "\"",
        "/*",
        "#",
        ".",
        "99999999999999999999",
        "2147483647",
        "%",
        "/",
        "*",
        "or",
        "not",
        "P",
        "Q",
        "separate",
        "return",
        "tile",
    ];
    let mut random = Random(11);
    let mut ran = 0;
    for _ in 0..cases(1500) {
        let seed = &seeds[random.below(seeds.len())];
        let seed = seed.replace("Mult", "T").replace("S", "Q");
        let mut letters: Vec<char> = seed.chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(letters.len() + 1);
            match random.below(3) {
                0 if at < letters.len() => {
                    letters.remove(at);
                }
                1 => {
                    let end = (at + random.below(12)).min(letters.len());
                    let part: Vec<char> = letters[at..end].to_vec();
                    letters.splice(at..at, part);
                }
                _ => {
                    let word = random.pick(&words).chars().collect::<Vec<_>>();
                    letters.splice(at..at, word);
                }
            }
        }
        let text: String = letters.into_iter().collect();
        let script = match script::parse(&text, "random.lw") {
            Ok(script) => script,
            Err(errors) => {
                assert!(!errors.list.is_empty());
                for error in &errors.list {
                    let span = error.span.expect("a place");
                    assert!(text.get(span.range()).is_some(), "{error} in\n{text}");
                    assert!(!error.help.is_empty(), "{error} has no help:\n{text}");
                }
                continue;
            }
        };
        ran += 1;
        if let Err(errors) = script::run(&script, &scop, &script::Options::default()) {
            assert_eq!(errors.list.len(), 1);
            assert!(
                !errors.list[0].help.is_empty(),
                "{errors} has no help:\n{text}"
            );
        }
    }
    assert!(ran > 50 || cases(1500) != 1500, "only {ran}");
}

#[test]
fn endless_scripts_end() {
    let scop = scop();
    let deep: String = (0..30)
        .map(|i| format!("def f{i}(l) {{ f{0}(l) f{0}(l) }}\n", i + 1))
        .collect();
    let doubling: String = (0..30)
        .map(|i| format!("def f{i}(l) {{ f{}([l, l]) }}\n", i + 1))
        .collect();
    let tilings = "tile(T.i, 2)\n".repeat(200);
    let splits: String = (0..40)
        .map(|i| format!("isplit(L, {{ [i] : i < {i} }}, 0)\n"))
        .collect();
    let texts = [
        format!("{deep}def f30(l) {{ reverse(l.i) }}\nf0(T)"),
        format!("{doubling}def f30(l) {{ reverse(l) }}\nf0(T)"),
        tilings,
        splits,
        format!(
            "affine(T, {{ [i] -> [{}i{}] }})",
            "(".repeat(5000),
            ")".repeat(5000)
        ),
        format!("let a = {}1", "-".repeat(100_000)),
        format!("let a = 1{}", "+1".repeat(100_000)),
        format!("affine(T, {{ [i] -> [i{}] }})", "+1".repeat(20_000)),
        "[".repeat(100_000),
        "{".repeat(100_000),
    ];
    for text in texts {
        // What matters is that there is an answer.
        if let Ok(script) = script::parse(&text, "long.lw") {
            let _ = script::run(&script, &scop, &script::Options::default());
        }
    }
}
