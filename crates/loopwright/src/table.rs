//! Text in aligned columns, with styles that do not disturb the alignment.

/// ANSI codes for what a cell is about; empty for plain text.
pub(crate) type Style = &'static str;

pub(crate) const PLAIN: Style = "";
pub(crate) const BOLD: Style = "\x1b[1m";
pub(crate) const DIM: Style = "\x1b[2m";
pub(crate) const RED: Style = "\x1b[31m";
pub(crate) const GREEN: Style = "\x1b[32m";
pub(crate) const YELLOW: Style = "\x1b[33m";
pub(crate) const BLUE: Style = "\x1b[34m";

/// Text in a style.
pub(crate) fn styled(style: Style, text: &str) -> String {
    match style.is_empty() || text.is_empty() {
        true => text.to_string(),
        false => format!("{style}{text}\x1b[0m"),
    }
}

/// Rows of cells under headings.
pub(crate) struct Table {
    rows: Vec<Vec<(String, Style)>>,
}

impl Table {
    /// A table with nothing but its headings, which may be empty.
    pub(crate) fn new(headings: &[&str]) -> Table {
        let headings = headings.iter().map(|text| (text.to_string(), BOLD));
        Table {
            rows: vec![headings.collect()],
        }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<(String, Style)>) {
        self.rows.push(cells);
    }

    /// The text, each line indented. Columns without anything under their headings are left out.
    pub(crate) fn render(&self, indent: usize) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![0; columns];
        let mut is_used = vec![false; columns];
        for (i, row) in self.rows.iter().enumerate() {
            for (column, (text, _)) in row.iter().enumerate() {
                widths[column] = widths[column].max(text.chars().count());
                is_used[column] |= i > 0 && !text.is_empty();
            }
        }
        let used: Vec<usize> = (0..columns).filter(|&column| is_used[column]).collect();
        let mut out = String::new();
        for row in &self.rows {
            if row.iter().all(|(text, _)| text.is_empty()) {
                continue;
            }
            let mut pending = indent;
            for &column in &used {
                let Some((text, style)) = row.get(column) else {
                    continue;
                };
                if !text.is_empty() {
                    out.extend(std::iter::repeat_n(' ', pending));
                    out.push_str(&styled(style, text));
                    pending = 0;
                }
                pending += widths[column] - text.chars().count() + 2;
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::{GREEN, PLAIN, Table};

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let mut table = Table::new(&["a", "unused", "b"]);
        table.row(vec![
            ("long".into(), GREEN),
            (String::new(), PLAIN),
            ("x".into(), PLAIN),
        ]);
        table.row(vec![
            (String::new(), PLAIN),
            (String::new(), PLAIN),
            ("y".into(), PLAIN),
        ]);
        let plain = anstream::adapter::strip_str(&table.render(1)).to_string();
        assert_eq!(plain, " a     b\n long  x\n       y\n");
    }
}
