//! `loopwright search`, from the command line to the files that it leaves.
//!
//! The compiler is a shell script, and what it makes are shell scripts, which say a time that
//! follows from the text of the version alone. So these tests are quick, and what they expect does not depend on how
//! fast anything is. Those about the program that is made around a function use the real compiler.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use loopwright::serde_json::{self, Value};

type Checked = Result<(), Box<dyn Error>>;

/// A product of matrices, which has many versions.
const PRODUCT: &str = "\
void product(int n, double A[n][n], double B[n][n], double C[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
";

/// Two loops that can be one.
const PAIR: &str = "\
void pair(int n, double a[n], double b[n], double c[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
    for (int i = 0; i < n; i++)
        c[i] = b[i] + 1;
#pragma endscop
}
";

const MAIN: &str = "int main(void) { return 0; }\n";

/// The original takes 0.1 s, a version from 0.02 to 0.119 s, as the sum of its text says.
const COMPILER: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo 'fake 1.0'; exit 0; fi
strict=
for word; do
    case "$last" in -o) out=$word ;; esac
    case "$word" in *.c) [ -n "$text" ] || text=$word ;; -ffp-contract=off) strict=1 ;; esac
    last=$word
done
folder=$(dirname "$text")
[ -f "$folder/version.c" ] && text=$folder/version.c
sum=$(cksum < "$text" | cut -d' ' -f1)
result='sum=42'
if cmp -s "$text" "$FAKE/kernel.c"; then
    body=$FAKE_ORIGINAL
    time=0.100000
else
    echo "$sum" >> "$FAKE/compiled"
    case "$FAKE_MODE" in
    fail) echo 'fake: this is too much for me' >&2; exit 1 ;;
    hang) sleep 1000 ;;
    late) sleep 0.1 ;;
    wrong) result='sum=43' ;;
    rounding) [ -n "$strict" ] || result='sum=42.000001' ;;
    crash) body='kill -SEGV $$' ;;
    endless) body='while :; do :; done' ;;
    esac
    time=$(printf '0.%03d' $((20 + sum % 100)))
    [ "$FAKE_MODE" = slower ] && time=0.2
fi
{
    echo '#!/bin/sh'
    echo "echo ran >> '$FAKE/ran'"
    echo "$body"
    echo "echo '$result'"
    echo "echo 'time=$time' >&2"
} > "$out"
chmod +x "$out"
"#;

/// A folder with a program and the compiler.
struct Place {
    folder: tempfile::TempDir,
    mode: &'static str,
    original: &'static str,
}

impl Place {
    fn new(text: &str, mode: &'static str) -> Result<Place, Box<dyn Error>> {
        let place = Place {
            folder: tempfile::tempdir()?,
            mode,
            original: "",
        };
        fs::create_dir(place.path("tmp"))?;
        fs::write(place.path("kernel.c"), text)?;
        place.script("fake-cc", COMPILER)?;
        Ok(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn script(&self, name: &str, text: &str) -> std::io::Result<()> {
        fs::write(self.path(name), text)?;
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755))
    }

    /// The search with these options, for a minute at most.
    fn search(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loopwright"));
        command
            .args([
                "search", "kernel.c", "-o", "fast.c", "--budget", "60s", "--cc",
            ])
            .arg(self.path("fake-cc"))
            .args(more)
            .current_dir(self.folder.path())
            .env("FAKE", self.folder.path())
            .env("FAKE_MODE", self.mode)
            .env("FAKE_ORIGINAL", self.original)
            .env("TMPDIR", self.path("tmp"))
            .env_remove("CC")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, more: &[&str]) -> std::io::Result<Output> {
        self.search(more).output()
    }

    fn json(&self, more: &[&str]) -> Result<Value, Box<dyn Error>> {
        let output = self.run(&[&["--format", "json"], more].concat())?;
        let text = String::from_utf8(output.stdout)?;
        assert_eq!(
            output.status.code(),
            Some(0),
            "{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(serde_json::from_str(&text)?)
    }

    fn read(&self, name: &str) -> std::io::Result<String> {
        fs::read_to_string(self.path(name))
    }

    /// The lines of the journal, without its head.
    fn journal(&self, folder: &str) -> Result<Vec<Value>, Box<dyn Error>> {
        let mut lines = Vec::new();
        for entry in fs::read_dir(self.path(folder))? {
            let path = entry?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "jsonl")
            {
                for line in fs::read_to_string(path)?.lines().skip(1) {
                    // The last one may be half a line.
                    lines.extend(serde_json::from_str::<Value>(line));
                }
            }
        }
        Ok(lines)
    }

