//! The rules of shader packages (section 13) that no field has for itself.

use super::extended::{self, Extended, extended};
use super::fault::{Fault, Place, beyond};
use super::{
    ASSEMBLY_SECTIONS, EXTENDED_DATA, SECTIONS, SHADER, STRINGS, SYMBOL_TABLE, ShaderExt, ShaderKind, ShaderTarget,
    Symbol, SymbolKind, stage, symbol,
};
use crate::bpx::container::{Examined, type_ext_member};
use crate::bpx::package::names::Names;
use crate::bpx::sd::{Document, SYMBOL_BUDGET};
use crate::bpx::shared::SharedBytes;
use bpx_schema::codec::{Decoder, FieldRef, Space, View};
use bpx_schema::fault;
use bpx_schema::report::{Class, Finding, Path, Report, Result, Segment, Severity};
use bpx_schema::{Budget, Limits};
use std::collections::{HashMap, HashSet};

/// Adds all that is wrong with a shader package, but what its declarations tell. The rules, by code:
///
/// | code | severity | rule |
/// |---|---|---|
/// | `shader.type`, `shader.target` | error | the code has a meaning (section 13.2) |
/// | `shader.reserved` | lenient | reserved bytes of the type extension are zero (13.2) |
/// | `shader.target-any` | warning | a program is built for a target; `Any` is for assemblies (13.2.3) |
/// | `shader.symbol-count` | error | the header states as many symbols as there are (13.2.2) |
/// | `shader.shader` | error | a program has a stage (13.1); an assembly need not |
/// | `shader.symbol-table`, `shader.strings` | error | the section is there (13.1) |
/// | `shader.single` | error | symbol table, extended data and names stand once (13.1); the first counts |
/// | `shader.stage` | error | the first byte of code is a known stage (13.3) |
/// | `shader.duplicate-stage` | warning | a stage has its code once (13.3); the first counts |
/// | `shader.symbol-flags` | lenient | flags have a meaning (13.4.3) |
/// | `shader.symbol-type` | error | the code has a meaning (13.4.4) |
/// | `shader.vertex-format`, `shader.pipeline` | error | a program has one at most (13.4.4) |
/// | `shader.name` | error | the name of a symbol is a text (13.4.1) |
/// | `shader.duplicate-name` | warning | names tell symbols apart |
/// | `shader.extended-data` | error | what a symbol says in addition is an object in its section (13.4.2); lenient where flag and offset contradict |
/// | `shader.limit` | error | names and extended data do not share their bytes beyond measure |
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub(crate) fn rules(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    let header = &file.layout.header;
    let ext = ShaderExt::from_bytes(&header.type_ext.to_bytes());
    let is_assembly = ext.kind == ShaderKind::Assembly as u8;
    let uses = if is_assembly { &ASSEMBLY_SECTIONS } else { &SECTIONS };
    uses.check(&file.layout.table, |_| "", report);
    let is_program = ext.kind == ShaderKind::Program as u8;
    if is_program && ext.target == ShaderTarget::Any as u8 {
        let message = "a program is built for a target; `Any` is for assemblies".to_owned();
        let finding = stated(ShaderExt::TARGET, Class::Inconsistent, message).code("shader.target-any").spec("13.2.3");
        report.add(finding.severity(Severity::Warning));
    }
    stages(file, report)?;
    let Some((section, space)) = file.find(SYMBOL_TABLE).and_then(|section| Some((section, file.space(section)?)))
    else {
        return Ok(());
    };
    let Some(table) = file.content(section)? else {
        return Ok(());
    };
    let symbols = View::<Symbol>::new(&table).0;
    if symbols.len() != usize::from(ext.symbol_count) && !fault!(SymbolsUncounted) {
        let message = format!("states {} symbols, the table has {}", ext.symbol_count, symbols.len());
        report.add(
            stated(ShaderExt::SYMBOL_COUNT, Class::CountMismatch, message).code("shader.symbol-count").spec("13.2.2"),
        );
    }
    let place = Place { section, space };
    if is_program {
        single(symbols, place, report);
    }
    names(file, symbols, place, report)?;
    additions(file, symbols, place, report)
}

/// A finding about what the header says in addition.
fn stated(field: FieldRef, class: Class, message: String) -> Finding {
    let (path, at) = type_ext_member("shader", field);
    Finding::new(class, at, message).at(path)
}

/// Rule: a stage has its code once.
fn stages(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    let mut first: HashMap<u8, usize> = HashMap::new();
    for (index, _) in file.layout.table.iter().enumerate().filter(|(_, entry)| entry.kind == SHADER) {
        let Some((byte, space)) = file.first_byte(index)?.zip(file.space(index)) else { continue };
        let before = *first.entry(byte).or_insert(index);
        if before != index {
            let message = format!("section {before} has code for this stage already, which counts");
            let finding = Finding::new(Class::Duplicate, space.location(0), message).severity(Severity::Warning);
            report.add(finding.code("shader.duplicate-stage").spec("13.3").at(stage::path(index)));
        }
    }
    Ok(())
}

