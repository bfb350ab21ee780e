//! The last step: relations, names and the schedule of the model.

use std::collections::BTreeSet;

use presburger::{
    Aff, Dim, Map, MultiUnionPwAff, PwAff, Set, Space, Tuple, UnionPwAff, UnionSet, Value, is_name,
};
use scop::schedule::Node;
use scop::{
    Access, AccessId, AccessKind, Array, ArrayId, Certainty, Diagnostic, Parameter, Reduction,
    ScheduleTree, Scop, Span, Statement, Storage,
};

use super::accesses::{AccessDraft, Draft, Subscript};
use super::arrays::ArrayDraft;
use super::names::{Meaning, Names};
use super::opaque::without_inner;
use super::quasi::{Condition, MANY, Order, Quasi, merged};
use super::{Lowered, Lowering, Modelled, Part, too_hard};
use crate::codes;
use crate::syntax::Type;
use crate::token::Text;

impl<'a> Lowering<'a> {
    /// A name for the next statement: its label, or `S` with a number.
    pub(super) fn statement_name(&self, label: Option<&str>) -> String {
        let taken = |name: &str| self.drafts.iter().any(|draft| draft.name == name);
        if let Some(label) = label
            && !taken(label)
            && is_name(label)
        {
            return label.into();
        }
        let kept = &self.kept.statements;
        let own = |draft: &&Draft<'_>| !kept.contains(&draft.name);
        let mut number = self.drafts.iter().filter(own).count();
        let reserved = |name: &str| self.labels.iter().any(|label| **label == *name);
        while taken(&format!("S{number}")) || reserved(&format!("S{number}")) {
            number += 1;
        }
        format!("S{number}")
    }

    /// Parts one after the other.
    pub(super) fn join(&mut self, mut parts: Vec<Part>, span: Span) -> Lowered<Part> {
        if parts.len() == 1
            && let Some(part) = parts.pop()
        {
            return Ok(part);
        }
        let mut statements = Vec::new();
        let mut children = Vec::new();
        for part in parts {
            let filter = all_of(&self.drafts, &part.statements);
            let filter = self.exact(span, || filter)?;
            children.push((filter, part.node));
            statements.extend(part.statements);
        }
        Ok(Part {
            statements,
            node: Node::sequence(children),
        })
    }

    /// When the loop at `depth` runs the statements in it.
    pub(super) fn dates(
        &mut self,
        statements: &[usize],
        depth: usize,
        down: bool,
        span: Span,
    ) -> Lowered<MultiUnionPwAff> {
        let dates = dates(&self.drafts, statements, depth, down);
        self.exact(span, || dates)
    }

    pub(super) fn finish(mut self, parts: Vec<Part>) -> Result<Modelled, Vec<Diagnostic>> {
        let place = self.region.begin;
        let joined = if parts.is_empty() {
            None
        } else {
            self.join(parts, place).ok()
        };
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let node = joined.map_or_else(Node::leaf, |part| part.node);
        self.forget_invalid()
            .map_err(|error| vec![too_hard(place, &error)])?;
        let closed = self.closed();
        let scop = self
            .build(node)
            .map_err(|error| vec![too_hard(place, &error)])?;
        let mut overflows = Vec::with_capacity(self.overflows.len());
        for overflow in std::mem::take(&mut self.overflows) {
            match overflow.parameters.is_disjoint(&scop.context) {
                Ok(true) => {}
                Ok(false) => overflows.push(overflow),
                Err(error) => return Err(vec![too_hard(overflow.span, &error)]),
            }
        }
        let read_again = self.read_again(&scop);
        let values = Set::universe(scop.context.space().clone())
            .and_then(|all| self.names.typed(&all))
            .map_err(|error| vec![too_hard(place, &error)])?;
        Ok(Modelled {
            scop,
            values,
            warnings: self.warnings,
            directives: self.directives.found,
            closed,
            computed: self.computed,
            minima: self.minima,
            allocations: self.heap.arrays,
            aliases: self.aliases.names.iter().map(Text::to_string).collect(),
            kept_counters: self.kept.names.iter().map(Text::to_string).collect(),
            overflows,
            untold: self.untold,
            read_again,
            loads: self.names.loads.into_iter().map(|load| load.text).collect(),
        })
    }

