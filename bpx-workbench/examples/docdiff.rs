fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let level = bpx_workbench::diff::Level::from_name(&args[0]).unwrap();
    let at = args.iter().position(|a| a == "--").unwrap();
    let load = |names: &[String]| {
        let texts: Vec<String> =
            names.iter().map(|n| String::from_utf8_lossy(&std::fs::read(n).unwrap()).into_owned()).collect();
        let files: Vec<_> = names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
        bpx_documents::declare(&bpx_documents::read(&files)).model
    };
    let t = std::time::Instant::now();
    let (old, new) = (load(&args[1..at]), load(&args[at + 1..]));
    eprintln!("read {:?}", t.elapsed());
    let samples = std::env::var("SAMPLES").map_or(400, |s| s.parse().unwrap());
    let t = std::time::Instant::now();
    match bpx_workbench::diff::diff(&old, &new, &bpx_workbench::diff::Options::default().with_samples(samples)) {
        Err(e) => println!("error {e}"),
        Ok(mut c) => {
            eprintln!("diff {:?} {} changes", t.elapsed(), c.len());
            c.retain(|c| c.rule.level <= level);
            if std::env::var("SHORT").is_ok() {
                for c in &c {
                    println!(
                        "{} {} {} ({} -> {}) {}/{} w{}",
                        c.rule.level.name(),
                        c.rule.id,
                        c.path(),
                        c.old,
                        c.new,
                        c.effects.old_reads_new.name(),
                        c.effects.new_reads_old.name(),
                        c.witnesses.len()
                    );
                }
            } else {
                print!("{}", bpx_workbench::diff::text(&c))
            }
        }
    }
}
