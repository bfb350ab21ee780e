//! Equations that must hold whatever the operands are.

use crate::pool::{Context, Draw};
use presburger::{
    Aff, BasicMap, BasicSet, Map, MultiAff, MultiPwAff, MultiUnionPwAff, Point, PwAff, PwMultiAff,
    Result, Set, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet,
};

/// A law on operands from the pool: `None` when there are none, an error when they do not fit or
/// the budget is spent, `false` when it is broken.
pub type Law = fn(&mut Context) -> Option<Result<bool>>;

/// `name(a: A, b: B) condition;`
macro_rules! laws {
    ($($name:literal ($($x:ident: $t:ident),*) $law:expr;)*) => {
        &[$(($name, |context| {
            $(let $x = <$t>::draw(context)?;)*
            // The laws are those of integer points; operations on rational sets answer with
            // integer points wherever an operand is one of them.
            if [$($x.to_string()),*].iter().any(|text| text.contains("rat: ")) {
                return None;
            }
            let law = || -> Result<bool> { Ok($law) };
            Some(law())
        }),)*]
    };
}

/// What is printed reads back and is equal.
macro_rules! reads_back {
    ($a:ident, $t:ident) => {{
        let text = $a.to_string();
        match text.parse::<$t>() {
            Ok(again) => again.is_equal(&$a)?,
            Err(error) if crate::parser::is_exhausted(&error) => return Err(error),
            Err(_) => false,
        }
    }};
}

fn function_reads_back<T>(a: &T, nan: bool, equal: fn(&T, &T) -> Result<bool>) -> Result<bool>
where
    T: std::str::FromStr<Err = presburger::Error> + ToString,
{
    match a.to_string().parse::<T>() {
        Ok(again) => Ok(nan || equal(&again, a)?),
        Err(error) if crate::parser::is_exhausted(&error) => Err(error),
        Err(_) => Ok(false),
    }
}

/// Whether all values are integers; a relation holds no others.
fn is_integral(f: &PwMultiAff) -> Result<bool> {
    f.as_map()?.domain()?.is_equal(&f.domain()?)
}

fn in_order(a: bool, b: bool) -> bool {
    !a || b
}

