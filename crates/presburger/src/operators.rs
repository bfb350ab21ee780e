//! Operators for the algebra of sets and relations. They can fail, as the methods can, so that their
//! values are results: `(&a | &b)?`.

use crate::error::Result;
use crate::map::Map;
use crate::set::Set;
use crate::union_map::UnionMap;
use crate::union_set::UnionSet;
use std::ops::{BitAnd, BitOr, Sub};

macro_rules! operators {
    ($($t:ident: $a:literal, $b:literal, $or:literal, $and:literal, $minus:literal;)*) => {$(
        /// The union.
        ///
        /// ```
        #[doc = concat!("# use presburger::", stringify!($t), ";")]
        #[doc = concat!("let (a, b): (", stringify!($t), ", ", stringify!($t), ") = (", stringify!($a), ".parse()?, ", stringify!($b), ".parse()?);")]
        #[doc = concat!("assert!((&a | &b)?.is_equal(&", stringify!($or), ".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        impl BitOr for &$t {
            type Output = Result<$t>;
            fn bitor(self, other: &$t) -> Result<$t> {
                self.union(other)
            }
        }

        /// The intersection.
        ///
        /// ```
        #[doc = concat!("# use presburger::", stringify!($t), ";")]
        #[doc = concat!("let (a, b): (", stringify!($t), ", ", stringify!($t), ") = (", stringify!($a), ".parse()?, ", stringify!($b), ".parse()?);")]
        #[doc = concat!("assert!((&a & &b)?.is_equal(&", stringify!($and), ".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        impl BitAnd for &$t {
            type Output = Result<$t>;
            fn bitand(self, other: &$t) -> Result<$t> {
                self.intersect(other)
            }
        }

        /// The difference.
        ///
        /// ```
        #[doc = concat!("# use presburger::", stringify!($t), ";")]
        #[doc = concat!("let (a, b): (", stringify!($t), ", ", stringify!($t), ") = (", stringify!($a), ".parse()?, ", stringify!($b), ".parse()?);")]
        #[doc = concat!("assert!((&a - &b)?.is_equal(&", stringify!($minus), ".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        impl Sub for &$t {
            type Output = Result<$t>;
            fn sub(self, other: &$t) -> Result<$t> {
                self.subtract(other)
            }
        }
    )*};
}

operators! {
    Set: "{ [i] : 0 <= i <= 5 }", "{ [i] : 3 <= i <= 9 }",
        "{ [i] : 0 <= i <= 9 }", "{ [i] : 3 <= i <= 5 }", "{ [i] : 0 <= i < 3 }";
    Map: "{ [i] -> [0] : i > 0 }", "{ [i] -> [0] : i > 9 }",
        "{ [i] -> [0] : i > 0 }", "{ [i] -> [0] : i > 9 }", "{ [i] -> [0] : 0 < i <= 9 }";
    UnionSet: "{ A[i] : i > 0; B[] }", "{ A[i] : i > 9 }",
        "{ A[i] : i > 0; B[] }", "{ A[i] : i > 9 }", "{ A[i] : 0 < i <= 9; B[] }";
    UnionMap: "{ A[i] -> B[i]; C[] -> D[] }", "{ C[] -> D[] }",
        "{ A[i] -> B[i]; C[] -> D[] }", "{ C[] -> D[] }", "{ A[i] -> B[i] }";
}
