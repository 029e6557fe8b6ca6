use bpx_schema::Record;

#[derive(Record)]
#[brw(little)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Record)]
#[brw(little)]
#[schema(size = 12)]
struct Line {
    from: Point,
    to: Point,
}

fn main() {}
