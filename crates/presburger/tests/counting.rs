//! Counts and sums against enumeration: for every value of the parameters in a box, the function
//! must give what listing the points gives.

use presburger::{Budget, Dim, Error, Map, Point, PwQPolynomial, Set, UnionPwQPolynomial, Value};

/// A small generator of random numbers (Knuth's multiplier).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// `2i - 3j + n + 4`
fn affine(random: &mut Random, names: &[&str], size: i64) -> String {
    let mut text = String::new();
    for name in names {
        let factor = random.between(-size, size);
        if factor != 0 && random.below(3) > 0 {
            text += &format!("{factor}{name} + ");
        }
    }
    text + &format!("({})", random.between(-4, 4))
}

/// A bounded set of some dimensions: pieces with strides, floors and slanted sides.
fn random_set(random: &mut Random, params: &[&str], dims: &[&str]) -> String {
    let n_piece = 1 + random.below(3) / 2;
    let names: Vec<&str> = params.iter().chain(dims).copied().collect();
    let mut pieces = Vec::new();
    for _ in 0..=n_piece {
        let mut conditions = Vec::new();
        for (k, dim) in dims.iter().enumerate() {
            // Bounded by what comes before, so that the set is bounded for all parameters.
            let before = &names[..params.len() + k];
            let (a, b) = (random.between(1, 3), random.between(1, 3));
            let lower = affine(random, before, 1);
            let width = random.between(0, 6);
            conditions.push(format!("{a}{dim} >= {lower}"));
            conditions.push(match random.below(3) {
                0 => format!("{b}{dim} <= {lower} + {width}"),
                _ => format!("{dim} <= {}", affine(random, before, 1)),
            });
        }
        for _ in 0..random.below(3) {
            let m = random.between(2, 4);
            let form = affine(random, &names, 2);
            conditions.push(match random.below(5) {
                0 => format!("({form}) mod {m} = {}", random.between(0, m - 1)),
                1 => format!("({form}) mod {m} <= {}", random.between(0, m - 1)),
                2 => format!("(exists e : {form} = {m}e)"),
                3 => format!("2*floor(({form})/{m}) <= {}", affine(random, &names, 1)),
                _ => format!("{form} >= 0"),
            });
        }
        pieces.push(format!(
            "[{}] : {}",
            dims.join(", "),
            conditions.join(" and ")
        ));
    }
    format!("[{}] -> {{ {} }}", params.join(", "), pieces.join("; "))
}

fn at(function: &PwQPolynomial, values: &[i64]) -> Value {
    let point = Point::new(function.space().clone(), values.to_vec()).expect("a point");
    function.eval(&point).expect("a value")
}

/// All tuples of `n` values in a range.
fn tuples(n: usize, range: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
    (0..n).fold(vec![Vec::new()], |tuples, _| {
        tuples
            .iter()
            .flat_map(|tuple| range.clone().map(move |v| [&tuple[..], &[v]].concat()))
            .collect()
    })
}

/// The points of a set for each value of its parameters in a box.
fn listed(set: &Set, n_param: usize, range: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
    let mut boxed = set.clone();
    for p in 0..n_param {
        boxed = boxed.lower_bound(Dim::Param(p), *range.start()).unwrap();
        boxed = boxed.upper_bound(Dim::Param(p), *range.end()).unwrap();
    }
    let mut points = Vec::new();
    boxed
        .for_each_point(|point| {
            let params = (0..n_param).map(|p| {
                let value = point.coordinate(Dim::Param(p)).expect("it has them");
                value.to_i64().expect("small numbers")
            });
            let tuple = point.to_i64s().expect("small numbers");
            points.push(params.chain(tuple).collect());
            true
        })
        .expect("bounded");
    points
}

/// What a random case may cost; those that need more are errors, and must be few.
const BUDGET: u64 = 5_000_000;

/// Returns false if the budget does not suffice.
fn check_count(text: &str) -> bool {
    let set: Set = text.parse().expect(text);
    let count = match Budget::operations(BUDGET).run(|| set.card()) {
        Err(Error::BudgetExhausted) => return false,
        count => count.unwrap_or_else(|error| panic!("{text}: {error}")),
    };
    let n_param = set.space().n_param();
    let range = if n_param > 1 { -6..=7 } else { -12..=25 };
    let points = listed(&set, n_param, range.clone());
    // What is printed is the same function.
    let again: PwQPolynomial = count
        .to_string()
        .parse()
        .expect("printed text is read back");
    for values in tuples(n_param, range) {
        let expected = points.iter().filter(|p| p[..n_param] == values).count();
        assert_eq!(
            at(&count, &values),
            expected as i64,
            "{text} at {values:?}: {count}"
        );
        assert_eq!(
            at(&again, &values),
            expected as i64,
            "{text} at {values:?}, read back: {again}"
        );
    }
    true
}

