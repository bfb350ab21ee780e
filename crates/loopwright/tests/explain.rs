//! The examples of `explain.md`: what stands under `Wrong:` gets the code of its page, what stands
//! under `Right:` does not, and is accepted.
//!
//! An example of the pages about C is what stands in a region, or a function; one of the pages
//! about scripts is a script for [`PRODUCT`].

use std::fs;
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::explain::explain;
use scop::codes::TABLE;

/// Kinds of messages that no short text leads to, and why.
const WITHOUT: &[(&str, &str)] = &[
    ("LW0001", "about files"),
    ("LW0002", "about files"),
    ("LW0003", "about options"),
    ("LW0004", "about options"),
    ("LW0005", "about files"),
    ("LW0006", "about the budget"),
    ("LW0007", "about schedules that no script makes"),
    ("LW0008", "a mistake in Loopwright"),
    ("LW0009", "about the budget"),
    ("LW0511", "about an option"),
    ("LW0512", "about an option"),
    (
        "LW0010",
        "about code that is written, which no example here is",
    ),
    (
        "LW0011",
        "about code that is written, which no example here is",
    ),
    (
        "LW0012",
        "about code that is written, which no example here is",
    ),
    ("LW0013", "about options"),
    ("LW0014", "about options"),
    ("LW0106", "needs four gigabytes"),
    ("LW0121", "about files"),
    ("LW0126", "about files"),
    ("LW0142", "needs a long text"),
    ("LW0204", "such loops are modelled as one statement"),
    ("LW0209", "about the budget"),
    ("LW0270", "about options"),
    ("LW0405", "needs a long text"),
    ("LW0425", "about schedules from elsewhere"),
    ("LW0426", "about the budget"),
    ("LW0501", "about options"),
    ("LW0504", "a script gives all instances dates of their own"),
    ("LW0505", "a script neither adds nor loses instances"),
    ("LW0507", "about options"),
    ("LW0608", "a mistake in Loopwright"),
];

/// What scripts work on.
const PRODUCT: &str = "\
void product(int n, double A[n][n], double B[n][n], double C[n][n])
{
#pragma scop
Rows:
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
Init:
            C[i][j] = 0;
Mult:
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
#pragma endscop
}
";

fn main() {
    let arguments = Arguments::from_args();
    let kinds = TABLE.iter().map(|kind| kind.code.0);
    let trials = kinds.map(|code| Trial::test(code, move || check(code)));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn check(code: &str) -> Result<(), Failed> {
    let page = explain(code).ok_or("no page")?;
    let is_without = WITHOUT.iter().any(|(known, _)| *known == code);
    let (wrong, right) = match (example(&page, "Wrong:"), example(&page, "Right:")) {
        (Some(wrong), Some(right)) if !is_without => (wrong, right),
        (None, None) if is_without => return Ok(()),
        _ => return Err("an example and its repair are needed, or an entry in WITHOUT".into()),
    };
    let in_brackets = format!("[{code}]");
    let (said, _) = run(code, &wrong)?;
    if !said.contains(&in_brackets) {
        return Err(format!("the wrong example leads to\n{said}").into());
    }
    let (said, exit) = run(code, &right)?;
    if said.contains(&in_brackets) || exit != Some(0) {
        return Err(format!("the repaired example leads to {exit:?}\n{said}").into());
    }
    Ok(())
}

/// The indented lines after a title.
fn example(page: &str, title: &str) -> Option<String> {
    let mut lines = page.lines().skip_while(|line| *line != title);
    lines.next()?;
    let lines = lines.skip_while(|line| line.is_empty());
    let is_inside = |line: &&str| line.is_empty() || line.starts_with("    ");
    let lines = lines.take_while(is_inside);
    let lines = lines.map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)));
    let text: String = lines.collect();
    Some(format!("{}\n", text.trim_end())).filter(|text| text.len() > 1)
}

/// What the program says about an example, and how it ends.
fn run(code: &str, example: &str) -> Result<(String, Option<i32>), Failed> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    let arguments: &[&str] = match code.get(2..4) {
        Some("01" | "02") => {
            write("example.c", &in_region(example))?;
            &["show", "example.c"]
        }
        Some("04") => {
            write("example.c", PRODUCT)?;
            write("example.lw", example)?;
            &["check", "example.c", "example.lw"]
        }
        Some("05") => {
            write("example.c", &in_region(example))?;
            &["check", "example.c"]
        }
        Some("06") => {
            write("example.iscc", example)?;
            &["calc", "example.iscc"]
        }
        _ => return Err("there are no examples in this area".into()),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_loopwright"))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()?;
    let said = String::from_utf8(output.stderr)?;
    Ok((said, output.status.code()))
}

/// A function around what stands in a region, unless it is one already.
fn in_region(text: &str) -> String {
    if text.contains("void ") {
        return text.into();
    }
    let begin = "void f(int n, int m, double a[n], double b[n], double A[n][n])\n{\n#pragma scop\n";
    format!("{begin}{text}#pragma endscop\n}}\n")
}
