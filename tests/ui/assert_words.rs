//! What a rule across fields may say.

use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
#[schema(
    assert(low < high, class = Wrong),
    assert(low < high, severity = fatal),
    assert(low < high, reason = "x")
)]
struct Words {
    low: u8,
    high: u8,
}

#[derive(Record)]
#[brw(little)]
#[schema(
    assert(low < high, text = "expected more than {low, found {high}"),
    assert(low < high, on = high, on = low)
)]
struct Braces {
    low: u8,
    high: u8,
}

#[derive(Record)]
#[brw(little)]
#[schema(
    assert(low < high, text = "found {middle}"),
    assert(low < high, on = middle),
    assert(low < high, on = high.half)
)]
struct Members {
    low: u8,
    high: u8,
}

#[structure]
#[brw(little)]
#[br(assert(low < high, class = Overlap))]
struct Elsewhere {
    low: u8,
    high: u8,
}

fn main() {}
