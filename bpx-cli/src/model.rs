//! `info` and `ls` for models.

use crate::exit::{Failure, InFile};
use crate::input::Opened;
use crate::output;
use crate::part::Part;
use bpx_formats::bpx::Container;
use bpx_formats::bpx::container::Section;
use bpx_formats::bpx::model::{Bone, BoneArray, BoneTransform, IndexArray, KIND, Mesh, Model, VertexArrayHeader};
use bpx_schema::Result;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;

/// Returns the output of `info`, in lines and as JSON; `None` if the file is not a model.
pub(crate) fn describe(container: &Container, file: &Opened) -> Option<std::result::Result<(String, Value), Failure>> {
    let header = container.header();
    let both = |model: Model| Ok((text(&model)?, json(&model)?));
    (header.kind == KIND && header.version == 2)
        .then(|| Model::open(Arc::clone(&file.source), crate::limits::limits()).and_then(both).in_file(&file.name))
}

/// Returns the output of `info`, in lines.
fn text(model: &Model) -> Result<String> {
    let mut text = String::from("model: axes are X right, Y forward, Z up (right-handed)\n");
    if let Some(symbol) = model.symbol_name()? {
        let symbol = output::printable(symbol);
        let _ = writeln!(text, "vertex format: {symbol} of the shader package {:#018x}", model.shader_hash());
    }
    for (index, mesh) in model.meshes().enumerate() {
        let mesh = mesh?;
        let material = mesh.header().material_hash;
        let _ = writeln!(text, "vertices[{index}]: {}, material {material:#018x}", vertices(&mesh)?);
    }
    for (index, (section, indices)) in model.index_arrays().enumerate() {
        let _ = writeln!(text, "indices[{index}]: {} in section {}", indices?.len(), section.index());
    }
    let bones = model.bones()?;
    let names = bones.view().iter().map(|bone| Ok(output::printable(model.bone_name(&bone)?).into_owned()));
    let names: Vec<_> = names.collect::<Result<_>>()?;
    let listed =
        if names.is_empty() { String::new() } else { format!(": {}", output::few(names.iter().map(String::as_str))) };
    let _ = writeln!(text, "bones: {}{listed}", bones.len());
    let frames = model.frames()?;
    let whole = frames
        .count()
        .map_or_else(|| "the bytes are not a whole number of frames".to_owned(), |count| count.to_string());
    let _ = writeln!(text, "frames: {whole}, {} transforms", frames.view().len());
    if let Some(animations) = model.animations()? {
        let _ = writeln!(text, "animations: {} bytes", animations.len());
    }
    Ok(text)
}

/// Returns the output of `info`, as JSON.
fn json(model: &Model) -> Result<Value> {
    let meshes = model.meshes().map(|mesh| {
        let mesh = mesh?;
        Ok(json!({
            "section": mesh.section().index(),
            "count": mesh.vertex_count(),
            "size": mesh.vertex_size(),
            "material_hash": format!("{:#018x}", mesh.header().material_hash),
            "index_section": mesh.index_section()?.map(|section| section.index()),
        }))
    });
    let indices = model
        .index_arrays()
        .map(|(section, indices)| Ok(json!({ "section": section.index(), "count": indices?.len() })));
    let bones = model.bones()?;
    let names = bones.view().iter().map(|bone| Ok(json!(model.bone_name(&bone)?)));
    let frames = model.frames()?;
    Ok(json!({
        "axes": { "right": "X", "forward": "Y", "up": "Z", "handedness": "right" },
        "shader_hash": format!("{:#018x}", model.shader_hash()),
        "symbol_name": model.symbol_name()?,
        "vertices": meshes.collect::<Result<Value>>()?,
        "indices": indices.collect::<Result<Value>>()?,
        "bones": names.collect::<Result<Value>>()?,
        "frames": frames.count(),
        "transforms": frames.view().len(),
        "animations": model.animations()?.map(|bytes| bytes.len()),
    }))
}

/// Describes vertices in a few words.
fn vertices(mesh: &Mesh<'_>) -> Result<String> {
    let size = mesh.vertex_size().map_or_else(String::new, |size| format!(" of {size} bytes"));
    let indices = match mesh.index_section()? {
        Some(section) => format!("indices in section {}", section.index()),
        None => "no indices".to_owned(),
    };
    Ok(format!("{} vertices{size} in section {}, {indices}", mesh.vertex_count(), mesh.section().index()))
}

/// Returns the arrays, and the bones one by one.
pub(crate) fn parts(container: Container) -> Result<(Vec<Part>, Container)> {
    let model = Model::of(container)?;
    let mut list = Vec::new();
    for (index, mesh) in model.meshes().enumerate() {
        let mesh = mesh?;
        let header = VertexArrayHeader::SIZE as u64;
        list.push(part(format!("vertices[{index}]"), mesh.section(), header, vertices(&mesh)?));
    }
    for (index, (section, indices)) in model.index_arrays().enumerate() {
        list.push(part(
            format!("indices[{index}]"),
            section,
            IndexArray::INDICES.offset(),
            format!("{} indices", indices?.len()),
        ));
    }
    if let Some(section) = model.container().find(bpx_formats::bpx::model::BONE_ARRAY) {
        for (index, bone) in (0_u64..).zip(model.bones()?.view()) {
            let size = Bone::SIZE as u64;
            let offset = index * size + BoneArray::BONES.offset();
            list.push(Part {
                name: format!("bone[{index}]"),
                title: Some(model.bone_name(&bone)?.to_owned()),
                place: (section.index(), offset),
                size,
                about: format!("from {:?} to {:?}", bone.head, bone.tail),
            });
        }
    }
    if let Some(section) = model.container().find(bpx_formats::bpx::model::FRAME_ARRAY) {
        let (bones, size) = (model.frames()?.bones(), BoneTransform::SIZE);
        list.push(part("frames".to_owned(), section, 0, format!("transforms of {size} bytes, of {bones} bones")));
    }
    if let Some(section) = model.container().find(bpx_formats::bpx::model::ANIMATION_ARRAY) {
        list.push(part("animations".to_owned(), section, 0, String::new()));
    }
    Ok((list, model.into_container()))
}

/// Returns the content of a section after a header.
fn part(name: String, section: Section<'_>, header: u64, about: String) -> Part {
    let size = section.content_size().saturating_sub(header);
    Part { name, title: None, place: (section.index(), header), size, about }
}
