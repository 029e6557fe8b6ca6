//! Previews of files: pixels, meshes, and the objects of packages.

use super::{Reply, Request};
use crate::failure::Failure;
use crate::host::Download;
use crate::session::Session;
use bpx_formats::bpx::container::{Check, Compression};
use bpx_formats::bpx::package::{PackOptions, Package};
use bpx_formats::bpx::texture::{Pixel, Texture};
use bpx_formats::bpx::upgrade::Upgrade;
use bpx_formats::bpx::{FileKind, model};
use bpx_formats::gpb::{Gpb, MeshPart, VertexUsage};
use bpx_schema::source::ReadAt;
use serde_json::{Value, json};
use std::sync::Arc;

/// The maximum number of listed objects.
const MOST: usize = 20_000;
/// The maximum number of pixels in a preview.
const PIXELS: u64 = 4 << 20;
/// The maximum number of vertices that the preview shows of a mesh.
const VERTICES: usize = 200_000;
/// The maximum number of 4-byte numbers in the preview of all meshes together.
const NUMBERS: usize = 4 << 20;

/// Returns the file in the current version; converts a file of version 0, so that one preview serves all versions.
fn in_current_version(session: &Session) -> Result<Arc<dyn ReadAt>, Failure> {
    if session.identified.and_then(|found| found.version) != Some(0) {
        return Ok(Arc::clone(&session.source));
    }
    let options = PackOptions::default().with_compression(Compression::None).with_check(Check::None);
    let mut bytes = Vec::new();
    Upgrade::new(Arc::clone(&session.source), session.options.limits, options)?.write_to(&mut bytes)?;
    Ok(Arc::new(bytes))
}

fn open_package(session: &Session) -> Result<Package, Failure> {
    Ok(Package::open(in_current_version(session)?, session.options.limits)?)
}

/// Lists the objects of a package.
pub(super) fn list_objects(session: &mut Session, _: &Request) -> Reply {
    let package = open_package(session)?;
    let list: Vec<_> = package
        .objects()
        .take(MOST)
        .map(|object| {
            let name =
                object.name_bytes().map_or_else(|_| String::new(), |name| String::from_utf8_lossy(name).into_owned());
            json!({ "index": object.index(), "name": name, "size": object.size() })
        })
        .collect();
    Ok((json!({ "count": package.len(), "items": list }), Vec::new()))
}

/// Writes an object of a package as a download.
pub(super) fn save_object(session: &mut Session, request: &Request) -> Reply {
    let package = open_package(session)?;
    let mut reader = package.reader(request.size("index")?)?;
    reader.copy_to(&mut Download)?;
    Ok((Value::Null, Vec::new()))
}

/// Returns a layer of a texture, as red, green, blue and opacity bytes.
pub(super) fn preview_texture(session: &mut Session, request: &Request) -> Reply {
    let texture = Texture::open(in_current_version(session)?, session.options.limits)?;
    let (extent, layers) = (texture.extent(), texture.layers());
    if extent.area() > PIXELS {
        return Err(Failure::new(format!("expected at most {PIXELS} pixels for a preview, found {}", extent.area())));
    }
    let index = u16::try_from(request.number("layer")?).map_err(|_| Failure::new("expected the number of a layer"))?;
    let layer = texture.layer(index)?;
    // Floats have no range: the smallest is black and the largest is white.
    let (low, high) = layer.floats().map_or((0.0, 1.0), |floats| {
        let finite = floats.iter().filter(|value| value.is_finite());
        finite.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    });
    let grey = |value: f32| ((value - low) / (high - low).max(f32::MIN_POSITIVE) * 255.0) as u8;
    // The capacity only saves time, so that any number is right.
    let mut pixels = Vec::with_capacity(usize::try_from(extent.area() * 4).unwrap_or(0));
    for y in 0..extent.height() {
        for x in 0..extent.width() {
            pixels.extend(match layer.pixel(x, y) {
                Some(Pixel::Rgb([red, green, blue])) => [red, green, blue, 255],
                Some(Pixel::Rgba(pixel)) => pixel,
                Some(Pixel::GreyScale(level)) => [level, level, level, 255],
                Some(Pixel::Float(value)) => [grey(value), grey(value), grey(value), 255],
                None => [0; 4],
            });
        }
    }
    let about = json!({
        "width": extent.width(),
        "height": extent.height(),
        "layers": layers,
        "format": texture.format().to_string(),
    });
    Ok((about, pixels))
}

