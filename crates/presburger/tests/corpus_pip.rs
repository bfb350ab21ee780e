//! Parametric integer programming on the inputs of isl's own tests.
//!
//! No answer is stored with them, so the result is asked to prove itself, for all values of the
//! parameters at once: it is a function, its graph is part of the relation, it is defined wherever
//! the relation is, and nothing in the relation comes before it.

mod matrices;

use matrices::{Matrix, corpus, name, names, read};
use presburger::{Budget, Map, Set};
use std::path::Path;

/// What a file asks for: an optimum of `relation`, parameters `->` unknowns.
struct Problem {
    relation: Map,
    maximize: bool,
}

#[test]
fn optima_of_the_corpus_are_optimal() {
    let Some(files) = corpus("pip") else { return };
    let mut solved = 0;
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|e| e == "pip"))
    {
        match problem(file) {
            None => eprintln!("{}: skipped, a rational problem", name(file)),
            Some(problem) => {
                Budget::operations(50_000_000).run(|| check(name(file), &problem));
                solved += 1;
            }
        }
    }
    assert!(solved > 0, "the folder is there, but no problem was solved");
}

fn check(name: &str, Problem { relation, maximize }: &Problem) {
    let prove = |what: &str, answer: presburger::Result<bool>| {
        assert_eq!(answer, Ok(true), "{name}: {what}");
    };
    let optimum = if *maximize {
        relation.lexmax()
    } else {
        relation.lexmin()
    };
    let optimum = optimum.unwrap_or_else(|error| panic!("{name}: {error}"));
    prove("the optimum is a function", optimum.is_single_valued());
    prove("the optimum is feasible", optimum.is_subset(relation));
    let domain = relation.domain().expect("a domain");
    let solved = optimum.domain().and_then(|solved| solved.is_equal(&domain));
    prove("whatever is feasible has an optimum", solved);
    let range = relation.space().range().expect("a range");
    let better = if *maximize {
        Map::lex_lt(&range)
    } else {
        Map::lex_gt(&range)
    };
    let better = better.and_then(|better| optimum.apply_range(&better));
    prove(
        "nothing is better",
        better.and_then(|better| better.is_disjoint(relation)),
    );
    if let Ok(function) = relation.lexmin_pw_multi_aff()
        && !maximize
    {
        let same = function.as_map().and_then(|graph| graph.is_equal(&optimum));
        prove("the piecewise function is the same", same);
    }
}

/// Reads a file; `None` when it asks for a rational optimum.
fn problem(file: &Path) -> Option<Problem> {
    let text = read(file);
    if text.contains('{') {
        return Some(problem_in_words(&text));
    }
    let mut words = text.split_whitespace();
    let context = Matrix::take(&mut words).expect("a context");
    assert_eq!(words.next(), Some("-1"), "{}: a big parameter", name(file));
    let matrix = Matrix::take(&mut words).expect("constraints");
    let options: Vec<String> = words.map(str::to_lowercase).collect();
    let option = |name: &str| options.iter().any(|option| option == name);
    if option("rational") {
        return None;
    }

    let parameters = names("p", context.unknowns);
    let unknowns = names("x", matrix.unknowns - context.unknowns);
    let all: Vec<String> = unknowns.iter().chain(&parameters).cloned().collect();
    let mut condition = format!(
        "{} and {}",
        context.formula(&parameters),
        matrix.formula(&all)
    );
    let natural = |names: &[String]| -> String {
        names
            .iter()
            .map(|name| format!(" and {name} >= 0"))
            .collect()
    };
    if !option("urs_parms") {
        condition += &natural(&parameters);
    }
    if !option("urs_unknowns") {
        condition += &natural(&unknowns);
    }
    let (parameters, unknowns) = (parameters.join(", "), unknowns.join(", "));
    let relation = format!("{{ [{parameters}] -> [{unknowns}] : {condition} }}");
    Some(Problem {
        relation: relation
            .parse()
            .unwrap_or_else(|error| panic!("{relation}: {error}")),
        maximize: option("maximize"),
    })
}

/// A context and a set in isl's notation, with `-1` between them.
fn problem_in_words(text: &str) -> Problem {
    let mut parts = text.split("\n-1");
    let mut part = || parts.next().expect("a context and a set").trim();
    let context: Set = part().parse().expect("a context");
    let rest = part();
    let (set, options) = rest.split_at(rest.rfind('}').expect("a set") + 1);
    let set: Set = set.parse().expect("a set");
    let set = set.intersect_params(&context).expect("parameters");
    Problem {
        relation: Map::from_range(&set).expect("a relation"),
        maximize: options.to_lowercase().contains("maximize"),
    }
}