    /// How often each version was compiled.
    fn compiled(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for sum in self.read("compiled").unwrap_or_default().lines() {
            *counts.entry(sum.to_string()).or_insert(0) += 1;
        }
        counts
    }

    /// Whether nothing is left of temporary files.
    fn is_clean(&self) -> bool {
        fs::read_dir(self.path("tmp")).is_ok_and(|mut entries| entries.next().is_none())
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn product() -> String {
    format!("{PRODUCT}{MAIN}")
}

/// The time that the compiler gives a text.
fn time(place: &Place, name: &str) -> Result<f64, Box<dyn Error>> {
    let sum = Command::new("cksum")
        .stdin(fs::File::open(place.path(name))?)
        .output()?;
    let sum: u64 = String::from_utf8(sum.stdout)?
        .split(' ')
        .next()
        .unwrap_or("")
        .parse()?;
    Ok((20 + sum % 100) as f64 / 1000.0)
}

#[test]
fn the_fastest_version_is_written_with_its_script_and_a_report() -> Checked {
    let place = Place::new(&product(), "")?;
    let document = place.json(&[
        "--versions",
        "12",
        "--script",
        "fast.lw",
        "--report",
        "r.html",
    ])?;
    assert_eq!(
        (&document["measured"], &document["stopped"]),
        (&12.into(), &"most".into())
    );
    // The best is the best of all that were measured, and it is what was written.
    let versions = document["versions"].as_array().ok_or("versions")?;
    let speedups = versions.iter().filter_map(|one| one["speedup"].as_f64());
    let best = speedups.clone().fold(0.0, f64::max);
    assert!(speedups.clone().count() >= 12 && best > 1.0);
    assert!((document["best"]["speedup"].as_f64().ok_or("best")? - best).abs() < 1e-9);
    assert!((0.1 / time(&place, "fast.c")? - best).abs() < 1e-6 * best);
    assert_eq!(document["output"], place.read("fast.c")?);
    assert_eq!(document["best"]["script"], place.read("fast.lw")?);
    // The script makes the same program.
    let again = Command::new(env!("CARGO_BIN_EXE_loopwright"))
        .args(["transform", "kernel.c", "fast.lw"])
        .current_dir(place.folder.path())
        .output()?;
    assert_eq!(String::from_utf8(again.stdout)?, place.read("fast.c")?);
    let page = place.read("r.html")?;
    let measured = versions
        .iter()
        .filter(|one| one["speedup"].is_f64())
        .count();
    // A point for each measurement, and one for the compiler in the legend.
    assert_eq!(page.matches("<circle").count(), measured + 1);
    assert!(page.contains("<h2>The script</h2>") && page.contains("<h2>The code</h2>"));
    assert!(place.is_clean());
    Ok(())
}

#[test]
fn each_better_version_is_a_line_of_its_own() -> Checked {
    let place = Place::new(&product(), "")?;
    let output = place.run(&["--versions", "5"])?;
    let text = errors(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("original  100.0 ms with "), "{text}");
    let better: Vec<f64> = { lines.iter() }
        .filter_map(|line| line.trim_start().split_once("x  ")?.0.parse().ok())
        .collect();
    assert!(!better.is_empty() && better.is_sorted(), "{text}");
    assert!(
        text.contains("5 versions measured, ") && text.contains(": as many as were wanted"),
        "{text}"
    );
    assert!(
        text.contains(" times as fast as the original with `"),
        "{text}"
    );
    assert!(!text.contains('\r') && !text.contains('\u{1b}'), "{text}");
    Ok(())
}

#[test]
fn nothing_that_is_not_faster_is_written() -> Checked {
    let place = Place::new(&product(), "slower")?;
    let output = place.run(&["--versions", "4", "--script", "fast.lw"])?;
    assert_eq!(output.status.code(), Some(0));
    assert!(
        errors(&output).contains("unchanged: no version was faster"),
        "{}",
        errors(&output)
    );
    assert_eq!(place.read("fast.c")?, product());
    assert!(
        place
            .read("fast.lw")?
            .lines()
            .all(|line| line.starts_with('#'))
    );
    Ok(())
}

#[test]
fn a_compiler_that_fails_or_hangs_fails_that_version_alone() -> Checked {
    for (mode, words) in [
        ("fail", "this is too much for me"),
        ("hang", "the compiler was stopped after 1 s"),
    ] {
        let place = Place::new(&product(), mode)?;
        let document = place.json(&["--versions", "2", "--time-limit", "1"])?;
        let versions = document["versions"].as_array().ok_or("versions")?;
        let compiled = versions.iter().filter(|one| one["compiler"] != "");
        assert_eq!(compiled.clone().count(), 2, "{document:#}");
        for one in compiled {
            let why = one["failed"].as_str().ok_or("failed")?;
            assert!(why.contains(words), "{why}");
        }
        assert_eq!(document["best"], Value::Null);
        assert_eq!(place.read("fast.c")?, product());
        assert!(place.is_clean());
    }
    Ok(())
}

#[test]
fn a_version_that_crashes_or_never_ends_fails_alone() -> Checked {
    for (mode, words) in [("crash", "SIGSEGV"), ("endless", "takes more than")] {
        let place = Place::new(&product(), mode)?;
        let document = place.json(&["--versions", "2"])?;
        let versions = document["versions"].as_array().ok_or("versions")?;
        let compiled = versions.iter().filter(|one| one["compiler"] != "");
        assert_eq!(compiled.clone().count(), 2, "{document:#}");
        for one in compiled {
            let why = one["failed"].as_str().ok_or("failed")?;
            assert!(why.contains(words), "{why}");
        }
        assert_eq!(document["best"], Value::Null);
        assert!(place.is_clean());
    }
    Ok(())
}

#[test]
fn an_original_that_cannot_be_measured_is_an_error() -> Checked {
    let cases = [
        ("kill -SEGV $$", "the original cannot be measured with"),
        ("exit 3", "fails with exit status: 3"),
        ("while :; do :; done", "was stopped after 1 s"),
        ("echo $$", "the original prints something else each time"),
    ];
    for (body, words) in cases {
        let place = Place {
            original: body,
            ..Place::new(&product(), "")?
        };
        let output = place.run(&["--time-limit", "1"])?;
        assert_eq!(output.status.code(), Some(2), "{body}");
        assert!(
            errors(&output).contains(words),
            "{body}: {}",
            errors(&output)
        );
        assert!(!place.path("fast.c").exists() && place.is_clean());
    }
    let place = Place::new(&product(), "")?;
    let output = place.run(&["--cc", "no-such-compiler"])?;
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("cannot run the compiler `no-such-compiler`"));
    Ok(())
}

#[test]
fn a_wrong_result_stops_everything_and_keeps_both_programs() -> Checked {
    let place = Place::new(&product(), "wrong")?;
    let output = place.run(&["--script", "fast.lw"])?;
    let text = errors(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(
        text.contains("`sum=42` became `sum=43`") && text.contains("bug"),
        "{text}"
    );
    assert!(!place.path("fast.c").exists() && !place.path("fast.lw").exists());
    let kept = ".fast.c.search/wrong-1";
    assert_eq!(place.read(&format!("{kept}/original.c"))?, product());
    assert_eq!(place.read(&format!("{kept}/expected.txt"))?, "sum=42\n");
    assert_eq!(place.read(&format!("{kept}/found.txt"))?, "sum=43\n");
    let again = Command::new(env!("CARGO_BIN_EXE_loopwright"))
        .args(["transform", "kernel.c", &format!("{kept}/script.lw")])
        .current_dir(place.folder.path())
        .output()?;
    assert_eq!(
        String::from_utf8(again.stdout)?,
        place.read(&format!("{kept}/version.c"))?
    );
    Ok(())
}

#[test]
fn results_that_differ_only_where_the_compiler_may_round_are_right() -> Checked {
    let place = Place::new(&product(), "rounding")?;
    let output = place.run(&["--versions", "3"])?;
    let text = errors(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("note: results differ by rounding"), "{text}");
    // Somebody who allows no difference at all gets the same answer, as rounding is no fault.
    let output = place.run(&["--versions", "3", "--tolerance", "0", "--folder", "other"])?;
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    Ok(())
}

/// Ends a search that has begun to measure, and waits for it.
fn end(
    mut child: Child,
    signal: &str,
    lines: usize,
) -> Result<(Option<i32>, String), Box<dyn Error>> {
    let mut errors = BufReader::new(child.stderr.take().ok_or("a pipe")?);
    let mut text = String::new();
    // The original, and the first version that is better.
    for _ in 0..lines {
        errors.read_line(&mut text)?;
    }
    let sent = Command::new("kill")
        .arg(format!("-{signal}"))
        .arg(child.id().to_string())
        .status()?;
    assert!(sent.success());
    errors.read_to_string(&mut text)?;
    Ok((child.wait()?.code(), text))
}

#[test]
fn a_search_that_was_killed_goes_on_where_it_was() -> Checked {
    let place = Place::new(&product(), "late")?;
    let child = place.search(&["--versions", "20"]).spawn()?;
    let (code, _) = end(child, "KILL", 2)?;
    assert_eq!(code, None);
    let before = place.journal(".fast.c.search")?;
    let measured = |lines: &[Value]| lines.iter().filter(|one| one["new"].is_array()).count();
    assert!(measured(&before) >= 2, "{before:?}");
    let document = place.json(&["--versions", "6"])?;
    // What was measured is known.
    assert!(document["known"].as_u64() >= Some(1), "{document:#}");
    assert_eq!(document["measured"], 6);
    // Only the one that was being compiled, and the three that compete at the end, are compiled twice.
    let twice = place
        .compiled()
        .values()
        .filter(|count| **count > 1)
        .count();
    assert!(twice <= 4, "{:?}", place.compiled());
    // All that was known is there still, as it was.
    let after = place.journal(".fast.c.search")?;
    assert_eq!(after[..before.len()], before[..]);
    Ok(())
}

#[test]
fn an_interruption_keeps_the_best() -> Checked {
    for signal in ["INT", "TERM"] {
        let place = Place::new(&product(), "late")?;
        let child = place.search(&["--script", "fast.lw"]).spawn()?;
        let (code, text) = end(child, signal, 2)?;
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(": interrupted\n"), "{text}");
        assert!(time(&place, "fast.c")? < 0.1 && place.path("fast.lw").exists());
        assert!(place.is_clean());
    }
    Ok(())
}

#[test]
fn two_searches_on_one_folder_do_not_disturb_each_other() -> Checked {
    let place = Place::new(&product(), "late")?;
    let mut first = place
        .search(&["--versions", "8", "--folder", "measured"])
        .spawn()?;
    let mut errors_of_first = BufReader::new(first.stderr.take().ok_or("a pipe")?);
    let mut text = String::new();
    errors_of_first.read_line(&mut text)?;
    let second = place.run(&[
        "--versions",
        "8",
        "--folder",
        "measured",
        "--script",
        "second.lw",
    ])?;
    assert_eq!(second.status.code(), Some(2));
    let message = format!(
        "another search (process {}) is working in `measured`",
        first.id()
    );
    assert!(errors(&second).contains(&message), "{}", errors(&second));
    errors_of_first.read_to_string(&mut text)?;
    assert_eq!(first.wait()?.code(), Some(0), "{text}");
    assert!(place.path("fast.c").exists() && !place.path("second.lw").exists());
    // Afterwards the folder is free, and everything is known.
    let document = place.json(&["--versions", "1", "--folder", "measured"])?;
    assert_eq!(document["known"], 8);
    Ok(())
}

/// No file may become longer than a few kilobytes, as if there were no more room.
#[test]
fn a_full_disk_ends_the_search_and_loses_nothing() -> Checked {
    let place = Place::new(&product(), "")?;
    place.json(&["--versions", "1"])?;
    // A journal that is nearly as long as files can be: 32 blocks of 512 or 1024 bytes.
    for entry in fs::read_dir(place.path(".fast.c.search"))? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            let text = fs::read_to_string(&path)?;
            let long = "x".repeat(32_700 - text.len());
            let line = format!("{{\"version\":\"{long}\",\"by\":\"\",\"refused\":\"\"}}\n");
            fs::write(&path, text + &line)?;
        }
    }
    let before = place.journal(".fast.c.search")?;
    let search = place.search(&[]);
    let words: Vec<String> = std::iter::once(search.get_program())
        .chain(search.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let output = Command::new("/bin/sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 32; exec \"$@\"", "sh"])
        .args(words)
        .current_dir(place.folder.path())
        .env("FAKE", place.folder.path())
        .env("FAKE_MODE", "")
        .env("TMPDIR", place.path("tmp"))
        .output()?;
    let text = errors(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("cannot write `.fast.c.search/")
            && text.contains("what was measured before is kept"),
        "{text}"
    );
    let kept = place.journal(".fast.c.search")?;
    assert_eq!(kept[..before.len()], before[..]);
    // With room the search goes on where it was.
    let document = place.json(&["--versions", "2"])?;
    assert!(document["known"].as_u64() >= Some(1), "{document:#}");
    assert_eq!(document["measured"], 2);
    let after = place.journal(".fast.c.search")?;
    assert_eq!(after[..kept.len()], kept[..]);
    Ok(())
}

