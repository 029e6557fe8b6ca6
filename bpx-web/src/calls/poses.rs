//! The clips of BPAT files, and the positions of bones in every frame.

use super::{Reply, Request};
use crate::failure::Failure;
use crate::session::Session;
use bpx_formats::bpat::{BoneParent, Bpat, ColumnMatrix};
use serde_json::json;
use std::sync::Arc;

/// The maximum number of listed clips.
const MOST: usize = 1000;

/// Lists clips, and the parents of bones if the file states them.
pub(super) fn list_clips(session: &mut Session, _: &Request) -> Reply {
    let whole = bpat_bytes(session)?;
    let file = Bpat::open(&whole, session.options.limits)?;
    let list: Vec<_> = file
        .clips()
        .iter()
        .take(MOST)
        .map(|clip| {
            let name = String::from_utf8_lossy(file.name(&clip));
            let fps = clip.fps.is_finite().then_some(clip.fps);
            json!({ "name": name, "frames": clip.frame_count, "fps": fps, "loops": clip.loops != 0 })
        })
        .collect();
    let parents = file.bone_parents().iter().map(|bone| (bone.parent != BoneParent::ROOT).then_some(bone.parent));
    let json = json!({
        "bones": file.header().bone_count,
        "parents": parents.collect::<Vec<_>>(),
        "count": file.clips().len(),
        "clips": list,
    });
    Ok((json, Vec::new()))
}

/// Returns the positions of bones: 3 floats for each bone, frame by frame.
pub(super) fn bone_positions(session: &mut Session, request: &Request) -> Reply {
    let whole = bpat_bytes(session)?;
    let file = Bpat::open(&whole, session.options.limits)?;
    let clip = request.size("clip")?;
    let missing = || Failure::new(format!("expected the number of a clip, found {clip}"));
    let places: Vec<_> = if file.skins().is_empty() {
        file.clip_poses(clip).ok_or_else(missing)?.iter().map(|pose| pose.translation()).collect()
    } else {
        // The pose of a bone is its skinning matrix times its matrix in the bind palette.
        let bones = file.bind_palette().iter().map(|bind| bind.translation()).collect::<Vec<_>>();
        let skins = file.clip_skins(clip).ok_or_else(missing)?;
        skins.iter().zip(bones.iter().cycle()).map(|(skin, bone)| transform_point(&skin, *bone)).collect()
    };
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let bytes = places.iter().flatten().flat_map(|value| finite(*value).to_le_bytes()).collect();
    Ok((json!({}), bytes))
}

fn bpat_bytes(session: &mut Session) -> Result<Arc<Vec<u8>>, Failure> {
    if session.is_read_by("bpat") { session.whole_file() } else { Err(Failure::new("expected a BPAT file")) }
}

/// Returns a point, transformed by a matrix.
fn transform_point(matrix: &ColumnMatrix, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let [right, up, front, place] = matrix.columns;
    let along = |((right, up), (front, place)): ((f32, f32), (f32, f32))| right * x + up * y + front * z + place;
    let mut rows = right.into_iter().zip(up).zip(front.into_iter().zip(place)).map(along);
    [(); 3].map(|()| rows.next().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_turned_and_moved() {
        // A quarter turn about z, then one step along each axis.
        let columns = [[0.0, 1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [10.0, 20.0, 30.0, 1.0]];
        assert_eq!(transform_point(&ColumnMatrix { columns }, [1.0, 2.0, 3.0]), [8.0, 21.0, 33.0]);
    }
}
