use super::select;
use crate::args::{ConformReport, RunArgs};
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::{input, output};
use conformance::SuiteError;
use conformance::known::{self, Known, Surprise};
use conformance::protocol::Hello;
use conformance::report::{self, Report};
use conformance::runner::{self, CaseResult, Greeting, Program, RunOptions, StartError};
use conformance::suite::{Case, Readings};
use conformance::testee::Bounds;
use std::path::Path;
use std::time::Duration;

/// A program under test, and its results.
struct Asked {
    program: Program,
    hello: Hello,
    results: Vec<CaseResult>,
    known: Known,
    surprises: Vec<Surprise>,
}

/// Runs the cases against programs, and prints a report; succeeds if for each program exactly the known failures fail.
pub(super) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let programs: Vec<Program> = match &*args.testee {
        [] => args.oneshot.iter().cloned().map(Program::Oneshot).collect(),
        commands => commands.iter().cloned().map(Program::Persistent).collect(),
    };
    if args.known.len() > programs.len() {
        return Err(Failure::Usage(
            "expected at most one list of known failures for each program, found more".to_owned(),
        ));
    }
    if let Some(command) = args.oneshot.iter().find(|command| !command.contains("{in}")) {
        return Err(Failure::Usage(format!("`{command}` names no input file: write `{{in}}` instead of the name")));
    }
    if programs.len() > 1 && matches!(args.report, ConformReport::Json | ConformReport::Junit) {
        return Err(Failure::Usage(
            "this report format supports one program; text, markdown and html accept several programs".to_owned(),
        ));
    }
    let suite = select::load_suite(args.selection.suite.as_deref())?;
    for (id, option) in &args.reading {
        suite.readings.check_option(id, option).map_err(Failure::Usage)?;
    }
    let cases = select::select_cases(&suite, &args.selection)?;
    super::signals::end_programs_on_signals()?;
    let mut asked = Vec::new();
    for (index, program) in programs.into_iter().enumerate() {
        let list = args.known.get(index);
        let fixed = list.filter(|path| args.fix && path.exists());
        let stamp = fixed.map(|path| input::stamp_file(path)).transpose()?.flatten();
        let known = list.map_or_else(|| Ok(Known::default()), |path| read_known(path, args.fix))?;
        let (hello, results) = ask_program(&program, &cases, &suite.readings, args)?;
        let today = args.today.clone().unwrap_or_else(known::current_day);
        if let Some(path) = list.filter(|_| args.fix) {
            let fixed = known.updated_for(&suite.cases, &cases, &results, &today);
            output::save_file(path, stamp.as_ref(), fixed.text().as_bytes())?;
            let open = fixed.entries.iter().filter(|entry| entry.why.is_empty()).count();
            if open > 0 {
                output::print_warning(&format!("{}: {open} entries have no reason yet", path.display()));
            }
            continue;
        }
        let surprises = known::check_results(&suite.cases, &cases, &results, &known, &today);
        asked.push(Asked { program, hello, results, known, surprises });
    }
    if asked.is_empty() {
        return Ok(Exit::Fine);
    }
    let reports: Vec<Report<'_>> = asked.iter().map(|asked| asked.as_report(&cases)).collect();
    let each = |one: &dyn Fn(&Report<'_>) -> String| reports.iter().map(one).collect::<Vec<_>>().join("\n");
    let explained = select::load_explanations(args.selection.suite.as_deref())?;
    let text = match args.report {
        ConformReport::Text => each(&|report| report::text(report, &explained)),
        ConformReport::Json => each(&|report| format!("{:#}\n", report::json(report, &explained))),
        ConformReport::Junit => each(&report::junit),
        ConformReport::Markdown => each(&|report| report::markdown(report, &explained)),
        ConformReport::Html => report::html(&reports, &explained),
    };
    output::save_file(args.output.as_deref().unwrap_or(Path::new("-")), None, text.as_bytes())?;
    let fails = asked.iter().any(|asked| is_binding(&asked.surprises, &cases));
    Ok(if fails { Exit::Invalid } else { Exit::Fine })
}

impl Asked {
    fn as_report<'a>(&'a self, cases: &'a [&'a Case]) -> Report<'a> {
        Report {
            hello: &self.hello,
            command: self.program.command(),
            cases,
            results: &self.results,
            known: &self.known,
            surprises: &self.surprises,
        }
    }
}

fn ask_program(
    program: &Program,
    cases: &[&Case],
    readings: &Readings,
    args: &RunArgs,
) -> Result<(Hello, Vec<CaseResult>), Failure> {
    let bounds = Bounds::default().with_time(Duration::from_secs(args.time)).with_memory(args.memory << 20);
    let chosen = args.reading.iter().cloned().collect();
    let options = RunOptions::default().with_bounds(bounds).with_diagnostics(args.diagnostics);
    let mut options = options.with_readings(readings.clone(), chosen);
    if let Some(workers) = args.workers {
        options = options.with_workers(workers.get());
    }
    let bar = std::sync::Mutex::new(Progress::counting_bar(cases.len() as u64));
    let show_progress = |done: usize| {
        if let Ok(bar) = bar.lock() {
            bar.set_done(done as u64, cases.len() as u64, "");
        }
    };
    runner::run_cases(program, cases, &options, &show_progress).map_err(|error| not_started(program, error))
}

fn read_known(path: &Path, fix: bool) -> Result<Known, Failure> {
    let read = match fix {
        true if !path.exists() => return Ok(Known::default()),
        true => Known::read_unfinished(path),
        false => Known::read(path),
    };
    read.map_err(|error| match error {
        SuiteError::Io { path, source } => Failure::File { name: path.display().to_string(), error: source.into() },
        error => Failure::Usage(error.to_string()),
    })
}

/// Returns a usage error for a command that does not exist, and an input error for a program that sends no greeting.
fn not_started(program: &Program, error: StartError) -> Failure {
    let name = program.command().to_owned();
    match error {
        StartError::Io { source, .. } => Failure::File { name, error: source.into() },
        StartError::Hello { problem: Greeting::NoCommand, stderr, .. } => {
            Failure::Usage(format!("{name}: {}{stderr}", Greeting::NoCommand))
        }
        error => Failure::Input { name, message: format!("{error}\n`bpx conform doctor` gives advice") },
    }
}

/// Returns whether an unexpected result makes the run fail. A failure of level `should` or `may` does not.
fn is_binding(surprises: &[Surprise], cases: &[&Case]) -> bool {
    surprises.iter().any(|surprise| match surprise {
        Surprise::Failure { case, .. } => {
            cases.iter().any(|one| one.id == *case && one.level == conformance::suite::Level::Must)
        }
        _ => true,
    })
}