/// The best of all interleavings, measured one by one, is found among the first versions of a search.
#[test]
fn all_interleavings_are_measured() -> Checked {
    let place = Place::new(&format!("{PAIR}{MAIN}"), "")?;
    let document = place.json(&["--exhaustive", "--folder", "all"])?;
    assert_eq!(document["stopped"], "finished");
    let versions = document["versions"].as_array().ok_or("versions")?;
    for words in ["{S0, S1}", "S0 then S1"] {
        let is_it = |one: &&Value| {
            one["words"]
                .as_str()
                .is_some_and(|text| text.starts_with(words))
        };
        let own: Vec<&Value> = versions.iter().filter(is_it).collect();
        assert!(!own.is_empty(), "{words}: {document:#}");
        // Each of them with at least three turns, so that none is judged by one run.
        for one in own {
            let of = |line: &Value| {
                line["version"] == one["script"]
                    && line["new"].as_array().is_some_and(|new| new.len() >= 3)
            };
            assert!(place.journal("all")?.iter().any(of), "{one:#}");
        }
    }
    let best = document["best"]["speedup"].as_f64().unwrap_or(1.0);
    let found = place.json(&["--folder", "search"])?;
    assert!(found["best"]["speedup"].as_f64().unwrap_or(1.0) >= best - 1e-9);
    Ok(())
}

