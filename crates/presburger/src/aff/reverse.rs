//! Functions on pairs with the two elements exchanged.

use super::affine::Aff;
use super::multi_aff::MultiAff;
use super::multi_pw_aff::MultiPwAff;
use super::pw_aff::PwAff;
use super::pw_multi_aff::PwMultiAff;
use crate::error::{Error, Result};
use crate::space::{Space, Tuple};

/// The function `[B -> A] -> [A -> B]` for a domain `[A -> B]`.
fn exchange(domain: &Space) -> Result<MultiAff> {
    let tuple = domain
        .tuple()
        .ok_or_else(|| Error::invalid(format!("{domain} has no pairs")))?;
    let (first, second) = tuple.expect_pair()?;
    // As in isl, the name means the pair of these tuples in this order.
    let name = tuple.name().filter(|_| first == second);
    let swapped = Tuple::pair(second.clone(), first.clone()).with_name(name);
    let space = Space::set(domain.params().to_vec(), swapped);
    let mut values = Aff::vars_on_domain(&space)?;
    values.rotate_left(second.len());
    MultiAff::from_aff_list(&space, tuple.clone(), &values)
}

macro_rules! domain_reverse {
    ($($t:ident: $from:literal => $to:literal;)*) => {$(
        impl $t {
            /// `{ [b -> a] -> c : [a -> b] -> c ∈ self }`; a name of the pair is kept if both have the same space.
            ///
            /// ```
            #[doc = concat!("# use presburger::", stringify!($t), ";")]
            #[doc = concat!("let f: ", stringify!($t), " = ", stringify!($from), ".parse()?;")]
            #[doc = concat!("assert!(f.domain_reverse()?.plain_is_equal(&", stringify!($to), ".parse()?)?);")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn domain_reverse(&self) -> Result<$t> {
                self.pullback_multi_aff(&exchange(&self.space().domain()?)?)
            }
        }
    )*};
}

domain_reverse! {
    Aff: "{ [A[x] -> B[y]] -> [5*(x // 2) + y] }" => "{ [B[y] -> A[x]] -> [5*(x // 2) + y] }";
    MultiAff: "{ [A[x] -> B[y]] -> T[x, 2y] }" => "{ [B[y] -> A[x]] -> T[x, 2y] }";
    PwAff: "{ [A[x] -> B[y]] -> [x] : x > y }" => "{ [B[y] -> A[x]] -> [x] : x > y }";
    PwMultiAff: "{ [A[x] -> B[y]] -> T[x, 0] : x > y }" => "{ [B[y] -> A[x]] -> T[x, 0] : x > y }";
    MultiPwAff: "{ [A[x] -> B[y]] -> T[x, y] }" => "{ [B[y] -> A[x]] -> T[x, y] }";
}
