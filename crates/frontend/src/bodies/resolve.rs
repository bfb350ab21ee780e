//! Which declaration each name of a body means.

use rustc_hash::FxHashMap;

use super::{Body, Id, Variable};
use scop::Span;

use crate::declarations::{Function, Scope};
use crate::source::tokens_of;
use crate::syntax::{
    BaseType, Declaration, Declarator, Expr, ExprKind, ForInit, Stmt, StmtKind, Storage, Tokens,
    Type,
};
use crate::token::{Text, Token, TokenKind};

/// Finds the declarations in a body and what its names mean.
/// `unread` are the names that are not in the tree.
pub(super) fn resolve(body: &mut Body, tokens: &[Token], function: &Function, unread: &[Tokens]) {
    let tree = std::mem::replace(
        &mut body.tree,
        Stmt {
            kind: StmtKind::Empty,
            span: function.span,
            tokens: body.tokens,
        },
    );
    body.variables.clear();
    body.uses.clear();
    body.declared.clear();
    body.visible.clear();
    let mut walk = Walk {
        body,
        tokens,
        unread,
        meanings: FxHashMap::default(),
        scopes: Vec::new(),
    };
    for parameter in &function.parameters {
        walk.ty(&parameter.ty);
        walk.declare(parameter, Storage::default(), Scope::Parameter);
    }
    for part in &function.unread {
        walk.opaque(*part);
    }
    // The block of the body is that of the parameters.
    walk.statement(&tree);
    body.tree = tree;
}

struct Walk<'a> {
    body: &'a mut Body,
    tokens: &'a [Token],
    /// The names that are not in the tree, in the order of the text.
    unread: &'a [Tokens],
    /// What names mean, the innermost declaration last.
    meanings: FxHashMap<Text, Vec<Id>>,
    /// The declarations in scope.
    scopes: Vec<Id>,
}

