//! The arguments of the commands for packages.

use super::{Foreign, Input};
use bpx_formats::bpx::container::{Check, Compression};
use bpx_formats::bpx::package::{Architecture, Compat, PackOptions, Platform};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

// Files to pack, and how.
#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    #[command(flatten)]
    pub files: Files,
    /// The output file; `-` for stdout.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Revision of the format.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=2))]
    pub revision: u32,
    #[command(flatten)]
    pub about: About,
    #[command(flatten)]
    pub storage: Storage,
}

// Files that go into a package.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// Folders and single files. The name of a file in a folder is its path below the folder.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A prefix for every name, such as `./` or `assets/`.
    #[arg(long, default_value = "")]
    pub prefix: String,
    /// Take only names that match a pattern. A pattern without `/` is compared with each component of the name.
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// Leave out names that match a pattern.
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Follow symbolic links, which are errors without this option.
    #[arg(long)]
    pub follow_links: bool,
    /// Do not warn that times and execute permissions are lost.
    #[arg(long)]
    pub ignore_metadata: bool,
}

// The properties of a package.
#[derive(Debug, Args)]
pub(crate) struct About {
    /// The target processor [default: any].
    #[arg(long, value_enum, value_name = "NAME")]
    pub architecture: Option<ArchitectureName>,
    /// The target system [default: any].
    #[arg(long, value_enum, value_name = "NAME")]
    pub platform: Option<PlatformName>,
    /// The generator: two ASCII characters [default: PK].
    #[arg(long, value_name = "XY", value_parser = parse_generator)]
    pub generator: Option<[u8; 2]>,
    /// Metadata: a file with a JSON object; `-` for stdin.
    #[arg(long, value_name = "FILE")]
    pub metadata: Option<PathBuf>,
}

// The options of stored contents.
#[derive(Debug, Args)]
pub(crate) struct Storage {
    /// The compression: `none`, `zlib` or `xz`, with a level from 0 to 9 after a colon; `xz` alone is small and fast,
    /// `xz:max` gives the smallest files.
    #[arg(long, default_value = "xz", value_parser = parse_compression, value_name = "METHOD[:LEVEL]")]
    pub compression: Compression,
    /// The checksum of contents.
    #[arg(long, value_enum, default_value = "weak")]
    pub check: CheckName,
    /// Use only features that this reader supports.
    #[arg(long, value_enum)]
    pub compat: Option<CompatName>,
    /// The number of threads that compress, which does not change the bytes [default: one for each processor].
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

impl Storage {
    /// Returns the options of the library.
    pub(crate) fn pack_options(&self) -> PackOptions {
        let check = match self.check {
            CheckName::None => Check::None,
            CheckName::Weak => Check::Weak,
            CheckName::Crc32 => Check::Crc32,
            CheckName::Crc32Legacy => Check::Crc32Legacy,
        };
        let options = PackOptions::default().with_compression(self.compression).with_check(check);
        match self.compat {
            None => options,
            Some(CompatName::Bpx4) => options.with_compat(Compat::Bpx4),
        }
    }
}

// The arguments of `bpx unpack`.
#[derive(Debug, Args)]
pub(crate) struct UnpackArgs {
    #[command(flatten)]
    pub input: Input,
    /// Take only names that match a pattern. A pattern without `/` is compared with each component of the name.
    #[arg(value_name = "GLOB")]
    pub globs: Vec<String>,
    /// The folder; created if it does not exist.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Replace existing files.
    #[arg(long)]
    pub force: bool,
    /// Leave out objects with unsafe names; if names clash, take the last object.
    #[arg(long)]
    pub skip_unsafe: bool,
    /// Continue after an object that cannot be read or written.
    #[arg(long)]
    pub keep_going: bool,
    /// Make files in `./bin/` executable, as the package manager fpkg does.
    #[arg(long)]
    pub fpkg: bool,
    /// Refuse packages whose files exceed this total size in bytes [default: 16 times the shared contents, plus 1 MiB].
    #[arg(long, value_name = "BYTES")]
    pub max_size: Option<u64>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

// The arguments of `bpx ls`.
#[derive(Debug, Args)]
pub(crate) struct LsArgs {
    #[command(flatten)]
    pub input: Input,
    /// List only names that match a pattern. A pattern without `/` is compared with each component of the name.
    #[arg(value_name = "GLOB")]
    pub globs: Vec<String>,
    /// Show size, first section and offset of objects; type, flags, register and extended data of symbols; for other
    /// formats, offsets and descriptions.
    #[arg(short, long)]
    pub long: bool,
    /// Show objects as a tree of folders.
    #[arg(long, conflicts_with_all = ["long", "json", "schema"])]
    pub tree: bool,
    /// Print JSON.
    #[arg(long, conflicts_with = "long")]
    pub json: bool,
    #[command(flatten)]
    pub foreign: Foreign,
}

// Which object to print.
#[derive(Debug, Args)]
pub(crate) struct CatArgs {
    #[command(flatten)]
    pub input: Input,
    /// The name of the object; the last one, if several have this name. In a shader package, a stage such as `vertex`,
    /// or a symbol with extended data.
    #[arg(value_name = "OBJECT", required_unless_present = "index")]
    pub name: Option<String>,
    /// The number of the object instead of its name, counted from 0 as in `ls --json`.
    #[arg(long, value_name = "N", conflicts_with = "name")]
    pub index: Option<usize>,
    /// Also check the checksums of the sections that hold the object; this reads the sections completely.
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub foreign: Foreign,
}

/// The commands of `bpx edit`.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum EditCommand {
    /// Adds files to a package.
    #[command(
        after_help = "Examples:\n  bpx edit add level.bpx new/ --prefix assets/\n  bpx edit add level.bpx a.png --name icon.png --force"
    )]
    Add {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        files: Files,
        /// The name of the object, if one file is added.
        #[arg(long, conflicts_with = "prefix")]
        name: Option<String>,
        /// Replace objects of the same names.
        #[arg(long)]
        force: bool,
        #[command(flatten)]
        storage: Storage,
    },
    /// Removes objects; their bytes stay in the file until `bpx compact`.
    #[command(after_help = "Example:\n  bpx edit rm level.bpx 'old/**' notes.txt")]
    Rm {
        #[command(flatten)]
        target: Target,
        /// The names to remove. A pattern without `/` is compared with each component of the name.
        #[arg(required = true, value_name = "GLOB")]
        globs: Vec<String>,
    },
    /// Renames an object, or a folder if both names end in `/`.
    #[command(after_help = "Examples:\n  bpx edit mv level.bpx a.txt b.txt\n  bpx edit mv level.bpx old/ new/")]
    Mv {
        #[command(flatten)]
        target: Target,
        /// The old name.
        #[arg(value_name = "OLD")]
        from: String,
        /// The new name.
        #[arg(value_name = "NEW")]
        to: String,
    },
    /// Sets the properties of a package.
    #[command(after_help = "Example:\n  bpx edit set level.bpx --platform linux --metadata about.json")]
    Set {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        about: About,
    },
}

