//! The operations by name: what the parser knows, `help` tells and completion offers.
//!
//! Every entry has an example with its result; a test runs them all, so that `help` is true.

/// How an operation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `dom M`: binds tighter than the operators between operands.
    Prefix,
    /// `A + B`, `A cross B`.
    Infix,
    /// `M^-1`, `M(S)`, `L[0]`.
    Postfix,
    /// `print A;`: at the start of a statement.
    Statement,
}

/// One operation.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The name or symbol.
    pub name: &'static str,
    /// Other names for the same.
    pub aliases: &'static [&'static str],
    /// How it is written.
    pub form: Form,
    /// The heading it stands under in `help`.
    pub group: &'static str,
    /// Operands and result, as in `dom M -> set`.
    pub usage: &'static str,
    /// One or two sentences.
    pub does: &'static str,
    /// A statement to try.
    pub example: &'static str,
    /// What that prints.
    pub result: &'static str,
    /// Whether `iscc` has it: such names cannot name a variable.
    pub in_iscc: bool,
}

/// The operation with this name or alias.
pub fn find(name: &str) -> Option<&'static Operation> {
    OPERATIONS
        .iter()
        .find(|operation| operation.name == name || operation.aliases.contains(&name))
}

/// The name of the operation if it is written before its operand.
pub(crate) fn prefix(name: &str) -> Option<&'static Operation> {
    find(name).filter(|operation| operation.form == Form::Prefix)
}

/// Operations of `iscc` that are not here yet, and when they come.
pub(crate) fn missing(name: &str) -> Option<&'static str> {
    MISSING
        .iter()
        .find(|(names, _)| names.contains(&name))
        .map(|(_, when)| *when)
}

/// Names of the language that are no variables. Names that iscc does not have may be: scripts
/// written for it use them, and then the variable is meant.
pub(crate) fn is_reserved(name: &str) -> bool {
    const OURS: &[&str] = &["id", "affine_hull", "polyhedral_hull"];
    find(name).is_some_and(|operation| operation.in_iscc && !OURS.contains(&name))
        || missing(name).is_some()
        || matches!(
            name,
            "under"
                | "using"
                | "respecting"
                | "minimizing"
                | "true"
                | "false"
                | "True"
                | "False"
                | "infty"
                | "NaN"
        )
}

/// All names, for completion.
pub fn names() -> impl Iterator<Item = &'static str> {
    OPERATIONS
        .iter()
        .flat_map(|operation| {
            std::iter::once(operation.name).chain(operation.aliases.iter().copied())
        })
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

const MISSING: &[(&[&str], &str)] = &[
    (&["parse_file"], "use `loopwright show` to read C"),
    (
        &["lpoly", "upoly", "lattice_width"],
        "only counts, sums and bounds of piecewise quasipolynomials are supported yet",
    ),
    (
        &["pow"],
        "symbolic exponents are not supported yet, only `M^3` and `M^+`",
    ),
    (
        &["vertices", "lift"],
        "use `poly` for the constraints of the hull",
    ),
];

macro_rules! operations {
    ($($group:literal { $(
        $form:ident $name:literal $(| $alias:literal)* $($ours:ident)?: $usage:literal, $does:literal,
            $example:literal => $result:literal;
    )* })*) => {
        /// All operations, in the order in which `help` lists them.
        pub const OPERATIONS: &[Operation] = &[$($(
            Operation {
                name: $name,
                aliases: &[$($alias),*],
                form: Form::$form,
                group: $group,
                usage: $usage,
                does: $does,
                example: $example,
                result: $result,
                in_iscc: !operations!(@ours $($ours)?),
            },
        )*)*];
    };
    (@ours) => { false };
    (@ours ours) => { true };
}

