//! Implements `ls` and `cat` for shader packages.

use crate::args::{CatArgs, Input, LsArgs};
use crate::exit::{Exit, Failure, InFile};
use crate::globs::Globs;
use crate::input::Opened;
use crate::output;
use bpx_formats::bpx::Container;
use bpx_formats::bpx::describe::shader::{self as describe, stage_name, symbol_details, symbol_kind, symbol_name};
use bpx_formats::bpx::sd::json;
use bpx_formats::bpx::shader::{KIND, ShaderPackage};
use bpx_formats::description::{Fact, Many};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// Returns the shader package in a file, or `None` for a file of another type.
pub(crate) fn of(args: &Input, file: &Opened) -> Result<Option<Arc<ShaderPackage>>, Failure> {
    crate::format::format_of(args.given.format.as_deref(), file)?;
    // The caller reports a file that cannot be opened.
    let container = Container::open(Arc::clone(&file.source), crate::limits::run_limits()).ok();
    let container = container.filter(|container| container.header().kind == KIND);
    Ok(container.map(ShaderPackage::of).transpose().in_file(&file.name)?.map(Arc::new))
}

/// Lists the stages and symbols of a shader package.
pub(crate) fn list_shader(
    name: &str,
    shader: &Arc<ShaderPackage>,
    args: &LsArgs,
    globs: &Globs,
) -> Result<Exit, Failure> {
    if args.tree {
        return Err(Failure::Usage(
            "--tree shows the folders of a package, but a shader package has no folders".to_owned(),
        ));
    }
    // As in `cat`, names of stages ignore case.
    let meant = |name: &str| globs.allows_name(name) || globs.allows_name(&name.to_lowercase());
    let stages: Vec<_> = shader.stages().filter(|one| meant(&stage_name(one))).collect();
    let symbols: Vec<_> = shader.symbols().filter(|symbol| globs.allows_name(&symbol_name(symbol))).collect();
    if stages.is_empty() && symbols.is_empty() && !globs.is_empty() {
        return Err(Failure::Input {
            name: name.to_owned(),
            message: "no stage or symbol matches the given patterns".to_owned(),
        });
    }
    if args.json {
        let mut facts = describe::describe_shader(shader);
        if let Some((_, all)) = facts.iter_mut().find(|(name, _)| name == "stages") {
            *all = Fact::List(Many::new(|take| stages.iter().map(describe::describe_stage).try_for_each(take)));
        }
        let list = Many::new(|take| symbols.iter().map(describe::describe_symbol).try_for_each(take));
        facts.push(("symbols".to_owned(), Fact::List(list)));
        output::print_facts(name, facts)?;
        return Ok(Exit::Fine);
    }
    let mut text = String::new();
    for one in &stages {
        let _ = match args.long {
            true => writeln!(
                text,
                "stage   {:<14}  {:>12} bytes  section {}",
                stage_name(one),
                one.size(),
                one.section().index()
            ),
            false => writeln!(text, "stage {}", stage_name(one)),
        };
    }
    for symbol in &symbols {
        let name = symbol_name(symbol);
        let name = output::printable_text(&name);
        let _ = match args.long {
            true => writeln!(text, "symbol  {:<14}  {name}{}", symbol_kind(symbol), symbol_details(symbol)),
            false => writeln!(text, "symbol {name}"),
        };
    }
    output::print_text(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}

/// Prints the code of a stage, or the extended data of a symbol.
pub(crate) fn cat_shader(file: &str, shader: &ShaderPackage, args: &CatArgs) -> Result<Exit, Failure> {
    // The name is missing only beside an index, which then selects the stage.
    let name = args.name.as_deref().unwrap_or_default();
    let stage = match args.index {
        Some(index) => shader.stages().nth(index),
        None => shader.stages().find(|one| stage_name(one).eq_ignore_ascii_case(name)),
    };
    if let Some(stage) = stage {
        let code = stage.code().in_file(file)?;
        output::save_with(Path::new("-"), None, |out| Ok(out.write_all(&code)?))?;
        return Ok(Exit::Fine);
    }
    let symbol = shader.find(name).filter(|_| args.index.is_none());
    let symbol = symbol.ok_or_else(|| {
        Failure::Usage(format!("{file}: the file has no such stage or symbol; `bpx ls` lists all stages and symbols"))
    })?;
    let data = symbol.extended_data().in_file(file)?;
    let data = data.ok_or_else(|| Failure::Usage(format!("{file}: the symbol has no extended data")))?;
    crate::json::print_json((file, data.encoded_size()), |sink| {
        json::write_json(&data, sink);
        Ok(())
    })?;
    Ok(Exit::Fine)
}
