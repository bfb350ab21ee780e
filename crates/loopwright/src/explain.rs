//! What the codes of messages mean.

use scop::codes::TABLE;

/// Sections `## LW0101: title`, each with an explanation in Markdown.
const PAGES: &str = include_str!("explain.md");

/// What can stand in a script, in Markdown.
pub fn scripts() -> &'static str {
    script::reference::TEXT
}

/// What can stand in a strategy of `optimize`, in Markdown.
pub fn strategies() -> &'static str {
    optimizer::STRATEGIES
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
    let mut kinds = TABLE.iter();
    let kind = kinds.find(|kind| kind.code.0.strip_prefix("LW") == Some(wanted))?;
    let mut page = format!("{}: {}\n", kind.code, kind.sentence);
    if let Some(text) = section(kind.code.0) {
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
    use super::{PAGES, section};
    use scop::codes::TABLE;

    #[test]
    fn every_code_has_a_page_and_every_page_a_code() {
        for kind in TABLE {
            let page = section(kind.code.0);
            assert!(page.is_some_and(|text| !text.is_empty()), "{}", kind.code);
        }
        let titles = PAGES.lines().filter_map(|line| line.strip_prefix("## "));
        let codes = TABLE.iter().map(|kind| kind.code.0);
        assert!(titles.eq(codes), "pages are in the order of the table");
    }
}
