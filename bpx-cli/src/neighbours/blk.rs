use super::{About, Entry, readable};
use bpx_formats::ReadOptions;
use bpx_formats::blk::{Companions, Document, text};
use bpx_schema::Result;
use serde_json::json;

pub(super) fn about(file: &[u8], options: &ReadOptions) -> Result<About> {
    let companions = Companions::of(options)?;
    let document = Document::open(file, &companions, options.limits)?;
    let kind = if text::is_text(file) { "text" } else { document.kind().name() };
    let facts = [
        ("kind", json!(kind)),
        ("blocks", json!(document.block_count())),
        ("parameters", json!(document.param_count())),
        ("local_names", json!(document.local_names().count())),
        ("shared_names", json!(companions.shared())),
    ];
    let root = document.root();
    let params = root.params().map(|param| Entry {
        name: readable(param.name()),
        offset: None,
        about: param.value().kind().name().to_owned(),
    });
    let blocks = root.children().map(|block| Entry {
        name: block.name().map_or_else(|| "@null".to_owned(), readable),
        offset: None,
        about: format!("{{ {} parameters, {} blocks }}", block.params().count(), block.children().count()),
    });
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(About { facts, entries: params.chain(blocks).collect() })
}
