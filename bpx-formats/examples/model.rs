//! Builds a model, and reads the model without copying its arrays.
use bpx_formats::bpx::model::{Model, ModelBuilder, Pose};
use bpx_schema::{Limits, Result};
use std::sync::Arc;

fn main() -> Result<()> {
    let mut builder = ModelBuilder::new().format(bpx_formats::bpx::hash(b"/shaders/flat.bpx"), "Position")?;
    let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let vertices: Vec<u8> = corners.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    let indices = builder.add_indices(vec![0, 1, 2]);
    builder.add_mesh(bpx_formats::bpx::hash(b"/materials/red"), 12, vertices, Some(indices))?;
    // X is right, Y is forward, Z is up.
    builder.add_bone("root", [0.0; 3], [0.0, 0.0, 1.0])?;
    for step in [0.0, 0.5, 1.0] {
        builder.add_frame(&[Pose { position: [step, 0.0, 0.0], scale: [1.0; 3], ..Pose::default() }])?;
    }

    let model = Model::open(Arc::new(builder.build()?), Limits::default())?;
    for mesh in model.meshes() {
        let mesh = mesh?;
        let (vertices, indices) = (mesh.vertices()?, mesh.indices()?);
        println!("{} vertices of {} bytes", vertices.len(), vertices.size());
        for index in indices.iter().flat_map(|indices| indices.view()) {
            println!("  {index}: {:?}", vertices.get(index));
        }
    }
    let frames = model.frames()?;
    let right: f32 = frames.view().iter().map(|transform| transform.position[0]).sum();
    println!("{:?} frames, borrowed: {}, together {right} to the right", frames.count(), frames.is_borrowed());
    Ok(())
}
