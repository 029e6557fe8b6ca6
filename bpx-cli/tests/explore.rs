//! `bpx explore`: what the server gives, and what it refuses.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A server, and the folder with what it serves.
struct Server {
    child: Child,
    folder: TempDir,
    host: String,
    token: String,
}

impl Server {
    fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let page = folder.path().join("page");
        fs::create_dir_all(page.join("assets")).unwrap();
        fs::write(page.join("index.html"), "<title>page</title>").unwrap();
        fs::write(page.join("assets/app.js"), "run()").unwrap();
        fs::write(folder.path().join("secret"), "secret").unwrap();
        fs::write(folder.path().join("a \"b\".bin"), (0..=255).collect::<Vec<u8>>()).unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("bpx"));
        command.args(["explore", "--no-open", "--page"]).arg(page).arg(folder.path().join("a \"b\".bin"));
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let rest = line.trim_end().strip_prefix("http://").unwrap().strip_suffix("/#served").unwrap();
        let (host, token) = rest.split_once('/').unwrap();
        Self { host: host.to_owned(), token: token.to_owned(), child, folder }
    }

    /// Sends a request as it is, and returns the status, the headers and the body.
    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(answer[..end].to_vec()).unwrap().to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head, answer[end + 4..].to_vec())
    }

    /// Asks for a path below the token, as the page does.
    fn get(&self, path: &str) -> (u16, String, Vec<u8>) {
        self.send("GET", &format!("/{}/{path}", self.token), &[("Host", &self.host)])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_and_the_files_are_served() {
    let server = Server::start();
    let (status, head, body) = server.get("");
    assert_eq!((status, body.as_slice()), (200, b"<title>page</title>".as_slice()));
    assert!(head.contains("content-type: text/html; charset=utf-8"), "{head}");
    assert!(head.contains("content-security-policy: default-src 'none';"), "{head}");
    assert_eq!(server.get("assets/app.js").2, b"run()");
    assert_eq!(server.get("files.json").2, br#"[{"name":"a \"b\".bin","size":256}]"#);
    assert_eq!(server.get("files/0").2, (0..=255).collect::<Vec<u8>>());
    let host = ("Host", server.host.as_str());
    let part = server.send("GET", &format!("/{}/files/0", server.token), &[host, ("Range", "bytes=16-19")]);
    assert_eq!((part.0, part.2.as_slice()), (206, [16, 17, 18, 19].as_slice()));
    let own = format!("http://{}", server.host);
    assert_eq!(server.send("GET", &format!("/{}/", server.token), &[host, ("Origin", &own)]).0, 200);
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = Server::start();
    let path = format!("/{}/files/0", server.token);
    let port = server.host.split_once(':').unwrap().1;
    let names = [format!("evil.example:{port}"), "evil.example".to_owned(), "127.0.0.1".to_owned(), String::new()];
    for host in &names {
        let (status, _, body) = server.send("GET", &path, &[("Host", host)]);
        assert_eq!((status, body.as_slice()), (403, b"expected the host 127.0.0.1\n".as_slice()), "{host}");
    }
    let host = ("Host", server.host.as_str());
    assert_eq!(server.send("GET", &path, &[host, ("Host", "evil.example")]).0, 403);
    let secure = format!("https://{}", server.host);
    for origin in ["http://evil.example", "null", &secure, "http://127.0.0.1"] {
        let (status, _, body) = server.send("GET", &path, &[host, ("Origin", origin)]);
        assert_eq!(
            (status, body.as_slice()),
            (403, b"expected a request from the page itself\n".as_slice()),
            "{origin}"
        );
    }
}

#[test]
fn without_the_token_nothing_is_served() {
    let server = Server::start();
    let host = ("Host", server.host.as_str());
    let almost = format!("/{}0/", &server.token[..server.token.len() - 1]);
    let other = if server.token.ends_with('0') { almost.replace("0/", "1/") } else { almost };
    let short = format!("/{}/", &server.token[1..]);
    for path in ["/", "/files/0", "/files.json", "/index.html", "//", &other, &short, &format!("/{}", server.token)] {
        assert_eq!(server.send("GET", path, &[host]).0, 403, "{path}");
    }
}

#[test]
fn no_path_leaves_the_page() {
    let server = Server::start();
    let paths = [
        "../secret",
        "..%2fsecret",
        "%2e%2e/secret",
        "assets/../../secret",
        "assets/../index.html",
        "/etc/passwd",
        "./index.html",
        "files/1",
        "files/0/..",
        "files/-1",
        "files/",
        "files/../index.html",
        "assets",
        "assets/",
    ];
    for path in paths {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
    let host = ("Host", server.host.as_str());
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        assert_eq!(server.send(method, &format!("/{}/", server.token), &[host]).0, 405, "{method}");
    }
    assert!(server.folder.path().join("secret").exists());
}

#[test]
fn tokens_differ_from_run_to_run() {
    let (one, other) = (Server::start(), Server::start());
    assert_eq!(one.token.len(), 32);
    assert_ne!(one.token, other.token);
}

#[test]
fn what_cannot_be_served_is_an_error() {
    let run = |args: &[&str]| {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("bpx")).arg("explore").args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_str().unwrap();
    let (code, message) = run(&["--no-open", "--page", path]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("expected a folder with index.html"), "{message}");
    let (code, message) = run(&["--no-open", path]);
    assert_eq!(code, Some(1), "{message}");
    assert!(message.contains("expected a file, found a folder or a device"), "{message}");
    let missing = folder.path().join("missing.bpx");
    let (code, message) = run(&["--no-open", missing.to_str().unwrap()]);
    assert_eq!(code, Some(4), "{message}");
}
