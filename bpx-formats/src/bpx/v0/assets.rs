//! The names of the assets of a package, and the conversion of assets to objects for readers of later versions.

use super::package::{Asset, AssetRegistry, FILE, REGISTRY, STRINGS};
use super::references::find_referenced;
use super::{Container, Content, PACKAGE, SectionHeader};
use crate::bpx::container::{Check, ContainerBuilder, SectionOptions, refused_type};
use crate::bpx::json;
use crate::bpx::layout::opened::OpenedPackageV0;
use crate::bpx::layout::section_path;
use crate::bpx::package::{self, ObjectHeader, ObjectTable, Package, PackageExt as ObjectsExt, names::Names};
use crate::bpx::shared;
use crate::elements::element_offset;
use crate::narrow::as_u32;
use bpx_schema::Codec;
use bpx_schema::codec::{FieldRef, Space};
use bpx_schema::report::{Class, Error, Location, Path, Result, Rule, Segment};
use std::borrow::Cow;
use std::num::Saturating;
use std::sync::Arc;

impl Container {
    /// Returns the assets of a package as objects, for readers of later versions. Objects have the numbers of the
    /// assets, and each object begins in a section with the same number as its File section. All contents are in
    /// memory.
    ///
    /// # Errors
    /// `BadMagic` when the file is not a package; errors of contents, and of assets without a File section or a path;
    /// `LimitExceeded` when all contents together have more than [`max_memory`](bpx_schema::Limits::max_memory) bytes.
    pub fn package(&self) -> Result<Package> {
        as_objects(self)
    }

    /// Rejects files of other types than packages.
    fn check_is_package(&self) -> Result<()> {
        let kind = self.header().kind;
        if kind == PACKAGE { Ok(()) } else { Err(refused_type::<OpenedPackageV0>("a package", kind, 0)) }
    }
}

/// The names of one asset, and the number of the section that contains its bytes.
pub(super) struct Named {
    pub(super) path: Vec<u8>,
    /// Number of the section, counted from 0.
    pub(super) section: usize,
}

/// Returns the assets of a package whose registry and strings are valid.
pub(super) fn named_assets(container: &Container) -> Result<Vec<Named>> {
    container.check_is_package()?;
    let (Some(registry), strings) = (container.find(REGISTRY), container.find(STRINGS)) else {
        return Ok(Vec::new());
    };
    let Content::AssetRegistry(list) = registry.decode()? else { return Ok(Vec::new()) };
    let content = strings.map_or(Ok(Cow::Borrowed(&[][..])), |section| section.content())?;
    let mut names = Names::new(&content, container.options().limits);
    let mut named = Vec::with_capacity(list.assets.len());
    for (index, asset) in (0_u64..).zip(&list.assets) {
        let wrong = |rule: &Rule, class: Class, field: FieldRef, message: String| {
            let (path, at) = asset_member(registry.stored().content_space(), registry.index(), index, field);
            Error::from(rule.finding_of(class, at, message).with_path(path))
        };
        let beyond = || Err((Class::LimitExceeded, shared::limit_message().to_owned()));
        let path = names.next_name(asset.virtual_path).unwrap_or_else(beyond);
        let path = path.map_err(|(class, message)| {
            wrong(&Asset::RULE_V0_VIRTUAL_PATH.rule(), class, Asset::VIRTUAL_PATH, message)
        })?;
        let section = file_section(container.table(), asset.file_id)
            .map_err(|message| wrong(&Asset::RULE_V0_FILE_ID.rule(), Class::BadReference, Asset::FILE_ID, message))?;
        named.push(Named { path: path.to_vec(), section });
    }
    Ok(named)
}

/// Returns the number, counted from 0, of the File section that an asset names.
pub(super) fn file_section(table: &[SectionHeader], file_id: u32) -> std::result::Result<usize, String> {
    find_referenced(table, file_id, FILE, "a File section")
}

/// Returns the path and the location of a field of an asset.
pub(super) fn asset_member(space: Space, section: usize, index: u64, field: FieldRef) -> (Path, Location) {
    let asset = [Segment::Field("asset_registry".into()), AssetRegistry::ASSETS.segment(), Segment::Index(index)];
    let path = field.path(section_path(section).into_iter().chain(asset));
    (path, space.location(element_offset(field.offset(), index, Asset::SIZE as u64)))
}

/// Builds a package of version 2 in memory from a package of version 0. File sections become Data sections with the
/// same numbers.
fn as_objects(container: &Container) -> Result<Package> {
    let assets = named_assets(container)?;
    let limits = container.options().limits;
    let mut contents = Vec::with_capacity(container.len());
    let mut total = Saturating(0);
    for section in container.sections() {
        let content = if section.header().kind == FILE { section.content()? } else { Cow::Borrowed(&[][..]) };
        total += content.len() as u64;
        let max = limits.max_memory.for_size(container.source().size());
        if total.0 > max {
            let message = format!("expected at most {max} bytes in the files up to this file, found more");
            return Err(json::limit_error(container.stored(), section.index(), message));
        }
        contents.push(content);
    }
    let mut strings = Vec::new();
    let mut objects = Vec::with_capacity(assets.len());
    for asset in &assets {
        let size = contents.get(asset.section).map_or(0, |content| content.len() as u64);
        let name = as_u32(strings.len(), "bytes of paths")?;
        strings.extend_from_slice(&asset.path);
        strings.push(0);
        let start = as_u32(asset.section, "sections")?;
        objects.push(ObjectHeader { size, name, start, offset: 0 });
    }
    let table = ObjectTable { objects, rest: Vec::new() }.to_vec()?;
    let plain = SectionOptions::default().with_check(Check::None);
    let mut builder = ContainerBuilder::new(PACKAGE, 2).type_ext(ObjectsExt::any().to_bytes());
    for (entry, content) in container.table().iter().zip(contents) {
        // Sections without a file only keep their numbers.
        builder = builder.section(if entry.kind == FILE { package::DATA } else { 0 }, content, plain);
    }
    builder = builder.section(package::OBJECT_TABLE, table, plain).section(package::STRINGS, strings, plain);
    Package::open(Arc::new(builder.build()?), limits)
}
