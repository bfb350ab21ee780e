//! Statements whose control flow depends on data: one statement of the model for the whole.
//!
//! Its accesses are those of all that stands in it. What happens only under a condition that is
//! not known in advance *may* happen. Loops inside of it are dimensions while the accesses are
//! collected, and projected out of the relations afterwards.

use presburger::{Dim, Set};
use scop::{AccessKind, Diagnostic};

use super::accesses::{AccessDraft, Draft, Guard};
use super::called::{always_returns, returns};
use super::calls::holds_pointers;
use super::loops::{Counted, counter};
use super::names::own_counter;
use super::recognise::NotAffine;
use super::strangers::Caller;
use super::{Lowered, Lowering, Nest, Part};
use crate::codes;
use crate::syntax::{Declaration, Declarator, Expr, ExprKind, For, ForInit, Stmt, StmtKind, Type};

impl<'a> Lowering<'a> {
    /// A statement that is not taken apart, because of `why`.
    pub(super) fn opaque(
        &mut self,
        statement: &'a Stmt,
        label: Option<&str>,
        nest: &Nest,
        why: NotAffine,
    ) -> Lowered<Vec<Part>> {
        self.whole(statement, label, nest, why, Inside::Nothing)
    }

    /// The body of a loop that is not taken apart, because it depends on data, as `why` says, whether
    /// it goes on with the next iteration.
    pub(super) fn opaque_body(
        &mut self,
        body: &'a Stmt,
        nest: &Nest,
        why: NotAffine,
    ) -> Lowered<Vec<Part>> {
        self.whole(body, None, nest, why, Inside::Loop)
    }

    fn whole(
        &mut self,
        statement: &'a Stmt,
        label: Option<&str>,
        nest: &Nest,
        why: NotAffine,
        inside: Inside,
    ) -> Lowered<Vec<Part>> {
        let mark = self.names.enter();
        let mut accesses = Vec::new();
        let outside = std::mem::replace(&mut self.in_statement, true);
        let gathered = self.gather(statement, &Guard::of(nest), inside, &mut accesses);
        self.in_statement = outside;
        self.names.leave(mark);
        gathered?;
        let mut body = self.body_of_statement(statement, nest)?;
        // Wherever it is put, what goes on with the next iteration goes to its own end.
        if inside == Inside::Loop {
            let open = "do ";
            body.text = format!("{open}{} while (0);", body.text);
            for hole in &mut body.holes {
                hole.range = hole.range.start + open.len()..hole.range.end + open.len();
            }
        }
        self.warnings.push(
            Diagnostic::warning(
                codes::DATA_DEPENDENT,
                "this is modelled as one statement",
                statement.span,
            )
            .label(why.span, why.why)
            .note("its conditional accesses are treated as accesses that may happen"),
        );
        let draft = Draft {
            name: self.statement_name(label),
            label: label.map(String::from),
            iterators: nest.iterators.clone(),
            domain: nest.domain.clone(),
            accesses,
            reduction: None,
            readers: std::mem::take(&mut self.readers),
            body,
            span: statement.span,
        };
        Ok(vec![self.add(draft)])
    }

