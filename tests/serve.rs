//! `triskelion serve` over real sockets: files, refused requests, and the engines of the pages.

use crate::protocol::program::Program;
use crate::support::processes::{TIMEOUT, wait_until};
#[cfg(target_os = "linux")]
use crate::support::{
    env_number,
    processes::{children, has_ended, kill, open_file_count, resident_kib},
};
use std::collections::HashMap;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::handshake::HandshakeError;
use tungstenite::{ClientRequestBuilder, Error, Message, WebSocket};

/// The most engines at a time: a page has up to five, of the game, its notations, lessons, the
/// workshop and a survey.
const MAX_ENGINES: usize = 24;

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

    /// Opens a page as soon as there is a seat.
    fn open_when_free(&self) -> Page {
        let start = Instant::now();
        loop {
            match self.open() {
                Ok(page) => return page,
                Err(status) => assert_eq!(status, 503),
            }
            assert!(start.elapsed() < TIMEOUT, "no free seat before the timeout");
            thread::sleep(Duration::from_millis(5));
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
    for path in ["/src/main.js", "/js/client.js"] {
        assert!(server.get(path, "").headers["content-type"].contains("javascript"), "{path}");
    }
}

/// Every response has these headers, also an error.
fn assert_safe_headers(response: &Response, what: &str) {
    let policy = &response.headers["content-security-policy"];
    let directives: Vec<&str> = policy.split(';').map(str::trim).collect();
    for expected in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
        assert!(directives.contains(&expected), "{what}: {policy}");
    }
    assert!(!policy.contains("unsafe"), "{what}: {policy}");
    assert_eq!(response.headers["x-content-type-options"], "nosniff", "{what}");
    assert_eq!(response.headers["referrer-policy"], "no-referrer", "{what}");
}

#[test]
fn every_response_has_safe_headers() {
    let server = Server::start();
    for path in ["/", "/src/main.js", "/style.css", "/nothing", "/engine"] {
        assert_safe_headers(&server.get(path, ""), path);
    }
    let refused = server.get_from("evil.example", "/", "");
    assert_eq!(refused.status, 403);
    assert_safe_headers(&refused, "another host");
}

#[test]
fn no_path_leaves_the_embedded_files() {
    let server = Server::start();
    for path in [
        "/package.json",
        "/tests/page.test.mjs",
        "/../Cargo.toml",
        "/src/../../Cargo.toml",
        "/js/build",
        "/js/package.json",
        "/js/../Cargo.toml",
        "/src/..%2f..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..\\Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/file:///etc/passwd",
        "/src/main.js%00.html",
        "/src",
        "/src/",
        "/nothing",
    ] {
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
    // Names that DNS rebinding, a proxy or a look-alike would give.
    for host in [
        "",
        &format!("127.0.0.1:{port}.evil.example"),
        &format!("localhost.evil.example:{port}"),
        &format!("127.0.0.2:{port}"),
        &format!("[::1]:{port}"),
        &format!("127.0.0.1:{port}@evil.example"),
        &format!("evil.example@127.0.0.1:{port}"),
    ] {
        assert_eq!(server.get_from(host, "/", "").status, 403, "{host}");
    }
    let forwarded = format!("X-Forwarded-Host: 127.0.0.1:{port}\r\n");
    assert_eq!(server.get_from("evil.example", "/", &forwarded).status, 403);

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
    let _ = page.0.send(Message::text("x".repeat(200_000)));
    page.assert_closed();
    let mut page = server.open().expect("an engine");
    page.0.send(Message::binary(b"uci".to_vec())).expect("the message is sent");
    page.assert_closed();
    let mut page = server.open().expect("an engine");
    page.send("quit");
    page.assert_closed();
}

/// Bytes that are no frame of a client: without a mask, of a reserved type, with a length that the
/// server must not allocate, a control frame in fragments, and invalid UTF-8.
#[test]
fn malformed_frames_end_the_connection() {
    let server = Server::start();
    let frames: [&[u8]; 6] = [
        b"\x81\x03uci",
        b"\x83\x80\0\0\0\0",
        b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
        b"\x81\xff\0\0\0\0\x7f\xff\xff\xff\0\0\0\0",
        b"\x09\x80\0\0\0\0",
        b"\x81\x82\0\0\0\0\xff\xfe",
    ];
    for frame in frames {
        let mut page = server.open().expect("an engine");
        page.0.get_mut().write_all(frame).expect("the bytes are sent");
        page.assert_closed();
    }
    // The requests before the connection becomes a WebSocket.
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    for request in ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", &long] {
        let mut stream = server.connect();
        // The server may close the connection before the request has been sent.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 2"), "{:?}", &request[..4]);
    }
    server.open().expect("an engine");
}

