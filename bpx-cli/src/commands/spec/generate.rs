use super::current::{State, compare_file};
use crate::args::GenerateArgs;
use crate::commands::schema::{Loaded, load_schema};
use crate::document::file_name;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_codegen::generate::{ModuleInput, RustModule, rust_module};
use bpx_documents::names_in;
use bpx_schema::interpret::check_schema;
use bpx_schema::schema::Model;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes declarations or a schema, for a document or for a schema.
pub(super) fn run(args: &GenerateArgs) -> Result<Exit, Failure> {
    let loaded = load_schema(&args.files, &args.reading.fix)?;
    if loaded.document.is_none() {
        check_schema(&loaded.model).in_file(&loaded.name)?;
    }
    let wanted = Wanted::of(&loaded, args.only.as_deref());
    wanted.require_selection(&loaded.model)?;
    let output = output_path(&args.output, &loaded.name);
    let generated = generated_content(&loaded, &wanted, &output);
    if args.check {
        let state = compare_file(&output, |out| generated.write_content(out))?;
        output::print_text(&format!("{}: {}\n", output.display(), state.name())).in_file("<stdout>")?;
        if state != State::Current {
            return Ok(Exit::Invalid);
        }
    } else {
        // Stdout, `-`, is in no folder.
        if let Some(folder) = output.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).in_file(&folder.display().to_string())?;
        }
        output::save_with(&output, None, |out| Ok(generated.write_content(out)?))?;
    }
    for (name, what) in &*generated.todo {
        output::print_warning(&output::printable_text(&bpx_documents::open_sentence(name, what)));
    }
    let Some(document) = &loaded.document else { return Ok(Exit::Fine) };
    document.print_account(args.reading.account);
    Ok(document.strict_exit(args.reading.strict))
}

/// The content of a file, and the parts of the document that were not understood.
pub(super) struct Generated<'l> {
    content: Content<'l>,
    todo: Cow<'l, [(String, String)]>,
}

enum Content<'l> {
    Declarations(String),
    Schema(Cow<'l, Model>),
}

impl Generated<'_> {
    /// Writes the content of the file.
    pub(super) fn write_content(&self, mut out: &mut dyn Write) -> std::io::Result<()> {
        match &self.content {
            Content::Declarations(text) => out.write_all(text.as_bytes()),
            Content::Schema(model) => model.write_json(&mut out),
        }
    }
}

/// Returns the content for a file: a schema if its name ends in `.json`, else declarations.
fn generated_content<'l>(loaded: &'l Loaded, wanted: &Wanted<'_>, output: &Path) -> Generated<'l> {
    if output.extension().is_none_or(|end| end != "json") {
        let RustModule { text, todo, .. } = module_text(loaded, wanted);
        return Generated { content: Content::Declarations(text), todo: todo.into() };
    }
    let open = loaded.document.as_ref().map_or(&[][..], |document| &document.declared.open);
    Generated { content: Content::Schema(wanted.selected_part(&loaded.model)), todo: open.into() }
}

/// Returns the content for a file that has all of a schema.
pub(super) fn generate_all<'l>(loaded: &'l Loaded, output: &Path) -> Generated<'l> {
    generated_content(loaded, &Wanted::of(loaded, None), output)
}

/// Returns the file to write: the output, or, if the output is a folder, a file in the folder with the name of the
/// document.
pub(super) fn output_path(output: &Path, name: &str) -> PathBuf {
    let is_file = || output.extension().is_some_and(|end| end == "rs" || end == "json") && !output.is_dir();
    if output == Path::new("-") || is_file() {
        output.to_owned()
    } else {
        output.join(format!("{}.rs", file_name(name)))
    }
}

/// The selected part of a schema: all, or a section.
struct Wanted<'l> {
    only: Option<&'l str>,
    /// The names of the structures and sets of codes of a section.
    names: Option<BTreeSet<String>>,
}

impl<'l> Wanted<'l> {
    fn of(loaded: &Loaded, only: Option<&'l str>) -> Self {
        let names = loaded.document.as_ref().zip(only).map(|(document, only)| names_in(&document.document, only));
        Self { only, names }
    }

    fn is_selected(&self, name: &str, section: &str) -> bool {
        match (self.only, &self.names) {
            (None, _) => true,
            (Some(_), Some(names)) => names.contains(name),
            (Some(only), None) => {
                section.strip_prefix(only).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            }
        }
    }

    /// Fails if no structure and no set of codes is selected.
    fn require_selection(&self, model: &Model) -> Result<(), Failure> {
        let Some(only) = self.only else { return Ok(()) };
        let structures = model.structures.values().map(|one| (&*one.name, &*one.spec));
        let all = || structures.clone().chain(model.codes.iter().map(|one| (&*one.name, &*one.spec)));
        if all().any(|(name, section)| self.is_selected(name, section)) {
            return Ok(());
        }
        let sections: BTreeSet<&str> =
            all().map(|(_, section)| section).filter(|section| !section.is_empty()).collect();
        let sections = sections.into_iter().collect::<Vec<_>>().join(", ");
        Err(Failure::Usage(format!("no table in section `{only}`; sections with tables: {sections}")))
    }

    /// Returns the selected structures, and the structures and codes that they use.
    fn selected_part<'m>(&self, model: &'m Model) -> Cow<'m, Model> {
        if self.only.is_none() {
            return Cow::Borrowed(model);
        }
        let mut part = model.clone();
        let wanted: Vec<_> = model.structures.values().filter(|one| self.is_selected(&one.name, &one.spec)).collect();
        part.structures =
            wanted.iter().filter_map(|one| model.sub_model(&one.name)).flat_map(|one| one.structures).collect();
        if !part.structures.contains_key(&*part.root) {
            // The tables of a section are in the order of the document, so the first one is its main structure. Without
            // structures, the schema has no root.
            part.root = wanted.first().map(|one| one.name.clone()).unwrap_or_default();
        }
        part.codes.retain(|one| self.is_selected(&one.name, &one.spec));
        Cow::Owned(part)
    }
}

/// Returns the text of the module.
fn module_text(loaded: &Loaded, wanted: &Wanted<'_>) -> RustModule {
    let open = loaded.document.as_ref().map_or(&[][..], |document| &document.declared.open);
    let input = ModuleInput { model: &loaded.model, codes: &loaded.model.codes, open };
    let title = format!("Generated from `{}` by `bpx spec generate`.", loaded.title);
    rust_module(input, &title, |name, section| wanted.is_selected(name, section))
}
