use super::{Content, Value, parse};

/// The value as a term, to compare what was read.
fn term(value: &Value) -> String {
    match &value.content {
        Content::Scalar { text, quoted: true } => format!("{text:?}"),
        Content::Scalar { text, .. } => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Content::List(items) => {
            let items: Vec<String> = items.iter().map(term).collect();
            format!("({})", items.join(" | "))
        }
        Content::Map(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|e| format!("{} => {}", e.key, term(&e.value)))
                .collect();
            format!("<{}>", entries.join(" | "))
        }
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let value = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(term(&value), expected);
    for written in [value.to_string(), format!("{value:#}")] {
        let again = parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(term(&again), expected, "written as\n{written}");
    }
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    match parse(text) {
        Ok(value) => panic!("read as {}", term(&value)),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[test]
fn reads_what_isl_writes() {
    check("domain: \"{ A[] }\"", "<domain => \"{ A[] }\">");
    check(
        "domain: \"{ A[] }\"\nchild:\n  schedule: \"[]\"\n  permutable: 1\n  coincident: [ 1, 0 \
         ]\n",
        "<domain => \"{ A[] }\" | child => <schedule => \"[]\" | permutable => 1 | coincident => \
         (1 | 0)>>",
    );
    check(
        "{ domain: \"{ A[] }\", child: { sequence: [ { filter: \"{ A[] }\" }, { filter: \"{ }\" \
         } ] } }",
        "<domain => \"{ A[] }\" | child => <sequence => (<filter => \"{ A[] }\"> | <filter => \
         \"{ }\">)>>",
    );
    check(
        "sequence:\n- filter: \"a\"\n  child:\n    set:\n    - filter: \"b\"\n    - filter: \
         \"c\"\n- filter: \"d\"\n",
        "<sequence => (<filter => \"a\" | child => <set => (<filter => \"b\"> | <filter => \
         \"c\">)>> | <filter => \"d\">)>",
    );
}

#[test]
fn objects_of_isl_need_no_quotes() {
    check("sink: { S[] -> a[] }", "<sink => { S[] -> a[] }>");
    check(
        "a: [n] -> { : n > 0 }\nb: [N, M] -> { S[] }",
        "<a => [n] -> { : n > 0 } | b => [N, M] -> { S[] }>",
    );
    check(
        "schedule: [{ S[i] -> [i] }, { S[i] -> [0] }]",
        "<schedule => [{ S[i] -> [i] }, { S[i] -> [0] }]>",
    );
    check(
        "a: { S[i] :\n\t\ti > 0;\nT[] }\nb: {}",
        "<a => { S[i] : i > 0; T[] } | b => {}>",
    );
    check(
        "a:\n  { S[i] :\n   i > 0 }\nb: 1",
        "<a => { S[i] : i > 0 } | b => 1>",
    );
    check(
        "{ domain: { A[i]; B[] }, child: leaf }",
        "<domain => { A[i]; B[] } | child => leaf>",
    );
}

#[test]
fn comments_and_blank_lines() {
    check(
        "# one\n\na: 1 # two\n\n# three\nb:\n  # four\n  - 1\n  - \"x # y\"\n",
        "<a => 1 | b => (1 | \"x # y\")>",
    );
    check("---\na: b\n", "<a => b>");
    check("a: { S[] # why\n -> T[] }", "<a => { S[] -> T[] }>");
    check(
        "a:\nb: 'it''s'\nc: \"q\\\"\"",
        "<a =>  | b => \"it's\" | c => \"q\\\"\">",
    );
    check("\"a\": 1\r\nb: 2\r\n", "<a => 1 | b => 2>");
}

#[test]
fn mistakes_have_a_place() {
    check_error("a: 1\na: 2", "line 2, column 1: the key a is given twice");
    check_error("a: \"x", "line 1, column 4: unterminated quotation");
    check_error(
        "a: \"x\" y",
        "line 1, column 8: expected the end of the line",
    );
    check_error("a: { b: 1", "line 1, column 10: expected a comma or }");
    check_error("a: [ 1, 2", "line 1, column 10: expected a comma or ]");
    check_error("a: [ , ]", "line 1, column 6: expected a value");
    check_error(
        "a:\n  b: 1\n    c: 2",
        "line 3, column 5: expected a key or an item of the list",
    );
    check_error(
        "- a\nb: 1",
        "line 2, column 1: expected a key or an item of the list",
    );
    let deep = "a: ".to_owned() + &"[ ".repeat(300);
    check_error(&deep, "line 1, column 514: nested more than 256 deep");
}

#[test]
fn nothing_makes_it_panic() {
    let seeds = [
        "domain: \"{ A[] }\"\nchild:\n  - a: [ 1, { b: 'c' } ]\n  # x\n",
        "{ a: [n] -> { S[] }, b: [ ] }",
    ];
    let alphabet = [
        "{", "}", "[", "]", ":", ": ", "-", "- ", "\"", "'", "#", "\n", " ", "\t", "é", "->", ",",
        "\\", "\r", "---",
    ];
    for seed in seeds {
        for at in (0..=seed.len()).filter(|&at| seed.is_char_boundary(at)) {
            let _ = parse(&seed[..at]);
            for piece in alphabet {
                let _ = parse(&format!("{}{piece}{}", &seed[..at], &seed[at..]));
                let _ = parse(&format!("{}{piece}", &seed[..at]));
            }
        }
    }
}
