//! How a request that is limited is counted, and how its answer tells what is left.

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
use limits::{Act, Holder, Limits, Standing, Verdict};

use crate::{Api, Problem, request::Client};

/// What is allowed at all, and what is left of it (draft-ietf-httpapi-ratelimit-headers-10).
pub const RATE_LIMIT_HEADERS: [HeaderName; 2] =
    [HeaderName::from_static("ratelimit-policy"), HeaderName::from_static("ratelimit")];

/// A request that may turn out to be limited; nothing is done for it before it does.
pub(crate) struct Limited(HttpRequest);

impl FromRequest for Limited {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.clone())))
    }
}

impl Limited {
    /// None where limits are off.
    pub(crate) fn to(&self, act: Act) -> Option<Meter> {
        Meter::of(&self.0, act)
    }
}

/// Counts one request.
pub(crate) struct Meter {
    limits: Arc<Limits>,
    network: Option<Network>,
    pub(crate) act: Act,
    told: Told,
}

/// What came of asking, for the headers of the answer.
#[derive(Clone, Default)]
struct Told(Arc<OnceLock<Verdict>>);

impl Meter {
    /// None where limits are off.
    pub(crate) fn of(request: &HttpRequest, act: Act) -> Option<Self> {
        let limits = Arc::clone(request.app_data::<web::Data<Api>>()?.limits.as_ref()?);
        let told = Told::default();
        request.extensions_mut().insert(told.clone());
        let network = Client::of(request).0.map(Network::of);
        Some(Self { limits, network, act, told })
    }

    /// Takes this request out of the budgets of its account, if there is one, and its network.
    ///
    /// # Errors
    /// 429 when there is nothing left.
    pub(crate) fn spend(&self, account: Option<&Member>) -> Result<(), Problem> {
        let verdict = self.limits.spend(self.act, account, self.network)?;
        let refusal = verdict.wait.map(|wait| refusal(&verdict, wait));
        // Asked once, so told once.
        let _ = self.told.0.set(verdict);
        refusal.map_or(Ok(()), Err)
    }
}

/// Puts what is left onto the answer to a request that was limited.
pub fn tell_limits<B>(response: &mut ServiceResponse<B>) {
    let told = response.request().extensions().get::<Told>().cloned();
    if let Some(verdict) = told.as_ref().and_then(|Told(verdict)| verdict.get()) {
        let values = [list(&verdict.standings, policy), list(&verdict.standings, service_limit)];
        for (name, value) in RATE_LIMIT_HEADERS.into_iter().zip(values) {
            if let Ok(value) = HeaderValue::try_from(value) {
                response.headers_mut().insert(name, value);
            }
        }
    }
}

fn list(standings: &[Standing], write: fn(&mut String, &Standing)) -> String {
    let mut list = String::new();
    for standing in standings {
        let separator = if list.is_empty() { "" } else { ", " };
        let holder = match standing.budget.holder {
            Holder::Account(_) => "account",
            Holder::Network(_) => "network",
            Holder::Puzzle(_) => "puzzle",
        };
        // Writing into a String cannot fail.
        let _ = write!(list, "{separator}\"{}-{holder}\"", standing.budget.act.name());
        write(&mut list, standing);
    }
    list
}

fn policy(list: &mut String, Standing { quota, .. }: &Standing) {
    let _ = write!(list, ";q={};w={}", quota.burst, seconds(quota.window()));
}

fn service_limit(list: &mut String, standing: &Standing) {
    let _ = write!(list, ";r={};t={}", standing.remaining, seconds(standing.full_in));
}

/// Rounded up: who comes back then is not too early.
fn seconds(span: Duration) -> u64 {
    span.as_millis().div_ceil(1_000) as u64
}

fn refusal(verdict: &Verdict, wait: Duration) -> Problem {
    let by_network =
        verdict.standings.last().is_some_and(|s| matches!(s.budget.holder, Holder::Network(_)));
    let act = verdict.standings.last().map(|standing| standing.budget.act);
    let reason = match act {
        Some(Act::Register) => "Many registrations came from your network lately.",
        Some(Act::SignIn) => "Many people signed in from your network just now.",
        _ if by_network => "A lot comes from your network at this moment.",
        Some(Act::Message) => "Those are many messages in a short time.",
        Some(Act::Search) => "Those are many searches in a short time.",
        Some(Act::Write | Act::Click) | None => "That is a lot in a short time.",
    };
    let (wait, is_new) = (seconds(wait).max(1), verdict.is_new && !by_network);
    let note = if is_new { " On its first day an account may do less." } else { "" };
    Problem::too_many_requests(format!("{reason} Please try again in {}.{note}", words(wait)), wait)
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
    fn a_wait_is_said_in_words_and_never_too_short() {
        assert_eq!(words(seconds(Duration::from_millis(1))), "a second");
        assert_eq!(words(seconds(Duration::from_millis(1_001))), "2 seconds");
        assert_eq!(words(360), "6 minutes");
        assert_eq!(words(361), "7 minutes");
    }
}
