//! Exact dependences between the statement instances of a program.