#[test]
fn several_compilers_take_part() -> Checked {
    let place = Place::new(&product(), "")?;
    // The second one makes everything three times as slow.
    place.script(
        "slow-cc",
        "#!/bin/sh\n\"$FAKE/fake-cc\" \"$@\" || exit\nfor word; do\n case \"$last\" in -o) sed -i 's/time=0.0/time=3.0/; s/time=0.1/time=3.1/' \"$word\" ;; esac\n last=$word\ndone\n",
    )?;
    let slow = place.path("slow-cc");
    let document = place.json(&["--cc", &slow.to_string_lossy(), "--versions", "9"])?;
    assert_eq!(document["originals"].as_array().map(Vec::len), Some(2));
    let best = document["best"]["compiler"].as_str().ok_or("a compiler")?;
    assert!(best.ends_with("fake-cc"), "{best}");
    // Speedups are over the better original.
    assert!(document["best"]["speedup"].as_f64() < Some(6.0));
    let of = |name: &str| -> Result<usize, Box<dyn Error>> {
        let versions = document["versions"].as_array().ok_or("versions")?;
        let is_own = |one: &&Value| {
            one["compiler"]
                .as_str()
                .is_some_and(|by| by.ends_with(name))
        };
        Ok(versions.iter().filter(is_own).count())
    };
    // One that is far behind is soon left alone.
    assert!(
        of("fake-cc")? == 9 && (1..9).contains(&of("slow-cc")?),
        "{document:#}"
    );
    Ok(())
}

