use super::*;

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for item in lex(FileId::MAIN, text) {
        match item {
            Item::Token(token) => tokens.push(token),
            Item::Directive(directive) => tokens.extend(directive.tokens),
        }
    }
    tokens
}

fn check(text: &str, expected: &[(TokenKind, &str)]) {
    let found: Vec<(TokenKind, String)> = tokens(text)
        .into_iter()
        .map(|token| (token.kind, token.text.to_string()))
        .collect();
    let expected: Vec<(TokenKind, String)> = expected
        .iter()
        .map(|(kind, text)| (*kind, text.to_string()))
        .collect();
    assert_eq!(found, expected, "in {text:?}");
}

use TokenKind::*;

#[test]
fn operators_are_as_long_as_possible() {
    check(
        "a+++b<<=c->d...",
        &[
            (Ident, "a"),
            (Punct, "++"),
            (Punct, "+"),
            (Ident, "b"),
            (Punct, "<<="),
            (Ident, "c"),
            (Punct, "->"),
            (Ident, "d"),
            (Punct, "..."),
        ],
    );
}

#[test]
fn numbers_are_integers_or_floats() {
    check(
        "0 017 0x1Fu 42ULL 1. .5 1e-3f 0x1p+2 1.5L 0xe+1",
        &[
            (Int, "0"),
            (Int, "017"),
            (Int, "0x1Fu"),
            (Int, "42ULL"),
            (Float, "1."),
            (Float, ".5"),
            (Float, "1e-3f"),
            (Float, "0x1p+2"),
            (Float, "1.5L"),
            (Int, "0xe"),
            (Punct, "+"),
            (Int, "1"),
        ],
    );
}

