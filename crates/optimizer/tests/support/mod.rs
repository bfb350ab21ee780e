//! Kernels and small programs in C as models.

// Not every test uses everything here.
#![allow(dead_code)]

#[path = "../../../../kernels/kernels.rs"]
pub mod kernels;

use dependence::{Dependence, dependences};
use frontend::ModelOptions;
use scop::Scop;

/// The loops in a function of integers and arrays: `int n, double A[n]`, and what it does.
pub fn program(parameters: &str, body: &str) -> Scop {
    let text = format!("void f({parameters}) {{\n#pragma scop\n{body}\n#pragma endscop\n}}\n");
    let mut scops = scops(&text, &ModelOptions::default());
    assert_eq!(scops.len(), 1);
    scops.remove(0)
}

/// The regions of a kernel, in the context that its head names.
pub fn kernel(name: &str) -> Vec<Scop> {
    let kernel = kernels::named(name);
    let context = kernel.context().map(|text| text.parse().expect("a set"));
    let options = ModelOptions {
        context,
        ..ModelOptions::default()
    };
    scops(&kernel.text, &options)
}

fn scops(text: &str, model: &ModelOptions) -> Vec<Scop> {
    let options = frontend::Options {
        headers: &kernels::header,
        ..frontend::Options::default()
    };
    let unit = frontend::read(text, &options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let regions = unit.regions.iter();
    let scops = regions.map(|region| {
        let modelled = unit.model(region, model);
        modelled.unwrap_or_else(|e| panic!("{}\n{text}", e[0])).scop
    });
    scops.collect()
}

pub fn all_of(scop: &Scop) -> Vec<Dependence> {
    dependences(scop, &Default::default()).unwrap()
}
