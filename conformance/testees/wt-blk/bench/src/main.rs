//! Measures our reader and wt_blk with one generated SLIM_ZST file, in one run: `cargo run --release`.
//!
//! Every round runs every case once, and the median of the rounds counts. Peak memory is measured in a separate process
//! for each case, and the peak memory of a process that only reads the file is subtracted.

use bpx_formats::blk::{Builder, Companions, Document, EncodeOptions, Kind, NameMap, Value, encode, friendly};
use bpx_schema::Limits;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wt_blk::blk::name_map::NameMap as TheirNames;
use wt_blk::blk::unpack_blk;

type Any<T> = Result<T, Box<dyn std::error::Error>>;

const ROUNDS: usize = 15;
const BLOCKS: u32 = 24_000;

/// A generator of pseudo-random numbers.
struct Chance(u32);

impl Chance {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 8
    }
}

/// Generates 24,000 blocks with an inner block each, and 21 parameters in both together, like a price list of a game.
fn generate() -> Any<(Vec<u8>, Vec<u8>)> {
    let mut names: Vec<String> = (0..30_000).map(|at| format!("unit_{at}_{}", at * 7919 % 1000)).collect();
    let fields: Vec<String> = (0..21).map(|at| format!("field{at}")).collect();
    names.extend(fields.iter().cloned());
    names.push("inner".to_owned());
    let map = Arc::new(NameMap::new(names.iter().map(|name| name.as_bytes()), None)?);
    let mut chance = Chance(1);
    let mut builder = Builder::new(Some(map.clone()));
    for block in 0..BLOCKS {
        builder.open(names.get(block as usize).map(|name| name.as_bytes()))?;
        for (at, field) in fields.iter().enumerate() {
            if at == 14 {
                builder.open(Some(b"inner"))?;
            }
            let number = chance.next();
            let string = names.get(number as usize % 30_000).map_or("", String::as_str);
            let value = match at % 7 {
                0 => Value::String(string.as_bytes()),
                1 | 2 => Value::Int((number % 100_000) as i32),
                3 => Value::Float(number as f32 / 1000.0),
                4 => Value::Bool(number.is_multiple_of(2)),
                5 => Value::Float3([number as f32 / 10.0, (number % 900) as f32, 0.5]),
                _ => Value::Float((number % 100) as f32),
            };
            builder.param(field.as_bytes(), &value)?;
        }
        builder.close()?;
        builder.close()?;
    }
    let document = builder.finish()?;
    let mut companions = Companions::default();
    companions.names = Some(map.clone());
    let plain = encode(&document, &EncodeOptions::new(Kind::Slim), &companions)?;
    let file = encode(&document, &EncodeOptions::new(Kind::SlimZst).with_level(9), &companions)?;
    println!(
        "{} bytes of body, {} parameters, {} blocks, {} bytes stored",
        plain.len() - 1,
        document.param_count(),
        document.block_count(),
        file.len()
    );
    Ok((file, map.to_vec(9)?))
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

fn time<T>(times: &mut Vec<Duration>, run: impl FnOnce() -> Any<T>) -> Any<()> {
    let start = Instant::now();
    let result = run()?;
    // Dropping is not counted.
    times.push(start.elapsed());
    drop(black_box(result));
    Ok(())
}

fn compare(file: &[u8], nm: &[u8]) -> Any<()> {
    let ours = Companions::read(Some(nm), None, Limits::default())?;
    let theirs = Arc::new(TheirNames::from_encoded_file(nm)?);
    let [mut our_parse, mut their_parse, mut our_json, mut their_json] = [const { Vec::new() }; 4];
    let mut sizes = (0, 0);
    for _ in 0..ROUNDS {
        time(&mut our_parse, || Ok(Document::open(file, &ours, Limits::default())?))?;
        time(&mut their_parse, || Ok(unpack_blk(&mut file.to_vec(), None, Some(theirs.clone()))?))?;
        time(&mut our_json, || {
            let json = friendly::to_vec(&Document::open(file, &ours, Limits::default())?);
            sizes.0 = json.len();
            Ok(json)
        })?;
        time(&mut their_json, || {
            let mut root = unpack_blk(&mut file.to_vec(), None, Some(theirs.clone()))?;
            root.merge_fields()?;
            let json = root.as_serde_json()?;
            sizes.1 = json.len();
            Ok((json, root))
        })?;
    }
    let line = |what: &str, ours: f64, theirs: f64| {
        println!("{what:<28} ours {ours:7.2}  wt_blk {theirs:7.2}  ratio {:.2}", theirs / ours);
    };
    line("file to tree, ms", median(our_parse), median(their_parse));
    line("file to friendly JSON, ms", median(our_json), median(their_json));
    println!("{} and {} bytes of JSON", sizes.0, sizes.1);
    Ok(())
}

/// Returns the largest resident memory of this process so far, in KiB.
fn peak() -> Any<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Runs one case in a process of its own.
fn alone(case: &str, file: &str, nm: &str) -> Any<()> {
    let (file, nm) = (std::fs::read(file)?, std::fs::read(nm)?);
    match case {
        "none" => {}
        "ours" => {
            let companions = Companions::read(Some(&nm), None, Limits::default())?;
            let document = Document::open(&file, &companions, Limits::default())?;
            friendly::write(&document, &mut std::io::sink())?;
        }
        "ours-vec" => {
            let companions = Companions::read(Some(&nm), None, Limits::default())?;
            black_box(friendly::to_vec(&Document::open(&file, &companions, Limits::default())?));
        }
        _ => {
            let names = Arc::new(TheirNames::from_encoded_file(&nm)?);
            let mut root = unpack_blk(&mut file.clone(), None, Some(names))?;
            root.merge_fields()?;
            if case == "theirs" {
                root.as_serde_json_streaming(&mut std::io::sink())?;
            } else {
                black_box(root.as_serde_json()?);
            }
        }
    }
    println!("{}", peak()?);
    Ok(())
}

fn memory(file: &[u8], nm: &[u8]) -> Any<()> {
    let folder = std::env::temp_dir().join(format!("wt-blk-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let paths = [folder.join("file.blk"), folder.join("names.nm")];
    std::fs::write(&paths[0], file)?;
    std::fs::write(&paths[1], nm)?;
    let run = |case: &str| -> Any<u64> {
        let output = std::process::Command::new(std::env::current_exe()?).arg(case).args(&paths).output()?;
        Ok(String::from_utf8(output.stdout)?.trim().parse()?)
    };
    let none = run("none")?;
    for (what, ours, theirs) in [("JSON to a sink", "ours", "theirs"), ("JSON in memory", "ours-vec", "theirs-vec")] {
        let (ours, theirs) = (run(ours)?.saturating_sub(none), run(theirs)?.saturating_sub(none));
        println!("peak memory, {what}, KiB: ours {ours}  wt_blk {theirs}  ratio {:.2}", theirs as f64 / ours as f64);
    }
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

fn main() -> Any<()> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    if let [case, file, nm] = args.as_slice() {
        return alone(case, file, nm);
    }
    let (file, nm) = generate()?;
    compare(&file, &nm)?;
    memory(&file, &nm)
}
