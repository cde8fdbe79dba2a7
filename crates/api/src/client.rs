use std::{
    convert::Infallible,
    future::{Ready, ready},
    net::IpAddr,
};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::header::{HOST, USER_AGENT},
};
use kernel::{Network, UserId};
use users::Device;

/// The address of the client, from trusted proxies' headers where configured: the server puts it into
/// the extensions of each request.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

tokio::task_local! {
    /// The network of the client whose request the task serves.
    static NETWORK: Network;
}

impl ClientAddress {
    /// Serves a request of this client: where it waits for a thread, networks take turns.
    pub async fn serve<T>(self, request: impl Future<Output = T>) -> T {
        serve(Some(Network::of(self.0)), request).await
    }
}

/// Like [`ClientAddress::serve`], for what goes on after the handler: a body that streams.
pub(crate) async fn serve<T>(network: Option<Network>, work: impl Future<Output = T>) -> T {
    match network {
        Some(network) => NETWORK.scope(network, work).await,
        None => work.await,
    }
}

/// Returns the network of the client of the current request, if known.
pub(crate) fn current_network() -> Option<Network> {
    NETWORK.try_get().ok()
}

/// Who sent a request with a good token, or proved in it who they are: put into the extensions of the
/// request, for the log.
#[derive(Clone, Copy, Debug)]
pub struct SignedIn(pub UserId);

/// The address of the client, if known.
#[derive(Clone, Copy)]
pub(crate) struct Client(pub(crate) Option<IpAddr>);

impl FromRequest for Client {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

/// Returns the origin that a request names, without TLS, as on loopback: passkeys need no other.
pub(crate) fn origin(request: &HttpRequest) -> String {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    format!("http://{}", host.unwrap_or_default())
}

/// Returns from where a request comes, as its member recognizes it.
pub(crate) fn device(request: &HttpRequest, client: Client) -> Device {
    let agent = request.headers().get(USER_AGENT);
    Device::of(agent.and_then(|agent| agent.to_str().ok()), client.0)
}

impl Client {
    pub(crate) fn of(request: &HttpRequest) -> Self {
        Self(request.extensions().get().map(|ClientAddress(address)| *address))
    }

    pub(crate) fn network(self) -> Option<Network> {
        self.0.map(Network::of)
    }
}
