use std::sync::LazyLock;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, HeaderValue, LINK, VARY,
        },
    },
};
use api::{accepts_encoding, matches_if_none_match};
use percent_encoding::percent_decode_str;
use rust_embed::{EmbeddedFile, RustEmbed};

/// The SPA built by Vite; a build without it serves [`NOT_BUILT`] for every page.
#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[allow_missing = true]
struct Spa;

const NOT_BUILT: &str = include_str!("not_built.html");

/// The policy of scripts, styles and fonts: they load nothing, neither as a worker nor opened by themselves. Each file of
/// a first visit would repeat the far longer policy of documents.
const LOADS_NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// Encodings of precompressed files, the smallest first.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Serves the file at `path`, if the SPA has one.
pub(super) fn file(request: &HttpRequest, path: &str) -> Option<HttpResponse> {
    let name = percent_decode_str(path.strip_prefix('/')?).decode_utf8().ok()?;
    let is_listed = !name.is_empty() && name != "index.html" && !is_encoded(&name);
    let file = is_listed.then(|| Spa::get(&name)).flatten()?;
    let mut response = answer(request, &name, file, caching(&name));
    if is_hashed(&name) || name == "theme.js" {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, LOADS_NOTHING);
    }
    Some(response)
}

/// Returns whether the name includes a hash of the content, as Vite names what the document loads.
fn is_hashed(name: &str) -> bool {
    name.starts_with("assets/")
}

fn caching(name: &str) -> &'static str {
    match name {
        // An open page asks it whether there is a new version.
        "sw.js" => "no-cache",
        hashed if is_hashed(hashed) => "public, max-age=31536000, immutable",
        _ => "public, max-age=3600",
    }
}

/// Serves the document of the SPA, which then renders the page of the URL.
pub(super) fn screen(request: &HttpRequest) -> HttpResponse {
    match Spa::get("index.html") {
        Some(file) => {
            let mut response = answer(request, "index.html", file, "no-cache");
            add_preload(request.path(), &mut response);
            response
        }
        None => HttpResponse::Ok()
            .content_type(mime::TEXT_HTML_UTF_8)
            .insert_header((CACHE_CONTROL, "no-cache"))
            .insert_header((VARY, "Accept"))
            .body(NOT_BUILT),
    }
}

/// Returns the file of the SPA in which documents have their place.
pub(super) fn index() -> Option<String> {
    String::from_utf8(Spa::get("index.html")?.data.into_owned()).ok()
}

/// Preloads the files of the screen at `path`.
pub(super) fn add_preload(path: &str, response: &mut HttpResponse) {
    if let Some(links) = preload(path) {
        response.headers_mut().insert(LINK, links);
    }
}

/// Returns the `Link` header that preloads the files of the page at `path`.
fn preload(path: &str) -> Option<HeaderValue> {
    static LINKS: LazyLock<Vec<(String, HeaderValue)>> = LazyLock::new(links);
    LINKS.iter().find(|(route, _)| is_at(path, route)).map(|(_, links)| links.clone())
}

/// Vite writes a line for each common landing page: its route, a tab, the header's value.
fn links() -> Vec<(String, HeaderValue)> {
    let file = Spa::get("preload.txt");
    let text = file.map(|file| String::from_utf8_lossy(&file.data).into_owned());
    let link = |line: &str| {
        let (route, links) = line.split_once('\t')?;
        Some((route.to_owned(), HeaderValue::from_str(links).ok()?))
    };
    text.unwrap_or_default().lines().filter_map(link).collect()
}

/// Returns whether `path` matches `route`, in which `{id}` stands for digits and `{name}` for anything.
fn is_at(path: &str, route: &str) -> bool {
    let (segments, wanted) = (path.split('/'), route.split('/'));
    let fits = |(segment, wanted): (&str, &str)| match wanted {
        "{id}" => !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit()),
        "{name}" => !segment.is_empty(),
        wanted => segment == wanted,
    };
    segments.clone().count() == wanted.clone().count() && segments.zip(wanted).all(fits)
}

fn is_encoded(name: &str) -> bool {
    ENCODINGS.iter().any(|(_, ending)| name.ends_with(ending))
}

fn answer(request: &HttpRequest, name: &str, plain: EmbeddedFile, caching: &str) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CACHE_CONTROL, caching))
        .insert_header((VARY, "Accept, Accept-Encoding"));
    if let Some(tag) = tag(&plain) {
        let is_known_to_client = matches_if_none_match(request, &tag);
        response.insert_header((ETAG, tag));
        if is_known_to_client {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
    }
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    let mime = if mime.type_() == mime::TEXT || mime.suffix() == Some(mime::XML) {
        format!("{mime}; charset=utf-8")
    } else {
        mime.to_string()
    };
    response.content_type(mime);
    for (encoding, ending) in ENCODINGS {
        let is_accepted = accepts_encoding(request.headers(), encoding);
        if let Some(smaller) = is_accepted.then(|| Spa::get(&format!("{name}{ending}"))).flatten() {
            return response.insert_header((CONTENT_ENCODING, encoding)).body(smaller.data);
        }
    }
    response.body(plain.data)
}

/// Weak, because all encodings share it.
fn tag(file: &EmbeddedFile) -> Option<HeaderValue> {
    let hash = file.metadata.sha256_hash();
    let start = u64::from_be_bytes(std::array::from_fn(|index| hash[index]));
    HeaderValue::try_from(format!("W/\"{start:016x}\"")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_a_hash_never_change_and_the_service_worker_is_always_asked_for() {
        assert!(caching("assets/index-DIMz8Hh.js").ends_with("immutable"));
        assert_eq!(caching("sw.js"), "no-cache");
        assert_eq!(caching("favicon.ico"), "public, max-age=3600");
    }

    #[test]
    fn a_route_template_has_placeholders_for_ids_and_names() {
        assert!(is_at("/", "/") && is_at("/posts/12", "/posts/{id}"));
        assert!(is_at("/u/J%C3%BCrgen", "/u/{name}") && !is_at("/u/", "/u/{name}"));
        for other in ["/posts", "/posts/", "/posts/share", "/posts/12/edit", "/forums/12"] {
            assert!(!is_at(other, "/posts/{id}"), "{other}");
        }
    }
}
