//! Every function as one of a more general kind.

use super::{
    Aff, MultiAff, MultiPwAff, MultiUnionPwAff, PwAff, PwMultiAff, UnionPwAff, UnionPwMultiAff,
};

macro_rules! conversions {
    ($($from:ident => $to:ident by $how:ident;)*) => {$(
        impl From<$from> for $to {
            fn from(function: $from) -> $to {
                $to::$how(&function)
            }
        }
    )*};
}

conversions! {
    Aff => PwAff by from_aff;
    Aff => MultiAff by from_aff;
    MultiAff => PwMultiAff by from_multi_aff;
    PwAff => PwMultiAff by from_pw_aff;
    PwAff => UnionPwAff by from_pw_aff;
    PwAff => MultiPwAff by from_pw_aff;
    PwMultiAff => UnionPwMultiAff by from_pw_multi_aff;
    UnionPwAff => UnionPwMultiAff by from_union_pw_aff;
    MultiPwAff => MultiUnionPwAff by from_multi_pw_aff;
}
