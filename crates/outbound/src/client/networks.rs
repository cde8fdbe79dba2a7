//! Which addresses belong to the public internet (the special-purpose registries of IANA, RFC 6890).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// The addresses that may be connected to: public ones, and those of networks that the operator allows all the same.
#[derive(Clone, Debug, Default)]
pub struct Networks(pub Vec<IpNet>);

impl Networks {
    pub(super) fn admit(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        is_public(address) || self.0.iter().any(|network| network.contains(&address))
    }
}

const fn v4(a: u8, b: u8, c: u8, length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, 0), length)
}

const fn v6(a: u16, b: u16, length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), length)
}

const NOT_PUBLIC_V4: [Ipv4Net; 15] = [
    // This network, private ones, carrier-grade NAT, loopback, link-local.
    v4(0, 0, 0, 8),
    v4(10, 0, 0, 8),
    v4(100, 64, 0, 10),
    v4(127, 0, 0, 8),
    v4(169, 254, 0, 16),
    v4(172, 16, 0, 12),
    // Protocol assignments, documentation, relays of 6to4.
    v4(192, 0, 0, 24),
    v4(192, 0, 2, 24),
    v4(192, 88, 99, 24),
    v4(192, 168, 0, 16),
    // Benchmarks, documentation, multicast, reserved and broadcast.
    v4(198, 18, 0, 15),
    v4(198, 51, 100, 24),
    v4(203, 0, 113, 24),
    v4(224, 0, 0, 4),
    v4(240, 0, 0, 4),
];

/// Public addresses are in here: not loopback, NAT64, unique local, link-local, multicast.
const GLOBAL_V6: Ipv6Net = v6(0x2000, 0, 3);

const NOT_PUBLIC_V6: [Ipv6Net; 4] = [
    // Protocol assignments, with Teredo and benchmarks; documentation; 6to4, which names an IPv4 address.
    v6(0x2001, 0, 23),
    v6(0x2001, 0x0db8, 32),
    v6(0x2002, 0, 16),
    v6(0x3fff, 0, 20),
];

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|network| network.contains(&address)),
        IpAddr::V6(address) => {
            GLOBAL_V6.contains(&address)
                && !NOT_PUBLIC_V6.iter().any(|network| network.contains(&address))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(networks: &[&str], address: &str) -> bool {
        let networks = networks.iter().map(|network| network.parse().unwrap()).collect();
        Networks(networks).admit(address.parse().unwrap())
    }

    #[test]
    fn public_addresses_are_admitted() {
        for address in
            ["1.1.1.1", "100.63.255.255", "100.128.0.0", "172.32.0.1", "192.0.1.1", "198.20.0.1"]
        {
            assert!(admitted(&[], address), "{address}");
        }
        for address in ["2606:4700::1111", "2a00:1450:4001:81b::200e", "::ffff:1.1.1.1"] {
            assert!(admitted(&[], address), "{address}");
        }
    }

    #[test]
    fn other_addresses_are_not() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
        ] {
            assert!(!admitted(&[], address), "{address}");
            assert!(!admitted(&[], &format!("::ffff:{address}")), "{address} in IPv6");
        }
        for address in [
            "::",
            "::1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!admitted(&[], address), "{address}");
        }
    }

    #[test]
    fn an_allowed_network_is_admitted_and_no_other() {
        let networks = ["127.0.0.0/8", "fd00::/8"];
        for address in ["127.0.0.1", "::ffff:127.0.0.9", "fd00::1", "1.1.1.1"] {
            assert!(admitted(&networks, address), "{address}");
        }
        for address in ["::1", "10.0.0.1", "fc00::1", "::ffff:10.0.0.1"] {
            assert!(!admitted(&networks, address), "{address}");
        }
    }
}
