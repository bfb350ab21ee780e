"""The operations under test: how to make arguments, how isl computes them, what "right" means.

An operation is named `type.operation`, after isl's `isl_type_operation`. Its arguments are
texts of the kinds listed with it. The rules by which an answer is judged are at the end.
"""

import islpy as isl

from generate import INPUT_NAMES, OUTPUT_NAMES, Tuple, nest


class Operation:
    def __init__(self, name, kinds, result, make, run, rule="equal", weight=1.0):
        self.name = name
        self.kinds = kinds
        self.result = result
        self.make = make
        self.run = run
        self.rule = rule
        self.weight = weight


OPERATIONS = {}


def define(name, kinds, result, make, run, rule="equal", weight=1.0):
    assert name not in OPERATIONS, name
    OPERATIONS[name] = Operation(name, kinds.split(), result, make, run, rule, weight)


# --- reading and writing isl objects -------------------------------------------------

READERS = {
    "set": isl.Set,
    "basic_set": isl.BasicSet,
    "map": isl.Map,
    "union_set": isl.UnionSet,
    "union_map": isl.UnionMap,
    "aff": isl.Aff,
    "pw_aff": isl.PwAff,
    "multi_aff": isl.MultiAff,
    "pw_multi_aff": isl.PwMultiAff,
    "union_pw_multi_aff": isl.UnionPwMultiAff,
}

DIM_TYPES = {
    "param": isl.dim_type.param,
    "in": isl.dim_type.in_,
    "out": isl.dim_type.out,
    "set": isl.dim_type.set,
}


FUNCTIONS = {"aff", "pw_aff", "multi_aff", "pw_multi_aff", "union_pw_multi_aff"}

# isl prints a function without pieces as something it cannot read back as a function,
# so such a function travels as `{  }`.
NOWHERE = "nowhere defined"


def is_nowhere(text):
    body = text[text.index("{") + 1 : text.rindex("}")].strip()
    return not body or (body.endswith(": false") and ";" not in body)


def read(kind, text):
    if kind in FUNCTIONS and is_nowhere(text):
        return NOWHERE
    if kind == "int":
        return int(text)
    if kind == "val":
        return isl.Val(text)
    if kind == "dim_type":
        return DIM_TYPES[text]
    # isl marks the results of the Farkas operations as rational. Both are compared by their
    # integer points, which for the cone of coefficients decides equality just as well.
    return READERS[kind](text.replace("rat: ", ""))


def write(kind, value):
    if kind == "bool":
        return "true" if value else "false"
    if kind in FUNCTIONS and is_nowhere(str(value)):
        return "{  }"
    if isinstance(value, isl.Set) and value.is_params():
        # isl writes `{ : ; : false }` for a union of two, and does not read it.
        value = value.coalesce()
    return str(value).replace("rat: ", "")


# --- makers of arguments -------------------------------------------------------------


def one_set(bounded=False, high=3, **generator):
    def make(g):
        adjust(g, generator)
        return [g.set(g.tuple(high=high), bounded)]

    return make


def maybe_bounded_set(g):
    """Unbounded sets have no lexicographic optimum, so half of the cases are bounded."""
    return [g.set(g.tuple(), bounded=g.rng.random() < 0.5)]


def two_sets(near=0.5, high=3, **generator):
    def make(g):
        adjust(g, generator)
        tuple = g.tuple(high=high)
        first = g.set(tuple)
        if g.rng.random() < near:
            return [first, g.variation(first)]
        # Only one of the two may know some parameter.
        if g.params and g.rng.random() < 0.2:
            g.params = g.params[1:]
        return [first, g.set(tuple)]

    return make


def adjust(g, settings):
    for name, value in settings.items():
        current = getattr(g, name)
        if name == "params":
            g.params = current[:value]
        elif isinstance(value, bool):
            setattr(g, name, value)
        else:
            setattr(g, name, min(current, value))


def set_and_dims(g):
    tuple = g.tuple()
    text = g.set(tuple)
    if g.params and g.rng.random() < 0.25:
        return [text, "param", str(g.rng.randrange(len(g.params))), "1"]
    first = g.rng.randrange(len(tuple.dims))
    return [text, "set", str(first), str(g.rng.randint(1, len(tuple.dims) - first))]


def set_and_value(g):
    tuple = g.tuple()
    text = g.set(tuple)
    if g.params and g.rng.random() < 0.25:
        return [text, "param", str(g.rng.randrange(len(g.params))), str(g.rng.randint(-3, 12))]
    return [text, "set", str(g.rng.randrange(len(tuple.dims))), str(g.rng.randint(-3, 12))]


def counted_set(g):
    """A bounded set and a value for all of its parameters."""
    adjust(g, {"max_disjuncts": 3, "large": False})
    return [g.set(g.tuple(high=2), bounded=True), str(g.rng.randint(-3, 12))]


