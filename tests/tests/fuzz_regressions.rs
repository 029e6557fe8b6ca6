//! Every input that once broke a property, and every golden, through its target.
//!
//! `cargo xtask fuzz` looks for new ones and puts them, minimised, into `fuzz/regressions/TARGET`.

use std::path::{Path, PathBuf};
use tests::fuzzing::{TARGETS, Target, seeds};

fn regressions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/regressions")
}

/// Runs a target on bytes whose name a failure shows.
fn run(target: &Target, name: &str, bytes: &[u8]) {
    struct Named<'n>(&'n str, &'n str);
    impl Drop for Named<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("target {} fails on {}", self.0, self.1);
            }
        }
    }
    let named = Named(target.name, name);
    (target.run)(bytes);
    drop(named);
}

#[test]
fn regressions_hold() {
    let mut count = 0;
    for entry in std::fs::read_dir(regressions()).expect("the folder of regressions") {
        let folder = entry.expect("an entry").path();
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        if name == "gallery" {
            // Replayed by the tests of the gallery, which know its files.
            continue;
        }
        let target = TARGETS.iter().find(|target| target.name == name);
        let target = target.unwrap_or_else(|| panic!("no target is called {name}"));
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            run(target, &path.display().to_string(), &std::fs::read(&path).expect("a regression"));
            count += 1;
        }
    }
    assert!(count > 0, "there are no regressions to replay");
}

#[test]
fn goldens_and_seeds_hold() {
    let goldens = seeds::goldens();
    for target in TARGETS {
        for (name, bytes) in goldens.iter().chain(&seeds::seeds_of(target)) {
            run(target, name, bytes);
        }
    }
}
