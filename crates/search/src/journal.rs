//! What was measured, on disk.
//!
//! A folder has a file for each problem that is searched (a *problem* is everything that a measurement
//! depends on: the program, the compilers, their options, the machine), with one line of JSON for each measurement.
//! A line is written at once and whole, and then brought to the disk; so whenever the search is ended,
//! and by whatever, all lines but the last are whole. A last line without an end is what an
//! interrupted or failed write left: it is forgotten, and removed before the next one is written.
//!
//! One search at a time works in a folder: it holds a lock, which the system takes back when the process ends, in
//! whichever way.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::Turns;

/// What became of a version.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It was measured.
    Measured(Turns),
    /// There is no such version: it is wrong, or nobody could prove that it is right.
    Refused(String),
    /// It could not be compiled or run to its end.
    Failed(String),
}

/// A measurement.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Which version, as text.
    pub version: String,
    /// How it was measured: the name of the compiler, say; empty if nothing was needed.
    pub by: String,
    /// What came out.
    pub verdict: Verdict,
}

/// The measurements of a problem.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// How long the file is, whole lines only.
    length: u64,
    known: BTreeMap<(String, String), Verdict>,
    /// Held as long as the value lives.
    _lock: File,
}

/// Why there is no journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another search holds the lock; with what it says of itself.
    #[error("another search{1} is working in `{0}`")]
    Busy(PathBuf, String),
    /// A file cannot be read or written.
    #[error("cannot {1} `{0}`: {2}")]
    Files(PathBuf, &'static str, io::Error),
    /// There is something else in the place of measurements.
    #[error("line {1} of `{0}` is no measurement")]
    Odd(PathBuf, usize),
}

const LOCK: &str = "lock";

impl Journal {
    /// Opens the measurements of a problem in a folder, which is made if there is none.
    ///
    /// ```
    /// use search::{Journal, JournalError, Record, Turns, Verdict};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let mut journal = Journal::open(folder.path(), "a problem", "gemm.c")?;
    /// let turns = Turns { new: vec![1.0], old: vec![2.0] };
    /// let record = Record {
    ///     version: "tile(S, 32)".into(),
    ///     by: "gcc".into(),
    ///     verdict: Verdict::Measured(turns),
    /// };
    /// journal.append(&record)?;
    ///
    /// // One search at a time.
    /// let second = Journal::open(folder.path(), "a problem", "gemm.c").unwrap_err();
    /// assert!(matches!(second, JournalError::Busy(..)));
    ///
    /// drop(journal);
    /// let journal = Journal::open(folder.path(), "a problem", "gemm.c")?;
    /// assert_eq!(journal.get("tile(S, 32)", "gcc"), Some(&record.verdict));
    /// assert_eq!(journal.get("tile(S, 32)", "clang"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(folder: &Path, problem: &str, about: &str) -> Result<Journal, JournalError> {
        let failed = |path: &Path, what: &'static str| {
            let path = path.to_path_buf();
            move |error: io::Error| JournalError::Files(path, what, error)
        };
        fs::create_dir_all(folder).map_err(failed(folder, "create"))?;
        let lock = lock(folder)?;
        let path = folder.join(format!("{}.jsonl", fingerprint(problem)));
        let mut options = OpenOptions::new();
        options.read(true).create(true).append(true);
        let mut file = options.open(&path).map_err(failed(&path, "open"))?;
        let mut bytes = Vec::new();
        // What is no file, such as a device, has no end.
        if file.metadata().is_ok_and(|known| known.is_file()) {
            file.read_to_end(&mut bytes)
                .map_err(failed(&path, "read"))?;
        }
        let whole = bytes.iter().rposition(|byte| *byte == b'\n');
        let length = whole.map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(&bytes[..length]);
        let mut journal = Journal {
            file,
            path: path.clone(),
            length: length as u64,
            known: BTreeMap::new(),
            _lock: lock,
        };
        for (at, line) in text.lines().enumerate() {
            let value: Option<Value> = serde_json::from_str(line).ok();
            match value {
                // The first line says what the file is about.
                Some(value) if at == 0 && value["search"].is_object() => {}
                Some(value) => {
                    let record = Record::of_json(&value);
                    journal.keep(record.ok_or_else(|| JournalError::Odd(path.clone(), at + 1))?);
                }
                None => return Err(JournalError::Odd(path, at + 1)),
            }
        }
        if journal.length == 0 {
            let head = json!({ "search": { "version": 1, "about": about } });
            journal.write(&head)?;
        }
        Ok(journal)
    }

    /// What is known of a version, measured so.
    pub fn get(&self, version: &str, by: &str) -> Option<&Verdict> {
        // Whether a version is refused does not depend on who measures it.
        let refused = self.known.get(&(version.to_string(), String::new()));
        refused.or_else(|| self.known.get(&(version.to_string(), by.to_string())))
    }

    /// How many measurements there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a measurement. If that fails, the file is as before.
    pub fn append(&mut self, record: &Record) -> Result<(), JournalError> {
        self.write(&record.json())?;
        self.keep(record.clone());
        Ok(())
    }

    fn keep(&mut self, record: Record) {
        let key = (record.version, record.by);
        // Turns of several occasions are all worth keeping.
        if let (Some(Verdict::Measured(known)), Verdict::Measured(more)) =
            (self.known.get_mut(&key), &record.verdict)
        {
            known.new.extend(&more.new);
            known.old.extend(&more.old);
            return;
        }
        self.known.insert(key, record.verdict);
    }

    fn write(&mut self, value: &Value) -> Result<(), JournalError> {
        let line = format!("{value}\n");
        let is_file = self.file.metadata().is_ok_and(|known| known.is_file());
        let mut write = || {
            if is_file {
                // Half a line of somebody who was interrupted.
                self.file.set_len(self.length)?;
                self.file.seek(SeekFrom::End(0))?;
            }
            self.file.write_all(line.as_bytes())?;
            self.file.sync_data()
        };
        let written = write();
        match written {
            Ok(()) => {
                self.length += line.len() as u64;
                Ok(())
            }
            Err(error) => {
                let _ = is_file.then(|| self.file.set_len(self.length));
                Err(JournalError::Files(self.path.clone(), "write", error))
            }
        }
    }
}

