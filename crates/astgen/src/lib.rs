//! Loops for a schedule tree.
