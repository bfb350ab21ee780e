//! The kinds of diagnostics of this crate, each with its stable code.

use scop::Code;

macro_rules! codes {
    ($($name:ident = $code:literal, $sentence:literal;)*) => {
        $(
            #[doc = $sentence]
            pub const $name: Code = Code($code);
        )*

        /// All codes with a sentence about each, in order.
        ///
        /// ```
        /// use script::codes;
        ///
        /// let (code, sentence) = codes::TABLE[0];
        /// assert_eq!(code, codes::BAD_CHARACTER);
        /// assert!(sentence.ends_with('.'));
        /// ```
        pub const TABLE: &[(Code, &str)] = &[$(($name, $sentence)),*];
    };
}

codes! {
    BAD_CHARACTER = "LW0401", "A character belongs to no word of the script language.";
    NOT_TERMINATED = "LW0402", "A string, a comment or a bracket has no end.";
    BAD_NUMBER = "LW0403", "A number is too large to compute with.";
    EXPECTED = "LW0404", "Something else should stand here for this to be a script.";
    TOO_DEEP = "LW0405", "Brackets or calls nest too deeply.";
    UNKNOWN_OPERATION = "LW0410", "There is no operation or function of this name.";
    UNKNOWN_NAME = "LW0411", "There is no label, statement, variable or loop of this name.";
    WRONG_ARGUMENTS = "LW0412", "An operation is given too few, too many or other arguments than it takes.";
    WRONG_DIMENSIONS = "LW0413", "A map or set speaks of more loops than there are.";
    NOT_AFFINE = "LW0414", "An expression is not affine in the iterators.";
    NOT_A_FUNCTION = "LW0415", "A map gives an iteration no date, or several.";
    NOT_INVERTIBLE = "LW0416", "A map gives two instances the same date.";
    BAD_SIZE = "LW0417", "A size, factor or level is not in its range.";
    AMBIGUOUS = "LW0418", "It is not clear which loop is meant.";
    NOT_NESTED = "LW0419", "Loops are not nested in each other as the operation needs it.";
    NOT_ADJACENT = "LW0420", "Parts stand between two components that are to be put side by side.";
    IMPORT_FAILED = "LW0421", "A file to be imported is not there, or imports itself.";
    DEFINED_TWICE = "LW0422", "A name is defined a second time.";
    RECURSION = "LW0423", "Functions call each other without end.";
    MISPLACED = "LW0424", "Something stands where it has no meaning.";
    UNSUPPORTED_TREE = "LW0425", "The schedule of the program has parts that scripts do not work on.";
    TOO_HARD = "LW0426", "Numbers or sets are too large to compute with.";
    UNDONE = "LW0427", "An operation undoes what an earlier one asked for.";
    OUT_OF_STEP = "LW0428", "An operation changes one of several statements in a loop.";
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn codes_are_distinct_and_in_order() {
        assert!(TABLE.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
