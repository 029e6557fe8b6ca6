//! The rules of packages.

use super::super::assets::{asset_member, code, file_section};
use super::super::package::{Asset, FILE, REGISTRY, STRINGS};
use super::super::read::entry_member;
use super::super::{Content, PackageExt, SectionHeader, TypeExt};
use super::examined::{Examined, add, of_type_ext};
use crate::bpx::package::{names::Names, paths};
use crate::bpx::shared;
use bpx_schema::codec::HeldBytes;
use bpx_schema::report::{Class, Finding, Report, Result, Severity};
use std::collections::{HashMap, HashSet};

pub(super) fn check(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    let Some((section, Content::AssetRegistry(registry))) = file.first(REGISTRY)? else { return Ok(()) };
    let count = registry.assets.len() as u64;
    if let TypeExt::Package(ext) = &file.layout.header.type_ext
        && u64::from(ext.asset_count) != count
    {
        let message = format!("states {} assets, the registry has {count}", ext.asset_count);
        add(
            report,
            of_type_ext("package", PackageExt::ASSET_COUNT),
            Class::CountMismatch,
            ("v0.asset-count", "v0 11.2.1"),
            message,
        );
    }
    let strings = file.of_kind(STRINGS).next().map(|section| file.content(section)).transpose()?;
    // Strings that do not unpack are told elsewhere.
    let strings = strings.unwrap_or_else(|| Some(HeldBytes::default()));
    let stored = file.stored(section);
    let mut names = strings.as_deref().map(|strings| Names::new(strings, *file.budget.limits()));
    let mut known: HashMap<&str, u64> = HashMap::new();
    let mut used = HashSet::new();
    for (index, asset) in (0_u64..).zip(&registry.assets) {
        let place = |field| asset_member(&stored, section, index, field);
        match file_section(&file.layout.table, asset.file_id) {
            Ok(found) => drop(used.insert(found)),
            Err(message) => {
                let rule = (code(Asset::FILE_ID), "v0 11.3");
                add(report, place(Asset::FILE_ID), Class::BadReference, rule, message);
            }
        }
        let Some(name) = names.as_mut().map(|names| names.next(asset.virtual_path)) else { continue };
        let Some(name) = name else {
            let (class, message) = shared::beyond();
            add(report, place(Asset::VIRTUAL_PATH), class, ("v0.limit", "v0 11.3.1"), message);
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
                add(report, place(Asset::VIRTUAL_PATH), class, (code(Asset::VIRTUAL_PATH), "v0 11.3.1"), message);
                continue;
            }
        };
        let mut warn = |class, code: &'static str, message: String| {
            let (at, location) = place(Asset::VIRTUAL_PATH);
            let finding = Finding::new(class, location, message).code(code).spec("v0 11.3.1");
            report.add(finding.severity(Severity::Warning).at(at));
        };
        if let Some(first) = known.get(path) {
            warn(Class::Duplicate, "v0.duplicate-path", format!("asset {first} has the path {path:?} already"));
        }
        known.entry(path).or_insert(index);
        if let Err(reason) = paths::check(path.as_bytes()) {
            warn(Class::UnsafePath, "v0.unsafe-path", format!("{path:?}: {reason}"));
        }
    }
    for orphan in file.of_kind(FILE).filter(|file| !used.contains(file)) {
        let (path, at) = entry_member(orphan as u64, SectionHeader::KIND);
        let finding = Finding::new(Class::BadReference, at, "no asset names this file").code("v0.orphan");
        report.add(finding.spec("v0 11.3").severity(Severity::Note).at(path));
    }
    Ok(())
}
