//! The command line: arguments, streams, files and exit codes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

type Checked = Result<(), Box<dyn std::error::Error>>;

fn loopwright(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loopwright"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env_remove("CLICOLOR_FORCE");
    command
}

/// Runs with this standard input.
fn with_input(arguments: &[&str], input: &[u8]) -> std::io::Result<Output> {
    let mut child = loopwright(arguments).stdin(Stdio::piped()).spawn()?;
    if let Some(stdin) = child.stdin.take() {
        // The program may end before it has read everything.
        let _ = { stdin }.write_all(input);
    }
    child.wait_with_output()
}

/// The output is this, with this exit code; something is said about an error if there is one.
fn check(output: &Output, stdout: &str, code: i32) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{errors}");
    assert_eq!(errors.is_empty(), code == 0, "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    assert!(!errors.contains('\x1b'), "colours without a terminal");
}

#[test]
fn expressions_print_the_value_alone() -> Checked {
    let output = loopwright(&["calc", "-e", "{ [1] } + { A[] };"]).output()?;
    check(&output, "{ [1]; A[] }\n", 0);
    let output = loopwright(&["calc", "-e", "S := { A[3] }", "-e", "card S"]).output()?;
    check(&output, "{ 1 }\n", 0);
    Ok(())
}

#[test]
fn json_has_kind_and_text() -> Checked {
    let output = loopwright(&[
        "calc",
        "--format",
        "json",
        "-e",
        "3; \"a\\\" + { A[] }; True; { }",
    ]);
    check(
        &{ output }.output()?,
        "{\"kind\":\"value\",\"text\":\"3\"}\n\
         {\"kind\":\"string\",\"text\":\"a\\\\{ A[] }\"}\n\
         {\"kind\":\"boolean\",\"text\":\"True\"}\n\
         {\"kind\":\"set\",\"text\":\"{ }\"}\n",
        0,
    );
    Ok(())
}

#[test]
fn the_standard_input_is_a_script() -> Checked {
    check(&with_input(&["calc"], b"1 +\n2;\n# end\n3")?, "3\n3\n", 0);
    check(&with_input(&["calc", "-"], b"1; dom 2; 3;")?, "1\n", 2);
    check(&with_input(&["calc"], b"1; quit; dom 2;")?, "1\n", 0);
    check(&with_input(&["calc"], b"1;\n\xff;")?, "1\n", 2);
    check(&with_input(&["calc"], b"")?, "", 0);
    Ok(())
}

#[test]
fn statements_run_as_they_arrive() -> Checked {
    let mut child = loopwright(&["calc"]).stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let mut stdout = BufReader::new(child.stdout.take().ok_or("no standard output")?);
    for (statement, answer) in [("S := 1;\nS;", "1\n"), ("S +\n 1;", "2\n")] {
        writeln!(stdin, "{statement}")?;
        stdin.flush()?;
        let mut line = String::new();
        stdout.read_line(&mut line)?;
        assert_eq!(line, answer);
    }
    drop(stdin);
    assert!(child.wait()?.success());
    Ok(())
}

#[test]
fn exit_codes() -> Checked {
    let code = |arguments: &[&str]| -> std::io::Result<Option<i32>> {
        Ok(loopwright(arguments).output()?.status.code())
    };
    assert_eq!(code(&["--version"])?, Some(0));
    assert_eq!(code(&["calc", "--help"])?, Some(0));
    assert_eq!(code(&["calc", "-e", "assert 1 = 1"])?, Some(0));
    assert_eq!(code(&["calc", "-e", "assert 1 = 2"])?, Some(1));
    assert_eq!(code(&["calc", "-e", "1 +"])?, Some(2));
    assert_eq!(code(&["calc", "no such file"])?, Some(2));
    assert_eq!(code(&["calc", "--no-such-option"])?, Some(2));
    assert_eq!(code(&["no-such-command"])?, Some(2));
    assert_eq!(code(&[])?, Some(2));
    Ok(())
}

