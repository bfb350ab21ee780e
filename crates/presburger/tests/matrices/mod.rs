//! Constraint matrices as PolyLib and PIP write them: number of rows and columns, then the rows;
//! the first column is 0 for an equality and 1 for `>= 0`, the last is the constant.

use std::path::{Path, PathBuf};

/// The files of `../shared/corpus/isl/<folder>` beside the workspace, in order of their names;
/// `None`, said aloud, where the corpus is not there.
pub fn corpus(folder: &str) -> Option<Vec<PathBuf>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/isl");
    let Ok(entries) = std::fs::read_dir(corpus.join(folder)) else {
        eprintln!("skipped: no ../shared/corpus/isl/{folder} beside the workspace");
        return None;
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    Some(files)
}

pub fn name(file: &Path) -> &str {
    file.file_name()
        .and_then(|name| name.to_str())
        .expect("a readable file name")
}

/// The text without comments.
pub fn read(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

pub struct Matrix {
    /// Columns between the flag and the constant.
    pub unknowns: usize,
    rows: Vec<Vec<String>>,
}

impl Matrix {
    /// Takes one matrix off the front of `words`; `None` when none is left.
    pub fn take<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Matrix> {
        let rows: usize = words.next()?.parse().expect("the number of rows");
        let columns: usize = words.next()?.parse().expect("the number of columns");
        let mut word = |_| words.next().expect("a full row").to_string();
        let rows = (0..rows)
            .map(|_| (0..columns).map(&mut word).collect())
            .collect();
        Some(Matrix {
            unknowns: columns - 2,
            rows,
        })
    }

    /// The conjunction of the rows, over these names of the unknowns.
    pub fn formula(&self, names: &[String]) -> String {
        assert_eq!(names.len(), self.unknowns);
        let constraint = |row: &Vec<String>| {
            let (constant, row) = row.split_last().expect("a constant");
            let terms = row[1..]
                .iter()
                .zip(names)
                .filter(|(factor, _)| *factor != "0");
            let sum: String = terms
                .map(|(factor, name)| format!("({factor}) * {name} + "))
                .collect();
            let relation = if row[0] == "0" { "=" } else { ">=" };
            format!("{sum}({constant}) {relation} 0")
        };
        let mut parts: Vec<String> = self.rows.iter().map(constraint).collect();
        parts.push("true".into());
        parts.join(" and ")
    }
}

/// `letter0, letter1, …`
pub fn names(letter: &str, count: usize) -> Vec<String> {
    (0..count).map(|i| format!("{letter}{i}")).collect()
}
