"""Random integer sets, relations and functions, written in isl's notation.

Everything is drawn from one `random.Random`, so a seed names a case for good.
The generator only writes text: it needs neither isl nor the library under test,
and neither of them can influence what is asked.

What it is after are the places where such libraries break: strides and floors
under projections, unions that overlap, unbounded and empty pieces, equalities
that only hold over the integers, parameters that only one argument mentions,
and numbers that leave 64 bits.
"""

import random

PARAMETERS = ["N", "M", "P"]
INPUT_NAMES = ["i", "j", "k", "l", "m"]
OUTPUT_NAMES = ["x", "y", "z", "u", "v"]

# The arity of a named tuple is fixed, so that unions over several spaces meet.
UNION_TUPLES = [("A", 1), ("B", 2), ("C", 0), ("D", 3)]


class Tuple:
    """A named or anonymous list of dimensions, possibly two tuples nested."""

    def __init__(self, name, dims, nested=None):
        self.name = name
        self.dims = dims
        self.nested = nested

    def text(self, values=None):
        """The tuple with `values` (expressions) in place of its own names."""
        values = self.dims if values is None else values
        if self.nested:
            left, right = self.nested
            cut = len(left.dims)
            inside = f"{left.text(values[:cut])} -> {right.text(values[cut:])}"
        else:
            inside = ", ".join(values)
        return f"{self.name or ''}[{inside}]"


def nest(left, right, name=None):
    return Tuple(name, left.dims + right.dims, (left, right))


