//! `triskelion serve`: a board in the browser.
//!
//! The server listens on the loopback interface only. It serves the files of `web/`, which are part
//! of the program, and connects each page with an engine of its own: a child process of this
//! program, by a WebSocket with one line of the protocol in a message.

mod engine_socket;
mod http;
mod line_filter;

use super::result::{CliResult, ExitCode};
use crate::registry::Variant;
use crate::session::Output;
use clap::Args;
use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::TcpListener;

/// Serve a board to the browser on this machine
///
/// Open the printed address in a browser. Only programs on this machine can connect. The server
/// runs until it is interrupted.
#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Listen on this port; 0 selects a free one
    #[arg(long, default_value_t = 8080, value_name = "N")]
    port: u16,

    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
}

/// Serves until the process is interrupted. `program` is the command that starts this program;
/// `None` stands for the file of this process. If a rule set was chosen, the address names it: the
/// page then starts it, and asks before it replaces another game that the browser has stored.
pub(crate) fn run(
    program: Option<&[OsString]>,
    variant: Option<Variant>,
    args: &ServeArgs,
    output: &mut Output,
) -> CliResult {
    let program = match program {
        Some(command) => command.to_vec(),
        None => vec![std::env::current_exe()?.into()],
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| format!("port {}: {error}; select another with --port", args.port))?;
        let port = listener.local_addr()?.port();
        let game = variant.map(|variant| format!("#game={}", variant.name())).unwrap_or_default();
        let url = format!("http://127.0.0.1:{port}/{game}");
        output.line(&format!("Triskelion is at {url} (end with Ctrl-C)"))?;
        if args.open
            && let Err(error) = open::that(&url)
        {
            output.line(&format!("no browser could be opened: {error}"))?;
        }
        axum::serve(listener, http::router(port, program, variant.unwrap_or_default())).await?;
        Ok(ExitCode::SUCCESS)
    })
}
