use std::sync::{Arc, OnceLock};

use actix_web::{
    http::header::{ACCEPT_ENCODING, HeaderMap},
    web::Bytes,
};

/// The size in bytes from which compression saves more than its header costs.
const MIN_SIZE: usize = 1_024;
/// The fastest level of zstd; it shrinks most responses to a third.
const LEVEL: i32 = 1;

/// The bytes of a body, compressed at most once. Clones share both forms.
#[derive(Clone)]
pub(crate) struct CompressibleBody(Arc<Forms>);

struct Forms {
    plain: Bytes,
    compressed: OnceLock<Option<Bytes>>,
}

impl CompressibleBody {
    pub(crate) fn new(plain: Vec<u8>) -> Self {
        Self(Arc::new(Forms { plain: exact(plain), compressed: OnceLock::new() }))
    }

    pub(crate) fn plain(&self) -> &Bytes {
        &self.0.plain
    }

    /// Returns the maximum memory that it may take, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.0.plain.len() * 3 / 2
    }

    /// Returns the body as zstd; `None` for short bodies.
    pub(crate) fn compressed(&self) -> Option<&Bytes> {
        let Forms { plain, compressed } = &*self.0;
        let compress = || zstd::bulk::compress(plain, LEVEL).ok().map(exact);
        compressed.get_or_init(|| (plain.len() >= MIN_SIZE).then(compress)?).as_ref()
    }
}

/// Drops the spare capacity, which would stay allocated as long as the bytes.
fn exact(bytes: Vec<u8>) -> Bytes {
    bytes.into_boxed_slice().into()
}

/// Returns whether the client accepts zstd.
pub(crate) fn accepts_zstd(headers: &HeaderMap) -> bool {
    accepts_encoding(headers, "zstd")
}

/// Returns whether `Accept-Encoding` names this encoding with a quality above zero.
///
/// Parses by hand, because it runs for every request and the typed header allocates.
#[must_use]
pub fn accepts_encoding(headers: &HeaderMap, encoding: &str) -> bool {
    let offers = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    offers.unwrap_or_default().split(',').any(|offer| {
        let (name, quality) = offer.split_once(';').unwrap_or((offer, "q=1"));
        let quality = quality.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(encoding) && quality.is_some_and(|quality| quality > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn accepts(offers: &'static str, encoding: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(offers));
        accepts_encoding(&headers, encoding)
    }

    #[test]
    fn accept_encoding_is_parsed_with_its_weights() {
        assert!(accepts("gzip, deflate, br, zstd", "zstd") && accepts("ZSTD;q=0.5", "zstd"));
        assert!(accepts("br;q=0, gzip", "gzip") && !accepts("br;q=0, gzip", "br"));
        for offers in ["gzip, deflate, br", "zstd;q=0", "zstd;q=x", "", "*;q=0"] {
            assert!(!accepts(offers, "zstd"), "{offers}");
        }
        assert!(!accepts_zstd(&HeaderMap::new()));
    }

    #[test]
    fn compression_keeps_the_text_and_skips_short_texts() {
        let text = CompressibleBody::new(b"forum ".repeat(1_000));
        let compressed = text.compressed().unwrap();
        assert!(compressed.len() < 600, "{}", compressed.len());
        assert_eq!(zstd::bulk::decompress(compressed, 10_000).unwrap(), &text.plain()[..]);
        assert_eq!(CompressibleBody::new(vec![b' '; 1_000]).compressed(), None);
    }

    #[test]
    fn a_body_allocates_no_more_than_its_bytes() {
        let mut plain = Vec::with_capacity(100_000);
        plain.extend(b"forum ".repeat(1_000));
        let text = CompressibleBody::new(plain);
        text.compressed();
        let Forms { plain, compressed } = Arc::into_inner(text.0).unwrap();
        for form in [plain, compressed.into_inner().flatten().unwrap()] {
            let length = form.len();
            assert_eq!(form.try_into_mut().unwrap().capacity(), length);
        }
    }
}
