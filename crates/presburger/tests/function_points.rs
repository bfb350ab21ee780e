//! Functions against their values at every point of a small box.
//!
//! Random expressions are written in isl's notation for the library and evaluated here; what an
//! operation gives must then agree at every point, defined or not.

use presburger::{Aff, Map, MultiAff, Point, PwAff, PwMultiAff, Set, Value};
use proptest::prelude::*;

/// An expression of the parameter `N` and the dimensions `i` and `j`.
#[derive(Clone, Debug)]
enum Expr {
    Constant(i64),
    Variable(usize),
    Sum(Box<Expr>, Box<Expr>),
    Scaled(i64, Box<Expr>),
    Floor(Box<Expr>, i64),
    Mod(Box<Expr>, i64),
}

const NAMES: [&str; 3] = ["N", "i", "j"];
type Place = [i64; 3];

impl Expr {
    fn text(&self) -> String {
        match self {
            Expr::Constant(c) => format!("({c})"),
            Expr::Variable(v) => NAMES[*v].to_string(),
            Expr::Sum(a, b) => format!("({} + {})", a.text(), b.text()),
            Expr::Scaled(k, e) => format!("({k} * {})", e.text()),
            Expr::Floor(e, d) => format!("floor(({})/{d})", e.text()),
            Expr::Mod(e, m) => format!("(({}) mod {m})", e.text()),
        }
    }

    fn at(&self, place: Place) -> i64 {
        match self {
            Expr::Constant(c) => *c,
            Expr::Variable(v) => place[*v],
            Expr::Sum(a, b) => a.at(place) + b.at(place),
            Expr::Scaled(k, e) => k * e.at(place),
            Expr::Floor(e, d) => e.at(place).div_euclid(*d),
            Expr::Mod(e, m) => e.at(place).rem_euclid(*m),
        }
    }
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        (-4i64..5).prop_map(Expr::Constant),
        (0usize..3).prop_map(Expr::Variable)
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Expr::Sum(a.into(), b.into())),
            (-3i64..4, inner.clone()).prop_map(|(k, e)| Expr::Scaled(k, e.into())),
            (inner.clone(), 2i64..5).prop_map(|(e, d)| Expr::Floor(e.into(), d)),
            (inner, 2i64..5).prop_map(|(e, m)| Expr::Mod(e.into(), m)),
        ]
    })
}

/// A function with a value where the condition is non-negative, and perhaps one elsewhere.
#[derive(Clone, Debug)]
struct Pieces {
    condition: Expr,
    yes: Expr,
    no: Option<Expr>,
}

impl Pieces {
    fn text(&self) -> String {
        let condition = self.condition.text();
        let mut text = format!(
            "[N] -> {{ [i, j] -> [{}] : {condition} >= 0",
            self.yes.text()
        );
        if let Some(no) = &self.no {
            text.push_str(&format!("; [i, j] -> [{}] : {condition} < 0", no.text()));
        }
        text + " }"
    }

    fn at(&self, place: Place) -> Option<i64> {
        if self.condition.at(place) >= 0 {
            Some(self.yes.at(place))
        } else {
            self.no.as_ref().map(|no| no.at(place))
        }
    }

    fn read(&self) -> PwAff {
        self.text().parse().expect("the text is a function")
    }
}

fn pieces() -> impl Strategy<Value = Pieces> {
    (expr(), expr(), proptest::option::of(expr())).prop_map(|(condition, yes, no)| Pieces {
        condition,
        yes,
        no,
    })
}

fn places() -> impl Iterator<Item = Place> {
    (-1..3).flat_map(|n| (-3..4).flat_map(move |i| (-3..4).map(move |j| [n, i, j])))
}

/// The point of the space `[N] -> { [i, j] }`.
fn point(place: Place) -> Point {
    let space = "[N] -> { [i, j] }".parse::<Set>().unwrap().space().clone();
    Point::new(space, place.to_vec()).unwrap()
}

/// The value of a function, which may have lost a parameter it does not mention.
fn value(function: &PwAff, place: Place) -> Option<i64> {
    let value = function.eval(&point(place)).unwrap();
    (!value.is_nan()).then(|| value.to_i64().expect("a small integer"))
}

fn contains(set: &Set, place: Place) -> bool {
    set.contains(&point(place)).unwrap()
}

fn same(
    name: &str,
    function: &PwAff,
    expected: impl Fn(Place) -> Option<i64>,
) -> Result<(), TestCaseError> {
    for place in places() {
        prop_assert_eq!(
            value(function, place),
            expected(place),
            "{} at {:?}: {}",
            name,
            place,
            function
        );
    }
    Ok(())
}