#[test]
fn a_budget_runs_out() -> Checked {
    let hard = "{ [i, j] : 0 <= i <= j < 100 } - { [i, j] : 3i + 4j = 7 }";
    let output = loopwright(&["calc", "--budget", "5", "-e", hard]).output()?;
    check(&output, "", 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("budget"));
    // It is per statement, not for all of them.
    let budget = ["calc", "--budget", "100000", "-e", "1; 2; 3; { [3] }"];
    check(&loopwright(&budget).output()?, "1\n2\n3\n{ [3] }\n", 0);
    Ok(())
}

#[test]
fn files_are_sourced_read_and_written() -> Checked {
    let folder = tempfile::tempdir()?;
    let run = |script: &str| {
        loopwright(&["calc", "-e", script])
            .current_dir(folder.path())
            .output()
    };
    check(
        &run("write \"a.set\" { A[3] }; read \"a.set\";")?,
        "{ A[3] }\n",
        0,
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("a.set"))?,
        "{ A[3] }\n"
    );
    fs::write(folder.path().join("b.iscc"), "B := 7; B;")?;
    check(&run("source \"b.iscc\"; B + 1;")?, "7\n8\n", 0);
    fs::write(folder.path().join("loop.iscc"), "source \"loop.iscc\";")?;
    check(&run("source \"loop.iscc\";")?, "", 2);
    fs::write(folder.path().join("bad.iscc"), "1;\ndom 2;")?;
    let output = run("source \"bad.iscc\"; 3;")?;
    check(&output, "1\n", 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad.iscc:2:5"));
    check(&run("read \"missing\";")?, "", 2);
    check(&run("write \"missing/a.set\" 3;")?, "", 2);
    let files = fs::read_dir(folder.path())?.count();
    assert_eq!(files, 4, "a temporary file was left");
    Ok(())
}

#[test]
fn unreadable_scripts() -> Checked {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("latin1.iscc");
    fs::write(&path, b"# \xe9\n1;")?;
    let run = |path: &Path| loopwright(&["calc", &path.to_string_lossy()]).output();
    check(&run(&path)?, "", 2);
    check(&run(folder.path())?, "", 2);
    Ok(())
}

#[test]
fn colours_are_for_terminals() -> Checked {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands");
    for arguments in [
        ["show", "shift.c"],
        ["deps", "shift.c"],
        ["deps", "errors.c"],
    ] {
        let coloured = |force: bool| -> std::io::Result<bool> {
            let mut command = loopwright(&arguments);
            command.current_dir(&folder);
            if force {
                command.env("CLICOLOR_FORCE", "1");
            }
            let output = command.output()?;
            Ok(output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b))
        };
        assert!(!coloured(false)?, "{arguments:?}");
        assert!(coloured(true)?, "{arguments:?}");
    }
    Ok(())
}

#[test]
fn completions_know_the_commands() -> Checked {
    for shell in ["bash", "zsh", "fish"] {
        let output = loopwright(&["completions", shell]).output()?;
        let text = String::from_utf8(output.stdout)?;
        assert!(text.contains("value-based"), "{shell}");
    }
    Ok(())
}

/// The commands that the README and the tutorial show print what they say. A file in them is the
/// block before the first command that uses it; kernels are those of the repository. Blocks without
/// `$ ` are not run.
#[cfg(unix)]
#[test]
fn the_readme_and_the_tutorial_are_true() -> Checked {
    says_what_is_printed("README.md", &["deps.iscc", "first.c"], 8)?;
    let files = [
        "first.lw", "order.lw", "apart.lw", "sweep.c", "tiles.lw", "wave.lw", "smooth.c", "fade.c",
    ];
    says_what_is_printed("docs/tutorial.md", &files, 12)
}

