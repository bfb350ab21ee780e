//! C text to the program model.
