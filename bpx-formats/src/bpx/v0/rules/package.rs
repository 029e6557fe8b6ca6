//! The rules of packages.

use super::super::assets::{asset_member, file_section};
use super::super::package::{Asset, FILE, REGISTRY, STRINGS};
use super::super::read::entry_member;
use super::super::{Content, PackageExt, SectionHeader, TypeExt, registry as rules};
use super::context::{ValidationContext, add};
use crate::bpx::container::type_ext_member;
use crate::bpx::package::{names::Names, paths};
use crate::bpx::shared;
use bpx_schema::codec::HeldBytes;
use bpx_schema::report::{Class, Report, Result};
use std::collections::{HashMap, HashSet};

pub(super) fn check(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let Some((section, Content::AssetRegistry(registry))) = file.first(REGISTRY)? else { return Ok(()) };
    let count = registry.assets.len() as u64;
    if let TypeExt::Package(ext) = &file.layout.header.type_ext
        && u64::from(ext.asset_count) != count
    {
        let message = format!("states {} assets, but the registry has {count}", ext.asset_count);
        add(report, &rules::ASSET_COUNT, type_ext_member("package", PackageExt::ASSET_COUNT), message);
    }
    let strings = file.of_kind(STRINGS).next().map(|section| file.content(section)).transpose()?;
    // Strings that cannot be decompressed are another finding.
    let strings = strings.unwrap_or_else(|| Some(HeldBytes::default()));
    let stored = file.stored(section);
    let mut names = strings.as_deref().map(|strings| Names::new(strings, *file.budget.limits()));
    let mut known: HashMap<&str, u64> = HashMap::new();
    let mut used = HashSet::new();
    for (index, asset) in (0_u64..).zip(&registry.assets) {
        let place = |field| asset_member(&stored, section, index, field);
        match file_section(&file.layout.table, asset.file_id) {
            Ok(found) => drop(used.insert(found)),
            Err(message) => add(report, &rules::FILE_ID, place(Asset::FILE_ID), message),
        }
        let Some(name) = names.as_mut().map(|names| names.next(asset.virtual_path)) else { continue };
        let Some(name) = name else {
            add(report, &rules::LIMIT, place(Asset::VIRTUAL_PATH), shared::beyond().to_owned());
            names = None;
            continue;
        };
        let named = name.and_then(|path| {
            let text = std::str::from_utf8(path);
            text.map_err(|error| (Class::BadText, format!("not UTF-8, from byte {} on", error.valid_up_to())))
        });
        let path = match named {
            Ok(path) => path,
            Err((class, message)) => {
                let (path, at) = place(Asset::VIRTUAL_PATH);
                report.add(rules::VIRTUAL_PATH.finding_of(class, at, message).at(path));
                continue;
            }
        };
        if let Some(first) = known.get(path) {
            let message = format!("asset {first} already has the path {path:?}");
            add(report, &rules::DUPLICATE_PATH, place(Asset::VIRTUAL_PATH), message);
        }
        known.entry(path).or_insert(index);
        if let Err(reason) = paths::check(path.as_bytes()) {
            add(report, &rules::UNSAFE_PATH, place(Asset::VIRTUAL_PATH), format!("{path:?}: {reason}"));
        }
    }
    for orphan in file.of_kind(FILE).filter(|file| !used.contains(file)) {
        add(
            report,
            &rules::ORPHAN,
            entry_member(orphan as u64, SectionHeader::KIND),
            "no asset names this file".to_owned(),
        );
    }
    Ok(())
}
