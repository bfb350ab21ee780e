//! The numbers of C: integers of a type, which overflow or wrap around, and floating ones.

use frontend::declarations::Declarations;
use frontend::syntax::{BaseKind, BinaryOp, Type};

/// Why a text has no meaning.
pub type Wrong = String;

/// A value with its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Int(i128, Integer),
    Real(f64),
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    pub bits: u32,
    pub signed: bool,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Int(Integer),
    Float,
    Double,
}

pub const INT: Integer = Integer {
    bits: 32,
    signed: true,
};

impl Integer {
    fn holds(self, value: i128) -> bool {
        let magnitude = 1i128 << (self.bits - u32::from(self.signed));
        value < magnitude && value >= if self.signed { -magnitude } else { 0 }
    }

    /// The largest value.
    pub fn max(self) -> i128 {
        (1i128 << (self.bits - u32::from(self.signed))) - 1
    }

    /// The type of a constant without a suffix that says more.
    pub fn of_constant(value: i128, text: &str) -> Integer {
        let suffix = text.to_ascii_lowercase();
        let signed = !suffix.ends_with('u') && !suffix.contains("ul") && !suffix.contains("lu");
        let is_long = suffix.contains('l');
        let wanted = Integer { bits: 32, signed };
        match wanted.holds(value) && !is_long {
            true => wanted,
            false => Integer { bits: 64, signed },
        }
    }

    fn promoted(self) -> Integer {
        if self.bits < 32 { INT } else { self }
    }

    fn common(self, other: Integer) -> Integer {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal => Integer {
                bits: a.bits,
                signed: a.signed && b.signed,
            },
        }
    }

    /// A value in this type: one that is too large for a signed type is an error.
    fn fit(self, value: i128, exact: bool) -> Result<i128, Wrong> {
        if exact || self.holds(value) {
            return Ok(value);
        }
        match self.signed {
            true => Err(format!("{value} does not fit {} bits", self.bits)),
            false => Ok(value.rem_euclid(1i128 << self.bits)),
        }
    }
}

impl Kind {
    /// What a variable of a type holds; numbers are floating where nothing is known.
    pub fn of(declarations: &Declarations, ty: Option<&Type>) -> Kind {
        let Some(Type::Base(base)) = ty.map(|ty| declarations.resolve(ty)) else {
            return Kind::Double;
        };
        let name = base.name.replace("unsigned ", "").replace("signed ", "");
        let bits = match &*name {
            "char" | "int8_t" | "uint8_t" | "_Bool" | "bool" => 8,
            "short" | "int16_t" | "uint16_t" => 16,
            "int" | "unsigned" | "int32_t" | "uint32_t" => 32,
            _ => 64,
        };
        let signed = match (base.kind, &*base.name) {
            (BaseKind::Integer { signed }, _) => signed,
            (BaseKind::Named, "size_t" | "uint64_t" | "uint32_t" | "uint16_t" | "uint8_t") => false,
            (BaseKind::Named, "ssize_t" | "ptrdiff_t" | "int64_t" | "int32_t") => true,
            (BaseKind::Named, "int16_t" | "int8_t") => true,
            (_, "float") => return Kind::Float,
            _ => return Kind::Double,
        };
        Kind::Int(Integer { bits, signed })
    }
}

impl Number {
    pub fn int(value: i128) -> Number {
        Number::Int(value, INT)
    }

    pub fn is_true(self) -> bool {
        match self {
            Number::Int(value, _) => value != 0,
            Number::Real(value) => value != 0.0,
        }
    }

    pub fn integer(self) -> i128 {
        match self {
            Number::Int(value, _) => value,
            Number::Real(value) => value as i128,
        }
    }

    fn real(self) -> f64 {
        match self {
            Number::Int(value, _) => value as f64,
            Number::Real(value) => value,
        }
    }

    /// What distinguishes the value, whatever its type is.
    pub fn bits(self) -> u64 {
        match self {
            Number::Int(value, _) => value as u64,
            Number::Real(value) => value.to_bits(),
        }
    }

