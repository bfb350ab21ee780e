//! From trees to constraints: functions, declarations and statements.

use super::graph::{Field, FieldId, Kind, NodeId};
use super::{Base, Known, Place, PointsTo, Texts, Value};
use crate::bodies::typing::Shape;
use crate::bodies::{Body, Meaning};
use crate::declarations::Scope;
use crate::syntax::{Declaration, Expr, ExprKind, ForInit, Record, Stmt, StmtKind, Tokens, Type};
use crate::token::{Text, TokenKind};

/// A structure of more fields than that is copied as a whole.
const MAX_FIELDS: usize = 64;

impl<'a> PointsTo<'a> {
    pub(super) fn build(&mut self, texts: &'a Texts) {
        for (function, body) in &texts.bodies {
            let index = self.known.len();
            let result = self.graph.object(Kind::Variable { is_public: false });
            let address = self.graph.object(Kind::Function(index));
            let mut known = Known {
                function,
                body,
                objects: Default::default(),
                result,
                address,
            };
            for (id, variable) in body.variables.iter().enumerate() {
                if !variable.is_outside() && !variable.storage.is_typedef {
                    let object = self.graph.object(Kind::Variable { is_public: false });
                    let is_parameter = variable.scope == Scope::Parameter;
                    self.graph.objects[object as usize].is_parameter = is_parameter;
                    known.objects.insert(id as u32, object);
                }
            }
            self.known.push(known);
            self.by_name.entry(function.name.clone()).or_insert(index);
        }
        for index in 0..self.known.len() {
            self.parameters(index);
        }
        for (name, value) in &texts.values {
            let object = self.global_object(name);
            let shape = match self.types.global(name) {
                Some(ty) => self.types.shape(None, ty),
                None => Shape::Unknown,
            };
            self.initial(&texts.outside, object, shape, value);
        }
        for index in 0..self.known.len() {
            self.current = Some(index);
            let body = self.known[index].body;
            if matches!(body.tree.kind, StmtKind::Opaque) {
                let result = self.known[index].result;
                let cell = self.graph.cell(result, &[]);
                self.graph.add_anything(self.graph.stored(cell));
            }
            self.statement(body, &body.tree);
            for part in &body.unread {
                self.mixed(body, *part);
            }
            for parameter in &self.known[index].function.parameters {
                self.extents(body, &parameter.ty);
            }
        }
        self.current = None;
        // Anybody may call these, with anything.
        for index in 0..self.known.len() {
            let (name, address) = (&self.known[index].function.name, self.known[index].address);
            if self.unit.is_open() || self.unit.has_users(name) {
                let cell = self.graph.cell(address, &[]);
                let node = self.graph.node();
                self.graph.add_cell(node, cell);
                self.graph.escape(node);
            }
        }
    }

    /// Numbers that callers pass may be addresses of anything.
    fn parameters(&mut self, index: usize) {
        let body = self.known[index].body;
        for (id, variable) in body.variables.iter().enumerate() {
            let shape = self
                .types
                .variable(Some(body), &variable.declarator, variable.scope);
            let is_number = matches!(shape, Shape::Number { is_floating: false });
            if let (true, Some(object)) = (
                variable.scope == Scope::Parameter,
                self.own_object(index, id as u32),
            ) {
                if is_number {
                    self.graph.objects[object as usize].is_parameter = false;
                    let cell = self.graph.cell(object, &[]);
                    self.graph.add_anything(self.graph.passed(cell));
                } else if matches!(shape, Shape::Number { .. }) {
                    self.graph.objects[object as usize].is_parameter = false;
                }
            }
        }
    }

    /// Whether a global variable may hold pointers.
    pub(super) fn may_hold_pointers(&self, name: &str) -> bool {
        let ty = self.types.global(name);
        ty.is_none_or(|ty| super::relevant::holds_pointers(&self.unit.declarations, ty, 16))
    }

    fn list(&mut self, body: &'a Body, list: &'a [Stmt]) {
        list.iter().for_each(|one| self.statement(body, one));
    }