#[cfg(unix)]
fn says_what_is_printed(document: &str, files: &[&str], least: usize) -> Checked {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let text = fs::read_to_string(root.join(document))?;
    let blocks: Vec<&str> = text.split("```\n").skip(1).step_by(2).collect();
    let folder = tempfile::tempdir()?;
    for name in ["kernels", "examples"] {
        std::os::unix::fs::symlink(root.join(name), folder.path().join(name))?;
    }
    fs::write(
        folder.path().join("ordinary.machine"),
        "vector = 32\nregisters = 16\nl1 = 32768\nl2 = 524288\n",
    )?;
    let program = Path::new(env!("CARGO_BIN_EXE_loopwright"));
    let own = program.parent().ok_or("the program is in a folder")?;
    let path = format!("{}:/usr/bin:/bin", own.display());
    let mut commands = 0;
    for (i, block) in blocks.iter().enumerate() {
        for file in files {
            let place = folder.path().join(file);
            if i > 0 && block.contains("$ ") && block.contains(file) && !place.exists() {
                fs::write(place, blocks[i - 1])?;
            }
        }
        for shown in block.split("$ ").skip(1) {
            let (command, expected) = shown.split_once('\n').ok_or("a command without output")?;
            let command = command.replace("cargo run --release -p loopwright --", "loopwright");
            // What is chosen depends on the machine; documents show an ordinary one.
            let command = command.replace("optimize ", "optimize --machine ordinary.machine ");
            let output = Command::new("/bin/sh")
                .args(["-c", &format!("{command} 2>&1")])
                .current_dir(folder.path())
                .env_remove("CLICOLOR_FORCE")
                .env("PATH", &path)
                .output()
                .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())?;
            assert_eq!(output, expected, "{document}: {command}");
            commands += 1;
        }
    }
    assert!(commands >= least, "only {commands} commands in {document}");
    Ok(())
}

/// Writing takes less work here than the proof: there is a budget that is enough for the one only.
#[test]
fn nothing_is_written_that_is_not_proved() -> Checked {
    let folder = tempfile::tempdir()?;
    let (source, target) = (folder.path().join("a.c"), folder.path().join("b.c"));
    fs::write(
        &source,
        "void f(int n, double a[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = i;
      for (int k = 0; k < n; k++)
        a[j][i] += a[i][k] * a[k][j];
    }
#pragma endscop
}
",
    )?;
    let run = |more: &[&str]| {
        let paths = [&source, &target].map(|path| path.display().to_string());
        let mut arguments = vec!["emit", &paths[0], "-o", &paths[1]];
        arguments.extend(more);
        loopwright(&arguments).output()
    };
    let mut budget = 50u64;
    loop {
        assert!(budget < 10_000_000, "no budget is enough for reading only");
        let output = run(&["--budget", &budget.to_string()])?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        // A budget that is spent is no mistake of ours, whatever spends it.
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains("--budget"), "{errors}");
        assert!(!errors.contains("panicked"), "{errors}");
        if errors.contains("LW0009") {
            break;
        }
        budget += budget / 16;
    }
    assert!(!target.exists());
    let output = run(&["--budget", &budget.to_string(), "--no-validate"])?;
    check(&output, "", 0);
    assert!(target.exists());
    fs::remove_file(&target)?;
    check(&run(&[])?, "", 0);
    assert!(fs::read_to_string(&target)?.contains("a[j][i] += a[i][k] * a[k][j];"));
    Ok(())
}

/// Whatever runs out of its budget, the exit code is 2 and the advice is a larger one.
#[test]
fn a_spent_budget_is_no_mistake() -> Checked {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands");
    let commands: [&[&str]; 8] = [
        &["show", "product.c"],
        &["deps", "product.c"],
        &["optimize", "product.c"],
        &["check", "product.c", "product.lw"],
        &["transform", "product.c", "product.lw"],
        &["emit", "product.c"],
        &["deps", "skewed.scop"],
        &["codegen", "codegen.st"],
    ];
    for command in commands {
        let (mut budget, mut spent) = (1u64, 0);
        loop {
            let budget_text = budget.to_string();
            let arguments = [command, &["--budget", &budget_text]].concat();
            let output = loopwright(&arguments).current_dir(&folder).output()?;
            let errors = String::from_utf8_lossy(&output.stderr);
            if output.status.success() {
                break;
            }
            assert_eq!(
                output.status.code(),
                Some(2),
                "{command:?} {budget}: {errors}"
            );
            assert!(
                errors.contains("--budget"),
                "{command:?} {budget}: {errors}"
            );
            spent += 1;
            budget += budget / 2 + 1;
        }
        assert!(spent > 3, "{command:?} needs nothing");
    }
    Ok(())
}

