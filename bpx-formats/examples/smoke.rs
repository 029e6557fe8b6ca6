use bpx_formats::bpx::Layout;
use bpx_schema::{Codec, report::Mode, value::JsonWatch};
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let mut watch = JsonWatch::default();
        let result = Layout::watch(&bytes, &mut watch);
        let json = watch.finish().to_string();
        println!("{path}: {:?} {}", result.err().map(|e| e.to_string()), &json[..json.len().min(300)]);
        let report = Layout::validate(&bytes, Mode::Lenient);
        for f in report.findings() {
            println!("   {f}");
        }
        if let Ok(layout) = Layout::from_slice(&bytes) {
            let head = layout.to_vec().unwrap();
            println!("   re-encode {}", head == bytes[..head.len()]);
        }
    }
}
