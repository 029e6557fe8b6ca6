#![no_main]

bpx_fuzz::fuzz!(EDIT);