def count_at(s, value):
    """The number of points where all parameters have a value: isl counts without parameters."""
    for position in range(s.dim(isl.dim_type.param)):
        s = s.fix_val(isl.dim_type.param, position, value)
    return s.project_out(isl.dim_type.param, 0, s.dim(isl.dim_type.param)).count_val()


def set_and_position(g):
    g.max_disjuncts = min(g.max_disjuncts, 3)
    tuple = g.tuple()
    return [g.set(tuple, bounded=g.rng.random() < 0.5), str(g.rng.randrange(len(tuple.dims)))]


def set_and_params(g):
    text = g.set(g.tuple())
    return [text, g.braces([("", g.conjunction([]) or ["true"])])]


def set_and_form(g):
    tuple = g.tuple()
    return [g.set(tuple, bounded=g.rng.random() < 0.6), g.aff(tuple)]


def sets_of_own_spaces(g):
    adjust(g, {"max_disjuncts": 2})
    return [g.set(g.tuple(high=2)), g.set(g.tuple(names=OUTPUT_NAMES, high=2))]


def lex_sets(g):
    adjust(g, {"max_disjuncts": 2})
    tuple = g.tuple(high=2)
    return [g.set(tuple), g.set(tuple)]


def spaces(g, high=2):
    return g.tuple(high=high), g.tuple(names=OUTPUT_NAMES, high=high)


def function_spaces(g, high=2):
    """The same, now and then without dimensions: then a function is its domain."""
    low = g.rng.choice([1, 1, 1, 1, 1, 0])
    return g.tuple(low=low, high=high), g.tuple(names=OUTPUT_NAMES, low=low, high=high)


def one_map(g):
    return [g.map(*spaces(g))]


def two_maps(g):
    source, target = spaces(g)
    first = g.map(source, target)
    second = g.variation(first) if g.rng.random() < 0.4 else g.map(source, target)
    return [first, second]


def function_like_map(g):
    adjust(g, {"max_disjuncts": 2})
    return single_valued_map(g) if g.rng.random() < 0.5 else [g.map(*spaces(g))]


def map_and_domain(g):
    source, target = spaces(g)
    return [g.map(source, target), g.set(source)]


def map_and_range(g):
    source, target = spaces(g)
    return [g.map(source, target), g.set(target)]


def chained_maps(g):
    adjust(g, {"max_disjuncts": 2})
    source, middle = spaces(g)
    target = g.tuple(names=["a", "b", "c"], high=2)
    return [g.map(source, middle), g.map(middle, target)]


def apply_domain_maps(g):
    adjust(g, {"max_disjuncts": 2})
    source, middle = spaces(g)
    target = g.tuple(names=["a", "b", "c"], high=2)
    return [g.map(source, target), g.map(source, middle)]


def set_and_map(g):
    source, target = spaces(g, 3)
    adjust(g, {"max_disjuncts": 3})
    return [g.set(source), g.map(source, target)]


def same_space_map(g):
    tuple = g.tuple(high=2)
    return [g.translation(tuple) if g.rng.random() < 0.5 else g.map(tuple, tuple)]


def translation(g):
    adjust(g, {"params": 1})
    g.large = False
    return [g.translation(g.tuple(high=2))]


def translation_and_exponent(g):
    adjust(g, {"max_disjuncts": 2})
    tuple = g.tuple(high=2)
    text = g.translation(tuple) if g.rng.random() < 0.7 else g.map(tuple, tuple, disjuncts=1)
    return [text, str(g.rng.choice([-3, -2, -1, 1, 2, 2, 3, 4]))]


def common_domain_maps(g):
    adjust(g, {"max_disjuncts": 2})
    source, target = spaces(g)
    return [g.map(source, target), g.map(source, g.tuple(names=["a", "b", "c"], high=2))]


def common_range_maps(g):
    adjust(g, {"max_disjuncts": 2})
    source, target = spaces(g)
    return [g.map(source, target), g.map(g.tuple(names=["a", "b", "c"], high=2), target)]


def nested_pair(g):
    left = Tuple(g.rng.choice(["A", "S", None]), INPUT_NAMES[: g.rng.randint(0, 2)])
    right = Tuple(g.rng.choice(["B", "T", None]), INPUT_NAMES[2 : 2 + g.rng.randint(1, 2)])
    return left, right


def wrapped_set(g):
    return [g.set(nest(*nested_pair(g)))]


def nested_domain_map(g):
    left, right = nested_pair(g)
    return [g.map(nest(left, right), g.tuple(names=OUTPUT_NAMES, high=2))]


def nested_range_map(g):
    left, right = nested_pair(g)
    return [g.map(g.tuple(names=OUTPUT_NAMES, high=2), nest(left, right))]


def preimage_set(function):
    def make(g):
        source, target = spaces(g, 3)
        return [g.set(target), getattr(g, function)(source, target)]

    return make


