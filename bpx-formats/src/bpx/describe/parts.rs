//! The named parts of files, and their bytes.

use super::{model, shader};
use crate::ReadOptions;
use crate::bpx::container::{Container, Section};
use crate::bpx::layout::in_section;
use crate::bpx::model::{
    ANIMATION_ARRAY, BONE_ARRAY, Bone, BoneArray, BoneTransform, FRAME_ARRAY, IndexArray, KIND as MODEL, Model,
    VertexArrayHeader,
};
use crate::bpx::package::{self, Package};
use crate::bpx::shader::{KIND as SHADER, ShaderPackage};
use crate::bpx::span::Span;
use crate::bpx::texture::{self, Texture};
use crate::bpx::v0;
use crate::description::Part;
use crate::elements::element_offset;
use bpx_schema::report::{Class, Error};
use bpx_schema::schema::Offset;
use bpx_schema::source::ReadAt;
use bpx_schema::{Limits, Result};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the parts of a texture or a model, or of a file of version 0 that is not a package; `None` for other files,
/// and for files that cannot be opened.
///
/// # Errors
/// Returns an error when the content of the file does not have the form that its type requires.
pub fn named_parts(source: &Arc<dyn ReadAt>, limits: Limits) -> Result<Option<Vec<Part>>> {
    if v0::is_version_0(&**source)? {
        let old = v0::Container::open(Arc::clone(source), limits)?;
        return if old.header().kind == v0::PACKAGE { Ok(None) } else { old_parts(&old).map(Some) };
    }
    let Ok(container) = Container::open(Arc::clone(source), limits) else { return Ok(None) };
    match (container.header().kind, container.header().version) {
        (texture::KIND, _) => layer_parts(container).map(Some),
        (MODEL, 2) => array_parts(&Model::of(container)?).map(Some),
        _ => Ok(None),
    }
}

/// Returns the parts of any file: layers, arrays and bones, objects, stages and symbols, or the sections of a file
/// whose type the specification does not define.
pub(in crate::bpx) fn parts(source: &Arc<dyn ReadAt>, limits: Limits) -> Result<Vec<Part>> {
    if let Some(parts) = named_parts(source, limits)? {
        return Ok(parts);
    }
    if v0::is_version_0(&**source)? {
        return Ok(object_parts(&v0::Container::open(Arc::clone(source), limits)?.package()?));
    }
    let container = Container::open(Arc::clone(source), limits)?;
    Ok(match container.header().kind {
        package::KIND => object_parts(&Package::of(container)?),
        SHADER => shader::shader_parts(&ShaderPackage::of(container)?),
        _ => container
            .sections()
            .map(|one| content_part(format!("section[{}]", one.index()), one, 0, String::new()))
            .collect(),
    })
}

fn object_parts(package: &Package) -> Vec<Part> {
    let part = |object: package::Object<'_>| {
        let name = match object.name_bytes() {
            Ok(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Err(_) => format!("<{}>", object.index()),
        };
        let header = object.header();
        let part = Part::new(name, format!("object {}", object.index())).with_size(object.size());
        part.at(usize::try_from(header.start).ok(), header.offset.into())
    };
    package.objects().map(part).collect()
}

/// Returns the layers of a texture.
fn layer_parts(container: Container) -> Result<Vec<Part>> {
    let texture = Texture::of(container)?;
    let (shape, section) = (texture.shape(), texture.section()?.index());
    let (extent, size) = (shape.extent, shape.layer_size());
    let layer = |index: u16| {
        let about = format!("{} x {} pixels, {}", extent.width(), extent.height(), shape.format);
        Part::new(format!("layer[{index}]"), about).at(Some(section), shape.layer_offset(index)).with_size(size)
    };
    Ok((0..shape.layers).map(layer).collect())
}

/// Returns the arrays of a model, and each of its bones.
fn array_parts(model: &Model) -> Result<Vec<Part>> {
    let mut list = Vec::new();
    for (index, mesh) in model.meshes().enumerate() {
        let mesh = mesh?;
        let header = VertexArrayHeader::SIZE as u64;
        list.push(content_part(format!("vertices[{index}]"), mesh.section(), header, model::describe_vertices(&mesh)?));
    }
    for (index, (section, indices)) in model.index_arrays().enumerate() {
        let about = format!("{} indices", indices?.len());
        list.push(content_part(format!("indices[{index}]"), section, IndexArray::INDICES.offset(), about));
    }
    if let Some(section) = model.container().find(BONE_ARRAY) {
        for (index, bone) in (0_u64..).zip(model.bones()?.view()) {
            let size = Bone::SIZE as u64;
            let part = Part::new(format!("bone[{index}]"), format!("from {:?} to {:?}", bone.head, bone.tail));
            let part = part.with_title(model.bone_name(&bone)?).with_size(size);
            list.push(part.at(Some(section.index()), element_offset(BoneArray::BONES.offset(), index, size)));
        }
    }
    if let Some(section) = model.container().find(FRAME_ARRAY) {
        let (bones, size) = (model.frames()?.bones(), BoneTransform::SIZE);
        list.push(content_part(
            "frames".to_owned(),
            section,
            0,
            format!("transforms of {size} bytes for {bones} bones"),
        ));
    }
    if let Some(section) = model.container().find(ANIMATION_ARRAY) {
        list.push(content_part("animations".to_owned(), section, 0, String::new()));
    }
    Ok(list)
}

