use std::net::{IpAddr, SocketAddr};

use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
};
use api::ClientAddress;
use ipnet::IpNet;

use crate::web::Web;

/// Passes the client's address to the API.
pub(super) async fn tell<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let trusted = request.app_data::<Web>().map_or(&[][..], |web| &web.trusted_proxies);
    let Some(address) = address(request.request(), trusted) else {
        return next.call(request).await;
    };
    let client = ClientAddress(address);
    request.extensions_mut().insert(client);
    client.serve(next.call(request)).await
}

/// Returns the client's address: the peer, or the address given by trusted proxies.
///
/// Reads `X-Forwarded-For` from its end, where the nearest proxy wrote, while the writers are trusted:
/// entries written by the client are ignored.
pub(super) fn address(request: &HttpRequest, trusted: &[IpNet]) -> Option<IpAddr> {
    let peer = request.peer_addr()?.ip().to_canonical();
    let forwarded = request.headers().get_all("x-forwarded-for");
    let named: Vec<&str> = forwarded
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    Some(outermost_untrusted(peer, &named, trusted))
}

/// Returns whether a trusted proxy received the request over TLS.
pub(super) fn is_https(request: &HttpRequest, trusted: &[IpNet]) -> bool {
    let by_proxy = request.peer_addr().is_some_and(|peer| is_trusted(peer.ip(), trusted));
    let named = request.headers().get_all("x-forwarded-proto").next_back();
    let named = named.and_then(|value| value.to_str().ok()?.rsplit(',').next());
    by_proxy && named.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

/// Returns whether a trusted proxy has this address. IPv4-mapped IPv6 addresses count as IPv4, because
/// dual-stack sockets report them.
pub(super) fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|network| network.contains(&address.to_canonical()))
}

fn outermost_untrusted(peer: IpAddr, named: &[&str], trusted: &[IpNet]) -> IpAddr {
    let mut client = peer;
    for name in named.iter().rev() {
        if !is_trusted(client, trusted) {
            break;
        }
        match named_address(name.trim()) {
            Some(address) => client = address,
            None => break,
        }
    }
    client
}

/// Some proxies include the port.
fn named_address(name: &str) -> Option<IpAddr> {
    let address = name.parse().or_else(|_| name.parse().map(|at: SocketAddr| at.ip()));
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, named: &[&str]) -> String {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "192.0.2.1/32".parse().unwrap()];
        outermost_untrusted(peer.parse().unwrap(), named, &trusted).to_string()
    }

    #[test]
    fn an_untrusted_peer_names_no_client() {
        assert_eq!(client("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn a_trusted_proxy_names_the_client() {
        assert_eq!(client("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["198.51.100.1", "192.0.2.1"]), "198.51.100.1");
    }

    #[test]
    fn addresses_written_by_the_client_are_ignored() {
        assert_eq!(client("10.0.0.1", &["1.2.3.4", "198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn addresses_are_canonical() {
        assert_eq!(client("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(client("10.0.0.1", &["::ffff:198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn an_invalid_address_names_no_client() {
        assert_eq!(client("10.0.0.1", &["unknown"]), "10.0.0.1");
    }
}
