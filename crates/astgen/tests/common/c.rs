//! A reader of the C that isl's generator writes.

use astgen::ast::{Expr, For, If, LoopAttributes, Node, Op, User};

pub fn parse(text: &str) -> Result<Node, String> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
    };
    let mut nodes = Vec::new();
    while parser.at < parser.tokens.len() {
        nodes.extend(parser.statement()?);
    }
    Ok(Node::block(nodes))
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            continue;
        } else if rest.starts_with("//") || rest.starts_with('#') {
            rest = rest.find('\n').map_or("", |i| &rest[i..]);
            continue;
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len())
        } else if ["<=", ">=", "==", "&&", "||", "+=", "-="]
            .iter()
            .any(|t| rest.starts_with(t))
        {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(rest[..len].to_string());
        rest = &rest[len..];
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += found as usize;
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        match self.eat(token) {
            true => Ok(()),
            false => Err(format!("expected `{token}`, found `{}`", self.peek())),
        }
    }

    fn statement(&mut self) -> Result<Vec<Node>, String> {
        if self.eat(";") {
            return Ok(Vec::new());
        }
        if self.eat("{") {
            let mut nodes = Vec::new();
            while !self.eat("}") {
                if self.peek().is_empty() {
                    return Err("the text ends in a block".into());
                }
                nodes.extend(self.statement()?);
            }
            return Ok(nodes);
        }
        if self.eat("for") {
            self.expect("(")?;
            self.eat("int");
            let iterator = self.next();
            self.expect("=")?;
            let init = self.expr()?;
            self.expect(";")?;
            let cond = self.expr()?;
            self.expect(";")?;
            self.next();
            self.expect("+=")?;
            let Expr::Int(step) = self.expr()? else {
                return Err("a step that is no number".into());
            };
            self.expect(")")?;
            let body = Node::block(self.statement()?);
            return Ok(vec![Node::For(Box::new(For {
                iterator,
                init,
                cond,
                step,
                body,
                attributes: LoopAttributes::default(),
            }))]);
        }
        if self.eat("if") {
            self.expect("(")?;
            let cond = self.expr()?;
            self.expect(")")?;
            let then = Node::block(self.statement()?);
            let otherwise = match self.eat("else") {
                true => Some(Node::block(self.statement()?)),
                false => None,
            };
            return Ok(vec![Node::If(Box::new(If {
                cond,
                then,
                otherwise,
            }))]);
        }
        let first = self.expr()?;
        self.expect(";")?;
        match first {
            Expr::Op(Op::Call, mut operands) => {
                let name = operands.remove(0).to_string();
                Ok(vec![Node::User(User {
                    name,
                    arguments: operands,
                })])
            }
            other => Err(format!("{other} is no statement")),
        }
    }

    fn expr(&mut self) -> Result<Expr, String> {
        let cond = self.binary(0)?;
        if self.eat("?") {
            let yes = self.expr()?;
            self.expect(":")?;
            let no = self.expr()?;
            return Ok(Expr::Op(Op::Cond, vec![cond, yes, no]));
        }
        Ok(cond)
    }

    fn binary(&mut self, level: usize) -> Result<Expr, String> {
        const LEVELS: [&[(&str, Op)]; 6] = [
            &[("||", Op::Or)],
            &[("&&", Op::And)],
            &[("==", Op::Eq)],
            &[("<=", Op::Le), ("<", Op::Lt), (">=", Op::Ge), (">", Op::Gt)],
            &[("+", Op::Add), ("-", Op::Sub)],
            &[("*", Op::Mul), ("/", Op::PdivQ), ("%", Op::PdivR)],
        ];
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some((token, op)) = operators.iter().find(|(token, _)| *token == self.peek()) {
            self.expect(token)?;
            let right = self.binary(level + 1)?;
            left = Expr::binary(*op, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, String> {
        if self.eat("-") {
            return Ok(self.unary()?.negated());
        }
        if self.eat("(") {
            let expr = self.expr()?;
            self.expect(")")?;
            return Ok(expr);
        }
        let token = self.next();
        if let Ok(value) = token.parse() {
            return Ok(Expr::Int(value));
        }
        if !token.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Err(format!("unexpected `{token}`"));
        }
        if !self.eat("(") {
            return Ok(Expr::Id(token));
        }
        let mut arguments = Vec::new();
        while !self.eat(")") {
            arguments.push(self.expr()?);
            if !self.eat(",") && self.peek() != ")" {
                return Err(format!("expected `,`, found `{}`", self.peek()));
            }
        }
        Ok(match token.as_str() {
            "min" => Expr::Op(Op::Min, arguments),
            "max" => Expr::Op(Op::Max, arguments),
            "floord" => Expr::Op(Op::FdivQ, arguments),
            _ => {
                arguments.insert(0, Expr::Id(token));
                Expr::Op(Op::Call, arguments)
            }
        })
    }
}