    /// Leaves out instances for parameters with which nobody runs the program: where numbers wrap
    /// around, a loop would run through more memory than there is.
    fn forget_invalid(&mut self) -> presburger::Result<()> {
        if !self.names.has_wrapped.get() {
            return Ok(());
        }
        let Some(invalid) = super::invalid(&self.overflows)? else {
            return Ok(());
        };
        let valid = self.names.typed(&invalid.complement()?)?.coalesce()?;
        let known = |domain: &Set| -> presburger::Result<Set> {
            let space = domain.space().clone();
            let valid = Set::universe(space)?.intersect_params(&valid)?;
            merged(domain.intersect(&valid)?.gist(&valid)?)
        };
        for draft in &mut self.drafts {
            let simpler = known(&draft.domain)?;
            draft.domain = merged(draft.domain.intersect_params(&valid)?)?;
            let mut values = Vec::with_capacity(draft.body.holes.len());
            let mut covered = true;
            for hole in &draft.body.holes {
                let value = hole.value.gist(&draft.domain)?;
                covered = covered && simpler.is_subset(&value.domain()?)?;
                values.push(value);
            }
            if covered {
                draft.domain = simpler;
                for (hole, value) in draft.body.holes.iter_mut().zip(values) {
                    hole.value = value;
                }
            }
            let accesses = draft.accesses.iter_mut().map(|one| &mut one.domain);
            for domain in accesses.chain(draft.readers.iter_mut().map(|one| &mut one.domain)) {
                *domain = match domain.n_dim() == draft.domain.n_dim() {
                    true => known(domain)?.intersect(&draft.domain)?,
                    false => domain.intersect_params(&valid)?,
                };
            }
        }
        Ok(())
    }

    fn build(&mut self, node: Node) -> presburger::Result<Scop> {
        let seen = self.reach_all_memory();
        let mut context = self.context()?;
        self.merge_overlapping(&context)?;
        self.delinearise(&context)?;
        self.make_array_names_unique();
        let drafts = std::mem::take(&mut self.drafts);
        let mut statements = Vec::new();
        for draft in drafts {
            statements.push(self.build_statement(draft)?);
        }
        let mut arrays = Vec::new();
        let unread = self.region.unread();
        for (index, array) in self.arrays.iter().enumerate() {
            let is_seen = self.callees.names_global(&array.key.0) || seen.contains(&index);
            let mut built = build_array(array, is_seen, self.heap.has(array.span))?;
            built.unread_later = unread.contains(&array.key.0) && self.is_known(array, &built);
            built.shared = self.is_shared(array);
            arrays.push(built);
        }
        for (index, array) in arrays.iter_mut().enumerate() {
            if array.storage == Storage::Region && array.part_of.is_none() && !array.heap {
                measure(array, index, &statements, &context)?;
            }
        }
        let names = parameters(&context, &arrays, &statements);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        context = context.align_params(&names);
        for statement in &mut statements {
            statement.domain = statement.domain.align_params(&names);
            for access in &mut statement.accesses {
                access.relation = access.relation.align_params(&names);
            }
        }
        for name in &names {
            if !is_name(name) {
                return Err(presburger::Error::Invalid(format!(
                    "`{name}` is a keyword in set notation; rename the variable"
                )));
            }
        }
        let parameters = names.iter().map(|name| self.parameter(name)).collect();
        let domain = UnionSet::from_sets(statements.iter().map(|one| one.domain.clone()))?;
        Ok(Scop {
            name: self
                .region
                .function
                .as_ref()
                .map_or_else(String::new, |function| function.name.to_string()),
            parameters,
            context,
            arrays,
            statements,
            schedule: ScheduleTree::new(domain, node),
            span: Some(self.region.span),
        })
    }

    /// The arrays that nobody but the region itself reads after it, by accesses that the model has.
    fn read_again(&self, scop: &Scop) -> Vec<ArrayId> {
        let again = &self.region.read_again;
        let is_loaded = |name: &str| {
            let mut loads = self.names.loads.iter();
            loads.any(|load| crate::identifiers_outside(&load.text, &[]).contains(name))
        };
        let arrays = self.arrays.iter().zip(&scop.arrays).enumerate();
        let found = arrays.filter(|(_, (draft, built))| {
            let name = &draft.key.0;
            let is_array = built.rank() > 0 && again.contains(name);
            is_array && self.is_known(draft, built) && !is_loaded(name)
        });
        found.map(|(at, _)| ArrayId::new(at)).collect()
    }