class Generator:
    """Draws objects; `large` cases carry numbers up to 10^20."""

    def __init__(self, rng, max_params=3):
        self.rng = rng
        count = rng.choice([0, 0, 1, 1, 1, 2, 2, 3])
        self.params = PARAMETERS[: min(count, max_params)]
        self.large = rng.random() < 0.05
        # The kinds of extra constraint; a caller that needs plain polyhedra turns this off.
        self.divs = rng.random() < 0.6
        self.max_disjuncts = rng.choice([1, 1, 2, 2, 3, 4])
        # Whether values of functions may be fractions, and whether unions may be long.
        self.fractions = rng.random() < 0.3
        self.many = rng.random() < 0.06

    # --- numbers and expressions -------------------------------------------------

    def constant(self, spread=12):
        rng = self.rng
        if self.large and rng.random() < 0.2:
            return rng.randint(-(10**20), 10**20)
        if rng.random() < 0.03:
            return rng.randint(-2000, 2000)
        return rng.randint(-spread, spread)

    def coefficient(self):
        rng = self.rng
        if self.large and rng.random() < 0.12:
            return rng.choice([-1, 1]) * rng.randint(10 ** rng.randint(3, 18), 10**20)
        return rng.choice([-1, 1, 1, 1, -1, 2, -2, 3, -3, 5, rng.randint(-9, 9) or 4])

    def divisor(self):
        if self.large and self.rng.random() < 0.05:
            return self.rng.randint(10**9, 10**20)
        return self.rng.choice([2, 2, 3, 4, 5, 7, 8, 32])

    def linear(self, names, max_terms=3, constant=True):
        """`2i - 3N + 4` over some of `names`."""
        rng = self.rng
        chosen = rng.sample(names, min(len(names), rng.randint(1, max_terms)))
        terms = [(self.coefficient(), name) for name in sorted(chosen, key=names.index)]
        return render_linear(terms, self.constant() if constant else 0)

    def quasi_affine(self, names, depth=1):
        """A linear expression, now and then around a floor or a remainder."""
        rng = self.rng
        if not names or depth == 0 or not self.divs or rng.random() < 0.5:
            return self.linear(names)
        inside = self.quasi_affine(names, depth - 1 if rng.random() < 0.8 else 0)
        d = self.divisor()
        atom = rng.choice(
            [f"floor(({inside})/{d})", f"floor(({inside})/{d})", f"(({inside}) mod {d})"]
        )
        if rng.random() < 0.5:
            return atom
        return f"{atom} + {self.linear(names, 2)}"

    def value(self, names):
        """A value of a function, in parentheses; with `fractions` on often not an integer."""
        value = self.quasi_affine(names) if names else str(self.constant())
        if self.fractions and self.rng.random() < 0.5:
            return f"(({value})/{self.divisor()})"
        return f"({value})"

    # --- constraints -------------------------------------------------------------

    def bounds(self, name, earlier, bounded):
        """Constraints that give `name` its range, by constants, parameters or earlier names."""
        rng = self.rng
        # Mostly around the origin and not too small, or nearly every intersection is empty.
        low = rng.randint(-6, 2) if rng.random() < 0.95 else rng.randint(-2000, 2000)
        size = rng.choice([0, 2, 5, 8, 12, 20, 40, 100])
        symbols = earlier if bounded else earlier + self.params
        style = rng.random()
        if bounded or style < 0.35:
            if symbols and rng.random() < 0.4:
                other = rng.choice(symbols)
                return rng.choice(
                    [
                        [f"{other} <= {name} <= {other} + {size}"],
                        [f"{low} <= {name}", f"{name} <= {other}", f"{other} <= {low + size}"],
                        [f"{name} >= {low}", f"{name} <= {size} - {other}", f"{other} >= {low}"],
                    ]
                )
            return [f"{low} <= {name} <= {low + size}"]
        if style < 0.6 and symbols:
            other = rng.choice(symbols)
            return rng.choice(
                [
                    [f"0 <= {name} < {other}"],
                    [f"{other} <= {name}"],
                    [f"{name} >= {low}", f"{name} <= {other}"],
                    [f"{other} < {name} <= 2{other} + {size}"],
                ]
            )
        if style < 0.75:
            return [rng.choice([f"{name} >= {low}", f"{name} < {low + size}", f"{name} > {low}"])]
        return []

    def extra(self, names):
        """One constraint that cuts across the ranges."""
        rng = self.rng
        plain = [
            lambda: f"{self.linear(names)} >= 0",
            lambda: f"{self.linear(names)} >= 0",
            lambda: f"{self.linear(names, 2)} <= {self.linear(names, 2)}",
            lambda: f"{self.linear(names, 2)} < {self.linear(names, 2)}",
            lambda: f"{self.linear(names)} = 0",
            lambda: f"{rng.choice(names)} = {self.linear(names, 2)}",
            lambda: f"{self.linear(names, 2)} <= {self.linear(names, 3)}",
            lambda: f"{self.constant() - 10} <= {self.linear(names, 2, False)} <= {self.constant(30) + 10}",
        ]
        divided = [
            lambda: f"({self.linear(names, 2)}) mod {self.divisor()} = {rng.randint(0, 2)}",
            lambda: f"({self.linear(names, 2)}) mod {self.divisor()} <= {rng.randint(0, 4)}",
            lambda: f"{self.quasi_affine(names, 2)} >= 0",
            lambda: f"floor(({self.linear(names)})/{self.divisor()}) <= {self.linear(names, 2)}",
            lambda: f"exists (e : {rng.choice(names)} = {self.divisor()}e + {rng.randint(0, 3)})",
            lambda: self.existential(names),
        ]
        return rng.choice(divided if self.divs and rng.random() < 0.55 else plain)()

    def existential(self, names):
        """A projection that need not be a stride: its bounds leave gaps."""
        rng = self.rng
        if rng.random() < 0.3:
            inner = names + ["e", "f"]
            body = [self.linear(inner) + " >= 0", f"0 <= e <= {rng.randint(0, 9)}"]
            body.append(f"{rng.choice(names)} = {self.linear(['e', 'f'], 2)}")
            return f"exists (e, f : {' and '.join(body)})"
        a, b = rng.choice([(2, 3), (3, 5), (2, 5), (3, 4), (5, 7)])
        low, high = self.linear(names, 2), self.linear(names, 2)
        forms = [
            f"exists (e : {low} <= {a}e and {b}e <= {high})",
            f"exists (e : {rng.choice(names)} = {a}e and {low} <= {b}e)",
            f"exists (e : {a}e <= {low} <= {a}e + {rng.randint(0, a - 1)} and e >= {self.constant()})",
        ]
        return rng.choice(forms)

    def conjunction(self, dims, bounded=False, extras=None):
        """Constraints, as a list of texts, over `dims` and the parameters."""
        rng = self.rng
        names = dims + self.params
        constraints = []
        if bounded and self.params:
            for param in self.params:
                low = rng.randint(-3, 3)
                constraints.append(f"{low} <= {param} <= {low + rng.randint(0, 6)}")
        elif self.params and rng.random() < 0.2:
            constraints.append(f"{rng.choice(self.params)} >= {rng.randint(-1, 4)}")
        for position, name in enumerate(dims):
            constraints += self.bounds(name, dims[:position], bounded)
        if self.divs and dims and rng.random() < 0.15:
            # Strides, of several dimensions now and then: what tiled code is full of.
            for name in rng.sample(dims, rng.randint(1, min(2, len(dims)))):
                shift = rng.choice(["", "", f" + {self.linear(names, 1)}"])
                constraints.append(f"({name}{shift}) mod {self.divisor()} = {rng.randint(0, 1)}")
        if names:
            count = rng.choice([0, 0, 1, 1, 1, 2, 3]) if extras is None else extras
            constraints += [self.extra(names) for _ in range(count)]
        if rng.random() < 0.02:
            constraints.append("1 = 0")
        return constraints

    # --- tuples ------------------------------------------------------------------

    def tuple(self, names=INPUT_NAMES, low=1, high=3, name=None):
        rng = self.rng
        count = rng.randint(low, high)
        # Most interesting sets have two or three dimensions; four and five are rarer, being dear.
        if high >= 3 and rng.random() < 0.1:
            count = rng.randint(high, max(high, 5))
        if name is None and rng.random() < 0.25:
            name = rng.choice(["S", "T", "A"])
        return Tuple(name, names[:count])

    # --- sets --------------------------------------------------------------------

    def prefix(self):
        """`[N, M] -> `, in an order of its own, so that alignment has work to do."""
        if not self.params:
            return ""
        params = list(self.params)
        if self.rng.random() < 0.2:
            self.rng.shuffle(params)
        return f"[{', '.join(params)}] -> "

    def braces(self, pieces):
        """`[N] -> { piece; piece }` from pairs of a tuple text and its constraints."""
        body = "; ".join(
            f"{head} : {' and '.join(constraints)}" if constraints else head
            for head, constraints in pieces
        )
        return f"{self.prefix()}{{ {body} }}"

    def set(self, tuple, bounded=False, disjuncts=None):
        rng = self.rng
        if rng.random() < 0.03:
            return self.braces([(tuple.text(), rng.choice([["1 = 0"], []]) if not bounded else ["1 = 0"])])
        count = disjuncts or rng.randint(1, self.max_disjuncts)
        extras = None
        if self.many and not disjuncts and self.max_disjuncts > 1:
            # Small parts of one region, so that they meet.
            count, extras = rng.randint(6, 12), rng.choice([0, 0, 1])
        pieces = [(tuple.text(), self.conjunction(tuple.dims, bounded, extras)) for _ in range(count)]
        if count > 1 and rng.random() < 0.2:
            return self.formula(tuple, [constraints for _, constraints in pieces])
        return self.braces(pieces)

    def formula(self, tuple, disjuncts):
        """The union written inside one formula: `or`, `not`, `!=` instead of `;`."""
        texts = [" and ".join(constraints) or "true" for constraints in disjuncts]
        formula = " or ".join(f"({text})" for text in texts)
        choice = self.rng.random()
        if choice < 0.2 and tuple.dims:
            formula = f"({formula}) and {self.rng.choice(tuple.dims)} != {self.constant(4)}"
        elif choice < 0.35 and len(texts) >= 2:
            formula = f"({texts[0]}) and not ({texts[1]})"
        return self.braces([(tuple.text(), [formula])])

    def variation(self, text):
        """A set near `text`: the same, with a constraint more or less, or a piece less.

        Comparisons of two independent random sets are nearly always false."""
        rng = self.rng
        prefix, pieces = split(text)
        choice = rng.random()
        if choice < 0.3 and len(pieces) > 1:
            pieces.pop(rng.randrange(len(pieces)))
        elif choice < 0.6:
            head, constraints = rng.choice(pieces)
            if constraints:
                constraints.pop(rng.randrange(len(constraints)))
        elif choice < 0.8:
            # The same set, cut in two along a line.
            position = rng.randrange(len(pieces))
            head, constraints = pieces[position]
            names = self.params + [n for n in INPUT_NAMES + OUTPUT_NAMES if n in names_of(head)]
            if names:
                line = self.linear(names)
                pieces[position] = (head, constraints + [f"{line} >= 0"])
                pieces.insert(rng.randrange(len(pieces) + 1), (head, constraints + [f"{line} < 0"]))
        else:
            rng.shuffle(pieces)
        return join(prefix, pieces)

    def basic_set(self, tuple, bounded=False):
        return self.braces([(tuple.text(), self.conjunction(tuple.dims, bounded))])

    def union_set(self, tuples=None):
        rng = self.rng
        tuples = tuples or self.union_tuples()
        pieces = []
        for tuple in tuples:
            for _ in range(rng.choice([0, 1, 1, 2])):
                pieces.append((tuple.text(), self.conjunction(tuple.dims, extras=rng.choice([0, 0, 1]))))
        return self.braces(pieces)

    def union_tuples(self, names=INPUT_NAMES):
        chosen = self.rng.sample(UNION_TUPLES, self.rng.randint(1, 3))
        return [Tuple(name, names[:arity]) for name, arity in chosen]

    # --- maps --------------------------------------------------------------------

    def map(self, source, target, bounded=False, disjuncts=None):
        count = disjuncts or self.rng.randint(1, min(3, self.max_disjuncts))
        return self.braces([self.map_piece(source, target, bounded) for _ in range(count)])

    def map_piece(self, source, target, bounded=False):
        rng = self.rng
        if bounded or rng.random() < 0.4:
            # A relation proper: the image is a set that depends on the source.
            target = disjoint_names(source, target)
            dims = source.dims + target.dims
            return f"{source.text()} -> {target.text()}", self.conjunction(dims, bounded)
        # A function on part of its source, which is what accesses and schedules look like.
        names = source.dims + self.params
        values = [self.quasi_affine(names) if names else str(self.constant()) for _ in target.dims]
        constraints = self.conjunction(source.dims, extras=rng.choice([0, 0, 1]))
        return f"{source.text()} -> {target.text(values)}", constraints

    def translation(self, tuple):
        """A relation of a space with itself, mostly by constant distances."""
        rng = self.rng
        pieces = []
        for _ in range(rng.choice([1, 1, 1, 2])):
            values = []
            for dim in tuple.dims:
                step = rng.choice([-1, 0, 1, 1, 2, 3])
                values.append(f"{dim} + {step}" if rng.random() < 0.92 else f"{rng.randint(2, 3)}{dim}")
            constraints = self.conjunction(tuple.dims, extras=rng.choice([0, 0, 0, 1]))
            pieces.append((f"{tuple.text()} -> {tuple.text(values)}", constraints))
        return self.braces(pieces)

    def union_map(self, sources=None, targets=None):
        rng = self.rng
        sources = sources or self.union_tuples()
        targets = targets or self.union_tuples(OUTPUT_NAMES)
        pieces = []
        for _ in range(rng.randint(1, 3)):
            pieces.append(self.map_piece(rng.choice(sources), rng.choice(targets)))
        return self.braces(pieces)

    # --- functions ---------------------------------------------------------------

    def partition(self, dims, count):
        """Disjoint domains: the pieces of a function must not overlap."""
        rng = self.rng
        names = dims + self.params
        common = self.conjunction(dims, extras=0) if rng.random() < 0.6 else []
        domains = []
        for position in range(count):
            last = position == count - 1
            line = self.linear(names) if names else str(self.constant())
            if last and rng.random() < 0.8:
                domains.append(list(common))
            else:
                domains.append(common + [f"{line} >= 0"])
            common = common + [f"{line} < 0"]
        return domains

    def pw_aff(self, tuple, rational=False):
        names = tuple.dims + self.params
        pieces = []
        for domain in self.partition(tuple.dims, self.rng.choice([1, 1, 2, 3])):
            value = self.quasi_affine(names, 2) if names else str(self.constant())
            if rational and self.rng.random() < 0.7:
                value = f"({value})/{self.divisor()}"
            pieces.append((f"{tuple.text()} -> [({value})]", domain))
        return self.braces(pieces)

    def aff(self, tuple):
        names = tuple.dims + self.params
        value = self.linear(names) if names else str(self.constant())
        return self.braces([(f"{tuple.text()} -> [({value})]", [])])

    def multi_aff(self, source, target):
        names = source.dims + self.params
        values = [self.value(names) for _ in target.dims]
        return self.braces([(f"{source.text()} -> {target.text(values)}", [])])

    def pw_multi_aff(self, source, target):
        names = source.dims + self.params
        pieces = []
        for domain in self.partition(source.dims, self.rng.choice([1, 1, 2, 3])):
            values = [self.value(names) for _ in target.dims]
            pieces.append((f"{source.text()} -> {target.text(values)}", domain))
        return self.braces(pieces)

    def union_pw_multi_aff(self, sources=None):
        """At most one function per domain space, so that values are unique."""
        sources = sources or self.union_tuples()
        pieces = []
        for source in sources:
            target = self.rng.choice(self.union_tuples(OUTPUT_NAMES))
            names = source.dims + self.params
            for domain in self.partition(source.dims, self.rng.choice([1, 1, 2])):
                values = [self.value(names) for _ in target.dims]
                pieces.append((f"{source.text()} -> {target.text(values)}", domain))
        return self.braces(pieces)


