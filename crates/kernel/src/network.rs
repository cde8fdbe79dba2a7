use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

/// The network of a client: an IPv4 address, or the first 64 bits of an IPv6 address, because
/// its holder can choose the other bits freely for each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl Network {
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(address: &str) -> String {
        Network::of(address.parse().unwrap()).to_string()
    }

    #[test]
    fn an_ipv4_address_is_its_own_network() {
        assert_eq!(of("203.0.113.9"), "203.0.113.9");
        assert_eq!(of("::ffff:203.0.113.9"), "203.0.113.9");
    }

    #[test]
    fn ipv6_addresses_share_a_network_by_their_first_half() {
        assert_eq!(of("2001:db8:1:2:aaaa::1"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2:bbbb::1"), of("2001:db8:1:2:aaaa::1"));
        assert_ne!(of("2001:db8:1:3::1"), of("2001:db8:1:2::1"));
    }
}
