use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use actix_web::{HttpRequest, HttpResponse, Responder, http::header::HeaderValue};
use cache::{CacheTag, Version};

use crate::{
    compression::accepts_zstd,
    problem::Problem,
    response::SerializedResponse,
    response_cache::{CachedResponse, ResponseCache, Viewer},
    services::Services,
    state::Api,
};

/// A response to anybody that is not JSON.
pub struct Rendered {
    pub content_type: &'static str,
    pub body: Vec<u8>,
}

/// The key of a rendered response in the cache, and what it depends on.
pub struct Renderable {
    /// Different from all targets of the API, which begin with a slash.
    pub key: String,
    /// None if it is not worth caching.
    pub tags: Option<Vec<CacheTag>>,
    /// How long it is valid at most, if it depends on the time.
    pub life: Option<Duration>,
}

impl Api {
    /// Returns a response to anybody that another adapter renders, from the cache if it is there.
    ///
    /// # Errors
    /// Those of `render`, and 503 where too many requests wait.
    pub async fn rendered(
        &self,
        request: &HttpRequest,
        Renderable { key, tags, life }: Renderable,
        render: impl FnOnce(&Services) -> Result<Rendered, Problem> + Send + 'static,
    ) -> Result<HttpResponse, Problem> {
        let response = if let Some(cached) = self.cache.get(Viewer::Visitors, &key) {
            cached.encoded.clone()
        } else {
            let cache = Arc::clone(&self.cache);
            let is_compressed = accepts_zstd(request.headers());
            self.slow_read(move |services| {
                let encoded =
                    cache.load_rendered(Renderable { key, tags, life }, || render(services))?;
                if is_compressed {
                    encoded.compress();
                }
                Ok(encoded)
            })
            .await?
        };
        Ok(response.respond_to(request).map_into_boxed_body())
    }

    /// Like [`Self::rendered`], for a response that takes the processor for milliseconds: `draw` makes it of what
    /// `read` returns. It is drawn where passwords are hashed: a few at once, and networks take turns.
    ///
    /// # Errors
    /// Those of `read` and `draw`, and 503 where too many requests wait.
    pub async fn drawn<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        renderable: Renderable,
        read: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
        draw: impl FnOnce(T) -> Result<Rendered, Problem> + Send + 'static,
    ) -> Result<HttpResponse, Problem> {
        let response = if let Some(cached) = self.cache.get(Viewer::Visitors, &renderable.key) {
            cached.encoded.clone()
        } else {
            let before = self.cache.versions.current();
            let value = self.slow_read(read).await?;
            let rendered = self.hash(|_| draw(value)).await?;
            self.cache.put_rendered(renderable, before, rendered)
        };
        Ok(response.respond_to(request).map_into_boxed_body())
    }
}

impl ResponseCache {
    fn load_rendered(
        &self,
        renderable: Renderable,
        render: impl FnOnce() -> Result<Rendered, Problem>,
    ) -> Result<SerializedResponse, Problem> {
        let before = self.versions.current();
        Ok(self.put_rendered(renderable, before, render()?))
    }

    /// Stores a response, if nothing that it depends on has changed since the version `before`.
    fn put_rendered(
        &self,
        Renderable { key, tags, life }: Renderable,
        before: Version,
        Rendered { content_type, body }: Rendered,
    ) -> SerializedResponse {
        let encoded = SerializedResponse::rendered(HeaderValue::from_static(content_type), body);
        if let Some(snapshot) = tags.and_then(|tags| self.versions.snapshot(&tags, before)) {
            let end = life.map(|life| Instant::now() + life);
            let cached = CachedResponse::of(encoded.clone(), None, Some(snapshot), end);
            self.put(Viewer::Visitors, &key, Arc::new(cached));
        }
        encoded
    }
}
