//! Makes up regions: the same text for the same seed.

use std::fmt::Write;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const HEAD: &str = "\
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
struct pair { double x; double y[90]; };
double A[90][90], G[40];
int flags[50];
double square(double v) { return v * v; }
void f(int n, int m, double *x, double *L, int *q, struct pair *P)
{
  double s = 1, t = 2;
  int k = 0, u0, u1, u2, u3;
#pragma scop
";

/// One text with a region.
pub fn program(seed: u64) -> String {
    let mut maker = Maker {
        random: Random(seed),
        text: String::from(HEAD),
        iterators: Vec::new(),
        values: Vec::new(),
        doubles: Vec::new(),
        in_linear: false,
        fresh: 0,
        outer: 0,
        size: 0,
    };
    let depth = 1 + maker.random.below(3);
    maker.block(depth, 1);
    let mut text = maker.text;
    text.push_str("#pragma endscop\n}\n");
    text
}

struct Maker {
    random: Random,
    text: String,
    /// Counters of the loops around.
    iterators: Vec<String>,
    /// Names for values that can be seen.
    values: Vec<String>,
    /// Variables for data that are declared in the region.
    doubles: Vec<String>,
    /// Inside of the loop that makes `L[i * m + j]` splittable.
    in_linear: bool,
    fresh: usize,
    outer: usize,
    size: usize,
}

impl Maker {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 2 * indent);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    fn block(&mut self, depth: usize, indent: usize) {
        let marks = (self.values.len(), self.doubles.len());
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth, indent);
        }
        self.values.truncate(marks.0);
        self.doubles.truncate(marks.1);
    }

    fn statement(&mut self, depth: usize, indent: usize) {
        self.size += 1;
        if depth > 0 && self.size < 14 {
            match self.random.below(12) {
                0..=5 => return self.counted(depth, indent),
                6 | 7 => return self.condition_statement(depth, indent),
                8 if self.random.once_in(2) => return self.opaque(depth, indent),
                _ => {}
            }
        }
        match self.random.below(9) {
            0 => {
                let name = self.name("v");
                let value = self.affine();
                self.line(indent, &format!("int {name} = {value};"));
                self.values.push(name);
            }
            1 => {
                let name = self.name("d");
                let value = self.data(2);
                self.line(indent, &format!("double {name} = {value};"));
                self.doubles.push(name);
            }
            2 => {
                let name = self.name("c");
                let at = self.affine();
                self.line(indent, &format!("int {name} = q[{at}];"));
                let value = self.data(1);
                self.line(indent, &format!("x[{name}] += {value};"));
            }
            _ => {
                let label = match self.random.once_in(8) {
                    true => format!("{}: ", self.name("T")),
                    false => String::new(),
                };
                let assignment = self.assignment();
                self.line(indent, &format!("{label}{assignment};"));
            }
        }
    }

    fn counted(&mut self, depth: usize, indent: usize) {
        let outer = self.outer < 4 && self.random.once_in(3);
        let (name, declared) = if outer {
            self.outer += 1;
            (format!("u{}", self.outer - 1), "")
        } else {
            (self.name("i"), "int ")
        };
        let (low, high) = (self.bound(), self.bound());
        let i = &name;
        let linear = self.random.once_in(6);
        let head = if linear {
            format!("for ({declared}{i} = 0; {i} < m; {i}++)")
        } else {
            match self.random.below(14) {
                0 => format!("for ({declared}{i} = {low}; {i} <= {high}; {i}++)"),
                1 => format!("for ({declared}{i} = {low}; {high} > {i}; ++{i})"),
                2 => format!("for ({declared}{i} = {high}; {i} >= {low}; {i}--)"),
                3 => format!("for ({declared}{i} = {high}; {i} > {low}; {i} -= 2)"),
                4 => format!("for ({declared}{i} = {low}; {i} < {high}; {i} += 3)"),
                5 => format!("for ({declared}{i} = {low}; {i} < {high}; {i} = {i} + 2)"),
                6 => format!("for ({declared}{i} = 0; {i} != MAX(0, {high}); {i}++)"),
                7 => format!("for ({declared}{i} = MAX(2, {high}); {i} != 2; {i} -= 1)"),
                8 => format!("for ({declared}{i} = {low}; {i} < {high} && 2 * {i} < m + 3; {i}++)"),
                9 => format!("for ({declared}{i} = {low}; {i} < {high} && {i} % 3 != 2; {i}++)"),
                10 => format!("for ({declared}{i} = {low}; !({i} >= {high}); {i}++)"),
                11 => {
                    format!("for ({declared}{i} = {high}; {low} <= {i} && {i} / 2 != 1; {i} -= 2)")
                }
                12 => {
                    format!("for ({declared}{i} = {low}; {i} < ({high} < 4 ? {high} : 4); {i}++)")
                }
                _ => format!("for ({declared}{i} = {low}; {i} < {high}; {i}++)"),
            }
        };
        let label = match self.random.once_in(8) {
            true => format!("{}: ", self.name("loop")),
            false => String::new(),
        };
        self.line(indent, &format!("{label}{head} {{"));
        self.iterators.push(name);
        let was = self.in_linear;
        self.in_linear = linear;
        self.block(depth - 1, indent + 1);
        self.in_linear = was;
        self.iterators.pop();
        self.line(indent, "}");
    }

    fn condition_statement(&mut self, depth: usize, indent: usize) {
        let condition = match self.random.once_in(6) {
            true => self.unknown(),
            false => self.condition(2),
        };
        self.line(indent, &format!("if ({condition}) {{"));
        self.block(depth - 1, indent + 1);
        if self.random.once_in(2) {
            self.line(indent, "} else {");
            self.block(depth - 1, indent + 1);
        }
        self.line(indent, "}");
    }

    /// Something that is kept as a whole.
    fn opaque(&mut self, depth: usize, indent: usize) {
        let name = self.name("w");
        let at = self.affine();
        match self.random.below(4) {
            0 => {
                self.line(indent, &format!("k = q[{at}];"));
                self.line(indent, "while (k > 0) {");
                let assignment = self.assignment();
                self.line(indent + 1, &format!("{assignment};"));
                self.line(indent + 1, "x[k] = 1; k--;");
                self.line(indent, "}");
            }
            1 => {
                let head = format!("for (int {name} = 0; {name} < q[{at}]; {name}++) {{");
                self.line(indent, &head);
                if self.random.once_in(2) {
                    let jump = self.random.pick(&["break", "continue"]);
                    let condition = self.unknown();
                    self.line(indent + 1, &format!("if ({condition}) {jump};"));
                }
                self.block(depth - 1, indent + 1);
                self.line(indent, "}");
            }
            2 => {
                self.line(indent, &format!("switch (q[{at}]) {{"));
                for case in ["case 0:", "case 2:", "default:"] {
                    let assignment = self.assignment();
                    self.line(indent + 1, &format!("{case} {assignment}; break;"));
                }
                self.line(indent, "}");
            }
            _ => {
                self.line(indent, &format!("k = flags[1 + {}];", self.iterators.len()));
                self.line(indent, "do {");
                self.block(0, indent + 1);
                self.line(indent, "} while (k-- > 0);");
            }
        }
    }

    fn variable(&mut self) -> String {
        let all: Vec<String> = (self.iterators.iter())
            .chain(&self.iterators)
            .chain(&self.values)
            .cloned()
            .collect();
        match (all.is_empty(), self.random.below(5)) {
            (true, 0..=2) | (false, 0) => "n".into(),
            (true, _) | (false, 1) => "m".into(),
            _ => all[self.random.below(all.len())].clone(),
        }
    }

    /// Where a loop begins or ends: small numbers.
    fn bound(&mut self) -> String {
        let v = self.variable();
        match self.random.below(10) {
            0 => "0".into(),
            1 => "5".into(),
            2 => format!("{v} + 1"),
            3 => format!("n - {v}"),
            4 => format!("MIN(n, {v} + 2)"),
            5 => format!("min(m, {v})"),
            6 => format!("({v} + n) / 2"),
            7 => format!("{v} % 4"),
            8 => "n".into(),
            _ => v,
        }
    }

    fn affine(&mut self) -> String {
        let (v, w) = (self.variable(), self.variable());
        match self.random.below(14) {
            0 => format!("{v} + {w}"),
            1 => format!("2 * {v} - {w}"),
            2 => format!("{v} - 1"),
            3 => format!("({v} - {w}) / 3"),
            4 => format!("({v} - {w}) % 3"),
            5 => format!("max({v}, {w} - 1)"),
            6 => format!("({v} < {w} ? {v} + 1 : -{w})"),
            7 => format!("floord({v} - 3, 2)"),
            8 => format!("ceild({v} - {w}, 2)"),
            9 => format!("-{v} + 7"),
            10 => format!("abs({v} - 2)"),
            11 => format!("({v} >> 1)"),
            12 => format!("({v} == {w}) + 1"),
            _ => v,
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let (a, b) = (self.affine(), self.affine());
        if depth > 0 {
            match self.random.below(6) {
                0 => return format!("{} && {}", self.condition(depth - 1), self.condition(0)),
                1 => return format!("{} || {}", self.condition(depth - 1), self.condition(0)),
                2 => return format!("!({})", self.condition(depth - 1)),
                _ => {}
            }
        }
        match self.random.below(8) {
            0 => format!("({a}) % 2 == 0"),
            1 => format!("({a}) % 3"),
            _ => {
                let order = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("{a} {order} {b}")
            }
        }
    }

    /// A condition on data.
    fn unknown(&mut self) -> String {
        let (at, affine) = (self.affine(), self.condition(0));
        match self.random.below(4) {
            0 => format!("q[{at}] > 1"),
            1 => format!("({affine}) && flags[2] > 0"),
            2 => "s > t".into(),
            _ => format!("q[q[{at}]] != 0 || {affine}"),
        }
    }

    fn cell(&mut self) -> String {
        let (a, b) = (self.affine(), self.affine());
        let last = self.iterators.last().cloned();
        match (self.random.below(10), last) {
            (0 | 1, _) => format!("A[{a} + 30][{b} + 30]"),
            (2, _) => "s".into(),
            (3, _) => "t".into(),
            (4, _) if !self.doubles.is_empty() => {
                self.doubles[self.random.below(self.doubles.len())].clone()
            }
            (5, Some(j)) if self.in_linear => {
                let i = self.variable();
                format!("L[({i}) * m + {j}]")
            }
            (6, _) => format!("P[{a}].x"),
            (7, _) => format!("P[{a}].y[{b} + 30]"),
            (8, _) if self.random.once_in(3) => format!("(*(x + {a}))"),
            _ => format!("x[{a}]"),
        }
    }

    fn data(&mut self, depth: usize) -> String {
        if depth > 0 {
            let (a, b) = (self.data(depth - 1), self.data(depth - 1));
            match self.random.below(12) {
                0 => return format!("{a} + {b}"),
                1 => return format!("{a} * ({b})"),
                2 => return format!("({} ? {a} : {b})", self.condition(1)),
                3 => return format!("({a} < {b} ? {a} : {b})"),
                4 => return format!("fmax({a}, {b})"),
                5 => return format!("square({a})"),
                6 => return format!("(double)({a})"),
                7 => return format!("(flags[1] && {a} > 2)"),
                _ => {}
            }
        }
        match self.random.below(8) {
            0 => format!("{}.5", self.random.below(9)),
            1 => self.affine(),
            2 => {
                let at = self.affine();
                format!("x[q[{at}]]")
            }
            3 => "sqrt(s)".into(),
            _ => self.cell(),
        }
    }

    fn assignment(&mut self) -> String {
        let cell = self.cell();
        let value = self.data(2);
        match self.random.below(12) {
            0 => format!("{cell} += {value}"),
            1 => format!("{cell} -= {value}"),
            2 => format!("{cell} *= {value}"),
            3 => format!("{cell}++"),
            4 => format!("--{cell}"),
            5 => format!("{cell} = {cell} + {value}"),
            6 => format!("{cell} = {} = {value}", self.cell()),
            7 => format!("{cell} = {value}, {} = 0", self.cell()),
            _ => format!("{cell} = {value}"),
        }
    }
}
