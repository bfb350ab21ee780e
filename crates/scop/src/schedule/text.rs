//! The text form of schedule trees: isl's YAML.
//!
//! What isl has no word for stands under keys of its own, left out when there is nothing to
//! say: `iterators`, `labels`, `parallel`, `vector`, `unroll`, `reductions` and `private` (names with spaces
//! between them) are lists with one item for each member of a band. isl does not read these;
//! [`ScheduleTree::for_isl`] leaves them out.

use super::{Band, Kind, Member, Node, ScheduleTree, Unroll};
use crate::yaml::{self, Entry, Value};
use presburger::{Error, Result};
use std::fmt;
use std::str::FromStr;

impl FromStr for ScheduleTree {
    type Err = Error;

    /// Reads isl's YAML.
    ///
    /// ```
    /// use scop::ScheduleTree;
    ///
    /// let text = r#"
    /// domain: "[n] -> { S[i, j] : 0 <= i, j < n }"
    /// child:
    ///   schedule: "[{ S[i, j] -> [(j)] }, { S[i, j] -> [(i)] }]"
    ///   permutable: 1
    ///   coincident: [ 1, 0 ]
    /// "#;
    /// let tree: ScheduleTree = text.parse()?;
    /// let again: ScheduleTree = tree.to_string().parse()?;
    /// assert!(again.is_equal(&tree)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<ScheduleTree> {
        ScheduleTree::from_yaml(&yaml::parse(text)?)
    }
}

impl fmt::Display for ScheduleTree {
    /// Writes isl's YAML, by indentation; with `#` (`{:#}`) on one line, with braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_yaml();
        match f.alternate() {
            true => write!(f, "{value:#}"),
            false => write!(f, "{value}"),
        }
    }
}

impl ScheduleTree {
    /// The tree that a value describes, which may be a part of a larger file.
    pub fn from_yaml(value: &Value) -> Result<ScheduleTree> {
        let root = read_node(value)?;
        ScheduleTree::from_root(root)
            .ok_or_else(|| value.error("a schedule tree begins with a domain"))
    }

    /// The same tree without what isl has no word for, so that isl reads its text.
    ///
    /// ```
    /// # use scop::ScheduleTree;
    /// let tree: ScheduleTree = r#"{ domain: "{ S[i] }", child: { schedule: "[{ S[i] -> [i] }]", iterators: [ i ] } }"#.parse()?;
    /// let expected = r#"{ domain: "{ S[i] }", child: { schedule: "[{ S[i] -> [i] }]" } }"#;
    /// assert_eq!(format!("{:#}", tree.for_isl()), expected);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn for_isl(&self) -> ScheduleTree {
        self.map_members(|member| {
            *member = Member {
                coincident: member.coincident,
                ..Member::default()
            };
        })
    }

    /// The value that describes the tree.
    pub fn to_yaml(&self) -> Value {
        write_node(self.root())
    }
}

/// The keys that make a mapping a node, and the other keys that such a node may have.
const NODES: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("context", &[]),
    (
        "schedule",
        &[
            "permutable",
            "coincident",
            "options",
            "iterators",
            "labels",
            "parallel",
            "vector",
            "unroll",
            "separate",
            "reductions",
            "private",
        ],
    ),
    ("sequence", &[]),
    ("set", &[]),
    ("filter", &[]),
    ("mark", &[]),
    ("guard", &[]),
    ("extension", &[]),
    ("contraction", &["expansion"]),
];

