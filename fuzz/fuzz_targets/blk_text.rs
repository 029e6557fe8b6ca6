#![no_main]

bpx_fuzz::fuzz!(BLK_TEXT);