def preimage_map(function, side):
    def make(g):
        source, target = spaces(g)
        other = g.tuple(names=["a", "b", "c"], high=2)
        relation = g.map(target, other) if side == "domain" else g.map(other, target)
        return [relation, getattr(g, function)(source, target)]

    return make


def single_valued_map(g):
    """A function, some of whose values are given by constraints instead of an expression."""
    source, target = spaces(g)
    names = source.dims + g.params
    pieces = []
    for domain in g.partition(source.dims, g.rng.choice([1, 1, 2])):
        constraints = list(domain)
        for dim in target.dims:
            d = g.divisor()
            value = g.quasi_affine(names)
            constraints.append(
                g.rng.choice([f"{dim} = {value}", f"{d}{dim} <= {value} < {d}{dim} + {d}", f"{d}{dim} = {value}"])
            )
        pieces.append((f"{source.text()} -> {target.text()}", constraints))
    return [g.braces(pieces)]


def two_union_sets(g):
    tuples = g.union_tuples()
    first = g.union_set(tuples)
    return [first, g.union_set(tuples if g.rng.random() < 0.7 else None)]


def two_union_maps(g):
    sources, targets = g.union_tuples(), g.union_tuples(OUTPUT_NAMES)
    return [g.union_map(sources, targets), g.union_map(sources, targets)]


def chained_union_maps(g):
    sources, middles, targets = (g.union_tuples() for _ in range(3))
    return [g.union_map(sources, middles), g.union_map(middles, targets)]


def union_map_and(side):
    def make(g):
        sources, targets = g.union_tuples(), g.union_tuples(OUTPUT_NAMES)
        return [g.union_map(sources, targets), g.union_set(sources if side == "domain" else targets)]

    return make


def union_set_and_map(g):
    sources, targets = g.union_tuples(), g.union_tuples(OUTPUT_NAMES)
    return [g.union_set(sources), g.union_map(sources, targets)]


def two_pw_affs(g):
    tuple = g.tuple()
    return [g.pw_aff(tuple), g.pw_aff(tuple)]


def one_pw_aff(g):
    return [g.pw_aff(g.tuple())]


def rational_pw_aff(g):
    return [g.pw_aff(g.tuple(), rational=True)]


def pw_aff_and_value(values):
    def make(g):
        return [g.pw_aff(g.tuple()), g.rng.choice(values)]

    return make


def pw_aff_and_constant(g):
    tuple = g.tuple()
    return [g.pw_aff(tuple), g.braces([(f"{tuple.text()} -> [({g.constant()})]", [])])]


def pw_aff_and_domain(g):
    tuple = g.tuple()
    return [g.pw_aff(tuple), g.set(tuple)]


def pw_aff_and(function):
    def make(g):
        source, target = spaces(g, 3)
        return [g.pw_aff(target), getattr(g, function)(source, target)]

    return make


def two_multi_affs(g):
    source, target = function_spaces(g)
    return [g.multi_aff(source, target), g.multi_aff(source, target)]


def chained_multi_affs(g):
    source, middle = function_spaces(g)
    return [g.multi_aff(middle, g.tuple(names=["a", "b", "c"], high=2)), g.multi_aff(source, middle)]


def two_pw_multi_affs(g):
    source, target = function_spaces(g)
    return [g.pw_multi_aff(source, target), g.pw_multi_aff(source, target)]


def one_pw_multi_aff(g):
    return [g.pw_multi_aff(*function_spaces(g))]


def pw_multi_aff_and_domain(g):
    source, target = function_spaces(g)
    return [g.pw_multi_aff(source, target), g.set(source)]


def chained_pw_multi_affs(g):
    source, middle = function_spaces(g)
    target = g.tuple(names=["a", "b", "c"], high=2)
    return [g.pw_multi_aff(middle, target), g.pw_multi_aff(source, middle)]


def two_union_pw_multi_affs(g):
    sources = g.union_tuples()
    target = g.union_tuples(OUTPUT_NAMES)[0]
    g.union_tuples = lambda names=None: [target]
    return [g.union_pw_multi_aff(sources), g.union_pw_multi_aff(sources)]


def plain_basic_set(g):
    adjust(g, {"divs": False})
    tuple = g.tuple(high=3)
    return [g.basic_set(tuple)]


def coefficient_cone(g):
    """A cone in the space that `solutions` expects."""
    adjust(g, {"divs": False, "params": 2})
    dims = INPUT_NAMES[: g.rng.randint(1, 3)]
    names = ["c0"] + [f"c{p}" for p in g.params] + dims
    g.params = []
    constraints = [f"{g.linear(names, 3, constant=False)} >= 0" for _ in range(g.rng.randint(1, 5))]
    left = ", ".join(names[: len(names) - len(dims)])
    name = g.rng.choice(["", "A"])
    return [g.braces([(f"coefficients[[{left}] -> {name}[{', '.join(dims)}]]", constraints)])]


# --- sets ----------------------------------------------------------------------------

for name in ["intersect", "union", "subtract"]:
    define(f"set.{name}", "set set", "set", two_sets(0.3), getattr(isl.Set, name), weight=2)
