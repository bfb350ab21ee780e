//! Operations that all function types share, written once with examples for each type.
//!
//! A type takes part by having the private methods `each` (a new value for every value) and
//! `pairs` (values of two functions combined where both are defined); types with domains have
//! the methods named in [`domains`]. `$pre` and `$post` surround `{ … }` in the notation of the
//! type: nothing for most, brackets for [`MultiUnionPwAff`](crate::MultiUnionPwAff).

/// A line of an example that reads a function.
macro_rules! reading {
    ($t:ident, $pre:literal, $name:literal, $text:literal, $post:literal) => {
        concat!(
            "let ",
            $name,
            ": ",
            stringify!($t),
            " = \"",
            $pre,
            $text,
            $post,
            "\".parse()?;"
        )
    };
}

/// A line of an example that says what an expression gives.
macro_rules! giving {
    ($what:literal, $pre:literal, $text:literal, $post:literal) => {
        concat!(
            "assert!(",
            $what,
            ".plain_is_equal(&\"",
            $pre,
            $text,
            $post,
            "\".parse()?)?);"
        )
    };
}

macro_rules! importing {
    ($t:ident) => {
        concat!("# use presburger::", stringify!($t), ";")
    };
    ($t:ident, $more:literal) => {
        concat!("# use presburger::{", stringify!($t), ", ", $more, "};")
    };
}

/// Arithmetic on every value by itself.
macro_rules! arithmetic {
    ($t:ident, $pre:literal, $post:literal) => {
        impl $t {
            /// `x -> self(x) + other(x)` where both are defined.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i] }", $post)]
            #[doc = reading!($t, $pre, "g", "{ [i] -> [i // 2] }", $post)]
            #[doc = giving!("f.add(&g)?", $pre, "{ [i] -> [i + i // 2] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn add(&self, other: &$t) -> Result<$t> {
                self.pairs(other, &Expr::add)
            }

            /// `x -> self(x) - other(x)` where both are defined.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [3i] }", $post)]
            #[doc = reading!($t, $pre, "g", "{ [i] -> [i] }", $post)]
            #[doc = giving!("f.sub(&g)?", $pre, "{ [i] -> [2i] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn sub(&self, other: &$t) -> Result<$t> {
                self.pairs(other, &Expr::sub)
            }

            /// `x -> -self(x)`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [3 - i] }", $post)]
            #[doc = giving!("f.neg()?", $pre, "{ [i] -> [i - 3] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn neg(&self) -> Result<$t> {
                self.each(&|value| Ok(value.neg()))
            }

            /// `x -> factor * self(x)`.
            ///
            /// ```
            #[doc = importing!($t, "Value")]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i + 1] }", $post)]
            #[doc = giving!("f.scale(&Value::from(2))?", $pre, "{ [i] -> [2i + 2] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn scale(&self, factor: &Value) -> Result<$t> {
                self.each(&|value| value.scale_by(factor))
            }

            /// `x -> self(x) / divisor`, a rational function unless the division is exact.
            ///
            /// ```
            #[doc = importing!($t, "Value")]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [4i] }", $post)]
            #[doc = giving!("f.scale_down(&Value::from(2))?", $pre, "{ [i] -> [2i] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn scale_down(&self, divisor: &Value) -> Result<$t> {
                self.each(&|value| value.scale_down_by(divisor))
            }

            /// `x -> ⌊self(x)⌋`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [(i)/2] }", $post)]
            #[doc = giving!("f.floor()?", $pre, "{ [i] -> [floor(i/2)] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn floor(&self) -> Result<$t> {
                self.each(&Expr::floor)
            }

            /// `x -> ⌈self(x)⌉`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [(i)/2] }", $post)]
            #[doc = giving!("f.ceil()?", $pre, "{ [i] -> [-floor((-i)/2)] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn ceil(&self) -> Result<$t> {
                self.each(&Expr::ceil)
            }

            /// `x -> self(x) mod modulus`, between 0 and the modulus, for a positive integer.
            ///
            /// ```
            #[doc = importing!($t, "Value")]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i] }", $post)]
            #[doc = giving!("f.mod_val(&Value::from(4))?", $pre, "{ [i] -> [i % 4] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn mod_val(&self, modulus: &Value) -> Result<$t> {
                let modulus = positive_integer(modulus)?;
                self.each(&|value| value.modulo(&modulus))
            }
        }
    };
}

