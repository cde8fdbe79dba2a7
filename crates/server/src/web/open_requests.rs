use std::{
    cell::Cell,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
};

use actix_web::{
    Error,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header::CONTENT_TYPE,
    middleware::Next,
    web::Bytes,
};

/// The requests of a connection whose response is not complete.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenRequests(Rc<State>);

#[derive(Debug, Default)]
struct State {
    count: Cell<usize>,
    /// Whether the client sends no more.
    is_half_closed: Cell<bool>,
}

/// An open request, counted until it is dropped.
pub(super) struct OpenRequest(OpenRequests);

impl OpenRequests {
    pub(super) fn begin(&self) -> OpenRequest {
        self.0.count.set(self.0.count.get() + 1);
        OpenRequest(self.clone())
    }

    pub(super) fn are_none(&self) -> bool {
        self.0.count.get() == 0
    }

    /// Notes that the client sends no more.
    pub(super) fn half_close(&self) {
        self.0.is_half_closed.set(true);
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        let OpenRequests(open) = &self.0;
        open.count.set(open.count.get() - 1);
    }
}

/// A body that keeps its request open until it is sent.
pub(super) struct CountedBody {
    body: BoxBody,
    /// None in tests without a connection.
    request: Option<OpenRequest>,
    is_event_stream: bool,
}

impl CountedBody {
    /// Returns whether it ends before its end: a stream of events is not for a client that is gone, and one that
    /// only half closed can't be told from it.
    fn is_abandoned(&self) -> bool {
        self.is_event_stream
            && self.request.as_ref().is_some_and(|OpenRequest(open)| open.0.is_half_closed.get())
    }
}

impl MessageBody for CountedBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.is_abandoned() {
            return Poll::Ready(None);
        }
        self.body.as_pin_mut().poll_next(cx)
    }
}

/// Counts each request from its head to the end of its response.
pub(super) async fn count<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<CountedBody>, Error> {
    let open = request.conn_data::<OpenRequests>().map(OpenRequests::begin);
    let response = next.call(request).await?;
    Ok(response.map_body(|head, body| {
        let content_type = head.headers.get(CONTENT_TYPE);
        let is_event_stream = content_type.is_some_and(|is| is == "text/event-stream");
        CountedBody { body: BoxBody::new(body), request: open, is_event_stream }
    }))
}
