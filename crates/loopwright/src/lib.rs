//! Loopwright as a library: what the command line offers, without the command line.
//!
//! A program in C is read, a script gives its loops another order, the order is proved to compute
//! the same, and the program is written anew:
//!
//! ```
//! use loopwright::{Choices, Recipe, Request, prove, read, rewrite, transform};
//!
//! let text = "void product(int n, double A[n][n], double B[n][n], double C[n][n]) {
//! #pragma scop
//!   for (int i = 0; i < n; i++)
//!     for (int j = 0; j < n; j++)
//!       for (int k = 0; k < n; k++)
//!         C[i][j] += A[i][k] * B[k][j];
//! #pragma endscop
//! }
//! ";
//! let script = "interchange(S0.j, S0.k)
//! parallel(S0.i)";
//!
//! let request = Request::default();
//! let mut program = read(text, &request);
//! let recipe = Recipe { script: Some(("product.lw", script)), ..Recipe::default() };
//! let done = transform(&mut program, &request, &recipe);
//! let orders = done.orders().ok_or("the script is illegal, or mistaken")?;
//!
//! let new = rewrite(&program, &orders, &Choices::default())?;
//! prove(&program, &new, &request)?;
//! assert!(new.text.contains("
//!   #pragma omp parallel for
//!   for (int i = 0; i < n; i++)
//!     for (int k = 0; k < n; k++)
//!       for (int j = 0; j < n; j++)
//!         C[i][j] += A[i][k] * B[k][j];
//! "), "{}", new.text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is wrong is not an `Err` but among [`Program::diagnostics`]: an illegal script comes with the
//! smallest case in which it would change a result.
//!
//! ```
//! # use loopwright::{Recipe, Request, read, transform};
//! let text = "void diagonal(int n, double A[n][n]) {
//! #pragma scop
//!   for (int i = 1; i < n; i++)
//!     for (int j = 0; j < n - 1; j++)
//!       A[i][j] = A[i - 1][j + 1] * .5;
//! #pragma endscop
//! }
//! ";
//! let mut program = read(text, &Request::default());
//! let script = Some(("swap.lw", "interchange(S0.i, S0.j)"));
//! let done = transform(&mut program, &Request::default(), &Recipe { script, ..Recipe::default() });
//! assert!(done.is_illegal());
//! assert_eq!(
//!     program.diagnostics[0].message,
//!     "S0[2, 0] reads A[1][1] before S0[1, 1] writes it when n = 3"
//! );
//! ```
//!
//! | to | use |
//! |---|---|
//! | read C or OpenScop | [`program`] |
//! | see its model and its dependences | [`show`], [`deps`], [`structure`] |
//! | give it another order, and judge it | [`mod@transform`] |
//! | find a good order for it | [`mod@optimize`] |
//! | see which loops its statements can share | [`space`] |
//! | test when it runs whether the new order is right | [`mod@guard`] |
//! | write it, and prove what was written | [`mod@rewrite`], [`readback`] |
//! | show messages as `rustc` does, or as JSON | [`report`]; [`explain`] has a page about each kind |
//! | compute with integer sets, as `iscc` does | [`calc`] |
//! | end as the program does | [`exit`] |
//!
//! The parts that this crate is made of are re-exported whole, because its signatures speak of their
//! types: [`scop`] (the model, schedules, diagnostics), [`frontend`] (C), [`dependence`],
//! [`legality`] (verdicts), [`script`], [`optimizer`], [`astgen`] and [`emit`] (code), [`presburger`] (sets), and
//! [`serde_json`] for documents.
//!
//! Nothing here reads or writes files or terminals by itself: a [`calc::Files`] or a
//! [`frontend::Headers`] does that, so the same code serves the command line, tests and a web page.
//! The feature `cli`, which is on by default, adds the program and `trial`, which runs
//! compilers; without it everything compiles for wasm32.

mod around;
pub mod calc;
pub mod correct;
pub mod deps;
pub mod exit;
pub mod explain;
mod frame;
pub mod guard;
mod invariants;
mod lines;
mod moved;
pub mod optimize;
mod overlap;
#[cfg(feature = "cli")]
mod process;
pub mod program;
pub mod readback;
pub mod report;
pub mod rewrite;
#[cfg(feature = "cli")]
pub mod search;
pub mod show;
pub mod space;
pub mod structure;
mod table;
pub mod transform;
#[cfg(feature = "cli")]
pub mod trial;
pub mod worlds;

pub use program::{Nest, Program, Request, read};
pub use readback::prove;
pub use rewrite::{Choices, Rewritten, rewrite};
pub use transform::{Recipe, Transformed, transform};

pub use {
    astgen, correction, dependence, emit, frontend, legality, optimizer, presburger, scop, script,
    serde_json, validate,
};
