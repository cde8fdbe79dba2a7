use std::net::{IpAddr, Ipv6Addr};

/// From where a session was opened, so that its member recognizes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// For example `Firefox on Linux`; empty if unknown.
    pub client: String,
    /// The /24 of an IPv4 address, or the /48 of an IPv6 address; empty if unknown.
    pub network: String,
}

/// What a `User-Agent` contains of a browser, and the name of the browser: the first that fits, as browsers also name
/// those that they resemble.
const CLIENTS: [(&str, &str); 12] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];

/// The same for systems.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

impl Device {
    /// `agent` is the `User-Agent` of the request.
    #[must_use]
    pub fn of(agent: Option<&str>, address: Option<IpAddr>) -> Self {
        let client = agent.map(client).unwrap_or_default();
        Self { client, network: address.map(network).unwrap_or_default() }
    }
}

fn client(agent: &str) -> String {
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(part, _)| agent.contains(part)).map(|(_, name)| *name)
    };
    match (named(&CLIENTS), named(&SYSTEMS)) {
        (Some(client), Some(system)) => format!("{client} on {system}"),
        (client, system) => client.or(system).unwrap_or_default().to_owned(),
    }
}

fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_named_by_browser_and_system() {
        for (agent, client) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/139.0 Mobile/15E148 Safari/604.1",
                "Chrome on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("curl/8.5.0", "curl"),
            ("something of one's own", ""),
            ("", ""),
        ] {
            assert_eq!(Device::of(Some(agent), None).client, client, "{agent}");
        }
        assert_eq!(Device::of(None, None), Device::default());
    }

    #[test]
    fn a_network_hides_the_address() {
        for (address, network) in [
            ("192.0.2.77", "192.0.2.0/24"),
            ("::ffff:192.0.2.77", "192.0.2.0/24"),
            ("2001:db8:7:9::1", "2001:db8:7::/48"),
            ("::1", "::/48"),
        ] {
            let device = Device::of(None, Some(address.parse().unwrap()));
            assert_eq!(device.network, network, "{address}");
        }
    }
}
