use crate::args::{About, EditCommand, PackedFiles, Storage, Target};
use crate::exit::{Exit, Failure, InFile};
use crate::globs::Globs;
use crate::output;
use crate::package::{self, Edited};
use crate::progress::Progress;
use bpx_formats::bpx::package::{PackOptions, Package, PackageEditor, paths};
use std::collections::HashMap;

/// Changes a package.
pub(crate) fn run(command: &EditCommand) -> Result<Exit, Failure> {
    match command {
        EditCommand::Add { target, files, name, force, storage } => {
            add_files(target, files, name.as_deref(), *force, storage)
        }
        EditCommand::Rm { target, globs } => remove_objects(target, globs),
        EditCommand::Mv { target, from, to } => rename_object(target, from, to),
        EditCommand::Set { target, about } => set_properties(target, about),
    }
}

fn add_files(
    target: &Target,
    files: &PackedFiles,
    name: Option<&str>,
    force: bool,
    storage: &Storage,
) -> Result<Exit, Failure> {
    package::set_threads(storage)?;
    let file = Edited::open(target)?;
    let mut collected = package::collect_files(files, &target.file)?;
    if let Some(name) = name {
        let [found] = collected.files.as_mut_slice() else {
            let message = format!("expected a single file for `--name`, found {} files", collected.files.len());
            return Err(Failure::Usage(message));
        };
        found.name = safe_name(&file.name, name)?;
    }
    let known = objects_by_name(&file.package);
    let taken: Vec<_> =
        collected.files.iter().map(|found| &*found.name).filter(|name| known.contains_key(*name)).collect();
    if !force && !taken.is_empty() {
        let message = format!(
            "these names are already in the package: {}; --force replaces the objects",
            output::few_names(taken.into_iter())
        );
        return Err(Failure::Input { name: file.name.clone(), message });
    }
    let progress = Progress::new(package::total_size(&collected.files));
    let mut editor = PackageEditor::of(&file.package, storage.pack_options());
    for found in &collected.files {
        let content = package::file_content(found, &progress);
        match known.get(found.name.as_str()) {
            Some(index) => editor.replace(*index, content),
            None => editor.add(found.name.as_str(), content).map(drop),
        }
        .in_file(&file.name)?;
    }
    file.save(|out| editor.write_to(out))
}

fn remove_objects(target: &Target, globs: &[String]) -> Result<Exit, Failure> {
    let globs = Globs::new(globs)?;
    let file = Edited::open(target)?;
    let matching = file.package.objects().filter(|object| globs.has_match(&package::object_name(object)));
    let indexes: Vec<_> = matching.map(|object| object.index()).collect();
    if indexes.is_empty() {
        return Err(Failure::Input { name: file.name.clone(), message: "no object matches the patterns".to_owned() });
    }
    let mut editor = keeping_editor(&file.package);
    // In reverse, as removing an object renumbers those after it.
    for index in indexes.into_iter().rev() {
        editor.remove(index).in_file(&file.name)?;
    }
    file.save(|out| editor.write_to(out))
}

fn rename_object(target: &Target, from: &str, to: &str) -> Result<Exit, Failure> {
    let file = Edited::open(target)?;
    let known = objects_by_name(&file.package);
    let folder = from.ends_with('/');
    if folder != to.ends_with('/') {
        return Err(Failure::Usage("to rename a folder, end both names in `/`".to_owned()));
    }
    let mut moved: Vec<(usize, String)> = if folder {
        let below =
            known.iter().filter_map(|(name, index)| Some((*index, format!("{to}{}", name.strip_prefix(from)?))));
        below.collect()
    } else {
        known.get(from).map(|index| (*index, to.to_owned())).into_iter().collect()
    };
    moved.sort();
    if moved.is_empty() {
        return Err(Failure::Input { name: file.name.clone(), message: format!("no object has the name `{from}`") });
    }
    let mut editor = keeping_editor(&file.package);
    for (index, name) in moved {
        let name = safe_name(&file.name, &name)?;
        if known.contains_key(name.as_str()) {
            let message = format!("an object with the name `{}` exists already", output::printable_text(&name));
            return Err(Failure::Input { name: file.name.clone(), message });
        }
        editor.rename(index, name).in_file(&file.name)?;
    }
    file.save(|out| editor.write_to(out))
}

fn set_properties(target: &Target, about: &About) -> Result<Exit, Failure> {
    let file = Edited::open(target)?;
    let mut editor = keeping_editor(&file.package);
    editor.set_ext(package::changed_ext(about, file.package.ext()));
    if let Some(metadata) = package::read_metadata(about)? {
        editor.set_metadata(Some(metadata));
    }
    file.save(|out| editor.write_to(out))
}

fn keeping_editor(package: &Package) -> PackageEditor<'_> {
    PackageEditor::of(package, PackOptions::default())
}

/// Returns the index of each object by its name. Of several objects with the same name, returns the last one, which
/// readers find.
fn objects_by_name(package: &Package) -> HashMap<&str, usize> {
    package.objects().filter_map(|object| Some((object.name().ok()?, object.index()))).collect()
}

/// Returns a name, or an error if an object with the name cannot be unpacked safely.
fn safe_name(file: &str, name: &str) -> Result<String, Failure> {
    paths::check(name).map(|_| name.to_owned()).map_err(|reason| Failure::Input {
        name: file.to_owned(),
        message: format!("`{}` cannot be unpacked safely: {reason}", output::printable_text(name)),
    })
}