define("set.complement", "set", "set", one_set(max_disjuncts=3), isl.Set.complement, weight=2)
define("set.is_empty", "set", "bool", one_set(), isl.Set.is_empty, weight=2)
for name in ["is_equal", "is_subset", "is_strict_subset", "is_disjoint"]:
    define(f"set.{name}", "set set", "bool", two_sets(0.7), getattr(isl.Set, name), weight=1.5)
# isl calls some sets unbounded that are empty, such as { [i, j, k] : i < 0 and 0 <= j < i }.
define("set.is_bounded", "set", "bool", one_set(), lambda s: s.is_bounded() or s.is_empty())
define("set.project_out", "set dim_type int int", "set", set_and_dims, isl.Set.project_out, weight=2)
define("set.eliminate", "set dim_type int int", "set", set_and_dims, isl.Set.eliminate)
define("set.fix_val", "set dim_type int val", "set", set_and_value, isl.Set.fix_val)
define("set.lexmin", "set", "set", maybe_bounded_set, isl.Set.lexmin, weight=2)
define("set.lexmax", "set", "set", maybe_bounded_set, isl.Set.lexmax, weight=2)
define("set.lexmin_pw_multi_aff", "set", "pw_multi_aff", maybe_bounded_set, isl.Set.lexmin_pw_multi_aff)
define("set.lexmax_pw_multi_aff", "set", "pw_multi_aff", maybe_bounded_set, isl.Set.lexmax_pw_multi_aff)
define("set.coalesce", "set", "set", one_set(), isl.Set.coalesce, rule="coalesce", weight=3)
define("set.gist", "set set", "set", two_sets(0.5), isl.Set.gist, rule="gist", weight=2)
define("set.gist_params", "set set", "set", set_and_params, isl.Set.gist_params, rule="gist_params")
for name in ["simple_hull", "unshifted_simple_hull"]:
    define(f"set.{name}", "set", "basic_set", one_set(max_disjuncts=3), getattr(isl.Set, name), rule="superset")
define("set.affine_hull", "set", "basic_set", one_set(), isl.Set.affine_hull, rule="affine_hull", weight=1.5)
for name in ["convex_hull", "polyhedral_hull"]:
    make = one_set(high=2, divs=False, large=False, max_disjuncts=3, params=1)
    define(f"set.{name}", "set", "basic_set", make, getattr(isl.Set, name), rule="tight_hull")
define("set.sample", "set", "set", one_set(), lambda s: isl.Set.from_basic_set(s.sample()), rule="sample", weight=1.5)
define("set.count_val", "set", "val", one_set(bounded=True, params=0), isl.Set.count_val)
define("set.card_at", "set val", "val", counted_set, count_at, weight=2)
define("set.compute_divs", "set", "set", one_set(), isl.Set.compute_divs, rule="known_divs", weight=2)
# Existentials as dimensions, which are then projected out; constraints, and a set of them again.
define("set.lift", "set", "set", one_set(), lambda s: s.lift().unwrap().domain())
define("set.from_constraints", "set", "set", one_set(), lambda s: s)
define("set.dim_min", "set int", "pw_aff", set_and_position, isl.Set.dim_min)
define("set.dim_max", "set int", "pw_aff", set_and_position, isl.Set.dim_max)
define("set.min_val", "set aff", "val", set_and_form, isl.Set.min_val)
define("set.max_val", "set aff", "val", set_and_form, isl.Set.max_val)
define("set.lex_lt_set", "set set", "map", lex_sets, isl.Set.lex_lt_set)
define("set.lex_le_set", "set set", "map", lex_sets, isl.Set.lex_le_set)
define("set.identity", "set", "map", one_set(), isl.Set.identity)
define("set.flat_product", "set set", "set", sets_of_own_spaces, isl.Set.flat_product)
define("set.product", "set set", "set", sets_of_own_spaces, isl.Set.product)
define("set.params", "set", "set", one_set(), isl.Set.params)
define("set.apply", "set map", "set", set_and_map, isl.Set.apply, weight=1.5)
define("set.unwrap", "set", "map", wrapped_set, isl.Set.unwrap)
define("set.preimage_multi_aff", "set multi_aff", "set", preimage_set("multi_aff"), isl.Set.preimage_multi_aff)
define(
    "set.preimage_pw_multi_aff",
    "set pw_multi_aff",
    "set",
    preimage_set("pw_multi_aff"),
    isl.Set.preimage_pw_multi_aff,
)

# --- maps ----------------------------------------------------------------------------

for name in ["intersect", "union", "subtract"]:
    define(f"map.{name}", "map map", "map", two_maps, getattr(isl.Map, name))
for name in ["is_equal", "is_subset"]:
    define(f"map.{name}", "map map", "bool", two_maps, getattr(isl.Map, name))
