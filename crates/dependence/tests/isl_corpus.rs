//! isl's own flow problems give isl's answers. Skipped, saying so, where the files are not beside
//! the repository.

use dependence::{AccessInfo, Flow};
use std::path::{Path, PathBuf};

fn problems() -> Option<Vec<PathBuf>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/corpus/isl/flow"))
        .find(|corpus| corpus.is_dir())?;
    let entries = std::fs::read_dir(corpus).expect("a readable folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ai"))
        .collect();
    files.sort();
    Some(files)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a readable file")
}

#[test]
fn problems_have_the_expected_answers() {
    let Some(files) = problems() else {
        eprintln!("skipped: no shared/corpus/isl/flow beside the repository");
        return;
    };
    assert!(!files.is_empty(), "no problems in the folder");
    let mut failed = Vec::new();
    for path in files {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let problem: AccessInfo = match read(&path).parse() {
            Ok(problem) => problem,
            Err(error) => panic!("{name}: {error}"),
        };
        let expected: Flow = match read(&path.with_extension("flow")).parse() {
            Ok(flow) => flow,
            Err(error) => panic!("{name}: {error}"),
        };
        let flow = problem.compute_flow().expect("small problems");
        if !flow.is_equal(&expected).expect("small relations") {
            failed.push(format!("{name}:\n{flow}expected:\n{expected}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
