//! Webhooks by [Standard Webhooks](https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).

use std::error::Error;

use ::webhooks::{Message, NotPublic, Receivers, Secret, Sent};
use base64::{Engine, prelude::BASE64_STANDARD};
use kernel::{Endpoint, RepositoryError, Timestamp};
use openssl::{error::ErrorStack, hash::MessageDigest, pkey::PKey, sign::Signer};
use reqwest::{
    Method, Request,
    header::{CONTENT_TYPE, HeaderValue},
};
use url::Url;

use crate::{
    chain,
    client::{Answer, GuardedClient, Networks, Reach, retry_after},
};

/// The receivers of webhooks, asked at public addresses.
pub struct WebhookReceivers {
    client: GuardedClient,
    /// The address of this site, which is no receiver.
    own: Option<Url>,
}

impl WebhookReceivers {
    /// `networks` may be asked all the same.
    ///
    /// # Errors
    /// When the system has no thread, or no certificates.
    pub fn new(own: Option<Url>, networks: Networks) -> Result<Self, RepositoryError> {
        let client = GuardedClient::new(Reach::Public(networks));
        let client = client.map_err(|error| RepositoryError::Failed(error.into()))?;
        Ok(Self { client, own })
    }
}

impl Receivers for WebhookReceivers {
    fn check(&self, url: &Endpoint) -> Result<(), NotPublic> {
        if self.own.as_ref().is_some_and(|own| own.origin() == url.url().origin()) {
            return Err(NotPublic);
        }
        let checked = self.client.wait(self.client.check(url.url()));
        if let Some(Err(error)) = &checked {
            tracing::info!("a webhook was refused: {}", chain(error));
        }
        checked.and_then(Result::ok).ok_or(NotPublic)
    }

    fn send(&self, url: &Endpoint, secret: &Secret, message: &Message, now: Timestamp) -> Sent {
        let failed = |why| Sent::Failed { why, after: None };
        let request = match request(url, secret, message, now) {
            Ok(request) => request,
            Err(error) => return failed(error.to_string()),
        };
        match self.client.wait(self.client.send(request)) {
            Some(Ok(answer)) => outcome(url, &answer, now),
            Some(Err(error)) => failed(error.describe(url)),
            None => failed("the server ends".to_owned()),
        }
    }
}

fn request(
    url: &Endpoint,
    secret: &Secret,
    message: &Message,
    now: Timestamp,
) -> Result<Request, Box<dyn Error>> {
    let mut request = Request::new(Method::POST, url.url().clone());
    let seconds = now.unix_millis() / 1_000;
    let headers = request.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert("webhook-id", message.id.parse()?);
    headers.insert("webhook-timestamp", seconds.into());
    headers.insert("webhook-signature", signature(secret, message, seconds)?.parse()?);
    *request.body_mut() = Some(message.body.clone().into());
    Ok(request)
}

fn signature(secret: &Secret, message: &Message, seconds: i64) -> Result<String, ErrorStack> {
    let key = PKey::hmac(&secret.0)?;
    let mut signer = Signer::new(MessageDigest::sha256(), &key)?;
    signer.update(format!("{}.{seconds}.{}", message.id, message.body).as_bytes())?;
    Ok(format!("v1,{}", BASE64_STANDARD.encode(signer.sign_to_vec()?)))
}

/// Only 2xx is success; a redirect is none.
fn outcome(url: &Endpoint, answer: &Answer, now: Timestamp) -> Sent {
    match answer.status.as_u16() {
        200..=299 => Sent::Accepted,
        410 => Sent::Gone,
        status => {
            let why = format!("{} answers {status}", url.host());
            Sent::Failed { why, after: retry_after(answer, now) }
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::WebhookDeliveryId;
    use reqwest::{StatusCode, header::HeaderMap};
    use webhooks::EventType;

    use super::*;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_614_265_330_000);

    #[test]
    fn a_signature_is_that_of_the_specification() {
        // The example of its libraries, with the secret MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, which has 24 bytes.
        let secret = BASE64_STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let mut padded = [0; 32];
        padded[..24].copy_from_slice(&secret);
        let message = Message {
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek".to_owned(),
            body: r#"{"test": 2432232314}"#.to_owned(),
        };
        // HMAC fills a key up with zeros, so the longer one makes the same signature.
        let signature = signature(&Secret(padded), &message, 1_614_265_330).unwrap();
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn only_success_is_accepted() {
        let url = Endpoint::parse("https://bot.example/secret-path").unwrap();
        let sent = |status| {
            let status = StatusCode::from_u16(status).unwrap();
            let (headers, body) = (HeaderMap::new(), vec![]);
            outcome(&url, &Answer { status, headers, body, is_cut: false }, NOW)
        };
        assert_eq!([200, 204, 299].map(sent), [Sent::Accepted, Sent::Accepted, Sent::Accepted]);
        assert_eq!(sent(410), Sent::Gone);
        for status in [301, 307, 400, 401, 404, 429, 500] {
            let why = format!("bot.example answers {status}");
            assert_eq!(sent(status), Sent::Failed { why, after: None });
        }
    }

    #[test]
    fn this_site_is_no_receiver() {
        let own = Some("https://1.1.1.1/".parse().unwrap());
        let receivers = WebhookReceivers::new(own, Networks::default()).unwrap();
        let check = |url| receivers.check(&Endpoint::parse(url).unwrap());
        assert_eq!(check("https://1.1.1.1/hook"), Err(NotPublic));
        assert_eq!(check("https://127.0.0.1/hook"), Err(NotPublic));
        assert_eq!(check("https://1.1.1.1:8443/hook"), Ok(()));
    }

    #[test]
    fn a_try_is_signed_for_its_time() {
        let url = Endpoint::parse("https://bot.example/hook").unwrap();
        let message = Message::new(WebhookDeliveryId(1), EventType::Ping, NOW, "{}");
        let request = request(&url, &Secret([7; 32]), &message, NOW).unwrap();
        let header = |name| request.headers().get(name).unwrap().to_str().unwrap();
        assert_eq!(header("webhook-id"), message.id);
        assert_eq!(header("webhook-timestamp"), "1614265330");
        assert_eq!(header("content-type"), "application/json");
        assert!(header("webhook-signature").starts_with("v1,"));
    }
}