// A package that is changed.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// The package.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The output file; `-` for stdout [default: replace the package].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

// The arguments of `bpx compact`.
#[derive(Debug, Args)]
pub(crate) struct CompactArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub storage: Storage,
}

// The arguments of `bpx upgrade`.
#[derive(Debug, Args)]
pub(crate) struct UpgradeArgs {
    #[command(flatten)]
    pub input: Input,
    /// The output file; `-` for stdout.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Write the file even if data is lost.
    #[arg(long)]
    pub lossy: bool,
    /// Print JSON: the lost data, and whether the file was written.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub storage: Storage,
}

/// The names of [`Check`].
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum CheckName {
    /// No checksum.
    None,
    /// The sum of the bytes, which every reader supports.
    Weak,
    /// CRC-32 as specified, which the reference crate refuses.
    Crc32,
    /// CRC-32 as the reference crate computes it.
    Crc32Legacy,
}

/// The names of [`Compat`].
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum CompatName {
    /// The reference crate, major version 4.
    #[value(name = "bpx-4")]
    Bpx4,
}

/// The names of [`Architecture`].
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ArchitectureName {
    #[value(name = "x86_64")]
    X86_64,
    Aarch64,
    X86,
    Armv7hl,
    Any,
}

/// The names of [`Platform`].
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum PlatformName {
    Linux,
    #[value(name = "macos")]
    MacOs,
    Windows,
    Android,
    Any,
}

impl From<ArchitectureName> for Architecture {
    fn from(name: ArchitectureName) -> Self {
        match name {
            ArchitectureName::X86_64 => Self::X86_64,
            ArchitectureName::Aarch64 => Self::Aarch64,
            ArchitectureName::X86 => Self::X86,
            ArchitectureName::Armv7hl => Self::Armv7hl,
            ArchitectureName::Any => Self::Any,
        }
    }
}

impl From<PlatformName> for Platform {
    fn from(name: PlatformName) -> Self {
        match name {
            PlatformName::Linux => Self::Linux,
            PlatformName::MacOs => Self::MacOs,
            PlatformName::Windows => Self::Windows,
            PlatformName::Android => Self::Android,
            PlatformName::Any => Self::Any,
        }
    }
}

fn parse_generator(text: &str) -> Result<[u8; 2], String> {
    let bytes: Result<[u8; 2], _> = text.as_bytes().try_into();
    bytes.ok().filter(|bytes| bytes.is_ascii()).ok_or_else(|| "expected two ASCII characters".to_owned())
}

fn parse_compression(text: &str) -> Result<Compression, String> {
    let (method, level) = match text {
        "none" => return Ok(Compression::None),
        "xz" => return Ok(Compression::XzBalanced),
        "xz:max" => return Ok(Compression::XzMax),
        _ => text.split_once(':').unwrap_or((text, "6")),
    };
    let level = || level.parse().ok().filter(|level| *level <= 9).ok_or("expected a level from 0 to 9");
    match method {
        "zlib" => Ok(Compression::Zlib(level()?)),
        "xz" => Ok(Compression::Xz(level()?)),
        _ => Err("expected none, zlib[:LEVEL], xz[:LEVEL] or xz:max".to_owned()),
    }
}
