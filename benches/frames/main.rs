//! Measures the time to open a large model and to read its frames through a view over a memory map, compared with the
//! same loop over records in memory. `cargo xtask bench-frames` runs this program.

#[path = "../speed/clock.rs"]
#[allow(dead_code)]
mod clock;
#[path = "../speed/table.rs"]
mod table;

use self::clock::Group;
use self::table::Table;
use bpx_formats::bpx::container::{ContainerBuilder, SectionOptions};
use bpx_formats::bpx::model::{
    BONE_ARRAY, BoneTransform, FRAME_ARRAY, KIND, Model, STRINGS, VERTEX_ARRAY, VertexArrayHeader,
};
use bpx_formats::bpx::verify;
use bpx_formats::source;
use bpx_schema::Limits;
use bpx_schema::codec::{View, to_bytes};
use bpx_schema::report::{Mode, Verdict};
use bpx_schema::schema::Endian;
use bpx_schema::source::ReadAt;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const BONES: u32 = 1000;
/// Number of frames; with 1,000 bones, the transforms take almost 256 MiB.
const FRAMES: u32 = 6100;
/// The target time for opening.
const OPEN: Duration = Duration::from_millis(1);

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(missed) => {
            eprintln!("{missed} targets are missed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Measures all cases, prints the results, and returns the number of missed targets.
fn run() -> Outcome<usize> {
    let file = tempfile::NamedTempFile::new()?;
    let ready = transforms();
    save(&ready, file.path())?;
    let opened = opening(file.path(), ready.len())?;
    let met = if opened < OPEN { "met" } else { "missed" };
    println!("Opening the file, its model and its frames: {:.3} ms ({met}: less than 1).", ms(opened));
    let verified = verifying(file.path())?;
    let speed = std::fs::metadata(file.path())?.len() as f64 / verified.as_secs_f64() / 1e9;
    println!("Checking every rule of the file, checksums included: {:.0} ms, {speed:.2} GB/s.\n", ms(verified));

    let model = Model::open(map(file.path())?, Limits::default())?;
    let frames = model.frames()?;
    if !frames.is_borrowed()
        || frames.count() != Some(FRAMES as usize)
        || !frames.view().iter().eq(ready.iter().copied())
    {
        return Err("the view is not what was written".into());
    }
    let bytes = frames.view().bytes().to_vec();
    let copied = View::<BoneTransform>::new(&bytes).0;
    let loop_over_vec = "positions of a ready `Vec<BoneTransform>`";
    let measured = Group::new("Frames", ready.len() * BoneTransform::SIZE)
        .case(loop_over_vec, || {
            black_box(sum(black_box(&ready).iter().map(|one| one.position)));
        })
        .case("positions of the view", || {
            black_box(sum(black_box(frames.view()).iter().map(|one| one.position)));
        })
        .at_most(1.1, loop_over_vec)
        .case("positions of a view of the same bytes in a `Vec<u8>`", || {
            black_box(sum(black_box(copied).iter().map(|one| one.position)));
        })
        .at_most(1.1, loop_over_vec)
        .measure();
    let table = Table::new(&measured);
    println!("{table}");
    Ok(table.missed() + usize::from(opened >= OPEN))
}

/// Returns the sum of the positions; all cases share this loop.
#[inline(always)]
fn sum(positions: impl Iterator<Item = [f32; 3]>) -> [f32; 3] {
    positions.fold([0.0; 3], |[x, y, z], [dx, dy, dz]| [x + dx, y + dy, z + dz])
}

/// Returns pseudo-random transforms.
fn transforms() -> Vec<BoneTransform> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut number = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / 16_777_216.0
    };
    let transform = |index: u32| BoneTransform {
        rotation: [number(), number(), number(), number()],
        position: [number(), number(), number()],
        scale: [number(), number(), number()],
        bone: index % BONES,
    };
    (0..BONES * FRAMES).map(transform).collect()
}

/// Writes a model with uncompressed frames.
fn save(frames: &[BoneTransform], path: &Path) -> Outcome<()> {
    let plain = SectionOptions::default();
    let mut bones = u16::try_from(BONES)?.to_le_bytes().to_vec();
    bones.resize(2 + 28 * BONES as usize, 0);
    ContainerBuilder::new(KIND, 2)
        .section(VERTEX_ARRAY, vec![0; VertexArrayHeader::SIZE], plain)
        .section(BONE_ARRAY, bones, plain)
        .section(FRAME_ARRAY, to_bytes(frames, Endian::Little), plain)
        .section(STRINGS, &b"\0"[..], plain)
        .save(path)?;
    Ok(())
}

/// Returns the file as a memory map, as the command opens it.
#[allow(unsafe_code)]
fn map(path: &Path) -> std::io::Result<Arc<dyn ReadAt>> {
    // SAFETY: the file is of this process alone, and not written any more.
    unsafe { source::map(&source::open(path)?) }
}

/// Returns the median time from opening the path to reading the last element of the view of all frames.
fn opening(path: &Path, len: usize) -> Outcome<Duration> {
    median(|| {
        let start = Instant::now();
        let model = Model::open(map(path)?, Limits::default())?;
        let frames = model.frames()?;
        let last = frames.view().get(len - 1).ok_or("the last transform is not there")?;
        let time = start.elapsed();
        (last.bone == BONES - 1).then_some(time).ok_or_else(|| "the last transform is another".into())
    })
}

fn verifying(path: &Path) -> Outcome<Duration> {
    let source = map(path)?;
    median(|| {
        let start = Instant::now();
        let report = verify(&*source, Mode::Strict)?;
        let time = start.elapsed();
        (report.verdict() == Verdict::Valid).then_some(time).ok_or_else(|| format!("{:?}", report.findings()).into())
    })
}

fn median(mut time: impl FnMut() -> Outcome<Duration>) -> Outcome<Duration> {
    const ROUNDS: usize = 11;
    let mut times = (0..ROUNDS).map(|_| time()).collect::<Outcome<Vec<_>>>()?;
    times.sort();
    Ok(times.get(ROUNDS / 2).copied().unwrap_or_default())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
