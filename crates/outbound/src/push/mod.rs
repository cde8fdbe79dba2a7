//! Web push (RFC 8030): messages for browsers by way of their push services.

mod encryption;
mod vapid;

use std::error::Error;

use ::push::{Message, NotPublic, PushServices, Sent, Subscription};
use kernel::{Endpoint, RepositoryError, Timestamp};
use reqwest::{
    Method, Request,
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue},
};
use serde_json::json;
use url::Url;

use self::{
    encryption::{MAX_TEXT, encrypt},
    vapid::VapidKey,
};
use crate::{
    chain,
    client::{Answer, ClientError, GuardedClient, Networks, Reach, retry_after},
};

/// How long a push service keeps a message for a browser that is offline, in seconds: a day.
const TTL: u32 = 24 * 60 * 60;
/// The most bytes of an answer in the log.
const SHOWN: usize = 200;

/// The push services of browsers, asked at public addresses.
pub struct WebPush {
    client: GuardedClient,
    key: VapidKey,
    /// Who answers for what this site sends.
    contact: Option<String>,
}

impl WebPush {
    /// The key of the site follows from `secret`. `networks` may be asked all the same.
    ///
    /// # Errors
    /// When the system has no thread, or no certificates.
    pub fn new(
        secret: &[u8; 32],
        public_url: Option<&Url>,
        networks: Networks,
    ) -> Result<Self, RepositoryError> {
        let client = GuardedClient::new(Reach::Public(networks));
        let client = client.map_err(|error| RepositoryError::Failed(error.into()))?;
        let key = VapidKey::new(secret).map_err(|error| RepositoryError::Failed(error.into()))?;
        // Push services take no others.
        let contact = public_url.filter(|url| url.scheme() == "https").map(Url::to_string);
        Ok(Self { client, key, contact })
    }

    fn request(
        &self,
        to: &Subscription,
        message: &Message,
        now: Timestamp,
    ) -> Result<Request, Box<dyn Error>> {
        let url = to.endpoint.url().clone();
        let authorization = self.key.authorization(&url, self.contact.as_deref(), now)?;
        let mut request = Request::new(Method::POST, url);
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, authorization.parse()?);
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("aes128gcm"));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
        headers.insert("ttl", TTL.into());
        headers.insert("urgency", HeaderValue::from_static("normal"));
        headers.insert("topic", message.tag.parse()?);
        *request.body_mut() = Some(encrypt(text(message).as_bytes(), to)?.into());
        Ok(request)
    }
}

impl PushServices for WebPush {
    fn public_key(&self) -> &str {
        &self.key.public
    }

    fn check(&self, endpoint: &Endpoint) -> Result<(), NotPublic> {
        let checked = self.client.wait(self.client.check(endpoint.url()));
        if let Some(Err(error)) = &checked {
            tracing::info!("an endpoint was refused: {}", chain(error));
        }
        checked.and_then(Result::ok).ok_or(NotPublic)
    }

    fn send(&self, to: &Subscription, message: &Message, now: Timestamp) -> Sent {
        let request = match self.request(to, message, now) {
            Ok(request) => request,
            Err(error) => return Sent::Refused { why: error.to_string() },
        };
        match self.client.wait(self.client.send(request)) {
            Some(Ok(answer)) => outcome(to, &answer, now),
            Some(Err(ClientError::NotAllowed(_) | ClientError::NotPublic(_))) => {
                Sent::Refused { why: format!("{} is not public", to.endpoint.host()) }
            }
            Some(Err(error)) => Sent::Later { why: error.describe(&to.endpoint), after: None },
            None => Sent::Later { why: "the server ends".to_owned(), after: None },
        }
    }
}

/// What a browser gets; without the text of what was written where both are too long.
fn text(message: &Message) -> String {
    let Message { title, body, url, tag, unread } = message;
    let of = |body: &str| {
        json!({"title": title, "body": body, "url": url, "tag": tag, "unread": unread}).to_string()
    };
    let whole = of(body);
    if whole.len() > MAX_TEXT { of("") } else { whole }
}