define("map.complement", "map", "map", function_like_map, isl.Map.complement)
define("map.domain", "map", "set", one_map, isl.Map.domain, weight=1.5)
define("map.range", "map", "set", one_map, isl.Map.range, weight=1.5)
define("map.reverse", "map", "map", one_map, isl.Map.reverse)
define("map.apply_range", "map map", "map", chained_maps, isl.Map.apply_range, weight=2)
define("map.apply_domain", "map map", "map", apply_domain_maps, isl.Map.apply_domain)
define("map.deltas", "map", "set", same_space_map, isl.Map.deltas)
for name in ["is_single_valued", "is_injective", "is_bijective"]:
    define(f"map.{name}", "map", "bool", function_like_map, getattr(isl.Map, name))
define("map.intersect_domain", "map set", "map", map_and_domain, isl.Map.intersect_domain)
define("map.intersect_range", "map set", "map", map_and_range, isl.Map.intersect_range)
define("map.subtract_domain", "map set", "map", map_and_domain, isl.Map.subtract_domain)
define("map.subtract_range", "map set", "map", map_and_range, isl.Map.subtract_range)
define("map.lexmin", "map", "map", one_map, isl.Map.lexmin, weight=2)
define("map.lexmax", "map", "map", one_map, isl.Map.lexmax, weight=2)
define("map.lexmin_pw_multi_aff", "map", "pw_multi_aff", one_map, isl.Map.lexmin_pw_multi_aff)
define("map.lexmax_pw_multi_aff", "map", "pw_multi_aff", one_map, isl.Map.lexmax_pw_multi_aff)
define("map.domain_product", "map map", "map", common_range_maps, isl.Map.domain_product)
define("map.range_product", "map map", "map", common_domain_maps, isl.Map.range_product)
define("map.wrap", "map", "set", one_map, isl.Map.wrap)
define("map.curry", "map", "map", nested_domain_map, isl.Map.curry)
define("map.uncurry", "map", "map", nested_range_map, isl.Map.uncurry)
define("map.coalesce", "map", "map", one_map, isl.Map.coalesce, rule="coalesce")
define("map.gist", "map map", "map", two_maps, isl.Map.gist, rule="gist")
define("map.compute_divs", "map", "map", one_map, isl.Map.compute_divs, rule="known_divs")
define("map.affine_hull", "map", "map", one_map, lambda m: isl.Map.from_basic_map(m.affine_hull()), rule="affine_hull")
for function in ["multi_aff", "pw_multi_aff"]:
    define(
        f"map.preimage_domain_{function}",
        f"map {function}",
        "map",
        preimage_map(function, "domain"),
        getattr(isl.Map, f"preimage_domain_{function}"),
    )
    define(
        f"map.preimage_range_{function}",
        f"map {function}",
        "map",
        preimage_map(function, "range"),
        getattr(isl.Map, f"preimage_range_{function}"),
    )
define("map.transitive_closure", "map", "map", translation, isl.Map.transitive_closure, rule="closure")
define("map.fixed_power_val", "map val", "map", translation_and_exponent, isl.Map.fixed_power_val)

# --- unions over spaces --------------------------------------------------------------

for name in ["intersect", "union", "subtract"]:
    define(f"union_set.{name}", "union_set union_set", "union_set", two_union_sets, getattr(isl.UnionSet, name))
    define(f"union_map.{name}", "union_map union_map", "union_map", two_union_maps, getattr(isl.UnionMap, name))
for name in ["is_equal", "is_subset", "is_disjoint"]:
    define(f"union_set.{name}", "union_set union_set", "bool", two_union_sets, getattr(isl.UnionSet, name))
    define(f"union_map.{name}", "union_map union_map", "bool", two_union_maps, getattr(isl.UnionMap, name))
define("union_set.apply", "union_set union_map", "union_set", union_set_and_map, isl.UnionSet.apply)
define("union_set.lexmin", "union_set", "union_set", lambda g: [g.union_set()], isl.UnionSet.lexmin)
define("union_set.coalesce", "union_set", "union_set", lambda g: [g.union_set()], isl.UnionSet.coalesce, rule="same")
define("union_set.gist", "union_set union_set", "union_set", two_union_sets, isl.UnionSet.gist, rule="gist")
define("union_map.apply_range", "union_map union_map", "union_map", chained_union_maps, isl.UnionMap.apply_range)
define("union_map.domain", "union_map", "union_set", lambda g: [g.union_map()], isl.UnionMap.domain)
define("union_map.range", "union_map", "union_set", lambda g: [g.union_map()], isl.UnionMap.range)
define("union_map.reverse", "union_map", "union_map", lambda g: [g.union_map()], isl.UnionMap.reverse)
define("union_map.lexmin", "union_map", "union_map", lambda g: [g.union_map()], isl.UnionMap.lexmin)
define("union_map.lexmax", "union_map", "union_map", lambda g: [g.union_map()], isl.UnionMap.lexmax)
for name in ["is_single_valued", "is_injective"]:
    define(f"union_map.{name}", "union_map", "bool", lambda g: [g.union_map()], getattr(isl.UnionMap, name))
