//! `transform --run` and `--watch`: limits, what is left behind, and which changes are seen.
#![cfg(unix)]

mod compiler;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

type Checked = Result<(), Box<dyn std::error::Error>>;

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder with a program, a script, and a place for temporary files.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    /// `main` is the body of the function `main`, after a call of the kernel.
    fn new(main: &str) -> Result<Place, Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let place = Place { folder };
        fs::create_dir(place.path("tmp"))?;
        fs::write(place.path("reverse.lw"), "reverse(S0.i)\n")?;
        let text = format!(
            "#include <stdio.h>
#include <unistd.h>
#include \"size.h\"
static double a[10];
static void kernel(void) {{
#pragma scop
  for (int i = 0; i < SIZE; i++)
    a[i] = 2 * i;
#pragma endscop
}}
int main(void) {{
  kernel();
  {main}
  return 0;
}}
"
        );
        fs::write(place.path("kernel.c"), text)?;
        fs::write(place.path("size.h"), "#define SIZE 10\n")?;
        Ok(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn transform(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loopwright"));
        command
            .arg("transform")
            .args([self.path("kernel.c"), self.path("reverse.lw")])
            .args(more)
            .env("TMPDIR", self.path("tmp"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, more: &[&str]) -> std::io::Result<Output> {
        let run = ["--run", "--repeat", "1", "--cflags", "-O1"];
        self.transform(&[&run, more].concat()).output()
    }

    fn leftovers(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("tmp")).expect("the folder");
        entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect()
    }
}

/// The output has this on its standard error, with this exit code, and nothing is left behind.
fn check(place: &Place, output: &Output, words: &str, code: i32) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert!(errors.contains(words), "{errors}");
    assert_eq!(place.leftovers(), Vec::<PathBuf>::new());
}

#[test]
fn a_program_that_ends_is_compared() -> Checked {
    if !compiler::is_there() {
        return Ok(());
    }
    let place = Place::new("printf(\"%g\\n\", a[9]);")?;
    let output = place.run(&[])?;
    check(&place, &output, "legal", 0);
    let table = String::from_utf8(output.stdout)?;
    assert!(table.contains("results   identical"), "{table}");
    Ok(())
}

#[test]
fn a_program_that_does_not_end_is_stopped() -> Checked {
    if !compiler::is_there() {
        return Ok(());
    }
    let place = Place::new("for (;;) sleep(1);")?;
    let output = place.run(&["--time-limit", "1"])?;
    check(&place, &output, "the original was stopped after 1 s", 2);
    Ok(())
}

/// What the program has started must not keep us waiting either.
#[test]
fn children_of_a_program_are_stopped() -> Checked {
    if !compiler::is_there() {
        return Ok(());
    }
    let place = Place::new("if (fork() == 0) for (;;) sleep(1);")?;
    let start = Instant::now();
    let output = place.run(&[])?;
    check(&place, &output, "legal", 0);
    assert!(start.elapsed() < PATIENCE);
    Ok(())
}

#[test]
fn a_program_that_writes_without_end_is_stopped() -> Checked {
    if !compiler::is_there() {
        return Ok(());
    }
    let place = Place::new("for (;;) puts(\"again and again and again and again\");")?;
    let output = place.run(&[])?;
    check(
        &place,
        &output,
        "the original was stopped after writing 64 MiB",
        2,
    );
    Ok(())
}

#[test]
fn nothing_is_left_when_the_compiler_fails() -> Checked {
    if !compiler::is_there() {
        return Ok(());
    }
    let place = Place::new("this is not C;")?;
    let output = place.run(&[])?;
    check(&place, &output, "the original does not compile:", 2);
    let output = place.run(&["--cc", "no-such-compiler"])?;
    check(
        &place,
        &output,
        "cannot run the compiler `no-such-compiler`",
        2,
    );
    Ok(())
}

