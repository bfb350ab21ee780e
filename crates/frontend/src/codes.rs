//! The kinds of diagnostics of this crate, each with its stable code.
//!
//! Codes are never given a second meaning: a kind that is no longer reported leaves a gap.

use scop::Code;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $sentence:literal;)*) => {
        $(
            #[doc = $sentence]
            $(#[$doc])*
            pub const $name: Code = Code($code);
        )*

        /// All codes with a sentence about each, in order.
        ///
        /// ```
        /// use frontend::codes;
        ///
        /// let (code, sentence) = codes::TABLE[0];
        /// assert_eq!(code, codes::NO_REGION);
        /// assert!(sentence.ends_with('.'));
        /// ```
        pub const TABLE: &[(Code, &str)] = &[$(($name, $sentence)),*];
    };
}

codes! {
    NO_REGION = "LW0101", "The file has no `#pragma scop`.";
    REGION_NOT_ENDED = "LW0102", "A `#pragma scop` has no `#pragma endscop` after it.";
    REGION_NOT_BEGUN = "LW0103", "A `#pragma endscop` has no `#pragma scop` before it.";
    REGION_NESTED = "LW0104", "A `#pragma scop` stands inside of another region.";
    REGION_CUTS_BLOCK = "LW0105", "A region begins and ends in different blocks.";
    TOO_LARGE = "LW0106", "A text has more bytes than can be counted in 32 bits.";
    REGION_CUTS_STATEMENT = "LW0107", "A region does not consist of whole statements.";
    BAD_CHARACTER = "LW0110", "A character belongs to no token of C.";
    NOT_TERMINATED = "LW0111", "A string, a character constant or a comment has no end.";
    BAD_NUMBER = "LW0112", "A number is malformed or does not fit any integer type of C.";
    EXPANSION_TOO_LARGE = "LW0120", "Macros expand to too many tokens or nest too deeply.";
    INCLUDE_TOO_DEEP = "LW0121", "Headers include each other too deeply or too often.";
    BAD_INVOCATION = "LW0122", "A macro is invoked with the wrong number of arguments, or without an end.";
    BAD_DIRECTIVE = "LW0123", "A preprocessor directive is malformed or not known.";
    BAD_CONDITION = "LW0124", "The condition of an `#if` is not a constant expression.";
    BAD_CONDITIONAL = "LW0125", "`#if`, `#else` and `#endif` do not match.";
    MISSING_HEADER = "LW0126", "A header is not at hand; what it defines is not known.";
    ERROR_DIRECTIVE = "LW0127", "An `#error` directive is active.";
    BAD_PASTE = "LW0128", "`##` does not make one token of its two sides.";
    EXPECTED_TOKEN = "LW0140", "Something else should stand here for this to be C.";
    EXPECTED_EXPRESSION = "LW0141", "An expression should stand here.";
    TOO_DEEP = "LW0142", "Statements or expressions nest too deeply.";
    UNKNOWN_SYNTAX = "LW0143", "A construct that is not read: inline assembly, `_Generic` and the like.";
    JUMP = "LW0201", "A jump leaves the order that the loops give.";
    EFFECTS = "LW0202", "A function is called that may do more than compute a value.";
    POINTER = "LW0203", "Memory is reached in a way that does not tell which memory it is.";
    COUNTER_CHANGED = "LW0204", "The counter of a loop is changed inside of the loop.";
    COUNTER_AFTER_LOOP = "LW0205", "The counter of a loop is used outside of it.";
    ENDLESS = "LW0206", "A loop has no end.";
    BAD_SUBSCRIPT = "LW0207", "Subscripts or fields do not fit the type of the variable.";
    UNSUPPORTED = "LW0208", "A construct of C that the model has no room for.";
    TOO_HARD = "LW0209", "Numbers or sets are too large to compute with.";
    DATA_DEPENDENT = "LW0250", "A statement depends on data and is kept as a whole.";
    UNKNOWN_SUBSCRIPT = "LW0251", "A subscript is not affine, so any element may be meant.";
    PRAGMA_IGNORED = "LW0252", "A pragma inside of a region is not looked at.";
    ASSERTION_NOT_USED = "LW0253", "An assertion says nothing about parameters alone.";
    ROWS_APART = "LW0254", "The rows of an array of pointers are taken to lie apart.";
    TARGET_APART = "LW0255", "What a pointer points to is taken to lie apart from other arrays.";
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn codes_are_distinct_and_in_order() {
        assert!(TABLE.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(TABLE.iter().all(|(code, _)| code.0.starts_with("LW0")));
    }
}
