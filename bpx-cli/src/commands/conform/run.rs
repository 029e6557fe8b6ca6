use super::select;
use crate::args::{ConformReport, RunArgs};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::progress::Progress;
use conformance::known::{self, Entry, Known, Surprise};
use conformance::report::{self, Report, Summary};
use conformance::runner::{self, CaseResult, Program, RunOptions, Status};
use conformance::suite::Case;
use conformance::testee::Bounds;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// Asks a program, and reports; fine when exactly the known failures fail.
pub(super) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let suite = select::load(args.selection.suite.as_deref())?;
    let cases = select::select(&suite, &args.selection)?;
    let program = match (&args.testee, &args.oneshot) {
        (Some(command), _) => Program::Persistent(command.clone()),
        (None, Some(command)) => Program::Oneshot(command.clone()),
        (None, None) => return Err(Failure::Usage("whom to ask? `--testee` or `--oneshot` says it".to_owned())),
    };
    let known = known(args)?;
    let bounds = Bounds::default().with_time(Duration::from_secs(args.time)).with_memory(args.memory << 20);
    let mut options = RunOptions::default().with_bounds(bounds);
    if let Some(workers) = args.workers {
        options = options.with_workers(workers);
    }
    let (hello, results) = {
        let bar = std::sync::Mutex::new(Progress::counting(cases.len() as u64));
        let tell = |done: usize| {
            if let Ok(bar) = bar.lock() {
                bar.set(done as u64, cases.len() as u64, "");
            }
        };
        let told = |error: runner::StartError| Failure::Input {
            name: program.command().to_owned(),
            message: error.to_string(),
        };
        runner::run(&program, &cases, &options, &tell).map_err(told)?
    };
    let today = args.today.clone().unwrap_or_else(known::today);
    if let Some(path) = args.known.as_ref().filter(|_| args.fix) {
        output::save(path, fixed(&cases, &results, &known).text().as_bytes())?;
        return Ok(Exit::Fine);
    }
    let surprises = known::check(&cases, &results, &known, &today);
    let report =
        Report { hello: &hello, command: program.command(), cases: &cases, results: &results, surprises: &surprises };
    let text = match args.report {
        ConformReport::Text => text(&report),
        ConformReport::Json => format!("{:#}\n", report::json(&report)),
        ConformReport::Junit => report::junit(&report),
        ConformReport::Markdown => report::markdown(&report),
        ConformReport::Html => report::html(&[report]),
    };
    output::save(args.output.as_deref().unwrap_or(Path::new("-")), text.as_bytes())?;
    Ok(if binding(&surprises, &cases) { Exit::Invalid } else { Exit::Fine })
}

fn known(args: &RunArgs) -> Result<Known, Failure> {
    let Some(path) = &args.known else { return Ok(Known::default()) };
    if args.fix && !path.exists() {
        return Ok(Known::default());
    }
    let told = |error: known::KnownError| Failure::Usage(error.to_string());
    Known::read(path).map_err(told)
}

/// Whether a surprise makes the run fail: what only should or may be does not.
fn binding(surprises: &[Surprise], cases: &[&Case]) -> bool {
    surprises.iter().any(|surprise| match surprise {
        Surprise::Failure { case, .. } => {
            cases.iter().any(|one| one.id == *case && one.level == conformance::suite::Level::Must)
        }
        _ => true,
    })
}

/// The failures of a run as a list; reasons that were there stay.
fn fixed(cases: &[&Case], results: &[CaseResult], known: &Known) -> Known {
    let failed = results.iter().filter(|result| result.status == Status::Failed);
    let entries = failed.filter_map(|result| {
        let case = cases.get(result.case)?;
        let listed = known.entries.iter().find(|entry| entry.matches(&case.id) && entry.got == result.symptom);
        Some(listed.cloned().unwrap_or_else(|| Entry {
            case: case.id.clone(),
            got: result.symptom.clone(),
            why: format!("not looked into: {}", case.title),
            issue: String::new(),
            until: String::new(),
        }))
    });
    Known { entries: entries.collect() }
}

fn text(report: &Report<'_>) -> String {
    let mut text = String::new();
    for surprise in report.surprises {
        let _ = writeln!(text, "{surprise}");
        if let Surprise::Failure { case, .. } | Surprise::Symptom { case, .. } = surprise
            && let Some((case, result)) = report.pairs().find(|(one, _)| one.id == *case)
        {
            let _ = writeln!(text, "    {}\n    {}", case.title, result.detail.replace('\n', "\n    "));
        }
    }
    let summary = Summary::of(report);
    let count = summary.all;
    let _ = writeln!(
        text,
        "{} {}: {} passed, {} failed, {} skipped of {}; {} not as listed",
        report.hello.name,
        report.hello.version,
        count.passed,
        count.failed,
        count.skipped,
        count.total(),
        report.surprises.len(),
    );
    text
}
