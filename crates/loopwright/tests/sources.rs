//! The texts behind spans: whoever adds some keeps those that are there, so that every message finds
//! the text that it speaks of.

use loopwright::{Recipe, Request, read, show, transform};
use scop::{Diagnostic, FileId};
use script::Imported;

const C: &str = "void f(int n, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}
";

/// The text that a message is about, with the name of the file.
fn place(program: &loopwright::Program, diagnostic: &Diagnostic) -> (String, String) {
    let span = diagnostic.span.expect("a place");
    let file = program.files.get(span.file).expect("a text");
    (file.name.clone(), program.files.slice(span).to_string())
}

#[test]
fn a_mistake_in_an_imported_script_points_there() {
    let request = Request::default();
    let mut program = read(C, &request);
    let before = program.files.iter().count();
    let loader = |path: &str, _: &str| match path {
        "more.lw" => Ok(Imported {
            name: path.into(),
            text: "def again(l) {\n  reverse(Q)\n}\n".into(),
        }),
        _ => Err("no such file".to_string()),
    };
    let recipe = Recipe {
        script: Some(("main.lw", "import \"more.lw\"\nreverse(S0.i)\nagain(S0)\n")),
        loader: Some(&loader),
        ..Recipe::default()
    };
    transform(&mut program, &request, &recipe);
    let error = program.diagnostics.first().expect("an error");
    assert_eq!(place(&program, error), ("more.lw".into(), "Q".into()));
    let names = program.files.iter().map(|(_, file)| file.name.as_str());
    let names: Vec<&str> = names.skip(before).collect();
    assert_eq!(names, ["main.lw", "more.lw"]);
    let main = program.files.get(FileId::MAIN).expect("the program");
    assert_eq!(main.text, C);
}

/// Steps of a legal script point into it too.
#[test]
fn steps_point_into_their_script() {
    let request = Request::default();
    let mut program = read(C, &request);
    let recipe = Recipe {
        script: Some(("main.lw", "# backwards\nreverse(S0.i)\n")),
        ..Recipe::default()
    };
    let done = transform(&mut program, &request, &recipe);
    let step = &done.regions[0].outcome.steps[0];
    assert_eq!(program.files.slice(step.span), "reverse(S0.i)");
}

/// There is no C text to look for scripts in, and the one there is must not be lost.
#[test]
fn a_program_without_c_keeps_its_text() {
    let request = Request::default();
    let text = show::openscop(&read(C, &request)).expect("a text");
    let mut program = read(&text, &request);
    transform(&mut program, &request, &Recipe::default());
    let main = program.files.get(FileId::MAIN).expect("the program");
    assert_eq!(main.text, text);
    let codes = program.diagnostics.iter().map(|one| one.code.0);
    assert_eq!(codes.collect::<Vec<_>>(), ["LW0508"]);
}