/// Takes the lock of a folder.
fn lock(folder: &Path) -> Result<File, JournalError> {
    let path = folder.join(LOCK);
    let failed = |error| JournalError::Files(path.clone(), "open", error);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {
            // For whoever comes second; that it cannot be written does no harm.
            let _ = file.set_len(0);
            let _ = write!(file, "{}", std::process::id());
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = file.read_to_string(&mut holder);
            let holder = match holder.trim().parse::<u32>() {
                Ok(id) => format!(" (process {id})"),
                Err(_) => String::new(),
            };
            Err(JournalError::Busy(folder.to_path_buf(), holder))
        }
        Err(TryLockError::Error(error)) => Err(JournalError::Files(path, "lock", error)),
    }
}

impl Record {
    fn json(&self) -> Value {
        let mut value = json!({ "version": self.version, "by": self.by });
        match &self.verdict {
            Verdict::Measured(turns) => {
                value["new"] = json!(turns.new);
                value["old"] = json!(turns.old);
            }
            Verdict::Refused(why) => value["refused"] = json!(why),
            Verdict::Failed(why) => value["failed"] = json!(why),
        }
        value
    }

    fn of_json(value: &Value) -> Option<Record> {
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_string());
        let numbers = |name: &str| -> Option<Vec<f64>> {
            let list = value.get(name)?.as_array()?;
            list.iter().map(Value::as_f64).collect()
        };
        let verdict = match (text("refused"), text("failed")) {
            (Some(why), _) => Verdict::Refused(why),
            (_, Some(why)) => Verdict::Failed(why),
            _ => Verdict::Measured(Turns {
                new: numbers("new")?,
                old: numbers("old")?,
            }),
        };
        Some(Record {
            version: text("version")?,
            by: text("by")?,
            verdict,
        })
    }
}

