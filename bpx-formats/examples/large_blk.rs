//! Makes a large BLK file for measurements of commands. Usage: `large_blk FILE [KIND]`.
//!
//! The file is as large as the largest files of games, with 549,606 parameters in 93,579 blocks and a body of some 5
//! MB. Each run writes the same bytes. For a SLIM kind, the example writes the shared names to `FILE.nm`. Without
//! arguments, the example writes no file.

use bpx_formats::blk::{Builder, Companions, Document, EncodeOptions, Kind, NameMap, Value, encode};
use std::sync::Arc;

/// Number of units, which are the blocks in the root.
const UNITS: u32 = 1318;
/// Number of groups, which are the blocks in each unit.
const GROUPS: u32 = 7;
/// Number of items, which are the blocks in each group.
const ITEMS: u32 = 9;
/// Names of the parameters in every block.
const PROPERTIES: [&str; 12] = [
    "value",
    "cost",
    "rank",
    "weight",
    "range",
    "speed",
    "isActive",
    "title",
    "icon",
    "position",
    "reward",
    "repairTime",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next();
    let kind = args.next().map_or(Some(Kind::Fat), |name| Kind::from_name(&name)).ok_or("no such kind of BLK file")?;
    let document = large_document()?;
    println!("{} parameters in {} blocks", document.param_count(), document.block_count());
    let mut companions = Companions::default();
    if kind.is_slim() {
        let names = NameMap::new(document.local_names(), None)?;
        if let Some(file) = &file {
            std::fs::write(format!("{file}.nm"), names.to_vec(18)?)?;
        }
        companions.names = Some(Arc::new(names));
    }
    if let Some(file) = file {
        let bytes = encode(&document, &EncodeOptions::new(kind), &companions)?;
        std::fs::write(&file, &bytes)?;
        println!("{file}: {} bytes of kind {}", bytes.len(), kind.name());
    }
    Ok(())
}

fn large_document() -> bpx_schema::Result<Document> {
    let mut builder = Builder::new(None);
    let mut numbers = Numbers(1);
    for unit in 0..UNITS {
        builder.open(Some(format!("unit_{unit}").as_bytes()))?;
        add_params(&mut builder, &mut numbers, 46)?;
        for group in 0..GROUPS {
            builder.open(Some(format!("group_{group}").as_bytes()))?;
            add_params(&mut builder, &mut numbers, 8)?;
            for item in 0..ITEMS {
                builder.open(Some(format!("item_{item}").as_bytes()))?;
                add_params(&mut builder, &mut numbers, 5)?;
                builder.close()?;
            }
            builder.close()?;
        }
        builder.close()?;
    }
    builder.finish()
}

/// Adds `count` parameters of seven types. From the 13th parameter on, names repeat, as in lists.
fn add_params(builder: &mut Builder, numbers: &mut Numbers, count: u32) -> bpx_schema::Result<()> {
    for (at, property) in (0..count).zip(PROPERTIES.iter().cycle()) {
        let number = numbers.next();
        let (int, float) = (i32::from(number), f32::from(number) / 8.0);
        let text = format!("textures/unit_{}.dds", number.unsigned_abs() % 16_000);
        let value = match *property {
            "weight" | "speed" => Value::Float(float),
            "isActive" => Value::Bool(number % 2 == 0),
            "title" | "icon" => Value::String(text.as_bytes()),
            "position" => Value::Float3([f32::from(number % 50), 0.5, 1.0]),
            "range" => Value::Int2([int % 40, 100]),
            "repairTime" => Value::Color([at as u8, 128, 255, 255]),
            _ => Value::Int(int),
        };
        builder.param(property.as_bytes(), &value)?;
    }
    Ok(())
}

/// A generator that computes each number from the number before, so that each run makes the same file.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> i16 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 17) as i16
    }
}