/// Rule: a program has one vertex format and one pipeline at most.
fn single(symbols: View<'_, Symbol>, place: Place, report: &mut Report) {
    for (kind, code) in [(SymbolKind::VertexFormat, "shader.vertex-format"), (SymbolKind::Pipeline, "shader.pipeline")]
    {
        let mut found =
            symbols.iter().enumerate().filter(|(_, symbol)| symbol.kind == kind as u8).map(|(index, _)| index);
        let Some(first) = found.next() else { continue };
        for index in found {
            let message = format!("a program has one {kind} at most, and symbol {first} is one");
            let fault = Fault { field: Symbol::KIND, class: Class::Duplicate, code, spec: "13.4.4", message };
            report.add(place.finding(index, fault));
        }
    }
}

/// The rules of names; without a section of them, nothing can be said.
fn names(file: &Examined<'_>, symbols: View<'_, Symbol>, place: Place, report: &mut Report) -> Result<()> {
    let Some(strings) = file.find(STRINGS).map(|section| file.content(section)).transpose()?.flatten() else {
        return Ok(());
    };
    let mut names = Names::new(&strings, *file.budget.limits());
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (index, symbol) in symbols.iter().enumerate() {
        let Some(name) = names.next(symbol.name) else {
            report.add(place.finding(index, beyond(Symbol::NAME, "13.4.1")));
            break;
        };
        let name = match symbol::text(name) {
            Ok(name) => name,
            Err(fault) => {
                report.add(place.finding(index, fault));
                continue;
            }
        };
        let first = *known.entry(name).or_insert(index);
        if first != index {
            let message = format!("symbol {first} has the same name; the last one is found");
            let (class, code) = (Class::Duplicate, "shader.duplicate-name");
            report.add(place.warning(index, Fault { field: Symbol::NAME, class, code, spec: "13.4.1", message }));
        }
    }
    Ok(())
}

/// The rules of extended data.
fn additions(file: &Examined<'_>, symbols: View<'_, Symbol>, place: Place, report: &mut Report) -> Result<()> {
    let section = file.find(EXTENDED_DATA);
    let content = match section.map(|section| file.content(section)).transpose()? {
        // What does not unpack is told by the container.
        Some(None) => return Ok(()),
        Some(Some(content)) => Some(content),
        None => None,
    };
    let bytes = content.as_deref().unwrap_or_default();
    let limits = *file.budget.limits();
    let mut shared = SharedBytes::new(bytes, limits);
    let (mut sound, mut odd) = (HashSet::new(), Vec::new());
    for (index, symbol) in symbols.iter().enumerate() {
        let offset = symbol.extended_data;
        if sound.contains(&offset) {
            continue;
        }
        let cost = match extended(&symbol, content.as_deref(), limits) {
            Ok(Extended::Nothing) => 0,
            Ok(Extended::Denied) => {
                report.add(place.finding(index, extended::denied()).lenient("I-51"));
                0
            }
            Ok(Extended::Object(document)) => {
                sound.insert(offset);
                let found = document.findings(Space::File(0), SYMBOL_BUDGET);
                odd.extend(found.into_iter().map(|finding| (offset, finding)));
                document.encoded_size()
            }
            Err(fault) => {
                report.add(place.finding(index, fault));
                // How far the reader came is not known.
                (bytes.len() as u64).saturating_sub(offset.into())
            }
        };
        if !shared.take(cost) {
            report.add(place.finding(index, beyond(Symbol::EXTENDED_DATA, "13.4.2")));
            break;
        }
    }
    if let Some((section, space)) = section.and_then(|section| Some((section, file.space(section)?))) {
        odd.sort_by_key(|(offset, _)| *offset);
        let rows = if odd.is_empty() { None } else { rows(bytes, limits) };
        for (offset, finding) in odd {
            let mut path = vec![Segment::Field("sections".into()), Segment::Index(section as u64)];
            match rows.as_ref().and_then(|rows| rows.binary_search(&u64::from(offset)).ok()) {
                Some(row) => path.extend([Segment::Field("extended_data".into()), Segment::Index(row as u64)]),
                None => path.push(Segment::Field("data".into())),
            }
            let path = Path::new(path).join(&finding.path);
            let at = space.location(u64::from(offset).saturating_add(finding.location.file));
            report.add(Finding { location: at, ..finding }.at(path));
        }
    }
    Ok(())
}

/// Offsets of the objects of a section, when it is a row of them.
fn rows(content: &[u8], limits: Limits) -> Option<Vec<u64>> {
    let budget = Budget::over(limits, content);
    let mut decoder = Decoder::new(content, &budget);
    let mut rows = Vec::new();
    while decoder.position() < content.len() as u64 {
        rows.push(decoder.position());
        Document::decode(&mut decoder).ok()?;
    }
    Some(rows)
}
