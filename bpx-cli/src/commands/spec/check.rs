use super::place;
use crate::args::CheckArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_formats::Format;
use bpx_schema::schema::Model;
use bpx_schema::spec::{self, Difference};
use serde_json::{Value, json};

/// Compares the tables of a document with the declarations of a format.
pub(super) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let schemas: Vec<_> = Format::ALL.iter().flat_map(|format| format.schemas()).collect();
    let Some((_, schema)) = schemas.iter().find(|(name, _)| *name == args.against) else {
        let known = schemas.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!("unknown format `{}`; known: {known}", args.against)));
    };
    let document = super::read(&args.files)?;
    let differences = spec::differences(&document, &Model::of(schema));
    if args.json {
        let with_place =
            |difference: &Difference| json!({ "place": place(&document, difference.line), "difference": difference });
        let list: Value = differences.iter().map(with_place).collect();
        output::print_json(&list).in_file("<stdout>")?;
    } else {
        for found in &differences {
            let of = if found.field.is_empty() { String::new() } else { format!(".{}", found.field) };
            let declared = if found.declared.is_empty() { String::new() } else { format!(" ({})", found.declared) };
            let message = format!("{}{of}: {}{declared}", found.table, found.message);
            output::located(&place(&document, found.line), found.id, &output::printable(&message));
        }
    }
    Ok(if differences.is_empty() { Exit::Fine } else { Exit::Invalid })
}