operations! {
    "combine" {
        Infix "+": "A + B -> like A and B", "Union of sets or maps; sum of numbers, `or` of booleans, concatenation with a string.",
            "{ A[] } + { B[] };" => "{ A[]; B[] }";
        Infix "-": "A - B -> like A", "Difference. With a map and a set: the map without the set in its domain.",
            "{ [i] : 0 <= i <= 3 } - { [1] } = { [0]; [2]; [3] };" => "True";
        Infix "*": "A * B -> like A", "Intersection. With a map and a set: the map restricted to the set as domain. A condition on parameters such as `[n] -> { : n > 0 }` restricts anything.",
            "{ [i] -> [i + 1] } * { [3] };" => "{ [i = 3] -> [4] }";
        Infix "%": "A % B -> like A", "Gist: A, simplified assuming B. With a map and a set: assuming B of the domain.",
            "{ [i] : 0 <= i <= 10 } % { [i] : i >= 0 };" => "{ [i] : i <= 10 }";
        Infix "->*": "M ->* S -> map", "The map restricted to the set as range.",
            "{ [i] -> [i + 1] } ->* { [3] };" => "{ [i = 2] -> [3] }";
        Infix "->-": "M ->- S -> map", "The map without the set in its range.",
            "({ [0] -> [i] : 0 <= i <= 1 } ->- { [0] }) = { [0] -> [1] };" => "True";
        Infix "cross": "A cross B -> like A and B", "Product: pairs of an element of A and one of B.",
            "{ A[i] } cross { B[j] };" => "{ [A[i] -> B[j]] }";
        Infix "->": "S -> T -> map", "Every element of S related to every element of T.",
            "{ A[] } -> { B[] };" => "{ A[] -> B[] }";
    }
    "compose and apply" {
        Infix "." | "before": "M . N -> map", "M, then N: relates x to z when M relates x to some y and N that y to z.",
            "{ A[i] -> B[2i] } . { B[i] -> C[i + 1] };" => "{ A[i] -> C[2i + 1] }";
        Infix "after": "N after M -> map", "M, then N: the same as `M . N`.",
            "{ B[i] -> C[i + 1] } after { A[i] -> B[2i] };" => "{ A[i] -> C[2i + 1] }";
        Postfix "()": "M(S) -> set, M(N) -> map", "Applies a map to a set; applied to a map N it is `N . M`.",
            "M := { A[i] -> B[2i] }; M({ A[3] });" => "{ B[6] }";
        Postfix "^": "M^k -> map", "Fixed power; negative powers are powers of the inverse, so `M^-1` is the inverse.",
            "{ [i] -> [i + 1] }^-1;" => "{ [i0] -> [i = i0 - 1] }";
        Postfix "^+": "M^+ -> list", "Transitive closure: a list of the closure, or a relation that contains it, and whether it is exact. Where a map is expected, the list means its first element.",
            "({ [i] -> [i + 1] }^+)[1];" => "True";
        Prefix "deltas": "deltas M -> set", "The differences y - x of related x and y.",
            "deltas { [i] -> [i + 2] };" => "{ [i = 2] }";
        Prefix "deltas_map": "deltas_map M -> map", "Relates each pair of M to its difference.",
            "deltas_map { [i] -> [i + 2] };" => "{ [[i] -> [i + 2]] -> [i' = 2] }";
    }
    "compare" {
        Infix "=" | "==": "A = B -> boolean", "Whether sets or maps have the same elements; also numbers, strings and booleans.",
            "{ [i] : i = 3 or i = 5 } = { [3]; [5] };" => "True";
        Infix "<=": "A <= B -> boolean", "Whether A is a subset of B; for numbers, at most.",
            "{ [3] } <= { [i] : i > 0 };" => "True";
        Infix ">=": "A >= B -> boolean", "Whether A is a superset of B; for numbers, at least.",
            "{ [3] } >= { [i] : i > 0 };" => "False";
        Infix "<": "A < B -> boolean", "Whether A is a proper subset of B; for numbers, less.",
            "{ [3] } < { [3] };" => "False";
        Infix ">": "A > B -> boolean", "Whether A is a proper superset of B; for numbers, more.",
            "{ [i] } > { [3] };" => "True";
        Infix "<<": "A << B -> map", "Relates elements of A to lexicographically greater ones of B in the same space. Between maps: relates elements of the domains by the order of their images.",
            "{ [2] } << { [i] : 0 <= i <= 3 };" => "{ [2] -> [i = 3] }";
        Infix "<<=": "A <<= B -> map", "As `<<`, or equal.",
            "({ [2] } <<= { [2]; [3] }) = { [2] -> [2]; [2] -> [3] };" => "True";
        Infix ">>": "A >> B -> map", "Relates elements of A to lexicographically smaller ones of B.",
            "{ [2] } >> { [i] : 1 <= i <= 3 };" => "{ [2] -> [i = 1] }";
        Infix ">>=": "A >>= B -> map", "As `>>`, or equal.",
            "({ [2] } >>= { [2]; [1] }) = { [2] -> [1]; [2] -> [2] };" => "True";
        Prefix "is_empty" ours: "is_empty A -> boolean", "Whether there is no element, for any value of the parameters.",
            "is_empty { [i] : 2i = 1 };" => "True";
        Prefix "is_bounded" ours: "is_bounded S -> boolean", "Whether the set is finite for every value of the parameters.",
            "is_bounded { [i] : i >= 0 };" => "False";
        Prefix "is_single_valued" ours: "is_single_valued M -> boolean", "Whether the map is a function.",
            "is_single_valued { [i] -> [i + 1] };" => "True";
        Prefix "is_injective" ours: "is_injective M -> boolean", "Whether no two elements have a common image.",
            "is_injective { [i] -> [0] };" => "False";
        Prefix "is_bijective" ours: "is_bijective M -> boolean", "Whether the map is a function and injective.",
            "is_bijective { [i] -> [i + 1] };" => "True";
    }
    "take apart" {
        Prefix "dom" | "domain": "dom M -> set", "The domain of a map; of a count, where it is defined.",
            "dom { A[i] -> B[j] };" => "{ A[i] }";
        Prefix "ran" | "range": "ran M -> set", "The range of a map.",
            "ran { A[i] -> B[j] };" => "{ B[j] }";
        Prefix "params": "params A -> set", "The values of the parameters for which there is an element.",
            "params [N] -> { [i] : 0 <= i < N } = [N] -> { : N >= 1 };" => "True";
        Prefix "domain_map": "domain_map M -> map", "Relates each pair of M to its first element.",
            "domain_map { A[i] -> B[j] };" => "{ [A[i] -> B[j]] -> A[i' = i] }";
        Prefix "range_map": "range_map M -> map", "Relates each pair of M to its second element.",
            "range_map { A[i] -> B[j] };" => "{ [A[i] -> B[j]] -> B[j' = j] }";
        Prefix "wrap": "wrap M -> set", "The map as a set of pairs.",
            "wrap { A[i] -> B[j] };" => "{ [A[i] -> B[j]] }";
        Prefix "unwrap": "unwrap S -> map", "A set of pairs as a map.",
            "unwrap { [A[i] -> B[j]] };" => "{ A[i] -> B[j] }";
        Prefix "identity" | "id": "identity S -> map", "Relates each element of S to itself.",
            "identity { A[3] };" => "{ A[3] -> A[3] }";
        Prefix "zip": "zip M -> map", "`{ [W -> X] -> [Y -> Z] }` becomes `{ [W -> Y] -> [X -> Z] }`.",
            "zip { [A[] -> B[]] -> [C[] -> D[]] };" => "{ [A[] -> C[]] -> [B[] -> D[]] }";
        Prefix "curry" ours: "curry M -> map", "`{ [A -> B] -> C }` becomes `{ A -> [B -> C] }`.",
            "curry { [A[] -> B[]] -> C[] };" => "{ A[] -> [B[] -> C[]] }";
        Prefix "uncurry" ours: "uncurry M -> map", "`{ A -> [B -> C] }` becomes `{ [A -> B] -> C }`.",
            "uncurry { A[] -> [B[] -> C[]] };" => "{ [A[] -> B[]] -> C[] }";
    }
    "optimise, count, list" {
        Prefix "lexmin": "lexmin A -> like A", "The lexicographically smallest element in each space; of a map, the smallest image of each element.",
            "lexmin { [i, j] : 2 <= i <= j <= 9 };" => "{ [i = 2, j = 2] }";
        Prefix "lexmax": "lexmax A -> like A", "The lexicographically greatest element in each space; of a map, the greatest image of each element.",
            "lexmax { [i, j] : 2 <= i <= j <= 9 };" => "{ [i = 9, j = 9] }";
        Prefix "card": "card A -> piecewise quasipolynomial", "The number of elements of a set as a function of the parameters; of a map, the number of images of each element.",
            "card [n] -> { [i, j] : 0 <= i <= j < n };" => "[n] -> { (1/2 * n + 1/2 * n^2) : n >= 1 }";
        Prefix "sum": "sum P -> piecewise quasipolynomial", "The sum of the values at all elements of the domain; where these are pairs, over the second elements, as a function of the first. `P(S)` is the sum over a set, `M . P` over the images of each element.",
            "sum [n] -> { [i] -> i : 0 <= i <= n } = [n] -> { 1/2 * n + 1/2 * n^2 : n >= 0 };" => "True";
        Prefix "ub": "ub P -> list", "An upper bound on the values at all elements of the domain, as `sum` has them: a list of the bound and whether it is known to be attained.",
            "ub [n] -> { [i] -> n * i : 0 <= i <= n };" => "([n] -> { max(0, n^2) : n >= 0 }, True)";
        Prefix "lb": "lb P -> list", "A lower bound, as `ub`.",
            "lb [n] -> { [i] -> i - n : 0 <= i <= n };" => "([n] -> { min(-n) : n >= 0 }, True)";
        Infix "@": "P @ S -> number", "The value of a piecewise quasipolynomial, or of a bound, at the single element of S.",
            "{ [i] -> i^2 : i > 0 } @ { [5] };" => "25";
        Prefix "sample": "sample A -> like A", "One element, if there is one.",
            "sample { [i] : 5 <= i and 3i <= 15 };" => "{ [i = 5] }";
        Prefix "scan": "scan A -> like A", "The elements of a bounded set or map one by one.",
            "scan { [i] : 0 <= i <= 2 };" => "{ [i = 0]; [i = 1]; [i = 2] }";
    }
    "dependences and code" {
        Prefix "last": "last W before R under M -> list", "For accesses W and R, from instances to cells, and a schedule M: the last instance that writes a cell before each one that reads it, and the reads without such a write.",
            "(last { W[i] -> A[] : 0 <= i < 9 } before { R[] -> A[] } under { W[i] -> [0, i]; R[] -> [1, 0] })[0] = { W[8] -> R[] };" => "True";
        Prefix "any": "any W before R under M -> map", "For accesses W and R and a schedule M: all instances that write a cell before each one that reads it.",
            "any { W[i] -> A[] : 0 <= i < 9 } before { R[] -> A[] } under { W[i] -> [0, i]; R[] -> [1, 0] } = { W[i] -> R[] : 0 <= i < 9 };" => "True";
        Prefix "schedule": "schedule S [respecting M [minimizing N]] -> schedule", "An order of the elements of S, as a tree, in which the first element of each pair in M comes before the second one; close to each other where M allows it, also those of N that are in M.",
            "map schedule { S[i] : 0 <= i < 9 } respecting { S[i] -> S[i - 1] } = { S[i] -> [-i] : 0 <= i < 9 };" => "True";
        Prefix "map": "map T -> map", "The order of a schedule as a map from its elements to their dates.",
            "map schedule { S[i] : 0 <= i < 9 } respecting { S[i] -> S[i + 1] } = { S[i] -> [i] : 0 <= i < 9 };" => "True";
        Prefix "codegen": "codegen M [using N] -> string", "Loops that execute the elements of the domain of M in the order of their images; M may also be a schedule; N are options of isl, as in `{ [i] -> separate[0] }`.",
            "codegen { S[i] -> [i] : 0 <= i < 4 };" => "for (int c0 = 0; c0 <= 3; c0 += 1)\n  S(c0);";
    }
    "simplify and approximate" {
        Prefix "coalesce": "coalesce A -> like A", "The same elements with fewer pieces.",
            "coalesce { [i] : i >= 4; [i] : i < 4 };" => "{ [i] }";
        Prefix "aff" | "affine_hull": "aff A -> like A", "The smallest affine set that contains the integer points.",
            "aff { [1, 2]; [3, 6] } <= { [i, 2i] };" => "True";
        Prefix "poly" | "polyhedral_hull": "poly A -> like A", "The smallest polyhedron that contains A.",
            "poly { [0]; [4] } = { [i] : 0 <= i <= 4 };" => "True";
        Prefix "simple_hull" | "hull" ours: "simple_hull A -> like A", "A single conjunction that contains A, made of its constraints, shifted.",
            "simple_hull { [0]; [4] } = { [i] : 0 <= i <= 4 };" => "True";
        Prefix "compute_divs" ours: "compute_divs A -> like A", "The same elements with every quantified variable as an integer division.",
            "compute_divs { [i] : exists a : i = 2a } = { [i] : i mod 2 = 0 };" => "True";
        Prefix "coefficients": "coefficients S -> set", "The coefficients of all affine forms that are not negative on S (Farkas).",
            "typeof coefficients { [i] : 0 <= i <= 9 };" => "set";
        Prefix "solutions": "solutions S -> set", "The set on which all forms with these coefficients are not negative: inverse of `coefficients`.",
            "solutions coefficients { [i] : 0 <= i <= 9 } = { rat: [i] : 0 <= i <= 9 };" => "True";
    }
    "talk" {
        Statement ":=": "A := EXPR;", "Names the value. A statement without `:=` prints its value; at the prompt such a value is named too: `$0`, `$1`, …",
            "A := { [3] }; A;" => "{ [3] }";
        Statement "print": "print EXPR;", "Prints the value.",
            "print \"three\" + 3;" => "three3";
        Statement "assert": "assert EXPR;", "Ends a script with exit code 1 if the boolean is false.",
            "assert { } <= { [3] };" => "";
        Prefix "typeof": "typeof EXPR -> string", "The kind of a value; applies to everything that follows.",
            "typeof { [3] } -> { [4] };" => "map";
        Postfix "[]": "L[i] -> element", "Element of a list such as `(A, B)`, counted from 0.",
            "(\"a\", \"b\")[1];" => "b";
        Prefix "read": "read \"file\" -> value", "Reads a set, map or number from a file.",
            "" => "";
        Statement "write": "write \"file\" EXPR;", "Writes the value to a file.",
            "" => "";
        Statement "source": "source \"file\";", "Runs the statements in a file.",
            "" => "";
        Statement "help" ours: "help; help dom;", "Lists the operations, or describes one.",
            "" => "";
        Statement "quit" | "exit" ours: "quit;", "Ends the calculator.",
            "quit;" => "";
    }
}

