//! "Did you mean …?"

use scop::list;

/// Advice for a name that is not known, from those that are.
pub(crate) fn suggest(name: &str, known: &[&str], what: &str) -> String {
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let distance = distance(name, candidate);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    let length = name.chars().count();
    if let Some((distance, candidate)) = best
        && distance <= 1.max(length / 3)
        && distance < length
    {
        return format!("did you mean `{candidate}`?");
    }
    let mut listed: Vec<&str> = known.to_vec();
    listed.sort_unstable();
    listed.dedup();
    if listed.is_empty() {
        return format!("there are no {}", what.trim_start_matches("the "));
    }
    let names = listed.into_iter().map(list::quoted);
    format!("{what} are {}", list::commas(names))
}

/// How many letters must be changed, added, removed or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let fold = |text: &str| text.chars().take(64).flat_map(char::to_lowercase).collect();
    let (a, b): (Vec<char>, Vec<char>) = (fold(a), fold(b));
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, suggest};

    #[test]
    fn near_names_are_found() {
        assert_eq!(distance("realgin", "realign"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(
            suggest("Mlut", &["Init", "Mult"], "labels"),
            "did you mean `Mult`?"
        );
        assert_eq!(
            suggest("x", &["Init", "Mult"], "labels"),
            "labels are `Init`, `Mult`"
        );
        assert_eq!(suggest("x", &[], "labels"), "there are no labels");
    }
}