    /// Whether all values of a variable of the function are in an array of the model, and whether its
    /// declaration shows all of its dimensions, so that what has as many subscripts is one of them.
    fn is_known(&self, draft: &ArrayDraft, built: &Array) -> bool {
        let rank = built.rank();
        let location = &draft.location;
        let is_variable = location.pointer.is_none() && location.fields.is_empty();
        let Some(symbol) = self.region.symbol(&draft.key.0) else {
            return false;
        };
        if !is_variable || built.storage != Storage::Local {
            return false;
        }
        let mut element = &symbol.ty;
        while let Type::Array { element: inner, .. } = element {
            element = inner;
        }
        crate::liveness::rank(&symbol.ty) == rank && (rank == 0 || !self.names.is_record(element))
    }

    /// What the program asserts and the user says of the parameters.
    pub(super) fn find_facts(&self) -> presburger::Result<Set> {
        let space = Space::params_only(Vec::new());
        let mut facts = Set::universe(space.clone())?;
        for (condition, _) in self.assertions() {
            let condition = |names: &Names<'_>| names.condition(condition);
            if let Ok(condition) = self.names.without_loads(condition) {
                facts = facts.intersect(&condition.build(&space)?)?;
            }
        }
        if let Some(known) = &self.options.context {
            facts = facts.intersect(&known.params()?)?;
        }
        for constant in self.constants() {
            facts = facts.intersect(&constant.build(&space)?)?;
        }
        Ok(facts)
    }

    /// The values that variables of the function have got before the region:
    /// `int width = m + 2;`.
    fn constants(&self) -> Vec<Condition> {
        let mut found = Vec::new();
        for known in &self.region.known {
            let Some(symbol) = self.region.symbol(&known.name) else {
                continue;
            };
            let is_number = symbol.value.is_none()
                && self.names.may_be_integer(&symbol.ty)
                && !self.names.is_volatile(&symbol.ty)
                && !self.names.is_changed(&known.name)
                && is_name(&known.name);
            if is_number && let Ok(value) = self.names.converted(&known.value, &symbol.ty) {
                let name = Quasi::Param(symbol.name.to_string());
                // Signed numbers do not overflow on the way.
                let (own, range) = (
                    self.names.interval(&value),
                    self.names.values_of(&symbol.ty),
                );
                // What may have wrapped around 64 bits has two values, and code for both helps nobody.
                if own.1 > i64::MAX.into() {
                    continue;
                }
                let limits = [
                    (Order::GreaterEqual, range.0, own.0 < range.0),
                    (Order::LessEqual, range.1, own.1 > range.1),
                ];
                for (order, limit, _) in limits.into_iter().filter(|(.., needed)| *needed) {
                    let limit = Quasi::Const(limit);
                    found.push(Condition::Compare(order, name.clone(), limit));
                }
                found.push(Condition::Compare(Order::Equal, name, value));
            }
        }
        found
    }

    /// What is known of the parameters.
    fn context(&mut self) -> presburger::Result<Set> {
        let space = Space::params_only(Vec::new());
        let mut context = Set::universe(space.clone())?;
        for (condition, span) in self.assertions() {
            let condition = |names: &Names<'_>| names.condition(condition);
            match self.names.without_loads(condition) {
                Ok(condition) => context = context.intersect(&condition.build(&space)?)?,
                Err(why) => self.warnings.push(
                    Diagnostic::warning(
                        codes::ASSERTION_NOT_USED,
                        "assertion ignored: it is not about parameters alone",
                        span,
                    )
                    .label(why.span, why.why),
                ),
            }
        }
        // C demands that extents are positive; constants need no mention.
        // The outermost one of a parameter is no more than a remark, and `malloc` takes any number.
        let declared = |array: &&ArrayDraft| {
            let is_inside = array.storage == Storage::Region;
            !is_inside || array.key.1.is_some_and(|at| self.is_always_declared(at))
        };
        let counted = self.arrays.iter().filter(declared).flat_map(|array| {
            let is_pointer =
                matches!(array.storage, Storage::Argument { .. }) || self.heap.has(array.span);
            array.extents.iter().skip(usize::from(is_pointer))
        });
        for extent in counted.flatten() {
            if extent.as_const().is_none() {
                let positive = Condition::Compare(Order::Greater, extent.clone(), Quasi::Const(0));
                context = context.intersect(&positive.build(&space)?)?;
            }
        }
        for constant in self.constants() {
            context = context.intersect(&constant.build(&space)?)?;
        }
        if let Some(known) = &self.options.context {
            context = context.intersect(&known.params()?)?;
        }
        // Numbers without a sign are not negative.
        for name in context_names(&self.drafts) {
            let load = self.names.type_of_load(&name);
            let ty = load.or_else(|| match self.names.meaning(&name) {
                Meaning::Variable(variable) => Some(variable.ty),
                _ => None,
            });
            if ty.is_some_and(|ty| self.names.is_unsigned(ty)) {
                let natural =
                    Condition::Compare(Order::GreaterEqual, Quasi::Param(name), Quasi::Const(0));
                context = context.intersect(&natural.build(&space)?)?;
            }
        }
        context.coalesce()
    }

