//! What loops are made for: registers, vectors, caches and threads.

use std::str::FromStr;

/// A machine, as far as the shape of loops depends on it.
///
/// ```
/// use optimizer::loops::Machine;
///
/// let machine = Machine { vector: 64, ..Machine::default() };
/// assert_eq!(machine.lanes(8), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The bytes of a vector register.
    pub vector: i64,
    /// How many of them there are.
    pub registers: i64,
    /// The bytes of the first cache.
    pub l1: i64,
    /// The bytes of the second cache.
    pub l2: i64,
    /// How many threads can run at once.
    pub threads: i64,
}

impl Default for Machine {
    /// A usual one with vectors of 32 bytes, neither new nor old.
    fn default() -> Machine {
        Machine {
            vector: 32,
            registers: 16,
            l1: 32 << 10,
            l2: 512 << 10,
            threads: 4,
        }
    }
}

/// What is wrong with the description of a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct MachineError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl FromStr for Machine {
    type Err = MachineError;

    /// Reads lines such as `l1 = 32768`; `#` begins a comment. What is not named is as in [`Machine::default`].
    ///
    /// ```
    /// use optimizer::loops::Machine;
    ///
    /// let machine: Machine = "vector = 64   # AVX-512\nregisters = 32".parse()?;
    /// assert_eq!((machine.vector, machine.registers), (64, 32));
    /// let wrong = "vector = 64\nl1 = many".parse::<Machine>().unwrap_err();
    /// assert_eq!(wrong.to_string(), "line 2: expected a number from 1 to 4294967296, found `many`");
    /// # Ok::<(), optimizer::loops::MachineError>(())
    /// ```
    fn from_str(text: &str) -> Result<Machine, MachineError> {
        let mut machine = Machine::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            let wrong = |why: String| MachineError { line: at + 1, why };
            if line.is_empty() {
                continue;
            }
            let Some((name, value)) = line.split_once('=') else {
                return Err(wrong(format!("expected `name = number`, found `{line}`")));
            };
            let (name, value) = (name.trim(), value.trim());
            let field = match name {
                "vector" => &mut machine.vector,
                "registers" => &mut machine.registers,
                "l1" => &mut machine.l1,
                "l2" => &mut machine.l2,
                "threads" => &mut machine.threads,
                _ => {
                    let known = "`vector`, `registers`, `l1`, `l2` or `threads`";
                    return Err(wrong(format!("expected {known}, found `{name}`")));
                }
            };
            let number = value
                .parse()
                .ok()
                .filter(|value| (1..=LARGEST).contains(value));
            let Some(number) = number else {
                let message = format!("expected a number from 1 to {LARGEST}, found `{value}`");
                return Err(wrong(message));
            };
            *field = number;
        }
        Ok(machine)
    }
}

/// No cache has more bytes.
const LARGEST: i64 = 1 << 32;

impl Machine {
    /// How many values of so many bytes a vector holds.
    pub fn lanes(&self, bytes: i64) -> i64 {
        (self.vector / bytes.max(1)).max(1)
    }

    /// The rows and columns of the cells that are summed up in registers: as many as leave registers for
    /// the factors, columns in whole vectors.
    pub(super) fn register_tile(&self, bytes: i64) -> (i64, i64) {
        // A quarter of the registers is for what is loaded.
        let accumulators = self.registers * 3 / 4;
        let columns = if self.registers >= 32 { 4 } else { 2 };
        let rows = (accumulators / columns).clamp(2, 8);
        // Powers of two divide what programmers take for sizes.
        let rows = 1 << rows.ilog2();
        (rows, columns * self.lanes(bytes))
    }
}
