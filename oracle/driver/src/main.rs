//! The library as a process, for the differential test against isl.
//!
//! Reads one JSON object per line, runs the operation, compares the result with what isl found,
//! and answers with one line. `oracle/README.md` defines the protocol.
//!
//! A panic is an answer too (an error), so that one broken case does not hide the next.

mod case;
#[cfg(feature = "functions")]
mod functions;
mod operations;

use case::Case;
use presburger::Budget;
use serde_json::{Value as Json, json};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn main() {
    let input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    // The harness wants the message in the answer; a backtrace on standard error helps nobody.
    std::panic::set_hook(Box::new(|_| {}));
    for line in input.lines() {
        let Ok(line) = line else { break };
        let reply = match serde_json::from_str::<Json>(&line) {
            Ok(request) => answer(&request),
            Err(error) => json!({ "ok": false, "error": format!("not a request: {error}") }),
        };
        if writeln!(output, "{reply}")
            .and_then(|()| output.flush())
            .is_err()
        {
            break;
        }
    }
}

fn answer(request: &Json) -> Json {
    let id = &request["id"];
    let op = request["op"].as_str().unwrap_or_default();
    let args: Vec<&str> = match request["args"].as_array() {
        Some(args) => args
            .iter()
            .map(|arg| arg.as_str().unwrap_or_default())
            .collect(),
        None => Vec::new(),
    };
    let limit = request["budget"].as_u64().unwrap_or(u64::MAX / 2);
    let case = Case {
        args: &args,
        expect: request["expect"].as_str(),
        budget: Budget::operations(limit),
    };
    // Budgets nest, so the outer one has room for the operation and for the comparison.
    let whole = Budget::operations(2 * limit);
    let done = catch_unwind(AssertUnwindSafe(|| {
        whole.run(|| operations::run(op, &case))
    }));
    match done {
        Ok(Ok(mut fields)) => {
            fields["id"] = id.clone();
            fields["ok"] = json!(true);
            fields
        }
        Ok(Err(failure)) => json!({ "id": id, "ok": false, "error": failure.to_string() }),
        Err(panic) => {
            json!({ "id": id, "ok": false, "error": format!("panic: {}", words(&*panic)) })
        }
    }
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        (*text).to_string()
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text.clone()
    } else {
        "without words".to_string()
    }
}
