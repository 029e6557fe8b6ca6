//! All rules of a file, and all parts of it, told to a listener.

use super::unpack::{Unpacked, unpack};
use super::{Companions, Document, File, Inner, text};
use crate::source::part;
use bpx_schema::codec::Decoder;
use bpx_schema::report::{Class, Finding, Location, Mode, Path, Report, Segment, Validator};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::{Kind as NodeKind, Node, Watch};
use bpx_schema::{Budget, Codec, Limits, Result};

/// Checks every rule of a file and collects all that is wrong.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub fn verify(source: &dyn ReadAt, mode: Mode, limits: Limits, companions: &Companions) -> Result<Report> {
    let file = part(source, 0, source.size(), limits)?;
    let mut validator = Validator::new(mode);
    if text::is_text(&file) {
        let read = text::read(&file, limits).map(drop);
        return Ok(validator.finish(read)?);
    }
    let checked = unpack(&file, companions, limits).and_then(|unpacked| {
        outline(&file, Some(&unpacked), limits, &mut validator)?;
        let after = unpacked.after;
        Document::checked(unpacked, companions, limits, false, &mut |finding| validator.report(finding))?;
        if after > 0 {
            let at = Location { file: (file.len() as u64).saturating_sub(after), content: None };
            let message = format!("{after} bytes follow the frame");
            let finding = Finding::new(Class::TrailingBytes, at, message).code("blk.frame.rest");
            let path = Path::new(vec![Segment::Field("frame".into())]);
            validator.report(finding.spec("Kinds of BLK files").lenient("I-103").at(path));
        }
        Ok(())
    });
    // A fault that an interpretation excuses ends the reading all the same.
    Ok(validator.finish(checked)?)
}

/// Tells a listener every part of a file; a compressed body as a region.
///
/// # Errors
/// When the bytes do not form a file, or a dictionary is missing; what was read before is told all the same.
pub fn watch(file: &[u8], limits: Limits, companions: &Companions, watch: &mut dyn Watch) -> Result<()> {
    match unpack(file, companions, limits) {
        Ok(unpacked) => outline(file, Some(&unpacked), limits, watch),
        Err(error) => {
            // The outside may be sound.
            outline(file, None, limits, watch)?;
            Err(error)
        }
    }
}

/// Tells a listener the file as declared, and a compressed body after it.
fn outline(file: &[u8], unpacked: Option<&Unpacked<'_>>, limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    let budget = Budget::over(limits, file);
    File::decode(&mut Decoder::new(file, &budget).watched(watch), &[])?;
    let Some(unpacked) = unpacked.filter(|unpacked| unpacked.kind.is_packed()) else { return Ok(()) };
    let node = Node {
        segment: Some(Segment::Field("content".into())),
        kind: NodeKind::Region { stored: unpacked.stored, packed: true },
        structure: Some(Inner::schema()),
        field: None,
        at: unpacked.place(),
    };
    watch.open(&node);
    let mut decoder = Decoder::in_space(&unpacked.content, unpacked.space, &budget).watched(watch);
    let told = Inner::decode(&mut decoder, &[i128::from(unpacked.kind.byte())]);
    watch.close(&node, unpacked.content.len() as u64);
    told.map(drop).map_err(|error| error.in_field("content"))
}
