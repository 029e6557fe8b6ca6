//! The files to pack, which are words in a pseudo-random order, the same on every machine.

use crate::Outcome;
use std::fs;
use std::path::Path;

/// The words of the contents.
const WORDS: [&str; 24] = [
    "texture", "mesh", "bone", "shader", "vertex", "index", "frame", "light", "camera", "sound", "level", "actor",
    "sprite", "font", "script", "path", "color", "normal", "alpha", "depth", "scene", "input", "physics", "material",
];

/// Files of one size, in folders.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Data {
    /// Name in the tables.
    pub(crate) name: &'static str,
    /// Number of folders; 0 if all files are in one folder.
    folders: usize,
    files: usize,
    /// Size of each file in bytes.
    size: usize,
    /// Path of an object in the middle of the package.
    pub(crate) middle: &'static str,
}

/// Returns many small files and few large files; with `quick`, fewer small files and smaller large files.
pub(crate) fn both(quick: bool) -> [Data; 2] {
    let (folders, large) = if quick { (50, 8 << 20) } else { (500, 32 << 20) };
    let middle = if quick { "assets/group041/file04104.txt" } else { "assets/group411/file41104.txt" };
    [
        Data { name: "a", folders, files: folders * 100, size: 1024, middle },
        Data { name: "b", folders: 0, files: 8, size: large, middle: "assets/big4.bin" },
    ]
}

impl Data {
    /// Returns the title: the name, the number of files, and their size.
    pub(crate) fn title(&self) -> String {
        format!("({}) {} files of {} bytes", self.name, self.files, self.size)
    }

    /// Writes the files, unless they exist.
    pub(crate) fn make(&self, folder: &Path) -> Outcome {
        if folder.join(self.path(self.files - 1)).is_file() {
            return Ok(());
        }
        let mut state = 0x2545_F491_4F6C_DD1D;
        for file in 0..self.files {
            let path = folder.join(self.path(file));
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, text(&mut state, self.size))?;
        }
        Ok(())
    }

    fn path(&self, file: usize) -> String {
        match self.folders {
            0 => format!("assets/big{file}.bin"),
            _ => format!("assets/group{:03}/file{file:05}.txt", file / 100),
        }
    }
}

/// Returns the next `size` bytes of words.
fn text(state: &mut u64, size: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(size + 16);
    while text.len() < size {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        let word = WORDS.get((*state >> 33) as usize % WORDS.len()).copied().unwrap_or_default();
        text.extend(word.bytes());
        text.push(b' ');
    }
    text.truncate(size);
    text
}