    /// The accesses of a statement and of all in it; `inside` says what of the whole `break` and
    /// `continue` may leave.
    fn gather(
        &mut self,
        statement: &'a Stmt,
        guard: &Guard,
        inside_of: Inside,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        match &statement.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Opaque => Err(self.unsupported(statement.span, "a statement that is not C")),
            StmtKind::Pragma(text) => {
                self.ignored_pragma(text, statement.span);
                Ok(())
            }
            StmtKind::Expr(expr) => self.read(expr, guard, out),
            StmtKind::Block(body) => {
                let mark = self.names.enter();
                // After a jump the rest may not happen.
                let mut guard = guard.clone();
                let mut done = Ok(());
                for statement in body {
                    done = self.gather(statement, &guard, inside_of, out);
                    if done.is_err() {
                        break;
                    }
                    guard = match self.after_return(statement, &guard) {
                        Ok(rest) => rest,
                        Err(reported) => {
                            done = Err(reported);
                            break;
                        }
                    };
                }
                self.names.leave(mark);
                done
            }
            StmtKind::Declaration(declaration) => self.gather_declaration(declaration, guard, out),
            StmtKind::If(condition, yes, no) => {
                self.read(condition, guard, out)?;
                let Some(no) = no else {
                    let holds = self.names.condition(condition).ok();
                    let inside = self.under(guard, holds, condition.span)?;
                    return self.gather(yes, &inside, inside_of, out);
                };
                self.two_sides(
                    condition,
                    guard,
                    out,
                    |this, guard, out| this.gather(yes, guard, inside_of, out),
                    |this, guard, out| this.gather(no, guard, inside_of, out),
                )
            }
            StmtKind::For(head) => self.gather_loop(head, guard, out),
            StmtKind::While(condition, body) => {
                if never_ends(Some(condition), body) {
                    self.readers
                        .push(Caller::check(guard.domain.clone(), statement.span));
                }
                self.read(condition, guard, out)?;
                self.gather(body, &guard.maybe(), Inside::Loop, out)
            }
            StmtKind::DoWhile(body, condition) => {
                if never_ends(Some(condition), body) {
                    self.readers
                        .push(Caller::check(guard.domain.clone(), statement.span));
                }
                self.gather(body, guard, Inside::Loop, out)?;
                self.read(condition, &guard.maybe(), out)
            }
            StmtKind::Switch(value, body) => {
                self.read(value, guard, out)?;
                self.gather(body, &guard.maybe(), inside_of.switch(), out)
            }
            StmtKind::Case(value, body) => {
                self.read(value, guard, out)?;
                self.gather(body, guard, inside_of, out)
            }
            StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.gather(body, guard, inside_of, out)
            }
            StmtKind::Break if inside_of != Inside::Nothing => Ok(()),
            StmtKind::Continue if matches!(inside_of, Inside::Loop | Inside::SwitchInLoop) => {
                Ok(())
            }
            StmtKind::Break | StmtKind::Continue => Err(self.jump_by_data(statement)),
            // It leaves the function that is called, and nothing else.
            StmtKind::Return(value) if self.within > 0 => match value {
                Some(value) => self.read(value, guard, out),
                None => Ok(()),
            },
            StmtKind::Goto(_) | StmtKind::Return(_) => Err(self.jump(statement)),
        }
    }

    /// The accesses of the body of a function.
    pub(super) fn gather_body(
        &mut self,
        body: &'a Stmt,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        self.gather(body, guard, Inside::Nothing, out)
    }

    /// When the statements after one run: where it leaves the block that is perhaps not, unless
    /// it leaves the function under a condition that is known in advance.
    fn after_return(&mut self, statement: &Stmt, guard: &Guard) -> Lowered<Guard> {
        if let StmtKind::If(condition, yes, no) = &statement.kind
            && self.within > 0
            && always_returns(yes)
            && !no.as_ref().is_some_and(|no| jumps(no) || returns(no))
            && let Ok(holds) = self.names.condition(condition)
        {
            return self.under(guard, Some(holds.negated()), condition.span);
        }
        match jumps(statement) || returns(statement) {
            true => Ok(guard.maybe()),
            false => Ok(guard.clone()),
        }
    }

    /// Variables that are nobody else's.
    fn gather_declaration(
        &mut self,
        declaration: &'a Declaration,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        if declaration.storage.is_typedef || declaration.storage.is_extern {
            return Ok(());
        }
        for declarator in &declaration.declarators {
            if declaration.storage.is_static && self.within > 0 {
                self.outlives_call(declarator)?;
                continue;
            }
            self.lives_here(declaration, declarator)?;
            if let Some(init) = &declarator.init
                && self.is_unread(init)
            {
                self.names.hide(declarator);
                continue;
            }
            if let Type::Pointer { .. } = self.names.resolve(&declarator.ty) {
                return Err(self.pointer(declarator.span, "cannot tell what this points to"));
            }
            if let Some(init) = &declarator.init {
                self.gather_value(init, guard, out)?;
                if self.bind_local(declarator, init, guard)? {
                    continue;
                }
            }
            self.names.hide(declarator);
        }
        Ok(())
    }

    /// The initial value of a variable.
    fn gather_value(
        &mut self,
        init: &'a Expr,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        match &init.kind {
            ExprKind::List(values) => {
                let mut values = values.iter();
                values.try_for_each(|value| self.gather_value(value, guard, out))
            }
            _ => self.read(init, guard, out),
        }
    }

    /// A variable of a function that keeps its value from call to call.
    fn outlives_call(&mut self, declarator: &'a Declarator) -> Lowered<()> {
        if holds_pointers(&self.unit.declarations, &declarator.ty, 0, 16) {
            return Err(self.pointer(declarator.span, "cannot tell what this points to"));
        }
        self.names.bind_static(declarator);
        Ok(())
    }

    fn gather_loop(
        &mut self,
        head: &'a For,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        let mark = self.names.enter();
        let done = self.gather_loop_inside(head, guard, out);
        self.names.leave(mark);
        done
    }

    fn gather_loop_inside(
        &mut self,
        head: &'a For,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<()> {
        // A counter that more than its step changes is a variable like others.
        let counter = own_counter(head).filter(|_| head.early.is_none());
        match &head.init {
            ForInit::None => {}
            ForInit::Expr(expr) => match counter {
                Some((name, first)) => {
                    self.read(first, guard, out)?;
                    self.may_count(head, name)?;
                    // The whole writes it, and later loops over it begin by writing it again.
                    if !self.names.is_hidden(name) {
                        let array = self.array(name, &[], expr.span, false)?;
                        if let Some(array) = array {
                            self.push(array, Vec::new(), AccessKind::Write, expr.span, guard, out);
                        }
                    }
                }
                None => self.read(expr, guard, out)?,
            },
            ForInit::Declaration(declaration) => {
                self.gather_declaration(declaration, guard, out)?;
            }
        }
        let depth = guard.domain.n_dim();
        // Nothing changes places with what may never come to its end.
        let condition = match &head.early {
            Some(early) => Some(&early.condition),
            None => head.condition.as_ref(),
        };
        if never_ends(condition, &head.body) {
            self.readers
                .push(Caller::check(guard.domain.clone(), head.head));
        }
        let known = self.inner_iterations(head, &guard.domain)?;
        let (domain, certain) = match &known {
            Some(known) => (known.domain.clone(), true),
            None => {
                let free = self.exact(head.head, || guard.domain.add_dims(1))?;
                (free, false)
            }
        };
        match counter {
            Some((name, _)) if self.is_integer_counter(head, name) => {
                let kind = self.counter_kind(head, name);
                let range = match &known {
                    Some(known) => known.interval,
                    None => self.counter_range(head, name),
                };
                self.names.intervals.truncate(depth);
                self.names.intervals.push(range);
                let value = known.and_then(|known| known.value);
                self.bind_counter(name, &value, depth, kind);
            }
            Some((name, _)) if !self.names.is_hidden(name) => self.names.hide_name(name),
            _ => {}
        }
        let runs_through = certain && !jumps(&head.body) && !returns(&head.body);
        let inside = Guard {
            domain,
            may: guard.may || !runs_through,
            in_branch: guard.in_branch && runs_through,
            exact: guard.exact && certain,
        };
        if let Some(condition) = &head.condition {
            self.read(condition, &inside.maybe(), out)?;
        }
        self.gather(&head.body, &inside, Inside::Loop, out)?;
        match (&head.step, counter) {
            (Some(step), None) => self.read(step, &inside.maybe(), out),
            // What the counter is changed by may be data.
            (Some(step), Some(_)) => match &step.kind {
                ExprKind::Assign(_, _, value) => self.read(value, &inside.maybe(), out),
                _ => Ok(()),
            },
            (None, _) => Ok(()),
        }
    }

    /// The iterations of a loop inside of the whole, when they are known in advance.
    fn inner_iterations(&mut self, head: &'a For, outer: &Set) -> Lowered<Option<Counted<'a>>> {
        let (Some((name, _)), Some(_), Some(_)) = (counter(head), &head.condition, &head.step)
        else {
            return Ok(None);
        };
        if !self.is_integer_counter(head, name) {
            return Ok(None);
        }
        let around = self.names.go_to(outer);
        let known = self.iterations_of(head, outer, None);
        self.names.go_back(around);
        Ok(known?.ok())
    }
}