for name in ["intersect_domain", "subtract_domain"]:
    define(f"union_map.{name}", "union_map union_set", "union_map", union_map_and("domain"), getattr(isl.UnionMap, name))
for name in ["intersect_range", "subtract_range"]:
    define(f"union_map.{name}", "union_map union_set", "union_map", union_map_and("range"), getattr(isl.UnionMap, name))

# --- functions -----------------------------------------------------------------------

for name in ["add", "sub", "min", "max", "union_add"]:
    define(f"pw_aff.{name}", "pw_aff pw_aff", "pw_aff", two_pw_affs, getattr(isl.PwAff, name))
for name in ["eq_set", "ne_set", "le_set", "lt_set", "ge_set", "gt_set"]:
    define(f"pw_aff.{name}", "pw_aff pw_aff", "set", two_pw_affs, getattr(isl.PwAff, name), weight=0.7)
define("pw_aff.mul", "pw_aff pw_aff", "pw_aff", pw_aff_and_constant, isl.PwAff.mul)
define("pw_aff.scale_val", "pw_aff val", "pw_aff", pw_aff_and_value(["-2", "0", "3", "1/2", "-5/3"]), isl.PwAff.scale_val)
define("pw_aff.mod_val", "pw_aff val", "pw_aff", pw_aff_and_value(["1", "2", "3", "5", "16"]), isl.PwAff.mod_val)
define("pw_aff.floor", "pw_aff", "pw_aff", rational_pw_aff, isl.PwAff.floor)
define("pw_aff.ceil", "pw_aff", "pw_aff", rational_pw_aff, isl.PwAff.ceil)
define("pw_aff.neg", "pw_aff", "pw_aff", one_pw_aff, isl.PwAff.neg)
define("pw_aff.domain", "pw_aff", "set", one_pw_aff, isl.PwAff.domain)
define("pw_aff.as_map", "pw_aff", "map", one_pw_aff, isl.PwAff.as_map)
define("pw_aff.gist", "pw_aff set", "pw_aff", pw_aff_and_domain, isl.PwAff.gist, rule="gist_function")
define("pw_aff.intersect_domain", "pw_aff set", "pw_aff", pw_aff_and_domain, isl.PwAff.intersect_domain)
define("pw_aff.pullback_multi_aff", "pw_aff multi_aff", "pw_aff", pw_aff_and("multi_aff"), isl.PwAff.pullback_multi_aff)
define(
    "pw_aff.pullback_pw_multi_aff",
    "pw_aff pw_multi_aff",
    "pw_aff",
    pw_aff_and("pw_multi_aff"),
    isl.PwAff.pullback_pw_multi_aff,
)
for name in ["add", "sub"]:
    define(f"multi_aff.{name}", "multi_aff multi_aff", "multi_aff", two_multi_affs, getattr(isl.MultiAff, name))
define(
    "multi_aff.pullback_multi_aff",
    "multi_aff multi_aff",
    "multi_aff",
    chained_multi_affs,
    isl.MultiAff.pullback_multi_aff,
    rule="on_integers",
)
for name in ["add", "sub", "union_add"]:
    define(
        f"pw_multi_aff.{name}",
        "pw_multi_aff pw_multi_aff",
        "pw_multi_aff",
        two_pw_multi_affs,
        getattr(isl.PwMultiAff, name),
    )
define("pw_multi_aff.from_map", "map", "pw_multi_aff", single_valued_map, isl.PwMultiAff.from_map, weight=1.5)
define("pw_multi_aff.as_map", "pw_multi_aff", "map", one_pw_multi_aff, isl.PwMultiAff.as_map)
define("pw_multi_aff.domain", "pw_multi_aff", "set", one_pw_multi_aff, isl.PwMultiAff.domain)
define(
    "pw_multi_aff.pullback_pw_multi_aff",
    "pw_multi_aff pw_multi_aff",
    "pw_multi_aff",
    chained_pw_multi_affs,
    isl.PwMultiAff.pullback_pw_multi_aff,
)
define(
    "pw_multi_aff.gist",
    "pw_multi_aff set",
    "pw_multi_aff",
    pw_multi_aff_and_domain,
    isl.PwMultiAff.gist,
    rule="gist_function",
)
define(
    "union_pw_multi_aff.union_add",
    "union_pw_multi_aff union_pw_multi_aff",
    "union_pw_multi_aff",
    two_union_pw_multi_affs,
    isl.UnionPwMultiAff.union_add,
)

# --- Farkas --------------------------------------------------------------------------



def coefficients(argument):
    # On a set without points every form is non-negative; isl gives those of its recession cone.
    if argument.is_empty():
        raise isl.Error("no points")
    return argument.coefficients()