#[test]
fn flood_ends_only_its_page() {
    let server = Server::start();
    let mut other = server.open().expect("an engine");
    let mut page = server.open().expect("an engine");
    for _ in 0..5000 {
        if page.0.send(Message::text("isready")).is_err() {
            break;
        }
    }
    page.assert_closed();
    other.send("isready");
    other.read_until("readyok");
}

/// A page that reads nothing keeps its engine waiting, and the memory of the server stays small.
#[cfg(target_os = "linux")]
#[test]
fn slow_reader_keeps_only_itself_waiting() {
    let server = Server::start();
    let mut other = server.open().expect("an engine");
    let mut slow = server.open().expect("an engine");
    let id = server.program.id();
    let before = resident_kib(id);
    // About 10 MB of answers: more than the buffers of the connection hold.
    for _ in 0..900 {
        slow.send("moves json");
    }
    other.send("go movetime 500");
    other.read_until("bestmove ");
    let grown = resident_kib(id).saturating_sub(before);
    assert!(grown < 8 << 10, "{grown} KiB");
    slow.read_until("moves ");
    drop(slow);
    wait_until("the end of the engine", || children(id).len() == 1);
}

#[cfg(target_os = "linux")]
#[test]
fn page_hears_why_its_engine_has_ended() {
    let server = Server::start();
    let mut page = server.open().expect("an engine");
    page.send("isready");
    page.read_until("readyok");
    kill(children(server.program.id())[0]);
    let reason = loop {
        if let Message::Close(frame) = page.0.read().expect("a close frame") {
            break frame.expect("a reason").reason.to_string();
        }
    };
    assert_eq!(reason, "the engine has ended (signal: 9 (SIGKILL))");
    // The page connects again.
    let mut page = server.open().expect("an engine");
    page.send("isready");
    page.read_until("readyok");
}

/// The page starts a game that was chosen on the command line.
#[test]
fn the_address_names_a_chosen_game() {
    for (arguments, hash) in [(&[][..], ""), (&["--variant", "raumschach"], "#game=raumschach")] {
        let mut program = Program::start(&[&["serve", "--port", "0"], arguments].concat());
        let line = program.read_line().expect("the address");
        let address = line.split(' ').find(|word| word.starts_with("http://"));
        let (_, end) = address.and_then(|it| it.rsplit_once('/')).expect("an address");
        assert_eq!(end, hash, "{line}");
    }
}

/// Other machines and other addresses of this machine reach nothing.
#[cfg(target_os = "linux")]
#[test]
fn only_the_loopback_address_listens() {
    let server = Server::start();
    let table = fs::read_to_string("/proc/net/tcp").expect("the sockets");
    let port = format!(":{:04X}", server.port);
    const LISTEN: &str = "0A";
    let listening: Vec<&str> = table
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|fields| fields[1].ends_with(&port) && fields[3] == LISTEN)
        .map(|fields| &fields[1][..8])
        .collect();
    assert_eq!(listening, ["0100007F"]);
    let table = fs::read_to_string("/proc/net/tcp6").unwrap_or_default();
    assert!(
        !table
            .lines()
            .any(|line| line.split_whitespace().nth(1).is_some_and(|at| at.ends_with(&port)))
    );
    assert!(TcpStream::connect((Ipv4Addr::new(127, 0, 0, 2), server.port)).is_err());
}

/// `TRISKELION_FAULTS` sets the number of pages; without it, some. Each comes, searches and goes.
#[cfg(target_os = "linux")]
#[test]
fn pages_come_and_go() {
    let pages = env_number("TRISKELION_FAULTS", 20) as usize;
    let server = Server::start();
    let id = server.program.id();
    // The first process opens files that stay.
    drop(server.open());
    wait_until("the end of the engine", || children(id).is_empty());
    let before = open_file_count(id);
    // More than there are seats: those without a seat are refused.
    let first = server.open_when_free();
    let mut crowd = vec![Ok(first)];
    crowd.extend((1..pages.max(2 * MAX_ENGINES)).map(|_| server.open()));
    assert_eq!(crowd.iter().filter(|page| page.is_ok()).count(), MAX_ENGINES);
    assert!(crowd.iter().all(|page| page.as_ref().err().is_none_or(|&status| status == 503)));
    drop(crowd);
    for _ in 0..pages {
        let mut page = server.open_when_free();
        page.send("go nodes 500");
        page.read_until("bestmove ");
    }
    wait_until("the end of the engines", || children(id).is_empty());
    wait_until("the end of the connections", || open_file_count(id) <= before);
    println!("figures: serve: {pages} pages came and went");
}

#[test]
fn number_of_pages_is_limited() {
    let server = Server::start();
    let mut pages: Vec<Page> =
        (0..MAX_ENGINES).map(|_| server.open().expect("an engine")).collect();
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