/// The laws, by name.
pub const LAWS: &[(&str, Law)] = laws! {
    "Set: A - B is disjoint from B" (a: Set, b: Set) a.subtract(&b)?.is_disjoint(&b)?;
    "Set: (A - B) ∪ (A ∩ B) = A" (a: Set, b: Set) a.subtract(&b)?.union(&a.intersect(&b)?)?.is_equal(&a)?;
    "Set: A ∩ B ⊆ A" (a: Set, b: Set) a.intersect(&b)?.is_subset(&a)?;
    "Set: A ⊆ A ∪ B" (a: Set, b: Set) a.is_subset(&a.union(&b)?)?;
    "Set: (A gist B) ∩ B = A ∩ B" (a: Set, b: Set) a.gist(&b)?.intersect(&b)?.is_equal(&a.intersect(&b)?)?;
    "Set: coalesce(A) = A" (a: Set) a.coalesce()?.is_equal(&a)?;
    "Set: coalesce has no more disjuncts" (a: Set) a.coalesce()?.n_basic_set() <= a.n_basic_set();
    "Set: lexmin(A) ⊆ A" (a: Set) a.lexmin()?.is_subset(&a)?;
    "Set: lexmax(A) ⊆ A" (a: Set) a.lexmax()?.is_subset(&a)?;
    "Set: params(lexmin(A)) = params(A)" (a: Set) a.lexmin()?.params()?.is_equal(&a.params()?)?;
    "Set: lexmin(A) = lexmin_pw_multi_aff(A)" (a: Set) a.lexmin_pw_multi_aff()?.as_set()?.is_equal(&a.lexmin()?)?;
    "Set: lexmin(lexmin(A)) = lexmin(A)" (a: Set) { let m = a.lexmin()?; m.lexmin()?.is_equal(&m)? };
    "Set: not not A = A" (a: Set) a.complement()?.complement()?.is_equal(&a)?;
    "Set: A is disjoint from not A" (a: Set) a.complement()?.is_disjoint(&a)?;
    "Set: make_disjoint(A) = A" (a: Set) a.make_disjoint()?.is_equal(&a)?;
    "Set: compute_divs(A) = A" (a: Set) a.compute_divs()?.is_equal(&a)?;
    "Set: remove_redundancies(A) = A" (a: Set) a.remove_redundancies()?.is_equal(&a)?;
    "Set: a sample is an element" (a: Set) match a.sample_point()? {
        Some(point) => a.contains(&point)? && Set::from_point(&point).is_subset(&a)?,
        None => a.is_empty()?,
    };
    "Set: sample(A) ⊆ A" (a: Set) a.sample()?.to_set().is_subset(&a)?;
    "Set: elements of A ∩ B, A ∪ B, A - B" (a: Set, b: Set, p: Point) {
        let (in_a, in_b) = (a.contains(&p)?, b.contains(&p)?);
        a.intersect(&b)?.contains(&p)? == (in_a && in_b)
            && a.union(&b)?.contains(&p)? == (in_a || in_b)
            && a.subtract(&b)?.contains(&p)? == (in_a && !in_b)
    };
    "Set: A ⊆ hulls of A" (a: Set) a.is_subset(&a.simple_hull()?.to_set())? && a.is_subset(&a.affine_hull()?.to_set())?
        && a.is_subset(&a.unshifted_simple_hull()?.to_set())?;
    "Set: A ⊆ convex_hull(A)" (a: Set) a.is_subset(&a.convex_hull()?.to_set())?;
    "Set: polyhedral_hull(A) ⊆ simple_hull(A)" (a: Set) {
        let hull = a.polyhedral_hull()?;
        a.is_subset(&hull.to_set())?
    };
    "Set: the count is the number of points" (a: Set) {
        let count = a.count()?;
        match count.to_i64() {
            Some(count @ 0..=2000) => a.points()?.len() as i64 == count,
            _ => true,
        }
    };
    "Set: A = B in both directions" (a: Set, b: Set) !a.has_equal_space(&b)
        || a.is_equal(&b)? == (a.is_subset(&b)? && b.is_subset(&a)?);
    "Set: disjoint means an empty intersection" (a: Set, b: Set) a.is_disjoint(&b)? == a.intersect(&b)?.is_empty()?;
    "Set: strict subsets are subsets" (a: Set, b: Set) in_order(a.is_strict_subset(&b)?, a.is_subset(&b)?);
    "Set: neg neg" (a: Set) a.neg()?.neg()?.is_equal(&a)?;
    "Set: wrap, unwrap" (a: Set, b: Set) a.product(&b)?.unwrap()?.wrap()?.is_equal(&a.product(&b)?)?;
    "Set: the factors of a product" (a: Set, b: Set) {
        let product = a.product(&b)?.unwrap()?;
        product.domain()?.is_subset(&a)? && product.range()?.is_subset(&b)?
    };
    "Set: apply of the identity" (a: Set) a.apply(&a.identity()?)?.is_equal(&a)?;
    "Set: reads back" (a: Set) reads_back!(a, Set);
    "Set: the indicator is one on A" (a: Set) {
        let one = presburger::PwAff::indicator(&a)?;
        one.non_zero_set()?.is_equal(&a)?
    };
    "Set: dim_min bounds A" (a: Set) if a.n_dim() == 0 { true } else {
        a.dim_min(0)?.domain()?.is_equal(&a.params()?)?
    };
    "Map: A - B is disjoint from B" (a: Map, b: Map) a.subtract(&b)?.is_disjoint(&b)?;
    "Map: (A gist B) ∩ B = A ∩ B" (a: Map, b: Map) a.gist(&b)?.intersect(&b)?.is_equal(&a.intersect(&b)?)?;
    "Map: reverse twice" (a: Map) a.reverse()?.reverse()?.is_equal(&a)?;
    "Map: domain of the reverse" (a: Map) a.reverse()?.domain()?.is_equal(&a.range()?)?;
    "Map: coalesce(A) = A" (a: Map) a.coalesce()?.is_equal(&a)?;
    "Map: lexmin(A) ⊆ A" (a: Map) a.lexmin()?.is_subset(&a)?;
    "Map: lexmin(A) is a function" (a: Map) a.lexmin()?.is_single_valued()?;
    "Map: lexmax has the domain of A" (a: Map) a.lexmax()?.domain()?.is_equal(&a.domain()?)?;
    "Map: nothing before lexmin" (a: Map) {
        let before = Map::lex_gt(&a.space().range()?)?;
        a.lexmin()?.apply_range(&before)?.is_disjoint(&a)?
    };
    "Map: lexmin_pw_multi_aff is lexmin" (a: Map) a.lexmin_pw_multi_aff()?.as_map()?.is_equal(&a.lexmin()?)?;
    "Map: a function's pw_multi_aff" (a: Map) a.as_pw_multi_aff()?.as_map()?.is_equal(&a)?;
    "Map: (A B)^-1 = B^-1 A^-1" (a: Map, b: Map) a.apply_range(&b)?.reverse()?.is_equal(&b.reverse()?.apply_range(&a.reverse()?)?)?;
    "Map: range of a restriction" (a: Map, s: Set) a.intersect_domain(&s)?.range()?.is_equal(&s.apply(&a)?)?;
    "Map: A ⊆ A^+" (a: Map) { let (closure, _) = a.transitive_closure()?; a.is_subset(&closure)? };
    "Map: A^+ is transitive" (a: Map) {
        let (closure, exact) = a.transitive_closure()?;
        !exact || closure.apply_range(&closure)?.is_subset(&closure)?
    };
    "Map: deltas of the translation" (s: Set) {
        let map = s.translation()?;
        map.deltas()?.is_equal(&s)?
    };
    "Map: square" (a: Map) a.fixed_power(2)?.is_equal(&a.apply_range(&a)?)?;
    "Map: powers -1 and 1" (a: Map) a.fixed_power(-1)?.reverse()?.is_equal(&a.fixed_power(1)?)?;
    "Map: curry, uncurry" (a: Map, b: Map) { let p = a.domain_product(&b)?; p.curry()?.uncurry()?.is_equal(&p)? };
    "Map: zip twice" (a: Map, b: Map) { let p = a.product(&b)?; p.zip()?.zip()?.is_equal(&p)? };
    "Map: domain_map" (a: Map) a.domain_map()?.range()?.is_equal(&a.domain()?)?;
    "Map: injective is single valued reversed" (a: Map) a.is_injective()? == a.reverse()?.is_single_valued()?;
    "Map: hulls" (a: Map) a.is_subset(&a.simple_hull()?.to_map())? && a.is_subset(&a.affine_hull()?.to_map())?;
    "Map: reads back" (a: Map) reads_back!(a, Map);
    "BasicSet: reads back" (a: BasicSet) reads_back!(a, BasicSet);
    "BasicMap: reads back" (a: BasicMap) reads_back!(a, BasicMap);
    "BasicSet: as a set" (a: BasicSet, b: BasicSet) a.intersect(&b)?.to_set().is_equal(&a.to_set().intersect(&b.to_set())?)?;
    "BasicSet: A ⊆ solutions(coefficients(A))" (a: BasicSet) {
        let hull = a.coefficients()?.solutions()?;
        hull.space() != a.space() || a.is_subset(&hull)?
    };
    "UnionSet: A - B is disjoint from B" (a: UnionSet, b: UnionSet) a.subtract(&b)?.is_disjoint(&b)?;
    "UnionSet: (A gist B) ∩ B = A ∩ B" (a: UnionSet, b: UnionSet) a.gist(&b)?.intersect(&b)?.is_equal(&a.intersect(&b)?)?;
    "UnionSet: coalesce(A) = A" (a: UnionSet) a.coalesce()?.is_equal(&a)?;
    "UnionSet: reads back" (a: UnionSet) reads_back!(a, UnionSet);
    "UnionMap: reads back" (a: UnionMap) reads_back!(a, UnionMap);
    "UnionMap: reverse twice" (a: UnionMap) a.reverse()?.reverse()?.is_equal(&a)?;
    "UnionMap: lexmin(A) ⊆ A" (a: UnionMap) a.lexmin()?.is_subset(&a)?;
    "UnionMap: range of a restriction" (a: UnionMap, s: UnionSet) a.intersect_domain(&s)?.range()?.is_equal(&s.apply(&a)?)?;
    "Aff: f + g - g = f" (f: Aff, g: Aff) f.involves_nan() || g.involves_nan() || f.add(&g)?.sub(&g)?.is_equal(&f)?;
    "Aff: floor(f) <= f" (f: Aff) f.involves_nan() || f.floor()?.le_set(&f)?.is_universe()?;
    "Aff: f < floor(f) + 1" (f: Aff) f.involves_nan() || f.lt_set(&f.floor()?.add_constant(&1.into())?)?.is_universe()?;
    "Aff: reads back" (f: Aff) function_reads_back(&f, f.involves_nan(), Aff::is_equal)?;
    "Aff: the sets of signs are a partition" (f: Aff) f.involves_nan() || {
        let (neg, zero, pos) = (f.neg_set()?, f.zero_set()?, f.pos_set()?);
        neg.union(&zero)?.union(&pos)?.is_universe()? && neg.is_disjoint(&zero)? && pos.is_disjoint(&zero)?
    };
    "PwAff: -(-f) = f" (f: PwAff) f.involves_nan() || f.neg()?.neg()?.is_equal(&f)?;
    "PwAff: f + g = g + f" (f: PwAff, g: PwAff) f.involves_nan() || g.involves_nan() || f.add(&g)?.is_equal(&g.add(&f)?)?;
    "PwAff: f <= max(f, g)" (f: PwAff, g: PwAff) f.involves_nan() || g.involves_nan() || {
        let max = f.max(&g)?;
        f.le_set(&max)?.is_equal(&max.domain()?)?
    };
    "PwAff: min + max = f + g" (f: PwAff, g: PwAff) f.involves_nan() || g.involves_nan()
        || f.max(&g)?.add(&f.min(&g)?)?.is_equal(&f.add(&g)?)?;
    "PwAff: coalesce(f) = f" (f: PwAff) f.involves_nan() || f.coalesce()?.is_equal(&f)?;
    "PwAff: gist" (f: PwAff, s: Set) f.involves_nan() || f.gist(&s)?.intersect_domain(&s)?.is_equal(&f.intersect_domain(&s)?)?;
    "PwAff: the value at a point" (f: PwAff, g: PwAff, p: Point) {
        let (x, y, sum) = (f.eval(&p)?, g.eval(&p)?, f.add(&g)?.eval(&p)?);
        x.is_nan() || y.is_nan() || sum == &x + &y
    };
    "PwAff: reads back" (f: PwAff) function_reads_back(&f, f.involves_nan(), PwAff::is_equal)?;
    "MultiAff: reads back" (f: MultiAff) function_reads_back(&f, f.involves_nan(), MultiAff::is_equal)?;
    "PwMultiAff: reads back" (f: PwMultiAff) function_reads_back(&f, f.involves_nan(), PwMultiAff::is_equal)?;
    "MultiPwAff: reads back" (f: MultiPwAff) function_reads_back(&f, f.involves_nan(), MultiPwAff::is_equal)?;
    "UnionPwAff: reads back" (f: UnionPwAff) function_reads_back(&f, f.involves_nan(), UnionPwAff::is_equal)?;
    "UnionPwMultiAff: reads back" (f: UnionPwMultiAff) function_reads_back(&f, f.involves_nan(), UnionPwMultiAff::is_equal)?;
    "MultiUnionPwAff: reads back" (f: MultiUnionPwAff) function_reads_back(&f, f.involves_nan(), MultiUnionPwAff::is_equal)?;
    "PwMultiAff: the graph is a function" (f: PwMultiAff) f.as_map()?.is_single_valued()?;
    "PwMultiAff: pullback is composition" (f: PwMultiAff, g: PwMultiAff)
        !is_integral(&f)? || !is_integral(&g)? || f.pullback_pw_multi_aff(&g)?.as_map()?.is_equal(&g.as_map()?.apply_range(&f.as_map()?)?)?;
    "PwMultiAff: preimage of a set" (f: PwMultiAff, s: Set) !is_integral(&f)?
        || s.preimage_pw_multi_aff(&f)?.is_equal(&s.apply(&f.as_map()?.reverse()?)?)?;
    "MultiPwAff: as pw_multi_aff" (f: MultiPwAff) f.to_pw_multi_aff()?.as_map()?.is_equal(&f.as_map()?)?;
    "PwMultiAff: coalesce(f) = f" (f: PwMultiAff) f.involves_nan() || f.coalesce()?.is_equal(&f)?;
    "UnionPwMultiAff: as a map and back" (f: UnionPwMultiAff)
        UnionPwMultiAff::from_union_map(&f.as_union_map()?)?.as_union_map()?.is_equal(&f.as_union_map()?)?;
};
