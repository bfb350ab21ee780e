//! What the tests on the corpus share: finding inputs, reading isl's C, and the
//! trace that a schedule asks for.

#![allow(dead_code, missing_docs)]

pub mod c;
pub mod oracle;

use std::path::{Path, PathBuf};

/// isl's folder of inputs for code generation, if it is beside the repository.
pub fn corpus() -> Option<PathBuf> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder
        .ancestors()
        .map(|folder| folder.join("shared/corpus/isl/codegen"))
        .find(|corpus| corpus.is_dir())
}

/// All inputs, sorted.
pub fn inputs(corpus: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![corpus.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "in" || e == "st") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

pub fn name_of(corpus: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(corpus).unwrap_or(path);
    relative.display().to_string()
}

pub fn read_input(path: &Path) -> Result<astgen::Input, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let input = match path.extension().is_some_and(|e| e == "in") {
        true => astgen::Input::flat(&text),
        false => astgen::Input::tree(&text),
    };
    input.map_err(|e| e.to_string())
}
