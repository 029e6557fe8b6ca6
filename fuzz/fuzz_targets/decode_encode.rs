#![no_main]

bpx_fuzz::fuzz!("decode_encode");
