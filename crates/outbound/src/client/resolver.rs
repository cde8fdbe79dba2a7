use std::{
    error::Error,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;
use url::{Host, Url};

use super::{ClientError, networks::Networks};

pub(super) type Found = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;
/// Looks up the addresses of a name.
pub(super) type Lookup = Arc<dyn Fn(String) -> Found + Send + Sync>;

/// Asks the system.
pub(super) fn system_lookup() -> Lookup {
    Arc::new(|name| {
        Box::pin(async move {
            let found = lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    })
}

/// Looks names up and refuses those of which any address is not admitted. A connection is made to the addresses that it
/// returns, and to no others.
#[derive(Clone)]
pub(super) struct CheckedResolver {
    pub(super) lookup: Lookup,
    pub(super) networks: Networks,
}

impl CheckedResolver {
    /// Checks the host of a URL.
    pub(super) async fn check(&self, url: &Url) -> Result<(), ClientError> {
        match url.domain() {
            Some(name) => self.find(name).await.map(|_| ()),
            None => self.check_literal(url),
        }
    }

    /// Checks the host of a URL if it is an address, which nothing looks up.
    pub(super) fn check_literal(&self, url: &Url) -> Result<(), ClientError> {
        let admitted = match url.host() {
            Some(Host::Domain(_)) => true,
            Some(Host::Ipv4(address)) => self.networks.admit(address.into()),
            Some(Host::Ipv6(address)) => self.networks.admit(address.into()),
            None => false,
        };
        let host = || url.host_str().unwrap_or_default().to_owned();
        if admitted { Ok(()) } else { Err(ClientError::NotPublic(host())) }
    }

    async fn find(&self, name: &str) -> Result<Vec<IpAddr>, ClientError> {
        let found = (self.lookup)(name.to_owned()).await;
        let found = found.map_err(|error| ClientError::NotFound(name.to_owned(), error))?;
        if found.is_empty() || !found.iter().all(|address| self.networks.admit(*address)) {
            return Err(ClientError::NotPublic(name.to_owned()));
        }
        Ok(found)
    }
}

impl Resolve for CheckedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = self.clone();
        Box::pin(async move {
            let found =
                resolver.find(name.as_str()).await.map_err(Box::<dyn Error + Send + Sync>::from)?;
            // The port is that of the URL.
            Ok(Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}
