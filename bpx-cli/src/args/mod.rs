//! The command line.
//!
//! Structs of arguments have plain comments, because clap would take their documentation as the description of the
//! command.

mod ci;
mod conform;
mod document;
mod explore;
mod export;
mod package;
mod schema;
mod spec;
#[cfg(test)]
mod tests;

pub(crate) use self::ci::{CiArgs, FailOn};
pub(crate) use self::conform::{
    BytesArgs, ConformCommand, Report as ConformReport, RunArgs, Selection, SuiteExportArgs, SuiteTarget,
};
pub(crate) use self::document::Reading;
pub(crate) use self::explore::ExploreArgs;
pub(crate) use self::export::ExportArgs;
pub(crate) use self::package::{
    About, CatArgs, CompactArgs, EditCommand, Files as PackedFiles, LsArgs, PackArgs, Storage, Target, UnpackArgs,
    UpgradeArgs,
};
pub(crate) use self::schema::{
    DiffArgs as SchemaDiffArgs, Foreign, KnownValues, Level as SchemaLevel, More, SchemaCommand,
};
pub(crate) use self::spec::{CheckArgs, GenerateArgs, SpecCommand, TablesArgs};

use bpx_formats::blk::{Form, Kind};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Identifies, verifies, explains, edits and converts game-asset files.
#[derive(Debug, Parser)]
#[command(
    name = "bpx",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  bpx identify *.bpx                  show format, type and version
  bpx verify level.bpx                check every rule, and show where a file breaks one
  bpx dump level.bpx | less           list every byte with its meaning
  bpx decode level.bpx -o level.json  write JSON; `encode` reads it back
  bpx pack assets/ -o level.bpx       put files into a package; `unpack` takes them out

