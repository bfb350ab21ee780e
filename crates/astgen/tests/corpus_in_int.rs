//! isl's own inputs as C: the code with counters of type `int`, compiled so that it stops where a sum
//! or a product overflows, executes what the interpreter executes, which `codegen_corpus` compares
//! with the schedule, for each of them at least once; and no number in it is beyond what the input is about. Skipped, saying so, where
//! the files or a C compiler are missing.

mod common;

use astgen::ast::{Expr, Node, Op, User};
use astgen::{Generator, Input, interpret};
use common::oracle::Oracle;
use presburger::Budget;
use std::fmt::Write as _;
use std::process::Command;

/// Work for one input.
const BUDGET: u64 = 400_000_000;
/// Steps in one run.
const LIMIT: usize = 200_000;
/// Runs of one input.
const RUNS: usize = 4;

const PRELUDE: &str = r#"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
static unsigned long long hash;
static jmp_buf enough;
static long left;
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
static int floord(int a, int b) { return a < 0 ? -((-(a + 1)) / b) - 1 : a / b; }
static void mix(unsigned long long x) { hash = (hash ^ x) * 1099511628211ull; }
static void record(int statement, int count, ...)
{
  va_list values;
  va_start(values, count);
  mix(statement);
  for (int i = 0; i < count; i++)
    mix((unsigned long long) (long long) va_arg(values, int));
  va_end(values);
  if (--left == 0)
    longjmp(enough, 1);
}
"#;

fn inputs() -> Option<Vec<(String, Input, Node)>> {
    let Some(corpus) = common::corpus() else {
        eprintln!("skipped: no shared/corpus/isl/codegen beside the repository");
        return None;
    };
    let read = |path: std::path::PathBuf| {
        let name = common::name_of(&corpus, &path);
        let input = common::read_input(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let code = Budget::operations(BUDGET).run(|| Generator::new().from_input(&input));
        let code = code.unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, input, code)
    };
    Some(common::inputs(&corpus).into_iter().map(read).collect())
}

/// The statements with numbers for names, and the number of their coordinates in front of these.
fn recorded(node: &Node, names: &mut Vec<String>) -> Node {
    match node {
        Node::Block(nodes) => Node::Block(nodes.iter().map(|n| recorded(n, names)).collect()),
        Node::Mark(word, node) => Node::Mark(word.clone(), Box::new(recorded(node, names))),
        Node::For(found) => {
            let mut found = found.clone();
            found.body = recorded(&found.body, names);
            Node::For(found)
        }
        Node::If(found) => {
            let mut found = found.clone();
            found.then = recorded(&found.then, names);
            found.otherwise = found.otherwise.map(|node| recorded(&node, names));
            Node::If(found)
        }
        Node::User(user) => {
            let mut arguments = vec![
                Expr::Int(number(&user.name, names)),
                Expr::Int(user.arguments.len() as i64),
            ];
            arguments.extend(user.arguments.iter().cloned());
            let name = "record".to_string();
            Node::User(User { name, arguments })
        }
    }
}

fn number(name: &str, names: &mut Vec<String>) -> i64 {
    let at = names.iter().position(|other| other == name);
    let at = at.unwrap_or_else(|| {
        names.push(name.to_string());
        names.len() - 1
    });
    at as i64
}

fn mix(hash: &mut u64, x: i64) {
    *hash = (*hash ^ x as u64).wrapping_mul(1099511628211);
}

