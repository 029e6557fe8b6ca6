//! Descriptions of files for users.

mod container;
mod model;
mod package;
mod parts;
pub mod shader;
mod texture;
mod v0;

pub use self::package::{describe_package, describe_v0 as describe_package_v0};
pub use self::parts::named_parts;
pub(super) use self::parts::{parts, read_part};

use super::container::Container;
use super::package::Package;
use super::shader::ShaderPackage;
use super::{TypeExt, model as models, package as packages, shader as shaders};
use crate::description::{Description, Fact, Facts, Many};
use bpx_schema::source::ReadAt;
use bpx_schema::{Limits, Result};
use std::sync::Arc;

/// Describes a file of any version: its header, its sections, and the parts of its type.
pub(super) fn describe(source: &Arc<dyn ReadAt>, limits: Limits) -> Result<Description> {
    if super::v0::is_version_0(&**source)? {
        return Ok(v0::describe_container(&Arc::new(super::v0::Container::open(Arc::clone(source), limits)?)));
    }
    let container = Arc::new(Container::open(Arc::clone(source), limits)?);
    let mut described = container::describe_container(&container);
    // A file that is not valid for its type still has a header and sections to show.
    match describe_content(&container, limits) {
        Ok(Some(content)) => {
            described.facts.push((content.name.to_owned(), Fact::Object(content.facts)));
            described.lines.push(content.lines);
        }
        Ok(None) => {}
        Err(error) => described.problem = Some(error),
    }
    Ok(described)
}

/// The facts that the type of a file adds to the description of the file.
struct Content {
    /// Name of the type.
    name: &'static str,
    facts: Facts<'static>,
    lines: Many<'static, String>,
}

fn describe_content(container: &Container, limits: Limits) -> Result<Option<Content>> {
    let header = container.header();
    if let TypeExt::Texture(ext) = &header.type_ext {
        let (facts, lines) = (texture::facts_of(ext), texture::texture_lines(ext).into());
        return Ok(Some(Content { name: "texture", facts, lines }));
    }
    let source = || Arc::clone(container.source());
    Ok(match (header.kind, header.version) {
        (packages::KIND, _) => {
            let package = Package::open(source(), limits)?;
            let (facts, lines) = (describe_package(&package), package::package_lines(&package).into());
            Some(Content { name: "package", facts, lines })
        }
        (models::KIND, 2) => {
            let model = models::Model::open(source(), limits)?;
            let (facts, lines) = (model::describe_model(&model)?, model::model_lines(&model)?.into());
            Some(Content { name: "model", facts, lines })
        }
        (shaders::KIND, _) => {
            let shader = Arc::new(ShaderPackage::open(source(), limits)?);
            let (facts, lines) = (shader::describe_shader(&shader), shader::shader_lines(&shader));
            Some(Content { name: "shader", facts, lines })
        }
        _ => None,
    })
}