    pub(super) fn statement(&mut self, body: &'a Body, statement: &'a Stmt) {
        match &statement.kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Pragma(_)
            | StmtKind::Return(None) => {}
            StmtKind::Opaque => self.mixed(body, statement.tokens),
            StmtKind::Expr(expr) => {
                self.value(body, expr);
            }
            StmtKind::Return(Some(expr)) => {
                let value = self.value(body, expr);
                if let Some(index) = self.current {
                    let known = &self.known[index];
                    let (ty, result) = (&known.function.result, known.result);
                    let shape = self.types.shape(Some(body), ty);
                    self.set(Base::Object(result), shape, &value);
                }
            }
            StmtKind::Block(list) => self.list(body, list),
            StmtKind::For(head) => {
                match &head.init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => {
                        self.value(body, expr);
                    }
                    ForInit::Declaration(declaration) => {
                        self.declaration(body, declaration, statement.tokens);
                    }
                }
                for clause in head.condition.iter().chain(&head.step) {
                    self.value(body, clause);
                }
                self.statement(body, &head.body);
            }
            StmtKind::If(condition, yes, no) => {
                self.value(body, condition);
                self.statement(body, yes);
                if let Some(no) = no {
                    self.statement(body, no);
                }
            }
            StmtKind::While(expr, inner)
            | StmtKind::DoWhile(inner, expr)
            | StmtKind::Switch(expr, inner)
            | StmtKind::Case(expr, inner) => {
                self.value(body, expr);
                self.statement(body, inner);
            }
            StmtKind::Default(inner) | StmtKind::Label(_, inner) => self.statement(body, inner),
            StmtKind::Declaration(declaration) => {
                self.declaration(body, declaration, statement.tokens);
            }
        }
    }

    fn declaration(&mut self, body: &'a Body, declaration: &'a Declaration, at: Tokens) {
        let first = body.declared_at(at.start);
        for (offset, declarator) in declaration.declarators.iter().enumerate() {
            self.extents(body, &declarator.ty);
            let object = first
                .zip(self.current)
                .and_then(|(first, index)| self.own_object(index, first + offset as u32));
            if let Some(object) = object {
                self.set_apart(object, &declarator.ty);
            }
            let Some(init) = &declarator.init else {
                continue;
            };
            match object {
                Some(object) => {
                    let shape = self.types.shape(Some(body), &declarator.ty);
                    self.initial(body, object, shape, init);
                }
                None => {
                    self.value(body, init);
                }
            }
        }
    }

    /// What a type does when it computes its extents.
    pub(super) fn extents(&mut self, body: &'a Body, ty: &'a Type) {
        match ty {
            Type::Base(_) => {}
            Type::Pointer { to: inner, .. } | Type::Function { result: inner, .. } => {
                self.extents(body, inner);
            }
            Type::Array {
                element, extent, ..
            } => {
                if let Some(extent) = extent {
                    self.value(body, extent);
                }
                self.extents(body, element);
            }
        }
    }

    /// A `restrict` pointer leads to memory with a name of its own, besides all that it is set to:
    /// who has the name may have got the address from it.
    fn set_apart(&mut self, object: u32, ty: &'a Type) {
        if let Type::Pointer { restrict: true, .. } = self.unit.declarations.resolve(ty) {
            let apart = self.graph.object(Kind::Apart(object));
            let (cell, own) = (self.graph.cell(object, &[]), self.graph.cell(apart, &[]));
            self.graph.add_cell(self.graph.stored(cell), own);
        }
    }

    /// Gives a variable its initial value.
    pub(super) fn initial(
        &mut self,
        body: &'a Body,
        object: u32,
        shape: Shape<'a>,
        init: &'a Expr,
    ) {
        let is_array = matches!(shape, Shape::Type(Type::Array { .. }));
        if is_array && matches!(init.kind, ExprKind::Str(_)) {
            return;
        }
        let value = self.value(body, init);
        match init.kind {
            // A list gives all parts of a variable their values.
            ExprKind::List(_) => self.set(Base::Object(object), Shape::Unknown, &value),
            _ => self.set(Base::Object(object), shape, &value),
        }
    }

    /// Stores a value of some shape; fields of structures each for itself.
    pub(super) fn set(&mut self, base: Base, shape: Shape<'a>, value: &Value) {
        let place = Place {
            base,
            path: Vec::new(),
        };
        self.assign(&[place], shape, value);
    }

    pub(super) fn assign(&mut self, to: &[Place], shape: Shape<'a>, value: &Value) {
        let leaves = self.leaves(shape);
        for target in to {
            for &node in &value.nodes {
                self.store(target, &[], node);
            }
            for source in &value.places {
                for leaf in &leaves {
                    let node = self.load(source, leaf);
                    self.store(target, leaf, node);
                }
            }
        }
    }

    /// The paths to the parts of a value: one without steps if it is no structure.
    fn leaves(&mut self, shape: Shape<'a>) -> Vec<Vec<FieldId>> {
        let mut found = Vec::new();
        if let Some(record) = self.types.record_of(shape) {
            self.add_leaves(record, &[], &mut found, 4);
        }
        if found.is_empty() || found.len() > MAX_FIELDS {
            return vec![Vec::new()];
        }
        found
    }

    fn add_leaves(
        &mut self,
        record: &'a Record,
        path: &[FieldId],
        found: &mut Vec<Vec<FieldId>>,
        fuel: usize,
    ) {
        for field in &record.fields {
            if found.len() > MAX_FIELDS {
                return;
            }
            let id = self.field_id(record, &field.name);
            let path = [path, &[id]].concat();
            let mut shape = self.types.shape(None, &field.ty);
            while let Shape::Type(Type::Array { element, .. }) = shape {
                shape = self.types.shape(None, element);
            }
            match self.types.record_of(shape) {
                Some(inner) if fuel > 0 => self.add_leaves(inner, &path, found, fuel - 1),
                _ if matches!(shape, Shape::Number { is_floating: true }) => {}
                _ => found.push(path),
            }
        }
    }

    /// The field of a structure.
    pub(super) fn field_id(&mut self, record: &'a Record, name: &Text) -> FieldId {
        let field = record.fields.iter().find(|one| one.name == *name);
        let mut inner = None;
        if let Some(field) = field {
            let mut shape = self.types.shape(None, &field.ty);
            while let Shape::Type(Type::Array { element, .. }) = shape {
                shape = self.types.shape(None, element);
            }
            inner = self.types.record_of(shape).map(|one| one.name.clone());
        }
        let is_shared = record.is_union
            || field.is_none_or(|field| self.shared_fields.contains(&field.name_span));
        self.graph.field(Field {
            record: record.name.clone(),
            name: name.clone(),
            is_shared,
            inner,
        })
    }

    pub(super) fn load(&mut self, place: &Place, leaf: &[FieldId]) -> NodeId {
        let path = [&place.path[..], leaf].concat();
        match place.base {
            Base::Object(object) | Base::Passed(object) => {
                let whole = self.graph.cell(object, &[]);
                let cell = self.graph.extend(whole, &path);
                let loaded = self.graph.loaded(cell);
                let node = self.graph.node();
                self.graph.edge(loaded, node, false);
                node
            }
            Base::Through(pointer) => {
                let node = self.graph.node();
                self.graph.load(pointer, &path, node);
                node
            }
        }
    }

    pub(super) fn store(&mut self, place: &Place, leaf: &[FieldId], from: NodeId) {
        let path = [&place.path[..], leaf].concat();
        match place.base {
            Base::Object(object) | Base::Passed(object) => {
                let whole = self.graph.cell(object, &[]);
                let cell = self.graph.extend(whole, &path);
                let to = match place.base {
                    Base::Passed(_) => self.graph.passed(cell),
                    _ => self.graph.stored(cell),
                };
                self.graph.edge(from, to, true);
            }
            Base::Through(pointer) => self.graph.store(pointer, &path, from),
        }
    }

    /// What is not understood may do anything with the names in it: set some of them to others, or pass
    /// these to functions in it.
    pub(super) fn mixed(&mut self, body: &'a Body, part: Tokens) {
        self.opaque(body, part);
        let objects = self.named_in(body, part);
        self.mix(&objects);
    }

    /// The variables and functions that a text names.
    pub(super) fn named_in(&mut self, body: &'a Body, part: Tokens) -> Vec<u32> {
        let tokens = &self.unit.tokens;
        let mut objects: Vec<u32> = Vec::new();
        for at in part.range() {
            let is_word = tokens[at].kind == TokenKind::Ident;
            let object = is_word.then(|| self.object_at(body, at as u32, &tokens[at].text));
            objects.extend(object.flatten().filter(|one| !objects.contains(one)));
        }
        objects
    }

    /// Each of some objects may hold the addresses of all, and what these hold; functions among them may
    /// get these as arguments.
    fn mix(&mut self, objects: &[u32]) {
        if objects.len() < 2 {
            return;
        }
        let mut parameters = Vec::new();
        for one in (self.known.iter()).filter(|one| objects.contains(&one.address)) {
            let own = one.objects.values().copied();
            let own = own.filter(|one| self.graph.objects[*one as usize].is_parameter);
            parameters.extend(own.chain([one.result]));
        }
        let (all, held) = (self.graph.node(), self.graph.node());
        for &object in objects.iter().chain(&parameters) {
            let cell = self.graph.cell(object, &[]);
            self.graph.add_cell(all, cell);
        }
        self.graph.load(all, &[], held);
        for from in [all, held] {
            self.graph.store(all, &[], from);
            for &parameter in &parameters {
                let cell = self.graph.cell(parameter, &[]);
                let to = self.graph.passed(cell);
                self.graph.edge(from, to, true);
            }
        }
    }

    /// Lets others know all that a text names.
    pub(super) fn opaque(&mut self, body: &'a Body, part: Tokens) {
        let tokens = &self.unit.tokens;
        for at in part.range() {
            if tokens[at].kind == TokenKind::Ident {
                let name = &tokens[at].text;
                if let Some(object) = self.object_at(body, at as u32, name) {
                    let node = self.graph.node();
                    let cell = self.graph.cell(object, &[]);
                    self.graph.add_cell(node, cell);
                    self.graph.escape(node);
                }
            }
        }
    }

    /// The variable or function that a name means; nothing if that is not in the text.
    pub(super) fn object_at(&mut self, body: &'a Body, token: u32, name: &Text) -> Option<u32> {
        match (body.meaning_at(token), self.current) {
            (Meaning::Own(id), Some(index)) => self.own_object(index, id),
            _ => {
                let is_global = self.types.global(name).is_some();
                let name = self.unit.declarations.canonical(name);
                let is_global = is_global || self.types.global(&name).is_some();
                match self.by_name.get(&name) {
                    Some(&index) => Some(self.known[index].address),
                    None if is_global || body.declaration_at(token).is_some() => {
                        Some(self.global_object(&name))
                    }
                    None => None,
                }
            }
        }
    }
}