/// Domains of piecewise and union functions. `$set` is the type of a domain.
///
/// Needs the private methods `restrict_domain`, `cut_domain`, `restrict_params`, `gist_on`,
/// `gist_on_params`, `coalesced`, `union_pairs`.
macro_rules! domains {
    ($t:ident, $set:ident, $pre:literal, $post:literal) => {
        impl $t {
            /// The function on the part of its domain that is in `set`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i] : i >= 0 }", $post)]
            /// let small = "{ [i] : i <= 9 }".parse()?;
            #[doc = giving!("f.intersect_domain(&small)?", $pre, "{ [i] -> [i] : 0 <= i <= 9 }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn intersect_domain(&self, set: &$set) -> Result<$t> {
                self.restrict_domain(set)
            }

            /// The function on the part of its domain that is not in `set`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i] : i >= 0 }", $post)]
            /// let small = "{ [i] : i <= 9 }".parse()?;
            #[doc = giving!("f.subtract_domain(&small)?", $pre, "{ [i] -> [i] : i >= 10 }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn subtract_domain(&self, set: &$set) -> Result<$t> {
                self.cut_domain(set)
            }

            /// The function where the condition on the parameters holds.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i] }", $post)]
            /// let context = "[N] -> { : N > 0 }".parse()?;
            /// let f = f.intersect_params(&context)?;
            #[doc = concat!("assert!(f.plain_is_equal(&\"[N] -> ", $pre, "{ [i] -> [i] : N > 0 }", $post, "\".parse()?)?);")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn intersect_params(&self, params: &Set) -> Result<$t> {
                self.restrict_params(params)
            }

            /// A function, as simple as we can make it, that agrees with `self` on `context`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i] : i >= 0; [i] -> [-i] : i < 0 }", $post)]
            /// let context = "{ [i] : i >= 5 }".parse()?;
            #[doc = giving!("f.gist(&context)?", $pre, "{ [i] -> [i] }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn gist(&self, context: &$set) -> Result<$t> {
                self.gist_on(context)
            }

            /// A function, as simple as we can make it, that agrees with `self` where `context`
            /// holds.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = concat!("let f: ", stringify!($t), " = \"[N] -> ", $pre, "{ [i] -> [i] : N > 0 }", $post, "\".parse()?;")]
            /// let context = "[N] -> { : N > 5 }".parse()?;
            #[doc = concat!("assert!(f.gist_params(&context)?.plain_is_equal(&\"[N] -> ", $pre, "{ [i] -> [i] }", $post, "\".parse()?)?);")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn gist_params(&self, context: &Set) -> Result<$t> {
                self.gist_on_params(context)
            }

            /// The same function with as few pieces as can be found: pieces are merged when the
            /// values of one are right on the domain of the other.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i] : i > 0; [i] -> [0] : i = 0 }", $post)]
            #[doc = giving!("f.coalesce()?", $pre, "{ [i] -> [i] : i >= 0 }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn coalesce(&self) -> Result<$t> {
                self.coalesced()
            }

            /// `self(x) + other(x)` where both are defined, otherwise the value of the one that
            /// is.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [1] : i <= 0 }", $post)]
            #[doc = reading!($t, $pre, "g", "{ [i] -> [2] : i >= 0 }", $post)]
            #[doc = giving!("f.union_add(&g)?", $pre, "{ [i] -> [1] : i < 0; [0] -> [3]; [i] -> [2] : i > 0 }", $post)]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn union_add(&self, other: &$t) -> Result<$t> {
                self.union_pairs(other, &|a, b| a.union_with(b, a.add(b)?))
            }
        }
    };
}

/// What can be asked of every function.
macro_rules! questions {
    ($t:ident, $pre:literal, $post:literal) => {
        impl $t {
            /// Whether both have the same pieces with the values written in the same way. `NaN`
            /// is plainly equal to `NaN`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [NaN] }", $post)]
            /// assert!(f.plain_is_equal(&f)? && !f.is_equal(&f)?);
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn plain_is_equal(&self, other: &$t) -> Result<bool> {
                self.is_plainly_same(other)
            }

            /// Whether both are defined on the same domain and have the same values there.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [floor(i/2) + floor((i + 1)/2)] }", $post)]
            #[doc = reading!($t, $pre, "g", "{ [i] -> [i] }", $post)]
            /// assert!(f.is_equal(&g)?);
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn is_equal(&self, other: &$t) -> Result<bool> {
                self.is_same(other)
            }

            /// Whether some value is not a number.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [NaN] }", $post)]
            /// assert!(f.involves_nan());
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn involves_nan(&self) -> bool {
                self.any_value(&Expr::is_nan)
            }

            /// Whether a value or a domain is written with integer divisions.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, $pre, "f", "{ [i] -> [i // 2] }", $post)]
            #[doc = reading!($t, $pre, "g", "{ [i] -> [2i] }", $post)]
            /// assert!(f.involves_locals() && !g.involves_locals());
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn involves_locals(&self) -> bool {
                self.any_value(&|value| value.n_floor() > 0) || self.domain_has_locals()
            }
        }
    };
}