    fn make_array_names_unique(&mut self) {
        for index in 0..self.arrays.len() {
            let mut base = self.arrays[index].name.clone();
            // C allows letters that isl's notation does not.
            if !is_name(&format!("{base}_1")) {
                let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
                base = format!("x_{}", base.chars().map(plain).collect::<String>());
            }
            let mut suffix = 0;
            loop {
                let name = &self.arrays[index].name;
                let taken = !is_name(name)
                    || self.drafts.iter().any(|draft| draft.name == *name)
                    || self.arrays[..index].iter().any(|array| array.name == *name);
                if !taken {
                    break;
                }
                suffix += 1;
                self.arrays[index].name = format!("{base}_{suffix}");
            }
        }
    }

    fn build_statement(&mut self, draft: Draft<'a>) -> presburger::Result<Statement> {
        let domain = named(&draft.domain, &draft)?;
        let mut accesses: Vec<Access> = Vec::new();
        let mut places: Vec<Option<usize>> = Vec::new();
        let mut relations: Vec<Map> = Vec::new();
        for access in &draft.accesses {
            let built = self.build_access(access, &draft)?;
            relations.push(built.relation.clone());
            let part_of_reduction = draft
                .reduction
                .as_ref()
                .is_some_and(|one| [one.read, one.write].contains(&places.len()));
            // What is read for sure need not be said to be read perhaps, nor what never happens while
            // the rest does.
            let is_said = (built.relation.is_empty()? && !domain.is_empty()?)
                || (built.kind == AccessKind::Read
                    && !built.is_must()
                    && covered(&built, &accesses)?);
            if is_said && !part_of_reduction {
                places.push(None);
            } else {
                places.push(Some(accesses.len()));
                accesses.push(built);
            }
        }
        let mut accumulates = draft.reduction;
        if let Some(one) = &accumulates {
            // Nothing else in the instance may see what has been accumulated so far.
            for &other in &one.others {
                if !relations[other].is_disjoint(&relations[one.write])? {
                    accumulates = None;
                    break;
                }
            }
        }
        let reduction = accumulates.and_then(|one| {
            Some(Reduction {
                operator: one.operator,
                read: AccessId::new(places[one.read]?),
                write: AccessId::new(places[one.write]?),
            })
        });
        let mut body = draft.body;
        for hole in &mut body.holes {
            hole.value = renamed(&hole.value, &draft.name, &draft.iterators)?;
        }
        Ok(Statement {
            name: draft.name,
            label: draft.label,
            iterators: draft.iterators,
            domain,
            accesses,
            body,
            span: Some(draft.span),
            reduction,
        })
    }

