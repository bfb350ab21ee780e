//! Trees as JSON and back.

use astgen::ast::Node;
use astgen::{Generator, Input};
use serde_json::{Value, json};

fn tree() -> Node {
    let text = r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n and i mod 3 = 1 }"
child:
  mark: "here"
  child:
    schedule: "[{ S[i] -> [i]; T[i] -> [i] }]"
    coincident: [ 1 ]
    child:
      sequence:
      - filter: "{ S[i] }"
      - filter: "{ T[i] }"
"#;
    let input = Input::tree(text).expect("an input");
    Generator::new().from_input(&input).expect("code")
}

#[test]
fn what_is_written_is_read_back() {
    let code = tree();
    let json = code.to_json();
    assert_eq!(json["version"], 1);
    let text = json.to_string();
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(Node::from_json(&value).expect("a tree"), code);
}

#[test]
fn errors_have_a_place() {
    let good = tree().to_json();
    let message = |value: &Value| Node::from_json(value).expect_err("an error").to_string();
    let mut bad = good.clone();
    bad["version"] = json!(2);
    assert_eq!(message(&bad), "expected version 1 at `$.version`");
    let mut bad = good.clone();
    bad["code"]["body"]["for"]["step"] = json!(0);
    assert_eq!(
        message(&bad),
        "expected a positive number at `$.code.body.for.step`"
    );
    let mut bad = good.clone();
    bad["code"]["body"]["for"]["while"] = json!(true);
    assert_eq!(message(&bad), "unknown key `while` at `$.code.body.for`");
    let mut bad = good.clone();
    bad["code"]["body"]["for"]["init"] = json!({ "op": "add", "operands": [1] });
    assert_eq!(
        message(&bad),
        "expected the operands of `add` at `$.code.body.for.init.operands`"
    );
    let mut bad = good.clone();
    bad["code"]["body"]["for"]["init"] = json!({ "op": "power", "operands": [1, 2] });
    assert_eq!(
        message(&bad),
        "expected the name of an operation at `$.code.body.for.init.op`"
    );
    assert_eq!(message(&json!([])), "expected an object at `$`");
    // By hand, because `json!` copies what it is given, which recurses.
    let object = |pairs: Vec<(&str, Value)>| {
        let pairs = pairs.into_iter().map(|(key, value)| (key.into(), value));
        Value::Object(pairs.collect())
    };
    let mut deep = json!({ "block": [] });
    for _ in 0..2000 {
        deep = object(vec![("block", Value::Array(vec![deep]))]);
    }
    let deep = object(vec![("version", json!(1)), ("code", deep)]);
    assert_eq!(message(&deep), "the tree is nested too deeply");
    // Dropping a value that deep recurses as well.
    std::mem::forget(deep);
}
