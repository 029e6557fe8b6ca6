//! Runs the command, and makes files for it.
#![allow(dead_code, reason = "every test uses some of it")]

use bpx_formats::bpx::container::{ContainerBuilder, SectionOptions};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Run {
    /// Stdout as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap()
    }

    /// Stdout as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts success, without output on stderr.
    #[track_caller]
    pub(crate) fn fine(self) -> Self {
        assert_eq!((self.code, self.err.as_str()), (0, ""));
        self
    }

    /// Asserts a failure with this code, and this text on stderr.
    #[track_caller]
    pub(crate) fn failed(self, code: i32, message: &str) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        assert!(self.err.contains(message), "no `{message}` in {}", self.err);
        self
    }
}

/// Returns the command, in a folder.
pub(crate) fn command(folder: &Path) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_bpx"));
    command.current_dir(folder).env_remove("CLICOLOR_FORCE").env_remove("RUST_BACKTRACE");
    command
}

/// Runs the command in a folder.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> Run {
    done(command(folder).args(args))
}

/// Runs the command in the folder of examples.
pub(crate) fn run(args: &[&str]) -> Run {
    run_in(&examples(), args)
}

/// Runs the command in the folder of examples, with bytes on stdin.
pub(crate) fn run_with(input: &[u8], args: &[&str]) -> Run {
    done(command(&examples()).args(args).write_stdin(input))
}

pub(crate) fn done(command: &mut assert_cmd::Command) -> Run {
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    // Not a terminal: no colour, no progress.
    let escape = |bytes: &[u8]| !bytes.starts_with(b"BPX") && bytes.contains(&0x1b);
    assert!(!err.contains('\x1b') && !escape(&output.stdout), "{err}");
    Run { code: output.status.code().expect("ended by itself"), out: output.stdout, err }
}

/// Returns the folder of examples.
pub(crate) fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Returns the bytes of an example.
pub(crate) fn example(name: &str) -> Vec<u8> {
    fs::read(examples().join(name)).unwrap()
}

/// Makes files, and the folders around them.
pub(crate) fn files(root: &Path, files: &[(&str, &[u8])]) {
    for (name, content) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

/// Returns all files below a folder, with their contents, sorted by name. Links are not followed.
pub(crate) fn tree(root: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut files, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, fs::read(&path).unwrap_or_default()));
            }
        }
    }
    files.sort();
    files
}

/// Returns the names of [`tree`].
pub(crate) fn names(root: &Path) -> Vec<String> {
    tree(root).into_iter().map(|(name, _)| name).collect()
}

/// Makes a package of revision 2 with these names, each with its name as content, made without the library of packages.
pub(crate) fn package(names: &[&[u8]]) -> Vec<u8> {
    let (mut table, mut strings, mut data) = (Vec::new(), Vec::new(), Vec::new());
    for name in names {
        table.extend((name.len() as u64).to_le_bytes());
        table.extend((strings.len() as u32).to_le_bytes());
        table.extend(2_u32.to_le_bytes());
        table.extend((data.len() as u32).to_le_bytes());
        strings.extend_from_slice(name);
        strings.push(0);
        data.extend_from_slice(name);
    }
    let plain = SectionOptions::default();
    ContainerBuilder::new(b'P', 2)
        .type_ext([4, 4, b'P', b'K', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        .section(2, table, plain)
        .section(255, strings, plain)
        .section(1, data, plain)
        .build()
        .unwrap()
}
