//! What loops are made for: registers, vectors and caches.

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
}

impl Default for Machine {
    /// A usual one with vectors of 32 bytes, neither new nor old.
    fn default() -> Machine {
        Machine {
            vector: 32,
            registers: 16,
            l1: 32 << 10,
            l2: 512 << 10,
        }
    }
}

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
