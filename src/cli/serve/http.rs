//! The pages, and the checks of every request.
//!
//! A page of another site may send requests to this machine, and a site may give its own name the
//! address of this machine (DNS rebinding). So every request must name a host of this server, and
//! the request for an engine must come from a page of this server.

use super::engine_socket::{self, EngineHost};
use crate::registry::{Variant, program_game_text};
use axum::Router;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HOST, HeaderValue,
    IF_NONE_MATCH, ORIGIN, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use include_dir::{Dir, File, include_dir};
use std::ffi::OsString;
use std::sync::Arc;
use tower_http::compression::CompressionLayer;

/// The folders of the page.
static SOURCE: Dir = include_dir!("$CARGO_MANIFEST_DIR/web/src");
static VENDOR: Dir = include_dir!("$CARGO_MANIFEST_DIR/web/vendor");

/// Returns the contents of a file of the page.
fn contents(path: &str) -> Option<&'static [u8]> {
    let of = |folder: &'static Dir, name| folder.get_file(name).map(File::contents);
    match path.split_once('/') {
        Some(("src", name)) => of(&SOURCE, name),
        Some(("vendor", name)) => of(&VENDOR, name),
        // The workshop starts from the texts of games.
        Some(("games", name)) => Some(program_game_text(name.strip_suffix(".toml")?)?.as_bytes()),
        _ => Some(match path {
            "index.html" => include_bytes!("../../../web/index.html"),
            "style.css" => include_bytes!("../../../web/style.css"),
            // What the page uses of the npm package: without a module it needs no worker.
            "js/client.js" => include_bytes!("../../../js/client.js"),
            _ => return None,
        }),
    }
}

/// The content security policy: everything comes from this server.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The names under which a browser reaches this server.
struct Hosts {
    allowed: [String; 2],
}

impl Hosts {
    fn new(port: u16) -> Hosts {
        Hosts { allowed: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")) }
    }

    /// Returns whether the header names a host of this server.
    fn allows_host(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.allowed.iter().any(|allowed| allowed == host))
    }

    /// Returns the text for a request with an unknown host.
    fn explanation(&self) -> String {
        let [address, name] = &self.allowed;
        let port = address.rsplit(':').next().unwrap_or_default();
        format!(
            "unknown host: this server answers at http://{address}/ and http://{name}/ only. Through a \
             tunnel use the same port on both sides: ssh -L {port}:127.0.0.1:{port}\n"
        )
    }

    /// Returns whether the request comes from a page of this server.
    fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
        let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some_and(|host| self.allowed.iter().any(|allowed| allowed == host))
    }
}

struct Server {
    hosts: Hosts,
    engines: EngineHost,
}

/// Returns the routes of a server on this port. `program` is the command of an engine.
pub(super) fn router(port: u16, program: Vec<OsString>, variant: Variant) -> Router {
    let server = Server { hosts: Hosts::new(port), engines: EngineHost::new(program, variant) };
    let server = Arc::new(server);
    Router::new()
        .route("/engine", get(engine))
        .fallback(get(file).layer(CompressionLayer::new()))
        .layer(middleware::from_fn_with_state(server.clone(), check_host))
        .with_state(server)
}

/// Rejects requests to other hosts and adds the headers that every response has.
async fn check_host(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let mut response = match server.hosts.allows_host(request.headers()) {
        true => next.run(request).await,
        false => (StatusCode::FORBIDDEN, server.hosts.explanation()).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Returns a file of the page, or that the browser's copy of it is still the same.
async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(contents) = contents(path) else {
        return (StatusCode::NOT_FOUND, "no such file").into_response();
    };
    let tag = entity_tag(contents);
    let vary = (VARY, ACCEPT_ENCODING.as_str().to_owned());
    if headers.get_all(IF_NONE_MATCH).iter().any(|known| names_tag(known, &tag)) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag), vary]).into_response();
    }
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    ([(CONTENT_TYPE, kind.to_string()), (ETAG, tag), vary], contents).into_response()
}

/// Returns the entity tag of a file. It is weak, because the compressed file has the same.
fn entity_tag(contents: &[u8]) -> String {
    format!("W/\"{:08x}\"", crc32fast::hash(contents))
}

/// Returns whether the value of `If-None-Match` names this tag.
fn names_tag(known: &HeaderValue, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let known = known.to_str().unwrap_or_default();
    known.trim() == "*" || known.split(',').any(|known| opaque(known) == opaque(tag))
}

/// Connects a page with an engine.
async fn engine(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !server.hosts.allows_origin(&headers) {
        return (StatusCode::FORBIDDEN, "unknown origin").into_response();
    }
    let Some(seat) = server.engines.take_seat() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many engines are running").into_response();
    };
    upgrade
        .max_message_size(engine_socket::MAX_MESSAGE_BYTES)
        .max_frame_size(engine_socket::MAX_MESSAGE_BYTES)
        .on_upgrade(move |socket| seat.serve(socket))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: axum::http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn only_names_of_this_server_are_allowed() {
        let hosts = Hosts::new(8080);
        for host in ["127.0.0.1:8080", "localhost:8080"] {
            assert!(hosts.allows_host(&headers(HOST, host)));
        }
        for host in ["127.0.0.1", "localhost:8081", "evil.example:8080", "127.0.0.1:8080.evil"] {
            assert!(!hosts.allows_host(&headers(HOST, host)), "{host}");
        }
        assert!(!hosts.allows_host(&HeaderMap::new()));
        assert!(hosts.allows_origin(&headers(ORIGIN, "http://localhost:8080")));
        for origin in ["https://localhost:8080", "http://evil.example", "null", "localhost:8080"] {
            assert!(!hosts.allows_origin(&headers(ORIGIN, origin)), "{origin}");
        }
        assert!(!hosts.allows_origin(&HeaderMap::new()));
    }

    #[test]
    fn entity_tags_are_compared_without_their_strength() {
        let tag = entity_tag(b"123456789");
        assert_eq!(tag, "W/\"cbf43926\"", "the check value of CRC-32");
        for known in ["W/\"cbf43926\"", "\"cbf43926\"", "\"00\", W/\"cbf43926\"", "*"] {
            assert!(names_tag(&HeaderValue::from_static(known), &tag), "{known}");
        }
        for known in ["", "\"cbf43926", "W/\"cbf43927\"", "cbf43926"] {
            assert!(!names_tag(&HeaderValue::from_static(known), &tag), "{known}");
        }
    }

    #[test]
    fn files_of_the_page_are_part_of_the_program() {
        let games = ["games/alice.toml", "games/raumschach.toml"];
        let files = ["index.html", "src/main.js", "vendor/three/LICENSE", "js/client.js"];
        for path in files.iter().chain(&games) {
            assert!(contents(path).is_some_and(|contents| !contents.is_empty()), "{path}");
        }
        let others = ["package.json", "js/build", "src", "src/../index.html", "../Cargo.toml"];
        for path in others.iter().chain(&["games/alice.net", "games/alice"]) {
            assert!(contents(path).is_none(), "{path}");
        }
    }
}
