//! The kinds of messages, each with its stable code: one table for all crates.
//!
//! To add a kind: a row here, in the order of the codes; a page in `explain.md` of the crate
//! `loopwright`. Codes are never given a second meaning: a kind that is no longer reported leaves a
//! gap.

use crate::Code;

/// Whose fault an error of some kind is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// What was given cannot be read, modelled or carried out, or is more work than is allowed.
    Input,
    /// A claim was looked at and does not hold: a transformation is illegal, an assertion fails.
    Claim,
    /// A mistake in Loopwright.
    Internal,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// The code that messages of this kind have.
    pub code: Code,
    /// The constant in this module, `c::NO_REGION`.
    pub name: &'static str,
    /// Whose fault such an error is.
    pub fault: Fault,
    /// What it says, in one sentence.
    pub sentence: &'static str,
}

/// The kind of messages with this code.
///
/// ```
/// use scop::codes::{self, Fault};
///
/// let kind = codes::find(codes::verdict::RACE).unwrap();
/// assert_eq!(kind.fault, Fault::Claim);
/// ```
pub fn find(code: Code) -> Option<&'static Kind> {
    TABLE.iter().find(|kind| kind.code == code)
}

macro_rules! codes {
    ($($(#[$about:meta])* $area:ident {
        $($name:ident = $code:literal, $fault:ident, $sentence:literal;)*
    })*) => {
        $(
            $(#[$about])*
            pub mod $area {
                use crate::Code;

                $(
                    #[doc = $sentence]
                    pub const $name: Code = Code($code);
                )*
            }
        )*

        /// All kinds, in the order of their codes.
        ///
        /// ```
        /// use scop::codes::{TABLE, program};
        ///
        /// assert_eq!(TABLE[0].code, program::UNREADABLE);
        /// assert!(TABLE.iter().all(|kind| kind.sentence.ends_with('.')));
        /// ```
        pub const TABLE: &[Kind] = &[$($(
            Kind {
                code: $area::$name,
                name: concat!(stringify!($area), "::", stringify!($name)),
                fault: Fault::$fault,
                sentence: $sentence,
            },
        )*)*];
    };
}

codes! {
    /// Files and options, and what is written in the end.
    program {
        UNREADABLE = "LW0001", Input, "A file cannot be read.";
        NOT_TEXT = "LW0002", Input, "A file is not text.";
        NO_SUCH_REGION = "LW0003", Input, "The file has no such region.";
        BAD_CONTEXT = "LW0004", Input, "The value of `--context` is not a condition on parameters.";
        BAD_OPENSCOP = "LW0005", Input, "An OpenScop file is malformed.";
        NOT_COMPUTED = "LW0006", Input, "A number or set is too large to compute with.";
        NOT_PARALLEL = "LW0007", Input, "A loop cannot run in parallel as requested.";
        NOT_PROVED = "LW0008", Internal, "The generated code could not be proved correct.";
        NOT_FINISHED = "LW0009", Input, "The proof of the generated code did not finish within the budget.";
        NOT_FOR_ALL = "LW0010", Input, "The generated code is correct only for some parameters.";
        NOT_IN_PLACE = "LW0011", Input, "The region cannot be replaced where it is.";
        NO_MALLOC = "LW0012", Input, "New arrays need memory, and the program cannot call `malloc` there.";
        BAD_INTERLEAVING = "LW0013", Input, "The value of `--fuse` is not a legal interleaving of the region.";
        BAD_STRATEGY = "LW0014", Input, "A strategy of `optimize` does not fit the program.";
    }

    /// Reading and modelling C.
    c {
        NO_REGION = "LW0101", Input, "The file has no `#pragma scop`.";
        REGION_NOT_ENDED = "LW0102", Input, "A `#pragma scop` has no `#pragma endscop` after it.";
        REGION_NOT_BEGUN = "LW0103", Input, "A `#pragma endscop` has no `#pragma scop` before it.";
        REGION_NESTED = "LW0104", Input, "A `#pragma scop` is inside another region.";
        REGION_CUTS_BLOCK = "LW0105", Input, "A region begins and ends in different blocks.";
        TOO_LARGE = "LW0106", Input, "A file is larger than four gigabytes.";
        REGION_CUTS_STATEMENT = "LW0107", Input, "A region does not hold whole statements.";
        BAD_CHARACTER = "LW0110", Input, "A character is not part of C.";
        NOT_TERMINATED = "LW0111", Input, "A string, character constant or comment is not terminated.";
        BAD_NUMBER = "LW0112", Input, "A number is malformed or fits no integer type of C.";
        EXPANSION_TOO_LARGE = "LW0120", Input, "Macros expand to too many tokens or nest too deeply.";
        INCLUDE_TOO_DEEP = "LW0121", Input, "Headers include each other too deeply or too often.";
        BAD_INVOCATION = "LW0122", Input, "A macro call has the wrong number of arguments, or is not closed.";
        BAD_DIRECTIVE = "LW0123", Input, "A preprocessor directive is malformed or unknown.";
        BAD_CONDITION = "LW0124", Input, "The condition of an `#if` is not a constant expression.";
        BAD_CONDITIONAL = "LW0125", Input, "`#if`, `#else` and `#endif` do not match.";
        MISSING_HEADER = "LW0126", Input, "A header cannot be found, so its definitions are unknown.";
        ERROR_DIRECTIVE = "LW0127", Input, "An `#error` directive is active.";
        BAD_PASTE = "LW0128", Input, "`##` does not join its operands into one token.";
        OPEN_CONDITION = "LW0129", Input, "The condition of an `#if` depends on the compiler and is unknown.";
        EXPECTED_TOKEN = "LW0140", Input, "The region is not valid C.";
        EXPECTED_EXPRESSION = "LW0141", Input, "An expression is missing.";
        TOO_DEEP = "LW0142", Input, "Statements or expressions nest too deeply.";
        UNKNOWN_SYNTAX = "LW0143", Input, "A construct is not supported: inline assembly, `_Generic` and the like.";
        JUMP = "LW0201", Input, "A jump leaves the loop order.";
        EFFECTS = "LW0202", Input, "A called function may change a counter, or return elsewhere.";
        POINTER = "LW0203", Input, "An access does not show which memory it reaches.";
        COUNTER_CHANGED = "LW0204", Input, "A loop body changes the counter of the loop.";
        COUNTER_AFTER_LOOP = "LW0205", Input, "The counter of a loop is used outside the loop.";
        ENDLESS = "LW0206", Input, "A loop never ends.";
        BAD_SUBSCRIPT = "LW0207", Input, "Subscripts or fields do not match the type of the variable.";
        UNSUPPORTED = "LW0208", Input, "A construct of C cannot be modelled.";
        TOO_HARD = "LW0209", Input, "A number or set is too large to compute with.";
        DATA_DEPENDENT = "LW0250", Input, "Control flow depends on data and is modelled as one statement.";
        UNKNOWN_SUBSCRIPT = "LW0251", Input, "A subscript is not affine, so it may refer to any element.";
        PRAGMA_IGNORED = "LW0252", Input, "A pragma inside a region is ignored.";
        ASSERTION_NOT_USED = "LW0253", Input, "An assertion is not about parameters alone.";
        ROWS_APART = "LW0254", Input, "The rows of an array of pointers are assumed not to overlap.";
        TARGET_APART = "LW0255", Input, "A pointer is assumed not to overlap other arrays.";
        BRANCH_LEFT_OUT = "LW0256", Input, "Code that an `#if` leaves out is not in the new text.";
        STRANGER = "LW0257", Input, "A called function may do anything, so its calls keep their places.";
        MAY_OVERLAP = "LW0258", Input, "Names may refer to the same memory and are modelled as one array.";
        LEFT_OUT = "LW0270", Input, "A loop is in no region that `--auto` finds.";
    }

    /// Reading scripts and carrying them out.
    script {
        BAD_CHARACTER = "LW0401", Input, "A character is not part of the script language.";
        NOT_TERMINATED = "LW0402", Input, "A string, comment or bracket is not closed.";
        BAD_NUMBER = "LW0403", Input, "A number is too large to compute with.";
        EXPECTED = "LW0404", Input, "The script is not valid.";
        TOO_DEEP = "LW0405", Input, "Brackets or calls nest too deeply.";
        UNKNOWN_OPERATION = "LW0410", Input, "There is no operation or function with this name.";
        UNKNOWN_NAME = "LW0411", Input, "There is no label, statement, variable or loop with this name.";
        WRONG_ARGUMENTS = "LW0412", Input, "An operation has too few, too many or the wrong arguments.";
        WRONG_DIMENSIONS = "LW0413", Input, "A map or set refers to more loops than there are.";
        NOT_AFFINE = "LW0414", Input, "An expression is not affine in the iterators.";
        NOT_A_FUNCTION = "LW0415", Input, "A map gives an iteration no date, or more than one.";
        NOT_INVERTIBLE = "LW0416", Input, "A map gives two instances the same date.";
        BAD_SIZE = "LW0417", Input, "A size, factor or level is out of range.";
        AMBIGUOUS = "LW0418", Input, "A name is ambiguous: several loops match.";
        NOT_NESTED = "LW0419", Input, "Loops are not nested as the operation requires.";
        NOT_ADJACENT = "LW0420", Input, "Two components cannot be moved next to each other.";
        IMPORT_FAILED = "LW0421", Input, "An imported file cannot be read, or imports itself.";
        DEFINED_TWICE = "LW0422", Input, "A name is defined twice.";
        RECURSION = "LW0423", Input, "A function calls itself, directly or through others.";
        MISPLACED = "LW0424", Input, "A construct is in the wrong place.";
        UNSUPPORTED_TREE = "LW0425", Input, "The schedule of the program has parts that scripts cannot transform.";
        TOO_HARD = "LW0426", Input, "A number or set is too large to compute with.";
        UNDONE = "LW0427", Input, "An operation undoes an earlier request.";
        OUT_OF_STEP = "LW0428", Input, "An operation transforms only some of the statements in a loop.";
        BAD_STORAGE = "LW0429", Input, "The values of a variable cannot be kept where a script wants them.";
    }

    /// What becomes of a program under a script.
    verdict {
        SEVERAL_REGIONS = "LW0501", Input, "A script for one region is applied to a program with several.";
        BROKEN = "LW0502", Claim, "A dependence is not respected.";
        RACE = "LW0503", Claim, "Iterations of a parallel or vector loop depend on each other.";
        SAME_DATE = "LW0504", Claim, "Two instances have the same date.";
        NOT_EXECUTED = "LW0505", Claim, "Instances are not executed, or executed more than once.";
        BAD_REDUCTION = "LW0506", Claim, "A loop declares a reduction that is not one.";
        UNCHECKED = "LW0507", Input, "The result was not checked.";
        NO_SCRIPT = "LW0508", Input, "There is no script, or there are two.";
        LOST = "LW0509", Claim, "Other storage does not keep a value that is still needed.";
        NOT_PRIVATE = "LW0510", Claim, "A variable cannot be private to a loop.";
        CORRECTED = "LW0511", Input, "An illegal script was corrected.";
        NO_GUARD = "LW0512", Input, "No test can tell when the program runs whether a new order is legal.";
    }

    /// Calculations with sets.
    calc {
        EXPECTED = "LW0601", Input, "The calculation is not valid.";
        UNKNOWN_NAME = "LW0602", Input, "There is no variable or operation with this name.";
        BAD_VARIABLE = "LW0603", Input, "This name cannot be used for a variable.";
        WRONG_KIND = "LW0604", Input, "An operation does not accept a value of this kind.";
        NO_VALUE = "LW0605", Input, "An operation has no result for these values, or exceeds the budget.";
        BAD_FILE = "LW0606", Input, "A file cannot be read, written or sourced in a calculation.";
        NOT_TRUE = "LW0607", Claim, "An assertion in a calculation does not hold.";
        FAILED = "LW0608", Internal, "Loopwright failed on a statement of a calculation.";
    }
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn codes_are_distinct_and_in_order() {
        assert!(TABLE.windows(2).all(|pair| pair[0].code < pair[1].code));
        let is_code = |code: &str| {
            code.strip_prefix("LW")
                .is_some_and(|digits| digits.len() == 4 && digits.parse::<u16>().is_ok())
        };
        assert!(TABLE.iter().all(|kind| is_code(kind.code.0)));
    }
}
