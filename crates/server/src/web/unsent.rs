//! Bounds the bytes of responses that wait for their clients.

use std::{
    collections::HashMap,
    convert::Infallible,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use actix_web::{
    Error, HttpMessage, ResponseError,
    body::{BodySize, BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web::Bytes,
};
use api::{ClientAddress, Problem};
use kernel::Network;

use crate::web::Web;

/// The bytes that a connection copies at once. Copies of a cached response share the rest. A thread
/// of 500 short replies fits: in slices of 32 KiB it is sent at nine tenths of the rate.
/// Shorter responses are not counted: the number of connections bounds them.
const SLICE: usize = 256 * 1024;
/// The most bytes of large responses, of all clients and of those of one network.
const MAX_BYTES: usize = 64 * 1024 * 1024;
const MAX_BYTES_OF_NETWORK: usize = 8 * 1024 * 1024;

/// The bytes of large responses that are not sent yet.
#[derive(Clone, Debug, Default)]
pub struct Unsent(Arc<Mutex<HashMap<Option<Network>, usize>>>);

/// The bytes of one response, counted until it is dropped.
struct Counted {
    unsent: Unsent,
    network: Option<Network>,
    bytes: usize,
}

impl Unsent {
    /// Counts the bytes of a response; none if they are too many. Without a network, only all
    /// responses together are bounded.
    fn count(&self, network: Option<Network>, bytes: usize) -> Option<Counted> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let total: usize = counts.values().sum();
        let of_network = counts.get(&network).copied().unwrap_or_default();
        // One response is allowed, however long.
        let exceeds = |count: usize, max: usize| count > 0 && count + bytes > max;
        if exceeds(total, MAX_BYTES)
            || (network.is_some() && exceeds(of_network, MAX_BYTES_OF_NETWORK))
        {
            return None;
        }
        counts.insert(network, of_network + bytes);
        Some(Counted { unsent: self.clone(), network, bytes })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.unsent.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.network) {
            *count -= self.bytes;
            if *count == 0 {
                counts.remove(&self.network);
            }
        }
    }
}

/// A body that is copied slice by slice as its client reads.
struct Slices {
    rest: Bytes,
    _counted: Counted,
}

impl MessageBody for Slices {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.rest.len() as u64)
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.rest.len().min(SLICE);
        Poll::Ready(Some(Ok(self.rest.split_to(length))))
    }
}

/// Sends responses of more than [`SLICE`] in slices, and refuses those that are too many with 503.
pub(super) async fn bound<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let response = next.call(request).await?;
    let BodySize::Sized(size) = response.response().body().size() else {
        return Ok(response.map_into_left_body());
    };
    let size = size as usize;
    if size <= SLICE {
        return Ok(response.map_into_left_body());
    }
    let Some(web) = response.request().app_data::<Web>() else {
        return Ok(response.map_into_left_body());
    };
    let address = response.request().extensions().get::<ClientAddress>().copied();
    let network = address.filter(|_| web.limits.is_some()).map(|at| Network::of(at.0));
    let Some(counted) = web.unsent.count(network, size) else {
        let refusal = Problem::unavailable().error_response();
        return Ok(response.into_response(refusal).map_into_right_body());
    };
    Ok(response.map_body(|_, body| match body.try_into_bytes() {
        Ok(rest) => EitherBody::right(BoxBody::new(Slices { rest, _counted: counted })),
        Err(body) => EitherBody::left(body),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(last: u8) -> Network {
        Network::of([203, 0, 113, last].into())
    }

    #[test]
    fn a_network_has_an_eighth_of_the_unsent_bytes() {
        let unsent = Unsent::default();
        let half = MAX_BYTES_OF_NETWORK / 2;
        let counted = [(); 2].map(|()| unsent.count(Some(network(1)), half).unwrap());
        assert!(unsent.count(Some(network(1)), 1).is_none());
        assert!(unsent.count(Some(network(2)), half).is_some());
        drop(counted);
        assert!(unsent.0.lock().unwrap().is_empty());
    }

    #[test]
    fn unsent_bytes_are_bounded_in_total() {
        let unsent = Unsent::default();
        let networks = (0..8).map(|last| unsent.count(Some(network(last)), MAX_BYTES_OF_NETWORK));
        let counted: Vec<_> = networks.map(Option::unwrap).collect();
        assert!(unsent.count(Some(network(9)), 1).is_none() && unsent.count(None, 1).is_none());
        drop(counted);
        assert!(unsent.count(None, MAX_BYTES).is_some());
    }
}
