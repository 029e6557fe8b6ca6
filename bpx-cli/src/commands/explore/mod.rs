//! Serves the explorer on the loopback address.

mod page;
mod server;

use self::page::Page;
use self::server::Explorer;
use crate::args::ExploreArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use std::io::ErrorKind;
use std::net::Ipv4Addr;
use std::sync::Arc;

/// The size of the token in bytes. Nobody can guess 128 random bits.
const TOKEN_SIZE: usize = 16;

/// Serves the page until the command is interrupted.
///
/// # Errors
///
/// Returns an error if a file cannot be opened, if there is no page, or if the port is in use.
pub(crate) fn run(args: &ExploreArgs) -> Result<Exit, Failure> {
    for file in &args.files {
        let name = file.display().to_string();
        let metadata = std::fs::File::open(file).and_then(|file| file.metadata()).in_file(&name)?;
        if !metadata.is_file() {
            return Err(Failure::Input { name, message: "expected a file, found a folder or a device".to_owned() });
        }
    }
    let page = Page::load(args.page.as_deref())?;
    let token = new_token().in_file("random bytes")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().in_file("server")?;
    runtime.block_on(async {
        let address = format!("127.0.0.1:{}", args.port);
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).await.in_file(&address)?;
        let port = listener.local_addr().in_file(&address)?.port();
        // The mark makes the page ask for the files; on other hosts, it keeps itself for use without a network.
        let url = format!("http://127.0.0.1:{port}/{token}/#served");
        output::print_text(&format!("{url}\n")).in_file("<stdout>")?;
        if !args.no_open
            && let Err(error) = open::that_detached(&url)
        {
            output::print_warning(&format!("no browser was opened ({error}); open the address above"));
        }
        let explorer = Arc::new(Explorer { page, files: args.files.clone(), token, port });
        let router = axum::Router::new().fallback(server::answer_request).with_state(explorer);
        axum::serve(listener, router).await.in_file(&address)
    })?;
    Ok(Exit::Fine)
}

/// Returns random digits, which make the address unknown to others.
fn new_token() -> std::io::Result<String> {
    let mut bytes = [0; TOKEN_SIZE];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::new(ErrorKind::Unsupported, error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