#[test]
fn int_is_enough() {
    let Some(inputs) = inputs() else { return };
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    if Command::new(&compiler).arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let (mut functions, mut calls, mut expected) = (String::new(), String::new(), Vec::new());
    let mut executed = 0;
    let mut without_runs = Vec::new();
    for (i, (name, input, code)) in inputs.iter().enumerate() {
        let oracle = Oracle::new(input).expect("a schedule");
        let mut names = Vec::new();
        let text = recorded(code, &mut names).to_string();
        let parameters: Vec<String> = oracle.params.iter().map(|p| format!("int {p}")).collect();
        let parameters = match parameters.is_empty() {
            true => "void".to_string(),
            false => parameters.join(", "),
        };
        writeln!(functions, "static void f{i}({parameters})\n{{\n{text}}}").expect("a string");
        let mut runs = 0;
        for values in oracle.valuations().expect("values") {
            // Where parameters themselves are at the ends of the type, `codegen` says which will do.
            if values.iter().any(|value| value.abs() > 1 << 20) {
                continue;
            }
            // Of what takes too long the beginning is compared.
            let run = interpret::run_first(code, &oracle.named(&values), LIMIT);
            let (trace, is_all) = match run {
                Ok((trace, is_all)) if is_all || !trace.is_empty() => (trace, is_all),
                _ => continue,
            };
            let count = if is_all { -1 } else { trace.len() as i64 };
            let mut hash = 0;
            for (statement, coordinates) in &trace {
                mix(&mut hash, number(statement, &mut names));
                coordinates.iter().for_each(|x| mix(&mut hash, *x));
            }
            let shown: Vec<String> = values.iter().map(i64::to_string).collect();
            let shown = shown.join(", ");
            writeln!(
                calls,
                "  hash = 0; left = {count}; if (!setjmp(enough)) f{i}({shown}); printf(\"{i} %llx\\n\", hash); fflush(stdout);"
            )
            .expect("a string");
            expected.push((format!("{name} with {shown}"), format!("{i} {hash:x}")));
            executed += usize::from(!trace.is_empty());
            runs += 1;
            if runs == RUNS {
                break;
            }
        }
        if runs == 0 {
            without_runs.push(name.as_str());
        }
    }
    assert_eq!(without_runs, [""; 0], "of {}", inputs.len());
    assert!(
        executed > inputs.len(),
        "{executed} runs of {}",
        inputs.len()
    );
    let folder = std::env::temp_dir().join(format!("loopwright-int-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a directory");
    let (source, program) = (folder.join("corpus.c"), folder.join("corpus"));
    let text = format!("{PRELUDE}{functions}int main(void)\n{{\n{calls}  return 0;\n}}\n");
    std::fs::write(&source, text).expect("a file");
    let sanitizer = [
        "-fsanitize=signed-integer-overflow",
        "-fno-sanitize-recover=all",
    ];
    let compiled = Command::new(&compiler)
        .args(["-std=c99", "-O1", "-w"])
        .args(sanitizer)
        .arg("-o")
        .args([&program, &source])
        .output()
        .expect("a compiler");
    let messages = String::from_utf8_lossy(&compiled.stderr).to_string();
    assert!(compiled.status.success(), "{messages}");
    let run = Command::new(&program).output().expect("a program");
    let lines = String::from_utf8_lossy(&run.stdout).to_string();
    let mut lines = lines.lines();
    for (what, wanted) in &expected {
        let found = lines.next();
        let messages = String::from_utf8_lossy(&run.stderr);
        assert_eq!(found, Some(wanted.as_str()), "{what}: {messages}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// The two largest numbers of an input without its context: they say what its scale is.
fn scale(text: &str, is_tree: bool) -> (i64, i64) {
    let (mut first, mut second) = (16, 16);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for (i, line) in lines.enumerate() {
        let context = match is_tree {
            true => line.trim_start().starts_with("context:"),
            false => i == 1,
        };
        if context {
            continue;
        }
        for word in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
            let number = digits.parse().unwrap_or(1);
            if number > first {
                (first, second) = (number, first);
            } else if number > second && number < first {
                second = number;
            }
        }
    }
    (first, second)
}

/// The largest factor or divisor in the code, and the largest other number.
fn largest_numbers(node: &Node) -> (i64, i64) {
    fn of_expr(expr: &Expr, is_factor: bool, found: &mut (i64, i64)) {
        match expr {
            Expr::Int(value) if is_factor => found.0 = found.0.max(value.saturating_abs()),
            Expr::Int(value) => found.1 = found.1.max(value.saturating_abs()),
            Expr::Id(_) => {}
            Expr::Op(op, operands) => {
                use Op::{Div, FdivQ, Mul, PdivQ, PdivR, ZdivR};
                let is_factor = matches!(op, Mul | FdivQ | PdivQ | Div | PdivR | ZdivR);
                operands
                    .iter()
                    .for_each(|one| of_expr(one, is_factor, found));
            }
        }
    }
    fn of_node(node: &Node, found: &mut (i64, i64)) {
        match node {
            Node::Block(nodes) => nodes.iter().for_each(|node| of_node(node, found)),
            Node::Mark(_, node) => of_node(node, found),
            Node::For(node) => {
                of_expr(&node.init, false, found);
                of_expr(&node.cond, false, found);
                found.0 = found.0.max(node.step);
                of_node(&node.body, found);
            }
            Node::If(node) => {
                of_expr(&node.cond, false, found);
                of_node(&node.then, found);
                if let Some(otherwise) = &node.otherwise {
                    of_node(otherwise, found);
                }
            }
            Node::User(user) => {
                let arguments = user.arguments.iter();
                arguments.for_each(|one| of_expr(one, false, found));
            }
        }
    }
    let mut found = (0, 0);
    of_node(node, &mut found);
    found
}

/// Factors add up when bounds are combined, and a bound can be a product of two numbers of the input.
/// What joining parts invents when nothing keeps it from that is far beyond.
#[test]
fn numbers_stay_within_the_scale_of_the_input() {
    let Some(inputs) = inputs() else { return };
    let corpus = common::corpus().expect("a corpus");
    for (name, _, code) in inputs {
        let text = std::fs::read_to_string(corpus.join(&name)).expect("a file");
        let (first, second) = scale(&text, name.ends_with(".st"));
        let (factor, number) = largest_numbers(&code);
        let of = format!("{name}: of {first} and {second}\n{code}");
        assert!(
            factor <= first.saturating_add(second).saturating_mul(2),
            "{factor} in {of}"
        );
        assert!(
            number <= first.saturating_mul(2 * second),
            "{number} in {of}"
        );
    }
}
