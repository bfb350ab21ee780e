//! The OpenMP directives of parallel and vector loops.

use crate::lexer::{Item, lex};
use crate::token::{Token, TokenKind};
use scop::FileId;
use std::collections::BTreeSet;

/// A directive in front of a loop, `omp parallel for private(j) reduction(+: s)`.
///
/// ```
/// use frontend::openmp::OpenMp;
///
/// let omp = OpenMp::parse("omp parallel for simd private(j, k) reduction(max: m)")?;
/// assert!(omp.parallel && omp.simd);
/// assert!(omp.private.contains("k"));
/// assert_eq!(omp.reductions[0].operator, "max");
/// assert!(OpenMp::parse("omp parallel for nowait(x)").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenMp {
    /// Whether threads share the iterations.
    pub parallel: bool,
    /// Whether iterations run in vector lanes.
    pub simd: bool,
    /// Variables that each iteration has for itself.
    pub private: BTreeSet<String>,
    /// Those of these that begin with the value from before the loop.
    pub first_private: BTreeSet<String>,
    /// Those of these whose last value is kept.
    pub last_private: BTreeSet<String>,
    /// What iterations accumulate into.
    pub reductions: Vec<Accumulated>,
}

/// A variable, or a section of an array, that iterations accumulate into.
#[derive(Clone, Debug, PartialEq)]
pub struct Accumulated {
    /// `+`, `*`, `min`, `max`
    pub operator: String,
    /// The variable.
    pub name: String,
    /// The first index and the number of elements in each dimension of a section, as tokens.
    pub sections: Vec<(Vec<Token>, Vec<Token>)>,
}

impl OpenMp {
    /// Whether a pragma is one of OpenMP.
    pub fn is_one(pragma: &str) -> bool {
        pragma.split_whitespace().next() == Some("omp")
    }

    /// Reads what follows the word `pragma`; an error says what is not known.
    pub fn parse(pragma: &str) -> Result<OpenMp, String> {
        let items = lex(FileId::MAIN, pragma).into_iter();
        let tokens = items.map(|item| match item {
            Item::Token(token) => Ok(token),
            Item::Directive(_) => Err("a directive inside a directive".to_string()),
        });
        let tokens = tokens.collect::<Result<Vec<_>, _>>()?;
        let mut reader = Reader { tokens: &tokens };
        reader.directive()
    }
}

struct Reader<'t> {
    tokens: &'t [Token],
}

impl<'t> Reader<'t> {
    fn directive(&mut self) -> Result<OpenMp, String> {
        let mut found = OpenMp::default();
        self.expect("omp")?;
        if self.eat("parallel") {
            self.expect("for")?;
            found.parallel = true;
        }
        found.simd = self.eat("simd");
        if !found.parallel && !found.simd {
            return Err("neither `parallel for` nor `simd`".into());
        }
        while !self.tokens.is_empty() {
            let clause = self.word()?;
            self.expect("(")?;
            match &*clause {
                "private" => self.names(&mut found.private)?,
                "firstprivate" if !found.parallel => {
                    return Err("a clause `firstprivate` of vector lanes".into());
                }
                "firstprivate" => self.names(&mut found.first_private)?,
                "lastprivate" => self.names(&mut found.last_private)?,
                "reduction" => self.reduction(&mut found.reductions)?,
                other => return Err(format!("a clause `{other}`")),
            }
            self.eat(",");
        }
        Ok(found)
    }

    fn names(&mut self, names: &mut BTreeSet<String>) -> Result<(), String> {
        loop {
            let name = self.word()?;
            if !names.insert(name.clone()) {
                return Err(format!("`{name}` twice in a clause"));
            }
            if self.eat(")") {
                return Ok(());
            }
            self.expect(",")?;
        }
    }

    fn reduction(&mut self, found: &mut Vec<Accumulated>) -> Result<(), String> {
        let Some((operator, rest)) = self.tokens.split_first() else {
            return Err("a reduction without an operator".into());
        };
        self.tokens = rest;
        self.expect(":")?;
        loop {
            let name = self.word()?;
            let mut sections = Vec::new();
            while self.eat("[") {
                let first = self.until(":")?;
                let length = self.until("]")?;
                sections.push((first, length));
            }
            found.push(Accumulated {
                operator: operator.text.to_string(),
                name,
                sections,
            });
            if self.eat(")") {
                return Ok(());
            }
            self.expect(",")?;
        }
    }

    /// The tokens up to one that is not in parentheses or brackets, which is passed.
    fn until(&mut self, end: &str) -> Result<Vec<Token>, String> {
        let mut depth = 0;
        for (i, token) in self.tokens.iter().enumerate() {
            match &*token.text {
                text if text == end && depth == 0 => {
                    let (before, rest) = self.tokens.split_at(i);
                    self.tokens = &rest[1..];
                    return Ok(before.to_vec());
                }
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
        }
        Err(format!("no `{end}`"))
    }

    fn word(&mut self) -> Result<String, String> {
        match self.tokens.split_first() {
            Some((token, rest)) if token.kind == TokenKind::Ident => {
                self.tokens = rest;
                Ok(token.text.to_string())
            }
            Some((token, _)) => Err(format!("`{}` where a name belongs", token.text)),
            None => Err("the end of the line where a name belongs".into()),
        }
    }

    fn eat(&mut self, text: &str) -> bool {
        match self.tokens.split_first() {
            Some((token, rest)) if *token.text == *text => {
                self.tokens = rest;
                true
            }
            _ => false,
        }
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        match self.eat(text) {
            true => Ok(()),
            false => Err(format!("no `{text}`")),
        }
    }
}