#[test]
fn a_compiler_that_does_not_end_is_stopped() -> Checked {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("")?;
    let cc = place.path("cc");
    fs::write(&cc, "#!/bin/sh\nsleep 1000\n")?;
    fs::set_permissions(&cc, fs::Permissions::from_mode(0o755))?;
    let output = place.run(&["--time-limit", "1", "--cc", &cc.display().to_string()])?;
    check(&place, &output, "the compiler was stopped after 1 s", 2);
    Ok(())
}

#[test]
fn nothing_is_left_when_it_is_interrupted() -> Checked {
    if !compiler::is_there() {
        return Ok(());
    }
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let place = Place::new(
            "FILE *f = fopen(PID, \"w\"); fprintf(f, \"%d\\n\", getpid()); fclose(f);
             for (;;) sleep(1);",
        )?;
        let pid = place.path("pid");
        let definition = format!("-DPID=\"{}\"", pid.display());
        let flags = format!("-O1 {definition}");
        let mut child = place.transform(&["--run", "--cflags", &flags]).spawn()?;
        // The program has begun when it has written its number.
        let program = until(|| {
            fs::read_to_string(&pid)
                .ok()
                .filter(|text| text.ends_with('\n'))
        })?;
        assert!(!place.leftovers().is_empty());
        send(signal, &child.id().to_string())?;
        let status = child.wait()?;
        assert_eq!(status.code(), Some(code));
        assert_eq!(place.leftovers(), Vec::<PathBuf>::new());
        until(|| send("0", program.trim()).ok().filter(|alive| !alive))?;
    }
    Ok(())
}

/// Sends a signal; whether there was somebody to get it.
fn send(signal: &str, process: &str) -> std::io::Result<bool> {
    let mut kill = Command::new("kill");
    kill.arg(format!("-{signal}")).arg(process);
    Ok(kill.stderr(Stdio::null()).status()?.success())
}

/// Tries until there is an answer.
fn until<T>(mut ask: impl FnMut() -> Option<T>) -> Result<T, String> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(answer) = ask() {
            return Ok(answer);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err("it takes too long".into())
}

/// A program that watches its files, with the lines of its standard output.
struct Watcher {
    child: Child,
    lines: mpsc::Receiver<String>,
}

impl Watcher {
    fn new(command: &mut Command) -> std::io::Result<Watcher> {
        let mut child = command.stderr(Stdio::null()).spawn()?;
        let (sender, lines) = mpsc::channel();
        let output = child.stdout.take().expect("a pipe");
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Watcher { child, lines })
    }

    /// Waits for a line with these words.
    fn wait_for(&self, words: &str) -> Checked {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if self.lines.recv_timeout(PATIENCE)?.contains(words) {
                return Ok(());
            }
        }
        Err(format!("no line with `{words}`").into())
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Replaces a file as editors do, at once.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let other = path.with_extension("new");
    fs::write(&other, text)?;
    fs::rename(&other, path)
}

#[test]
fn imports_and_headers_are_watched() -> Checked {
    let place = Place::new("")?;
    fs::create_dir(place.path("lib"))?;
    fs::write(
        place.path("reverse.lw"),
        "import \"lib/outer.lw\"\ntile(S0, T)\n",
    )?;
    fs::write(place.path("lib/outer.lw"), "import \"inner.lw\"\n")?;
    fs::write(place.path("lib/inner.lw"), "let T = 3\n")?;
    let watcher = Watcher::new(&mut place.transform(&["--watch"]))?;
    watcher.wait_for("it += 3")?;
    replace(&place.path("lib/inner.lw"), "let T = 4\n")?;
    watcher.wait_for("it += 4")?;
    // A mistake is not the end, and a file that is missing may come back.
    fs::remove_file(place.path("lib/inner.lw"))?;
    std::thread::sleep(Duration::from_millis(500));
    replace(&place.path("lib/inner.lw"), "let T = 5\n")?;
    watcher.wait_for("it += 5")?;
    replace(&place.path("size.h"), "#define SIZE 7\n")?;
    watcher.wait_for("(6, it + 4)")?;
    replace(&place.path("reverse.lw"), "tile(S0, 2)\n")?;
    watcher.wait_for("it += 2")?;
    Ok(())
}
