//! Every name in the functions of all programs that the tests have is read, or known not to be.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::Body;
use crate::parse::{ATTRIBUTES, Parser};
use crate::syntax::{ExprKind, Part, StmtKind, Tokens};
use crate::token::{Token, TokenKind, behind_bracket};
use crate::{Options, Unit, read};

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        match path.extension() {
            _ if path.is_dir() => programs(&path, found),
            Some(extension) if extension == "c" => found.push(path),
            _ => {}
        }
    }
}

/// The tokens between the braces of a body.
fn inside(body: Tokens) -> std::ops::Range<usize> {
    body.range().start + 1..body.range().end - 1
}

/// The tokens of a body in brackets after words that take types and constants, and no values.
fn without_values(tokens: &[Token], body: Tokens) -> FxHashSet<usize> {
    let words = [
        "typeof",
        "__typeof__",
        "__typeof",
        "_Static_assert",
        "static_assert",
        "_Atomic",
    ];
    let mut found = FxHashSet::default();
    for at in inside(body) {
        let is_word = |words: &[&str]| words.iter().any(|word| tokens[at].is_word(word));
        let is_list = tokens[at].is_punct("[") && tokens[at + 1].is_punct("[");
        let is_width = tokens[at].is_punct(":");
        let open = if is_list { at } else { at + 1 };
        if (is_word(&words) || is_word(ATTRIBUTES) || is_list)
            && let Some(end) = behind_bracket(tokens, open)
        {
            found.extend(at..end);
        } else if is_width {
            found.insert(at + 1);
        }
    }
    found
}

/// Names of variables and functions that stand where no tree, no opaque part and no other role explains
/// them.
fn passed_over(unit: &Unit, body: &Body) -> Vec<String> {
    let tokens = &unit.tokens;
    let mut known: FxHashSet<usize> = FxHashSet::default();
    body.tree.parts(&mut |part| match part {
        Part::Expr(one) => match one.kind {
            ExprKind::Name(_) | ExprKind::Opaque => known.extend(one.tokens.range()),
            _ => {}
        },
        Part::Stmt(one) if matches!(one.kind, StmtKind::Opaque) => known.extend(one.tokens.range()),
        Part::Stmt(_) => {}
    });
    body.unread.iter().for_each(|one| known.extend(one.range()));
    known.extend(without_values(tokens, body.tokens));
    let declared = body.variables.iter().map(|one| one.declarator.name_span);
    let fields = body.records.iter().flat_map(|one| &one.fields);
    let declared = declared.chain(fields.map(|one| one.name_span));
    let declared = declared.chain(body.constants.iter().map(|one| one.span));
    let declared: FxHashSet<(u32, u32)> = declared.map(|one| (one.start, one.end)).collect();
    let types = body.variables.iter().filter(|one| one.storage.is_typedef);
    let types: FxHashSet<_> = types.map(|one| &one.declarator.name).collect();
    let variables = body.variables.iter().filter(|one| !one.storage.is_typedef);
    let values = variables.map(|one| &one.declarator.name);
    let values = values.chain(unit.declarations.globals.iter().map(|one| &one.name));
    let values = values.chain(unit.declarations.functions.keys());
    let values: FxHashSet<_> = values.collect();
    let is_unexplained = |at: &usize| {
        let (token, before) = (&tokens[*at], &tokens[at - 1]);
        let is_after = |words: &[&str]| words.iter().any(|one| *before.text == **one);
        let is_label = tokens[at + 1].is_punct(":") && is_after(&[";", "{", "}", ":"]);
        let span = token.span();
        token.kind == TokenKind::Ident
            && values.contains(&token.text)
            && !known.contains(at)
            && !declared.contains(&(span.start, span.end))
            && !is_after(&[".", "->", "goto", "&&", "struct", "union", "enum"])
            && !is_label
            // A type of the same name.
            && !unit.declarations.typedefs.contains_key(&token.text)
            && !types.contains(&token.text)
            // A parameter of a function that is declared, but not there.
            && !is_in_prototype(body, *at)
    };
    let found = inside(body.tokens).filter(is_unexplained);
    found.map(|at| tokens[at].text.to_string()).collect()
}

/// Whether a token is a parameter in the type of something that is declared.
fn is_in_prototype(body: &Body, at: usize) -> bool {
    let mut found = false;
    body.tree.parts(&mut |part| {
        if let Part::Stmt(one) = part
            && let StmtKind::Declaration(declaration) = &one.kind
        {
            let mut types = declaration.declarators.iter().map(|one| &one.ty);
            found |= one.tokens.range().contains(&at) && types.any(has_parameters);
        }
    });
    found
}

fn has_parameters(ty: &crate::syntax::Type) -> bool {
    use crate::syntax::Type;
    match ty {
        Type::Base(_) => false,
        Type::Pointer { to: inner, .. } | Type::Array { element: inner, .. } => {
            has_parameters(inner)
        }
        Type::Function { .. } => true,
    }
}

#[test]
fn no_name_is_passed_over() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in [
        "../loopwright/tests/meaning",
        "../../kernels",
        "tests/snippets",
    ] {
        programs(&root.join(folder), &mut files);
    }
    files.sort();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in files {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a program")).into_owned();
        let Ok(unit) = read(&text, &Options::default()) else {
            continue;
        };
        let mut parser = Parser::within(&unit);
        for function in unit.declarations.functions.values() {
            if function.body.is_some() {
                let body = Body::read(&mut parser, &unit.tokens, function);
                let names = passed_over(&unit, &body);
                count += 1;
                if !names.is_empty() {
                    wrong.push(format!("{}: {}: {names:?}", path.display(), function.name));
                }
            }
        }
    }
    assert!(count > 1000, "only {count} functions have been read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names of a function that are not in its tree.
fn unread(text: &str) -> Vec<String> {
    let unit = read(text, &Options::default()).expect("a program");
    let mut parser = Parser::within(&unit);
    let function = unit.declarations.function("f").expect("a function `f`");
    let body = Body::read(&mut parser, &unit.tokens, function);
    let names = body.unread.iter().flat_map(|one| &unit.tokens[one.range()]);
    let names = names.filter(|one| one.kind == TokenKind::Ident && one.text.len() == 1);
    names.map(|one| one.text.to_string()).collect()
}

#[test]
fn what_is_skipped_is_unread() {
    let of = |body: &str| {
        let region = "\n#pragma scop\n;\n#pragma endscop\n";
        unread(&format!(
            "enum {{ N }}; int g, v; void c(int *);\nvoid f(int n) {{ {body} {region} }}"
        ))
    };
    assert_eq!(
        of("int x __attribute__((cleanup(c))) = g;"),
        ["x", "c", "g"]
    );
    assert_eq!(of("__typeof__(int[g]) *x;"), ["g", "x"]);
    assert_eq!(of("struct { int x[n]; } y;"), ["x", "n", "y"]);
    // Nothing is computed there.
    assert_eq!(of("__typeof__(g) x; __typeof__(v + n) *y;"), [""; 0]);
    assert_eq!(
        of("struct { int x[N], y : N; } z = { .x = { [N] = g } };"),
        [""; 0]
    );
    assert_eq!(
        of("int x __attribute__((aligned(N))); _Static_assert(sizeof(g), \"\");"),
        [""; 0]
    );
    assert_eq!(of("void (*x)(int n, int (*y)[n]) = 0;"), [""; 0]);
    assert_eq!(of("enum { M = 3 }; struct { int x[M]; } y;"), [""; 0]);
}
