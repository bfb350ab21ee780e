//! Choices that hold for all of the code.

/// How code is written. The names are those of isl's `ast_build` options, and so are the defaults
/// but for `detect_min_max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Conditions that exclude each other may share an `if` with an `else`.
    pub allow_else: bool,
    /// Conditions may be alternatives, `a || b`. Without, a statement is repeated for each of them.
    pub allow_or: bool,
    /// A loop ends where one comparison fails, `c < min(a, b)`, rather than one of several,
    /// `c < a && c < b`.
    pub atomic_upper_bound: bool,
    /// `a / m` and `a % m` rather than `floord(a, m)` where `a` cannot be negative.
    pub prefer_pdiv: bool,
    /// `min` and `max` rather than `a ? b : c` where a function is one of them.
    pub detect_min_max: bool,
    /// Conditions that the bounds of inner loops imply are not tested outside of these.
    pub exploit_nested_bounds: bool,
    /// Separation looks at bounds that are stated, not at those that follow from inner loops.
    pub explicit_separation: bool,
    /// A loop whose dates are multiples of a number, by their formulas, counts the multiples; so does
    /// one that several statements share, each with its own offset of one stride.
    pub scale_strides: bool,
    /// Statements with a common date stay in one loop, though any order is right for them.
    pub group_coscheduled: bool,
    /// Code inside of tiles is written once for tiles that no boundary cuts, without conditions in
    /// innermost loops, and once for all others.
    pub separate_full_tiles: bool,
    /// An instance may have several dates and is executed at each of them. Statements without
    /// coordinates, such as barriers, always may.
    pub allow_repetition: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            allow_else: true,
            allow_or: true,
            atomic_upper_bound: true,
            prefer_pdiv: true,
            detect_min_max: true,
            exploit_nested_bounds: true,
            explicit_separation: true,
            scale_strides: true,
            group_coscheduled: false,
            separate_full_tiles: false,
            allow_repetition: false,
        }
    }
}
