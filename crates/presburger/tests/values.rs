//! Arithmetic of values, by the tables of isl's own tests (`val_un_tests`, `val_bin_tests`).

use presburger::Value;

fn value(text: &str) -> Value {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check_unary(operation: &str, argument: &str, expected: &str) {
    let x = value(argument);
    let found = match operation {
        "neg" => -x,
        "abs" => x.abs(),
        "pow2" => x.pow2().unwrap(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "trunc" => x.trunc(),
        "inv" => x.inv(),
        _ => panic!("no operation {operation}"),
    };
    assert_eq!(found.to_string(), expected, "{operation} {argument}");
}

#[test]
fn unary_operations() {
    let table = [
        ("neg", "0", "0"),
        ("abs", "0", "0"),
        ("pow2", "0", "1"),
        ("floor", "0", "0"),
        ("neg", "1", "-1"),
        ("neg", "-1", "1"),
        ("neg", "-1/2", "1/2"),
        ("neg", "infty", "-infty"),
        ("neg", "-infty", "infty"),
        ("neg", "NaN", "NaN"),
        ("abs", "-1", "1"),
        ("abs", "-1/2", "1/2"),
        ("abs", "-infty", "infty"),
        ("abs", "NaN", "NaN"),
        ("floor", "1", "1"),
        ("floor", "1/2", "0"),
        ("floor", "-1/2", "-1"),
        ("floor", "infty", "infty"),
        ("floor", "-infty", "-infty"),
        ("floor", "NaN", "NaN"),
        ("ceil", "-1", "-1"),
        ("ceil", "1/2", "1"),
        ("ceil", "NaN", "NaN"),
        ("trunc", "-7/2", "-3"),
        ("trunc", "7/2", "3"),
        ("pow2", "-3", "1/8"),
        ("pow2", "-1", "1/2"),
        ("pow2", "1", "2"),
        ("pow2", "2", "4"),
        ("pow2", "3", "8"),
        ("inv", "1", "1"),
        ("inv", "1/2", "2"),
        ("inv", "-2/3", "-3/2"),
        ("inv", "infty", "0"),
        ("inv", "0", "NaN"),
    ];
    for (operation, argument, expected) in table {
        check_unary(operation, argument, expected);
    }
}

fn check_binary(left: &str, operation: char, right: &str, expected: &str) {
    let (x, y) = (value(left), value(right));
    let found = match operation {
        '+' => x + y,
        '-' => x - y,
        '*' => x * y,
        '/' => x / y,
        'g' => x.gcd(&y).unwrap(),
        'm' => x.min(&y),
        'M' => x.max(&y),
        _ => panic!("no operation {operation}"),
    };
    assert_eq!(found.to_string(), expected, "{left} {operation} {right}");
}

#[test]
fn binary_operations() {
    let table = [
        ("0", '+', "0", "0"),
        ("1", '+', "0", "1"),
        ("1", '+', "1", "2"),
        ("1", '-', "1", "0"),
        ("1", '*', "1", "1"),
        ("1", '/', "1", "1"),
        ("2", '*', "3", "6"),
        ("2/3", '*', "7/5", "14/15"),
        ("2", '/', "1/2", "4"),
        ("-2", '/', "-1/2", "4"),
        ("-2", '/', "1/2", "-4"),
        ("2", '/', "3", "2/3"),
        ("2/3", '/', "5/3", "2/5"),
        ("2/3", '/', "5/7", "14/15"),
        ("0", '/', "0", "NaN"),
        ("42", '/', "0", "NaN"),
        ("0", '/', "NaN", "NaN"),
        ("42", '/', "NaN", "NaN"),
        ("infty", '/', "NaN", "NaN"),
        ("NaN", '/', "NaN", "NaN"),
        ("-42", '/', "infty", "0"),
        ("infty", '/', "infty", "NaN"),
        ("-infty", '/', "infty", "NaN"),
        ("NaN", '/', "infty", "NaN"),
        ("0", '/', "-infty", "0"),
        ("-42", '/', "-infty", "0"),
        ("infty", '/', "-infty", "NaN"),
        ("-infty", '/', "-infty", "NaN"),
        ("3/4", '-', "1/4", "1/2"),
        ("infty", '+', "42", "infty"),
        ("infty", '-', "infty", "NaN"),
        ("infty", '*', "infty", "infty"),
        ("infty", '*', "-infty", "-infty"),
        ("-infty", '*', "infty", "-infty"),
        ("-infty", '*', "-infty", "infty"),
        ("0", '*', "infty", "NaN"),
        ("infty", '*', "0", "NaN"),
        ("infty", '*', "42", "infty"),
        ("4", 'g', "6", "2"),
        ("42", 'm', "3", "3"),
        ("42", 'M', "3", "42"),
        ("3", 'M', "42", "42"),
        ("42", 'M', "infty", "infty"),
        ("42", 'm', "-infty", "-infty"),
        ("42", 'M', "-infty", "42"),
        ("42", 'm', "NaN", "NaN"),
        ("42", 'M', "NaN", "NaN"),
        ("infty", 'M', "-infty", "infty"),
    ];
    for (left, operation, right, expected) in table {
        check_binary(left, operation, right, expected);
    }
}

#[test]
fn order_and_equality() {
    let ascending = [
        "-infty",
        "-7",
        "-1/2",
        "0",
        "1/3",
        "1/2",
        "100000000000000000000",
        "infty",
    ];
    for (i, x) in ascending.iter().enumerate() {
        for (j, y) in ascending.iter().enumerate() {
            let (a, b) = (value(x), value(y));
            assert_eq!(a < b, i < j, "{x} < {y}");
            assert_eq!(a == b, i == j, "{x} = {y}");
        }
        assert_eq!(value(x).partial_cmp(&Value::nan()), None);
    }
}

#[test]
fn bad_numbers_are_errors() {
    for text in [
        "", "-", "1/", "a", "1 2", "0x5", "--1", "+-1", "infinity", "1/2/3",
    ] {
        assert!(text.parse::<Value>().is_err(), "{text:?}");
    }
    assert!(value("1/2").pow2().is_err());
    assert!(value("1/2").gcd(&value("2")).is_err());
    assert!(value("100000000000").pow2().is_err());
    assert!(value("7").modulo(&value("0")).is_err());
}
