//! The commands of the conformance suite.

use clap::{Args, Subcommand, ValueEnum};
use conformance::known::is_date;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The commands of the suite.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ConformCommand {
    /// Runs the cases of the suite against a program, and reports the answers that differ.
    #[command(
        after_help = "Examples:\n  bpx conform run --testee 'bpx conform testee'\n  bpx conform run --testee './adapter.py' --format bpx --level must --report markdown\n  bpx conform run --oneshot './check {op} {format} {in} {out}' --known known.toml\n  bpx conform run --testee ./theirs --known theirs.toml --testee 'bpx conform testee' --report html -o both.html"
    )]
    Run(RunArgs),
    /// Checks that an adapter follows the protocol, and explains its mistakes.
    #[command(after_help = "Example:\n  bpx conform doctor './adapter.py'")]
    Doctor {
        /// A command that speaks the protocol on stdin and stdout.
        #[arg(value_name = "COMMAND")]
        testee: String,
        /// The folder of the suite, with `cases` and `golden`, or of an exported suite [default: `conformance` here or
        /// above, else the suite in this command].
        #[arg(long, value_name = "DIR")]
        suite: Option<PathBuf>,
    },
    /// Lists the cases of the suite.
    #[command(
        after_help = "Examples:\n  bpx conform list --format bpx --level must\n  bpx conform list --clause 'bpx2-8.3-*' --negative\n  bpx conform list --json\n  bpx conform list --lint"
    )]
    List {
        #[command(flatten)]
        selection: Selection,
        /// Print JSON.
        #[arg(long)]
        json: bool,
        /// Check the cases instead: print the faults of each case, and the conflicts between two cases.
        #[arg(long, conflicts_with = "json")]
        lint: bool,
    },
    /// Compares two reports, and shows fixed, broken, new and removed cases.
    #[command(after_help = "Example:\n  bpx conform compare before.json after.json")]
    Compare {
        /// The older report of `run --report json`.
        old: PathBuf,
        /// The newer report.
        new: PathBuf,
    },
    /// Writes the suite as static files: JSON and bytes, or tables in C.
    #[command(
        after_help = "Examples:\n  bpx conform export suite\n  bpx conform export suite --since suite-1.0.0\n  bpx conform export tables --target c --format bpat"
    )]
    Export(SuiteExportArgs),
    /// Writes the bytes of a case to a file.
    #[command(
        after_help = "Examples:\n  bpx conform bytes bpx.header.version.3 -o version-3.bpx\n  bpx conform bytes blk.slim --names > slim.nm"
    )]
    Bytes(BytesArgs),
    /// Answers the requests of the suite with the codecs of this program, as a program under test.
    #[command(after_help = "Example:\n  bpx conform run --testee 'bpx conform testee'")]
    Testee,
}

// The folder of an export, and its form.
#[derive(Debug, Args)]
pub(crate) struct SuiteExportArgs {
    /// The folder; created if it does not exist.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The format of the files.
    #[arg(long, value_enum, default_value = "json")]
    pub target: SuiteTarget,
    /// Write only the tables of this format: bpx, bpat, blk or gpb.
    #[arg(long)]
    pub format: Option<String>,
    /// An earlier export: print the differences, and the version that they require of the suite; fail if the suite has a
    /// lower version.
    #[arg(long, value_name = "OLD_DIR")]
    pub since: Option<PathBuf>,
    /// The folder of the suite [default: `conformance` here or above, else the suite in this command].
    #[arg(long, value_name = "DIR")]
    pub suite: Option<PathBuf>,
}

/// The forms of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SuiteTarget {
    /// A JSON document for each format, and files of bytes.
    Json,
    /// Tables in C, with a runner that calls a function of yours.
    C,
}

// A case, and the bytes of it to write.
#[derive(Debug, Args)]
pub(crate) struct BytesArgs {
    /// The id of the case.
    #[arg(value_name = "CASE")]
    pub case: String,
    /// The output file; `-` or nothing for stdout.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the name map that the file shares with other files, instead of the file.
    #[arg(long, conflicts_with = "dict")]
    pub names: bool,
    /// Write the compression dictionary of the file, instead of the file.
    #[arg(long)]
    pub dict: bool,
    /// The folder of the suite [default: `conformance` here or above, else the suite in this command].
    #[arg(long, value_name = "DIR")]
    pub suite: Option<PathBuf>,
}

