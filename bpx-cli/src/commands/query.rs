use crate::args::Input;
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_schema::report::Path;
use bpx_schema::value::JsonWatch;
use bpx_schema::watch::Select;
use serde_json::Value;

/// Prints one value of a file.
pub(crate) fn run(args: &Input, path: &str) -> Result<Exit, Failure> {
    let wanted = Path::parse(path).map_err(|problem| Failure::Usage(format!("not a path: {problem}")))?;
    let file = input::open(&args.file)?;
    let bytes = file.bytes()?;
    let format = super::identify::format(args.given.format.as_deref(), &file)?;
    let mut select = Select::new(wanted, JsonWatch::default());
    let read = format.watch(&bytes, &input::options(&args.given)?, &mut select);
    if !select.found() {
        // A file that ends early may lack the value; then that is what to say.
        read.in_file(&file.name)?;
        return Err(Failure::Usage(format!("{}: no value at `{path}`; `bpx dump` shows all paths", file.name)));
    }
    let leaf = select.found_leaf();
    let value = match select.inner.finish() {
        // A value that is no structure comes as the only member of one.
        Value::Object(map) if leaf => map.into_iter().map(|(_, value)| value).next().unwrap_or_default(),
        value => value,
    };
    output::print_json(&value).in_file("<stdout>")?;
    Ok(Exit::Fine)
}