    fn build_access(
        &mut self,
        access: &AccessDraft<'a>,
        draft: &Draft<'a>,
    ) -> presburger::Result<Access> {
        let array = &self.arrays[access.array];
        let space = access.domain.space().clone();
        let nothing = Set::universe(Space::set(Vec::new(), Tuple::anonymous(0)))?;
        let mut relation = Map::from_domain_and_range(&access.domain, &nothing)?;
        let mut exact = access.exact;
        // An array that is a parameter is a pointer: it may have more elements than it says.
        let is_argument = matches!(array.storage, Storage::Argument { .. });
        let limit = |dim: usize, extent: &'_ Option<Quasi>| {
            extent.clone().filter(|_| dim > 0 || !is_argument)
        };
        let extents = array.extents.clone();
        for (dim, (subscript, extent)) in access.subscripts.iter().zip(&extents).enumerate() {
            let value = match subscript {
                Subscript::Affine(value) => value.build(&space)?.as_map()?,
                Subscript::Other(terms) => {
                    exact = false;
                    let said = |one: &Diagnostic, span| {
                        one.code == codes::UNKNOWN_SUBSCRIPT && one.span == Some(span)
                    };
                    if let Some((_, term)) = terms.first()
                        && !self.warnings.iter().any(|one| said(one, term.span))
                    {
                        let mut warning = Diagnostic::warning(
                            codes::UNKNOWN_SUBSCRIPT,
                            "this subscript may refer to any element",
                            term.span,
                        )
                        .label(term.span, "not affine in counters and parameters");
                        let mut hints = self.hints.iter();
                        if let Some((_, hint)) = hints.find(|(own, _)| *own == access.array) {
                            warning = warning.help(hint);
                        }
                        self.warnings.push(warning);
                    }
                    anything(&access.domain, limit(dim, extent))?
                }
                Subscript::All | Subscript::Every => {
                    let limit = limit(dim, extent);
                    exact &= matches!(subscript, Subscript::Every) && limit.is_some();
                    anything(&access.domain, limit)?
                }
            };
            relation = relation.flat_range_product(&value)?;
        }
        let inner = relation.space().n_in() > draft.iterators.len();
        relation = without_inner(&relation, draft.iterators.len())?;
        // Loops inside of it may be known for parameters that do not execute the statement.
        if inner {
            relation = relation.intersect_domain(&draft.domain)?;
        }
        relation = relation.set_domain_tuple_name(Some(&draft.name))?;
        relation = relation.set_range_tuple_name(Some(&array.name))?;
        for (dim, name) in draft.iterators.iter().enumerate() {
            relation = relation.set_dim_name(Dim::In(dim), name)?;
        }
        if (inner || relation.n_basic_map() > 1) && relation.n_basic_map() <= MANY {
            relation = relation.coalesce()?;
        }
        let certainty = if access.may || !exact {
            Certainty::May
        } else {
            Certainty::Must
        };
        Ok(Access {
            array: ArrayId::new(access.array),
            kind: access.kind,
            certainty,
            relation,
            span: Some(access.span),
            exact,
        })
    }

    /// The type of a parameter: that which a name of the program stands for.
    fn integer_type(&self, ty: &Type) -> String {
        self.names.resolve(ty).base().name.to_string()
    }

    fn parameter(&self, name: &str) -> Parameter {
        let mut parameter = Parameter::new(name);
        if let Some(load) = self.names.loads.iter().find(|load| load.name == name) {
            parameter.ctype = self.integer_type(&load.ty);
            parameter.expression = Some(load.text.clone());
            return parameter;
        }
        if let Meaning::Variable(variable) = self.names.meaning(name) {
            parameter.ctype = self.integer_type(variable.ty);
            parameter.span = Some(variable.span);
        }
        parameter
    }
}

