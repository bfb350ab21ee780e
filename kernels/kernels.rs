//! The kernels, for tests that go through all of them: their texts, the macros for their sizes, and
//! what the head of each says of its model.
//!
//! A kernel whose head says nothing is modelled exactly, whatever its parameters are. A line of the
//! comment at the head may say otherwise:
//!
//! ```text
//! Model: exact, data choose what is read           accesses are exact, but may not happen
//! Model: exact with --context "[m] -> { : m >= 0 }"    only then, and tests take it for granted
//! Model: not exact, the row of the pivot is data   why the model has more than can happen
//! ```

// Not every test uses everything here.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// A program of the folder.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The name of the file without `.c`.
    pub name: String,
    pub text: String,
    pub model: Model,
}

/// How well the model of a kernel knows what the kernel does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    Exact,
    /// Exact, but some of the reads may not happen.
    ExactWithChoices,
    /// Exact for these parameters, in isl's notation.
    ExactFor(String),
    /// With accesses to more than is accessed.
    Coarse,
}

/// Where the kernels are: for crates that are two folders below the root.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels")
}

/// A header of the kernels.
pub fn header(name: &str) -> Option<String> {
    std::fs::read_to_string(folder().join(name)).ok()
}

/// All kernels by name.
pub fn all() -> Vec<Kernel> {
    let entries = std::fs::read_dir(folder()).expect("the folder of kernels");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter_map(|name| Some(name.strip_suffix(".c")?.to_string()))
        .collect();
    names.sort();
    assert!(names.len() >= 75, "{} kernels", names.len());
    names.iter().map(|name| named(name)).collect()
}

/// The kernel of this name.
pub fn named(name: &str) -> Kernel {
    let path = folder().join(format!("{name}.c"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    Kernel {
        model: model(&text).unwrap_or_else(|line| panic!("{path:?}: what is {line:?}?")),
        name: name.to_string(),
        text,
    }
}

/// What the head says; a line that nobody understands is an error.
fn model(text: &str) -> Result<Model, &str> {
    let head = text.split("*/").next().unwrap_or_default();
    let mut lines = head
        .lines()
        .filter_map(|line| line.trim_start_matches([' ', '*']).strip_prefix("Model: "));
    let Some(line) = lines.next() else {
        return Ok(Model::Exact);
    };
    let context = line
        .strip_prefix("exact with --context \"")
        .and_then(|rest| rest.trim_end().strip_suffix('"'));
    match context {
        Some(context) => Ok(Model::ExactFor(context.to_string())),
        None if line.trim_end() == "exact, data choose what is read" => Ok(Model::ExactWithChoices),
        None if line.starts_with("not exact, ") => Ok(Model::Coarse),
        None => Err(line),
    }
}

impl Kernel {
    /// The macros that give its sizes, in order.
    pub fn sizes(&self) -> impl Iterator<Item = &str> {
        let guarded = self.text.lines().filter_map(|l| l.strip_prefix("#ifndef "));
        guarded.map(str::trim)
    }

    /// The options that make these the first sizes.
    pub fn definitions(&self, sizes: impl IntoIterator<Item = i64>) -> Vec<String> {
        let named = self.sizes().zip(sizes);
        named.map(|(name, size)| format!("{name}={size}")).collect()
    }

    /// What is known of the parameters.
    pub fn context(&self) -> Option<&str> {
        match &self.model {
            Model::ExactFor(context) => Some(context),
            _ => None,
        }
    }
}
