//! Corrections in words, for people and for tools.

use scop::list;
use serde_json::{Value, json};

use super::{Corrections, Fix, Means};

/// The advice at the end of an error: what to add.
pub(super) fn help(fix: &Fix) -> String {
    let (verb, place) = change(fix);
    format!("{verb} {place}: {}", cost(fix.means))
}

/// The same of something that is done.
pub(super) fn done(fix: &Fix) -> String {
    let (verb, place) = change(fix);
    let verb = verb
        .replacen("add ", "added ", 1)
        .replacen("write ", "wrote ", 1);
    format!("{verb} {place}: {}", cost(fix.means))
}

/// `add shift(S, i, 1)` and where.
fn change(fix: &Fix) -> (String, String) {
    let lines = list::sentence(fix.lines.iter().map(list::quoted));
    let script = match fix.is_inline {
        true => "the region's script",
        false => "the script",
    };
    if fix.means == Means::Undo {
        return ("remove".into(), format!("line {} of {script}", fix.after));
    }
    match (fix.is_replaced, fix.after, fix.is_last) {
        (true, line, _) => (
            format!("write {lines}"),
            format!("in line {line} of {script}"),
        ),
        (_, 0, _) => (format!("add {lines}"), format!("at the top of {script}")),
        (_, _, true) => (format!("add {lines}"), format!("at the end of {script}")),
        (_, line, _) => (
            format!("add {lines}"),
            format!("after line {line} of {script}"),
        ),
    }
}

/// What a correction does and what it costs.
pub(super) fn describe(fix: &Fix) -> String {
    let what = match fix.means {
        Means::Shift => "shift",
        Means::Reorder => "another order of parts",
        Means::Distribute => "fewer shared loops",
        Means::Move => "statements moved",
        Means::Split => "an index-set split",
        Means::Skew => "a skewed loop",
        Means::Storage => "other storage",
        Means::Relax => "a reduction that is reordered",
        Means::Undo => "one operation less",
    };
    let minimal = match fix.is_minimal {
        true => "; nothing smaller is legal",
        false => "",
    };
    format!("{what}: {}{minimal}", cost(fix.means))
}

fn cost(means: Means) -> &'static str {
    match means {
        Means::Shift => "the loops stay together, with a few iterations before and after them",
        Means::Reorder => "the loops stay what they are",
        Means::Distribute => "values are reused later, because statements share fewer loops",
        Means::Move => "statements run in other iterations and places",
        Means::Split => "some instances run in loops of their own, after the others",
        Means::Skew => "the inner loop has other bounds in each iteration of the outer one",
        Means::Storage => "values that shared a cell get cells of their own",
        Means::Relax => "floating-point results are rounded differently",
        Means::Undo => "the other operations are legal",
    }
}

/// For tools: `means`, `lines`, `after`, `script`, `minimal`, `cost`.
pub fn json(found: &Corrections) -> Value {
    let fixes = found.fixes.iter().map(|fix| {
        json!({
            "means": match fix.means {
                Means::Shift => "shift",
                Means::Reorder => "reorder",
                Means::Distribute => "distribute",
                Means::Move => "move",
                Means::Split => "split",
                Means::Skew => "skew",
                Means::Storage => "storage",
                Means::Relax => "relax",
                Means::Undo => "undo",
            },
            "lines": fix.lines,
            "after": fix.after,
            "replaces": fix.is_replaced,
            "script": fix.script,
            "minimal": fix.is_minimal,
            "cost": cost(fix.means),
        })
    });
    json!({
        "fixes": fixes.collect::<Vec<_>>(),
        "why_not": found.why_not,
        "legal_if": found.legal_if.as_ref().map(ToString::to_string),
        "relaxing_helps": found.relaxing_helps,
    })
}
