use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

/// The network of a client: an IPv4 address, or the first 64 bits of an IPv6 address, because
/// its holder can choose the other bits freely for each request.
///
/// Providers give a customer all /64 networks of a /56 or a /48: what counts by network counts by
/// those, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// The prefix of the smallest IPv6 network, where addresses are free to choose.
const SUBNET: u8 = 64;
/// The prefix of what most providers give a household.
const CUSTOMER: u8 = 56;
/// The prefix of what providers give a company, or the customer of a tunnel.
const SITE: u8 = 48;

impl Network {
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self { address, prefix: 128 }.first_bits(SUBNET)
    }

    /// Returns the /56 of an IPv6 network; an IPv4 address stays as it is.
    #[must_use]
    pub fn customer(self) -> Self {
        self.first_bits(CUSTOMER)
    }

    /// Returns the /48 of an IPv6 network; an IPv4 address stays as it is.
    #[must_use]
    pub fn site(self) -> Self {
        self.first_bits(SITE)
    }

    /// Returns how many bits all its addresses share.
    #[must_use]
    pub fn prefix(self) -> u8 {
        self.prefix
    }

    fn first_bits(self, prefix: u8) -> Self {
        match self.address {
            IpAddr::V6(address) => {
                let bits = address.to_bits() & (u128::MAX << (128 - prefix));
                Self { address: Ipv6Addr::from_bits(bits).into(), prefix }
            }
            IpAddr::V4(_) => Self { prefix: 32, ..self },
        }
    }
}

/// An address, with a prefix if it is neither an IPv4 address nor a /64: databases hold those without.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.address.fmt(f)?;
        match self.prefix {
            CUSTOMER | SITE => write!(f, "/{}", self.prefix),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> Network {
        Network::of(address.parse().unwrap())
    }

    fn of(address: &str) -> String {
        network(address).to_string()
    }

    #[test]
    fn an_ipv4_address_is_its_own_network() {
        assert_eq!(of("203.0.113.9"), "203.0.113.9");
        assert_eq!(of("::ffff:203.0.113.9"), "203.0.113.9");
        let home = network("203.0.113.9");
        assert_eq!((home.customer(), home.site()), (home, home));
    }

    #[test]
    fn ipv6_addresses_share_a_network_by_their_first_half() {
        assert_eq!(of("2001:db8:1:2:aaaa::1"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2:bbbb::1"), of("2001:db8:1:2:aaaa::1"));
        assert_ne!(of("2001:db8:1:3::1"), of("2001:db8:1:2::1"));
    }

    #[test]
    fn ipv6_networks_belong_to_a_customer_and_a_site() {
        let home = network("2001:db8:1:2ff::1");
        assert_eq!(home.customer().to_string(), "2001:db8:1:200::/56");
        assert_eq!(home.site().to_string(), "2001:db8:1::/48");
        assert_eq!(network("2001:db8:1:200::9").customer(), home.customer());
        assert_ne!(network("2001:db8:1:300::9").customer(), home.customer());
        assert_eq!(network("2001:db8:1:300::9").site(), home.site());
        assert_ne!(network("2001:db8:1::9"), network("2001:db8:1::9").site());
    }
}
