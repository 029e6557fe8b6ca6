//! The codecs of the command as a program under test, with a deliberate mistake (D-38): `bpx-mutant NAME`. `none` means
//! without a mistake.
#![forbid(unsafe_code)]

#[allow(dead_code)]
mod exit;
#[path = "commands/conform/testee.rs"]
mod testee;

use bpx_schema::faults::Mutant;
use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    match Mutant::from_name(&name) {
        Some(mutant) => mutant.activate(),
        None if name == "none" => {}
        None => {
            eprintln!("expected `none` or the name of a mistake, found {name:?}; known:");
            Mutant::ALL.iter().for_each(|mutant| eprintln!("  {:<24} {}", mutant.name(), mutant.what()));
            return Exit::Usage.into();
        }
    }
    match testee::run() {
        Ok(exit) => exit.into(),
        Err(failure) => {
            eprintln!("bpx-mutant: {failure:?}");
            failure.code().into()
        }
    }
}
