//! Corrections that do more than move statements.

use presburger::Result;

use super::{Corrections, Search};

/// What else makes the script legal, in the order of what it costs.
pub(super) fn others(_search: &Search<'_>, _found: &mut Corrections) -> Result<()> {
    Ok(())
}
