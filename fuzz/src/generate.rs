//! Texts of random objects: small shapes, nasty numbers.

use crate::random::Random;
use crate::seeds::NUMBERS;

/// The space that most objects of one case live in, so that operations find operands that fit.
pub struct Theme {
    params: Vec<&'static str>,
    name: &'static str,
    dims: usize,
    /// Once in how many times a number is out of the ordinary.
    nasty: usize,
}

const PARAMS: &[&str] = &["N", "M"];
const IN: &[&str] = &["i", "j", "k"];
const OUT: &[&str] = &["x", "y", "z"];

impl Theme {
    pub fn new(random: &mut Random) -> Theme {
        Theme {
            params: PARAMS[..[0, 0, 1, 1, 2][random.below(5)]].to_vec(),
            name: *random.pick(&["", "", "S", "A"]),
            dims: [0, 1, 1, 1, 2, 2, 2, 3][random.below(8)],
            nasty: *random.pick(&[5, 15, 100_000, 100_000]),
        }
    }

    pub fn dims(&self) -> usize {
        self.dims
    }

    fn prefix(&self) -> String {
        if self.params.is_empty() {
            String::new()
        } else {
            format!("[{}] -> ", self.params.join(", "))
        }
    }

    fn tuple(&self, names: &[&str]) -> String {
        format!("{}[{}]", self.name, names[..self.dims].join(", "))
    }

