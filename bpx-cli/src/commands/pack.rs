use crate::args::PackArgs;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::{output, package};
use bpx_formats::bpx::package::{PackageBuilder, PackageExt};

/// Puts files into a package.
pub(crate) fn run(args: &PackArgs) -> Result<Exit, Failure> {
    package::threads(&args.storage)?;
    let collected = package::collect(&args.files, &args.output)?;
    let progress = Progress::new(package::size(&collected.files));
    let mut builder = PackageBuilder::new()
        .ext(package::ext(&args.about, PackageExt::any()))
        .options(args.storage.options().with_revision(args.revision));
    if let Some(metadata) = package::metadata(&args.about)? {
        builder = builder.metadata(metadata);
    }
    for found in &collected.files {
        let added = builder.add(found.name.as_str(), package::content(found, &progress));
        added.map_err(|error| Failure::File { name: found.path.display().to_string(), error })?;
    }
    output::save_with(&args.output, |out| builder.write_to(out))?;
    Ok(Exit::Fine)
}