fn read_node(value: &Value) -> Result<Node> {
    if value.as_str() == Some("leaf") {
        return Ok(Node::leaf());
    }
    let Some(entries) = value.as_map() else {
        return Err(value.error("expected a node of a schedule tree"));
    };
    let of_node = |entry: &Entry| NODES.iter().find(|(key, _)| *key == entry.key);
    let mut kinds = entries.iter().filter_map(|e| Some((e, of_node(e)?)));
    let Some((main, (name, others))) = kinds.next() else {
        let all: Vec<&str> = NODES.iter().map(|(key, _)| *key).collect();
        return Err(value.error(format!("a node has one of the keys {}", all.join(", "))));
    };
    for entry in entries {
        let key = entry.key.as_str();
        let has_child = key == "child" && !matches!(*name, "sequence" | "set");
        if key != *name && !has_child && !others.contains(&key) {
            let message = format!("a node with the key {name} has no key {key}");
            return Err(yaml::error_at(entry.line, entry.column, message));
        }
    }
    let kind = read_kind(value, main)?;
    let children = if kind.is_branch() {
        let Some(items) = main.value.as_list() else {
            return Err(main.value.error("expected a list of filters"));
        };
        items.iter().map(read_node).collect::<Result<_>>()?
    } else {
        vec![value.get("child").map_or(Ok(Node::leaf()), read_node)?]
    };
    let wrong = format!("the children of a {name} are filters, at least one");
    Node::new(kind, children).ok_or_else(|| main.value.error(wrong))
}

fn read_kind(node: &Value, main: &Entry) -> Result<Kind> {
    let value = &main.value;
    Ok(match main.key.as_str() {
        "domain" => Kind::Domain(value.parse()?),
        "context" => Kind::Context(value.parse()?),
        "schedule" => Kind::Band(read_band(node, value)?),
        "sequence" => Kind::Sequence,
        "set" => Kind::Set,
        "filter" => Kind::Filter(value.parse()?),
        "mark" => match value.as_str() {
            Some(text) => Kind::Mark(text.into()),
            None => return Err(value.error("a mark is a text")),
        },
        "guard" => Kind::Guard(value.parse()?),
        "extension" => Kind::Extension(value.parse()?),
        _ => {
            let Some(expansion) = node.get("expansion") else {
                return Err(value.error("a contraction needs an expansion"));
            };
            Kind::Expansion {
                contraction: value.parse()?,
                expansion: expansion.parse()?,
            }
        }
    })
}

fn read_band(node: &Value, schedule: &Value) -> Result<Band> {
    let mut band = Band::new(schedule.parse()?);
    if let Some(value) = node.get("permutable") {
        band.permutable = read_flag(value)?;
    }
    if let Some(value) = node.get("options") {
        band.options = Some(value.parse()?);
    }
    let members = &mut band.members;
    each_member(node, "coincident", members, |member, item| {
        member.coincident = read_flag(item)?;
        Ok(())
    })?;
    each_member(node, "parallel", members, |member, item| {
        member.parallel = read_flag(item)?;
        Ok(())
    })?;
    each_member(node, "vector", members, |member, item| {
        member.vector = read_flag(item)?;
        Ok(())
    })?;
    each_member(node, "separate", members, |member, item| {
        member.separate = read_flag(item)?;
        Ok(())
    })?;
    each_member(node, "iterators", members, |member, item| {
        member.iterator = read_name(item)?;
        Ok(())
    })?;
    each_member(node, "labels", members, |member, item| {
        member.label = read_name(item)?;
        Ok(())
    })?;
    each_member(node, "unroll", members, |member, item| {
        member.unroll = match item.as_str() {
            Some("0") => None,
            Some("full") => Some(Unroll::Full),
            other => match other.and_then(|text| text.parse().ok()) {
                Some(factor) => Some(Unroll::By(factor)),
                None => return Err(item.error("expected 0, full or a number of copies")),
            },
        };
        Ok(())
    })?;
    each_member(node, "reductions", members, |member, item| {
        let names = read_name(item)?.unwrap_or_default();
        member.reductions = names.split_whitespace().map(String::from).collect();
        Ok(())
    })?;
    each_member(node, "private", members, |member, item| {
        let names = read_name(item)?.unwrap_or_default();
        member.private = names.split_whitespace().map(String::from).collect();
        Ok(())
    })?;
    Ok(band)
}

