#![no_main]

use bpx_fuzz::Target;
use bpx_fuzz::fuzzing::whole_file::{WholeFile, holds_for_one, rewritten};
use std::sync::LazyLock;

macro_rules! list {
    ($($page:ident: $file:ident,)*) => {
        vec![$(WholeFile::new::<gallery::$page::$file>(|file| rewritten::<gallery::$page::$file>(file))),*]
    };
}

static FORMATS: LazyLock<Vec<WholeFile>> = LazyLock::new(|| gallery::pages!(list));

bpx_fuzz::fuzz!(in Target::of_choices("gallery", |bytes| holds_for_one(&FORMATS, bytes)));
