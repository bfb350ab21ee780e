//! The table of codes and the sources agree: every kind of message is one that some crate can give,
//! and no crate has codes beside the table.

use std::fs;
use std::path::{Path, PathBuf};

use scop::codes::TABLE;

/// The Rust sources of a folder and the folders in it.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, found)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path)?;
            found.push((path, text));
        }
    }
    Ok(())
}

fn all() -> std::io::Result<Vec<(PathBuf, String)>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in fs::read_dir(crates)? {
        let folder = folder?.path().join("src");
        if folder.is_dir() {
            sources(&folder, &mut found)?;
        }
    }
    found.retain(|(path, _)| !path.ends_with("scop/src/codes.rs"));
    Ok(found)
}

#[test]
fn every_kind_is_used() -> std::io::Result<()> {
    let sources = all()?;
    for kind in TABLE {
        let Some((area, name)) = kind.name.split_once("::") else {
            panic!("{} has no area", kind.name);
        };
        // Two areas may have a constant of the same name.
        let user = match area {
            "c" => "frontend",
            "script" => "script",
            _ => "loopwright",
        };
        let is_user = |path: &Path| path.iter().any(|part| part == user);
        let is_used = |text: &str| {
            text.match_indices(name).any(|(at, _)| {
                let after = text[at + name.len()..].chars().next();
                text[..at].ends_with("::")
                    && !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
            })
        };
        assert!(
            sources
                .iter()
                .any(|(path, text)| is_user(path) && is_used(text)),
            "{} ({}) is never reported",
            kind.name,
            kind.code
        );
    }
    Ok(())
}

#[test]
fn no_codes_beside_the_table() -> std::io::Result<()> {
    let needle = format!("Code({}LW", '"');
    for (path, text) in all()? {
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .find(|line| line.contains(&needle));
        assert_eq!(code, None, "{}", path.display());
    }
    Ok(())
}
