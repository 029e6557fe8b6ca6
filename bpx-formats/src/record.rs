//! Finds single records by their names, without a file.

use bpx_schema::report::{Mode, Report};
use bpx_schema::schema::Structure;
use bpx_schema::{Codec, Record, Result};

/// The generated code of a record.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RecordCodec {
    /// The schema of the record.
    pub schema: fn() -> &'static Structure,
    /// Checks every rule of the record.
    pub validate: fn(&[u8], Mode) -> Report,
    /// Reads the record and writes it again.
    ///
    /// # Errors
    /// Returns an error when there are fewer bytes than the record needs.
    pub rewrite: fn(&[u8]) -> Result<Vec<u8>>,
}

/// Returns the codecs of some types as a static list.
#[cfg(any(feature = "bpat", feature = "blk", feature = "bpx", feature = "gpb"))]
macro_rules! list {
    ($($record:ty),* $(,)?) => {{
        const LIST: &[RecordCodec] = &[$(RecordCodec::of::<$record>()),*];
        LIST
    }};
}

impl RecordCodec {
    /// Returns the generated code of a type.
    #[must_use]
    pub const fn of<T: Record>() -> Self {
        Self {
            schema: <T as Record>::record_schema,
            validate: T::validate,
            rewrite: |bytes| T::from_slice(bytes)?.to_vec(),
        }
    }

    /// Returns the record with a name in a schema; `schema` is the schema's name in
    /// [`FileFormat::schemas`](crate::FileFormat::schemas).
    #[must_use]
    pub fn find(schema: &str, name: &str) -> Option<Self> {
        Self::all(schema).iter().copied().find(|record| (record.schema)().name == name)
    }

    /// Returns the records of a schema; empty for an unknown schema.
    #[must_use]
    pub fn all(schema: &str) -> &'static [Self] {
        match schema {
            #[cfg(feature = "bpx")]
            "bpx" => {
                use crate::bpx::{SectionHeader, model, package, shader, table, texture};
                list![
                    model::Bone,
                    model::BoneTransform,
                    table::Column,
                    model::ModelExt,
                    package::ObjectHeader,
                    package::PackageExt,
                    SectionHeader,
                    shader::ShaderExt,
                    shader::Symbol,
                    table::TableHeader,
                    texture::TextureExt,
                    model::VertexArrayHeader,
                ]
            }
            #[cfg(feature = "bpx")]
            "bpx-v0" => {
                use crate::bpx::v0::{
                    PackageExt, SectionHeader, ShaderExt, UnusedExt, model, package, shader, texture,
                };
                list![
                    shader::AssemblyDx,
                    shader::AssemblyGl,
                    package::Asset,
                    model::Bone,
                    model::BoneUpdate,
                    model::Component,
                    PackageExt,
                    SectionHeader,
                    ShaderExt,
                    texture::TextureExt,
                    UnusedExt,
                    model::VertexArrayHeader,
                ]
            }
            #[cfg(feature = "bpat")]
            "bpat" => {
                use crate::bpat::{BoneParent, ColumnMatrix, Contact, Header, Markers, Matrix, Socket, SocketMatrix};
                list![BoneParent, ColumnMatrix, Contact, Header, Markers, Matrix, Socket, SocketMatrix]
            }
            #[cfg(feature = "blk")]
            "blk" => list![crate::blk::Param, crate::blk::ParamKey],
            #[cfg(feature = "gpb")]
            "gpb" => list![crate::gpb::Bounds, crate::gpb::VertexElement],
            _ => &[],
        }
    }
}

#[cfg(all(test, feature = "blk"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::RecordCodec;
    use crate::formats;
    use bpx_schema::schema::Model;

    #[test]
    fn every_record_of_every_schema_is_there() {
        for (name, schema) in formats().iter().flat_map(|format| format.schemas()) {
            let model = Model::from_root(schema);
            let records = model.structures.values().filter(|structure| structure.size.is_some());
            let wanted: Vec<&str> = records.map(|record| &*record.name).collect();
            let listed: Vec<&str> = RecordCodec::all(name).iter().map(|record| &*(record.schema)().name).collect();
            assert_eq!(listed, wanted, "{name}");
        }
        assert!(RecordCodec::find("blk", "Param").is_some() && RecordCodec::find("blk", "File").is_none());
    }

    #[test]
    fn what_is_read_is_written_again() {
        let key = RecordCodec::find("blk", "ParamKey").unwrap();
        assert_eq!((key.rewrite)(&[1, 2, 3, 1]).unwrap(), [1, 2, 3, 1]);
        assert!((key.rewrite)(&[1, 2, 3]).is_err());
    }
}
