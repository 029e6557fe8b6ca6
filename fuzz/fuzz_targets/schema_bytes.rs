#![no_main]

bpx_fuzz::fuzz!("schema_bytes");
