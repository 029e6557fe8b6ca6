//! The requests of the page, by name. A request is an object with the member `call`, and with parameters as further
//! members.

mod compare;
mod document;
mod file;
mod model;
mod poses;
mod preview;
mod role;
mod schema;
mod spool;
mod values;

use crate::failure::Failure;
use crate::session::Session;
use serde_json::Value;
use std::cell::RefCell;

/// A reply, which is JSON, and bytes after the JSON.
type Reply = Result<(Value, Vec<u8>), Failure>;

/// The parameters of a request.
struct Request(Value);

/// The handler of a request that needs an open file.
type FileCall = fn(&mut Session, &Request) -> Reply;

/// The handler of a request that needs no file.
type OtherCall = fn(&Request) -> Reply;

/// The requests about the open file.
const FILE_CALLS: &[(&str, FileCall)] = &[
    ("children", values::list_children),
    ("locate", values::locate_values),
    ("search", values::search_values),
    ("content", values::region_content),
    ("map", values::map_file),
    ("findings", file::list_findings),
    ("companions", file::take_companions),
    ("use_schema", schema::use_schema),
    ("model", model::model_value),
    ("edit", model::edit_value),
    ("save_json", model::save_json),
    ("save_dump", model::save_dump),
    ("save_html", model::save_html),
    ("compare", compare::compare_files),
    ("objects", preview::list_objects),
    ("save_object", preview::save_object),
    ("texture", preview::preview_texture),
    ("meshes", preview::preview_meshes),
    ("clips", poses::list_clips),
    ("poses", poses::bone_positions),
];

/// The requests that need no file.
const OTHER_CALLS: &[(&str, OtherCall)] = &[
    ("role", role::file_role),
    ("formats", schema::list_schemas),
    ("save_schema", schema::save_schema),
    ("document", document::read_document),
    ("save_tables", document::save_tables),
    ("document_schema", document::document_schema),
    ("compare_documents", document::compare_documents),
];

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Handles a request. The reply is the size of the rest in 4 bytes, the size of its JSON in 4 bytes, the JSON, then
/// bytes.
#[must_use]
pub fn handle_request(request: &[u8]) -> Vec<u8> {
    let (json, bytes) = answer_request(request).unwrap_or_else(|failure| (failure.to_json(), Vec::new()));
    let json = json.to_string();
    let size = SIZE + json.len() + bytes.len();
    let mut reply = Vec::with_capacity(SIZE + size);
    // A reply is smaller than the memory of the module.
    reply.extend((size as u32).to_le_bytes());
    reply.extend((json.len() as u32).to_le_bytes());
    reply.extend_from_slice(json.as_bytes());
    reply.extend_from_slice(&bytes);
    reply
}

/// The size in bytes of a size field in a reply.
const SIZE: usize = size_of::<u32>();

fn answer_request(request: &[u8]) -> Reply {
    let request: Value = serde_json::from_slice(request).map_err(|error| Failure::new(error.to_string()))?;
    let request = Request(request);
    let name = request.text("call")?;
    if let Some((_, call)) = OTHER_CALLS.iter().find(|(known, _)| *known == name) {
        return call(&request);
    }
    SESSION.with_borrow_mut(|session| {
        if name == "open" {
            let (json, opened) = file::open_session(&request)?;
            *session = Some(opened);
            return Ok((json, Vec::new()));
        }
        let Some((_, call)) = FILE_CALLS.iter().find(|(known, _)| *known == name) else {
            return Err(Failure::new(format!("expected the name of a request, found `{name}`")));
        };
        let session = session.as_mut().ok_or_else(|| Failure::new("expected an open file, found none"))?;
        call(session, &request)
    })
}

impl Request {
    fn text(&self, key: &str) -> Result<&str, Failure> {
        let text = self.0.get(key).and_then(Value::as_str);
        text.ok_or_else(|| Failure::new(format!("expected a text as `{key}`")))
    }

    fn number(&self, key: &str) -> Result<u64, Failure> {
        let number = self.0.get(key).and_then(Value::as_u64);
        number.ok_or_else(|| Failure::new(format!("expected a number as `{key}`")))
    }

    fn size(&self, key: &str) -> Result<usize, Failure> {
        usize::try_from(self.number(key)?).map_err(|_| Failure::new(format!("`{key}` is too large")))
    }

    fn file_number(&self, key: &str) -> Result<u32, Failure> {
        u32::try_from(self.number(key)?).map_err(|_| Failure::new(format!("`{key}` is not the number of a file")))
    }

    fn flag(&self, key: &str) -> bool {
        self.0.get(key).and_then(Value::as_bool).unwrap_or(false)
    }
}