impl Walk<'_> {
    fn declare(&mut self, declarator: &Declarator, storage: Storage, scope: Scope) {
        let id = self.body.variables.len() as Id;
        self.scopes.push(id);
        let meanings = self.meanings.entry(declarator.name.clone());
        meanings.or_default().push(id);
        self.body.variables.push(Variable {
            declarator: declarator.clone(),
            storage,
            scope,
            since: 0,
        });
    }

    fn name(&mut self, token: u32, name: &Text) {
        if let Some(id) = self.meanings.get(name).and_then(|known| known.last()) {
            self.body.uses.insert(token, *id);
        }
    }

    /// Ends the scope of all that was declared since.
    fn leave(&mut self, mark: usize) {
        for id in self.scopes.split_off(mark) {
            let name = &self.body.variables[id as usize].declarator.name;
            if let Some(known) = self.meanings.get_mut(name) {
                known.retain(|one| *one != id);
            }
        }
    }

    fn opaque(&mut self, part: Tokens) {
        self.body.is_odd = true;
        let all = self.tokens;
        for at in part.range() {
            if all[at].kind == TokenKind::Ident {
                self.name(at as u32, &all[at].text);
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration, at: Tokens) {
        // Constants of an enumeration hide variables.
        let inside = |span: Span| {
            let whole = declaration.span;
            whole.file == span.file && whole.start <= span.start && span.end <= whole.end
        };
        let constants = self.body.constants.iter();
        let constants: Vec<Declarator> = constants
            .filter(|one| inside(one.span))
            .map(|one| Declarator {
                name: one.name.clone(),
                name_span: one.span,
                ty: Type::Base(BaseType::int()),
                init: None,
                span: one.span,
            })
            .collect();
        let storage = Storage {
            is_typedef: true,
            ..Storage::default()
        };
        for constant in &constants {
            self.declare(constant, storage, Scope::Local);
        }
        let first = self.body.variables.len() as Id;
        self.body.declared.insert(at.start, first);
        for declarator in &declaration.declarators {
            self.ty(&declarator.ty);
            self.declare(declarator, declaration.storage, Scope::Local);
            let id = self.body.variables.len() - 1;
            self.body.variables[id].since = at.start;
            if let Some(init) = &declarator.init {
                self.expression(init);
            }
        }
    }

    fn list(&mut self, list: &[Stmt]) {
        let mark = self.scopes.len();
        for (index, one) in list.iter().enumerate() {
            let has_block = |next: &Stmt| matches!(next.kind, StmtKind::Block(_));
            if matches!(one.kind, StmtKind::Opaque) && list.get(index + 1).is_some_and(has_block) {
                self.nested_function(one.tokens);
            }
            self.statement(one);
        }
        self.leave(mark);
    }

    /// Declares what may be a function in the function.
    fn nested_function(&mut self, head: Tokens) {
        let head = &self.tokens[head.range()];
        for (at, pair) in head.windows(2).enumerate() {
            let is_name = at > 0 && pair[0].kind == TokenKind::Ident && pair[1].is_punct("(");
            if is_name {
                let function = Declarator {
                    name: pair[0].text.clone(),
                    name_span: pair[0].span(),
                    ty: Type::Pointer {
                        to: Box::new(Type::Base(BaseType::int())),
                        restrict: false,
                        is_const: false,
                        is_reference: false,
                    },
                    init: None,
                    span: pair[0].span(),
                };
                self.declare(&function, Storage::default(), Scope::Local);
            }
        }
    }

    /// Names that are not in the tree mean what they mean where their statement ends, or the statement
    /// in it that they stand in.
    fn resolve_unread(&mut self, part: Tokens) {
        let (unread, tokens) = (self.unread, self.tokens);
        let first = unread.partition_point(|one| one.start < part.start);
        let own = unread[first..].iter().take_while(|one| one.end <= part.end);
        for one in own {
            if !self.body.uses.contains_key(&one.start) {
                self.name(one.start, &tokens[one.range().start].text);
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        self.statement_here(statement);
        self.resolve_unread(statement.tokens);
    }

    fn statement_here(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None) => {}
            StmtKind::Pragma(text) => self.pragma(text, statement.tokens),
            StmtKind::Opaque => self.opaque(statement.tokens),
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.expression(expr),
            StmtKind::Block(list) => self.list(list),
            StmtKind::For(head) => {
                let mark = self.scopes.len();
                match &head.init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => self.expression(expr),
                    ForInit::Declaration(declaration) => {
                        self.declaration(declaration, statement.tokens);
                    }
                }
                for clause in head.condition.iter().chain(&head.step) {
                    self.expression(clause);
                }
                self.statement(&head.body);
                self.resolve_unread(statement.tokens);
                self.leave(mark);
            }
            StmtKind::If(condition, yes, no) => {
                self.expression(condition);
                self.alone(yes);
                no.iter().for_each(|no| self.alone(no));
            }
            StmtKind::While(expr, body)
            | StmtKind::DoWhile(body, expr)
            | StmtKind::Switch(expr, body) => {
                self.expression(expr);
                self.alone(body);
            }
            StmtKind::Case(expr, body) => {
                self.expression(expr);
                self.statement(body);
            }
            StmtKind::Default(body) | StmtKind::Label(_, body) => self.statement(body),
            StmtKind::Declaration(declaration) => self.declaration(declaration, statement.tokens),
        }
    }

    /// A statement that is a block of its own.
    fn alone(&mut self, statement: &Stmt) {
        self.list(std::slice::from_ref(statement));
    }

    fn pragma(&mut self, text: &str, at: Tokens) {
        let words = tokens_of(text).unwrap_or_default();
        if words.iter().take(2).any(|word| word.is_word("scop")) {
            self.body.visible.insert(at.start, self.scopes.clone());
        }
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Base(_) => {}
            Type::Pointer { to, .. } => self.ty(to),
            Type::Array {
                element, extent, ..
            } => {
                extent.iter().for_each(|extent| self.expression(extent));
                self.ty(element);
            }
            Type::Function { result, .. } => self.ty(result),
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(expr.tokens.start, name),
            ExprKind::Statements(list) => {
                self.body.is_odd = true;
                self.list(list);
            }
            ExprKind::Opaque => self.opaque(expr.tokens),
            ExprKind::Cast(ty, _) | ExprKind::SizeOfType(ty) | ExprKind::Compound(ty, _) => {
                self.ty(&ty.ty);
            }
            _ => {}
        }
        for operand in expr.operands() {
            self.expression(operand);
        }
    }
}
