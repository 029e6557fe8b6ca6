#![no_main]

use bpx_fuzz::Target;
use bpx_fuzz::fuzzing::whole_file::{WholeFile, holds_for_one};
use bpx_fuzz::whole_files;
use std::sync::LazyLock;

static FORMATS: LazyLock<Vec<WholeFile>> = LazyLock::new(|| gallery::pages!(whole_files));

bpx_fuzz::fuzz!(in Target::of_choices("gallery", |bytes| holds_for_one(&FORMATS, bytes)));