#[test]
fn a_command_can_run_and_time_the_versions() -> Checked {
    let place = Place::new(&product(), "")?;
    place.script(
        "timed",
        "#!/bin/sh\n[ \"$1\" = --fast ] || exit 1\n\"$2\"\n",
    )?;
    let runner = format!("{} --fast {{}}", place.path("timed").display());
    let document = place.json(&["--versions", "2", "--runner", &runner])?;
    assert_eq!(document["measured"], 2);
    let output = place.run(&["--versions", "2", "--runner", "no-such-runner"])?;
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors(&output).contains("cannot run `no-such-runner`"),
        "{}",
        errors(&output)
    );
    Ok(())
}

/// With the real compiler: arguments of many types, sizes that are declared and sizes that follow from subscripts.
const TYPES: &str = "\
typedef float real;
static int table[10];
static double total;
double mixed(int n, int m, real alpha, double A[n][m], float *B, const real *c,
             double *restrict s, long *index, char flags[])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            A[i][j] += alpha * B[i * m + j] * c[j] + index[j] + table[3] + flags[2 * i];
            total += A[i][j];
        }
#pragma endscop
    *s = total;
    return total;
}
";

#[test]
fn a_program_is_made_around_a_function() -> Checked {
    let place = Place::new(PRODUCT, "")?;
    let flags = "--cflags=-O1 -Wall -Wextra -Wno-unknown-pragmas -Werror -fsanitize=address,undefined -fno-sanitize-recover";
    let document = place.json(&["--cc", "cc", flags, "--size", "n=13", "--versions", "3"]);
    // The first `--cc` is the fake one, which runs what it is given.
    let document = document?;
    assert_eq!(
        document["originals"].as_array().map(Vec::len),
        Some(2),
        "{document:#}"
    );
    let versions = document["versions"].as_array().ok_or("versions")?;
    let real: Vec<&Value> = versions
        .iter()
        .filter(|one| one["compiler"] == "cc")
        .collect();
    assert!(
        !real.is_empty() && real.iter().all(|one| one["speedup"].is_f64()),
        "{document:#}"
    );
    Ok(())
}