/// Comparison of one-dimensional functions. `$set` is the type of a domain.
macro_rules! comparisons {
    ($t:ident, $set:ident) => {
        impl $t {
            comparisons!(@sign $t, $set, zero_set, "Where the value is zero.", Zero, "i = 2");
            comparisons!(@sign $t, $set, non_zero_set, "Where the value is not zero.", NonZero, "i != 2");
            comparisons!(@sign $t, $set, nonneg_set, "Where the value is at least zero.", NonNegative, "i >= 2");
            comparisons!(@sign $t, $set, pos_set, "Where the value is greater than zero.", Positive, "i > 2");
            comparisons!(@sign $t, $set, neg_set, "Where the value is less than zero.", Negative, "i < 2");
            comparisons!(@two $t, $set, eq_set, "=", Zero, "i = 2");
            comparisons!(@two $t, $set, ne_set, "≠", NonZero, "i != 2");
            comparisons!(@two $t, $set, le_set, "<=", NonPositive, "i <= 2");
            comparisons!(@two $t, $set, lt_set, "<", Negative, "i < 2");
            comparisons!(@two $t, $set, ge_set, ">=", NonNegative, "i >= 2");
            comparisons!(@two $t, $set, gt_set, ">", Positive, "i > 2");
        }
    };
    (@sign $t:ident, $set:ident, $name:ident, $what:literal, $sign:ident, $where:literal) => {
        #[doc = $what]
        ///
        /// ```
        #[doc = importing!($t)]
        #[doc = reading!($t, "", "f", "{ [i] -> [i - 2] }", "")]
        #[doc = concat!("assert!(f.", stringify!($name), "()?.is_equal(&\"{ [i] : ", $where, " }\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $name(&self) -> Result<$set> {
            self.sign_set(Sign::$sign)
        }
    };
    (@two $t:ident, $set:ident, $name:ident, $op:literal, $sign:ident, $where:literal) => {
        #[doc = concat!("Where both are defined and `self(x) ", $op, " other(x)`.")]
        ///
        /// ```
        #[doc = importing!($t)]
        #[doc = reading!($t, "", "f", "{ [i] -> [2i] }", "")]
        #[doc = reading!($t, "", "g", "{ [i] -> [i + 2] }", "")]
        #[doc = concat!("assert!(f.", stringify!($name), "(&g)?.is_equal(&\"{ [i] : ", $where, " }\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $name(&self, other: &$t) -> Result<$set> {
            self.sub(other)?.sign_set(Sign::$sign)
        }
    };
}

/// Comparison of the values of one-dimensional functions on different domains.
macro_rules! comparison_maps {
    ($t:ident) => {
        impl $t {
            comparison_maps!(@ $t, eq_map, "=", Equal, "i = j");
            comparison_maps!(@ $t, le_map, "<=", LessEqual, "i <= j");
            comparison_maps!(@ $t, lt_map, "<", Less, "i < j");
            comparison_maps!(@ $t, ge_map, ">=", GreaterEqual, "i >= j");
            comparison_maps!(@ $t, gt_map, ">", Greater, "i > j");
        }
    };
    (@ $t:ident, $name:ident, $op:literal, $how:ident, $where:literal) => {
        #[doc = concat!("The pairs `x -> y` with `self(x) ", $op, " other(y)`.")]
        ///
        /// ```
        #[doc = importing!($t)]
        #[doc = reading!($t, "", "f", "{ A[i] -> [i] }", "")]
        #[doc = reading!($t, "", "g", "{ B[j] -> [j] }", "")]
        #[doc = concat!("assert!(f.", stringify!($name), "(&g)?.is_equal(&\"{ A[i] -> B[j] : ", $where, " }\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $name(&self, other: &$t) -> Result<Map> {
            self.0.lex_compare_map(&other.0, Comparison::$how).map(Map)
        }
    };
}

