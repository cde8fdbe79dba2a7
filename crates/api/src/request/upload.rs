use std::{
    convert::Infallible,
    future::{Ready, ready},
    time::Duration,
};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::StatusCode,
    web::{Bytes, BytesMut},
};
use futures_util::StreamExt;
use images::{MAX_UPLOAD_BYTES, ProcessError};
use tokio::time::timeout;

use super::body::{declared_length, incomplete, too_slow};
use crate::{
    permits::{Sender, SharedPermit, UploadPermits},
    problem::Problem,
};

/// The timeout of an upload: 10 MiB at 1.4 Mbit/s.
const PATIENCE: Duration = Duration::from_mins(1);

/// The body of an upload, of which nothing is read before [`Self::read`].
pub(crate) struct UploadBody {
    is_image: bool,
    sender: Sender,
    /// `Content-Length`; 0 without one.
    declared: usize,
    payload: Payload,
}

/// The bytes of an upload, and the permit to hold them.
pub(crate) struct Upload {
    pub(crate) bytes: Bytes,
    pub(crate) permit: SharedPermit,
}

impl FromRequest for UploadBody {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let mime = request.mime_type().ok().flatten();
        ready(Ok(Self {
            is_image: mime.is_some_and(|mime| mime.type_() == mime::IMAGE),
            sender: Sender::of(request),
            declared: declared_length(request),
            payload: payload.take(),
        }))
    }
}

impl UploadBody {
    /// # Errors
    /// 415 where the `Content-Type` is no image's, 413 past [`MAX_UPLOAD_BYTES`], 503 where too many others
    /// upload, or the sender does, 408 where it takes too long, 400 where it ends early.
    pub(crate) async fn read(self, permits: &UploadPermits) -> Result<Upload, Problem> {
        let Self { is_image, sender, declared, payload } = self;
        if !is_image {
            return Err(images::ImageError::from(ProcessError::UnknownFormat).into());
        }
        if declared > MAX_UPLOAD_BYTES {
            return Err(too_large());
        }
        let expected = if declared == 0 { MAX_UPLOAD_BYTES } else { declared };
        let permit = permits.acquire(&sender, expected)?;
        let bytes = timeout(PATIENCE, collect(payload, declared));
        let bytes = bytes.await.unwrap_or_else(|_| Err(too_slow()))?;
        Ok(Upload { bytes, permit })
    }
}

async fn collect(mut payload: Payload, declared: usize) -> Result<Bytes, Problem> {
    // Growing bit by bit would take twice the memory.
    let mut bytes = BytesMut::with_capacity(declared);
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| incomplete())?;
        if bytes.len() + chunk.len() > MAX_UPLOAD_BYTES {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

fn too_large() -> Problem {
    let detail = "The image must have at most 10 MiB.";
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
}