fn cases() -> u64 {
    let wanted = std::env::var("COUNTING_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(60)
}

#[test]
fn counts_of_random_sets() {
    let mut random = Random(7);
    let mut checked = 0;
    for _ in 0..cases() {
        let params = [&["n"][..], &["n", "m"]][random.below(2) as usize];
        let dims =
            [&["i"][..], &["i", "j"], &["i", "j"], &["i", "j", "k"]][random.below(4) as usize];
        checked += u64::from(check_count(&random_set(&mut random, params, dims)));
    }
    println!("{checked} of {} sets", cases());
    assert!(10 * checked >= 9 * cases(), "{checked} of {}", cases());
}

#[test]
fn counts_without_parameters() {
    let mut random = Random(8);
    for _ in 0..cases() {
        let text = random_set(&mut random, &[], &["i", "j", "k"]);
        let set: Set = text.parse().expect(&text);
        let mut points = 0i64;
        set.for_each_point(|_| {
            points += 1;
            true
        })
        .expect("bounded");
        assert_eq!(set.count().expect(&text), points, "{text}");
        let card = set.card().expect(&text);
        assert_eq!(at(&card, &[]), points, "{text}: {card}");
    }
}

#[test]
fn sums_of_random_polynomials() {
    let mut random = Random(9);
    let mut checked = 0;
    for _ in 0..cases() {
        let set_text = random_set(&mut random, &["n"], &["i", "j"]);
        let set: Set = set_text.parse().expect(&set_text);
        let names = ["n", "i", "j"];
        let value = match random.below(3) {
            0 => format!(
                "({}) * ({})",
                affine(&mut random, &names, 2),
                affine(&mut random, &names, 2)
            ),
            1 => format!(
                "floor(({})/3) * i + 1/2 * j",
                affine(&mut random, &names, 2)
            ),
            _ => format!("(({}) mod 3) * n", affine(&mut random, &names, 2)),
        };
        let text = format!("[n] -> {{ [i, j] -> {value} }}");
        let whole: PwQPolynomial = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        let function = whole.intersect_domain(&set).expect(&text);
        let sum = match Budget::operations(BUDGET).run(|| function.sum()) {
            Err(Error::BudgetExhausted) => continue,
            sum => sum.unwrap_or_else(|e| panic!("{text} on {set_text}: {e}")),
        };
        checked += 1;
        let upper = function.upper_bound().expect(&text);
        let lower = function.lower_bound().expect(&text);
        let points = listed(&set, 1, -9..=12);
        for n in -9..=12i64 {
            let here: Vec<Value> = points
                .iter()
                .filter(|point| point[0] == n)
                .map(|point| at(&whole, point))
                .collect();
            let expected = here.iter().fold(Value::zero(), |sum, value| &sum + value);
            assert_eq!(
                at(&sum, &[n]),
                expected,
                "Σ {value} on {set_text} at {n}: {sum}"
            );
            let Some(first) = here.first() else { continue };
            let largest = here.iter().fold(first.clone(), |a, b| a.max(b));
            let smallest = here.iter().fold(first.clone(), |a, b| a.min(b));
            let point = Point::new(set.space().to_params(), [n]).unwrap();
            let found = upper.eval(&point).unwrap().expect("there are points");
            assert!(found >= largest, "{value} on {set_text} at {n}: {upper}");
            let found = lower.eval(&point).unwrap().expect("there are points");
            assert!(found <= smallest, "{value} on {set_text} at {n}: {lower}");
        }
    }
    println!("{checked} of {} sums", cases());
    assert!(10 * checked >= 9 * cases(), "{checked} of {}", cases());
}

#[test]
fn tight_bounds_are_attained() {
    let mut random = Random(10);
    let mut tight = 0;
    for _ in 0..cases() {
        let set_text = random_set(&mut random, &["n"], &["i", "j"]);
        let set: Set = set_text.parse().expect(&set_text);
        let value = affine(&mut random, &["n", "i", "j"], 2);
        let text = format!("[n] -> {{ [i, j] -> {value} + 1000 }}");
        let whole: PwQPolynomial = text.parse().expect(&text);
        let bound = whole.intersect_domain(&set).unwrap().upper_bound().unwrap();
        if !bound.is_tight() {
            continue;
        }
        tight += 1;
        let points = listed(&set, 1, -9..=12);
        for n in -9..=12i64 {
            let here = points.iter().filter(|point| point[0] == n);
            let largest = here.map(|point| at(&whole, point)).reduce(|a, b| a.max(&b));
            let point = Point::new(set.space().to_params(), [n]).unwrap();
            assert_eq!(
                bound.eval(&point).unwrap(),
                largest,
                "{text} on {set_text} at {n}: {bound}"
            );
        }
    }
    assert!(tight > 0, "no bound was tight");
}

/// A function may be zero on its domain: there is a largest value, which is zero.
#[test]
fn zero_is_a_value() {
    let same = |found: String, text: &str| assert_eq!(found, text);
    for (text, upper, lower) in [
        (
            "[n] -> { [i] -> 0 : 0 <= i < n }",
            "[n] -> { max(0) : n >= 1 }",
            "[n] -> { min(0) : n >= 1 }",
        ),
        (
            "[n] -> { [i] -> i - i : 0 <= i < n }",
            "[n] -> { max(0) : n >= 1 }",
            "[n] -> { min(0) : n >= 1 }",
        ),
        (
            "[n] -> { [i] -> -3 : 0 <= i < n; [i] -> 0 : n <= i < 2n }",
            "[n] -> { max(0) : n >= 1 }",
            "[n] -> { min(-3) : n >= 1 }",
        ),
        (
            "[n] -> { [[i] -> [j]] -> 0 : i <= j < n }",
            "[n] -> { [i] -> max(0) : i < n }",
            "[n] -> { [i] -> min(0) : i < n }",
        ),
        (
            "[n] -> { 0 : n > 3 }",
            "[n] -> { max(0) : n >= 4 }",
            "[n] -> { min(0) : n >= 4 }",
        ),
        ("{ [i] -> 0 : 1 = 0 }", "{ }", "{ }"),
    ] {
        let function: PwQPolynomial = text.parse().unwrap();
        same(function.upper_bound().unwrap().to_string(), upper);
        same(function.lower_bound().unwrap().to_string(), lower);
        let negated = function.neg().lower_bound().unwrap();
        let text = upper.replace("max", "min");
        same(negated.to_string(), &text);
    }
    let function: PwQPolynomial = "[n] -> { [i] -> i : 0 <= i < n }".parse().unwrap();
    let none = function.sub(&function).unwrap();
    assert!(none.is_zero() && none.n_piece() == 1);
    same(none.to_string(), "[n] -> { [i] -> 0 : 0 <= i < n }");
    assert_eq!(none.domain().unwrap(), function.domain().unwrap());
    assert_eq!(none, function.scale(&Value::zero()).unwrap());
    assert_eq!(none, none.mul(&function).unwrap());
    let printed: PwQPolynomial = none.to_string().parse().unwrap();
    assert_eq!(none, printed);
    assert!(
        none.is_equal(&PwQPolynomial::zero(none.space()).unwrap())
            .unwrap()
    );
    // The same for sums that are zero, of something or of nothing.
    for (text, sum) in [
        ("[n] -> { [i] -> 0 : 0 <= i < n }", "[n] -> { 0 : n >= 1 }"),
        (
            "[n] -> { [i] -> i : -n <= i <= n }",
            "[n] -> { 0 : n >= 0 }",
        ),
        ("[n] -> { [i] -> 0 : i >= n }", "[n] -> { 0 }"),
        (
            "{ [A[i] -> [j]] -> j : -i <= j <= i }",
            "{ A[i] -> 0 : i >= 0 }",
        ),
        (
            "[n] -> { [i] -> 1 : 0 <= i < n; [i] -> -1 : -n <= i < 0 }",
            "[n] -> { 0 : n >= 1 }",
        ),
    ] {
        let function: PwQPolynomial = text.parse().unwrap();
        same(function.sum().unwrap().to_string(), sum);
    }
    let union: UnionPwQPolynomial = "{ A[i] -> 0 : 0 <= i < 9; B[] -> 0 }".parse().unwrap();
    assert!(union.is_zero());
    same(union.upper_bound().unwrap().to_string(), "{ max(0) }");
    same(union.sum().unwrap().to_string(), "{ 0 }");
    assert_eq!(
        union.sum().unwrap().as_number().unwrap(),
        Some(Value::zero())
    );
    // Counts have no pieces where they are zero.
    let set: Set = "[n] -> { [i] : 0 <= i < n and 2i = 2n + 1 }"
        .parse()
        .unwrap();
    assert_eq!(set.card().unwrap().n_piece(), 0);
}

#[test]
fn counts_of_images() {
    for (text, expected) in [
        (
            "{ [i] -> [j] : 0 <= j <= i }",
            "{ [i] -> (1 + i) : i >= 0 }",
        ),
        (
            "[n] -> { S[i] -> [j] : i <= j < n }",
            "[n] -> { S[i] -> (n - i) : i < n }",
        ),
        ("{ [i] -> [2i] }", "{ [i] -> 1 }"),
    ] {
        let map: Map = text.parse().unwrap();
        let count = map.card().unwrap();
        assert!(
            count.is_equal(&expected.parse().unwrap()).unwrap(),
            "{text}: {count}"
        );
    }
}

/// Formulas from the literature, which are checked by enumeration as well.
#[test]
fn known_counts() {
    for (set, formula) in [
        // Triangles, tetrahedra and their strided relatives.
        (
            "[n] -> { [i, j] : 0 <= i <= j < n }",
            "[n] -> { 1/2 * n + 1/2 * n^2 : n > 0 }",
        ),
        (
            "[n] -> { [i, j, k] : 0 <= i <= j <= k < n }",
            "[n] -> { 1/6 * n^3 + 1/2 * n^2 + 1/3 * n : n > 0 }",
        ),
        (
            "[n] -> { [i] : 0 <= i < n and i mod 3 = 1 }",
            "[n] -> { floor((n + 1)/3) : n > 1 }",
        ),
        // The dimensions of the example in barvinok's manual.
        (
            "[n, m] -> { [i, j] : 0 <= i < n and i < j < m }",
            "[n, m] -> { n*m - 1/2 * n^2 - 1/2 * n : 0 < n < m; 1/2 * m^2 - 1/2 * m : 1 < m <= n }",
        ),
        // Ehrhart's: the rational triangle of the coin problem, and tiles.
        (
            "[n] -> { [i, j] : i >= 0 and j >= 0 and 2i + 2j = n }",
            "[n] -> { 1 + 1/2 * n : n >= 0 and n mod 2 = 0 }",
        ),
        (
            "[n] -> { [t, i] : 0 <= i < n and 32t <= i < 32t + 32 }",
            "[n] -> { n : n > 0 }",
        ),
    ] {
        let count = set.parse::<Set>().unwrap().card().unwrap();
        assert!(
            count.is_equal(&formula.parse().unwrap()).unwrap(),
            "{set}: {count}"
        );
        assert!(check_count(set), "{set}");
    }
}

#[test]
fn large_sets_are_counted_without_listing() {
    for (text, expected) in [
        (
            "{ [i, j, k, l] : 0 <= i, j, k, l < 100000 }",
            "100000000000000000000",
        ),
        // n (n + 1) / 2 for n = 10^9
        (
            "{ [i, j] : 0 <= i <= j < 1000000000 }",
            "500000000500000000",
        ),
        // Every third of 3 * 10^12 + 1.
        (
            "{ [i] : 0 <= i <= 3000000000000 and i mod 3 = 0 }",
            "1000000000001",
        ),
        (
            "{ [t, i] : 0 <= i < 10000000 and 64t <= i < 64t + 64 }",
            "10000000",
        ),
    ] {
        assert_eq!(
            text.parse::<Set>().unwrap().count().unwrap().to_string(),
            expected,
            "{text}"
        );
    }
}

#[test]
fn infinite_counts_are_errors() {
    for text in ["{ [i] : i >= 0 }", "[n] -> { [i, j] : 0 <= i < n }"] {
        let card = text.parse::<Set>().unwrap().card();
        assert!(matches!(card, Err(Error::Unbounded(_))), "{text}");
    }
    // Nothing, in an unbounded description.
    let set: Set = "[n] -> { [i] : 2i = 2n + 1 }".parse().unwrap();
    assert!(set.card().unwrap().is_zero());
}

#[test]
fn equality_is_that_of_functions() {
    for (a, b, equal) in [
        (
            "[n] -> { floor(n/2) + floor((n+1)/2) }",
            "[n] -> { n }",
            true,
        ),
        (
            "[n] -> { n^2 : 0 <= n <= 1 }",
            "[n] -> { n : 0 <= n <= 1 }",
            true,
        ),
        (
            "[n] -> { n^2 : 0 <= n <= 2 }",
            "[n] -> { n : 0 <= n <= 2 }",
            false,
        ),
        (
            "[n] -> { n mod 3 }",
            "[n] -> { 0 : n mod 3 = 0; 1 : n mod 3 = 1; 2 : n mod 3 = 2 }",
            true,
        ),
        (
            "[n] -> { n mod 3 }",
            "[n] -> { 0 : n mod 3 = 0; 1 : n mod 3 = 1; 2 : n mod 3 = 2 and n < 1000 }",
            false,
        ),
        (
            "[n, m] -> { n * m : n = m }",
            "[n, m] -> { m^2 : n = m }",
            true,
        ),
        (
            "[n, m] -> { n * m : 0 <= n <= 1 }",
            "[n, m] -> { m : n = 1 }",
            true,
        ),
        (
            "[n, m] -> { n * m : 0 <= n <= 2 }",
            "[n, m] -> { m : n = 1 }",
            false,
        ),
    ] {
        let (p, q): (PwQPolynomial, PwQPolynomial) = (a.parse().unwrap(), b.parse().unwrap());
        assert_eq!(p.is_equal(&q).unwrap(), equal, "{a} and {b}");
        assert_eq!(q.is_equal(&p).unwrap(), equal, "{b} and {a}");
    }
}

/// Texts as isl prints them.
#[test]
fn printed_as_isl_does() {
    for (text, printed) in [
        (
            "[n] -> { floor((n+1)/3)^2 + n*floor(n/2) }",
            "[n] -> { (n * floor((n)/2) + floor((1 + n)/3)^2) }",
        ),
        (
            "[n,m] -> { -n + m^2 - 3 }",
            "[n, m] -> { ((-3 - n) + m^2) }",
        ),
        ("{ [i] -> (i+1)*(i-1) }", "{ [i] -> (-1 + i^2) }"),
        ("[n] -> { -1/2*n }", "[n] -> { -1/2 * n }"),
        (
            "[n] -> { (1/3)*n + 1/2*n*n*floor((2*n+1)/5) }",
            "[n] -> { (1/3 * n + 1/2 * n^2 * floor((1 + 2n)/5)) }",
        ),
        (
            "[n,m] -> { 1 - m - n*m }",
            "[n, m] -> { (1 + (-1 - n) * m) }",
        ),
        ("[n,m] -> { 1 - m*n }", "[n, m] -> { (1 + -n * m) }"),
        (
            "[n,m] -> { 3 - 2*floor((n + 2*floor(m/3))/5) }",
            "[n, m] -> { (3 - 2 * floor((n + 2*floor((m)/3))/5)) }",
        ),
        ("[n] -> { -floor(n/2)^2 }", "[n] -> { -floor((n)/2)^2 }"),
        ("{ [[i] -> B[j]] -> i*j }", "{ [[i] -> B[j]] -> i * j }"),
        ("[n] -> { [] -> n }", "[n] -> { [] -> n }"),
        ("{ 5 }", "{ 5 }"),
        ("[n] -> { 0 }", "[n] -> { 0 }"),
        ("{ A[i] -> i; B[] -> 7 }", "{ A[i] -> i; B[] -> 7 }"),
    ] {
        let function: UnionPwQPolynomial = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        let single = function.parts().len() == 1;
        let found = if single {
            function.parts()[0].to_string()
        } else {
            function.to_string()
        };
        assert_eq!(found, printed, "{text}");
        let again: UnionPwQPolynomial = found.parse().unwrap();
        assert!(again.is_equal(&function).unwrap(), "{text}");
    }
}

#[test]
fn wrong_texts_are_errors() {
    for text in [
        "{ [i] -> floor(i * i / 2) }",
        "{ [i] -> j }",
        "{ [i] -> i^101 }",
        "{ [i] -> max(i, 2) }",
        "{ [i] -> infty }",
        "{ [i] -> i; [i] }",
    ] {
        assert!(text.parse::<PwQPolynomial>().is_err(), "{text}");
    }
}