fn outcome(to: &Subscription, answer: &Answer, now: Timestamp) -> Sent {
    let status = answer.status.as_u16();
    let why = || {
        let said = String::from_utf8_lossy(&answer.body[..answer.body.len().min(SHOWN)]);
        format!("{} answers {status}: {said}", to.endpoint.host())
    };
    match status {
        200..=299 => Sent::Accepted,
        404 | 410 => Sent::Gone,
        429 | 500..=599 => Sent::Later { why: why(), after: retry_after(answer, now) },
        _ => Sent::Refused { why: why() },
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use openssl::ec::EcKey;
    use reqwest::{
        StatusCode,
        header::{HeaderMap, RETRY_AFTER},
    };

    use super::{
        encryption::{p256, uncompressed},
        *,
    };

    const NOW: Timestamp = Timestamp::from_unix_millis(1_445_412_480_000);

    fn subscription(endpoint: &str) -> Subscription {
        let key = EcKey::generate(&p256().unwrap()).unwrap();
        Subscription {
            endpoint: Endpoint::parse(endpoint).unwrap(),
            key: ::push::DeviceKey(uncompressed(&key).unwrap().try_into().unwrap()),
            auth: ::push::AuthSecret([0; 16]),
        }
    }

    fn sent(status: u16, retry_after: Option<&'static str>) -> Sent {
        let to = subscription("https://push.example/1");
        let value = retry_after.map(|value| (RETRY_AFTER, HeaderValue::from_static(value)));
        let headers = HeaderMap::from_iter(value);
        let status = StatusCode::from_u16(status).unwrap();
        outcome(&to, &Answer { status, headers, body: b"no".repeat(200), is_cut: false }, NOW)
    }

    #[test]
    fn answers_of_push_services_say_what_becomes_of_a_message() {
        for status in [200, 201, 202, 204] {
            assert_eq!(sent(status, None), Sent::Accepted, "{status}");
        }
        for status in [404, 410] {
            assert_eq!(sent(status, None), Sent::Gone, "{status}");
        }
        for status in [429, 500, 503] {
            assert!(matches!(sent(status, None), Sent::Later { after: None, .. }), "{status}");
        }
        for status in [301, 307, 400, 401, 403, 413] {
            let Sent::Refused { why } = sent(status, None) else { panic!("{status}") };
            let start = format!("push.example answers {status}: nono");
            assert!(why.starts_with(&start) && why.len() < 250, "{why}");
        }
    }

    #[test]
    fn a_push_service_says_how_long_to_wait() {
        for (value, seconds) in [
            ("120", Some(120)),
            ("Wed, 21 Oct 2015 07:29:00 GMT", Some(60)),
            ("Wed, 21 Oct 2015 07:27:00 GMT", Some(0)),
            ("soon", None),
        ] {
            let Sent::Later { after, .. } = sent(503, Some(value)) else { panic!("{value}") };
            assert_eq!(after.map(|after| after.as_secs()), seconds, "{value}");
        }
    }

    fn message(body: &str) -> Message {
        Message {
            title: "Ann answered".to_owned(),
            body: body.to_owned(),
            url: "/posts/1".to_owned(),
            tag: "post-1".to_owned(),
            unread: 2,
        }
    }

    #[test]
    fn a_failure_names_no_more_of_an_endpoint_than_its_host() {
        let networks = Networks(vec!["127.0.0.0/8".parse().unwrap()]);
        let services = WebPush::new(&[7; 32], None, networks).unwrap();
        // A port that is free again.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let to = subscription(&format!("https://127.0.0.1:{port}/secret"));
        let Sent::Later { why, .. } = services.send(&to, &message(""), NOW) else { panic!() };
        assert!(why.starts_with("127.0.0.1: ") && !why.contains("secret"), "{why}");
    }

    #[test]
    fn what_is_too_long_goes_without_its_text() {
        let short = text(&message("Yes \"indeed\""));
        assert!(short.contains(r#""body":"Yes \"indeed\"""#), "{short}");
        let long = text(&message(&"\"".repeat(3_000)));
        assert!(long.len() < 200 && long.contains(r#""body":"""#), "{long}");
    }
}
