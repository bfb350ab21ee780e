//! The spaces that a thread read last.
//!
//! Programs read many sets of few spaces. Where the same space is read again, the one of before is
//! given out: spaces that are one object are equal without a look at their names, and letting go of
//! one costs nothing. Nobody can tell the difference otherwise.

use super::{Shape, Space, Tuple, Tuples};
use rustc_hash::FxHasher;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

/// So many spaces are kept, each in the place that its hash says.
const KEPT: usize = 64;

thread_local! {
    static RECENT: RefCell<[Option<Space>; KEPT]> = const { RefCell::new([const { None }; KEPT]) };
}

impl Space {
    /// The same space, names of dimensions included: that of before, if it was among the last.
    pub(crate) fn recent(self) -> Space {
        let mut hasher = FxHasher::default();
        self.data.params.hash(&mut hasher);
        for tuple in self.tuples() {
            tuple.hash_names(&mut hasher);
        }
        // The best bits of this hash are the high ones.
        let at = (hasher.finish() >> 58) as usize % KEPT;
        RECENT.with_borrow_mut(|recent| match &mut recent[at] {
            Some(space) if space.is_identical(&self) => space.clone(),
            place => place.insert(self).clone(),
        })
    }

    fn tuples(&self) -> impl Iterator<Item = &Tuple> {
        self.domain_tuple().into_iter().chain(self.tuple())
    }

    /// Equal, and dimensions are called the same.
    fn is_identical(&self, other: &Space) -> bool {
        let kind = |space: &Space| std::mem::discriminant::<Tuples>(&space.data.tuples);
        self.has_equal_params(other)
            && kind(self) == kind(other)
            && self
                .tuples()
                .zip(other.tuples())
                .all(|(a, b)| a.is_identical(b))
    }
}

impl Tuple {
    fn hash_names(&self, hasher: &mut FxHasher) {
        self.name.hash(hasher);
        match &self.shape {
            Shape::Unnamed(n) => n.hash(hasher),
            Shape::Dims(dims) => dims.hash(hasher),
            Shape::Pair(pair) => {
                pair.0.hash_names(hasher);
                pair.1.hash_names(hasher);
            }
        }
    }

    fn is_identical(&self, other: &Tuple) -> bool {
        self.name == other.name
            && match (&self.shape, &other.shape) {
                (Shape::Unnamed(a), Shape::Unnamed(b)) => a == b,
                (Shape::Dims(a), Shape::Dims(b)) => a == b,
                (Shape::Pair(a), Shape::Pair(b)) => {
                    a.0.is_identical(&b.0) && a.1.is_identical(&b.1)
                }
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use crate::Set;
    use std::sync::Arc;

    #[test]
    fn names_of_dimensions_are_those_that_were_read() {
        let read = |text: &str| text.parse::<Set>().unwrap();
        let (a, b) = (
            read("[n] -> { S[i, j] : i < n }"),
            read("[n] -> { S[i, j] }"),
        );
        assert!(Arc::ptr_eq(&a.space().data, &b.space().data));
        for text in [
            "[n] -> { S[i, k] }",
            "[m] -> { S[i, j] }",
            "[n] -> { [S[i] -> [j]] }",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
    }
}
