use super::foreign;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure};
use crate::{input, json};
use bpx_schema::json::JsonWatch;
use bpx_schema::report::Path;
use bpx_schema::watch::ValueSelector;

/// Prints one value of a file.
pub(crate) fn run(args: &Input, path: &str, schema: &Foreign) -> Result<Exit, Failure> {
    let wanted = Path::parse(path).map_err(|problem| Failure::Usage(format!("not a path: {problem}")))?;
    let file = input::open_file(&args.file)?;
    let bytes = file.whole_bytes()?;
    let options = input::read_options(&args.given)?;
    let schema = foreign::open_schema(schema, &options)?;
    let format = foreign::choose_format(schema.as_ref(), &args.given, &file)?;
    let found = json::print_if((&file.name, file.source.size()), |sink| {
        let mut select = ValueSelector::new(wanted, JsonWatch::for_value(sink));
        let read = format.watch(&bytes, &options, &mut select);
        let found = select.has_found_value();
        select.inner.finish();
        // A file that ends early may lack the value; then that fault is reported.
        if found { Ok(true) } else { read.map(|()| false) }
    })?;
    if !found {
        return Err(Failure::Usage(format!("{}: no value at `{path}`; `bpx dump` lists all paths", file.name)));
    }
    Ok(Exit::Fine)
}
