//! Sets and relations without some of their constraints.

use crate::basic::{BasicMap, BasicSet};
use crate::dim::Dim;
use crate::error::{Result, exact};
use crate::map::Map;
use crate::relation::{Relation, Width, union};
use crate::set::Set;

/// Which constraints go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dropped {
    Involving,
    NotInvolving,
}

impl Relation {
    fn loosened(&self, first: Dim, count: usize, dropped: Dropped) -> Result<Relation> {
        let columns = self.space.columns(first, count)?;
        let parts = exact!(T => {
            let mut out = Vec::new();
            for conj in <T as Width>::load(&self.parts)?.iter() {
                let columns = columns.clone();
                let loose = match dropped {
                    Dropped::Involving => conj.without_constraints_on(columns)?,
                    Dropped::NotInvolving => conj.only_constraints_on(columns)?,
                };
                if !loose.is_marked_empty() {
                    union::push_new(&mut out, loose);
                }
            }
            Ok(T::store(out))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }
}

/// The example is the text of an object with a second dimension, and what remains of it without the
/// constraints that mention that dimension, and without the others.
macro_rules! loosen {
    ($t:ident, $wrap:expr, $dim:literal, $of:literal, $without:literal, $only:literal) => {
        impl $t {
            /// Without the constraints that mention a dimension from `first` on, `count` of them, also
            /// those that do so in a floor: a larger set, which says nothing of these dimensions. In a union
            /// this is done piece by piece.
            ///
            /// ```
            #[doc = concat!("# use presburger::{Dim, ", stringify!($t), "};")]
            #[doc = concat!("let a: ", stringify!($t), " = \"", $of, "\".parse()?;")]
            #[doc = concat!("let loose = a.drop_constraints_involving_dims(", $dim, ", 1)?;")]
            #[doc = concat!("assert!(loose.is_equal(&\"", $without, "\".parse()?)?);")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn drop_constraints_involving_dims(&self, first: Dim, count: usize) -> Result<$t> {
                let loose = self.0.loosened(first, count, Dropped::Involving)?;
                Ok($wrap(loose))
            }

            /// Without the constraints that mention no dimension from `first` on, `count` of them, not in
            /// a floor either: a larger set.
            ///
            /// ```
            #[doc = concat!("# use presburger::{Dim, ", stringify!($t), "};")]
            #[doc = concat!("let a: ", stringify!($t), " = \"", $of, "\".parse()?;")]
            #[doc = concat!("let loose = a.drop_constraints_not_involving_dims(", $dim, ", 1)?;")]
            #[doc = concat!("assert!(loose.is_equal(&\"", $only, "\".parse()?)?);")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn drop_constraints_not_involving_dims(
                &self,
                first: Dim,
                count: usize,
            ) -> Result<$t> {
                let loose = self.0.loosened(first, count, Dropped::NotInvolving)?;
                Ok($wrap(loose))
            }
        }
    };
}

loosen!(
    Set,
    Set,
    "Dim::Set(1)",
    "[N] -> { [i, j] : 0 <= i < N and i <= j and 2 * floor(j/2) < N }",
    "[N] -> { [i, j] : 0 <= i < N }",
    "[N] -> { [i, j] : i <= j and 2 * floor(j/2) < N }"
);
loosen!(
    BasicSet,
    BasicSet::from_relation,
    "Dim::Set(1)",
    "[N] -> { [i, j] : 0 <= i < N and i <= j <= N }",
    "[N] -> { [i, j] : 0 <= i < N }",
    "[N] -> { [i, j] : i <= j <= N }"
);
loosen!(
    Map,
    Map,
    "Dim::Out(0)",
    "{ [i] -> [j] : 0 <= i <= 9 and i <= j; [i] -> [j] : j = 3 and i = 11 }",
    "{ [i] -> [j] : 0 <= i <= 9 or i = 11 }",
    "{ [i] -> [j] : i <= j or j = 3 }"
);
loosen!(
    BasicMap,
    BasicMap::from_relation,
    "Dim::Out(0)",
    "{ [i] -> [j] : 0 <= i <= 9 and i <= j }",
    "{ [i] -> [j] : 0 <= i <= 9 }",
    "{ [i] -> [j] : i <= j }"
);
