//! The files to pack: words in random order, the same on every machine.

use crate::Outcome;
use std::fs;
use std::path::Path;

/// What the contents are made of.
const WORDS: [&str; 24] = [
    "texture", "mesh", "bone", "shader", "vertex", "index", "frame", "light", "camera", "sound", "level", "actor",
    "sprite", "font", "script", "path", "color", "normal", "alpha", "depth", "scene", "input", "physics", "material",
];

/// Files of one size in folders.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Data {
    /// What tables call it.
    pub(crate) name: &'static str,
    /// Number of folders; none for files that lie side by side.
    folders: usize,
    files: usize,
    /// Bytes of each file.
    size: usize,
    /// An object in the middle.
    pub(crate) middle: &'static str,
}

/// Many small files, few large ones; fewer and smaller ones for a quick look.
pub(crate) fn both(quick: bool) -> [Data; 2] {
    let (folders, large) = if quick { (50, 8 << 20) } else { (500, 32 << 20) };
    let middle = if quick { "assets/group041/file04104.txt" } else { "assets/group411/file41104.txt" };
    [
        Data { name: "a", folders, files: folders * 100, size: 1024, middle },
        Data { name: "b", folders: 0, files: 8, size: large, middle: "assets/big4.bin" },
    ]
}

impl Data {
    /// In words.
    pub(crate) fn title(&self) -> String {
        format!("({}) {} files of {} bytes", self.name, self.files, self.size)
    }

    /// Makes the files, unless they are there.
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

/// Returns the next words.
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
