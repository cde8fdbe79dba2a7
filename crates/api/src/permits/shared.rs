//! Permits for memory that requests hold. An account or a network gets at most half, so that it cannot block all others.

use std::{collections::HashMap, sync::Arc};

use actix_web::{HttpMessage, HttpRequest};
use kernel::{Network, UserId};
use parking_lot::Mutex;

use crate::{
    client::{Client, SignedIn},
    problem::Problem,
};

/// Who holds permits; each has a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Everybody,
    /// The /48 of an IPv6 address.
    Network(Network),
    Account(UserId),
}

impl Holder {
    fn share_of(self, permits: usize) -> usize {
        match self {
            Self::Everybody => permits,
            Self::Network(_) | Self::Account(_) => permits / 2,
        }
    }
}

/// The account and the network of a request.
#[derive(Clone, Debug)]
pub(crate) struct Sender(Vec<Holder>);

impl Sender {
    /// The token is verified before.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let account = request.extensions().get().map(|SignedIn(user)| *user);
        Self::new(Client::of(request).network(), account)
    }

    fn new(network: Option<Network>, account: Option<UserId>) -> Self {
        let network = network.map(|network| Holder::Network(network.site()));
        let holders = [Some(Holder::Everybody), network, account.map(Holder::Account)];
        Self(holders.into_iter().flatten().collect())
    }
}

/// A limited number of permits.
#[derive(Clone)]
pub(crate) struct SharedPermits {
    permits: usize,
    taken: Arc<Mutex<HashMap<Holder, usize>>>,
}

/// Permits that are returned when this is dropped.
pub(crate) struct SharedPermit {
    count: usize,
    sender: Sender,
    of: SharedPermits,
}

impl SharedPermits {
    pub(crate) fn new(permits: usize) -> Self {
        Self { permits, taken: Arc::default() }
    }

    /// Takes permits.
    ///
    /// # Errors
    /// 503 if too few are free for this sender.
    pub(crate) fn acquire(&self, sender: &Sender, count: usize) -> Result<SharedPermit, Problem> {
        let mut taken = self.taken.lock();
        let has_free = |holder: &Holder| {
            let held = taken.get(holder).copied().unwrap_or_default();
            held + count <= holder.share_of(self.permits)
        };
        if !sender.0.iter().all(has_free) {
            return Err(Problem::unavailable());
        }
        for holder in &sender.0 {
            *taken.entry(*holder).or_default() += count;
        }
        Ok(SharedPermit { count, sender: sender.clone(), of: self.clone() })
    }
}

impl Drop for SharedPermit {
    fn drop(&mut self) {
        let mut taken = self.of.taken.lock();
        for holder in &self.sender.0 {
            if let Some(held) = taken.get_mut(holder) {
                *held -= self.count;
            }
        }
        taken.retain(|_, held| *held > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sender(address: &str, account: i64) -> Sender {
        Sender::new(Some(Network::of(address.parse().unwrap())), Some(UserId(account)))
    }

    #[test]
    fn an_account_and_a_network_hold_half() {
        let permits = SharedPermits::new(40);
        let held = permits.acquire(&sender("10.0.0.1", 1), 20).ok().unwrap();
        assert!(permits.acquire(&sender("10.0.0.9", 1), 1).is_err());
        assert!(permits.acquire(&sender("10.0.0.1", 2), 1).is_err());
        let _other = permits.acquire(&sender("10.0.0.9", 2), 20).ok().unwrap();
        drop(held);
        assert!(permits.acquire(&sender("10.0.0.1", 1), 20).is_ok());
    }

    #[test]
    fn all_together_hold_no_more_than_there_are_and_give_them_back() {
        let permits = SharedPermits::new(8);
        let of = |n: i64| permits.acquire(&sender(&format!("10.0.0.{n}"), n), 2).ok();
        let held: Vec<_> = (0..4).map(|n| of(n).unwrap()).collect();
        assert!(of(9).is_none());
        drop(held);
        assert!(of(9).is_some());
        assert!(permits.taken.lock().is_empty());
    }

    #[test]
    fn all_of_an_ipv6_site_is_one_network() {
        let permits = SharedPermits::new(2);
        let visitor =
            |address: &str| Sender::new(Some(Network::of(address.parse().unwrap())), None);
        let _held = permits.acquire(&visitor("2001:db8::1"), 1).ok().unwrap();
        assert!(permits.acquire(&visitor("2001:db8:0:ff::1"), 1).is_err());
        assert!(permits.acquire(&visitor("2001:db8:1::1"), 1).is_ok());
    }
}
