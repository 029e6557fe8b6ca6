//! Parts of textures and models, which `ls` lists and `cat` prints.

use crate::args::{CatArgs, Input, LsArgs};
use crate::exit::{Exit, Failure, InFile};
use crate::globs::Globs;
use crate::input::Opened;
use crate::part::Part;
use crate::{model, output, package, texture};
use bpx_formats::Format;
use bpx_formats::bpx::{Container, v0};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// A texture or a model, and its parts.
pub(crate) struct Parts {
    name: String,
    container: Any,
    list: Vec<Part>,
}

/// A container of any version.
enum Any {
    Current(Container),
    Old(v0::Container),
}

/// Returns the parts of the texture or the model in a file; `None` if it is another file.
pub(crate) fn of(args: &Input, file: &Opened) -> Result<Option<Parts>, Failure> {
    crate::format::demand(Format::Bpx, args.given.format.as_deref(), file)?;
    if let Some(old) = package::old(file)?.filter(|old| old.header().kind != v0::PACKAGE) {
        let list = old_parts(&old).in_file(&file.name)?;
        return Ok(Some(Parts { name: file.name.clone(), container: Any::Old(old), list }));
    }
    // The caller reports a file that cannot be opened.
    let Ok(container) = Container::open(Arc::clone(&file.source), crate::limits::limits()) else { return Ok(None) };
    let (list, container) = match (container.header().kind, container.header().version) {
        (bpx_formats::bpx::texture::KIND, _) => texture::parts(container),
        (bpx_formats::bpx::model::KIND, 2) => model::parts(container),
        _ => return Ok(None),
    }
    .in_file(&file.name)?;
    Ok(Some(Parts { name: file.name.clone(), container: Any::Current(container), list }))
}

/// Returns the layers of a texture of version 0; for other files the sections, by their content.
fn old_parts(old: &v0::Container) -> bpx_schema::Result<Vec<Part>> {
    let kind = old.header().kind;
    let mut counts = BTreeMap::new();
    let mut list = Vec::new();
    for section in old.sections() {
        let number = section.header().kind;
        let (place, size) = (section.index(), section.content()?.len() as u64);
        let title = v0::section_name(kind, number).map_or_else(|| format!("type-{number}"), str::to_owned);
        let count = counts.entry(number).or_insert(0_usize);
        let part = |name: String, offset: u64, size: u64, about: String| Part {
            name,
            title: None,
            place: (place, offset),
            size,
            about,
        };
        match &old.header().type_ext {
            v0::TypeExt::Texture(ext) if ext.layers() > 0 && number == bpx_formats::bpx::texture::PIXEL_ARRAY => {
                let ((width, height), layers) = (ext.dimensions(), ext.layers());
                let layer = size.div_euclid(layers.max(1));
                let about = format!("{width} x {height} pixels");
                list.extend(
                    (0..layers).map(|index| {
                        part(format!("layer[{index}]"), layer.saturating_mul(index), layer, about.clone())
                    }),
                );
            }
            _ => list.push(part(format!("{title}[{count}]"), 0, size, format!("section {place}"))),
        }
        *count += 1;
    }
    Ok(list)
}

impl Parts {
    /// Lists the parts.
    pub(crate) fn ls(&self, args: &LsArgs, globs: &Globs) -> Result<Exit, Failure> {
        if args.tree {
            return Err(Failure::Usage("--tree shows the folders of packages; there are none here".to_owned()));
        }
        let meant =
            |part: &&Part| globs.allow(&part.name) || part.title.as_ref().is_some_and(|title| globs.allow(title));
        let list: Vec<_> = self.list.iter().filter(meant).collect();
        if list.is_empty() && !globs.is_empty() {
            return Err(Failure::Input { name: self.name.clone(), message: "no part matches".to_owned() });
        }
        if args.json {
            let parts: Value = list.iter().map(|part| part.json()).collect();
            output::print_json(&json!({ "file": self.name, "parts": parts })).in_file("<stdout>")?;
            return Ok(Exit::Fine);
        }
        let mut text = String::new();
        for part in list {
            let title = part.title.as_ref().map_or(String::new(), |title| format!("  {}", output::printable(title)));
            let name = &part.name;
            let _ = match args.long {
                true => {
                    let (section, offset) = part.place;
                    writeln!(text, "{:>12}  {section:>4}:{offset:<10}  {name}{title}  {}", part.size, part.about)
                }
                false => writeln!(text, "{name}{title}"),
            };
        }
        output::print(&text).in_file("<stdout>")?;
        Ok(Exit::Fine)
    }

    /// Prints the bytes of a part.
    pub(crate) fn cat(&self, args: &CatArgs) -> Result<Exit, Failure> {
        let called = |part: &&Part, name: &str| part.name == name || part.title.as_deref() == Some(name);
        let found = match (&args.name, args.index) {
            (_, Some(index)) => self.list.get(index),
            (Some(name), None) => self.list.iter().find(|part| called(part, name)),
            (None, None) => None,
        };
        let part = found.ok_or_else(|| Failure::Usage(format!("{}: no such part; `bpx ls` shows all", self.name)))?;
        let bytes = self.bytes(part, args.check).in_file(&self.name)?;
        output::save_with(Path::new("-"), None, |out| {
            out.write_all(&bytes)?;
            Ok(())
        })?;
        Ok(Exit::Fine)
    }

    fn bytes(&self, part: &Part, check: bool) -> bpx_schema::Result<Cow<'_, [u8]>> {
        let (section, offset) = part.place;
        match &self.container {
            Any::Current(container) => {
                let Some(section) = container.section(section) else { return Ok(Cow::Borrowed(&[])) };
                if check {
                    section.check()?;
                }
                section.part(offset, part.size)
            }
            // Opening the file compared the checksum of the whole file.
            Any::Old(old) => {
                let content = old.section(section).map(|section| section.content()).transpose()?.unwrap_or_default();
                let from = usize::try_from(offset).unwrap_or(usize::MAX);
                let size = usize::try_from(part.size).unwrap_or(usize::MAX);
                Ok(content.get(from..from.saturating_add(size)).unwrap_or_default().to_vec().into())
            }
        }
    }
}

impl Part {
    fn json(&self) -> Value {
        let (section, offset) = self.place;
        json!({
            "name": self.name,
            "title": self.title,
            "section": section,
            "offset": offset.to_string(),
            "size": self.size.to_string(),
            "about": self.about,
        })
    }
}
