//! Expressions.

use scop::Diagnostic;

use super::{MAX_HEIGHT, NameKind, Parsed, Parser};
use crate::codes;
use crate::lexer::{character_value, integer_value};
use crate::syntax::{BinaryOp, Expr, ExprKind, Type, TypeName, UnaryOp};
use crate::token::{Text, Token, TokenKind};

/// What looks like a call but has types for arguments, or chooses by them.
const OPAQUE: &[&str] = &[
    "_Generic",
    "__builtin_va_arg",
    "__builtin_choose_expr",
    "__builtin_offsetof",
    "__builtin_types_compatible_p",
    "offsetof",
    "va_arg",
];

/// Operators that give the size of something.
const SIZES: &[&str] = &["sizeof", "_Alignof", "alignof", "__alignof__", "__alignof"];

/// Operators of GNU C that give a part of a complex number, which may be assigned to.
pub(super) const PARTS: &[&str] = &["__real__", "__imag__", "__real", "__imag"];

impl Parser<'_> {
    /// `a, b`
    pub fn expression(&mut self) -> Parsed<Expr> {
        let start = self.position;
        let mut left = self.assignment()?;
        while self.eat(",") {
            let right = self.assignment()?;
            left = self.node(start, ExprKind::Comma(left.into(), right.into()))?;
        }
        Ok(left)
    }

    /// `a = b`, and all that is no comma.
    pub fn assignment(&mut self) -> Parsed<Expr> {
        let start = self.position;
        let left = self.conditional()?;
        let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Punct) else {
            return Ok(left);
        };
        let operator = match &*token.text {
            "=" => None,
            "*=" | "/=" | "%=" | "+=" | "-=" | "<<=" | ">>=" | "&=" | "^=" | "|=" => {
                BinaryOp::from_symbol(&token.text[..token.text.len() - 1])
            }
            _ => return Ok(left),
        };
        self.bump();
        let right = self.nested(Self::assignment)?;
        self.node(start, ExprKind::Assign(operator, left.into(), right.into()))
    }

    /// `c ? a : b`, and all that binds tighter.
    pub fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.position;
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = if self.at(":") {
            None
        } else {
            Some(self.nested(Self::expression)?.into())
        };
        self.expect(":", "after the second operand of `?`")?;
        let no = self.nested(Self::conditional)?;
        self.node(
            start,
            ExprKind::Conditional(condition.into(), yes, no.into()),
        )
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let start = self.position;
        let mut left = self.unary()?;
        while let Some(token) = self.peek()
            && token.kind == TokenKind::Punct
            && let Some(operator) = BinaryOp::from_symbol(&token.text)
            && operator.precedence() >= least
        {
            self.bump();
            let right = self.binary(operator.precedence() + 1)?;
            left = self.node(start, ExprKind::Binary(operator, left.into(), right.into()))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.position;
        let Some(token) = self.peek() else {
            return Err(self.unexpected(codes::EXPECTED_EXPRESSION, "expected an expression"));
        };
        if let Some(name) = self.doubtful_cast() {
            return Err(self.doubtful(name));
        }
        let operator = match (token.kind, &*token.text) {
            (TokenKind::Punct, "-") => UnaryOp::Minus,
            (TokenKind::Punct, "+") => UnaryOp::Plus,
            (TokenKind::Punct, "!") => UnaryOp::Not,
            (TokenKind::Punct, "~") => UnaryOp::Complement,
            (TokenKind::Punct, "*") => UnaryOp::Deref,
            (TokenKind::Punct, "&") => UnaryOp::Address,
            (TokenKind::Punct, "++" | "--") => {
                let up = token.text == "++";
                self.bump();
                let target = self.nested(Self::unary)?.into();
                let prefix = true;
                return self.node(start, ExprKind::Step { up, prefix, target });
            }
            (TokenKind::Punct, "(") if self.is_cast() => return self.cast(),
            (TokenKind::Ident, word) if SIZES.contains(&word) => return self.size_of(),
            (TokenKind::Ident, word) if PARTS.contains(&word) => {
                if !self.tolerant {
                    let message = format!("`{word}` is not supported");
                    let error = Diagnostic::error(codes::UNKNOWN_SYNTAX, message, token.span());
                    return Err(Box::new(error.help("call `creal` or `cimag`")));
                }
                self.bump();
                self.nested(Self::unary)?;
                return self.node(start, ExprKind::Opaque);
            }
            (TokenKind::Ident, "__extension__") => {
                self.bump();
                return self.nested(Self::unary);
            }
            _ => return self.postfix(),
        };
        self.bump();
        let operand = self.nested(Self::unary)?;
        self.node(start, ExprKind::Unary(operator, operand.into()))
    }

    /// Whether the parenthesis that is next holds a type. A name that nothing explains is one
    /// if what follows could not be read otherwise.
    fn is_cast(&self) -> bool {
        let Some(token) = self
            .peek_at(1)
            .filter(|token| token.kind == TokenKind::Ident)
        else {
            return false;
        };
        if self.is_type_ahead(1) {
            return true;
        }
        if super::declaration::is_keyword(&token.text) {
            return false;
        }
        let mut ahead = 2;
        while self.at_ahead(ahead, "*") {
            ahead += 1;
        }
        if !self.at_ahead(ahead, ")") {
            return false;
        }
        ahead > 2
            || self.peek_at(3).is_some_and(|next| {
                use TokenKind::{Char, Float, Ident, Int, Str};
                matches!(next.kind, Ident | Int | Float | Str | Char)
            })
    }

    /// The name in the parenthesis that is next, if `(T) *p` may be a product as well as a cast.
    fn doubtful_cast(&self) -> Option<&Token> {
        let name = self.peek_at(1)?;
        let is_doubtful = self.ordinary.is_some()
            && self.at("(")
            && name.kind == TokenKind::Ident
            && !super::declaration::is_keyword(&name.text)
            && self.kind_of(&name.text) == NameKind::Unknown
            && self.at_ahead(2, ")")
            && (self.at_ahead(3, "&") || self.at_ahead(3, "*"));
        is_doubtful.then_some(name)
    }

    fn cast(&mut self) -> Parsed<Expr> {
        let start = self.position;
        self.bump();
        let ty = self.nested(Self::type_name)?;
        self.expect(")", "after the type")?;
        if self.at("{") {
            let values = self.nested(Self::initializer_list)?;
            let node = self.node(start, ExprKind::Compound(ty.into(), values))?;
            return self.suffixes(start, node);
        }
        let operand = self.nested(Self::unary)?;
        self.node(start, ExprKind::Cast(ty.into(), operand.into()))
    }

    fn size_of(&mut self) -> Parsed<Expr> {
        let start = self.position;
        self.bump_name();
        if self.at("(") && self.is_type_ahead(1) {
            self.bump();
            let ty = self.nested(Self::type_name)?;
            self.expect(")", "after the type")?;
            return self.node(start, ExprKind::SizeOfType(ty.into()));
        }
        let operand = self.nested(Self::unary)?;
        self.node(start, ExprKind::SizeOf(operand.into()))
    }

    /// A type that stands alone.
    pub fn type_name(&mut self) -> Parsed<TypeName> {
        let start = self.position;
        let (_, base) = self.specifiers()?;
        let declarator = self.declarator(Type::Base(base), &mut Default::default())?;
        Ok(TypeName {
            ty: declarator.ty,
            span: self.span_from(start),
        })
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.position;
        let primary = self.primary()?;
        self.suffixes(start, primary)
    }

    /// Subscripts, calls and the like after `base`, which begins at token `start`.
    fn suffixes(&mut self, start: usize, mut base: Expr) -> Parsed<Expr> {
        while let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Punct) {
            let kind = match &*token.text {
                "[" => {
                    self.bump();
                    let index = self.nested(Self::expression)?;
                    self.expect("]", "after the subscript")?;
                    ExprKind::Index(base.into(), index.into())
                }
                "(" => {
                    self.bump();
                    let arguments = self.nested(Self::call_arguments)?;
                    // `f(x)` is `(*f)(x)` where `f` is a pointer.
                    if base.as_name().is_some_and(|name| self.is_variable(name)) {
                        let kind = ExprKind::Unary(UnaryOp::Deref, base.clone().into());
                        base = base.with_kind(kind);
                    }
                    ExprKind::Call(base.into(), arguments)
                }
                "." | "->" => {
                    let arrow = token.text == "->";
                    self.bump();
                    let name = self.name("the name of a field")?;
                    let base = base.into();
                    ExprKind::Field { base, arrow, name }
                }
                "++" | "--" => {
                    let up = token.text == "++";
                    self.bump();
                    ExprKind::Step {
                        up,
                        prefix: false,
                        target: base.into(),
                    }
                }
                _ => break,
            };
            base = self.node(start, kind)?;
        }
        Ok(base)
    }

    fn call_arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if self.eat(")") {
                return Ok(arguments);
            }
            self.expect(",", "or `)` after an argument")?;
        }
    }

    /// Takes an identifier.
    pub(super) fn name(&mut self, what: &str) -> Parsed<Text> {
        match self.peek() {
            Some(token)
                if token.kind == TokenKind::Ident
                    && !super::declaration::is_keyword(&token.text) =>
            {
                self.bump_name();
                Ok(token.text.clone())
            }
            _ => Err(self.unexpected(codes::EXPECTED_TOKEN, &format!("expected {what}"))),
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.position;
        let Some(token) = self.peek() else {
            return Err(self.unexpected(codes::EXPECTED_EXPRESSION, "expected an expression"));
        };
        let kind = match token.kind {
            TokenKind::Int => match integer_value(&token.text) {
                Some(value) => ExprKind::Int(value),
                None => {
                    let message = format!("`{}` is not a valid C integer", token.text);
                    let error = Diagnostic::error(codes::BAD_NUMBER, message, token.span());
                    return Err(Box::new(error.note(
                        "an integer is decimal, octal or hexadecimal, has at most 64 bits, and \
                         may end in `u`, `l` or `ll`",
                    )));
                }
            },
            TokenKind::Char => match character_value(&token.text) {
                Some(value) => ExprKind::Int(value.into()),
                None if token.text.trim_start_matches(['L', 'u', 'U', '8']) != "''" => {
                    ExprKind::Str(token.text.clone())
                }
                None => {
                    let message = format!("`{}` is empty", token.text);
                    let error = Diagnostic::error(codes::BAD_NUMBER, message, token.span());
                    return Err(Box::new(error));
                }
            },
            TokenKind::Float => ExprKind::Float(token.text.clone()),
            TokenKind::Str => {
                self.bump();
                let mut text = token.text.clone();
                while let Some(next) = self.peek().filter(|next| next.kind == TokenKind::Str) {
                    self.bump();
                    text = format!("{text} {}", next.text).into();
                }
                return self.node(start, ExprKind::Str(text));
            }
            TokenKind::Ident if self.tolerant && OPAQUE.contains(&&*token.text) => {
                self.bump();
                if !self.at("(") {
                    return Err(self.unexpected(codes::EXPECTED_TOKEN, "expected `(`"));
                }
                self.skip_balanced();
                return self.node(start, ExprKind::Opaque);
            }
            // The address of a label.
            TokenKind::Punct if self.tolerant && &*token.text == "&&" => {
                self.bump();
                self.name("a label")?;
                return self.node(start, ExprKind::Opaque);
            }
            TokenKind::Ident if &*token.text == "_Generic" => {
                return Err(Box::new(
                    Diagnostic::error(
                        codes::UNKNOWN_SYNTAX,
                        "`_Generic` is not supported",
                        token.span(),
                    )
                    .help("call the selected function directly"),
                ));
            }
            TokenKind::Ident if !super::declaration::is_keyword(&token.text) => {
                ExprKind::Name(token.text.clone())
            }
            TokenKind::Punct if &*token.text == "(" => {
                if self.at_ahead(1, "{") && self.tolerant {
                    self.bump();
                    let statements = self.nested(Self::block)?;
                    self.expect(")", "to close the parenthesis")?;
                    return self.node(start, ExprKind::Statements(statements));
                }
                if self.at_ahead(1, "{") {
                    let message = "statement expressions are not supported";
                    return Err(Box::new(
                        Diagnostic::error(codes::UNKNOWN_SYNTAX, message, token.span())
                            .help("move the statements before this one, or into a function"),
                    ));
                }
                self.bump();
                let inner = self.nested(Self::expression)?;
                self.expect(")", "to close the parenthesis")?;
                return Ok(inner);
            }
            _ => {
                return Err(self.unexpected(codes::EXPECTED_EXPRESSION, "expected an expression"));
            }
        };
        self.bump();
        self.node(start, kind)
    }

    /// What follows `=` in a declaration.
    pub(super) fn initializer(&mut self) -> Parsed<Expr> {
        if !self.at("{") {
            return self.assignment();
        }
        let start = self.position;
        let values = self.nested(Self::initializer_list)?;
        self.node(start, ExprKind::List(values))
    }

    fn initializer_list(&mut self) -> Parsed<Vec<Expr>> {
        self.expect("{", "before the values")?;
        let mut values = Vec::new();
        while !self.eat("}") {
            self.designators()?;
            values.push(self.initializer()?);
            if !self.eat(",") {
                self.expect("}", "or `,` after a value")?;
                break;
            }
        }
        Ok(values)
    }

    /// A constant expression of which nobody wants to know more. No variable can be in it.
    pub(super) fn constant(&mut self) -> Parsed<Expr> {
        let start = self.position;
        let value = self.nested(Self::conditional)?;
        self.note_names(start);
        Ok(value)
    }

    /// `.field[3] =` before a value. They are left out of the tree: only the values are of
    /// interest.
    fn designators(&mut self) -> Parsed<()> {
        let mut any = false;
        loop {
            if self.at(".")
                && self
                    .peek_at(1)
                    .is_some_and(|next| next.kind == TokenKind::Ident)
            {
                self.bump();
                self.bump_name();
            } else if self.at("[") {
                self.bump();
                self.constant()?;
                self.expect("]", "after the index")?;
            } else {
                break;
            }
            any = true;
        }
        if any {
            self.expect("=", "after the designator")?;
        }
        Ok(())
    }

    /// An expression of the tokens from `start` to here, if it is not too high.
    pub(super) fn node(&self, start: usize, kind: ExprKind) -> Parsed<Expr> {
        let mut expr = Expr {
            kind,
            span: self.span_from(start),
            tokens: self.tokens_from(start),
            height: 0,
        };
        let mut height = expr.operands().iter().map(|operand| operand.height).max();
        if let ExprKind::Cast(ty, _) | ExprKind::SizeOfType(ty) | ExprKind::Compound(ty, _) =
            &expr.kind
        {
            height = height.max(Some(ty.ty.height()));
        }
        expr.height = height.unwrap_or(0).saturating_add(1);
        if expr.height > MAX_HEIGHT {
            return Err(self.too_deep());
        }
        Ok(expr)
    }
}