/// Returns meshes as positions (3 floats for each vertex) and indices. The JSON has the counts; the bytes have the
/// positions and indices of all meshes.
pub(super) fn preview_meshes(session: &mut Session, _: &Request) -> Reply {
    let mut meshes = MeshPreview { left: NUMBERS, ..MeshPreview::default() };
    let is_model = session.identified.and_then(|found| found.kind) == Some(FileKind::Model as u8);
    if session.is_read_by("gpb") {
        let whole = session.whole_file()?;
        let file = Gpb::open(&whole, session.options.limits)?;
        file.bundle().meshes.iter().for_each(|mesh| meshes.add_gpb_mesh(mesh));
    } else if session.is_read_by("bpx") && is_model {
        let file = model::Model::open(in_current_version(session)?, session.options.limits)?;
        for mesh in file.meshes() {
            if meshes.left == 0 {
                break;
            }
            meshes.add_bpx_mesh(&mesh?)?;
        }
    } else {
        return Err(Failure::new("expected a model or a scene"));
    }
    Ok((json!({ "meshes": meshes.list, "guessed": meshes.guessed }), meshes.bytes))
}

/// The meshes in the form that the page reads.
#[derive(Default)]
struct MeshPreview {
    list: Vec<Value>,
    bytes: Vec<u8>,
    /// Whether the offset of the positions in a vertex is a guess. In BPX, only a shader package states the offset.
    guessed: bool,
    /// How many more numbers the preview may have. A small file can state many meshes with the same bytes.
    left: usize,
}

impl MeshPreview {
    fn add_bpx_mesh(&mut self, mesh: &model::Mesh<'_>) -> Result<(), Failure> {
        self.guessed = true;
        let vertices = mesh.vertices()?;
        let indices = mesh.indices()?.map(|indices| indices.view().iter().collect::<Vec<u32>>());
        self.add(vertices.iter().map(|vertex| vertex_position(vertex, 0, 3)), indices);
        Ok(())
    }

    fn add_gpb_mesh(&mut self, mesh: &bpx_formats::gpb::Mesh) {
        let Ok(stride) = usize::try_from(mesh.stride()) else { return };
        if stride == 0 {
            return;
        }
        let before = |usage| mesh.elements.iter().take_while(move |one| one.usage != usage);
        let usage = VertexUsage::Position as u32;
        let Some(element) = mesh.elements.iter().find(|one| one.usage == usage) else { return };
        // An offset that is clipped lies after each vertex, as the stated one does.
        let start = before(usage).fold(0_usize, |sum, one| sum.saturating_add(one.size as usize * 4));
        let components = element.size.min(3) as usize;
        let indices = mesh.parts.iter().flat_map(MeshPart::indices).collect();
        self.add(
            mesh.vertices.chunks_exact(stride).map(|vertex| vertex_position(vertex, start, components)),
            Some(indices),
        );
    }

    fn add(&mut self, positions: impl Iterator<Item = [f32; 3]>, indices: Option<Vec<u32>>) {
        let positions: Vec<_> = positions.take(VERTICES.min(self.left / 3)).collect();
        let count = positions.len() as u32;
        self.bytes.extend(positions.iter().flatten().flat_map(|value| value.to_le_bytes()));
        let mut indices = indices.unwrap_or_else(|| (0..count).collect());
        // Every mesh counts, as reading it takes time even if it has nothing to draw. The last one may take more
        // than is left.
        self.left = self.left.saturating_sub(positions.len() * 3 + 1);
        indices.truncate(self.left);
        self.left -= indices.len();
        // An index of a vertex that does not exist is a finding, and nothing to draw.
        let indices: Vec<_> =
            indices.chunks_exact(3).filter(|face| face.iter().all(|index| *index < count)).flatten().collect();
        self.list.push(json!({ "vertices": count, "indices": indices.len() }));
        self.bytes.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
    }
}

/// Returns the position of a vertex from `components` floats at the offset `start`; floats that are missing or not
/// finite count as 0.
fn vertex_position(vertex: &[u8], start: usize, components: usize) -> [f32; 3] {
    let mut position = [0.0; 3];
    let floats = vertex.get(start..).unwrap_or_default().chunks_exact(4).take(components);
    for (to, bytes) in position.iter_mut().zip(floats) {
        let value = bytes.first_chunk().map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
        *to = if value.is_finite() { value } else { 0.0 };
    }
    position
}
