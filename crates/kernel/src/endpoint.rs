use url::Url;

/// An address of others to which this site sends, such as that at which a push service takes messages for one browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint(Url);

/// Why an address is no endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    #[error("Must be an https address.")]
    NotHttps,
    #[error("Must have at most 2000 characters.")]
    TooLong,
}

impl Endpoint {
    /// The most bytes of an endpoint.
    pub const MAX_BYTES: usize = 2_000;

    /// # Errors
    /// [`EndpointError`] unless it is `https`, without a user name, and of at most [`Self::MAX_BYTES`].
    pub fn parse(text: &str) -> Result<Self, EndpointError> {
        let url = Url::parse(text).map_err(|_| EndpointError::NotHttps)?;
        let has_user = !url.username().is_empty() || url.password().is_some();
        if url.scheme() != "https" || has_user {
            return Err(EndpointError::NotHttps);
        }
        if text.len().max(url.as_str().len()) > Self::MAX_BYTES {
            return Err(EndpointError::TooLong);
        }
        Ok(Self(url))
    }

    #[must_use]
    pub fn url(&self) -> &Url {
        &self.0
    }

    /// Its host.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_an_https_address() {
        let endpoint = Endpoint::parse("https://Push.Example:444/a/B?c=D").unwrap();
        assert_eq!(endpoint.url().as_str(), "https://push.example:444/a/B?c=D");
        assert_eq!(endpoint.host(), "push.example");
        for address in [
            "",
            "push",
            "http://push.example/",
            "ftp://push.example/",
            "https://ann:b@push.example/",
        ] {
            assert_eq!(Endpoint::parse(address), Err(EndpointError::NotHttps), "{address}");
        }
    }

    #[test]
    fn an_endpoint_has_at_most_2000_bytes() {
        let of = |length: usize| format!("https://push.example/{}", "x".repeat(length - 21));
        assert!(Endpoint::parse(&of(2_000)).is_ok());
        assert_eq!(Endpoint::parse(&of(2_001)), Err(EndpointError::TooLong));
        let percent_encoded = format!("https://push.example/{}", "ü".repeat(900));
        assert_eq!(Endpoint::parse(&percent_encoded), Err(EndpointError::TooLong));
    }
}