// The programs to run, and the cases.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// A command that speaks the protocol on stdin and stdout. Several programs run one after the other.
    #[arg(long, value_name = "COMMAND", required_unless_present = "oneshot", conflicts_with = "oneshot")]
    pub testee: Vec<String>,
    /// A command to run for each case. It contains `{op}`, `{format}`, `{in}`, `{out}`, for BLK `{names}` and `{dict}`,
    /// and for records `{record}`. Its exit code 0 means done, 1 refused, 89 not supported.
    #[arg(long, value_name = "COMMAND")]
    pub oneshot: Vec<String>,
    #[command(flatten)]
    pub selection: Selection,
    /// The known failures; the run succeeds if exactly these cases fail. The first file is for the first program, and
    /// so on.
    #[arg(long, value_name = "FILE.toml")]
    pub known: Vec<PathBuf>,
    /// Write the failures of this run into the file of known failures; the command keeps existing reasons, and leaves
    /// the reasons of new failures empty.
    #[arg(long, requires = "known")]
    pub fix: bool,
    /// Fail a case if the program refuses the file as expected, but with another verdict, class, path or offset. Without
    /// this option, the report only notes the difference.
    #[arg(long)]
    pub diagnostics: bool,
    /// Expect answers that follow another reading of the specification than the default, as number and option, such as
    /// `I-30=base-1`; `conformance/cases/readings.toml` lists the readings.
    #[arg(long, value_name = "READING=OPTION", value_parser = parse_reading)]
    pub reading: Vec<(String, String)>,
    /// The day to compare with the expiry of known failures [default: today].
    #[arg(long, value_name = "DATE", value_parser = parse_day)]
    pub today: Option<String>,
    /// The format of the report.
    #[arg(long, value_enum, default_value = "text")]
    pub report: Report,
    /// The file for the report; `-` or nothing for stdout.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The number of programs that run at the same time [default: one for each processor].
    #[arg(long, value_name = "N")]
    pub workers: Option<NonZeroUsize>,
    /// The time limit of a case, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = at_least_one)]
    pub time: u64,
    /// The memory limit of a program, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = mebibytes)]
    pub memory: u64,
}

fn mebibytes(text: &str) -> Result<u64, String> {
    const MOST: u64 = u64::MAX >> 20;
    let number = at_least_one(text)?;
    if number > MOST { Err(format!("expected at most {MOST}, found {number}")) } else { Ok(number) }
}

fn at_least_one(text: &str) -> Result<u64, String> {
    let number: u64 = text.parse().map_err(|error: std::num::ParseIntError| error.to_string())?;
    if number == 0 { Err("expected at least 1, found 0".to_owned()) } else { Ok(number) }
}

fn parse_reading(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(id, option)| (id.to_owned(), option.to_owned()));
    parts.ok_or_else(|| format!("expected a reading and its option, such as I-30=base-1, found `{text}`"))
}

fn parse_day(text: &str) -> Result<String, String> {
    if is_date(text) { Ok(text.to_owned()) } else { Err(format!("expected a day such as 2027-06-01, found `{text}`")) }
}

// The selection of cases.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// The folder of the suite, with `cases` and `golden`, or of an exported suite [default: `conformance` here or
    /// above, else the suite in this command].
    #[arg(long, value_name = "DIR")]
    pub suite: Option<PathBuf>,
    /// Take only cases of this format: bpx, bpat, blk or gpb.
    #[arg(long)]
    pub format: Option<String>,
    /// Take only cases of this level: must, should or may.
    #[arg(long)]
    pub level: Option<String>,
    /// Take only cases that need this feature, such as zlib or shader.
    #[arg(long)]
    pub feature: Option<String>,
    /// Take only cases with this operation: identify, decode, validate, encode, roundtrip, canonicalize, unpack or
    /// record.
    #[arg(long)]
    pub op: Option<String>,
    /// Take only cases of this clause of the specification; `*` matches any characters.
    #[arg(long, value_name = "ID")]
    pub clause: Option<String>,
    /// Take only cases whose file must be refused.
    #[arg(long)]
    pub negative: bool,
    /// Take only cases with this id; `*` matches any characters.
    #[arg(long, value_name = "ID")]
    pub case: Option<String>,
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Report {
    /// Failures and counts.
    Text,
    /// JSON for programs, and for `compare`.
    Json,
    /// JUnit XML for continuous integration.
    Junit,
    /// Markdown for web pages.
    Markdown,
    /// One page with everything, and the bytes of each failure.
    Html,
}