fn same_set(name: &str, set: &Set, expected: impl Fn(Place) -> bool) -> Result<(), TestCaseError> {
    for place in places() {
        prop_assert_eq!(
            contains(set, place),
            expected(place),
            "{} at {:?}: {}",
            name,
            place,
            set
        );
    }
    Ok(())
}

fn both(a: Option<i64>, b: Option<i64>, f: impl Fn(i64, i64) -> i64) -> Option<i64> {
    Some(f(a?, b?))
}

fn either(a: Option<i64>, b: Option<i64>, f: impl Fn(i64, i64) -> i64) -> Option<i64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(f(a, b)),
        _ => a.or(b),
    }
}

/// Solutions that only exist because of an existential: none may be written with it.
#[test]
fn lexmin_is_defined_on_the_whole_domain() {
    for text in [
        "{ [a, b] -> [c] : (c - a - b) mod 5 = 0 and -a <= c <= 4 - a }",
        "{ [a = 0:71] -> [b = 0:7] : (a - 3b + 21) % 24 >= 22 }",
        "{ [a = 0:11] -> [b] : -1 + b <= 2*floor(a/6) <= b }",
    ] {
        let map: Map = text.parse().unwrap();
        let (least, domain) = (map.lexmin().unwrap(), map.domain().unwrap());
        assert!(
            least.domain().unwrap().is_equal(&domain).unwrap(),
            "{text}: {least}"
        );
        let function = map.lexmin_pw_multi_aff().unwrap();
        assert_eq!(function.n_piece(), 1, "{text}: {function}");
        assert!(
            function.as_map().unwrap().is_equal(&least).unwrap(),
            "{text}: {function}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn arithmetic(f in pieces(), g in pieces(), k in -3i64..4, m in 2i64..5) {
        let (a, b) = (f.read(), g.read());
        same("read", &a, |p| f.at(p))?;
        same("add", &a.add(&b).unwrap(), |p| both(f.at(p), g.at(p), |x, y| x + y))?;
        same("sub", &a.sub(&b).unwrap(), |p| both(f.at(p), g.at(p), |x, y| x - y))?;
        same("neg", &a.neg().unwrap(), |p| f.at(p).map(|x| -x))?;
        same("scale", &a.scale(&Value::from(k)).unwrap(), |p| f.at(p).map(|x| k * x))?;
        let quotient = a.scale_down(&Value::from(m)).unwrap();
        same("floor", &quotient.floor().unwrap(), |p| f.at(p).map(|x| x.div_euclid(m)))?;
        same("ceil", &quotient.ceil().unwrap(), |p| f.at(p).map(|x| -(-x).div_euclid(m)))?;
        same("mod", &a.mod_val(&Value::from(m)).unwrap(), |p| f.at(p).map(|x| x.rem_euclid(m)))?;
        let divisor: PwAff = format!("{{ [i, j] -> [{m}] }}").parse().unwrap();
        same("tdiv_q", &a.tdiv_q(&divisor).unwrap(), |p| f.at(p).map(|x| x / m))?;
        same("tdiv_r", &a.tdiv_r(&divisor).unwrap(), |p| f.at(p).map(|x| x % m))?;
    }

    #[test]
    fn choices(f in pieces(), g in pieces(), h in pieces()) {
        let (a, b, c) = (f.read(), g.read(), h.read());
        same("min", &a.min(&b).unwrap(), |p| both(f.at(p), g.at(p), i64::min))?;
        same("max", &a.max(&b).unwrap(), |p| both(f.at(p), g.at(p), i64::max))?;
        same("union_add", &a.union_add(&b).unwrap(), |p| either(f.at(p), g.at(p), |x, y| x + y))?;
        same("union_min", &a.union_min(&b).unwrap(), |p| either(f.at(p), g.at(p), i64::min))?;
        same("union_max", &a.union_max(&b).unwrap(), |p| either(f.at(p), g.at(p), i64::max))?;
        same("cond", &a.cond(&b, &c).unwrap(), |p| {
            if f.at(p)? != 0 { g.at(p) } else { h.at(p) }
        })?;
    }

    #[test]
    fn comparisons(f in pieces(), g in pieces()) {
        let (a, b) = (f.read(), g.read());
        let holds = |p: Place, test: fn(&i64, &i64) -> bool| {
            matches!((f.at(p), g.at(p)), (Some(x), Some(y)) if test(&x, &y))
        };
        same_set("eq", &a.eq_set(&b).unwrap(), |p| holds(p, i64::eq))?;
        same_set("ne", &a.ne_set(&b).unwrap(), |p| holds(p, i64::ne))?;
        same_set("le", &a.le_set(&b).unwrap(), |p| holds(p, i64::le))?;
        same_set("lt", &a.lt_set(&b).unwrap(), |p| holds(p, i64::lt))?;
        same_set("ge", &a.ge_set(&b).unwrap(), |p| holds(p, i64::ge))?;
        same_set("gt", &a.gt_set(&b).unwrap(), |p| holds(p, i64::gt))?;
        same_set("domain", &a.domain().unwrap(), |p| f.at(p).is_some())?;
        same_set("bind", &a.bind("N").unwrap(), |p| f.at(p) == Some(p[0]))?;
    }

    #[test]
    fn domains(f in pieces(), condition in expr()) {
        let a = f.read();
        let set: Set = format!("[N] -> {{ [i, j] : {} >= 0 }}", condition.text()).parse().unwrap();
        let inside = |p: Place| condition.at(p) >= 0;
        let cut = a.intersect_domain(&set).unwrap();
        same("intersect_domain", &cut, |p| f.at(p).filter(|_| inside(p)))?;
        let rest = a.subtract_domain(&set).unwrap();
        same("subtract_domain", &rest, |p| f.at(p).filter(|_| !inside(p)))?;
        same("put together", &cut.union_add(&rest).unwrap().coalesce().unwrap(), |p| f.at(p))?;
        let gist = a.gist(&set).unwrap();
        same("gist", &gist.intersect_domain(&set).unwrap(), |p| f.at(p).filter(|_| inside(p)))?;
    }

    #[test]
    fn text_and_graph(f in pieces()) {
        let a = f.read();
        let printed = a.to_string();
        let again: PwAff = printed.parse().expect("what is written can be read");
        prop_assert!(again.is_equal(&a).unwrap(), "{} read back as {}", printed, again);
        same("coalesce", &a.coalesce().unwrap(), |p| f.at(p))?;
        let from_graph = PwMultiAff::from_map(&a.as_map().unwrap()).unwrap().at(0).unwrap();
        same("from_map", &from_graph, |p| f.at(p))?;
        let least = a.as_map().unwrap().dim_min(0).unwrap();
        same("dim_min", &least, |p| f.at(p))?;
    }

    #[test]
    fn composition(f in pieces(), x in expr(), y in expr()) {
        let inner: MultiAff =
            format!("[N] -> {{ [i, j] -> [{}, {}] }}", x.text(), y.text()).parse().unwrap();
        let image = |p: Place| [p[0], x.at(p), y.at(p)];
        let composed = f.read().pullback_multi_aff(&inner).unwrap();
        same("pullback", &composed, |p| f.at(image(p)))?;
        let set: Set =
            format!("[N] -> {{ [i, j] : {} >= 0 }}", f.condition.text()).parse().unwrap();
        let preimage = set.preimage_multi_aff(&inner).unwrap();
        same_set("preimage", &preimage, |p| f.condition.at(image(p)) >= 0)?;
        let map: Map =
            format!("[N] -> {{ [i, j] -> [k] : {} >= k }}", f.condition.text()).parse().unwrap();
        let map = map.preimage_domain_multi_aff(&inner).unwrap();
        let through: Map = inner.as_map().unwrap().apply_range(
            &format!("[N] -> {{ [i, j] -> [k] : {} >= k }}", f.condition.text()).parse().unwrap(),
        ).unwrap();
        prop_assert!(map.is_equal(&through).unwrap());
    }

    #[test]
    fn extremes(f in pieces()) {
        let here: Set = "[N] -> { [i, j] : -1 <= N <= 2 and -3 <= i, j <= 3 }".parse().unwrap();
        let a = f.read().intersect_domain(&here).unwrap();
        let values: Vec<i64> = places().filter_map(|p| f.at(p)).collect();
        let expected = |value: Option<&i64>| value.map_or(Value::nan(), |v| Value::from(*v));
        prop_assert_eq!(a.min_val().unwrap(), expected(values.iter().min()));
        prop_assert_eq!(a.max_val().unwrap(), expected(values.iter().max()));
        let form: Aff = format!("[N] -> {{ [i, j] -> [{}] }}", f.yes.text()).parse().unwrap();
        let least = places().map(|p| f.yes.at(p)).min().unwrap();
        prop_assert_eq!(here.min_val(&form).unwrap(), Value::from(least));
    }
}