def for_case(seed, index):
    """The generator of case `index` of run `seed`."""
    return Generator(random.Random(f"{seed}:{index}"))


def render_linear(terms, constant):
    text = ""
    for coefficient, name in terms:
        if coefficient == 0:
            continue
        sign = "-" if coefficient < 0 else "+"
        size = "" if abs(coefficient) == 1 else str(abs(coefficient))
        if text:
            text += f" {sign} {size}{name}"
        else:
            text = f"{'-' if coefficient < 0 else ''}{size}{name}"
    if not text:
        return str(constant)
    if constant:
        text += f" {'-' if constant < 0 else '+'} {abs(constant)}"
    return text


def disjoint_names(source, target):
    """`target` with names that do not repeat those of `source`."""
    if not set(source.dims) & set(target.dims):
        return target
    return rename(target, OUTPUT_NAMES + [f"w{n}" for n in range(8)])


def rename(tuple, names):
    dims = names[: len(tuple.dims)]
    if tuple.nested:
        left, right = tuple.nested
        cut = len(left.dims)
        return nest(Tuple(left.name, dims[:cut]), Tuple(right.name, dims[cut:]), tuple.name)
    return Tuple(tuple.name, dims)


def names_of(head):
    word, words = "", set()
    for letter in head + " ":
        if letter.isalnum():
            word += letter
        else:
            words.add(word)
            word = ""
    return words


