//! A page about a search: a plot of all measurements, a table of them, and the winner.
//!
//! The page is one file without scripts, and nothing is loaded from elsewhere.

use std::fmt::Write;

use crate::{Estimate, Span};

/// What a page shows.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was searched.
    pub title: String,
    /// How: pairs of a name and a value.
    pub about: Vec<(String, String)>,
    /// All versions, in the order in which they were measured.
    pub rows: Vec<Row>,
    /// What the search came to, in a sentence.
    pub result: String,
    /// Texts to show at the end, each with a title: the winner's script, and its code.
    pub texts: Vec<(String, String)>,
}

/// A version.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number.
    pub number: usize,
    /// What it is.
    pub words: String,
    /// How it was measured: the name of the compiler.
    pub by: String,
    /// What came out; otherwise why there is nothing.
    pub result: Result<Estimate, String>,
    /// The script that makes it.
    pub text: String,
}

/// The page.
///
/// ```
/// use search::report::{Report, html};
///
/// let page = html(&Report { title: "a < b".into(), ..Report::default() });
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>a &lt; b</h1>"));
/// ```
pub fn html(report: &Report) -> String {
    let mut page =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let title = escape(&report.title);
    let _ = write!(
        page,
        "<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    );
    let _ = write!(
        page,
        "<h1>{title}</h1>\n<p>{}</p>\n<dl>\n",
        escape(&report.result)
    );
    for (name, value) in &report.about {
        let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
    }
    page += "</dl>\n";
    page += &plot(&report.rows);
    page += &table(&report.rows);
    for (title, text) in &report.texts {
        let _ = write!(
            page,
            "<h2>{}</h2>\n<pre>{}</pre>\n",
            escape(title),
            escape(text)
        );
    }
    page += "</body>\n</html>\n";
    page
}

const STYLE: &str = "
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; } dt { color: #666; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; } td, th { padding: .15rem .6rem; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr:nth-child(even) { background: #f6f6f6; } tr.failed { color: #888; }
pre { background: #f6f6f6; padding: 1rem; overflow-x: auto; font-size: 13px; }
details pre { margin: .3rem 0; padding: .5rem; } summary { cursor: pointer; }
svg text { font-size: 12px; fill: #444; } svg .grid { stroke: #ddd; } svg .one { stroke: #888; stroke-dasharray: 4 3; }
svg .best { fill: none; stroke: #222; stroke-width: 1.5; }
";

/// Of the first compilers; all others look like the last one.
const COLOURS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#666666"];

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 50.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 30.0;

/// Speedups in the order in which they were measured, on a scale of logarithms, with the best so far as a line.
fn plot(rows: &[Row]) -> String {
    let points: Vec<(usize, &Row, f64)> = { rows.iter().enumerate() }
        .filter_map(|(at, row)| Some((at, row, row.result.as_ref().ok()?.speedup)))
        .filter(|(_, _, speedup)| speedup.is_finite() && *speedup > 0.0)
        .collect();
    if points.is_empty() {
        return String::new();
    }
    let speedups = points.iter().map(|point| point.2);
    let most = speedups.clone().fold(1.0, f64::max) * 1.15;
    // What is very slow is drawn at the bottom.
    let least = speedups.fold(1.0, f64::min).max(most / 200.0) / 1.15;
    let x = |at: usize| LEFT + (WIDTH - LEFT - 10.0) * (at as f64 + 0.5) / rows.len().max(1) as f64;
    let y = |speedup: f64| {
        let part = (speedup.max(least) / least).ln() / (most / least).ln();
        HEIGHT - BELOW - (HEIGHT - BELOW - ABOVE) * part
    };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"speedups of all versions\">\n"
    );
    for mark in marks(least, most) {
        let class = if mark == 1.0 { "one" } else { "grid" };
        let (at, right) = (y(mark), WIDTH - 10.0);
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{mark}×</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let mut compilers: Vec<&str> = Vec::new();
    let mut best = 0.0;
    let mut line = String::new();
    let mut circles = String::new();
    for (at, row, speedup) in &points {
        let colour = compilers
            .iter()
            .position(|one| *one == row.by)
            .unwrap_or_else(|| {
                compilers.push(&row.by);
                compilers.len() - 1
            });
        let colour = COLOURS[colour.min(COLOURS.len() - 1)];
        if *speedup > best {
            let step = if best == 0.0 { "M" } else { "H" };
            let from = if best == 0.0 { y(*speedup) } else { y(best) };
            let _ = match step {
                "M" => write!(line, "M{:.1} {from:.1}", x(*at)),
                _ => write!(line, "H{:.1}V{:.1}", x(*at), y(*speedup)),
            };
            best = *speedup;
        }
        let label = format!(
            "{}: {speedup:.2}× with {}; {}",
            row.number, row.by, row.words
        );
        let _ = writeln!(
            circles,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"{colour}\" fill-opacity=\"0.75\"><title>{}</title></circle>",
            x(*at),
            y(*speedup),
            escape(&label)
        );
    }
    let _ = writeln!(
        svg,
        "<path class=\"best\" d=\"{line}H{:.1}\"/>",
        WIDTH - 10.0
    );
    svg += &circles;
    for (at, compiler) in compilers.iter().enumerate() {
        let colour = COLOURS[at.min(COLOURS.len() - 1)];
        let left = LEFT + 120.0 * at as f64;
        let _ = writeln!(
            svg,
            "<circle cx=\"{left}\" cy=\"12\" r=\"4\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"16\">{}</text>",
            left + 8.0,
            escape(compiler)
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">versions in the order in which they were measured</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 8.0
    );
    svg
}

/// Round numbers between two.
fn marks(least: f64, most: f64) -> Vec<f64> {
    let all = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0,
    ];
    all.into_iter()
        .filter(|mark| (least..=most).contains(mark))
        .collect()
}

fn table(rows: &[Row]) -> String {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    let speedup = |row: &Row| row.result.as_ref().map_or(-1.0, |found| found.speedup);
    sorted.sort_by(|a, b| {
        speedup(b)
            .total_cmp(&speedup(a))
            .then(a.number.cmp(&b.number))
    });
    let mut text = String::from(
        "<table>\n<tr><th class=\"n\">#</th><th class=\"n\">speedup</th><th class=\"n\">99 % between</th>\
         <th class=\"n\">time</th><th>compiler</th><th>version</th></tr>\n",
    );
    for row in sorted {
        let (class, cells) = match &row.result {
            Ok(found) => {
                let range = match found.low > 0.0 {
                    true => format!("{:.2} – {:.2}", found.low, found.high),
                    false => "too few runs".into(),
                };
                let time = Span(found.seconds);
                let speedup = found.speedup;
                let cells = format!(
                    "<td class=\"n\">{speedup:.2}×</td><td class=\"n\">{range}</td><td class=\"n\">{time}</td>"
                );
                ("", cells)
            }
            Err(why) => (
                " class=\"failed\"",
                format!("<td colspan=\"3\">{}</td>", escape(why)),
            ),
        };
        let _ = writeln!(
            text,
            "<tr{class}><td class=\"n\">{}</td>{cells}<td>{}</td>\
             <td><details><summary>{}</summary><pre>{}</pre></details></td></tr>",
            row.number,
            escape(&row.by),
            escape(&row.words),
            escape(&row.text)
        );
    }
    text + "</table>\n"
}

/// Text as HTML has it.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // No browser shows these.
            c if c.is_control() && c != '\n' && c != '\t' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Turns;

    fn row(number: usize, speedup: f64) -> Row {
        let turns = Turns {
            new: vec![1.0; 9],
            old: vec![speedup; 9],
        };
        Row {
            number,
            words: format!("tiles of {number} & <more>"),
            by: ["gcc", "clang"][number % 2].into(),
            result: Ok(turns.estimate().unwrap()),
            text: "tile(S, 32)\n".into(),
        }
    }

    #[test]
    fn each_version_is_a_point_and_a_line() {
        let mut rows: Vec<Row> = (1..=20).map(|k| row(k, k as f64 / 4.0)).collect();
        rows.push(Row {
            result: Err("illegal".into()),
            ..row(21, 1.0)
        });
        let page = html(&Report {
            title: "gemm".into(),
            rows,
            ..Report::default()
        });
        assert_eq!(page.matches("<circle").count(), 20 + 2);
        assert_eq!(page.matches("<tr").count(), 1 + 21);
        assert_eq!(page.matches("<title>").count(), 1 + 20);
        assert!(!page.contains("<more>") && page.contains("&lt;more&gt;"));
        // The fastest one comes first in the table.
        let table = &page[page.find("<table>").unwrap()..];
        assert!(table.find("5.00×").unwrap() < table.find("4.75×").unwrap());
        assert!(page.contains("illegal"));
    }

    /// Whatever is measured, the picture has finite coordinates within its frame.
    #[test]
    fn odd_speedups_stay_in_the_picture() {
        for speedup in [1e-30, 1e-3, 1.0, 1e9, f64::INFINITY, f64::NAN, 0.0] {
            let mut odd = row(1, 1.0);
            if let Ok(found) = &mut odd.result {
                found.speedup = speedup;
            }
            let svg = plot(&[odd, row(2, 2.0)]);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            for part in svg.split("cy=\"").skip(1) {
                let value: f64 = part[..part.find('"').unwrap()].parse().unwrap();
                assert!((0.0..=HEIGHT).contains(&value), "{svg}");
            }
        }
        assert_eq!(plot(&[]), "");
    }
}
