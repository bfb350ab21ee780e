//! From trees to constraints: expressions.

use super::graph::NodeId;
use super::{Base, Place, PointsTo, Value};
use crate::bodies::Body;
use crate::bodies::typing::Shape;
use crate::syntax::{BinaryOp, Expr, ExprKind, Part, Stmt, StmtKind, Type, UnaryOp};

/// Names of the null pointer where no header explains them.
const NULL: &[&str] = &["NULL", "nullptr"];

impl Value {
    fn of(node: NodeId) -> Value {
        Value {
            nodes: vec![node],
            places: Vec::new(),
        }
    }

    pub(super) fn join(mut self, other: Value) -> Value {
        self.nodes.extend(other.nodes);
        self.places.extend(other.places);
        self
    }
}

pub(super) fn is_pointer(shape: Shape<'_>) -> bool {
    matches!(
        shape,
        Shape::Type(Type::Pointer { .. } | Type::Array { .. }) | Shape::Address(_)
    )
}

/// Whether an expression is one that C can assign to, all of which is understood. Others are assigned to
/// as well, by extensions: what is set then may be anything that they name.
fn is_place(target: &Expr) -> bool {
    let mut is_understood = true;
    target.parts(&mut |part| {
        is_understood &= match part {
            Part::Stmt(_) => false,
            Part::Expr(one) => !matches!(one.kind, ExprKind::Statements(_) | ExprKind::Opaque),
        };
    });
    is_understood
        && matches!(
            target.kind,
            ExprKind::Name(_)
                | ExprKind::Index(..)
                | ExprKind::Field { .. }
                | ExprKind::Unary(UnaryOp::Deref, _)
                | ExprKind::Compound(..)
                | ExprKind::Alias(_)
        )
}

impl<'a> PointsTo<'a> {
    /// What an expression gives; what it does becomes constraints.
    pub(super) fn value(&mut self, body: &'a Body, expr: &'a Expr) -> Value {
        let value = self.value_of(body, expr);
        let Shape::Number { is_floating } = self.types.of(body, expr) else {
            return value;
        };
        // Who has an address as a number can do with it what is not followed here: look it up in a
        // table, compare it, compute a fraction.
        value.nodes.iter().for_each(|&node| self.graph.escape(node));
        let is_copied = matches!(
            expr.kind,
            ExprKind::Name(_)
                | ExprKind::Index(..)
                | ExprKind::Field { .. }
                | ExprKind::Unary(UnaryOp::Deref, _)
                | ExprKind::Assign(None, ..)
        );
        match is_floating && !is_copied {
            // Its bits are no address.
            true => Value::default(),
            false => value,
        }
    }

