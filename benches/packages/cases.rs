//! The measured cases.

use crate::Outcome;
use crate::data::{Data, both};
use crate::run::{Group, Way};
use crate::table::{self, Sizes};
use std::path::{Path, PathBuf};

/// The content size in bytes above which the crate compresses a section: no section has this size. With `DATA_ONLY`,
/// the crate compresses all sections except its tables, for which it would choose a method that it cannot write.
const NEVER: &str = "4294967295";
const DATA_ONLY: &str = "2000000";

/// The programs, and the folder of the files.
struct Place {
    ours: PathBuf,
    crate_: PathBuf,
    this: PathBuf,
    folder: PathBuf,
    data: Data,
}

/// Measures all cases of both packages, and prints the tables.
pub(crate) fn run(quick: bool) -> Outcome {
    let env = |name: &str| std::env::var_os(name).map(PathBuf::from).ok_or(format!("{name} is not set"));
    let folder = env("BENCH_FOLDER")?.join(if quick { "quick" } else { "full" });
    let mut missed = 0;
    for data in both(quick) {
        let folder = folder.join(data.name);
        let place = Place {
            ours: env("BENCH_BPX")?,
            crate_: env("BENCH_CRATE")?,
            this: std::env::current_exe()?,
            folder,
            data,
        };
        missed += place.run(quick)?;
    }
    if missed > 0 {
        eprintln!("{missed} targets are missed");
    }
    Ok(())
}

impl Place {
    fn run(&self, quick: bool) -> Outcome<usize> {
        let small = self.data.name == "a";
        self.data.make(&self.folder.join("files"))?;
        let rounds = if quick { 1 } else { 3 };
        let pack = [
            self.pack("pack, none", "none", &[("none", NEVER, None)]),
            self.pack("pack, zlib", "zlib", &[]),
            self.pack("pack, xz", "xz", &[("xz", DATA_ONLY, Some(if small { 5.0 } else { 3.0 }))]),
        ];
        let mut measured = Vec::new();
        for group in pack {
            measured.push(group.measure(rounds)?);
        }
        let mut groups = vec![self.list(), self.cat("none", Some(20.0).filter(|_| small)), self.cat("zlib", None)];
        groups.push(self.cat("xz", Some(20.0).filter(|_| small)));
        groups.push(self.read("none", None));
        groups.push(self.read("zlib", None));
        groups.push(self.read("xz", Some(if small { 3.0 } else { 2.5 })));
        for group in groups {
            measured.push(group.measure(if quick { 3 } else { 7 })?);
        }
        let mut groups = vec![self.unpack("none"), self.unpack("xz")];
        groups.extend(small.then(|| self.edit()));
        for group in groups {
            measured.push(group.measure(3)?);
        }
        let (text, times) = table::times(&self.data.title(), &measured);
        println!("{text}");
        let max = self.folder.join("xz-max.bpx");
        eprintln!("pack, xz:max");
        self.ours(&["pack", "--ignore-metadata", "--compression", "xz:max", "-o"], &[&max, &self.files()]).time()?;
        let size = |name: &str| Ok::<_, std::io::Error>(std::fs::metadata(self.package(name))?.len());
        let sizes = Sizes { default: size("xz")?, max: size("xz-max")?, other: size("crate-xz")? };
        let (text, sizes) = table::sizes(&sizes);
        println!("{text}");
        Ok(times + sizes)
    }

    fn files(&self) -> PathBuf {
        self.folder.join("files")
    }

    fn package(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.bpx"))
    }

    fn ours(&self, args: &[&str], paths: &[&Path]) -> Way {
        way("bpx", &self.ours, args, paths)
    }

    fn theirs(&self, args: &[&str], paths: &[&Path]) -> Way {
        way("crate", &self.crate_, args, paths)
    }

    fn this(&self, name: &'static str, args: &[&str], paths: &[&Path]) -> Way {
        way(name, &self.this, args, paths).printing()
    }

