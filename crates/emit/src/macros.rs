//! The macros that a text defines for itself: minima, maxima, floors.

use std::fmt::Write;

use scop::Scop;

use crate::{Options, names};

/// Macros that the text needs, by the names that it has for them.
pub(crate) struct Macros {
    pub minimum: String,
    pub maximum: String,
    pub floor: String,
    pub uses_minimum: bool,
    pub uses_maximum: bool,
    pub uses_floor: bool,
}

impl Macros {
    pub(crate) fn new(scop: &Scop, options: &Options) -> Macros {
        let name = |wanted| names::of_macro(wanted, scop, options);
        Macros {
            minimum: name("lw_min"),
            maximum: name("lw_max"),
            floor: name("lw_floord"),
            uses_minimum: false,
            uses_maximum: false,
            uses_floor: false,
        }
    }

    pub(crate) fn definitions(&self) -> String {
        let mut text = String::new();
        if self.uses_minimum {
            let name = &self.minimum;
            let _ = writeln!(text, "#define {name}(a, b) ((a) < (b) ? (a) : (b))");
        }
        if self.uses_maximum {
            let name = &self.maximum;
            let _ = writeln!(text, "#define {name}(a, b) ((a) > (b) ? (a) : (b))");
        }
        if self.uses_floor {
            let name = &self.floor;
            // `-1 - n` fits wherever a negative `n` does, which `-n` need not.
            let _ = writeln!(
                text,
                "#define {name}(n, d) ((n) < 0 ? -1 - (-1 - (n)) / (d) : (n) / (d))"
            );
        }
        text
    }

    pub(crate) fn removals(&self) -> String {
        let mut text = String::new();
        for (used, name) in [
            (self.uses_minimum, &self.minimum),
            (self.uses_maximum, &self.maximum),
            (self.uses_floor, &self.floor),
        ] {
            if used {
                let _ = writeln!(text, "#undef {name}");
            }
        }
        text
    }
}
