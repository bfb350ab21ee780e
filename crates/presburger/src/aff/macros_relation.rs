//! Operations that sets and relations have alike.

/// Lexicographic and coordinate-wise optima as functions. The texts of the examples are an object,
/// its lexicographic optima and the optima of its last dimension.
macro_rules! optima {
    ($t:ident, $of:literal, $min:literal, $max:literal, $dim_min:literal, $dim_max:literal) => {
        impl $t {
            optima!(@lex $t, lexmin_pw_multi_aff, Min, "smallest", $of, $min);
            optima!(@lex $t, lexmax_pw_multi_aff, Max, "greatest", $of, $max);
            optima!(@dim $t, dim_min, Min, "least", $of, $dim_min);
            optima!(@dim $t, dim_max, Max, "greatest", $of, $dim_max);
            optima!(@all $t, min_multi_pw_aff, Min, "least", $of, $min);
            optima!(@all $t, max_multi_pw_aff, Max, "greatest", $of, $max);
        }
    };
    (@lex $t:ident, $name:ident, $goal:ident, $word:literal, $of:literal, $is:literal) => {
        #[doc = concat!("The lexicographically ", $word, " element as a function of the parameters, for a relation also of")]
        /// the domain. Fails if there is no bound.
        ///
        /// ```
        #[doc = concat!("# use presburger::", stringify!($t), ";")]
        #[doc = concat!("let r: ", stringify!($t), " = \"", $of, "\".parse()?;")]
        #[doc = concat!("assert!(r.", stringify!($name), "()?.is_equal(&\"", $is, "\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $name(&self) -> Result<PwMultiAff> {
            if self.0.space.is_params() {
                return Err(Error::invalid("a set of parameter values has no elements"));
            }
            Function::lexopt(&self.0, Goal::$goal).map(PwMultiAff)
        }
    };
    (@dim $t:ident, $name:ident, $goal:ident, $word:literal, $of:literal, $is:literal) => {
        #[doc = concat!("The ", $word, " value of dimension `dim` as a function of the parameters, for a relation also")]
        /// of the domain. Fails if there is no bound.
        ///
        /// ```
        #[doc = concat!("# use presburger::", stringify!($t), ";")]
        #[doc = concat!("let r: ", stringify!($t), " = \"", $of, "\".parse()?;")]
        #[doc = concat!("assert!(r.", stringify!($name), "(1)?.is_equal(&\"", $is, "\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $name(&self, dim: usize) -> Result<PwAff> {
            check_tuple_of(&self.0, dim)?;
            Function::dim_opt(&self.0, dim, Goal::$goal).map(PwAff)
        }
    };
    (@all $t:ident, $name:ident, $goal:ident, $word:literal, $of:literal, $is:literal) => {
        #[doc = concat!("The ", $word, " value of every dimension, each by itself, as functions of the parameters, for a")]
        /// relation also of the domain. Fails if there is no bound.
        ///
        /// ```
        #[doc = concat!("# use presburger::", stringify!($t), ";")]
        #[doc = concat!("let r: ", stringify!($t), " = \"", $of, "\".parse()?;")]
        #[doc = concat!("assert!(r.", stringify!($name), "()?.is_equal(&\"", $is, "\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $name(&self) -> Result<MultiPwAff> {
            MultiPwAff::optima(&self.0, Goal::$goal)
        }
    };
}

/// The pairs of a union map whose elements have values that compare so.
macro_rules! compare_at {
    ($name:ident, $op:literal, $how:ident, $where:literal) => {
        #[doc = concat!("The pairs `x -> y` with `values(x) ", $op, " values(y)`, compared lexicographically.")]
        ///
        /// ```
        /// # use presburger::UnionMap;
        /// let map: UnionMap = "{ A[i, j] -> B[i', j'] }".parse()?;
        #[doc = concat!("let map = map.", stringify!($name), "(&\"F[{ A[i, j] -> [i]; B[i, j] -> [i] }]\".parse()?)?;")]
        #[doc = concat!("assert!(map.is_equal(&\"{ A[i, j] -> B[i', j'] : ", $where, " }\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $name(&self, values: &MultiUnionPwAff) -> Result<UnionMap> {
            let values = values.to_union_function()?;
            let mut maps = Vec::new();
            for map in self.0.parts() {
                maps.push(compare_at(map, &values, Comparison::$how)?);
            }
            Ok(UnionMap(Union::new(self.0.space().params(), maps)?))
        }
    };
}

pub(super) use {compare_at, optima};
