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
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn codes_are_distinct_and_in_order() {
        assert!(TABLE.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(TABLE.iter().all(|(code, _)| code.0.starts_with("LW01")));
    }
}
