//! The options of commands that can run the program before and after, and what they do.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use loopwright::exit::Exit;
use loopwright::program::Program;
use loopwright::scop::FileId;
use loopwright::trial::{self, Plan};

use crate::input::{self, InputArguments};
use crate::interrupt;

#[derive(Args)]
pub struct TrialArguments {
    /// Compile and run the original and the new program, compare their output (up to 64 MiB) and
    /// report the speedup
    #[arg(long)]
    pub run: bool,

    /// The C compiler for --run
    #[arg(
        long,
        value_name = "COMMAND",
        env = "CC",
        default_value = "cc",
        hide_env = true
    )]
    cc: String,

    /// Options for the C compiler, for --run
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "-O3 -march=native",
        allow_hyphen_values = true
    )]
    cflags: String,

    /// How many times --run runs each program; the fastest run counts
    #[arg(long, value_name = "N", default_value_t = 3)]
    repeat: usize,

    /// Stop the compiler or a program after this many seconds, for --run
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,
}

impl TrialArguments {
    /// Runs the program as it was and the new one, and prints how they compare. Different results are the
    /// program's affair unless they were proved to be the same.
    pub fn compare(
        &self,
        input: &InputArguments,
        program: &Program,
        text: &str,
        is_proved: bool,
    ) -> Exit {
        let words = self.cflags.split_whitespace().map(str::to_string);
        let mut flags: Vec<String> = words.chain(input.compiler_flags()).collect();
        if frontend::has_pragma(text, "omp") {
            flags.push("-fopenmp".into());
        }
        let plan = Plan {
            compiler: self.cc.clone(),
            flags,
            repetitions: self.repeat,
            patience: Duration::from_secs(self.time_limit),
            ..Plan::default()
        };
        let before = { program.files.get(FileId::MAIN) }.map_or("", |file| &file.text);
        let (source, stop) = (Some(input.source.file.as_path()), interrupt::stop());
        match trial::compare(&plan, stop, source, before, text) {
            Ok(comparison) => {
                let table = format!(
                    "results   {}\noriginal  {:.4} s\nnew       {:.4} s\nspeedup   {:.2}x\n",
                    comparison.outputs,
                    comparison.before.as_secs_f64(),
                    comparison.after.as_secs_f64(),
                    comparison.speedup(),
                );
                let printed = input::print(&table);
                match (comparison.outputs.holds(), is_proved) {
                    (true, _) => printed,
                    (false, false) => Exit::Refused,
                    // What was proved cannot be: ours or the program's mistake.
                    (false, true) => Exit::Internal,
                }
            }
            Err(failure) => {
                let _ = writeln!(anstream::stderr(), "\x1b[1;31merror\x1b[0m: {failure}");
                Exit::BadInput
            }
        }
    }
}