# --- taking texts apart, for variations and for shrinking ---------------------------


def split(text):
    """`[N] -> { a : c and d; b }` as the prefix and pairs of head and constraints."""
    start, end = text.index("{"), text.rindex("}")
    pieces = []
    for piece in split_top(text[start + 1 : end], ";"):
        head, _, body = partition_top(piece, ":")
        constraints = [c.strip() for c in split_top(body, " and ")] if body.strip() else []
        pieces.append((head.strip(), constraints))
    return text[:start], pieces


def join(prefix, pieces):
    body = "; ".join(
        f"{head} : {' and '.join(constraints)}" if constraints else head
        for head, constraints in pieces
    )
    return f"{prefix}{{ {body} }}"


def split_top(text, separator):
    """Split at `separator` outside of all brackets."""
    parts, depth, last, position = [], 0, 0, 0
    while position < len(text):
        if text[position] in "([{":
            depth += 1
        elif text[position] in ")]}":
            depth -= 1
        elif depth == 0 and text.startswith(separator, position):
            parts.append(text[last:position])
            position += len(separator)
            last = position
            continue
        position += 1
    parts.append(text[last:])
    return [part for part in parts if part.strip()] or [""]


def partition_top(text, separator):
    parts = split_top(text, separator)
    return parts[0], separator, separator.join(parts[1:])