    fn value_of(&mut self, body: &'a Body, expr: &'a Expr) -> Value {
        match &expr.kind {
            ExprKind::Alias(alias) => self.value_of(body, &alias.value),
            ExprKind::Int(_) | ExprKind::Float(_) => Value::default(),
            ExprKind::SizeOfType(ty) => {
                self.extents(body, &ty.ty);
                Value::default()
            }
            // Evaluated if it is an array of a size that is computed; nothing else is done to it.
            ExprKind::SizeOf(inner) => {
                let mut acts = false;
                inner.parts(&mut |part| acts |= part.acts() || part.is_call());
                if acts {
                    self.value(body, inner);
                }
                Value::default()
            }
            ExprKind::Name(name)
                if NULL.contains(&&**name)
                    || self.unit.declarations.constants.contains_key(name)
                        && body.declaration_at(expr.tokens.start).is_none() =>
            {
                Value::default()
            }
            ExprKind::Name(_)
            | ExprKind::Index(..)
            | ExprKind::Field { .. }
            | ExprKind::Unary(UnaryOp::Deref, _)
            | ExprKind::Compound(..)
            | ExprKind::Str(_) => {
                let places = self.places(body, expr);
                let shape = match expr.kind {
                    ExprKind::Str(_) => return self.address(&places),
                    _ => self.types.of(body, expr),
                };
                self.read(&places, shape)
            }
            ExprKind::Unary(UnaryOp::Address, inner) => {
                let places = self.places(body, inner);
                self.address(&places)
            }
            ExprKind::Unary(UnaryOp::Not, inner) => {
                self.value(body, inner);
                Value::default()
            }
            ExprKind::Unary(_, inner) => self.value(body, inner),
            ExprKind::Binary(operator, left, right) => self.binary(body, *operator, left, right),
            ExprKind::Assign(operator, target, value) => {
                let places = self.assignment(body, expr, *operator, target, value);
                if !is_place(target) {
                    self.mixed(body, expr.tokens);
                }
                let shape = self.types.of(body, target);
                self.read(&places, shape)
            }
            ExprKind::Step { target, .. } => {
                let places = self.places(body, target);
                self.note_write(body, expr, target, &places);
                if !is_place(target) {
                    self.mixed(body, expr.tokens);
                }
                let shape = self.types.of(body, target);
                let value = self.read(&places, shape);
                self.move_by_bytes(body, target, &places, &value);
                value
            }
            ExprKind::Conditional(condition, yes, no) => {
                let first = self.value(body, condition);
                let yes = match yes {
                    Some(yes) => self.value(body, yes),
                    None => first,
                };
                let no = self.value(body, no);
                yes.join(no)
            }
            ExprKind::Call(callee, arguments) => self.call(body, expr, callee, arguments),
            ExprKind::Cast(ty, inner) => {
                self.extents(body, &ty.ty);
                let value = self.value(body, inner);
                let shape = self.types.shape(Some(body), &ty.ty);
                let is_number = matches!(self.types.of(body, inner), Shape::Number { .. });
                match &inner.kind {
                    ExprKind::Int(0) => Value::default(),
                    // An address that is written as a number.
                    _ if is_number && is_pointer(shape) => {
                        let node = self.scalar(&value);
                        let whole = self.graph.node();
                        self.graph.whole(node, whole);
                        self.from_numbers.push((node, whole));
                        Value::of(whole)
                    }
                    ExprKind::Call(..) => value,
                    // The address of a field is also that of something else.
                    _ if is_pointer(shape) && shape != self.types.of(body, inner) => {
                        let node = self.scalar(&value);
                        let whole = self.graph.node();
                        self.graph.whole(node, whole);
                        Value::of(whole)
                    }
                    _ => value,
                }
            }
            ExprKind::Comma(first, last) => {
                self.value(body, first);
                self.value(body, last)
            }
            ExprKind::List(values) => {
                let mut all = Value::default();
                for value in values {
                    let one = self.value(body, value);
                    all = all.join(one);
                }
                // Structures in it are parts of what it is the value of.
                let node = self.scalar(&all);
                Value::of(node)
            }
            ExprKind::Statements(list) => self.statements(body, list),
            ExprKind::Opaque => {
                self.mixed(body, expr.tokens);
                // It may be one of the names in it, or what that holds, or the address of it.
                let (all, held) = (self.graph.node(), self.graph.node());
                for object in self.named_in(body, expr.tokens) {
                    let cell = self.graph.cell(object, &[]);
                    self.graph.add_cell(all, cell);
                }
                self.graph.load(all, &[], held);
                Value {
                    nodes: vec![self.anywhere, all, held],
                    places: Vec::new(),
                }
            }
        }
    }

