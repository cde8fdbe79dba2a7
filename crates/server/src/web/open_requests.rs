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
    middleware::Next,
    web::Bytes,
};

/// The number of requests of a connection whose response is not complete.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenRequests(Rc<Cell<usize>>);

/// An open request, counted until it is dropped.
pub(super) struct OpenRequest(OpenRequests);

impl OpenRequests {
    pub(super) fn begin(&self) -> OpenRequest {
        self.0.set(self.0.get() + 1);
        OpenRequest(self.clone())
    }

    pub(super) fn are_none(&self) -> bool {
        self.0.get() == 0
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        let OpenRequests(open) = &self.0;
        open.set(open.get() - 1);
    }
}

/// A body that keeps its request open until it is sent.
pub(super) struct CountedBody {
    body: BoxBody,
    /// None in tests without a connection.
    _request: Option<OpenRequest>,
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
    Ok(response.map_body(|_, body| CountedBody { body: BoxBody::new(body), _request: open }))
}