Exit codes: 0 success; 1 malformed, invalid or different; 2 wrong usage; 3 not supported; 4 reading or writing failed."
)]
pub(crate) struct Args {
    /// Multiply the default limits for memory, content and work.
    #[arg(long, global = true, value_name = "TIMES", default_value_t = 1, hide_default_value = true,
        value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub limits: u64,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Shows the format, type and version of files.
    #[command(
        after_help = "Examples:\n  bpx identify level.bpx\n  bpx identify --json *.bpx\n  cat level.bpx | bpx identify -"
    )]
    Identify(Files),
    /// Shows the header and the sections of a file.
    ///
    /// With a schema, shows the values at the top level and whether the file is valid.
    #[command(
        after_help = "Examples:\n  bpx info level.bpx\n  bpx info level.bpx --json\n  bpx info --schema wad.json doom.wad"
    )]
    Info {
        #[command(flatten)]
        file: OneFile,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Checks files against every rule of their format, and reports each fault with its bytes and specification section.
    ///
    /// The command shows the first 20 findings with their bytes, and further findings in one line each. It prints at
    /// most 10 findings of a rule; `--json` lists up to 1000.
    #[command(
        after_help = "Examples:\n  bpx verify level.bpx\n  bpx verify --strict --json *.bpx\n  bpx verify --schema bpx.json level.bpx\n  bpx verify --schema format.md file.bin"
    )]
    Verify {
        #[command(flatten)]
        files: Files,
        /// Report common deviations as errors; without this option, they are warnings.
        #[arg(long)]
        strict: bool,
        /// Also list every byte with its meaning.
        #[arg(long, conflicts_with_all = ["json", "schema"])]
        explain: bool,
        /// Print one line for each finding, without its bytes.
        #[arg(long, conflicts_with = "json")]
        short: bool,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Writes a file as JSON, without loss (except comments and the order of statements in BLK texts).
    #[command(
        after_help = "Examples:\n  bpx decode level.bpx -o level.json\n  bpx decode --brief level.bpx | less\n  bpx decode --schema format.md --type Header file.bin"
    )]
    Decode {
        #[command(flatten)]
        input: Input,
        /// The output file; `-` or nothing for stdout.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Replace contents over 4 KiB by their length and SHA-256; `encode` cannot read the result back.
        #[arg(long, conflicts_with = "schema")]
        brief: bool,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Writes a file from its JSON.
    #[command(
        after_help = "Examples:\n  bpx encode level.json -o level.bpx\n  bpx decode a.bpx | jq '...' | bpx encode - -o b.bpx\n  \
                      bpx encode --schema wad.json doom.json -o doom.wad"
    )]
    Encode {
        #[command(flatten)]
        input: Input,
        /// The output file; `-` for stdout.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Reads a file and writes it again.
    #[command(
        after_help = "Examples:\n  bpx roundtrip a.bpx -o b.bpx               the same bytes\n  bpx roundtrip --mode model a.bpx -o b.bpx  rebuilt"
    )]
    Roundtrip {
        #[command(flatten)]
        input: Input,
        /// The output file; `-` for stdout.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        /// The parts that the new file keeps.
        #[arg(long, value_enum, default_value = "preserve")]
        mode: RoundtripMode,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Writes a BLK file in another form: binary, text or JSON.
    ///
    /// Without `--kind`, the extension of the output selects the form: `.txt` is text, `.json` is JSON, and `.blk` is a
    /// binary file of the same kind as the input (FAT if the input is text). Every form loses the comments of a text
    /// and its order of parameters and blocks; a text also loses the name of the root. The command reports each loss.
    #[command(
        after_help = "Examples:\n  bpx convert a.blk -o a.txt                        the text form, and back\n  bpx convert a.txt -o a.blk --kind SLIM_ZST --names shared.nm\n  bpx convert packed.blk -o a.blk --kind text       games load text too\n  bpx convert a.blk -o - | less\n  bpx convert a.blk -o a.json --friendly            values by name, as wt_blk prints them"
    )]
    Convert {
        #[command(flatten)]
        input: Input,
        /// The output file: `.blk`, `.txt` or `.json`; `-` for stdout, as text without `--kind` and `--friendly`.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        /// Write JSON with values by name. This JSON is shorter, but loses types and the order of repeated names.
        #[arg(long)]
        friendly: bool,
        /// The form to write: FAT, FAT_ZST, SLIM, SLIM_ZST, SLIM_ZST_DICT, FAT_DEDUP or text.
        #[arg(long, value_parser = blk_form)]
        kind: Option<Form>,
        /// Replace the input file even if its comments, order or form are lost.
        #[arg(long)]
        force: bool,
    },
    /// Lists every byte of a file with its meaning.
    #[command(
        after_help = "Examples:\n  bpx dump level.bpx\n  bpx dump --docs level.bpx 'table[0]'\n  bpx dump --full level.bpx\n  bpx dump level.bpx --html -o level.html"
    )]
    Dump {
        #[command(flatten)]
        input: Input,
        /// List only the value at this path, such as `table[0]`.
        #[arg(value_name = "PATH")]
        path: Option<String>,
        /// Show the documentation of fields.
        #[arg(long)]
        docs: bool,
        /// Show all bytes of long values.
        #[arg(long)]
        full: bool,
        /// Print JSON, one record for each value.
        #[arg(long)]
        json: bool,
        /// Write one HTML page without scripts: findings, values as a tree, and bytes. The page shows the first MiB of
        /// a file and its first 100 000 values.
        #[arg(long, conflicts_with_all = ["path", "docs", "full", "json"])]
        html: bool,
        /// The page; `-` or nothing for stdout.
        #[arg(short, long, value_name = "FILE", requires = "html")]
        output: Option<PathBuf>,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Prints one value of a file as JSON.
    #[command(
        after_help = "Examples:\n  bpx query level.bpx header.version\n  bpx query level.bpx 'table[3].flags'\n  bpx query level.bpx 'sections[1].strings'"
    )]
    Query {
        #[command(flatten)]
        input: Input,
        /// The path of the value: names separated by dots, indexes in brackets.
        #[arg(value_name = "PATH")]
        path: String,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Shows the differences between two files, independent of compression, form, and the offsets of parts.
    ///
    /// The command pairs elements of lists by content, then by name, so that an inserted element is one difference.
    #[command(
        after_help = "Examples:\n  bpx diff old.bpx new.bpx\n  bpx diff --json old.bpx new.bpx\n  bpx diff a.blk a.txt\n  bpx diff --names old.nm --new-names new.nm old.blk new.blk\n  bpx diff --schema wad.json old.wad new.wad\n\nExit code 1: the files differ."
    )]
    Diff {
        /// The older file; `-` for stdin.
        old: PathBuf,
        /// The newer file.
        new: PathBuf,
        #[command(flatten)]
        given: Given,
        /// The name map of the newer file, if it differs from that of the older file.
        #[arg(long, value_name = "FILE.nm")]
        new_names: Option<PathBuf>,
        /// The dictionary of the newer file, if it differs from that of the older file.
        #[arg(long, value_name = "FILE.dict")]
        new_dict: Option<PathBuf>,
        /// Also show computed values: offsets, sizes, checksums, the form of BLK files and their name lists.
        #[arg(long)]
        all: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Puts files into a package.
    ///
    /// Objects are sorted by name, and the same files and options give the same bytes. The format has no field for
    /// times, execute permissions or empty folders; a warning lists the data that is lost.
    #[command(
        after_help = "Examples:\n  bpx pack assets/ -o level.bpx\n  bpx pack assets/ -o level.bpx --compat bpx-4 --exclude '*.tmp'\n  bpx pack app/ -o app.bpx --prefix ./ --platform linux --metadata about.json"
    )]
    Pack(PackArgs),
    /// Takes files out of a package.
    ///
    /// The command checks all names first, and writes nothing if a name is unsafe. It follows no symbolic link below
    /// the folder. A file gets its name when the file is complete and its bytes are checked.
    #[command(
        after_help = "Examples:\n  bpx unpack level.bpx -o level/\n  bpx unpack level.bpx -o level/ '*.png' --force"
    )]
    Unpack(UnpackArgs),
    /// Lists the parts of a file.
    ///
    /// For BPX, the objects of a package, layers of a texture, arrays and bones of a model, or stages and symbols of a
    /// shader package; for BPAT, clips and sockets; for BLK, parameters and blocks of the root, or the names of a name
    /// map; for GPB, references; with a schema, the values at the top level.
    #[command(
        after_help = "Examples:\n  bpx ls level.bpx\n  bpx ls -l level.bpx '*.png'\n  bpx ls --tree level.bpx\n  bpx ls -l horse.bpat\n  bpx ls -l --schema wad.json doom.wad"
    )]
    Ls(LsArgs),
    /// Prints the bytes of a part of a file: an object, a layer, an array, a bone, the code of a stage, the extended
    /// data of a symbol or, with a schema, a value at the top level.
    #[command(
        after_help = "Examples:\n  bpx cat level.bpx readme.txt\n  bpx cat level.bpx icon.png > icon.png\n  bpx cat sky.bpx 'layer[0]' > sky.raw\n  bpx cat sky.bpx vertex > sky.vert"
    )]
    Cat(CatArgs),
    /// Adds, removes and renames the objects of a package, and sets its properties.
    #[command(
        subcommand,
        after_help = "Examples:\n  bpx edit add level.bpx new/ --prefix assets/\n  bpx edit rm level.bpx notes.txt"
    )]
    Edit(EditCommand),
    /// Rewrites a package without its unused data.
    #[command(
        after_help = "Examples:\n  bpx compact level.bpx\n  bpx compact level.bpx -o small.bpx --compression xz:9"
    )]
    Compact(CompactArgs),
    /// Converts a file of an older version: BPX to version 2, BPAT to version 3.
    ///
    /// The command lists data that version 2 cannot hold. If there is such data, the command writes the file only with
    /// `--lossy`. Files of version 0 lose vertex formats, bones, frames, programs for other APIs than OpenGL, and
    /// compatibility flags.
    ///
    /// BPAT files lose nothing. Their palettes stay poses, because the layout of version 3 with skinning matrices needs
    /// the bind pose, which older files do not hold.
    #[command(
        after_help = "Examples:\n  bpx upgrade old.bpx -o new.bpx\n  bpx upgrade old.bpx -o new.bpx --lossy --json\n  bpx upgrade old.bpx -o new.bpx --compression none\n  bpx upgrade horse.bpat -o new.bpat"
    )]
    Upgrade(UpgradeArgs),
    /// Prints the hashes of names, as BPX files store them.
    #[command(after_help = "Examples:\n  bpx hash Name Version\n  bpx hash --json __debug__")]
    Hash {
        /// The names.
        #[arg(required = true)]
        names: Vec<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Runs the conformance suite against other implementations.
    #[command(subcommand, after_help = "Example:\n  bpx conform run --testee './adapter.py' --format bpx")]
    Conform(ConformCommand),
    /// Lists the rules that `verify` checks: code, severity, kind of fault, section of the specification, the reading
    /// that allows a fault without `--strict`, and the requirement.
    #[command(
        after_help = "Examples:\n  bpx rules blk\n  bpx rules --json | jq '.[].rules[].code'\n  bpx rules --schema wad.json"
    )]
    Rules {
        /// The format [default: all formats].
        #[arg(conflicts_with = "schema")]
        format: Option<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        foreign: Foreign,
    },
    /// Shows, exports and compares the schemas of formats.
    #[command(
        subcommand,
        after_help = "Examples:\n  bpx schema show bpx SectionHeader\n  bpx schema export bpx --target c -o bpx.h"
    )]
    Schema(SchemaCommand),
    /// Reads specification documents: shows their tables, compares them with declarations, and generates code from them.
    #[command(
        subcommand,
        after_help = "Examples:\n  bpx spec tables format.md\n  bpx spec check format.md --against bpx"
    )]
    Spec(SpecCommand),
    /// Opens the explorer in a browser: every byte of a file with its meaning, and all findings.
    ///
    /// Serves the page on the loopback address, under a random path, until the command is interrupted. The page sends
    /// no data to another machine.
    #[command(
        after_help = "Examples:\n  bpx explore level.bpx\n  bpx explore wad.json doom.wad\n  bpx explore --no-open --port 8080"
    )]
    Explore(ExploreArgs),
    /// Prints the completion script for a shell.
    #[command(after_help = "Example:\n  bpx completions bash > ~/.local/share/bash-completion/completions/bpx")]
    Completions {
        /// The shell that reads the script.
        shell: clap_complete::Shell,
    },
    /// Writes man pages, one for each command.
    #[command(after_help = "Example:\n  bpx man -o ~/.local/share/man/man1")]
    Man {
        /// The folder; created if it does not exist. The command replaces its pages in the folder.
        #[arg(short, long, value_name = "DIR")]
        output: PathBuf,
    },
}

