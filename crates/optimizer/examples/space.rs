//! How long spaces of interleavings take: one line for each kernel, or for those named.
//!
//! ```text
//! cargo run --release -p loopwright-optimizer --example space -- gemver
//! ```

#[path = "../../../kernels/kernels.rs"]
mod kernels;

use optimizer::space::{Options, Space, Test};
use std::time::Instant;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for kernel in kernels::all() {
        if !wanted.is_empty() && !wanted.contains(&kernel.name) {
            continue;
        }
        let options = frontend::Options {
            headers: &kernels::header,
            ..frontend::Options::default()
        };
        let context = kernel.context().map(|text| text.parse().expect("a set"));
        let model = frontend::ModelOptions {
            context,
            ..frontend::ModelOptions::default()
        };
        let unit = frontend::read(&kernel.text, &options).expect("a kernel");
        for region in &unit.regions {
            let scop = unit.model(region, &model).expect("a model").scop;
            let start = Instant::now();
            let dependences = dependence::dependences(&scop, &Default::default()).expect("found");
            let analysed = start.elapsed();
            for test in [Test::Pairwise, Test::Direct] {
                let start = Instant::now();
                let space = Space::of_program(
                    &scop,
                    &dependences,
                    &Options {
                        test,
                        ..Options::default()
                    },
                );
                let built = start.elapsed();
                match space {
                    Ok(space) => {
                        let n = space.count(1);
                        let start = Instant::now();
                        let n2 = space.count(2);
                        let e = space.outermost().encoding();
                        println!(
                            "{:20} {:?} {} statements, F1 {:?} {}/{} F2 {:?} deps {:.1?} built {:.1?} F2 {:.1?} apart {:?}",
                            kernel.name,
                            test,
                            space.names().len(),
                            n,
                            e.n_variables(),
                            e.n_constraints(),
                            n2,
                            analysed,
                            built,
                            start.elapsed(),
                            space.outermost().apart().collect::<Vec<_>>()
                        );
                    }
                    Err(e) => println!("{} {e}", kernel.name),
                }
            }
        }
    }
}