    fn pack(&self, title: &'static str, method: &str, theirs: &[(&str, &str, Option<f64>)]) -> Group {
        let out = self.package(method);
        let args = ["pack", "--ignore-metadata", "--compression", method, "-o"];
        let mut ways = vec![self.ours(&args, &[&out, &self.files()]).writing(out.clone())];
        for (name, threshold, target) in theirs {
            let out = self.package(&format!("crate-{name}"));
            let way = self.theirs(&["speed-pack"], &[&self.files(), &out, Path::new(threshold)]).writing(out.clone());
            ways.push(match target {
                Some(ratio) => way.at_least(*ratio),
                None => way,
            });
        }
        Group { title, ways }
    }

    fn list(&self) -> Group {
        let ours = self.ours(&["ls"], &[&self.package("xz")]);
        Group { title: "list, xz", ways: vec![ours, self.theirs(&["speed-list"], &[&self.package("crate-xz")])] }
    }

    fn cat(&self, method: &'static str, target: Option<f64>) -> Group {
        let (title, middle) = (named(method, ["cat, none", "cat, zlib", "cat, xz"]), Path::new(self.data.middle));
        let mut ways = vec![self.ours(&["cat"], &[&self.package(method), middle])];
        if method != "zlib" {
            let other = self.theirs(&["speed-read"], &[&self.package(&format!("crate-{method}")), middle]);
            ways.push(target.map_or_else(|| other.clone(), |ratio| other.clone().at_least(ratio)));
        }
        if method == "xz" && self.data.name == "b" {
            let floor = self.this("liblzma, two threads", &["liblzma"], &[&self.package(method), middle]);
            ways.push(floor.at_least(0.85));
        }
        Group { title, ways }
    }

    fn read(&self, method: &'static str, target: Option<f64>) -> Group {
        let title = named(method, ["read all, none", "read all, zlib", "read all, xz"]);
        let mut ways = vec![way("library", &self.this, &["read"], &[&self.package(method)])];
        if method != "zlib" {
            let other = self.theirs(&["speed-read"], &[&self.package(&format!("crate-{method}"))]);
            ways.push(target.map_or_else(|| other.clone(), |ratio| other.clone().at_least(ratio)));
        }
        if method == "none" {
            let out = self.folder.join("copy.bpx");
            let floor = self.this("copying the file", &["copy"], &[&self.package(method), &out]).writing(out);
            ways.push(floor.at_least(0.5));
        }
        Group { title, ways }
    }

    fn unpack(&self, method: &'static str) -> Group {
        let title = named(method, ["unpack, none", "unpack, zlib", "unpack, xz"]);
        let (out, other) = (self.folder.join("out"), self.package(&format!("crate-{method}")));
        let ours = self.ours(&["unpack", "-o"], &[&out, &self.package(method)]).writing(out.clone());
        let theirs = self.theirs(&["speed-unpack"], &[&other, &out]).writing(out.clone());
        let mut ways = vec![ours, theirs];
        if method == "none" {
            let floor = self.this("writing the files from memory", &["write"], &[&self.files(), &out]).writing(out);
            ways.push(floor.at_least(1.0 / 1.2));
        }
        Group { title, ways }
    }

    /// Returns two ways to replace one object: editing the package, and packing all objects again.
    fn edit(&self) -> Group {
        let (package, out, again) = (self.package("xz"), self.package("edited"), self.package("again"));
        let args = ["edit", "add", "--force", "--ignore-metadata", "--name", self.data.middle, "-o"];
        let file = self.files().join(self.data.middle);
        let edit = self.ours(&args, &[&out, &package, &file]).writing(out.clone());
        let args = ["pack", "--ignore-metadata", "-o"];
        let repack = way("packing all", &self.ours, &args, &[&again, &self.files()]).writing(again.clone());
        Group { title: "edit one object", ways: vec![edit, repack.at_least(10.0)] }
    }
}

fn way(name: &'static str, program: &Path, args: &[&str], paths: &[&Path]) -> Way {
    let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let args: Vec<_> = args.iter().copied().chain(paths.iter().map(String::as_str)).collect();
    Way::new(name, program, &args)
}

fn named(method: &str, names: [&'static str; 3]) -> &'static str {
    let [none, zlib, xz] = names;
    match method {
        "none" => none,
        "zlib" => zlib,
        _ => xz,
    }
}
