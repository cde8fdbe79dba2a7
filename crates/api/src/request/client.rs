use std::{
    convert::Infallible,
    future::{Ready, ready},
    net::IpAddr,
};

use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload};

/// Where a request comes from, as far as proxies are believed: whoever serves the API puts it into
/// the extensions of each request.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

/// Where the request comes from; none if nobody said so.
pub(crate) struct Client(pub(crate) Option<IpAddr>);

impl FromRequest for Client {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let address = request.extensions().get().map(|ClientAddress(address)| *address);
        ready(Ok(Self(address)))
    }
}
