//! The difference of two scripts, as `diff -u` shows it.

/// Lines of two texts with ` `, `-` and `+` before them, around what differs; nothing if they are equal.
///
/// ```
/// use loopwright::correct::diff;
///
/// let text = diff("fuse.lw", "fuse(S, T)\nparallel(S.i)\n", "fuse(S, T)\nshift(T, i, 1)\nparallel(S.i)\n");
/// assert_eq!(text, "\
/// --- fuse.lw
/// +++ fuse.lw, corrected
/// @@ -1,2 +1,3 @@
///  fuse(S, T)
/// +shift(T, i, 1)
///  parallel(S.i)
/// ");
/// ```
pub fn diff(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    if old == new {
        return String::new();
    }
    // One place is changed.
    let same = |(a, b): &(&&str, &&str)| a == b;
    let before = old.iter().zip(&new).take_while(same).count();
    let rest = (old[before..].iter().rev()).zip(new[before..].iter().rev());
    let behind = rest.take_while(same).count();
    let from = before.saturating_sub(CONTEXT);
    let shown = behind.min(CONTEXT);
    let range = |all: &[&str]| format!("{},{}", from + 1, all.len() - behind + shown - from);
    let mut text = format!(
        "--- {name}\n+++ {name}, corrected\n@@ -{} +{} @@\n",
        range(&old),
        range(&new)
    );
    let mut add = |mark: char, lines: &[&str]| {
        for line in lines {
            text.push(mark);
            text += line;
            text.push('\n');
        }
    };
    add(' ', &old[from..before]);
    add('-', &old[before..old.len() - behind]);
    add('+', &new[before..new.len() - behind]);
    add(' ', &old[old.len() - behind..old.len() - behind + shown]);
    text
}

/// How many lines that are the same are shown.
const CONTEXT: usize = 3;
