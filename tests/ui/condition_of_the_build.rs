#[structure]
#[derive(Debug)]
struct Header {
    kind: u8,
    #[cfg(feature = "wide")]
    size: u64,
}
