//! Small programs: one to three statements in up to three loops.

use std::fmt::Write;

use super::Random;

/// A function with a region. The cells stay inside of the arrays up to sizes of 12 or so.
pub fn program(random: &mut Random) -> String {
    let mut maker = Maker {
        left: 1 + random.below(3),
        // Programs without any dependence teach nothing, programs full of them can only be
        // left as they are.
        dense: random.percent(35),
        random,
        text: String::new(),
    };
    maker.top();
    let mut text = String::from("void f(int n, int m, double *A, double (*B)[40], double *C)\n{\n");
    // Nobody reads D later.
    text += "    double s = 0, t = 0, D[60] = {0};\n#pragma scop\n";
    text += &maker.text;
    text += "#pragma endscop\n}\n";
    text
}

struct Maker<'a> {
    random: &'a mut Random,
    text: String,
    /// How many statements are still to be made.
    left: usize,
    dense: bool,
}

const COUNTERS: [&str; 3] = ["i", "j", "k"];

impl Maker<'_> {
    fn line(&mut self, around: usize, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 4 * (around + 1));
    }

    fn top(&mut self) {
        while self.left > 0 {
            let depth = [1, 1, 2, 2, 2, 3][self.random.below(6)];
            self.nest(0, depth);
        }
    }

    /// A loop with loops or statements in it; `depth` more are allowed.
    fn nest(&mut self, around: usize, depth: usize) {
        let head = self.head(around);
        self.line(around, &format!("{head} {{"));
        loop {
            // A statement beside the inner loop makes the nest imperfect.
            let mut inner = depth > 1;
            if inner && self.left > 1 && self.random.percent(20) {
                self.statement(around + 1);
                inner = self.random.percent(80);
            }
            match inner && self.left > 0 {
                true => self.nest(around + 1, depth - 1),
                false if self.left > 0 => self.statement(around + 1),
                false => {}
            }
            let goes_on = self.left > 0 && self.random.percent(if depth > 1 { 25 } else { 55 });
            if !goes_on {
                break;
            }
        }
        self.line(around, "}");
    }

    fn head(&mut self, around: usize) -> String {
        let i = COUNTERS[around];
        let outer = around.checked_sub(1).map(|outer| COUNTERS[outer]);
        let high = match self.random.below(12) {
            0 => "n - 1".to_string(),
            1 => "m".into(),
            2 => "4".into(),
            3 => "n + 1".into(),
            _ => "n".into(),
        };
        match (self.random.below(20), outer) {
            (0, _) => format!("for (int {i} = {high} - 1; {i} >= 0; {i}--)"),
            (1, _) => format!("for (int {i} = 0; {i} < {high}; {i} += 2)"),
            (2, _) => format!("for (int {i} = 1; {i} < {high}; {i} += 3)"),
            (3 | 4, Some(outer)) => format!("for (int {i} = 0; {i} <= {outer}; {i}++)"),
            (5, Some(outer)) => format!("for (int {i} = {outer}; {i} < {high}; {i}++)"),
            (6, Some(outer)) => format!("for (int {i} = {outer} + 1; {i} < {high}; {i}++)"),
            (7, Some(outer)) => {
                format!("for (int {i} = {high} - 1; {i} >= {outer}; {i}--)")
            }
            (0..=12, _) => format!("for (int {i} = 0; {i} < {high}; {i}++)"),
            _ => format!("for (int {i} = 1; {i} < {high}; {i}++)"),
        }
    }

    fn statement(&mut self, around: usize) {
        self.left -= 1;
        // A temporary, which each iteration may have for itself.
        if self.random.percent(12) {
            let (first, second) = (self.cell(around), self.cell(around));
            let text = match self.random.below(4) {
                0 => format!("{{ t = {first}; {second} = t * t; }}"),
                1 | 2 => {
                    let (condition, third) = (self.cell(around), self.cell(around));
                    format!("{{ t = {first}; if ({condition} > 0) t = {third}; {second} = t; }}")
                }
                _ => format!("{{ double u = {first}; {second} = u * u; }}"),
            };
            self.line(around, &text);
            return;
        }
        let text = match self.random.below(20) {
            0 => format!("s += {};", self.cell(around)),
            1 => format!("{} += {};", self.cell(around), self.cell(around)),
            2 => format!("t = {};", self.cell(around)),
            3 => format!("{} = s + t;", self.cell(around)),
            4 if self.random.percent(30) => {
                format!("if ({} > 0) t = {};", self.cell(around), self.cell(around))
            }
            4 => format!("if ({} > 0) {} = 1;", self.cell(around), self.cell(around)),
            5 => format!("{} = i;", self.cell(around)),
            6..=9 => format!(
                "{} = {} + {};",
                self.cell(around),
                self.cell(around),
                self.cell(around)
            ),
            _ => format!("{} = {} * .5;", self.cell(around), self.cell(around)),
        };
        self.line(around, &text);
    }

    /// Offsets keep subscripts above zero.
    fn cell(&mut self, around: usize) -> String {
        let rows = ["B", "B", "A", "C", "D"];
        let array = match (self.dense, around) {
            (true, _) => self.random.pick(&["A", "A", "B"]),
            (false, 1) => self.random.pick(&["A", "B", "C", "D"]),
            (false, _) => self.random.pick(&rows),
        };
        match array {
            "B" => {
                let (x, y) = (self.subscript(around, 0), self.subscript(around, 1));
                format!("B[{x}][{y}]")
            }
            array => format!("{array}[{}]", self.subscript(around, around - 1)),
        }
    }

    /// Most often the counter of the `likely` loop with an offset.
    fn subscript(&mut self, around: usize, likely: usize) -> String {
        let likely = COUNTERS[likely.min(around - 1)];
        let any = COUNTERS[self.random.below(around)];
        match self.random.below(20) {
            0..=7 => format!("{likely} + 2"),
            8 | 9 => format!("{likely} + 1"),
            10 | 11 => format!("{likely} + 3"),
            12 => format!("{any} + 2"),
            13 => format!("{any} + {likely} + 2"),
            14 => format!("{any} - {likely} + 14"),
            15 => format!("2 * {likely} + 1"),
            16 => format!("n - {any} + 5"),
            17 => "2".into(),
            18 => format!("{likely} % 2 + 2"),
            _ => likely.to_string(),
        }
    }
}
