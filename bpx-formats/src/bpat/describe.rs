//! Descriptions of files for users.

use super::{Bpat, Clip, Markers, Version};
use crate::description::{Description, Part, fact_list, readable_name};
use bpx_schema::{Limits, Result};
use serde_json::{Value, json};

pub(super) fn describe(file: &[u8], limits: Limits) -> Result<Description> {
    Ok(Description::of_properties("bpat", file.len() as u64, bpat_properties(&Bpat::open(file, limits)?)))
}

fn bpat_properties(bpat: &Bpat<'_>) -> Vec<(String, Value)> {
    let header = bpat.header();
    let species = header.species_id_code().map_or_else(|code| format!("unknown ({code})"), |known| known.to_string());
    let version = Version::of(bpat.head());
    let matrices = match version {
        Version::V3c => "skinning matrices, column by column, translation in the last column",
        _ => "row by row, translation in the fourth column",
    };
    let mut list = fact_list([
        ("version", json!(header.version)),
        ("species", json!(species)),
        ("bones", json!(header.bone_count)),
        ("sockets", json!(header.socket_count)),
        ("clips", json!(header.clip_count)),
        ("frames", json!(header.frame_total)),
        ("matrices", json!(matrices)),
    ]);
    if version >= Version::V3a {
        list.extend(fact_list([
            ("contacts", json!(bpat.contacts().len())),
            ("bind_palette", json!(!bpat.bind_palette().is_empty())),
            ("bone_parents", json!(!bpat.bone_parents().is_empty())),
        ]));
    }
    list
}

/// Returns the descriptions of clips and sockets.
pub(super) fn parts(file: &[u8], limits: Limits) -> Result<Vec<Part>> {
    let bpat = Bpat::open(file, limits)?;
    let clips = bpat.clips().iter().map(|clip| {
        let about = format!(
            "clip of {} frames from frame {}, {} frames per second{}{}",
            clip.frame_count,
            clip.frame_offset,
            clip.fps,
            if clip.loops == 0 { "" } else { ", loops" },
            clip_details(&clip)
        );
        Part::new(readable_name(bpat.name(&clip)), about)
    });
    let sockets = bpat
        .sockets()
        .iter()
        .map(|socket| Part::new(readable_name(bpat.name(&socket)), format!("socket at bone {}", socket.anchor_bone)));
    Ok(clips.chain(sockets).collect())
}

/// Returns a text about the data of a clip that only versions 2 and 3 have.
fn clip_details(clip: &Clip) -> String {
    let mut text = String::new();
    if clip.variant_ordinal != 0 {
        text += &format!(", variant {} of clip {}", clip.variant_ordinal, clip.variant_family);
    }
    if clip.supplies_ground_contact() {
        text += ", contact with the ground";
    }
    let Markers { anticipation_start, weapon_release, contact, recover_unlocked, exit_safe } =
        clip.markers.unwrap_or(Markers::UNSET);
    let named = [
        ("anticipation", anticipation_start),
        ("release", weapon_release),
        ("contact", contact),
        ("recovery", recover_unlocked),
        ("exit", exit_safe),
    ];
    for (name, at) in named.into_iter().filter(|(_, at)| *at >= 0.0) {
        text += &format!(", {name} at {at}");
    }
    text
}