define("basic_set.coefficients", "basic_set", "basic_set", plain_basic_set, coefficients, rule="forms")
define("basic_set.solutions", "basic_set", "basic_set", coefficient_cone, isl.BasicSet.solutions)


# --- judging -------------------------------------------------------------------------
#
# A rule has two halves. `expected` turns isl's answer into the text that the driver is to
# compare with; `judge` lets isl compare the driver's answer with its own. A judge returns
# None when the answer is right and otherwise says in words what is wrong.


def evaluate(operation, texts):
    """isl's answer: the text, the text the driver compares with, and the exactness flag."""
    args = [read(kind, text) for kind, text in zip(operation.kinds, texts)]
    value = operation.run(*args)
    exact = None
    if operation.rule == "closure":
        value, exact = value
        exact = bool(exact)
    result = write(operation.result, value)
    expected = result
    # Where the answer has freedom, the driver compares what is fixed about it.
    if operation.rule == "gist":
        expected = str(args[0].intersect(args[1]))
    elif operation.rule == "gist_params":
        expected = str(args[0].intersect_params(args[1].params()))
    elif operation.name.startswith("basic_set."):
        expected = str(value)
    elif operation.rule == "gist_function":
        expected = write(operation.result, args[0].intersect_domain(args[1]))
    return {"result": result, "expect": expected, "exact": exact, "pieces": pieces(value)}


def pieces(value):
    """The number of disjuncts, of functions those of the domains; `None` for what has none."""
    if isinstance(value, isl.Set):
        return value.n_basic_set()
    if isinstance(value, isl.Map):
        return value.n_basic_map()
    if isinstance(value, isl.UnionSet):
        parts = []
        value.foreach_set(parts.append)
        return sum(pieces(part) for part in parts)
    if isinstance(value, isl.UnionMap):
        parts = []
        value.foreach_map(parts.append)
        return sum(pieces(part) for part in parts)
    if isinstance(value, (isl.PwAff, isl.PwMultiAff)):
        parts = []
        value.foreach_piece(lambda domain, _: parts.append(domain))
        return sum(pieces(part) for part in parts)
    return None


def judge(operation, texts, isl_answer, answer):
    """isl's opinion of the driver's `answer`, given isl's own."""
    kind = operation.result
    if kind == "bool" or kind == "val":
        return None if answer["result"] == isl_answer["result"] else "the values differ"
    args = [read(k, text) for k, text in zip(operation.kinds, texts)]
    ours = read(kind, answer["result"])
    theirs = read(kind, isl_answer["result"])
    return RULES[operation.rule](ours, theirs, args, dict(answer, texts=texts), isl_answer)


def equal(ours, theirs, args=None, answer=None, isl_answer=None):
    return None if same_value(ours, theirs) else "the results differ"


def same_value(a, b):
    if a is NOWHERE or b is NOWHERE:
        return all(f is NOWHERE or f.domain().is_empty() for f in (a, b))
    if isinstance(a, isl.PwAff):
        # Values may be rational, so comparing graphs would lose the fractions.
        domain = a.domain()
        return domain.is_equal(b.domain()) and a.eq_set(b).is_equal(domain)
    if isinstance(a, isl.MultiAff):
        a, b = isl.PwMultiAff.from_multi_aff(a), isl.PwMultiAff.from_multi_aff(b)
    if isinstance(a, isl.PwMultiAff):
        return graph(a).is_equal(graph(b)) and same_components(a, b)
    if isinstance(a, isl.UnionPwMultiAff):
        graphs = [isl.UnionMap.from_union_pw_multi_aff(f) for f in (a, b)]
        return graphs[0].is_equal(graphs[1]) and a.domain().is_equal(b.domain())
    return bool(a.is_equal(b))


def on_integers(ours, theirs, args, answer, isl_answer):
    """Equal where the inner function is integral.

    Forms are simplified for integer arguments: `(3x + 6) mod 4` is `(2 - x) mod 4` for these alone,
    so that what a form put into another one is elsewhere depends on how it was written."""
    domain = isl.Map.from_multi_aff(args[1]).domain()
    ours, theirs = (isl.PwMultiAff.from_multi_aff(f).intersect_domain(domain) for f in (ours, theirs))
    return None if same_value(ours, theirs) else "the results differ where the inner function is integral"


def same_components(a, b):
    """Graphs have the integral values only: the others are compared one by one."""
    if not a.domain().is_equal(b.domain()):
        return False
    a, b = isl.MultiPwAff.from_pw_multi_aff(a), isl.MultiPwAff.from_pw_multi_aff(b)
    dims = range(a.dim(isl.dim_type.out))
    return all(same_value(a.get_pw_aff(i), b.get_pw_aff(i)) for i in dims)


def graph(function):
    if function.get_domain_space().is_params():
        return isl.Set.from_pw_multi_aff(function).to_union_set()
    return isl.Map.from_pw_multi_aff(function).to_union_map()


def same(ours, theirs, args, answer, isl_answer):
    return None if ours.is_equal(args[0]) else "the result is not the argument"