    fn binary(
        &mut self,
        body: &'a Body,
        operator: BinaryOp,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Value {
        use BinaryOp::*;
        let (first, second) = (self.value(body, left), self.value(body, right));
        let (of_left, of_right) = (self.types.of(body, left), self.types.of(body, right));
        match operator {
            Lt | Gt | Le | Ge | Eq | Ne | And | Or => Value::default(),
            Add | Sub if is_pointer(of_left) => self.moved(of_left, &first),
            Add if is_pointer(of_right) => self.moved(of_right, &second),
            _ => first.join(second),
        }
    }

    /// A pointer that has been moved: by bytes it may get to other fields.
    fn moved(&mut self, shape: Shape<'a>, value: &Value) -> Value {
        let node = self.scalar(value);
        let element = self.types.element(None, shape);
        if self.types.record_of(element).is_some() {
            return Value::of(node);
        }
        let whole = self.graph.node();
        self.graph.whole(node, whole);
        Value::of(whole)
    }

    fn move_by_bytes(&mut self, body: &'a Body, target: &'a Expr, places: &[Place], value: &Value) {
        let shape = self.types.of(body, target);
        if is_pointer(shape) {
            let moved = self.moved(shape, value);
            self.assign(places, Shape::Unknown, &moved);
        }
    }

    /// Carries out an assignment; the places that are set.
    fn assignment(
        &mut self,
        body: &'a Body,
        expr: &'a Expr,
        operator: Option<BinaryOp>,
        target: &'a Expr,
        value: &'a Expr,
    ) -> Vec<Place> {
        let places = self.places(body, target);
        let given = self.value(body, value);
        let shape = self.types.of(body, target);
        self.note_write(body, expr, target, &places);
        if self.without.contains(&expr.tokens.start) {
            return places;
        }
        match operator {
            None => self.assign(&places, shape, &given),
            Some(_) if is_pointer(shape) => {
                let old = self.read(&places, shape);
                self.move_by_bytes(body, target, &places, &old);
            }
            Some(_) => self.assign(&places, Shape::Unknown, &given),
        }
        places
    }

    /// Takes note of a write other than to a variable by its name.
    fn note_write(&mut self, body: &'a Body, expr: &Expr, target: &'a Expr, places: &[Place]) {
        let mut root = target;
        while let ExprKind::Index(base, _)
        | ExprKind::Field { base, .. }
        | ExprKind::Unary(UnaryOp::Deref, base) = &root.kind
        {
            root = base;
        }
        // What is declared nowhere is memory of its own.
        let is_unknown = root
            .as_name()
            .is_some_and(|name| self.object_at(body, root.tokens.start, name).is_none());
        if target.as_name().is_none() && !is_unknown {
            self.writes.push((expr.tokens.start, places.to_vec()));
        }
    }

    /// What places hold that have a value of this shape.
    fn read(&mut self, places: &[Place], shape: Shape<'a>) -> Value {
        match shape {
            Shape::Type(Type::Array { .. } | Type::Function { .. }) => self.address(places),
            Shape::Type(Type::Pointer { .. }) | Shape::Address(_) | Shape::Number { .. } => {
                let nodes = places.iter().map(|place| self.load(place, &[])).collect();
                Value {
                    nodes,
                    places: Vec::new(),
                }
            }
            Shape::Type(Type::Base(_)) => Value {
                nodes: Vec::new(),
                places: places.to_vec(),
            },
            // An array or not.
            Shape::Unknown => {
                let mut value = self.address(places);
                for place in places {
                    let node = self.load(place, &[]);
                    value.nodes.push(node);
                }
                value
            }
        }
    }

    /// The addresses of places.
    fn address(&mut self, places: &[Place]) -> Value {
        let mut nodes = Vec::new();
        for place in places {
            let node = match place.base {
                Base::Object(object) | Base::Passed(object) => {
                    let whole = self.graph.cell(object, &[]);
                    let cell = self.graph.extend(whole, &place.path);
                    let node = self.graph.node();
                    self.graph.add_cell(node, cell);
                    node
                }
                Base::Through(pointer) if place.path.is_empty() => pointer,
                Base::Through(pointer) => {
                    let node = self.graph.node();
                    self.graph.offset(pointer, &place.path, node);
                    node
                }
            };
            nodes.push(node);
        }
        Value {
            nodes,
            places: Vec::new(),
        }
    }

    /// A value as one node; of a structure all that it holds.
    pub(super) fn scalar(&mut self, value: &Value) -> NodeId {
        if let ([node], []) = (&value.nodes[..], &value.places[..]) {
            return *node;
        }
        let all = self.graph.node();
        for &node in &value.nodes {
            self.graph.edge(node, all, true);
        }
        for place in &value.places {
            let node = self.load(place, &[]);
            self.graph.edge(node, all, true);
        }
        all
    }

    /// What a pointer leads to.
    fn behind(&mut self, body: &'a Body, pointer: &'a Expr) -> Vec<Place> {
        let value = self.value(body, pointer);
        let node = self.scalar(&value);
        vec![Place {
            base: Base::Through(node),
            path: Vec::new(),
        }]
    }

    /// Where the value of an expression is.
    fn places(&mut self, body: &'a Body, expr: &'a Expr) -> Vec<Place> {
        let within = |base: Base| {
            vec![Place {
                base,
                path: Vec::new(),
            }]
        };
        match &expr.kind {
            ExprKind::Name(name) => match self.object_at(body, expr.tokens.start, name) {
                Some(object) => within(Base::Object(object)),
                // A parameter of a function that is not understood.
                None if body.is_odd => within(Base::Through(self.anywhere)),
                // Something of a header that is not at hand, or of a declaration that nobody saw: a pointer
                // to anything.
                None => {
                    let object = self.global_object(name);
                    let cell = self.graph.cell(object, &[]);
                    self.graph.add_anything(self.graph.stored(cell));
                    within(Base::Object(object))
                }
            },
            ExprKind::Unary(UnaryOp::Deref, inner) => match self.types.of(body, inner) {
                Shape::Type(Type::Array { .. }) => self.places(body, inner),
                _ => self.behind(body, inner),
            },
            ExprKind::Index(base, index) => {
                let (mut base, mut index) = (base, index);
                if matches!(self.types.of(body, base), Shape::Number { .. }) {
                    std::mem::swap(&mut base, &mut index);
                }
                self.value(body, index);
                match self.types.of(body, base) {
                    Shape::Type(Type::Array { .. }) => self.places(body, base),
                    _ => self.behind(body, base),
                }
            }
            ExprKind::Field { base, arrow, name } => {
                let mut shape = self.types.of(body, base);
                let is_array = matches!(shape, Shape::Type(Type::Array { .. }));
                let mut places = match arrow {
                    true if !is_array => self.behind(body, base),
                    _ => self.places(body, base),
                };
                if *arrow {
                    shape = self.types.element(Some(body), shape);
                }
                match self.types.record_of(shape) {
                    Some(record) => {
                        let field = self.field_id(record, name);
                        places.iter_mut().for_each(|place| place.path.push(field));
                    }
                    // Any part of it.
                    None => places = self.wholes(&places),
                }
                places
            }
            ExprKind::Str(_) => {
                let object = self.new_object();
                within(Base::Object(object))
            }
            ExprKind::Compound(ty, values) => {
                self.extents(body, &ty.ty);
                let object = self.new_object();
                let shape = self.types.shape(Some(body), &ty.ty);
                for value in values {
                    let given = self.value(body, value);
                    let is_text = matches!(value.kind, ExprKind::Str(_))
                        && matches!(shape, Shape::Type(Type::Array { .. }));
                    // `(char[]) { "text" }` has no pointer in it.
                    let element = self.types.element(Some(body), shape);
                    if !(is_text && matches!(element, Shape::Number { .. })) {
                        self.set(Base::Object(object), Shape::Unknown, &given);
                    }
                }
                within(Base::Object(object))
            }
            _ => {
                let value = self.value(body, expr);
                let mut places = value.places.clone();
                // A structure that is no variable.
                if !value.nodes.is_empty() {
                    let object = self.new_object();
                    let nodes = Value {
                        nodes: value.nodes,
                        places: Vec::new(),
                    };
                    self.set(Base::Object(object), Shape::Unknown, &nodes);
                    places.extend(within(Base::Object(object)));
                }
                places
            }
        }
    }

    /// The objects that places are in, all of them.
    fn wholes(&mut self, places: &[Place]) -> Vec<Place> {
        let value = self.address(places);
        let node = self.scalar(&value);
        let whole = self.graph.node();
        self.graph.whole(node, whole);
        vec![Place {
            base: Base::Through(whole),
            path: Vec::new(),
        }]
    }

    /// Statements, and the value of the last one.
    fn statements(&mut self, body: &'a Body, list: &'a [Stmt]) -> Value {
        let Some((last, before)) = list.split_last() else {
            return Value::default();
        };
        before.iter().for_each(|one| self.statement(body, one));
        let mut last = last;
        while let StmtKind::Label(_, inner) = &last.kind {
            last = inner;
        }
        match &last.kind {
            StmtKind::Expr(expr) => {
                let value = self.value_of(body, expr);
                // Its shape is not known outside.
                let node = self.scalar(&value);
                Value {
                    nodes: vec![node],
                    places: value.places,
                }
            }
            _ => {
                self.statement(body, last);
                Value::default()
            }
        }
    }
}
