//! The objects of one case: operations draw their operands here and leave their results.

use crate::driver::{Operand, Recorder};
use crate::generate::Theme;
use crate::random::Random;
use presburger::{
    Aff, BasicMap, BasicSet, Dim, Map, MultiAff, MultiPwAff, MultiUnionPwAff, MultiVal, Point,
    PwAff, PwMultiAff, Result, Set, Space, Tuple, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet,
    Value,
};
use std::sync::Arc;

/// Objects that print longer than this are not operands of what follows.
const LONGEST: usize = 700;
/// Objects of one type at a time.
const MOST: usize = 10;

/// What an operation has at hand.
pub struct Context {
    pub pool: Pool,
    pub random: Random,
    pub recorder: Recorder,
    pub dims: usize,
}

impl Context {
    fn record<T: std::fmt::Debug + Clone + Send + Sync + 'static>(&self, operand: &T) {
        self.recorder.operand(Arc::new(operand.clone()) as Operand);
    }
}

/// Something that can be an operand: from the pool, or made up on the spot.
pub trait Draw: Sized {
    /// `None` when the pool has none.
    fn draw(context: &mut Context) -> Option<Self>;
}

/// Something that an operation gives.
pub trait Keep: Sized {
    fn keep(self, context: &mut Context) -> Result<()>;
}

macro_rules! pool {
    ($($field:ident: $t:ident,)*) => {
        /// The objects, by type.
        #[derive(Default)]
        pub struct Pool {
            $($field: Vec<$t>,)*
        }
        $(
            impl Draw for $t {
                fn draw(context: &mut Context) -> Option<$t> {
                    let list = &context.pool.$field;
                    if list.is_empty() {
                        return None;
                    }
                    let object = context.random.pick(list).clone();
                    context.record(&object);
                    Some(object)
                }
            }
            impl Keep for $t {
                fn keep(self, context: &mut Context) -> Result<()> {
                    if self.to_string().len() <= LONGEST {
                        let list = &mut context.pool.$field;
                        if list.len() < MOST {
                            list.push(self);
                        } else {
                            let at = context.random.below(MOST);
                            list[at] = self;
                        }
                    }
                    Ok(())
                }
            }
        )*
    };
}

pool! {
    sets: Set,
    maps: Map,
    basic_sets: BasicSet,
    basic_maps: BasicMap,
    union_sets: UnionSet,
    union_maps: UnionMap,
    points: Point,
    affs: Aff,
    pw_affs: PwAff,
    multi_affs: MultiAff,
    pw_multi_affs: PwMultiAff,
    multi_pw_affs: MultiPwAff,
    union_pw_affs: UnionPwAff,
    union_pw_multi_affs: UnionPwMultiAff,
    multi_union_pw_affs: MultiUnionPwAff,
    multi_vals: MultiVal,
}

/// Fills the pool with objects of the theme. A text that is refused (by the budget, say) is left
/// out.
pub fn fill(context: &mut Context, theme: &Theme) {
    fn add<T: std::str::FromStr + Keep>(context: &mut Context, text: String) {
        if let Ok(object) = text.parse::<T>() {
            let _ = object.keep(context);
        }
    }
    let mut random = context.random.clone();
    for _ in 0..3 {
        add::<Set>(context, theme.set(&mut random));
        add::<Map>(context, theme.map(&mut random));
    }
    for _ in 0..2 {
        add::<BasicSet>(context, theme.basic_set(&mut random));
        add::<BasicMap>(context, theme.basic_map(&mut random));
        add::<UnionSet>(context, theme.union_set(&mut random));
        add::<UnionMap>(context, theme.union_map(&mut random));
        add::<Aff>(context, theme.aff(&mut random));
        add::<PwAff>(context, theme.pw_aff(&mut random));
        add::<MultiAff>(context, theme.multi_aff(&mut random));
        add::<PwMultiAff>(context, theme.pw_multi_aff(&mut random));
        add::<MultiPwAff>(context, theme.pw_multi_aff(&mut random));
        add::<UnionPwAff>(context, theme.pw_aff(&mut random));
        add::<UnionPwMultiAff>(context, theme.pw_multi_aff(&mut random));
        add::<MultiUnionPwAff>(context, theme.multi_union_pw_aff(&mut random));
    }
    let values: Vec<Value> = (0..theme.dims())
        .map(|_| Value::from(random.between(-3, 6)))
        .collect();
    if let Ok(values) = MultiVal::new(Tuple::anonymous(theme.dims()), values) {
        let _ = values.keep(context);
    }
    context.random = random;
}

