//! The files that a run depends on, so that it can be done again when one of them changes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::input::read_text;

/// The files that were asked for, each as it was then; also those that were not there, because
/// they would be found in place of others.
#[derive(Default)]
pub struct Watched {
    files: RefCell<Vec<(PathBuf, State)>>,
    /// Scripts that have been read: from a pipe that works only once.
    scripts: RefCell<BTreeMap<PathBuf, String>>,
}

/// When a file was changed last, and its size, because clocks of file systems can be slow.
type State = Option<(SystemTime, u64)>;

impl Watched {
    /// Remembers a file. To be called before it is read, lest a change in between be missed.
    pub fn add(&self, path: &Path) {
        let mut files = self.files.borrow_mut();
        if !files.iter().any(|(known, _)| known == path) {
            files.push((path.to_path_buf(), state(path)));
        }
    }

    /// The text of a script.
    pub fn script(&self, path: &Path) -> Result<String, String> {
        if let Some(text) = self.scripts.borrow().get(path) {
            return Ok(text.clone());
        }
        self.add(path);
        let text = read_text(path)?;
        let mut scripts = self.scripts.borrow_mut();
        scripts.insert(path.to_path_buf(), text.clone());
        Ok(text)
    }

    /// Whether a file is not as it was.
    pub fn is_changed(&self) -> bool {
        let files = self.files.borrow();
        files.iter().any(|(path, before)| state(path) != *before)
    }
}

fn state(path: &Path) -> State {
    let known = fs::metadata(path).ok()?;
    Some((known.modified().ok()?, known.len()))
}
