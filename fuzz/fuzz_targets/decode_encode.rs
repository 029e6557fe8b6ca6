#![no_main]

bpx_fuzz::fuzz!(DECODE_ENCODE);