impl Draw for Dim {
    fn draw(context: &mut Context) -> Option<Dim> {
        let at = context.random.below(context.dims + 1);
        let at = if context.random.once_in(20) {
            at + 7
        } else {
            at
        };
        let dim = match context.random.below(4) {
            0 => Dim::Param(at),
            1 => Dim::In(at),
            2 => Dim::Set(at),
            _ => Dim::Out(at),
        };
        context.record(&dim);
        Some(dim)
    }
}

impl Draw for usize {
    fn draw(context: &mut Context) -> Option<usize> {
        let most = if context.random.once_in(20) { 9 } else { 2 };
        let count = context.random.below(most + 1);
        context.record(&count);
        Some(count)
    }
}

impl Draw for Value {
    fn draw(context: &mut Context) -> Option<Value> {
        let random = &mut context.random;
        let value = match random.below(8) {
            0 => random.pick(crate::seeds::NUMBERS).parse().ok()?,
            1 => Value::rational(random.between(-9, 9), random.between(1, 5)),
            2 => random
                .pick(&[
                    Value::nan(),
                    Value::infty(),
                    Value::neginfty(),
                    Value::zero(),
                ])
                .clone(),
            _ => Value::from(random.between(-4, 9)),
        };
        context.record(&value);
        Some(value)
    }
}

impl Draw for String {
    fn draw(context: &mut Context) -> Option<String> {
        let name = context.random.pick(&["N", "M", "P", "i", "S"]).to_string();
        context.record(&name);
        Some(name)
    }
}

impl Draw for Space {
    fn draw(context: &mut Context) -> Option<Space> {
        Some(match context.random.below(3) {
            0 => Map::draw(context)?.space().clone(),
            1 => Set::draw(context)?.space().to_params(),
            _ => Set::draw(context)?.space().clone(),
        })
    }
}

impl Draw for Tuple {
    fn draw(context: &mut Context) -> Option<Tuple> {
        let dims = if context.random.once_in(6) {
            context.dims + 1
        } else {
            context.dims
        };
        let names = ["P", "Q", "N", "M"];
        let tuple = match context.random.below(3) {
            0 => Tuple::anonymous(dims),
            1 => Tuple::named("S", names.into_iter().take(dims)),
            _ => Tuple::from_dims(
                None,
                names
                    .into_iter()
                    .take(dims)
                    .map(|n| Some(n.into()))
                    .collect(),
            ),
        };
        context.record(&tuple);
        Some(tuple)
    }
}

macro_rules! dropped {
    ($($t:ty),*) => {$(
        impl Keep for $t {
            fn keep(self, _: &mut Context) -> Result<()> {
                Ok(())
            }
        }
    )*};
}

dropped!(bool, usize, i64, (), Value, Tuple, Space);

impl<T: Keep> Keep for Result<T> {
    fn keep(self, context: &mut Context) -> Result<()> {
        self?.keep(context)
    }
}

impl<T: Keep> Keep for Option<T> {
    fn keep(self, context: &mut Context) -> Result<()> {
        self.map_or(Ok(()), |object| object.keep(context))
    }
}

impl<T: Keep> Keep for Vec<T> {
    fn keep(self, context: &mut Context) -> Result<()> {
        self.into_iter()
            .take(3)
            .try_for_each(|object| object.keep(context))
    }
}

impl<A: Keep, B: Keep> Keep for (A, B) {
    fn keep(self, context: &mut Context) -> Result<()> {
        self.0.keep(context)?;
        self.1.keep(context)
    }
}
