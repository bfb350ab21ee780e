//! Choices that hold for all of the code.

/// How code is written; the defaults are isl's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Conditions that exclude each other may share an `if` with an `else`.
    pub allow_else: bool,
    /// A loop ends where one comparison fails, `c < min(a, b)`, rather than one of several,
    /// `c < a && c < b`.
    pub atomic_upper_bound: bool,
    /// `a / m` and `a % m` rather than `floord(a, m)` where `a` cannot be negative.
    pub prefer_pdiv: bool,
    /// `min` and `max` rather than `a ? b : c` where a function is one of them.
    pub detect_min_max: bool,
    /// Separation looks at bounds that are stated, not at those that follow from inner loops.
    pub explicit_separation: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            allow_else: true,
            atomic_upper_bound: true,
            prefer_pdiv: true,
            detect_min_max: true,
            explicit_separation: true,
        }
    }
}
