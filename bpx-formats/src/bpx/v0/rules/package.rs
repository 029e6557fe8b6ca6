//! The rules of packages.

use super::super::assets::{asset_member, file_section};
use super::super::package::{Asset, FILE, REGISTRY, STRINGS};
use super::super::read::entry_member;
use super::super::{Content, SectionHeader, registry as rules};
use super::context::{ValidationContext, add};
use crate::bpx::package::{names::Names, paths};
use bpx_schema::codec::HeldBytes;
use bpx_schema::report::{Report, Result};
use std::collections::HashSet;

pub(super) fn check(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let Some((section, Content::AssetRegistry(registry))) = file.first(REGISTRY)? else { return Ok(()) };
    let strings = file.of_kind(STRINGS).next().map(|section| file.content(section)).transpose()?;
    // Strings that cannot be decompressed are another finding.
    let strings = strings.unwrap_or_else(|| Some(HeldBytes::default()));
    let space = file.space(section);
    let mut names = strings.as_deref().map(|strings| Names::new(strings, *file.budget.limits()));
    let mut used = HashSet::new();
    for (index, asset) in (0_u64..).zip(&registry.assets) {
        used.extend(file_section(&file.layout.table, asset.file_id).ok());
        let Some(name) = names.as_mut().map(|names| names.next(asset.virtual_path)) else { continue };
        let Some(name) = name else {
            names = None;
            continue;
        };
        let Some(path) = name.ok().and_then(|path| std::str::from_utf8(path).ok()) else { continue };
        if let Err(reason) = paths::check(path.as_bytes()) {
            let place = asset_member(space, section, index, Asset::VIRTUAL_PATH);
            add(report, &rules::UNSAFE_PATH, place, format!("{path:?}: {reason}"));
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
