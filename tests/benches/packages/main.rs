//! draft
use bpx_formats::bpx::package::Package;
use bpx_schema::Limits;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    let package = Package::open(bpx_formats::source::open(&args[2]).unwrap(), Limits::default()).unwrap();
    let opened = t.elapsed();
    let mut size = 0;
    package
        .for_each(|_, bytes| {
            size += bytes.copy_to(&mut std::io::sink())?;
            Ok(())
        })
        .unwrap();
    eprintln!("{size} open {opened:?} all {:?}", t.elapsed());
}
