use crate::args::CompactArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::package::{self, Edited};
use bpx_formats::bpx::package::PackageEditor;

/// Rewrites a package without unused data.
pub(crate) fn run(args: &CompactArgs) -> Result<Exit, Failure> {
    package::set_threads(&args.storage)?;
    let file = Edited::open(&args.target)?;
    let options = args.storage.pack_options().with_revision(file.package.revision());
    let builder = PackageEditor::of(&file.package, options).compact().in_file(&file.name)?;
    file.save(|out| builder.write_to(out))
}
