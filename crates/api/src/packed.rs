use std::sync::{Arc, OnceLock};

use actix_web::{
    http::header::{ACCEPT_ENCODING, HeaderMap},
    web::Bytes,
};

/// Below this, packing saves less than its header costs.
const WORTH_IT: usize = 1_024;
/// Of zstd: the least work, and a third of the size for most answers.
const LEVEL: i32 = 1;

/// The text of an answer, packed at most once for all who take it so. A copy shares both.
#[derive(Clone)]
pub(crate) struct Text(Arc<Forms>);

struct Forms {
    plain: Bytes,
    packed: OnceLock<Option<Bytes>>,
}

impl Text {
    pub(crate) fn new(plain: Vec<u8>) -> Self {
        Self(Arc::new(Forms { plain: exact(plain), packed: OnceLock::new() }))
    }

    pub(crate) fn plain(&self) -> &Bytes {
        &self.0.plain
    }

    /// How many bytes it may take.
    pub(crate) fn size(&self) -> usize {
        self.0.plain.len() * 3 / 2
    }

    /// As zstd; none where that is not worth it.
    pub(crate) fn packed(&self) -> Option<&Bytes> {
        let Forms { plain, packed } = &*self.0;
        let pack = || zstd::bulk::compress(plain, LEVEL).ok().map(exact);
        packed.get_or_init(|| (plain.len() >= WORTH_IT).then(pack)?).as_ref()
    }
}

/// Without the room that was left to write on, which would be kept for as long as the bytes are.
fn exact(bytes: Vec<u8>) -> Bytes {
    bytes.into_boxed_slice().into()
}

/// Whether whoever sends these headers reads zstd.
pub(crate) fn takes_packed(headers: &HeaderMap) -> bool {
    let offers = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    offers.unwrap_or_default().split(',').any(|offer| {
        let (name, quality) = offer.split_once(';').unwrap_or((offer, "q=1"));
        let quality = quality.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("zstd") && quality.is_some_and(|quality| quality > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn takes(offers: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(offers));
        takes_packed(&headers)
    }

    #[test]
    fn browsers_say_that_they_read_zstd() {
        assert!(takes("gzip, deflate, br, zstd") && takes("ZSTD;q=0.5"));
        assert!(!takes("gzip, deflate, br") && !takes("zstd;q=0") && !takes("zstd;q=x"));
        assert!(!takes_packed(&HeaderMap::new()));
    }

    #[test]
    fn compression_keeps_the_text_and_skips_short_texts() {
        let text = Text::new(b"forum ".repeat(1_000));
        let packed = text.packed().unwrap();
        assert!(packed.len() < 600, "{}", packed.len());
        assert_eq!(zstd::bulk::decompress(packed, 10_000).unwrap(), &text.plain()[..]);
        assert_eq!(Text::new(vec![b' '; 1_000]).packed(), None);
    }

    #[test]
    fn a_body_allocates_no_more_than_its_bytes() {
        let mut plain = Vec::with_capacity(100_000);
        plain.extend(b"forum ".repeat(1_000));
        let text = Text::new(plain);
        text.packed();
        let Forms { plain, packed } = Arc::into_inner(text.0).unwrap();
        for form in [plain, packed.into_inner().flatten().unwrap()] {
            let length = form.len();
            assert_eq!(form.try_into_mut().unwrap().capacity(), length);
        }
    }
}
