//! What the codes of messages mean.

use frontend::codes;
use scop::Code;

use crate::report;

/// Sections `## LW0101: title`, each with an explanation in Markdown.
const PAGES: &str = include_str!("explain.md");

/// The codes of the command line itself, with a sentence about each.
const OWN: &[(Code, &str)] = &[
    (report::UNREADABLE, "A file cannot be read."),
    (report::NOT_TEXT, "A file is not text."),
    (report::NO_SUCH_REGION, "There is no such region."),
    (
        report::BAD_CONTEXT,
        "The value of `--context` is not a condition on parameters.",
    ),
    (report::BAD_OPENSCOP, "An OpenScop file is malformed."),
    (
        report::NOT_COMPUTED,
        "Numbers or sets are too large to compute with.",
    ),
    (
        report::NOT_PARALLEL,
        "A loop that was to run in parallel cannot.",
    ),
    (
        report::NOT_PROVED,
        "What was written could not be proved to be right.",
    ),
    (
        report::NOT_IN_PLACE,
        "New loops cannot stand where the old ones are.",
    ),
];

/// The codes of verdicts, with a sentence about each.
const VERDICTS: &[(Code, &str)] = &[
    (
        report::SEVERAL_REGIONS,
        "A script for one region is given to a program with several.",
    ),
    (report::BROKEN, "A dependence is not respected."),
    (
        report::RACE,
        "Iterations of a loop that is claimed to be parallel depend on each other.",
    ),
    (report::SAME_DATE, "Two instances have one date."),
    (
        report::NOT_EXECUTED,
        "Instances are not executed, or too often.",
    ),
    (
        report::BAD_REDUCTION,
        "A loop declares a reduction that is none.",
    ),
    (report::UNCHECKED, "The result was not checked."),
    (
        report::NO_SCRIPT,
        "There is no script, or one more than is wanted.",
    ),
];

/// All codes with a sentence about each, in order.
///
/// ```
/// let codes = loopwright::explain::codes();
/// assert!(codes.iter().any(|(code, _)| code.0 == "LW0101"));
/// ```
pub fn codes() -> Vec<(Code, &'static str)> {
    let scripts = script::codes::TABLE;
    let tables = [OWN, codes::TABLE, scripts, VERDICTS];
    tables.into_iter().flatten().copied().collect()
}

/// What can stand in a script, in Markdown.
pub fn scripts() -> &'static str {
    script::reference::TEXT
}

/// The page about a code, in capitals or not, with or without `LW`; nothing when it is not known.
///
/// ```
/// let page = loopwright::explain::explain("lw0201").unwrap();
/// assert!(page.starts_with("LW0201: A jump leaves"));
/// assert!(loopwright::explain::explain("LW9999").is_none());
/// ```
pub fn explain(code: &str) -> Option<String> {
    let wanted = code.trim().to_uppercase();
    let wanted = wanted.strip_prefix("LW").unwrap_or(&wanted);
    let known = codes();
    let (code, sentence) = known
        .iter()
        .find(|(code, _)| code.0.strip_prefix("LW") == Some(wanted))?;
    let mut page = format!("{code}: {sentence}\n");
    if let Some(text) = section(code.0) {
        page += &format!("\n{text}\n");
    }
    Some(page)
}

/// What the pages say about a code.
fn section(code: &str) -> Option<&'static str> {
    let sections = PAGES.split("\n## ").skip(1);
    let mut texts = sections.filter_map(|section| section.split_once('\n'));
    let (_, text) = texts.find(|(title, _)| title.trim() == code)?;
    Some(text.trim())
}

#[cfg(test)]
mod tests {
    use super::{PAGES, codes, section};

    #[test]
    fn every_code_has_a_page_and_every_page_a_code() {
        let known = codes();
        for (code, _) in &known {
            assert!(
                section(code.0).is_some_and(|text| !text.is_empty()),
                "{code}"
            );
        }
        let titles = PAGES.lines().filter_map(|line| line.strip_prefix("## "));
        let titles: Vec<&str> = titles.collect();
        assert_eq!(titles.len(), known.len(), "{titles:?}");
    }
}
