//! How long scheduling takes: one line for each kernel, or for those named.
//!
//! ```text
//! cargo run --release -p loopwright-optimizer --example kernels -- gemm lu
//! ```

#[path = "../../../kernels/kernels.rs"]
mod kernels;

use optimizer::schedule::{Fusion, Options, proposal, qualities};
use std::time::Instant;

fn main() {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let prints = wanted.iter().any(|one| one == "--tree");
    let fusion = match wanted.iter().find_map(|one| one.strip_prefix("--fuse=")) {
        Some("max") => Fusion::Max,
        Some("none") => Fusion::None,
        _ => Fusion::Smart,
    };
    let temporaries = !wanted.iter().any(|one| one == "--no-temporaries");
    wanted.retain(|one| !one.starts_with("--"));
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
            let start = Instant::now();
            let options = Options {
                fusion: fusion.clone(),
                ..Options::default()
            };
            let tree = proposal(&scop, &dependences, &options, temporaries);
            let scheduled = start.elapsed();
            let tree = match tree {
                Ok(tree) => tree,
                Err(error) => {
                    println!("{:20} {error}", kernel.name);
                    continue;
                }
            };
            let start = Instant::now();
            let verdict =
                legality::check(&scop, &dependences, &tree, &Default::default()).expect("judged");
            let judged = start.elapsed();
            let quality = qualities(&scop, &tree).expect("read");
            let quality: Vec<String> = quality
                .iter()
                .map(|one| format!("{}/{}", one.permutable, one.parallel))
                .collect();
            println!(
                "{:20} {:3} dependences {:7.1} ms, schedule {:7.1} ms, check {:7.1} ms {} {}",
                kernel.name,
                dependences.len(),
                analysed.as_secs_f64() * 1e3,
                scheduled.as_secs_f64() * 1e3,
                judged.as_secs_f64() * 1e3,
                if verdict.is_legal() {
                    "legal"
                } else {
                    "ILLEGAL"
                },
                quality.join(" ")
            );
            if prints {
                println!("{tree}");
            }
        }
    }
}
