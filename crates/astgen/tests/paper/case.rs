//! One schedule of a paper, with the code that the paper shows for it.

// Not every test needs all of it.
#![allow(dead_code)]

use crate::common::c;
use crate::common::oracle::{Oracle, compare};
use crate::structure::{Run, operators, skeleton};
use astgen::ast::Node;
use astgen::{Generator, Input, Settings};

/// The most instances that a run may have for it to be checked.
const LIMIT: usize = 5000;

/// A schedule and the values of the parameters for which its code is run.
pub struct Case {
    input: Input,
    settings: Settings,
    /// Operators that our code may have more than the other.
    dearer: usize,
    /// Tests that a run of our code may execute more than one of the other.
    slower: usize,
    /// Only these values instead of those that the oracle proposes.
    only: Option<Vec<Vec<i64>>>,
    more_values: Vec<Vec<i64>>,
}

impl Case {
    /// A flat schedule, a context and options.
    pub fn flat(schedule: &str, context: &str, options: &str) -> Case {
        let text = format!("{schedule}\n{context}\n{options}\n");
        Case::new(Input::flat(&text).expect("an input"))
    }

    /// A flat schedule without more.
    pub fn plain(schedule: &str) -> Case {
        Case::flat(schedule, "{ : }", "{ }")
    }

    /// A schedule tree.
    pub fn tree(text: &str) -> Case {
        Case::new(Input::tree(text).expect("a tree"))
    }

    fn new(input: Input) -> Case {
        Case {
            input,
            settings: Settings::default(),
            dearer: 0,
            slower: 0,
            only: None,
            more_values: Vec::new(),
        }
    }

    pub fn settings(mut self, settings: Settings) -> Case {
        self.settings = settings;
        self
    }

    /// Also runs the codes with these values of the parameters, in the order of the schedule.
    pub fn values(mut self, values: &[i64]) -> Case {
        self.more_values.push(values.to_vec());
        self
    }

    /// Our code has up to so many operators more than the paper's; say why where this is used.
    pub fn dearer_by(mut self, operators: usize) -> Case {
        self.dearer = operators;
        self
    }

    /// A run of our code executes up to so many tests more; say why where this is used.
    pub fn slower_by(mut self, tests: usize) -> Case {
        self.slower = tests;
        self
    }

    /// Runs the codes for these values of one parameter only.
    pub fn only_for(mut self, values: &[i64]) -> Case {
        self.only = Some(values.iter().map(|value| vec![*value]).collect());
        self
    }

    /// Our code has the structure of the paper's and costs no more; both execute the schedule.
    pub fn has_code_of(self, paper: &str) {
        self.check(paper, None);
    }

    /// The paper's code executes the schedule, and ours has its structure or that of `ours`; say
    /// which is better where this is used.
    pub fn has_code_of_or(self, paper: &str, ours: &str) {
        self.check(paper, Some(ours));
    }

    fn check(&self, paper: &str, ours: Option<&str>) {
        let generator = Generator::new().settings(self.settings);
        let code = generator.from_input(&self.input).expect("code");
        let paper = c::parse(paper).expect("the paper's code");
        let stated = ours.map(|text| c::parse(text).expect("our code"));
        let like = match &stated {
            Some(stated) if skeleton(&code) != skeleton(&paper) => stated,
            _ => &paper,
        };
        assert_eq!(
            skeleton(&code),
            skeleton(like),
            "\n{code}\nis not\n\n{like}"
        );
        let written = operators(&code);
        let allowed = operators(like) + self.dearer;
        assert!(
            written <= allowed,
            "{written} operators, not {allowed}\n{code}\nfor\n\n{like}"
        );
        self.run(&code, like, &paper);
    }

    /// Runs all codes for all values.
    fn run(&self, code: &Node, like: &Node, paper: &Node) {
        let oracle = Oracle::new(&self.input).expect("a schedule");
        let mut valuations = match &self.only {
            Some(values) => values.clone(),
            None => oracle.valuations().expect("values"),
        };
        valuations.extend(self.more_values.iter().cloned());
        let mut executed = 0;
        for values in valuations {
            let Some(expected) = oracle.expected(&values, LIMIT).expect("points") else {
                continue;
            };
            let parameters = oracle.named(&values);
            let run = |node: &Node| {
                let run = Run::new(node, &parameters);
                let run = run.unwrap_or_else(|why| panic!("{parameters:?}: {why}\n{node}"));
                if let Err(why) = compare(&expected, &run.trace()) {
                    panic!("{parameters:?}: {why}\n{node}");
                }
                run
            };
            let (ours, theirs) = (run(code), run(like));
            run(paper);
            for (our, their) in ours.instances.iter().zip(&theirs.instances) {
                assert_eq!(our, their, "{parameters:?}\n{code}\nis not\n\n{like}");
            }
            assert!(
                ours.tests <= theirs.tests + self.slower,
                "{parameters:?}: {} tests, not {}\n{code}\nfor\n\n{like}",
                ours.tests,
                theirs.tests
            );
            executed += ours.instances.len();
        }
        assert!(executed > 0, "nothing was executed");
    }
}

/// What is wrong is found.
#[cfg(test)]
mod tests {
    use super::Case;

    fn case() -> Case {
        Case::plain("[n] -> { S[i] -> [i] : 0 <= i < n and i <= 3 }")
    }

    #[test]
    #[should_panic(expected = "is not")]
    fn another_skeleton() {
        case().has_code_of("for (i = 0; i < n; i += 1) if (i <= 3) S(i);");
    }

    #[test]
    #[should_panic(expected = "is not")]
    fn another_counter() {
        case().has_code_of("for (i = 1; i <= min(4, n); i += 1) S(i - 1);");
    }

    #[test]
    #[should_panic(expected = "expected")]
    fn another_trace() {
        case().has_code_of("for (i = 0; i < min(3, n); i += 1) S(i);");
    }

    #[test]
    #[should_panic(expected = "operators, not")]
    fn fewer_operators() {
        Case::plain("[n, m] -> { S[i] -> [i] : 0 <= i < n and i <= m }")
            .has_code_of("for (i = 0; i < n; i += 1) S(i);");
    }

    #[test]
    #[should_panic(expected = "too many")]
    fn a_paper_that_executes_more() {
        let ours = "for (i = 0; i < min(4, n); i += 1) S(i);";
        case().has_code_of_or("{ for (i = 0; i < min(4, n); i += 1) S(i); S(9); }", ours);
    }
}
