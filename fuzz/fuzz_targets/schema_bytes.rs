#![no_main]

bpx_fuzz::fuzz!(SCHEMA_BYTES);