// Files to read.
#[derive(Debug, ClapArgs)]
pub(crate) struct Files {
    /// The files; `-` for stdin.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub given: Given,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

// Information that a file does not contain.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Given {
    /// The format of the files [default: detected by content, then by name].
    #[arg(long)]
    pub format: Option<String>,
    /// The name map that the BLK files of an archive share.
    #[arg(long, value_name = "FILE.nm")]
    pub names: Option<PathBuf>,
    /// The compression dictionary that the BLK files of an archive share.
    #[arg(long, value_name = "FILE.dict")]
    pub dict: Option<PathBuf>,
    /// Read BLK files of this kind without their first byte, which some unpackers remove: FAT, FAT_ZST, SLIM, SLIM_ZST,
    /// SLIM_ZST_DICT or FAT_DEDUP.
    #[arg(long, value_name = "KIND", value_parser = blk_kind)]
    pub bare: Option<Kind>,
}

/// Reads a kind of binary BLK files.
fn blk_kind(name: &str) -> Result<Kind, String> {
    let known = || Kind::ALL.map(Kind::name).join(", ");
    Kind::from_name(name).ok_or_else(|| format!("`{name}` is not a kind of BLK file; kinds are {}", known()))
}

/// Reads a form in which a BLK file can be written.
fn blk_form(name: &str) -> Result<Form, String> {
    if name.eq_ignore_ascii_case(Form::Text.name()) {
        return Ok(Form::Text);
    }
    blk_kind(name).map(Form::Binary).map_err(|message| format!("{message}, text"))
}

// One file to read, and whether to print JSON.
#[derive(Debug, ClapArgs)]
pub(crate) struct OneFile {
    #[command(flatten)]
    pub input: Input,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

// One file to read.
#[derive(Debug, ClapArgs)]
pub(crate) struct Input {
    /// The file; `-` for stdin.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub given: Given,
}

/// The parts that a round trip keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoundtripMode {
    /// Every byte.
    Preserve,
    /// The model, rebuilt from the output of `decode`.
    Model,
}
