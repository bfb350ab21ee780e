//! Inputs in the two text forms of isl's generator.

use crate::error::{Error, Result};
use presburger::{Object, Set, Space, UnionMap};
use scop::ScheduleTree;
use scop::schedule::{Kind, Node};

/// What loops are generated for.
#[derive(Clone, Debug)]
pub enum Input {
    /// A flat schedule.
    Flat {
        /// From instances to dates.
        schedule: UnionMap,
        /// What is known of the parameters.
        context: Set,
        /// From dates to the options wanted there.
        options: UnionMap,
    },
    /// A schedule tree.
    Tree(ScheduleTree),
}

impl Input {
    /// Reads three objects, a schedule, a context and options, as isl's `.in` files have them;
    /// lines that begin with `#` are comments. Without the last ones, nothing is known and nothing
    /// is wanted.
    ///
    /// ```
    /// # use astgen::Input;
    /// let input = Input::flat("# a comment\n{ S[i] -> [i] : 0 <= i < 9 }\n{ : }\n{ [i] -> unroll[0] }\n")?;
    /// assert!(matches!(input, Input::Flat { .. }));
    /// let input = Input::flat("[n] -> { S[i] -> [i] : 0 <= i < n }")?;
    /// assert_eq!(input.context()?.to_string(), "{ : }");
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn flat(text: &str) -> Result<Input> {
        let lines = text
            .lines()
            .map(|line| match line.trim_start().starts_with('#') {
                true => "",
                false => line,
            });
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        let mut rest = text.as_str();
        let mut next = |is_optional: bool| -> Result<Option<Object>> {
            if is_optional && rest.trim().is_empty() {
                return Ok(None);
            }
            let (object, used) = Object::parse_prefix(rest)?;
            rest = rest.get(used..).unwrap_or("");
            Ok(Some(object))
        };
        let (schedule, context, options) = (next(false)?, next(true)?, next(true)?);
        let context = match context {
            None => Set::universe(Space::params_only(Vec::new()))?,
            Some(Object::Set(set)) => match &set.sets()[..] {
                [only] => only.params()?,
                _ => set.params()?,
            },
            Some(other) => return Err(Error::Invalid(format!("{other} is not a context"))),
        };
        let nothing = UnionMap::from_maps([])?;
        Ok(Input::Flat {
            schedule: relation(schedule, "schedule", &nothing)?,
            context,
            options: relation(options, "list of options", &nothing)?,
        })
    }

    /// What is known of the parameters: of a tree, what its outermost nodes say.
    ///
    /// ```
    /// # use astgen::Input;
    /// let text = "domain: \"[n] -> { S[i] : 0 <= i < n }\"\nchild:\n  context: \"[n] -> { [] : n > 4 }\"";
    /// assert_eq!(Input::tree(text)?.context()?.to_string(), "[n] -> { : n >= 5 }");
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn context(&self) -> Result<Set> {
        let tree = match self {
            Input::Flat { context, .. } => return Ok(context.clone()),
            Input::Tree(tree) => tree,
        };
        let mut known = Set::universe(Space::params_only(Vec::new()))?;
        let mut node = Some(tree.root());
        while let Some(Kind::Domain(_) | Kind::Context(_)) = node.map(Node::kind) {
            if let Some(Kind::Context(set)) = node.map(Node::kind) {
                known = known.intersect(&set.params()?)?;
            }
            node = node.and_then(Node::child);
        }
        Ok(known)
    }

    /// Reads a schedule tree in isl's YAML.
    pub fn tree(text: &str) -> Result<Input> {
        // Comments become empty lines, so that messages count the lines of the file.
        let lines = text.lines().map(|line| match line.starts_with('#') {
            true => "",
            false => line,
        });
        let text: Vec<&str> = lines.collect();
        Ok(Input::Tree(text.join("\n").parse()?))
    }
}

fn relation(object: Option<Object>, what: &str, otherwise: &UnionMap) -> Result<UnionMap> {
    match object {
        None => Ok(otherwise.clone()),
        Some(Object::Map(map)) => Ok(map),
        Some(Object::Set(set)) if set.is_empty()? => Ok(UnionMap::empty(&set.space())),
        Some(other) => Err(Error::Invalid(format!("{other} is not a {what}"))),
    }
}