/// The parameters of the instances.
fn context_names(drafts: &[Draft<'_>]) -> BTreeSet<String> {
    let spaces = drafts.iter().map(|draft| draft.domain.space());
    let names = spaces.flat_map(|space| space.params().iter().map(ToString::to_string));
    names.collect()
}

/// Whether an access that may happen is part of another one.
fn covered(access: &Access, others: &[Access]) -> presburger::Result<bool> {
    for other in others {
        if other.array == access.array
            && other.kind == access.kind
            && (other.exact || !access.exact)
            && access.relation.is_subset(&other.relation)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn tuple(draft: &Draft<'_>) -> Tuple {
    Tuple::named(&draft.name, draft.iterators.iter().map(String::as_str))
}

/// The counter at `depth` of each statement, negated for a loop that goes down.
fn dates(
    drafts: &[Draft<'_>],
    statements: &[usize],
    depth: usize,
    down: bool,
) -> presburger::Result<MultiUnionPwAff> {
    let mut dates = Vec::with_capacity(statements.len());
    for &statement in statements {
        let space = Space::set(Vec::new(), tuple(&drafts[statement]));
        let mut counter = Aff::var_on_domain(&space, Dim::Set(depth))?;
        if down {
            counter = counter.neg()?;
        }
        dates.push(PwAff::from_aff(&counter));
    }
    let dates = UnionPwAff::from_pw_affs(dates)?;
    MultiUnionPwAff::from_union_pw_aff_list(Tuple::anonymous(1), &[dates])
}

/// All conceivable instances of some statements.
fn all_of(drafts: &[Draft<'_>], statements: &[usize]) -> presburger::Result<UnionSet> {
    let mut sets = Vec::new();
    for &statement in statements {
        sets.push(Set::universe(Space::set(
            Vec::new(),
            tuple(&drafts[statement]),
        ))?);
    }
    UnionSet::from_sets(sets)
}

/// A set of iterators as one of instances.
fn named(domain: &Set, draft: &Draft<'_>) -> presburger::Result<Set> {
    let mut domain = domain.set_tuple_name(Some(&draft.name))?;
    for (dim, name) in draft.iterators.iter().enumerate() {
        domain = domain.set_dim_name(Dim::Set(dim), name)?;
    }
    Ok(domain)
}

/// A function of iterators as one of instances.
fn renamed(value: &PwAff, name: &str, iterators: &[String]) -> presburger::Result<PwAff> {
    let to = Tuple::named(name, iterators.iter().map(String::as_str));
    let space = Space::set(Vec::new(), to);
    let mut counters = Vec::new();
    for dim in 0..iterators.len() {
        counters.push(Aff::var_on_domain(&space, Dim::Set(dim))?);
    }
    let domain = value.domain_space();
    let from = domain
        .tuple()
        .cloned()
        .unwrap_or_else(|| Tuple::anonymous(0));
    let identity = presburger::MultiAff::from_aff_list(&space, from, &counters)?;
    value.pullback_multi_aff(&identity)
}

/// Every value of a subscript, within the extent if it is known.
fn anything(domain: &Set, extent: Option<Quasi>) -> presburger::Result<Map> {
    let line = Space::set(Vec::new(), Tuple::anonymous(1));
    let mut cells = Set::universe(line.clone())?;
    if let Some(extent) = extent {
        let index = Quasi::Iterator(0);
        let lower = Condition::Compare(Order::GreaterEqual, index.clone(), Quasi::Const(0));
        let upper = Condition::Compare(Order::Less, index, extent);
        cells = lower.and(upper).build(&line)?;
    }
    Map::from_domain_and_range(domain, &cells)
}

fn build_array(draft: &ArrayDraft, seen_by_calls: bool, heap: bool) -> presburger::Result<Array> {
    let space = Space::params_only(Vec::new());
    let mut extents = Vec::new();
    for extent in &draft.extents {
        extents.push(match extent {
            Some(extent) => Some(extent.build(&space)?),
            None => None,
        });
    }
    Ok(Array {
        name: draft.name.clone(),
        source_name: draft.source_name.clone(),
        element: draft.element.clone(),
        extents,
        storage: draft.storage,
        part_of: draft.part_of.clone(),
        span: draft.span,
        seen_by_calls,
        behind_pointer: draft.location.pointer.is_some(),
        unread_later: false,
        shared: false,
        heap,
    })
}

/// Gives an array of the region whose size is not the same in all iterations that of the largest one,
/// as far as elements of it are used.
fn measure(
    array: &mut Array,
    index: usize,
    statements: &[Statement],
    context: &Set,
) -> presburger::Result<()> {
    if array.extents.iter().all(Option::is_some) {
        return Ok(());
    }
    let accesses = statements.iter().flat_map(|one| &one.accesses);
    let mut cells: Option<Set> = None;
    for access in accesses.filter(|one| one.array.index() == index) {
        if !access.exact {
            return Ok(());
        }
        let more = access.relation.intersect_params(context)?.range()?;
        cells = Some(match cells {
            Some(cells) => cells.union(&more)?,
            None => more,
        });
    }
    let Some(cells) = cells else {
        return Ok(());
    };
    for (dim, extent) in array.extents.iter_mut().enumerate() {
        if extent.is_none() && cells.is_bounded()? {
            let last = cells.dim_max(dim)?;
            let one = Aff::val_on_domain(&last.domain_space(), &Value::one())?;
            *extent = Some(last.add(&PwAff::from_aff(&one))?);
        }
    }
    Ok(())
}

/// The parameters that anything depends on, in order of appearance.
fn parameters(context: &Set, arrays: &[Array], statements: &[Statement]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    let mut note = |space: &Space| {
        for name in space.params() {
            if seen.insert(name.to_string()) {
                names.push(name.to_string());
            }
        }
    };
    for statement in statements {
        note(statement.domain.space());
        for access in &statement.accesses {
            note(access.relation.space());
        }
        for hole in &statement.body.holes {
            note(hole.value.space());
        }
    }
    for extent in arrays.iter().flat_map(|array| &array.extents).flatten() {
        note(extent.space());
    }
    note(context.space());
    names
}