/// What `help` prints, or `help NAME`; `None` for a name that is not known.
pub(crate) fn help(name: Option<&str>) -> Option<String> {
    match name {
        None => Some(overview()),
        Some(name) => {
            if let Some(when) = missing(name) {
                return Some(format!("{name}: not supported yet: {when}"));
            }
            find(name).map(describe)
        }
    }
}

fn overview() -> String {
    let mut text = String::from(
        "Statements end with `;`. Objects are written as in isl: [N] -> { S[i] : 0 <= i < N }.\n\
         Operators between operands bind alike and group to the left: A + B * C is (A + B) * C.\n\
         Named operations bind tighter: dom M * S is (dom M) * S.\n",
    );
    let mut group = "";
    for operation in OPERATIONS {
        if operation.group != group {
            group = operation.group;
            text += &format!("\n{group}\n");
        }
        let first = operation.does.split_inclusive(['.', ';', ':']).next();
        let first = first.unwrap_or("").trim_end_matches(['.', ';', ':']);
        text += &format!("  {:<42} {first}\n", operation.usage);
    }
    text += "\nhelp NAME; describes one operation, with an example.";
    text
}

fn describe(operation: &Operation) -> String {
    let mut text = format!("{}\n{}", operation.usage, wrapped(operation.does));
    if !operation.aliases.is_empty() {
        text += &format!("\nAlso: {}", operation.aliases.join(", "));
    }
    if !operation.example.is_empty() {
        text += &format!("\n\n    {}", operation.example);
        if !operation.result.is_empty() {
            text += &format!("\n    {}", operation.result);
        }
    }
    text
}

/// The text in lines of at most 80 characters.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        if width > 0 && width + 1 + word.len() > 80 {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines += word;
        width += word.len();
    }
    lines
}
