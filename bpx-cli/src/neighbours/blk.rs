use super::about::{About, Entry, readable};
use bpx_formats::ReadOptions;
use bpx_formats::blk::{Companions, Document, Form, NameMap};
use bpx_schema::Result;
use bpx_schema::value::hex;
use serde_json::json;

pub(super) fn describe(file: &[u8], options: &ReadOptions) -> Result<About> {
    let companions = Companions::of(options)?;
    match Form::of(file, &companions) {
        Ok(Form::NameMap) => name_map(&NameMap::read(file, options.limits)?),
        // Opening reports a file that is not BLK.
        form => {
            let document = Document::open(file, &companions, options.limits)?;
            tree(&document, form?, &companions)
        }
    }
}

fn tree(document: &Document, form: Form, companions: &Companions) -> Result<About> {
    let facts = [
        ("kind", json!(form.name())),
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
    let facts = facts.into_iter().chain(root.name().map(|name| ("root", json!(readable(name)))));
    let facts = facts.map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(About { facts, entries: params.chain(blocks).collect() })
}

fn name_map(names: &NameMap) -> Result<About> {
    let facts = [
        ("kind", json!(Form::NameMap.name())),
        ("names", json!(names.len())),
        ("names_digest", json!(hex(&names.names_digest()))),
        ("dictionary_digest", json!(hex(&names.dictionary_digest()))),
    ];
    let entries = names.iter().enumerate();
    let entries = entries.map(|(index, name)| Entry { name: readable(name), offset: None, about: index.to_string() });
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(About { facts, entries: entries.collect() })
}
