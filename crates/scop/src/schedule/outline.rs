//! The loops of a schedule as a person would write them down: what is inside what.

use super::{Placements, Step};
use crate::ids::{MemberId, PlacementId};
use std::collections::{BTreeMap, HashMap};

/// What is executed, from the outside in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A loop and what is in it.
    Loop(MemberId, Vec<Item>),
    /// A word and what it speaks of.
    Mark(String, Vec<Item>),
    /// Parts whose order is left open.
    AnyOrder(Vec<Item>),
    /// A statement: one of its placements at the place.
    Statement(PlacementId),
}

impl Placements {
    /// What is executed, one after the other.
    ///
    /// ```
    /// use scop::ScheduleTree;
    /// use scop::schedule::{Item, Placements};
    ///
    /// let tree: ScheduleTree = r#"
    /// domain: "{ S[i] : 0 <= i < 4; T[i] : 0 <= i < 4 }"
    /// child:
    ///   schedule: "[{ S[i] -> [(i)]; T[i] -> [(i)] }]"
    ///   child:
    ///     sequence: [ { filter: "{ S[i] }" }, { filter: "{ T[i] }" } ]
    /// "#.parse()?;
    /// let outline = Placements::new(&tree)?.outline();
    /// let [Item::Loop(_, body)] = &outline[..] else { panic!("{outline:?}") };
    /// assert!(matches!(body[..], [Item::Statement(_), Item::Statement(_)]));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn outline(&self) -> Vec<Item> {
        let mut marks: HashMap<(usize, PlacementId), Vec<usize>> = HashMap::new();
        for (index, mark) in self.marks().iter().enumerate() {
            if let Some(&first) = mark.placements.first() {
                marks.entry((mark.depth, first)).or_default().push(index);
            }
        }
        let all: Vec<PlacementId> = self.ids().collect();
        self.items(&all, 0, &marks)
    }

    /// What placements do that go the same way for `depth` steps.
    fn items(
        &self,
        group: &[PlacementId],
        depth: usize,
        marks: &HashMap<(usize, PlacementId), Vec<usize>>,
    ) -> Vec<Item> {
        let Some(&first) = group.first() else {
            return Vec::new();
        };
        let mut items = match self[first].steps.get(depth) {
            None => self.statements(group),
            Some(Step::Member { id, .. }) => {
                vec![Item::Loop(*id, self.items(group, depth + 1, marks))]
            }
            Some(Step::Part { ordered, .. }) => {
                let mut parts: BTreeMap<usize, Vec<PlacementId>> = BTreeMap::new();
                for &id in group {
                    if let Some(Step::Part { index, .. }) = self[id].steps.get(depth) {
                        parts.entry(*index).or_default().push(id);
                    }
                }
                let parts = parts.values();
                let below = parts.flat_map(|part| self.items(part, depth + 1, marks));
                let below: Vec<Item> = below.collect();
                match ordered {
                    true => below,
                    false => vec![Item::AnyOrder(below)],
                }
            }
        };
        for &mark in marks.get(&(depth, first)).into_iter().flatten() {
            let mark = &self.marks()[mark];
            if mark.placements == group {
                items = vec![Item::Mark(mark.word.clone(), items)];
            }
        }
        items
    }

    /// The statements of one leaf, each once.
    fn statements(&self, group: &[PlacementId]) -> Vec<Item> {
        let mut known = Vec::new();
        let mut items = Vec::new();
        for &id in group {
            let tuple = self[id].domain.space().tuple();
            if !known.contains(&tuple) {
                known.push(tuple);
                items.push(Item::Statement(id));
            }
        }
        match items.len() {
            0 | 1 => items,
            _ => vec![Item::AnyOrder(items)],
        }
    }
}
