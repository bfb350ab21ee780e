//! What [`MultiAff`](crate::MultiAff) and [`PwMultiAff`](crate::PwMultiAff) share: both are a
//! [`Function`](super::function::Function) behind a newtype.

/// Products, components and comparisons of functions with several values.
macro_rules! tuples {
    ($t:ident) => {
        impl $t {
            /// The space of the function: a set space if it is one of parameters alone.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> T[i, 2i] }", "")]
            /// assert_eq!(f.space().n_out(), 2);
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn space(&self) -> &Space {
                &self.0.space
            }

            /// The space of the domain: of a set, or of parameters only.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> T[i, 2i] }", "")]
            /// assert_eq!(f.domain_space().to_string(), "{ S[i] }");
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn domain_space(&self) -> Space {
                self.0.domain_space()
            }

            /// Number of values.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> T[i, 2i] }", "")]
            /// assert_eq!(f.size(), 2);
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn size(&self) -> usize {
                self.0.space.n_out()
            }

            /// `x -> [self(x) -> other(x)]`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> A[i] }", "")]
            #[doc = reading!($t, "", "g", "{ S[i] -> B[2i] }", "")]
            #[doc = giving!("f.range_product(&g)?", "", "{ S[i] -> [A[i] -> B[2i]] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn range_product(&self, other: &$t) -> Result<$t> {
                self.0.range_product(&other.0, false).map($t)
            }

            /// `x -> (self(x), other(x))` in one anonymous tuple.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> A[i] }", "")]
            #[doc = reading!($t, "", "g", "{ S[i] -> B[2i] }", "")]
            #[doc = giving!("f.flat_range_product(&g)?", "", "{ S[i] -> [i, 2i] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn flat_range_product(&self, other: &$t) -> Result<$t> {
                self.0.range_product(&other.0, true).map($t)
            }

            /// `[x -> y] -> [self(x) -> other(y)]`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> A[i] }", "")]
            #[doc = reading!($t, "", "g", "{ T[j] -> B[2j] }", "")]
            #[doc = giving!("f.product(&g)?", "", "{ [S[i] -> T[j]] -> [A[i] -> B[2j]] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn product(&self, other: &$t) -> Result<$t> {
                self.0.product(&other.0, false).map($t)
            }

            /// The values of `other` inserted before value `at` of `self`, in an anonymous tuple.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> [i, 3i] }", "")]
            #[doc = reading!($t, "", "g", "{ S[i] -> [2i] }", "")]
            #[doc = giving!("f.range_splice(1, &g)?", "", "{ S[i] -> [i, 2i, 3i] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn range_splice(&self, at: usize, other: &$t) -> Result<$t> {
                self.0.range_splice(at, &other.0).map($t)
            }

            /// `(x, y) -> (self(x), other(y))` with the dimensions of `other` inserted before domain
            /// dimension `at_in` and value `at_out` of `self`; both tuples become anonymous.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i, k] -> A[i, k] }", "")]
            #[doc = reading!($t, "", "g", "{ T[j] -> B[2j] }", "")]
            #[doc = giving!("f.splice(1, 2, &g)?", "", "{ [i, j, k] -> [i, k, 2j] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn splice(&self, at_in: usize, at_out: usize, other: &$t) -> Result<$t> {
                self.0.splice(at_in, at_out, &other.0).map($t)
            }

            /// The first half of a range that is a pair: `x -> [A -> B]` becomes `x -> A`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> [A[i] -> B[2i]] }", "")]
            #[doc = giving!("f.range_factor_domain()?", "", "{ S[i] -> A[i] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn range_factor_domain(&self) -> Result<$t> {
                let (a, _) = pair_of(self.0.range_tuple())?;
                self.0.select(a.clone(), 0..a.len()).map($t)
            }

            /// The second half of a range that is a pair: `x -> [A -> B]` becomes `x -> B`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> [A[i] -> B[2i]] }", "")]
            #[doc = giving!("f.range_factor_range()?", "", "{ S[i] -> B[2i] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn range_factor_range(&self) -> Result<$t> {
                let (a, b) = pair_of(self.0.range_tuple())?;
                self.0.select(b.clone(), a.len()..a.len() + b.len()).map($t)
            }

            /// The same values in another tuple with as many dimensions.
            ///
            /// ```
            #[doc = importing!($t, "Tuple")]
            #[doc = reading!($t, "", "f", "{ S[i] -> A[i] }", "")]
            #[doc = giving!("f.set_range_tuple(Tuple::named(\"B\", [\"x\"]))?", "", "{ S[i] -> B[i] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn set_range_tuple(&self, tuple: Tuple) -> Result<$t> {
                check_size(&self.0.space, &tuple)?;
                Ok($t(self.0.with_range(tuple)))
            }

            /// The same values in a range without name and nesting.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> [A[i] -> B[2i]] }", "")]
            #[doc = giving!("f.flatten_range()", "", "{ S[i] -> [i, 2i] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn flatten_range(&self) -> $t {
                $t(self.0.with_range(self.0.range_tuple().flatten()))
            }

            /// Every value multiplied by the value in its place.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> [i, i + 1] }", "")]
            /// let f = f.scale_multi_val(&"{ [2, 3] }".parse()?)?;
            #[doc = giving!("f", "", "{ S[i] -> [2i, 3i + 3] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn scale_multi_val(&self, factors: &MultiVal) -> Result<$t> {
                factors.check_tuple(self.0.range_tuple())?;
                let range = self.0.range_tuple().clone();
                let factors = factors.values();
                self.0
                    .map_values(range, |values| {
                        values.iter().zip(factors).map(|(e, v)| e.scale_by(v)).collect()
                    })
                    .map($t)
            }

            /// Every value divided by the value in its place.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ S[i] -> [2i, 3i + 3] }", "")]
            /// let f = f.scale_down_multi_val(&"{ [2, 3] }".parse()?)?;
            #[doc = giving!("f", "", "{ S[i] -> [i, i + 1] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn scale_down_multi_val(&self, divisors: &MultiVal) -> Result<$t> {
                divisors.check_tuple(self.0.range_tuple())?;
                let range = self.0.range_tuple().clone();
                let divisors = divisors.values();
                self.0
                    .map_values(range, |values| {
                        values.iter().zip(divisors).map(|(e, v)| e.scale_down_by(v)).collect()
                    })
                    .map($t)
            }

            lex_sets!($t);

            fn whole(&self) -> Result<Function> {
                Ok(self.0.clone())
            }
        }
    };
}

