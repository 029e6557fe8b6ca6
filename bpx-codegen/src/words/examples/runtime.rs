mod formats {
    pub use bpx_schema;
}

#[derive(formats::bpx_schema::Record)]
#[brw(little)]
#[schema(crate = formats::bpx_schema)]
struct Point {
    x: u16,
    y: u16,
}

assert_eq!(Point::from_bytes(&[1, 0, 2, 0]).y, 2);
