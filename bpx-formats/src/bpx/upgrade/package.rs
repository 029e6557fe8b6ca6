//! Converts packages. Objects keep their names, their order and their bytes.

use super::{Loss, Output, describe_apis, field_path};
use crate::bpx::package::{DATA, Input, METADATA, PackOptions, Package, PackageBuilder, STRINGS};
use crate::bpx::v0;
use bpx_schema::report::Result;
use std::collections::HashSet;

/// Returns the builder of the new package.
pub(super) fn package_builder(package: &Package, options: PackOptions) -> Result<PackageBuilder<'_>> {
    let mut builder = PackageBuilder::new().ext(package.ext()).options(options);
    if let Some(metadata) = package.metadata()? {
        builder = builder.metadata(metadata);
    }
    for object in package.objects() {
        builder.add(object.name()?, Input::object(object))?;
    }
    Ok(builder)
}

/// Returns, for a package of revision 1, the sections whose types the specification does not define for packages.
pub(super) fn unknown_sections(package: &Package) -> impl Iterator<Item = Loss> {
    let others = |kind: u8| ![DATA, METADATA, STRINGS].contains(&kind);
    package.container().sections().filter(move |section| others(section.header().kind)).map(|section| Loss {
        path: field_path(&["sections"], Some(section.index())),
        what: format!("a section of type {}, which packages do not define", section.header().kind),
    })
}

/// Converts the assets of a package of version 0 to objects.
pub(super) fn of_version_0(container: &v0::Container, ext: v0::PackageExt) -> Result<(Vec<Loss>, Output)> {
    let package = container.package()?;
    let mut losses = Vec::new();
    if ext.compatibility != 0 {
        losses.push(Loss {
            path: field_path(&["header", "type_ext", "package", "compatibility"], None),
            what: format!(
                "the APIs ({}), because packages of version 2 state processor and system instead",
                describe_apis(ext.compatibility)
            ),
        });
    }
    let named: HashSet<_> = package.objects().map(|object| object.header().start as usize).collect();
    for section in container.sections() {
        let (index, kind) = (section.index(), section.header().kind);
        let what = match v0::section_name(v0::PACKAGE, kind) {
            None => format!("a section of type {kind}, which packages do not define"),
            Some("File") if !named.contains(&index) => "a file that no asset names".to_owned(),
            Some(_) => continue,
        };
        losses.push(Loss { path: field_path(&["sections"], Some(index)), what });
    }
    Ok((losses, Output::Package(Box::new(package))))
}