/// Returns the content of a section after a header.
pub(super) fn content_part(name: String, section: Section<'_>, header: u64, about: String) -> Part {
    let rest = Span::of(section.content_size()).without_first(header);
    Part::new(name, about).at(Some(section.index()), rest.start()).with_size(rest.size())
}

/// Returns the layers of a texture of version 0, and each other section as a part that is named after its type.
fn old_parts(old: &v0::Container) -> Result<Vec<Part>> {
    let kind = old.header().kind;
    let mut counts = BTreeMap::new();
    let mut list = Vec::new();
    for section in old.sections() {
        let number = section.header().kind;
        let (place, size) = (section.index(), section.content()?.len() as u64);
        let title = v0::section_name(kind, number).map_or_else(|| format!("type-{number}"), str::to_owned);
        // The range has no end.
        let count = counts.entry(number).or_insert(0_u64..).next().unwrap_or(0);
        let part = |name: String, offset: u64, size: u64, about: String| {
            Part::new(name, about).at(Some(place), offset).with_size(size)
        };
        match &old.header().type_ext {
            v0::TypeExt::Texture(ext) if ext.layers() > 0 && number == texture::PIXEL_ARRAY => {
                let ((width, height), layers) = (ext.dimensions(), ext.layers());
                let layer = size.div_euclid(layers.max(1));
                let about = format!("{width} x {height} pixels");
                list.extend((0..layers).map(|index| {
                    part(format!("layer[{index}]"), element_offset(0, index, layer), layer, about.clone())
                }));
            }
            _ => list.push(part(format!("{title}[{count}]"), 0, size, format!("section {place}"))),
        }
    }
    Ok(list)
}

/// Returns the bytes of a part. In a package, a part is an object, which may continue in further sections.
pub(in crate::bpx) fn read_part(source: &Arc<dyn ReadAt>, part: &Part, options: &ReadOptions) -> Result<Vec<u8>> {
    let (Some(section), Some(offset), Some(size)) = (part.section, part.offset, part.size) else {
        let message = format!("expected a part that is stored in one piece, found `{}`", part.name);
        return Err(Error::unlocated_fault(Class::UnsupportedFeature, message));
    };
    if v0::is_version_0(&**source)? {
        // Opening the file compares the checksum of the whole file.
        let old = v0::Container::open(Arc::clone(source), options.limits)?;
        if old.header().kind == v0::PACKAGE {
            return read_object(&old.package()?, part);
        }
        let found = old.section(section).ok_or_else(|| unknown_part(part))?;
        let content = found.content()?;
        let outside = || {
            let message = format!("{size} bytes at offset {offset} exceed the content of {} bytes", content.len());
            let error = Error::fault(Class::OutOfBounds, found.stored().content_space().location(offset), message);
            in_section(error, section)
        };
        return Ok(Offset::from(offset).slice(size, &content).ok_or_else(outside)?.to_vec());
    }
    let container = Container::open(Arc::clone(source), options.limits)?;
    if container.header().kind == package::KIND {
        return read_object(&Package::of(container)?, part);
    }
    let section = container.section(section).ok_or_else(|| unknown_part(part))?;
    if options.check {
        section.check()?;
    }
    section.part(offset, size).map(Cow::into_owned)
}

fn read_object(package: &Package, part: &Part) -> Result<Vec<u8>> {
    let is_meant = |object: &package::Object<'_>| {
        let header = object.header();
        let place = (usize::try_from(header.start).ok(), Some(u64::from(header.offset)), Some(object.size()));
        place == (part.section, part.offset, part.size)
    };
    package.objects().find(is_meant).ok_or_else(|| unknown_part(part))?.read()
}