    fn variables(&self, groups: &[&[&'static str]]) -> Vec<&'static str> {
        let dims = groups.iter().flat_map(|group| &group[..self.dims]);
        dims.chain(&self.params).copied().collect()
    }

    pub fn set(&self, random: &mut Random) -> String {
        let tuple = self.tuple(IN);
        self.union(random, &tuple, &self.variables(&[IN]))
    }

    pub fn basic_set(&self, random: &mut Random) -> String {
        let condition = self.conjunction(random, &self.variables(&[IN]), false);
        format!("{}{{ {} : {condition} }}", self.prefix(), self.tuple(IN))
    }

    pub fn map(&self, random: &mut Random) -> String {
        let tuple = format!("{} -> {}", self.tuple(IN), self.tuple(OUT));
        let variables = self.variables(&[IN, OUT]);
        if random.once_in(3) || self.dims == 0 {
            return self.union(random, &tuple, &variables);
        }
        // A function or nearly one.
        let inputs = self.variables(&[IN]);
        let outputs: Vec<String> = (0..self.dims)
            .map(|_| self.linear(random, &inputs))
            .collect();
        let tuple = format!(
            "{} -> {}[{}]",
            self.tuple(IN),
            self.name,
            outputs.join(", ")
        );
        self.union(random, &tuple, &inputs)
    }

    pub fn basic_map(&self, random: &mut Random) -> String {
        let condition = self.conjunction(random, &self.variables(&[IN, OUT]), false);
        format!(
            "{}{{ {} -> {} : {condition} }}",
            self.prefix(),
            self.tuple(IN),
            self.tuple(OUT)
        )
    }

    fn union(&self, random: &mut Random, tuple: &str, variables: &[&str]) -> String {
        let count = [0, 1, 1, 1, 1, 2, 2, 3, 6][random.below(9)];
        let disjuncts: Vec<String> = (0..count)
            .map(|_| format!("{tuple} : {}", self.conjunction(random, variables, true)))
            .collect();
        match disjuncts.is_empty() {
            true => format!("{}{{ {tuple} : false }}", self.prefix()),
            false => format!("{}{{ {} }}", self.prefix(), disjuncts.join("; ")),
        }
    }

    pub fn union_set(&self, random: &mut Random) -> String {
        let other = self.conjunction(random, &["i"], true);
        let set = self.set(random);
        set.replacen(" }", &format!("; T[i] : {other} }}"), 1)
    }

    pub fn union_map(&self, random: &mut Random) -> String {
        let other = self.conjunction(random, &["i", "x"], true);
        let map = self.map(random);
        map.replacen(" }", &format!("; T[i] -> T[x] : {other} }}"), 1)
    }

    pub fn aff(&self, random: &mut Random) -> String {
        let value = self.quasi_affine(random, &self.variables(&[IN]));
        format!("{}{{ {} -> [({value})] }}", self.prefix(), self.tuple(IN))
    }

    pub fn pw_aff(&self, random: &mut Random) -> String {
        let variables = self.variables(&[IN]);
        let piece = |random: &mut Random, guard: &str| {
            let value = self.quasi_affine(random, &variables);
            format!("{} -> [({value})] : {guard}", self.tuple(IN))
        };
        let body = match random.below(3) {
            0 => {
                let guard = self.conjunction(random, &variables, true);
                piece(random, &guard)
            }
            1 => {
                let split = self.linear(random, &variables);
                let first = piece(random, &format!("{split} >= 0"));
                first + "; " + &piece(random, &format!("{split} < 0"))
            }
            _ => {
                let (a, b) = (
                    self.linear(random, &variables),
                    self.quasi_affine(random, &variables),
                );
                let function = random.pick(&["max", "min"]);
                format!("{} -> [({function}({a}, {b}))]", self.tuple(IN))
            }
        };
        format!("{}{{ {body} }}", self.prefix())
    }

    pub fn multi_aff(&self, random: &mut Random) -> String {
        let variables = self.variables(&[IN]);
        let values: Vec<String> = (0..self.dims)
            .map(|_| format!("({})", self.quasi_affine(random, &variables)))
            .collect();
        format!(
            "{}{{ {} -> {}[{}] }}",
            self.prefix(),
            self.tuple(IN),
            self.name,
            values.join(", ")
        )
    }

    pub fn pw_multi_aff(&self, random: &mut Random) -> String {
        let function = self.multi_aff(random);
        let guard = self.conjunction(random, &self.variables(&[IN]), true);
        function.replacen("] }", &format!("] : {guard} }}"), 1)
    }

    pub fn multi_union_pw_aff(&self, random: &mut Random) -> String {
        let value = self.quasi_affine(random, &self.variables(&[IN]));
        let tuple = self.tuple(IN);
        format!(
            "{}[{{ {tuple} -> [({value})]; T[i] -> [(2i)] }}]",
            self.prefix()
        )
    }

    fn conjunction(&self, random: &mut Random, variables: &[&str], negations: bool) -> String {
        let mut parts = Vec::new();
        if random.once_in(3) {
            for variable in variables {
                let low = random.between(-9, 3);
                parts.push(format!(
                    "{low} <= {variable} <= {}",
                    low + random.between(0, 12)
                ));
            }
        }
        for _ in 0..[0, 1, 1, 2, 2, 3, 5][random.below(7)] {
            let part = self.constraint(random, variables);
            parts.push(if negations && random.once_in(8) {
                format!("not ({part})")
            } else {
                part
            });
        }
        if parts.is_empty() {
            "true".into()
        } else {
            parts.join(" and ")
        }
    }

    fn constraint(&self, random: &mut Random, variables: &[&str]) -> String {
        let a = self.linear(random, variables);
        let (small, modulus) = (random.between(-3, 9), self.modulus(random));
        match random.below(14) {
            0..=4 => format!("{a} >= 0"),
            5..=6 => format!("{a} = 0"),
            7 => format!("({a}) mod {modulus} = {small}"),
            8 => format!("({a}) mod {modulus} <= {small}"),
            9 => format!(
                "floor(({a})/{modulus}) >= {}",
                self.linear(random, variables)
            ),
            10 => format!("exists (e : {a} = {modulus} e)"),
            11 => {
                let b = self.linear(random, variables);
                format!(
                    "exists (e, f : {a} <= {modulus} e + f and 2 f <= {b} - e and 0 <= f <= {small})"
                )
            }
            12 => format!("exists (e : 2 e <= {a} <= 3 e + {small})"),
            _ => format!("{a} != {small}"),
        }
    }

    fn quasi_affine(&self, random: &mut Random, variables: &[&str]) -> String {
        let (a, modulus) = (self.linear(random, variables), self.modulus(random));
        match random.below(6) {
            0 => format!("floor(({a})/{modulus})"),
            1 => format!("({a}) mod {modulus}"),
            2 => format!(
                "{} + 2 floor(({a} + floor(({a})/2))/{modulus})",
                self.linear(random, variables)
            ),
            3 => format!("({a})/{modulus}"),
            _ => a,
        }
    }

    fn modulus(&self, random: &mut Random) -> String {
        if random.once_in(self.nasty) {
            let number = random.pick(NUMBERS).trim_start_matches('-');
            if number != "0" {
                return number.into();
            }
        }
        random.between(1, 8).to_string()
    }

    fn linear(&self, random: &mut Random, variables: &[&str]) -> String {
        let mut text = self.number(random, 9);
        for variable in variables {
            if !random.once_in(3) {
                text += &format!(" + ({}) * {variable}", self.number(random, 3));
            }
        }
        text
    }

    fn number(&self, random: &mut Random, reach: i64) -> String {
        if random.once_in(self.nasty) {
            let sign = random.pick(&["", "-"]);
            return format!("{sign}{}", random.pick(NUMBERS).trim_start_matches('-'));
        }
        random.between(-reach, reach).to_string()
    }
}
