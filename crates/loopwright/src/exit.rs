//! How the program ends: its exit codes, and which one an error leads to.

use scop::codes::{self, Fault};
use scop::{Diagnostic, Severity};

/// How a command ended. The worse one is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exit {
    /// All went well.
    Fine = 0,
    /// A claim was looked at and does not hold.
    Refused = 1,
    /// What was given cannot be worked on.
    BadInput = 2,
    /// Loopwright is at fault.
    Internal = 3,
}

/// What every `--help` says of exit codes.
const HELP: &str = "\
Exit codes:
  0  success
  1  a transformation is illegal, or an `assert` in a calculation does not hold
  2  bad input: C that cannot be read or modelled, an error in a script, an unreadable file,
     wrong arguments, more work than `--budget` or `--timeout` allows
  3  a bug in Loopwright";

/// A text for the end of `--help`, with the exit codes after it.
///
/// ```
/// let help = loopwright::exit::help("Example: loopwright show kernel.c");
/// assert!(help.starts_with("Example:") && help.contains("\n\nExit codes:\n  0  success\n"));
/// ```
pub fn help(text: &str) -> String {
    match text.is_empty() {
        true => HELP.into(),
        false => format!("{text}\n\n{HELP}"),
    }
}

impl Exit {
    /// What to end with after these messages: the first that applies of a mistake of Loopwright, a
    /// claim that does not hold, and bad input. Warnings do no harm.
    ///
    /// ```
    /// use loopwright::exit::Exit;
    /// use loopwright::report::{BROKEN, NOT_PROVED, UNREADABLE, error};
    ///
    /// let (illegal, bad) = (error(BROKEN, "too early"), error(UNREADABLE, "no such file"));
    /// assert_eq!(Exit::after(&[]), Exit::Fine);
    /// assert_eq!(Exit::after(&[bad.clone()]), Exit::BadInput);
    /// assert_eq!(Exit::after(&[bad.clone(), illegal]), Exit::Refused);
    /// assert_eq!(Exit::after(&[bad, error(NOT_PROVED, "wrong")]), Exit::Internal);
    /// ```
    pub fn after(diagnostics: &[Diagnostic]) -> Exit {
        let errors = diagnostics
            .iter()
            .filter(|one| one.severity == Severity::Error);
        let faults: Vec<Fault> = errors
            // A code that is not in the table is our mistake.
            .map(|one| codes::find(one.code).map_or(Fault::Internal, |kind| kind.fault))
            .collect();
        match faults.is_empty() {
            true => Exit::Fine,
            false if faults.contains(&Fault::Internal) => Exit::Internal,
            false if faults.contains(&Fault::Claim) => Exit::Refused,
            false => Exit::BadInput,
        }
    }

    /// The number that the program ends with.
    pub fn code(self) -> u8 {
        self as u8
    }
}
