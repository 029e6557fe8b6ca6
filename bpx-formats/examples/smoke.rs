use bpx_formats::bpx::Layout;
use bpx_schema::{Codec, trace::*};
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let mut watch = Recorder::new(&bytes);
        let _ = Layout::watch(&bytes, &mut watch);
        println!("{}", dump(&watch.finish(), &bytes, DumpOptions::default()));
    }
}
