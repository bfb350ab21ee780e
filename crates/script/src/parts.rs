//! The parts that statements have in the order of a script, and how a further line of the script would name them.

use crate::Outcome;
use crate::state::{HandleId, PieceId, State};
use scop::schedule::Vector;
use std::collections::BTreeMap;

/// Instances of a statement that share their positions.
#[derive(Clone, Debug)]
pub struct Part {
    /// The position of the statement in the program.
    pub statement: usize,
    /// Its vector; those of all parts have the same length.
    pub vector: Vector,
    /// One for each date of the vector.
    pub loops: Vec<PartLoop>,
}

/// What a script knows of a loop around a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartLoop {
    /// What it is called.
    pub name: Option<String>,
    /// False where the vector is only filled up with zeros.
    pub is_real: bool,
    /// Whether its iterations are to run in parallel or in vector lanes.
    pub is_claimed: bool,
}

/// A name for parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// A label, a statement or a variable of the script.
    pub name: String,
    /// Which parts, as positions in the list of all.
    pub parts: Vec<usize>,
}

impl Outcome {
    /// What statements consist of in the new order.
    ///
    /// ```
    /// # fn example(scop: &scop::Scop) -> Result<(), script::Diagnostics> {
    /// let script = script::parse("(first, rest) = peel(S.i, 1)", "peel.lw")?;
    /// let outcome = script::run(&script, scop, &script::Options::default())?;
    /// assert_eq!(outcome.parts().len(), 2);
    /// let names: Vec<&str> = outcome.components().iter().map(|one| &one.name[..]).collect();
    /// assert_eq!(names, ["S", "first", "rest"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn parts(&self) -> Vec<Part> {
        let part = |piece: &crate::state::Piece| Part {
            statement: piece.statement,
            vector: piece.vector.clone(),
            loops: { piece.loops.iter() }
                .map(|one| PartLoop {
                    name: one.name.clone(),
                    is_real: one.is_real,
                    is_claimed: one.parallel || one.vector,
                })
                .collect(),
        };
        self.pieces.iter().map(part).collect()
    }

    /// The names that a further line of the script could use, in alphabetical order.
    pub fn components(&self) -> &[Component] {
        &self.components
    }
}

/// The components that labels and variables name.
pub(crate) fn components<'a>(
    state: &'a State<'_>,
    variables: impl Iterator<Item = (&'a str, HandleId)>,
) -> Vec<Component> {
    let alive: BTreeMap<PieceId, usize> = { state.alive().enumerate() }
        .map(|(position, (id, _))| (id, position))
        .collect();
    let labels = state.labels.iter().map(|(name, id)| (name.as_str(), *id));
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    // A variable hides a label.
    for (name, id) in labels.chain(variables) {
        let pieces = state.handles[id.0].pieces.iter();
        let parts = pieces.filter_map(|id| alive.get(id).copied());
        found.insert(name, parts.collect());
    }
    let found = found.into_iter().filter(|(_, parts)| !parts.is_empty());
    found
        .map(|(name, parts)| Component {
            name: name.to_string(),
            parts,
        })
        .collect()
}