    /// The value as a variable of some type has it; `exact` does not look at what fits.
    pub fn converted(self, kind: Kind, exact: bool) -> Result<Number, Wrong> {
        Ok(match kind {
            Kind::Int(ty) => Number::Int(ty.fit(self.integer(), exact)?, ty),
            Kind::Float => Number::Real(f64::from(self.real() as f32)),
            Kind::Double => Number::Real(self.real()),
        })
    }

    /// `a op b`
    pub fn compute(op: BinaryOp, a: Number, b: Number, exact: bool) -> Result<Number, Wrong> {
        let (Number::Int(x, s), Number::Int(y, t)) = (a, b) else {
            return reals(op, a.real(), b.real());
        };
        let ty = match op {
            BinaryOp::Shl | BinaryOp::Shr => s.promoted(),
            _ => s.common(t),
        };
        let (x, y) = (ty.fit(x, exact)?, ty.fit(y, exact)?);
        let truth = |holds: bool| Ok(Number::int(i128::from(holds)));
        let by_zero = || "a division by zero".to_string();
        let value = match op {
            BinaryOp::Mul => x.checked_mul(y).ok_or("too large")?,
            BinaryOp::Div => x.checked_div(y).ok_or_else(by_zero)?,
            BinaryOp::Rem => x.checked_rem(y).ok_or_else(by_zero)?,
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            BinaryOp::Shl if (0..64).contains(&y) => x << y,
            BinaryOp::Shr if (0..64).contains(&y) => x >> y,
            BinaryOp::Shl | BinaryOp::Shr => return Err("a shift by too much".into()),
            BinaryOp::BitAnd => x & y,
            BinaryOp::BitXor => x ^ y,
            BinaryOp::BitOr => x | y,
            BinaryOp::Lt => return truth(x < y),
            BinaryOp::Gt => return truth(x > y),
            BinaryOp::Le => return truth(x <= y),
            BinaryOp::Ge => return truth(x >= y),
            BinaryOp::Eq => return truth(x == y),
            BinaryOp::Ne => return truth(x != y),
            BinaryOp::And => return truth(x != 0 && y != 0),
            BinaryOp::Or => return truth(x != 0 || y != 0),
        };
        Ok(Number::Int(ty.fit(value, exact)?, ty))
    }

    /// What a reduction begins with, and how it joins two values.
    pub fn neutral(operator: &str, kind: Kind) -> Result<Number, Wrong> {
        let real = match operator {
            "+" | "-" => 0.0,
            "*" => 1.0,
            "max" => f64::NEG_INFINITY,
            "min" => f64::INFINITY,
            _ => return Err(format!("a reduction with `{operator}`")),
        };
        Ok(match kind {
            Kind::Int(ty) => {
                let end = if real > 0.0 { ty.max() } else { -ty.max() - 1 };
                let finite = real.is_finite();
                Number::Int(if finite { real as i128 } else { end }, ty)
            }
            _ => Number::Real(real),
        })
    }

    pub fn joined(operator: &str, a: Number, b: Number) -> Result<Number, Wrong> {
        let smaller = Number::compute(BinaryOp::Lt, a, b, false)?.is_true();
        match operator {
            "+" | "-" => Number::compute(BinaryOp::Add, a, b, false),
            "*" => Number::compute(BinaryOp::Mul, a, b, false),
            "max" => Ok(if smaller { b } else { a }),
            "min" => Ok(if smaller { a } else { b }),
            _ => Err(format!("a reduction with `{operator}`")),
        }
    }
}

fn reals(op: BinaryOp, x: f64, y: f64) -> Result<Number, Wrong> {
    let truth = |holds: bool| Ok(Number::int(i128::from(holds)));
    Ok(Number::Real(match op {
        BinaryOp::Mul => x * y,
        BinaryOp::Div => x / y,
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Lt => return truth(x < y),
        BinaryOp::Gt => return truth(x > y),
        BinaryOp::Le => return truth(x <= y),
        BinaryOp::Ge => return truth(x >= y),
        BinaryOp::Eq => return truth(x == y),
        BinaryOp::Ne => return truth(x != y),
        BinaryOp::And => return truth(x != 0.0 && y != 0.0),
        BinaryOp::Or => return truth(x != 0.0 || y != 0.0),
        // Data of an unknown type, which any number may stand for.
        _ => return Number::compute(op, Number::int(x as i128), Number::int(y as i128), true),
    }))
}
