//! Describes meshes, bones and frames of a model.

use crate::bpx::model::{Mesh, Model};
use crate::description::{Facts, fact_list};
use bpx_schema::Result;
use serde_json::{Value, json};

/// The number of bones whose names are shown.
const SHOWN: usize = 3;

pub(super) fn model_lines(model: &Model) -> Result<Vec<String>> {
    let mut lines = vec!["model: axes are X right, Y forward, Z up (right-handed)".to_owned()];
    if let Some(symbol) = model.symbol_name()? {
        lines.push(format!("vertex format: {symbol} of the shader package {:#018x}", model.shader_hash()));
    }
    for (index, mesh) in model.meshes().enumerate() {
        let mesh = mesh?;
        let material = mesh.header().material_hash;
        lines.push(format!("vertices[{index}]: {}, material {material:#018x}", describe_vertices(&mesh)?));
    }
    for (index, (section, indices)) in model.index_arrays().enumerate() {
        lines.push(format!("indices[{index}]: {} in section {}", indices?.len(), section.index()));
    }
    let bones = model.bones()?;
    let names: Vec<_> = bones.view().iter().map(|bone| model.bone_name(&bone)).collect::<Result<_>>()?;
    let (shown, more) = names.split_at(names.len().min(SHOWN));
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    let listed = if names.is_empty() { String::new() } else { format!(": {}{more}", shown.join(", ")) };
    lines.push(format!("bones: {}{listed}", bones.len()));
    let frames = model.frames()?;
    let whole = frames.count().map_or_else(|| "no whole number of frames".to_owned(), |count| count.to_string());
    lines.push(format!("frames: {whole}, {} transforms", frames.view().len()));
    if let Some(animations) = model.animations()? {
        lines.push(format!("animations: {} bytes", animations.len()));
    }
    Ok(lines)
}

pub(super) fn describe_model(model: &Model) -> Result<Facts<'static>> {
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
    Ok(fact_list([
        ("axes", json!({ "right": "X", "forward": "Y", "up": "Z", "handedness": "right" })),
        ("shader_hash", json!(format!("{:#018x}", model.shader_hash()))),
        ("symbol_name", json!(model.symbol_name()?)),
        ("vertices", meshes.collect::<Result<Value>>()?),
        ("indices", indices.collect::<Result<Value>>()?),
        ("bones", names.collect::<Result<Value>>()?),
        ("frames", json!(frames.count())),
        ("transforms", json!(frames.view().len())),
        ("animations", json!(model.animations()?.map(|bytes| bytes.len()))),
    ]))
}

/// Describes vertices in a few words.
pub(super) fn describe_vertices(mesh: &Mesh<'_>) -> Result<String> {
    let size = mesh.vertex_size().map_or_else(String::new, |size| format!(" of {size} bytes"));
    let indices = match mesh.index_section()? {
        Some(section) => format!("indices in section {}", section.index()),
        None => "no indices".to_owned(),
    };
    Ok(format!("{} vertices{size} in section {}, {indices}", mesh.vertex_count(), mesh.section().index()))
}
