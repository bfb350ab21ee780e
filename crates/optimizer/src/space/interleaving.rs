//! Interleavings of several levels: which loops statements share, from the outside in.

use super::Order;

/// A multidimensional interleaving (Convexity, definition 4): an order of the statements for each level. Those that
/// are together at a level share that many loops; those that are apart at a level are apart in the same
/// order at all levels below.
///
/// ```
/// use optimizer::space::{Interleaving, Order};
///
/// // The vectors ρ of figure 2a: R, S and T share the outermost loop only.
/// let levels = [[0, 0, 0], [0, 1, 2], [0, 1, 2]].map(|row| Order::from_values(&row));
/// let interleaving = Interleaving::new(levels.to_vec()).unwrap();
/// assert_eq!(interleaving.words(&["R", "S", "T"]), "{R then S then T}");
/// // Who is apart in the outer loops cannot be together in an inner one.
/// let levels = [[0, 1], [0, 0]].map(|row| Order::from_values(&row));
/// assert_eq!(Interleaving::new(levels.to_vec()), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Interleaving {
    levels: Vec<Order>,
}

impl Interleaving {
    /// The interleaving with these levels, from the outside in; `None` if there is none.
    pub fn new(levels: Vec<Order>) -> Option<Interleaving> {
        let first = levels.first()?;
        if levels.iter().any(|level| level.len() != first.len()) {
            return None;
        }
        let n = first.len();
        let is_finer = |outer: &Order, inner: &Order| {
            let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
            let mut apart = pairs.filter(|&(i, j)| outer.compare(i, j).is_lt());
            apart.all(|(i, j)| inner.compare(i, j).is_lt())
        };
        let all = levels.windows(2).all(|two| is_finer(&two[0], &two[1]));
        all.then_some(Interleaving { levels })
    }

    /// The interleaving of one level.
    pub fn of_order(order: Order) -> Interleaving {
        Interleaving {
            levels: vec![order],
        }
    }

    /// An order of the classes of the outermost level, and what is below it in each of them; `None` if they do
    /// not fit.
    pub(super) fn joined(outermost: &Order, below: &[Interleaving]) -> Option<Interleaving> {
        let classes = outermost.classes();
        let depth = below.first().map_or(0, |one| one.levels.len());
        let fits = classes.len() == below.len()
            && classes.iter().zip(below).all(|(class, one)| {
                one.levels.len() == depth
                    && one.levels.iter().all(|level| level.len() == class.len())
            });
        if !fits {
            return None;
        }
        let mut levels = vec![outermost.clone()];
        for depth in 0..depth {
            let mut values = vec![0; outermost.len()];
            let mut first = 0;
            for (class, one) in classes.iter().zip(below) {
                let order = &one.levels[depth];
                for (&element, rank) in class.iter().zip(order.ranks()) {
                    values[element] = (first + rank) as i64;
                }
                first += order.n_classes();
            }
            levels.push(Order::from_values(&values));
        }
        Some(Interleaving { levels })
    }

    /// The order at each level.
    pub fn levels(&self) -> &[Order] {
        &self.levels
    }

    /// The order at the outermost level.
    pub fn outermost(&self) -> &Order {
        // `new` and `joined` make none without levels.
        &self.levels[0]
    }

    /// The classes of the outermost level, each with what is below it, if there are more levels: there the elements
    /// of a class are numbered from 0.
    pub fn classes(&self) -> Vec<(Vec<usize>, Option<Interleaving>)> {
        let below = &self.levels[1..];
        let classes = self.outermost().classes().into_iter();
        let classes = classes.map(|class| {
            let own = |level: &Order| {
                let ranks = class.iter().map(|&one| level.ranks()[one] as i64);
                Order::from_values(&ranks.collect::<Vec<i64>>())
            };
            let levels: Vec<Order> = below.iter().map(own).collect();
            let below = (!levels.is_empty()).then_some(Interleaving { levels });
            (class, below)
        });
        classes.collect()
    }

    /// The interleaving in words, given the names of the statements; see [`words`](super::words).
    pub fn words<T: AsRef<str>>(&self, names: &[T]) -> String {
        super::words::words(self, names)
    }

    /// The interleaving that some words describe.
    ///
    /// ```
    /// use optimizer::space::Interleaving;
    ///
    /// let names = ["R", "S", "T"];
    /// let read = Interleaving::parse("{R, S} then T", &names, 2).unwrap();
    /// assert_eq!(read.levels()[1].ranks(), [0, 0, 1]);
    /// assert_eq!(Interleaving::parse("{R} then S then T", &names, 1), Interleaving::parse("R then S then T", &names, 1));
    /// assert_eq!(Interleaving::parse("R then S", &names, 1).unwrap_err(), "`T` is missing");
    /// ```
    pub fn parse<T: AsRef<str>>(
        text: &str,
        names: &[T],
        levels: usize,
    ) -> Result<Interleaving, String> {
        super::words::parse(text, names, levels)
    }
}