def coalesce(ours, theirs, args, answer, isl_answer):
    before, after = answer.get("disjuncts") or (0, 0)
    if after > before:
        return f"{before} disjuncts became {after}"
    return same(ours, theirs, args, answer, isl_answer)


def known_divs(ours, theirs, args, answer, isl_answer):
    if answer.get("unknown_divs"):
        return "an existential is left without an explicit form"
    return same(ours, theirs, args, answer, isl_answer)


def gist(ours, theirs, args, answer, isl_answer):
    wanted = args[0].intersect(args[1])
    return None if ours.intersect(args[1]).is_equal(wanted) else "differs from the argument on the context"


def gist_params(ours, theirs, args, answer, isl_answer):
    context = args[1].params()
    wanted = args[0].intersect_params(context)
    return None if ours.intersect_params(context).is_equal(wanted) else "differs from the argument on the context"


def gist_function(ours, theirs, args, answer, isl_answer):
    wanted = args[0].intersect_domain(args[1])
    if ours is not NOWHERE:
        ours = ours.intersect_domain(args[1])
    same = same_value(ours, wanted)
    return None if same else "differs from the argument on the context"


def superset(ours, theirs, args, answer, isl_answer):
    whole = as_union(ours)
    if not args[0].is_subset(whole):
        return "the hull misses points of the argument"
    pieces = args[0].get_basic_sets()
    if len(pieces) == 1 and not pieces[0].dim(isl.dim_type.div) and not whole.is_equal(args[0]):
        return "the hull of one conjunction is not that conjunction"
    return None


def affine_hull(ours, theirs, args, answer, isl_answer):
    whole, reference = as_union(ours), as_union(theirs)
    if not args[0].is_subset(whole):
        return "the hull misses points of the argument"
    # Which strides a hull keeps is a matter of taste; the flat itself is not.
    if whole.is_subset(reference) or "exists" in str(theirs) or "mod" in str(theirs) or "floor" in str(theirs):
        return None
    return "the hull is larger than isl's"


def tight_hull(ours, theirs, args, answer, isl_answer):
    """Between the set and the hull of its rational relaxation.

    Both libraries tighten conjunctions where they see how before they take the hull, each in its
    own way; no point outside of the relaxation's hull may be left by either.
    """
    whole = as_union(ours)
    if not args[0].is_subset(whole):
        return "the hull misses points of the argument"
    loosest = relaxed(args[0], answer["texts"][0]).convex_hull()
    if not whole.is_subset(as_union(integral(loosest))):
        return "the hull is larger than that of the rational relaxation"
    return None


def forms(ours, theirs, args, answer, isl_answer):
    """Sound for the integer points, complete for the rational relaxation (as for hulls)."""
    if not args[0].is_subset(integral(ours.solutions())):
        return "a form is negative somewhere in the set"
    needed = integral(relaxed(args[0], answer["texts"][0]).coefficients())
    return None if needed.is_subset(ours) else "a form that is non-negative on the relaxation is missing"


def relaxed(value, text):
    """The constraints that `value` was read from, over the rationals (isl tightens as it reads)."""
    return type(value)(text.replace("{ ", "{ rat: ").replace("; ", "; rat: "))


def integral(value):
    """The integer points of a rational set."""
    return type(value)(str(value).replace("rat: ", ""))


def as_union(value):
    if isinstance(value, isl.BasicSet):
        return isl.Set.from_basic_set(value)
    return value


def sample(ours, theirs, args, answer, isl_answer):
    if ours.is_empty():
        return None if args[0].is_empty() else "no point found in a non-empty set"
    if not ours.is_subset(args[0]):
        return "the point is not in the set"
    return None if ours.is_singleton() else "more than one point"


def closure(ours, theirs, args, answer, isl_answer):
    relation = args[0]
    short = relation.union(relation.apply_range(relation))
    if not short.is_subset(ours):
        return "the closure misses a path of length one or two"
    # isl's own closure has been seen to miss some, as for [N] -> { [i] -> [3i] : N < i <= 2N + 8 }.
    if not short.is_subset(theirs):
        return None
    ours_exact, theirs_exact = bool(answer.get("exact")), isl_answer["exact"]
    if ours_exact and theirs_exact:
        return None if ours.is_equal(theirs) else "both say exact, and differ"
    if ours_exact:
        return None if ours.is_subset(theirs) else "an exact closure is not within isl's approximation"
    if theirs_exact:
        return None if theirs.is_subset(ours) else "the closure misses part of the exact one"
    return None


RULES = {
    "equal": equal,
    "on_integers": on_integers,
    "same": same,
    "coalesce": coalesce,
    "known_divs": known_divs,
    "gist": gist,
    "gist_params": gist_params,
    "gist_function": gist_function,
    "superset": superset,
    "affine_hull": affine_hull,
    "tight_hull": tight_hull,
    "forms": forms,
    "sample": sample,
    "closure": closure,
}
