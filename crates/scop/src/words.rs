//! Words that no new variable can be named by.

/// Words of C up to C23 and of C++ up to C++23, and what <iso646.h> makes of them. C++ reads a text that
/// is written for C, too.
const KEYWORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

/// Whether a word can be the name of a new variable in C and C++: no keyword, and none of the words that
/// are kept for compilers.
///
/// ```
/// assert!(scop::can_name_variable("it"));
/// assert!(!scop::can_name_variable("int"));
/// assert!(!scop::can_name_variable("not"));
/// assert!(!scop::can_name_variable("_Thread_local"));
/// assert!(!scop::can_name_variable("2d"));
/// ```
pub fn can_name_variable(word: &str) -> bool {
    let mut letters = word.chars();
    let (first, second) = (letters.next(), letters.next());
    let is_kept = first == Some('_') && second.is_some_and(|c| c == '_' || c.is_ascii_uppercase());
    is_name(word) && !is_kept
}

/// Whether a text can be a name at all: an identifier of C and C++ that is no keyword. Names that programs
/// should leave to compilers are among them.
///
/// ```
/// assert!(scop::is_name("it") && scop::is_name("__n"));
/// assert!(!scop::is_name("for") && !scop::is_name("n'"));
/// ```
pub fn is_name(word: &str) -> bool {
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
    word.starts_with(begins)
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && KEYWORDS.binary_search(&word).is_err()
}

#[cfg(test)]
mod tests {
    #[test]
    fn keywords_are_in_order() {
        assert!(super::KEYWORDS.is_sorted());
    }
}
