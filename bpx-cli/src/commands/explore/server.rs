//! Answers requests: the page, the list of files, and ranges of their bytes.

use super::page::{Page, media_type};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use std::path::PathBuf;
use std::sync::Arc;
use tower::ServiceExt as _;
use tower_http::services::ServeFile;

/// Headers of every answer. With these headers, a browser loads nothing from other hosts, sends nothing to other hosts,
/// and stores nothing.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The files of the server, and the address and token that requests need.
pub(super) struct Explorer {
    pub(super) page: Page,
    pub(super) files: Vec<PathBuf>,
    /// The first part of every path; a request without the token gets nothing.
    pub(super) token: String,
    /// The port, which `Host` has to state.
    pub(super) port: u16,
}

/// Answers a request.
pub(super) async fn answer_request(State(explorer): State<Arc<Explorer>>, request: Request) -> Response {
    let mut response = match explorer.refusal_of(&request) {
        Some((status, why)) => (status, why).into_response(),
        None => explorer.give_file(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

impl Explorer {
    /// Returns the reason to refuse a request. A page of another origin, or of a host name that leads to this address,
    /// must not read files of the user.
    fn refusal_of(&self, request: &Request) -> Option<(StatusCode, &'static str)> {
        let text = |name: HeaderName| single_header(request.headers(), &name);
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        match text(header::HOST) {
            Some(host) if hosts.contains(&host.to_owned()) => {}
            _ => return Some((StatusCode::FORBIDDEN, "expected the host 127.0.0.1\n")),
        }
        if request.headers().contains_key(header::ORIGIN) {
            let known = |origin: &str| hosts.iter().any(|host| origin.strip_prefix("http://") == Some(host));
            if !text(header::ORIGIN).is_some_and(known) {
                return Some((StatusCode::FORBIDDEN, "expected a request from the page itself\n"));
            }
        }
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            return Some((StatusCode::METHOD_NOT_ALLOWED, "this server answers only the methods GET and HEAD\n"));
        }
        if self.path_after_token(request.uri().path()).is_none() {
            return Some((StatusCode::FORBIDDEN, "expected the address that `bpx explore` printed\n"));
        }
        None
    }

    /// Returns the path after the token; `None` if the token is wrong.
    fn path_after_token<'a>(&self, path: &'a str) -> Option<&'a str> {
        let (token, inner) = path.strip_prefix('/')?.split_once('/')?;
        // The time does not depend on where they differ.
        let differ = token.bytes().zip(self.token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        (token.len() == self.token.len() && differ == 0).then_some(inner)
    }

    /// Lists the files with their sizes, because the page reads ranges of the files.
    fn list_files(&self) -> std::io::Result<Response> {
        let describe = |file: &PathBuf| {
            // The command accepts only files, and the path of a file ends with a name.
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            Ok(serde_json::json!({ "name": name, "size": std::fs::metadata(file)?.len() }))
        };
        let list: serde_json::Value = self.files.iter().map(describe).collect::<std::io::Result<_>>()?;
        Ok(([(header::CONTENT_TYPE, media_type("files.json"))], list.to_string()).into_response())
    }

    async fn give_file(&self, request: Request) -> Response {
        // `refusal_of` has refused each path without the token.
        let path = self.path_after_token(request.uri().path()).unwrap_or_default();
        if path == "files.json" {
            return self.list_files().unwrap_or_else(|error| {
                (StatusCode::INTERNAL_SERVER_ERROR, format!("a file cannot be read: {error}\n")).into_response()
            });
        }
        if let Some(number) = path.strip_prefix("files/") {
            let file = number.parse().ok().and_then(|index: usize| self.files.get(index));
            return match file {
                // Reads what `Range` asks for.
                Some(file) => match ServeFile::new(file).oneshot(request).await {
                    Ok(response) => response.map(Body::new),
                    Err(never) => match never {},
                },
                None => (StatusCode::NOT_FOUND, "no such file\n").into_response(),
            };
        }
        match self.page.find_file(path) {
            Some((name, bytes)) => ([(header::CONTENT_TYPE, media_type(name))], bytes.to_vec()).into_response(),
            None => (StatusCode::NOT_FOUND, "no such file\n").into_response(),
        }
    }
}

/// Returns the value of a header that occurs once.
fn single_header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())?.to_str().ok()
}
