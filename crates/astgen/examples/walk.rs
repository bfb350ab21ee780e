//! Walks a generated tree: lists its loops with their depths and steps, and how often each statement
//! is called in the text.
//!
//! `cargo run -p loopwright-astgen --example walk [FILE.st | FILE.in]`

use astgen::ast::{Expr, Node};
use astgen::{Generator, Input};
use std::collections::BTreeMap;

const EXAMPLE: &str = "[n] -> { S[i] -> [i, 0, 0] : 0 <= i < n; T[i, j] -> [i, 32*floor(j/32), j] : 0 <= i < n and 0 <= j < i }";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = match std::env::args().nth(1) {
        None => Input::flat(EXAMPLE)?,
        Some(file) => {
            let text = std::fs::read_to_string(&file)?;
            match file.ends_with(".in") {
                true => Input::flat(&text)?,
                false => Input::tree(&text)?,
            }
        }
    };
    let ast = Generator::new().from_input(&input)?;
    println!("{ast}");
    let mut calls = BTreeMap::new();
    walk(&ast, 0, &mut calls);
    for (statement, count) in calls {
        println!("{statement} is called at {count} places");
    }
    // The same tree for a tool in another language, and back.
    assert_eq!(Node::from_json(&ast.to_json())?, ast);
    Ok(())
}

fn walk(node: &Node, depth: usize, calls: &mut BTreeMap<String, usize>) {
    match node {
        Node::Block(nodes) => nodes.iter().for_each(|node| walk(node, depth, calls)),
        Node::Mark(word, node) => {
            println!("{:depth$}mark {word}", "");
            walk(node, depth, calls);
        }
        Node::If(found) => {
            println!("{:depth$}if {}", "", found.cond);
            walk(&found.then, depth + 1, calls);
            if let Some(otherwise) = &found.otherwise {
                walk(otherwise, depth + 1, calls);
            }
        }
        Node::For(found) => {
            let first = match &found.init {
                Expr::Int(number) => format!("from {number}"),
                other => format!("from `{other}`"),
            };
            println!(
                "{:depth$}for {} {first}, step {}",
                "", found.iterator, found.step
            );
            walk(&found.body, depth + 1, calls);
        }
        Node::User(user) => *calls.entry(user.name.clone()).or_default() += 1,
    }
}
