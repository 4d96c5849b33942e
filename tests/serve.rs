//! `triskelion serve` over real sockets: files, refused requests, and the engines of the pages.

use crate::protocol::program::Program;
use std::collections::HashMap;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::handshake::HandshakeError;
use tungstenite::{ClientRequestBuilder, Error, Message, WebSocket};

/// The time after which a test fails instead of hanging.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The most pages that may be connected at a time.
const MAX_PAGES: usize = 8;

/// A running server.
struct Server {
    program: Program,
    port: u16,
}

/// A response to a request for a file.
struct Response {
    status: u16,
    /// The headers by their names in lower case.
    headers: HashMap<String, String>,
    body: Vec<u8>,
}

impl Server {
    fn start() -> Server {
        let mut program = Program::start(&["serve", "--port", "0"]);
        let line = program.read_line().expect("the address");
        let port = line
            .strip_prefix("Triskelion is at http://127.0.0.1:")
            .and_then(|rest| rest.split_once('/'))
            .and_then(|(port, _)| port.parse().ok());
        Server { program, port: port.unwrap_or_else(|| panic!("{line}")) }
    }

    fn connect(&self) -> TcpStream {
        let stream =
            TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("the server listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        stream
    }

    /// Requests a file with additional headers, each of which ends with CRLF.
    fn get(&self, path: &str, headers: &str) -> Response {
        self.get_from(&format!("127.0.0.1:{}", self.port), path, headers)
    }

    fn get_from(&self, host: &str, path: &str, headers: &str) -> Response {
        let mut stream = self.connect();
        // Version 1.0 knows no chunks, so the body needs no decoding.
        let request = format!("GET {path} HTTP/1.0\r\nHost: {host}\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).expect("the request is sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a response");
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("headers");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("headers in UTF-8");
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        Response {
            status: status.expect("a status"),
            headers: headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    /// Requests an engine from a page at this origin. Returns the status if it is refused.
    fn open_from(&self, host: &str, origin: Option<&str>) -> Result<Page, u16> {
        let uri = format!("ws://{host}/engine").parse().expect("an address");
        let mut request = ClientRequestBuilder::new(uri);
        if let Some(origin) = origin {
            request = request.with_header("Origin", origin);
        }
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Page(socket)),
            Err(HandshakeError::Failure(Error::Http(response))) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    fn open(&self) -> Result<Page, u16> {
        let host = format!("127.0.0.1:{}", self.port);
        self.open_from(&host, Some(&format!("http://{host}")))
    }
}

/// A page that is connected with an engine.
struct Page(WebSocket<TcpStream>);

impl Page {
    fn send(&mut self, line: &str) {
        self.0.send(Message::text(line)).expect("the line is sent");
    }

    /// Returns the next line of the engine; `None` if the server has closed the connection.
    fn read_line(&mut self) -> Option<String> {
        loop {
            match self.0.read() {
                Ok(Message::Text(line)) => return Some(line.to_string()),
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                Err(Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    panic!("no line before the timeout")
                }
                Err(_) => return None,
            }
        }
    }

    /// Reads lines up to the first that begins so, and returns that line.
    fn read_until(&mut self, start: &str) -> String {
        loop {
            let line = self.read_line().expect("more lines");
            if line.starts_with(start) {
                return line;
            }
        }
    }

    fn assert_closed(&mut self) {
        while self.read_line().is_some() {}
    }
}

/// Waits until a condition holds.
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < TIMEOUT, "{what}: not before the timeout");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the state and the parent of a process; `None` if it has ended.
#[cfg(target_os = "linux")]
fn process_state(id: u32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name before the last parenthesis may contain anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

/// Returns the children of a process that have not ended.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").expect("the processes");
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter(|&id| process_state(id).is_some_and(|(state, of)| of == parent && state != 'Z'))
        .collect()
}

#[cfg(target_os = "linux")]
fn has_ended(id: u32) -> bool {
    process_state(id).is_none_or(|(state, _)| state == 'Z')
}

#[test]
fn files_of_the_page_are_served() {
    let server = Server::start();
    let page = server.get("/", "");
    assert_eq!(page.status, 200);
    assert!(page.headers["content-type"].starts_with("text/html"));
    assert!(page.headers["content-security-policy"].contains("default-src 'none'"));
    assert_eq!(
        page.body,
        fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/web/index.html")).expect("the page")
    );
    assert!(server.get("/src/main.js", "").headers["content-type"].contains("javascript"));
    for path in ["/package.json", "/../Cargo.toml", "/src", "/nothing"] {
        assert_eq!(server.get(path, "").status, 404, "{path}");
    }
}

#[test]
fn files_are_compressed_and_cached() {
    let server = Server::start();
    let plain = server.get("/src/main.js", "");
    assert_eq!(plain.headers.get("content-encoding"), None);
    assert_eq!(plain.headers["vary"], "accept-encoding");

    let compressed = server.get("/src/main.js", "Accept-Encoding: gzip, deflate\r\n");
    assert_eq!(compressed.headers["content-encoding"], "gzip");
    assert_eq!(compressed.headers["vary"], "accept-encoding");
    assert!(compressed.body.len() * 2 < plain.body.len());
    let mut unpacked = Vec::new();
    let mut decoder = flate2::read::GzDecoder::new(&compressed.body[..]);
    decoder.read_to_end(&mut unpacked).expect("gzip");
    assert!(unpacked == plain.body);

    let tag = &plain.headers["etag"];
    assert_eq!(&compressed.headers["etag"], tag);
    let known = server.get("/src/main.js", &format!("If-None-Match: \"other\", {tag}\r\n"));
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!((&known.headers["etag"], known.headers["vary"].as_str()), (tag, "accept-encoding"));
    assert_eq!(server.get("/style.css", &format!("If-None-Match: {tag}\r\n")).status, 200);
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = Server::start();
    let port = server.port;
    for host in ["evil.example", "127.0.0.1", &format!("evil.example:{port}")] {
        assert_eq!(server.get_from(host, "/", "").status, 403, "{host}");
    }
    assert_eq!(server.get_from(&format!("localhost:{port}"), "/", "").status, 200);

    let host = format!("127.0.0.1:{port}");
    let foreign = [None, Some("http://evil.example"), Some("null"), Some("http://127.0.0.1")];
    for origin in foreign {
        assert_eq!(server.open_from(&host, origin).err(), Some(403), "{origin:?}");
    }
    let own = format!("http://{host}");
    assert_eq!(server.open_from("evil.example", Some(&own)).err(), Some(403));
    assert!(server.open_from(&host, Some(&own)).is_ok());
}

#[test]
fn page_talks_to_its_engine() {
    let server = Server::start();
    let mut page = server.open().expect("an engine");
    page.send("uci");
    page.read_until("uciok");
    page.send("go nodes 100");
    assert_ne!(page.read_until("bestmove "), "bestmove (none)");
    for (line, error) in [
        (
            "setoption name Debug Log File value /tmp/log",
            "setoption: 'Debug Log File' cannot be set",
        ),
        ("setoption name Hash value 65536", "setoption: Hash is at most"),
        ("isready\nquit", "a message has more than one line"),
        // The engine itself rejects what is no number for it.
        (
            "setoption name Hash value 99999999999999999999",
            "option Hash: read '99999999999999999999'",
        ),
    ] {
        page.send(line);
        let read = page.read_line().expect("an error");
        assert!(read.starts_with(&format!("info string error: {error}")), "{line}: {read}");
    }
    page.send("isready");
    assert_eq!(page.read_line().as_deref(), Some("readyok"));
}

#[test]
fn messages_that_no_page_sends_end_the_connection() {
    let server = Server::start();
    let mut page = server.open().expect("an engine");
    // The server may close the connection before the message has been sent.
    let _ = page.0.send(Message::text("x".repeat(40_000)));
    page.assert_closed();
    let mut page = server.open().expect("an engine");
    page.0.send(Message::binary(b"uci".to_vec())).expect("the message is sent");
    page.assert_closed();
    let mut page = server.open().expect("an engine");
    page.send("quit");
    page.assert_closed();
}

#[test]
fn number_of_pages_is_limited() {
    let server = Server::start();
    let mut pages: Vec<Page> = (0..MAX_PAGES).map(|_| server.open().expect("an engine")).collect();
    assert_eq!(server.open().err(), Some(503));
    pages.pop();
    wait_until("a free seat", || server.open().is_ok());
    for page in &mut pages {
        page.send("isready");
        page.read_until("readyok");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn engine_ends_with_its_page() {
    let server = Server::start();
    let id = server.program.id();
    assert!(children(id).is_empty());
    let mut page = server.open().expect("an engine");
    page.send("go infinite");
    page.read_until("info depth");
    let engines = children(id);
    assert_eq!(engines.len(), 1);
    drop(page);
    wait_until("the end of the engine", || children(id).is_empty());
    assert!(has_ended(engines[0]));
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_the_server() {
    let server = Server::start();
    let mut pages = [server.open().expect("an engine"), server.open().expect("an engine")];
    for page in &mut pages {
        page.send("go infinite");
        page.read_until("info depth");
    }
    let engines = children(server.program.id());
    assert_eq!(engines.len(), 2);
    // Kills the process.
    drop(server);
    for id in engines {
        wait_until("the end of the engine", || has_ended(id));
    }
}