#[test]
fn literals_know_escapes_and_prefixes() {
    check(
        r#""a\"b" 'c' '\'' L"w" u8"x" R"y(")")y""#,
        &[
            (Str, r#""a\"b""#),
            (Char, "'c'"),
            (Char, r"'\''"),
            (Str, r#"L"w""#),
            (Str, r#"u8"x""#),
            (Str, r#"R"y(")")y""#),
        ],
    );
}

#[test]
fn line_continuations_vanish_inside_of_tokens() {
    check(
        "fo\\\nr \\\r\n x \\  \n+\\\n= 1",
        &[(Ident, "for"), (Ident, "x"), (Punct, "+="), (Int, "1")],
    );
    check("// a comment \\\n goes on\ny", &[(Ident, "y")]);
}

#[test]
fn comments_are_gaps() {
    check(
        "a/* x */b//c\nd/**/e",
        &[(Ident, "a"), (Ident, "b"), (Ident, "d"), (Ident, "e")],
    );
    let found = tokens("a/**/b");
    assert!(!found[0].spaced && found[1].spaced);
}

#[test]
fn digraphs_are_what_they_stand_for() {
    check(
        "a<:0:> <% %>",
        &[
            (Ident, "a"),
            (Punct, "["),
            (Int, "0"),
            (Punct, "]"),
            (Punct, "{"),
            (Punct, "}"),
        ],
    );
    check(
        "v<::x>",
        &[
            (Ident, "v"),
            (Punct, "<"),
            (Punct, "::"),
            (Ident, "x"),
            (Punct, ">"),
        ],
    );
}

#[test]
fn directives_are_units() {
    let text = "  # define F(x) \\\n  (x) /* and\n on */ + 1 // end\nafter # here";
    let items = lex(FileId::MAIN, text);
    let Item::Directive(directive) = &items[0] else {
        panic!("{items:?}");
    };
    assert!(text[directive.span.range()].starts_with("# define"));
    assert!(text[directive.span.range()].ends_with("// end"));
    let words: Vec<&str> = directive.tokens.iter().map(|token| &*token.text).collect();
    assert_eq!(
        words,
        ["define", "F", "(", "x", ")", "(", "x", ")", "+", "1"]
    );
    // A `#` that does not begin its line is only a token.
    assert_eq!(items.len(), 4);
}

#[test]
fn flaws_are_tokens() {
    check(
        "a @ \"open\nb 'c\n/* for ever",
        &[
            (Ident, "a"),
            (Unknown, "@"),
            (Unterminated, "\"open"),
            (Ident, "b"),
            (Unterminated, "'c"),
            (Unterminated, "/*"),
        ],
    );
    let messages: Vec<String> = tokens("@ \"x\n'y\n/*")
        .iter()
        .map(|token| flaw(token).unwrap().to_string())
        .collect();
    assert_eq!(
        messages,
        [
            "warning[LW0110]: the character `@` is not part of C",
            "warning[LW0111]: unterminated string",
            "warning[LW0111]: unterminated character constant",
            "warning[LW0111]: unterminated comment",
        ]
    );
}

/// Spans are in order and do not overlap, and what lies between two of them is white space or
/// comments: tokens and gaps together are the text.
#[test]
fn tokens_and_gaps_are_the_text() {
    let text =
        "#pragma scop // c\nfor (i = 0; i < N; i++) /* ä */ { A[i] = B\\\n[i]; }\n\"é\" $x 'q\n";
    let mut rebuilt = String::new();
    let mut end = 0;
    let mut count = 0;
    for token in tokens(text) {
        let range = token.span().range();
        assert!(range.start >= end, "{token:?} overlaps what is before it");
        let gap = &text[end..range.start];
        rebuilt.push_str(gap);
        rebuilt.push_str(&text[range.clone()]);
        assert_eq!(text[range.clone()].replace("\\\n", ""), *token.text);
        let gap_is_empty = tokens(gap.trim_start_matches('#')).is_empty();
        assert!(gap_is_empty, "{gap:?}");
        end = range.end;
        count += 1;
    }
    rebuilt.push_str(&text[end..]);
    assert_eq!(rebuilt, text);
    assert_eq!(count, 30);
}

#[test]
fn integers_have_values() {
    assert_eq!(integer_value("0"), Some(0));
    assert_eq!(integer_value("0777"), Some(0o777));
    assert_eq!(integer_value("18446744073709551615"), Some(u64::MAX));
    assert_eq!(integer_value("18446744073709551616"), None);
    assert_eq!(integer_value("08"), None);
    assert_eq!(integer_value("0x"), None);
    assert_eq!(integer_value("1lul"), None);
    assert_eq!(integer_value("0b101"), Some(5));
    assert_eq!(integer_value(""), None);
}

#[test]
fn characters_have_values() {
    assert_eq!(character_value(r"'\0'"), Some(0));
    assert_eq!(character_value(r"'\101'"), Some(65));
    assert_eq!(character_value("L'é'"), Some('é' as u32));
    assert_eq!(character_value("''"), None);
    assert_eq!(character_value("'"), None);
}

/// Runs of plain characters are skipped at once; what interrupts them still counts.
#[test]
fn runs_of_plain_characters_end_where_they_should() {
    let cases: &[(&str, &[&str])] = &[
        ("/* a * b / c */x", &["x"]),
        ("/* a *\\\n/ x /**/ y", &["x", "y"]),
        ("/*/ x */ y", &["y"]),
        ("/***/ x /* é **/ y", &["x", "y"]),
        ("// a \\ b\nx // c \\\n d\ny", &["x", "y"]),
        ("// é\\\né\nx", &["x"]),
        ("a\\\nb cé_$1 d", &["ab", "cé_$1", "d"]),
        (
            "12\\\n34 1e+5 0x1e+5 1.5e-3f 7.",
            &["1234", "1e+5", "0x1e", "+", "5", "1.5e-3f", "7."],
        ),
        (
            "a  \\\n   (b)[c]{d},;~?e",
            &[
                "a", "(", "b", ")", "[", "c", "]", "{", "d", "}", ",", ";", "~", "?", "e",
            ],
        ),
    ];
    for (text, words) in cases {
        let found: Vec<String> = tokens(text)
            .into_iter()
            .map(|token| token.text.to_string())
            .collect();
        assert_eq!(found, *words, "{text}");
    }
}

#[test]
fn universal_character_names_are_letters() {
    let words = |text: &str| -> Vec<String> {
        let tokens = tokens(text).into_iter();
        tokens
            .map(|token| format!("{:?} {}", token.kind, token.text))
            .collect()
    };
    assert_eq!(words(r"\u00e9t\U000000E9"), ["Ident été"]);
    assert_eq!(words("a\\u00\\\ne9"), ["Ident aé"]);
    // A letter of ASCII must not be written so, and what is no letter is no part of a name.
    assert_eq!(words(r"\u0041"), [r"Unknown \", "Ident u0041"]);
    assert_eq!(words(r"a\u2028"), ["Ident a", r"Unknown \", "Ident u2028"]);
    assert_eq!(words(r"\u00e"), [r"Unknown \", "Ident u00e"]);
}

#[test]
fn digits_are_separated() {
    let kinds =
        |text: &str| -> Vec<TokenKind> { tokens(text).iter().map(|token| token.kind).collect() };
    assert_eq!(
        kinds("1'000 0x1'F 1'0.5'0"),
        [TokenKind::Int, TokenKind::Int, TokenKind::Float]
    );
    assert_eq!(kinds("f(1, 'a')").len(), 6);
    assert_eq!(integer_value("1''0"), None);
    assert_eq!(integer_value("0x'1"), None);
    assert_eq!(integer_value("1'000'000u"), Some(1_000_000));
    assert_eq!(integer_value("0'17"), Some(15));
}

/// As for compilers, a carriage return ends a line with or without a line feed behind it.
#[test]
fn carriage_returns_end_lines() {
    let text = "a // one\rb \"c\r\"d\"\\\re\r#define f \\\r g\rh";
    let words: Vec<String> = lex(FileId::MAIN, text)
        .into_iter()
        .map(|item| match item {
            Item::Token(token) => token.text.to_string(),
            Item::Directive(directive) => {
                let words: Vec<&str> = directive.tokens.iter().map(|one| &*one.text).collect();
                format!("#{}", words.join(" "))
            }
        })
        .collect();
    assert_eq!(words, ["a", "b", "\"c", "\"d\"", "e", "#define f g", "h"]);
}