/// What of a statement that is kept as a whole stands around something in it.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Nothing,
    /// A `switch`, which `continue` does not speak of.
    Switch,
    SwitchInLoop,
    Loop,
}

impl Inside {
    fn switch(self) -> Inside {
        match self {
            Inside::Nothing | Inside::Switch => Inside::Switch,
            Inside::SwitchInLoop | Inside::Loop => Inside::SwitchInLoop,
        }
    }
}

/// Whether a statement may end the block it stands in early.
pub(super) fn jumps(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::Return(_) => true,
        StmtKind::Block(body) => body.iter().any(jumps),
        StmtKind::If(_, yes, no) => jumps(yes) || no.as_ref().is_some_and(|no| jumps(no)),
        StmtKind::Label(_, body) | StmtKind::Case(_, body) | StmtKind::Default(body) => jumps(body),
        StmtKind::Switch(_, body) => jumps(body),
        _ => false,
    }
}

/// Whether a loop is one that may run for ever: its condition is constant, and nothing leaves it. C lets
/// everybody rely on it that all others end.
fn never_ends(condition: Option<&Expr>, body: &Stmt) -> bool {
    let goes_on = condition.is_none_or(|one| {
        let mut is_constant = !matches!(one.kind, ExprKind::Int(0));
        one.walk(&mut |part| {
            is_constant &= !matches!(part.kind, ExprKind::Name(_) | ExprKind::Call(..));
        });
        is_constant
    });
    goes_on && !leaves(body) && !returns(body)
}

/// Whether a statement may end the loop whose body it is in.
fn leaves(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Break | StmtKind::Goto(_) => true,
        StmtKind::Block(body) => body.iter().any(leaves),
        StmtKind::If(_, yes, no) => leaves(yes) || no.as_ref().is_some_and(|no| leaves(no)),
        StmtKind::Label(_, body) | StmtKind::Case(_, body) | StmtKind::Default(body) => {
            leaves(body)
        }
        _ => false,
    }
}

/// The relation of an access without the dimensions of loops inside of its statement.
pub(super) fn without_inner(
    relation: &presburger::Map,
    depth: usize,
) -> presburger::Result<presburger::Map> {
    let all = relation.space().n_in();
    if all == depth {
        return Ok(relation.clone());
    }
    relation.project_out(Dim::In(depth), all - depth)
}
