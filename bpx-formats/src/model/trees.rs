//! Models as trees of serde_json, for tests that inspect and change them.

#[cfg(feature = "bpat")]
pub(crate) mod bpat {
    use crate::{FileError, ModelOptions};
    use bpx_schema::json::{JsonDoc, to_tree};
    use bpx_schema::{Limits, Result};
    use serde_json::Value;

    pub(crate) fn to_json(file: &[u8], limits: Limits, options: ModelOptions) -> Result<Value> {
        to_tree(|sink| crate::bpat::write_json(file, limits, options, sink))
    }

    pub(crate) fn from_json(model: &Value) -> std::result::Result<Vec<u8>, FileError> {
        crate::bpat::from_json(JsonDoc::from(model).root())
    }
}

#[cfg(feature = "gpb")]
pub(crate) mod gpb {
    use crate::{FileError, ModelOptions};
    use bpx_schema::json::{JsonDoc, to_tree};
    use bpx_schema::{Limits, Result};
    use serde_json::Value;

    pub(crate) fn to_json(file: &[u8], limits: Limits, options: ModelOptions) -> Result<Value> {
        to_tree(|sink| crate::gpb::write_json(file, limits, options, sink))
    }

    pub(crate) fn from_json(model: &Value) -> std::result::Result<Vec<u8>, FileError> {
        crate::gpb::from_json(JsonDoc::from(model).root())
    }
}

#[cfg(feature = "blk")]
pub(crate) mod blk {
    use crate::FileError;
    use crate::blk::Companions;
    use bpx_schema::json::{JsonDoc, to_tree};
    use bpx_schema::{Limits, Result};
    use serde_json::Value;

    pub(crate) fn to_json(file: &[u8], limits: Limits, companions: &Companions) -> Result<Value> {
        to_tree(|sink| crate::blk::write_json(file, limits, companions, sink))
    }

    pub(crate) fn from_json(model: &Value, companions: &Companions) -> std::result::Result<Vec<u8>, FileError> {
        crate::blk::from_json(JsonDoc::from(model).root(), companions)
    }
}

#[cfg(feature = "bpx")]
pub(crate) mod container {
    use crate::{FileError, ModelOptions};
    use bpx_schema::Result;
    use bpx_schema::json::{JsonDoc, to_tree};
    use serde_json::Value;

    pub(crate) fn to_json(container: &crate::bpx::container::Container, options: ModelOptions) -> Result<Value> {
        to_tree(|sink| crate::bpx::json::write_json(container, options, sink))
    }

    pub(crate) fn from_json(model: &Value) -> std::result::Result<Vec<u8>, FileError> {
        crate::bpx::json::from_json(JsonDoc::from(model).root())
    }
}

#[cfg(feature = "bpx")]
pub(crate) mod v0 {
    use crate::{FileError, ModelOptions};
    use bpx_schema::Result;
    use bpx_schema::json::{JsonDoc, to_tree};
    use serde_json::Value;

    pub(crate) fn to_json(container: &crate::bpx::v0::Container, options: ModelOptions) -> Result<Value> {
        to_tree(|sink| crate::bpx::v0::json::write_json(container, options, sink))
    }

    pub(crate) fn from_json(model: &Value) -> std::result::Result<Vec<u8>, FileError> {
        crate::bpx::v0::json::from_json(JsonDoc::from(model).root())
    }
}

#[cfg(feature = "bpx")]
pub(crate) mod sd {
    use crate::FileError;
    use crate::bpx::sd::json;
    use crate::bpx::sd::{Document, plain};
    use bpx_schema::json::{JsonDoc, TreeBuilder};
    use serde_json::Value;

    pub(crate) fn to_json(document: &Document) -> Value {
        let mut tree = TreeBuilder::default();
        json::write_json(document, &mut tree);
        tree.finish()
    }

    pub(crate) fn from_json(model: &Value) -> Result<Document, FileError> {
        json::from_json(JsonDoc::from(model).root())
    }

    pub(crate) fn to_plain_json(document: &Document) -> Value {
        let mut tree = TreeBuilder::default();
        plain::write_plain_json(document, &mut tree);
        tree.finish()
    }

    pub(crate) fn from_plain_json(json: &Value, debug_names: bool) -> Result<Document, FileError> {
        plain::from_plain_json(JsonDoc::from(json).root(), debug_names)
    }
}

#[cfg(feature = "bpx")]
pub(crate) mod table {
    use crate::FileError;
    use crate::bpx::table::{Table, json};
    use bpx_schema::json::{JsonDoc, TreeBuilder};
    use serde_json::Value;

    pub(crate) fn to_json(table: &Table) -> Value {
        let mut tree = TreeBuilder::default();
        json::write_json(table, &mut tree);
        tree.finish()
    }

    pub(crate) fn from_json(model: &Value) -> Result<Table, FileError> {
        json::from_json(JsonDoc::from(model).root())
    }
}