/// Domain dimensions to parameters and back.
macro_rules! bindings {
    ($t:ident) => {
        impl $t {
            /// The domain dimensions become parameters, named as in `tuple`.
            ///
            /// ```
            #[doc = importing!($t, "Tuple")]
            #[doc = reading!($t, "", "f", "{ A[i, j] -> [i + j // 2] }", "")]
            /// let f = f.bind_domain(&Tuple::named("A", ["M", "N"]))?;
            #[doc = giving!("f", "", "[M, N] -> { [M + N // 2] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn bind_domain(&self, tuple: &Tuple) -> Result<$t> {
                self.0.bind_domain(tuple).map($t)
            }

            /// The first half of a domain that is a pair becomes parameters, named as in `tuple`.
            ///
            /// ```
            #[doc = importing!($t, "Tuple")]
            #[doc = reading!($t, "", "f", "{ [A[i] -> B[j]] -> [i + j] }", "")]
            /// let f = f.bind_domain_wrapped_domain(&Tuple::named("A", ["M"]))?;
            #[doc = giving!("f", "", "[M] -> { B[j] -> [M + j] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn bind_domain_wrapped_domain(&self, tuple: &Tuple) -> Result<$t> {
                self.0.bind_domain_wrapped_domain(tuple).map($t)
            }

            /// Parameters named in `tuple` become dimensions of a domain tuple like it, which is
            /// put before the present domain, if there is one.
            ///
            /// ```
            #[doc = importing!($t, "Tuple")]
            #[doc = reading!($t, "", "f", "[M, N] -> { [M + N] }", "")]
            /// let f = f.unbind_params_insert_domain(&Tuple::named("C", ["N"]))?;
            #[doc = giving!("f", "", "[M] -> { C[N] -> [M + N] }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn unbind_params_insert_domain(&self, tuple: &Tuple) -> Result<$t> {
                self.0.unbind_params_insert_domain(tuple).map($t)
            }
        }
    };
}

