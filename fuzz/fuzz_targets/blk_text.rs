#![no_main]

bpx_fuzz::fuzz!("blk_text");