/// Returns the error for a part of another file.
fn unknown_part(part: &Part) -> Error {
    let message = format!("expected a part of this file, found `{}`", part.name);
    Error::unlocated_fault(Class::BadReference, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileFormat;
    use crate::bpx::BpxFormat;
    use crate::bpx::container::{ContainerBuilder, SectionOptions};
    use crate::bpx::package::{Input, PackageBuilder};
    use crate::bpx::shader::{ShaderBuilder, ShaderTarget, Stage};
    use crate::bpx::texture::{Extent, PixelFormat, TextureBuilder};

    #[test]
    fn parts_of_textures_and_packages_have_their_bytes() {
        let pixels: Vec<u8> = (0..8).collect();
        let layers: [&[u8]; 2] = [&pixels[..4], &pixels[4..]];
        let texture = TextureBuilder::array(Extent::new(2, 2).unwrap(), PixelFormat::GreyScale, &layers).unwrap();
        let (source, options): (Arc<dyn ReadAt>, _) = (Arc::new(texture.build().unwrap()), ReadOptions::default());
        let parts = BpxFormat.parts(&source, &options).unwrap();
        assert_eq!(parts.iter().map(|part| &*part.name).collect::<Vec<_>>(), ["layer[0]", "layer[1]"]);
        let bytes = BpxFormat.read_part(&source, &parts[1], &options.clone().with_check(true)).unwrap();
        assert_eq!(bytes, pixels[4..]);

        let mut package = PackageBuilder::new();
        for (name, content) in [("a.txt", b"first".to_vec()), ("b.txt", b"second".to_vec())] {
            package.add(name, Input::bytes(content)).unwrap();
        }
        let source: Arc<dyn ReadAt> = Arc::new(package.build().unwrap());
        let parts = BpxFormat.parts(&source, &options).unwrap();
        let read = parts.iter().map(|part| (&*part.name, BpxFormat.read_part(&source, part, &options).unwrap()));
        assert_eq!(read.collect::<Vec<_>>(), [("a.txt", b"first".to_vec()), ("b.txt", b"second".to_vec())]);
        let described = BpxFormat.describe(&source, &options).unwrap();
        let last = described.facts.last().unwrap();
        let facts = serde_json::to_value(&last.1).unwrap();
        assert_eq!((&*last.0, &facts["count"]), ("package", &2.into()));
        assert!(described.problem.is_none() && described.title.starts_with("BPX version 2, type "));
    }

    #[test]
    fn the_part_of_a_stage_is_its_code() {
        let shader = ShaderBuilder::program(ShaderTarget::Gl33).stage(Stage::Pixel, &b"void main() {}"[..]);
        let (source, options): (Arc<dyn ReadAt>, _) = (Arc::new(shader.build().unwrap()), ReadOptions::default());
        let parts = BpxFormat.parts(&source, &options).unwrap();
        assert_eq!((&*parts[0].name, parts[0].offset, parts[0].size), ("Pixel", Some(1), Some(14)));
        assert_eq!(BpxFormat.read_part(&source, &parts[0], &options).unwrap(), b"void main() {}");
    }

    #[test]
    fn parts_of_another_file_are_errors() {
        let old = v0::Builder::new(b'?').section(1, vec![7; 9], None).build().unwrap();
        let new = ContainerBuilder::new(b'?', 2).section(1, vec![7; 9], SectionOptions::default()).build().unwrap();
        let mut package = PackageBuilder::new();
        package.add("a.txt", Input::bytes(vec![7; 9])).unwrap();
        let place = |section, offset, size| Part::new("part", "").at(Some(section), offset).with_size(size);
        let past = [place(0, 9, 1), place(0, 3, u64::MAX), place(0, 10, 0)].map(|part| (part, Class::OutOfBounds));
        let other = [(place(5, 0, 1), Class::BadReference)];
        for (file, parts) in
            [(old, &past[..]), (new, &past), (package.build().unwrap(), &[(place(0, 1, 2), Class::BadReference)])]
        {
            let source: Arc<dyn ReadAt> = Arc::new(file);
            for (part, class) in parts.iter().chain(&other) {
                let error = BpxFormat.read_part(&source, part, &ReadOptions::default()).unwrap_err();
                assert_eq!(error.finding().unwrap().class, *class, "{part:?}");
            }
            assert_eq!(BpxFormat.read_part(&source, &place(0, 0, 9), &ReadOptions::default()).unwrap(), [7; 9]);
        }
    }

    #[test]
    fn a_part_without_a_place_has_no_bytes() {
        let source: Arc<dyn ReadAt> = Arc::new(Vec::new());
        let error = BpxFormat.read_part(&source, &Part::new("symbol", ""), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.finding().unwrap().class, Class::UnsupportedFeature);
    }
}
