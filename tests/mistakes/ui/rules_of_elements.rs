//! Rules of elements.

use bpx_schema::{Record, structure};

#[derive(Record)]
#[brw(little)]
struct Point {
    x: u8,
}

#[structure]
#[brw(little)]
#[schema(each(line, assert(entry.x > 0)), each(numbers, assert(index < 3)), each(points, assert(other > 0)), each(points))]
struct Line {
    #[br(count = 2)]
    points: Vec<Point>,
    #[br(count = 2)]
    numbers: Vec<u8>,
}

#[structure]
#[brw(little)]
#[schema(each(points, assert(entry.x > 0)))]
struct Named {
    index: u8,
    #[br(count = 2)]
    points: Vec<Point>,
}

#[structure]
#[brw(little)]
#[schema(each(points, assert(entry.x >= before.x, on = y)))]
struct Blamed {
    #[br(count = 2)]
    points: Vec<Point>,
}

#[structure]
#[brw(little)]
#[schema(each(points, assert(overlapped.rest == index)))]
struct Overlapped {
    #[br(count = 2)]
    points: Vec<Point>,
    #[br(parse_with = until_eof)]
    rest: Vec<u8>,
}

fn main() {}
