//! Descriptions of files for users.

use super::{Companions, Document, Form, NameMap};
use crate::ReadOptions;
use crate::description::{Description, Part, fact_list, readable_name};
use bpx_schema::Result;
use bpx_schema::value::hex;
use serde_json::{Value, json};

/// An opened BLK file.
enum OpenedFile {
    Tree(Document, Form),
    Names(NameMap),
}

fn open_document(file: &[u8], companions: &Companions, options: &ReadOptions) -> Result<OpenedFile> {
    match Form::of(file, companions) {
        Ok(Form::NameMap) => Ok(OpenedFile::Names(NameMap::read(file, options.limits)?)),
        // Opening reports a file that is not BLK.
        form => Ok(OpenedFile::Tree(Document::open(file, companions, options.limits)?, form?)),
    }
}

pub(super) fn describe(file: &[u8], options: &ReadOptions) -> Result<Description> {
    let companions = Companions::of(options)?;
    let properties = match open_document(file, &companions, options)? {
        OpenedFile::Tree(document, form) => describe_tree(&document, form, &companions),
        OpenedFile::Names(names) => fact_list([
            ("kind", json!(Form::NameMap.name())),
            ("names", json!(names.len())),
            ("names_digest", json!(hex(&names.names_digest()))),
            ("dictionary_digest", json!(hex(&names.dictionary_digest()))),
        ]),
    };
    Ok(Description::of_properties("blk", file.len() as u64, properties))
}

fn describe_tree(document: &Document, form: Form, companions: &Companions) -> Vec<(String, Value)> {
    let mut list = fact_list([
        ("kind", json!(form.name())),
        ("blocks", json!(document.block_count())),
        ("parameters", json!(document.param_count())),
        ("local_names", json!(document.local_names().count())),
        ("shared_names", json!(companions.shared_count())),
    ]);
    list.extend(document.root().name().map(|name| ("root".to_owned(), json!(readable_name(name)))));
    list
}

/// Returns parameters and blocks of the root, or the names of a name map.
pub(super) fn parts(file: &[u8], options: &ReadOptions) -> Result<Vec<Part>> {
    let companions = Companions::of(options)?;
    let document = match open_document(file, &companions, options)? {
        OpenedFile::Names(names) => {
            let names = names.iter().enumerate();
            return Ok(names.map(|(index, name)| Part::new(readable_name(name), index.to_string())).collect());
        }
        OpenedFile::Tree(document, _) => document,
    };
    let root = document.root();
    let params = root.params().map(|param| Part::new(readable_name(param.name()), param.value().kind().name()));
    let blocks = root.children().map(|block| {
        let name = block.name().map_or_else(|| "@null".to_owned(), readable_name);
        Part::new(name, format!("{{ {} parameters, {} blocks }}", block.params().count(), block.children().count()))
    });
    Ok(params.chain(blocks).collect())
}