#[test]
fn arguments_of_many_types_are_made_up() -> Checked {
    let place = Place::new(TYPES, "")?;
    let flags =
        "--cflags=-O1 -Wno-unknown-pragmas -fsanitize=address,undefined -fno-sanitize-recover";
    let output = Command::new(env!("CARGO_BIN_EXE_loopwright"))
        .args([
            "search", "kernel.c", "-o", "fast.c", "--budget", "60s", "--cc", "cc", flags,
        ])
        .args(["--size", "n=7,m=5", "--versions", "3", "--format", "json"])
        .current_dir(place.folder.path())
        .output()?;
    let text = errors(&output);
    // `s` is not used in the region: nobody knows how large it is.
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("nobody knows how large `s` is") && text.contains("--driver FILE"),
        "{text}"
    );
    let without = TYPES
        .replace("    *s = total;\n", "")
        .replace("double *restrict s, ", "");
    fs::write(place.path("kernel.c"), without)?;
    let output = Command::new(env!("CARGO_BIN_EXE_loopwright"))
        .args([
            "search", "kernel.c", "-o", "fast.c", "--budget", "60s", "--cc", "cc", flags,
        ])
        .args(["--size", "n=7,m=5", "--versions", "3", "--format", "json"])
        .current_dir(place.folder.path())
        .output()?;
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    Ok(())
}

/// A compiler that is real, but leaves out the last iteration of versions: what they compute is wrong, and
/// the program that is made around the function shows it.
#[test]
fn a_wrong_version_shows_in_a_program_that_is_made() -> Checked {
    let place = Place::new(PRODUCT, "")?;
    place.script(
        "wrong-cc",
        "#!/bin/sh\nfor word; do case \"$word\" in *.c) text=$(dirname \"$word\")/version.c ;; esac; done\n\
         if [ -n \"$text\" ] && ! cmp -s \"$text\" \"$FAKE/kernel.c\"; then sed -i 's/C\\[i\\]\\[j\\] +=/C[i][j] -=/; s/C_pack +=/C_pack -=/' \"$text\"; fi\n\
         exec cc \"$@\"\n",
    )?;
    let output = Command::new(env!("CARGO_BIN_EXE_loopwright"))
        .args([
            "search", "kernel.c", "-o", "fast.c", "--budget", "60s", "--size", "n=20",
        ])
        .args(["--cflags", "-O1", "--cc"])
        .arg(place.path("wrong-cc"))
        .env("FAKE", place.folder.path())
        .current_dir(place.folder.path())
        .output()?;
    assert_eq!(output.status.code(), Some(3), "{}", errors(&output));
    assert!(!place.path("fast.c").exists());
    Ok(())
}

#[test]
fn the_users_own_program_calls_the_function() -> Checked {
    let place = Place::new(PRODUCT, "")?;
    let main = "#include <stdio.h>\nvoid product(int n, double A[n][n], double B[n][n], double C[n][n]);\n\
                static double A[9][9], B[9][9], C[9][9];\n\
                int main(void)\n{\n    A[3][4] = 5;\n    B[4][5] = 6;\n    product(9, A, B, C);\n    printf(\"%g\\n\", C[3][5]);\n    return 0;\n}\n";
    fs::write(place.path("main.c"), main)?;
    let output = Command::new(env!("CARGO_BIN_EXE_loopwright"))
        .args([
            "search", "kernel.c", "-o", "fast.c", "--budget", "60s", "--cc", "cc", "--cflags",
            "-O1",
        ])
        .args(["--driver", "main.c", "--versions", "2", "--format", "json"])
        .current_dir(place.folder.path())
        .output()?;
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let document: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(document["measured"], 2);
    Ok(())
}
