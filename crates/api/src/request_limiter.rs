//! Counts limited requests and adds the rate limit headers to their responses.

use std::{
    convert::Infallible,
    fmt::Write,
    future::{Ready, ready},
    sync::{Arc, OnceLock},
    time::Duration,
};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::{Payload, ServiceResponse},
    http::header::{HeaderName, HeaderValue},
    web,
};
use kernel::{Member, Network};
use limits::{Decision, LimitKey, LimitStatus, LimitedAction, Limits};

use crate::{client::Client, problem::Problem, state::Api};

/// The quotas and the remaining budgets (draft-ietf-httpapi-ratelimit-headers-10).
pub const RATE_LIMIT_HEADERS: [HeaderName; 2] =
    [HeaderName::from_static("ratelimit-policy"), HeaderName::from_static("ratelimit")];

/// Extracts what a handler needs to count its request.
pub(crate) struct RateLimited(HttpRequest);

impl FromRequest for RateLimited {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.clone())))
    }
}

impl RateLimited {
    /// Returns `None` where limits are off.
    pub(crate) fn limiter(&self, action: LimitedAction) -> Option<RequestLimiter> {
        RequestLimiter::of(&self.0, action)
    }
}

/// Counts one request against the budgets.
pub(crate) struct RequestLimiter {
    limits: Arc<Limits>,
    network: Option<Network>,
    pub(crate) action: LimitedAction,
    slot: DecisionSlot,
}

/// The decision, once made, for the headers of the response.
#[derive(Clone, Default)]
struct DecisionSlot(Arc<OnceLock<Decision>>);

impl RequestLimiter {
    /// Returns `None` where limits are off.
    pub(crate) fn of(request: &HttpRequest, action: LimitedAction) -> Option<Self> {
        let limits = Arc::clone(request.app_data::<web::Data<Api>>()?.limits.as_ref()?);
        let slot = DecisionSlot::default();
        request.extensions_mut().insert(slot.clone());
        let network = Client::of(request).network();
        Some(Self { limits, network, action, slot })
    }

    /// Counts the request against the budgets of its account, if there is one, and its network.
    ///
    /// # Errors
    /// 429 when a budget is used up.
    pub(crate) fn spend(&self, account: Option<&Member>) -> Result<(), Problem> {
        let decision = self.limits.spend(self.action, account, self.network)?;
        let refusal = decision.retry_after.map(|retry_after| refusal(&decision, retry_after));
        // A request spends once, so the slot is empty.
        let _ = self.slot.0.set(decision);
        refusal.map_or(Ok(()), Err)
    }
}

/// Adds the rate limit headers to the response to a counted request.
pub fn add_rate_limit_headers<B>(response: &mut ServiceResponse<B>) {
    let decision = response.request().extensions().get::<DecisionSlot>().cloned();
    if let Some(decision) = decision.as_ref().and_then(|DecisionSlot(decision)| decision.get()) {
        let values = [list(&decision.statuses, policy), list(&decision.statuses, service_limit)];
        for (name, value) in RATE_LIMIT_HEADERS.into_iter().zip(values) {
            if let Ok(value) = HeaderValue::try_from(value) {
                response.headers_mut().insert(name, value);
            }
        }
    }
}

fn list(statuses: &[LimitStatus], write: fn(&mut String, &LimitStatus)) -> String {
    let mut list = String::new();
    for status in statuses {
        let separator = if list.is_empty() { "" } else { ", " };
        let key = match status.budget.key {
            LimitKey::Account(_) => "account",
            LimitKey::Network(network) => match network.prefix() {
                56 => "network-56",
                48 => "network-48",
                _ => "network",
            },
            LimitKey::Challenge(_) => "puzzle",
        };
        // Writing into a String cannot fail.
        let _ = write!(list, "{separator}\"{}-{key}\"", status.budget.action.name());
        write(&mut list, status);
    }
    list
}

fn policy(list: &mut String, LimitStatus { quota, .. }: &LimitStatus) {
    let _ = write!(list, ";q={};w={}", quota.burst, seconds(quota.window()));
}

fn service_limit(list: &mut String, status: &LimitStatus) {
    let _ = write!(list, ";r={};t={}", status.remaining, seconds(status.full_in));
}

/// Rounds up, so that a client that waits as long is not too early.
fn seconds(span: Duration) -> u64 {
    span.as_millis().div_ceil(1_000) as u64
}

fn refusal(decision: &Decision, retry_after: Duration) -> Problem {
    let by_network =
        decision.statuses.last().is_some_and(|s| matches!(s.budget.key, LimitKey::Network(_)));
    let action = decision.statuses.last().map(|status| status.budget.action);
    let reason = match action {
        Some(LimitedAction::Register) => "Many registrations came from your network lately.",
        Some(LimitedAction::SignIn) => "Many people signed in from your network just now.",
        _ if by_network => "A lot comes from your network at this moment.",
        Some(LimitedAction::Message) => "Those are many messages in a short time.",
        Some(LimitedAction::Upload) => "Those are many images in a short time.",
        Some(LimitedAction::Search) => "Those are many searches in a short time.",
        Some(LimitedAction::Write | LimitedAction::Interaction) | None => {
            "That is a lot in a short time."
        }
    };
    let (retry_after, is_new) = (seconds(retry_after).max(1), decision.is_new && !by_network);
    let note = if is_new { " On its first day an account may do less." } else { "" };
    Problem::too_many_requests(
        format!("{reason} Please try again in {}.{note}", words(retry_after)),
        retry_after,
    )
}

fn words(seconds: u64) -> String {
    match seconds {
        1 => "a second".to_owned(),
        2..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_written_in_words_and_rounded_up() {
        assert_eq!(words(seconds(Duration::from_millis(1))), "a second");
        assert_eq!(words(seconds(Duration::from_millis(1_001))), "2 seconds");
        assert_eq!(words(360), "6 minutes");
        assert_eq!(words(361), "7 minutes");
    }
}