/// The private methods of the macros above for a newtype around
/// [`Function`](super::function::Function).
macro_rules! function_view {
    ($t:ident) => {
        impl $t {
            fn each(&self, f: &dyn Fn(&Expr) -> Result<Expr>) -> Result<$t> {
                self.0.map_each(f).map($t)
            }
            fn pairs(&self, other: &$t, f: &dyn Fn(&Expr, &Expr) -> Result<Expr>) -> Result<$t> {
                self.0.zip_each(&other.0, f).map($t)
            }
            fn is_plainly_same(&self, other: &$t) -> Result<bool> {
                self.0.is_plainly_equal(&other.0)
            }
            fn is_same(&self, other: &$t) -> Result<bool> {
                self.0.is_equal(&other.0)
            }
            fn any_value(&self, f: &dyn Fn(&Expr) -> bool) -> bool {
                self.0.any_value(f)
            }
            fn domain_has_locals(&self) -> bool {
                self.0.domain_has_locals()
            }
        }
    };
}

/// The private methods of [`domains`] for a newtype around
/// [`Function`](super::function::Function).
macro_rules! function_domains {
    ($t:ident) => {
        impl $t {
            fn restrict_domain(&self, set: &Set) -> Result<$t> {
                self.0.intersect_domain(&set.0).map($t)
            }
            fn cut_domain(&self, set: &Set) -> Result<$t> {
                self.0.subtract_domain(&set.0).map($t)
            }
            fn restrict_params(&self, params: &Set) -> Result<$t> {
                self.0.intersect_params(&params.0).map($t)
            }
            fn gist_on(&self, context: &Set) -> Result<$t> {
                self.0.gist(&context.0).map($t)
            }
            fn gist_on_params(&self, context: &Set) -> Result<$t> {
                self.0.gist_params(&context.0).map($t)
            }
            fn coalesced(&self) -> Result<$t> {
                self.0.coalesce().map($t)
            }
            fn union_pairs(
                &self,
                other: &$t,
                f: &dyn Fn(&Function, &Function) -> Result<Function>,
            ) -> Result<$t> {
                f(&self.0, &other.0).map($t)
            }
        }
    };
}

/// The private methods of the macros above for a newtype around
/// [`UnionFunction`](super::union_function::UnionFunction).
macro_rules! union_view {
    ($t:ident) => {
        impl $t {
            fn each(&self, f: &dyn Fn(&Expr) -> Result<Expr>) -> Result<$t> {
                self.0.map(|function| function.map_each(f)).map($t)
            }
            fn pairs(&self, other: &$t, f: &dyn Fn(&Expr, &Expr) -> Result<Expr>) -> Result<$t> {
                self.0.zip_each(&other.0, f).map($t)
            }
            fn is_plainly_same(&self, other: &$t) -> Result<bool> {
                self.0.is_plainly_equal(&other.0)
            }
            fn is_same(&self, other: &$t) -> Result<bool> {
                self.0.is_equal(&other.0)
            }
            fn any_value(&self, f: &dyn Fn(&Expr) -> bool) -> bool {
                self.0
                    .functions
                    .iter()
                    .any(|function| function.any_value(f))
            }
            fn domain_has_locals(&self) -> bool {
                self.0.functions.iter().any(Function::domain_has_locals)
            }
        }
    };
}

/// The private methods of [`domains`] for a newtype around
/// [`UnionFunction`](super::union_function::UnionFunction).
macro_rules! union_domains {
    ($t:ident) => {
        impl $t {
            fn restrict_domain(&self, set: &UnionSet) -> Result<$t> {
                self.0.intersect_domain(set.0.parts()).map($t)
            }
            fn cut_domain(&self, set: &UnionSet) -> Result<$t> {
                self.0.subtract_domain(set.0.parts()).map($t)
            }
            fn restrict_params(&self, params: &Set) -> Result<$t> {
                self.0
                    .map(|function| function.intersect_params(&params.0))
                    .map($t)
            }
            fn gist_on(&self, context: &UnionSet) -> Result<$t> {
                self.0.gist(context.0.parts()).map($t)
            }
            fn gist_on_params(&self, context: &Set) -> Result<$t> {
                self.0
                    .map(|function| function.gist_params(&context.0))
                    .map($t)
            }
            fn coalesced(&self) -> Result<$t> {
                self.0.coalesce().map($t)
            }
            fn union_pairs(
                &self,
                other: &$t,
                f: &dyn Fn(&Function, &Function) -> Result<Function>,
            ) -> Result<$t> {
                self.0.union_with(&other.0, f).map($t)
            }
        }
    };
}

/// Reading and writing through the text module.
macro_rules! text {
    ($t:ident) => {
        impl std::str::FromStr for $t {
            type Err = crate::Error;
            fn from_str(text: &str) -> Result<$t> {
                $t::read(text)
            }
        }
        impl std::fmt::Debug for $t {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(super) use {
    arithmetic, comparison_maps, comparisons, domains, function_domains, function_view, giving,
    importing, questions, reading, text, union_domains, union_view,
};