fn each_member(
    node: &Value,
    key: &str,
    members: &mut [Member],
    mut read: impl FnMut(&mut Member, &Value) -> Result<()>,
) -> Result<()> {
    let Some(value) = node.get(key) else {
        return Ok(());
    };
    let items = match value.as_list() {
        Some(items) if items.len() == members.len() => items,
        _ => {
            let message = format!("expected a list of {} items", members.len());
            return Err(value.error(message));
        }
    };
    for (member, item) in members.iter_mut().zip(items) {
        read(member, item)?;
    }
    Ok(())
}

fn read_flag(value: &Value) -> Result<bool> {
    match value.as_str() {
        Some("1" | "true") => Ok(true),
        Some("0" | "false") => Ok(false),
        _ => Err(value.error("expected 0 or 1")),
    }
}

fn read_name(value: &Value) -> Result<Option<String>> {
    match value.as_str() {
        Some("") => Ok(None),
        Some(name) => Ok(Some(name.into())),
        None => Err(value.error("expected a name")),
    }
}

fn write_node(node: &Node) -> Value {
    let quoted = |text: &dyn fmt::Display| Value::quoted(text.to_string());
    let mut entries: Vec<(&str, Value)> = match node.kind() {
        Kind::Domain(set) => vec![("domain", quoted(set))],
        Kind::Context(set) => vec![("context", quoted(set))],
        Kind::Band(band) => write_band(band),
        Kind::Sequence | Kind::Set => {
            let children = node.children().iter().map(write_node).collect();
            return Value::map(vec![(node.kind().name(), Value::list(children))]);
        }
        Kind::Filter(set) => vec![("filter", quoted(set))],
        Kind::Mark(text) => vec![("mark", quoted(text))],
        Kind::Guard(set) => vec![("guard", quoted(set))],
        Kind::Extension(map) => vec![("extension", quoted(map))],
        Kind::Expansion {
            contraction,
            expansion,
        } => vec![
            ("contraction", quoted(contraction)),
            ("expansion", quoted(expansion)),
        ],
        Kind::Leaf => return Value::plain("leaf"),
    };
    if let Some(child) = node.child().filter(|child| !child.is_leaf()) {
        entries.push(("child", write_node(child)));
    }
    Value::map(entries)
}

fn write_band(band: &Band) -> Vec<(&'static str, Value)> {
    let flag = |flag: bool| Value::plain(if flag { "1" } else { "0" });
    let members = &band.members;
    let mut entries = vec![("schedule", Value::quoted(band.schedule.to_string()))];
    let mut list = |key, wanted: bool, item: &dyn Fn(&Member) -> Value| {
        if wanted {
            entries.push((key, Value::list(members.iter().map(item).collect())));
        }
    };
    let any = |has: fn(&Member) -> bool| members.iter().any(has);
    list("iterators", any(|m| m.iterator.is_some()), &|m| {
        Value::quoted(m.iterator.as_deref().unwrap_or_default())
    });
    list("labels", any(|m| m.label.is_some()), &|m| {
        Value::quoted(m.label.as_deref().unwrap_or_default())
    });
    // isl leaves the flags out when none is set.
    let coincident = any(|m| m.coincident);
    list("coincident", coincident, &|m| flag(m.coincident));
    list("parallel", any(|m| m.parallel), &|m| flag(m.parallel));
    list("vector", any(|m| m.vector), &|m| flag(m.vector));
    list("unroll", any(|m| m.unroll.is_some()), &|m| match m.unroll {
        None => Value::plain("0"),
        Some(Unroll::Full) => Value::plain("full"),
        Some(Unroll::By(factor)) => Value::plain(factor.to_string()),
    });
    list("separate", any(|m| m.separate), &|m| flag(m.separate));
    list("reductions", any(|m| !m.reductions.is_empty()), &|m| {
        Value::quoted(m.reductions.join(" "))
    });
    list("private", any(|m| !m.private.is_empty()), &|m| {
        Value::quoted(m.private.join(" "))
    });
    if band.permutable {
        entries.insert(1, ("permutable", flag(true)));
    }
    if let Some(options) = &band.options {
        entries.push(("options", Value::quoted(options.to_string())));
    }
    entries
}