/// A short name for a text, which is always the same: 64 bits by Fowler, Noll and Vo (FNV-1a), in hexadecimal digits.
///
/// ```
/// // From the authors' list of test cases.
/// assert_eq!(search::fingerprint(""), "cbf29ce484222325");
/// assert_eq!(search::fingerprint("foobar"), "85944171f73967e8");
/// ```
pub fn fingerprint(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(version: &str, new: f64) -> Record {
        Record {
            version: version.into(),
            by: "gcc".into(),
            verdict: Verdict::Measured(Turns {
                new: vec![new],
                old: vec![2.5],
            }),
        }
    }

    fn file(folder: &Path) -> PathBuf {
        folder.join(format!("{}.jsonl", fingerprint("p")))
    }

    #[test]
    fn a_search_that_was_killed_loses_nothing_wherever_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path(), "p", "").unwrap();
        for k in 0..3 {
            journal
                .append(&measured(&format!("v{k}"), f64::from(k)))
                .unwrap();
        }
        let path = file(folder.path());
        drop(journal);
        let whole = fs::read(&path).unwrap();
        // Wherever the last write stopped, what was written before is there, and more can be written.
        for length in (0..=whole.len()).step_by(3) {
            fs::write(&path, &whole[..length]).unwrap();
            let ends = whole[..length]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count();
            let mut journal = Journal::open(folder.path(), "p", "").unwrap();
            assert_eq!(journal.len(), ends.saturating_sub(1), "{length}");
            journal.append(&measured("new", 7.0)).unwrap();
            drop(journal);
            let journal = Journal::open(folder.path(), "p", "").unwrap();
            assert_eq!(journal.len(), ends.saturating_sub(1) + 1, "{length}");
            assert_eq!(
                journal.get("new", "gcc"),
                Some(&measured("new", 7.0).verdict)
            );
        }
    }

    #[test]
    fn turns_of_two_occasions_are_both_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path(), "p", "").unwrap();
        journal.append(&measured("v", 1.0)).unwrap();
        journal.append(&measured("v", 3.0)).unwrap();
        drop(journal);
        let journal = Journal::open(folder.path(), "p", "").unwrap();
        let Some(Verdict::Measured(turns)) = journal.get("v", "gcc") else {
            panic!("not measured");
        };
        assert_eq!(
            (&turns.new[..], &turns.old[..]),
            (&[1.0, 3.0][..], &[2.5, 2.5][..])
        );
    }

    #[test]
    fn problems_do_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path(), "p", "").unwrap();
        journal.append(&measured("v", 1.0)).unwrap();
        drop(journal);
        assert!(Journal::open(folder.path(), "q", "").unwrap().is_empty());
        assert_eq!(Journal::open(folder.path(), "p", "").unwrap().len(), 1);
    }

    #[test]
    fn what_is_no_measurement_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        for odd in [
            "{\"search\": {}}\nhello\n",
            "{\"search\": {}}\n{\"by\": 3}\n",
            "x\n",
        ] {
            fs::write(file(folder.path()), odd).unwrap();
            let error = Journal::open(folder.path(), "p", "").unwrap_err();
            assert!(matches!(error, JournalError::Odd(..)), "{error}");
            assert_eq!(fs::read_to_string(file(folder.path())).unwrap(), odd);
        }
    }

    #[test]
    fn a_version_that_is_refused_is_refused_for_all() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path(), "p", "").unwrap();
        let refused = Record {
            version: "v".into(),
            by: String::new(),
            verdict: Verdict::Refused("illegal".into()),
        };
        journal.append(&refused).unwrap();
        assert_eq!(journal.get("v", "gcc"), Some(&refused.verdict));
    }

    /// A device that is always full.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_an_error_with_a_name() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/full", file(folder.path())).unwrap();
        let error = Journal::open(folder.path(), "p", "").unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("cannot write") && message.contains("No space left"),
            "{message}"
        );
    }
}
