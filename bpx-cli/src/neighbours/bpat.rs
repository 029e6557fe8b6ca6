use super::about::{About, Entry, readable};
use bpx_formats::ReadOptions;
use bpx_formats::bpat::Bpat;
use bpx_schema::Result;
use serde_json::json;

pub(super) fn describe(file: &[u8], options: &ReadOptions) -> Result<About> {
    let bpat = Bpat::open(file, options.limits)?;
    let header = bpat.header();
    let species = header.species_id_code().map_or_else(|code| format!("unknown ({code})"), |known| known.to_string());
    let facts = [
        ("version", json!(header.version)),
        ("species", json!(species)),
        ("bones", json!(header.bone_count)),
        ("sockets", json!(header.socket_count)),
        ("clips", json!(header.clip_count)),
        ("frames", json!(header.frame_total)),
        ("matrices", json!("row by row, translation in the fourth column")),
    ];
    let clips = bpat.clips().iter().map(|clip| Entry {
        name: readable(bpat.name(&clip)),
        offset: None,
        about: format!(
            "clip of {} frames from {}, {} a second{}",
            clip.frame_count,
            clip.frame_offset,
            clip.fps,
            if clip.loops == 0 { "" } else { ", loops" }
        ),
    });
    let sockets = bpat.sockets().iter().map(|socket| Entry {
        name: readable(bpat.name(&socket)),
        offset: None,
        about: format!("socket at bone {}", socket.anchor_bone),
    });
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(About { facts, entries: clips.chain(sockets).collect() })
}