/// A pipe or a device stays one, a link stays a link, and what it leads to keeps its mode.
#[cfg(unix)]
#[test]
fn outputs_that_are_no_files_are_not_replaced() -> Checked {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    let source = path("a.in");
    fs::write(&source, "{ S[i] -> [i] : 0 <= i < 3 } { : } { }")?;
    let run = |target: &Path| {
        let arguments = [source.as_path(), target].map(|path| path.display().to_string());
        loopwright(&["codegen", &arguments[0], "-o", &arguments[1]]).output()
    };
    let pipe = path("pipe");
    if Command::new("mkfifo").arg(&pipe).status()?.success() {
        let reader = Command::new("cat")
            .arg(&pipe)
            .stdout(Stdio::piped())
            .spawn()?;
        check(&run(&pipe)?, "", 0);
        assert!(fs::symlink_metadata(&pipe)?.file_type().is_fifo());
        let read = String::from_utf8(reader.wait_with_output()?.stdout)?;
        assert!(read.contains("S(c0);"), "{read}");
    }
    let (file, link) = (path("file.c"), path("link.c"));
    fs::write(&file, "old")?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640))?;
    symlink("file.c", &link)?;
    check(&run(&link)?, "", 0);
    assert!(fs::symlink_metadata(&link)?.file_type().is_symlink());
    assert!(fs::read_to_string(&file)?.contains("S(c0);"));
    assert_eq!(fs::metadata(&file)?.permissions().mode() & 0o777, 0o640);
    Ok(())
}

/// Every command tells the same, and all of it.
#[test]
fn help_lists_the_exit_codes() -> Checked {
    let commands = [
        "",
        "transform",
        "optimize",
        "check",
        "show",
        "deps",
        "emit",
        "codegen",
        "calc",
    ];
    for command in commands {
        let arguments = [command, "--help"];
        let arguments = &arguments[usize::from(command.is_empty())..];
        let help = String::from_utf8(loopwright(arguments).output()?.stdout)?;
        let (_, codes) = help.split_once("\nExit codes:\n").ok_or(command)?;
        let starts = codes.lines().filter_map(|line| line.trim().chars().next());
        let numbers: String = starts.filter(char::is_ascii_digit).collect();
        assert_eq!(numbers, "0123", "{command}: {codes}");
    }
    Ok(())
}

/// `emit` writes loops into the text of a program, and says so.
#[test]
fn help_says_which_files_are_read() -> Checked {
    for (command, is_read) in [("show", true), ("deps", true), ("emit", false)] {
        for flag in ["-h", "--help"] {
            let help = String::from_utf8(loopwright(&[command, flag]).output()?.stdout)?;
            let files = help.split("Options:").next().unwrap_or_default();
            assert_eq!(files.contains("OpenScop"), is_read, "{command}: {help}");
        }
    }
    Ok(())
}

/// What `bench/storage` measures is written and proved: a benchmark is not run every day.
#[test]
fn scripts_of_the_benchmarks_are_carried_out() -> Checked {
    let folder = tempfile::tempdir()?;
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/storage");
    let programs = [
        ("product", "", &["-D", "SIZE=512"][..]),
        (
            "jacobi",
            "modulo(A, 0, 2)\n",
            &["-D", "SIZE=2000", "-D", "STEPS=32"],
        ),
    ];
    for (name, more, sizes) in programs {
        let script = fs::read_to_string(bench.join(name).with_extension("lw"))? + more;
        let path = folder.path().join(name).with_extension("lw");
        fs::write(&path, script)?;
        let mut command = loopwright(&["transform"]);
        command
            .arg(bench.join(name).with_extension("c"))
            .arg(&path)
            .args(sizes)
            .arg("-o")
            .arg(folder.path().join(name).with_extension("c"));
        let output = command.output()?;
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{name}: {errors}");
    }
    Ok(())
}