/// Domains that are pairs.
macro_rules! wrapped_domains {
    ($t:ident) => {
        impl $t {
            /// Only where the domain, a pair `A -> B`, has its `A` in `set`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ [A[i] -> B[j]] -> [i + j] }", "")]
            /// let f = f.intersect_domain_wrapped_domain(&"{ A[i] : i > 3 }".parse()?)?;
            #[doc = giving!("f", "", "{ [A[i] -> B[j]] -> [i + j] : i > 3 }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn intersect_domain_wrapped_domain(&self, set: &Set) -> Result<$t> {
                self.0
                    .intersect_domain_wrapped(&set.0, Factor::Domain)
                    .map($t)
            }

            /// Only where the domain, a pair `A -> B`, has its `B` in `set`.
            ///
            /// ```
            #[doc = importing!($t)]
            #[doc = reading!($t, "", "f", "{ [A[i] -> B[j]] -> [i + j] }", "")]
            /// let f = f.intersect_domain_wrapped_range(&"{ B[i] : i > 3 }".parse()?)?;
            #[doc = giving!("f", "", "{ [A[i] -> B[j]] -> [i + j] : j > 3 }", "")]
            /// # Ok::<(), presburger::Error>(())
            /// ```
            pub fn intersect_domain_wrapped_range(&self, set: &Set) -> Result<$t> {
                self.0
                    .intersect_domain_wrapped(&set.0, Factor::Range)
                    .map($t)
            }
        }
    };
}

/// Lexicographic comparison as sets and, between different domains, as relations.
macro_rules! lex_sets {
    ($t:ident) => {
        lex_sets!(@ $t, eq_set, eq_map, "=", Equal, "i = 2", "i = j");
        lex_sets!(@ $t, lex_lt_set, lex_lt_map, "≺", Less, "i < 2", "i < j");
        lex_sets!(@ $t, lex_le_set, lex_le_map, "≼", LessEqual, "i <= 2", "i <= j");
        lex_sets!(@ $t, lex_gt_set, lex_gt_map, "≻", Greater, "i > 2", "i > j");
        lex_sets!(@ $t, lex_ge_set, lex_ge_map, "≽", GreaterEqual, "i >= 2", "i >= j");
    };
    (@ $t:ident, $set:ident, $map:ident, $op:literal, $how:ident, $where:literal, $pairs:literal) => {
        #[doc = concat!("The points `x` with `self(x) ", $op, " other(x)`, compared lexicographically.")]
        ///
        /// ```
        #[doc = importing!($t)]
        #[doc = reading!($t, "", "f", "{ S[i] -> [i, i] }", "")]
        #[doc = reading!($t, "", "g", "{ S[i] -> [2, 2] }", "")]
        #[doc = concat!("assert!(f.", stringify!($set), "(&g)?.is_equal(&\"{ S[i] : ", $where, " }\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $set(&self, other: &$t) -> Result<Set> {
            self.whole()?.lex_compare(&other.whole()?, Comparison::$how).map(Set)
        }

        #[doc = concat!("The pairs `x -> y` with `self(x) ", $op, " other(y)`, compared lexicographically.")]
        ///
        /// ```
        #[doc = importing!($t)]
        #[doc = reading!($t, "", "f", "{ S[i] -> [i, i] }", "")]
        #[doc = reading!($t, "", "g", "{ T[j] -> [j, j] }", "")]
        #[doc = concat!("assert!(f.", stringify!($map), "(&g)?.is_equal(&\"{ S[i] -> T[j] : ", $pairs, " }\".parse()?)?);")]
        /// # Ok::<(), presburger::Error>(())
        /// ```
        pub fn $map(&self, other: &$t) -> Result<Map> {
            self.whole()?.lex_compare_map(&other.whole()?, Comparison::$how).map(Map)
        }
    };
}

pub(super) use {bindings, lex_sets, tuples, wrapped_domains};
