use std::time::Duration;

use prometheus::{HistogramVec, IntCounterVec, IntGauge, Result};

use crate::metrics::Figures;

/// In seconds: a read takes some tenths of a millisecond, a login half a second.
const BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Metrics of requests and logins.
#[derive(Debug)]
pub struct RequestMetrics {
    answered: IntCounterVec,
    times: HistogramVec,
    in_flight: IntGauge,
    logins: IntCounterVec,
}

/// An answered request.
#[derive(Clone, Copy, Debug)]
pub struct AnsweredRequest<'a> {
    pub method: &'a str,
    /// The template of the path, such as `/forums/{id}`.
    pub route: &'a str,
    pub status: &'a str,
    /// Whether it was the first step of a sign-in that takes two.
    pub is_first_step: bool,
    /// The time until the response started.
    pub took: Duration,
}

impl RequestMetrics {
    pub(super) fn new(figures: &Figures<'_>) -> Result<Self> {
        let answered = figures.counters(
            "postup_http_requests_total",
            "Requests answered, by method, template of the path and status.",
            &["method", "route", "status"],
        )?;
        let times = figures.times(
            "postup_http_request_duration_seconds",
            "Time until the answer to a request began.",
            "route",
            &BUCKETS,
        )?;
        let in_flight =
            figures.gauge("postup_http_requests_in_flight", "Requests being answered now.")?;
        let logins = figures.counters(
            "postup_logins_total",
            "Steps of signing in: success, first-step (right, but a second one is needed), wrong, banned, limited (too many) or busy.",
            &["outcome"],
        )?;
        for outcome in ["success", "first-step", "wrong", "banned", "limited", "busy"] {
            logins.with_label_values(&[outcome]);
        }
        Ok(Self { answered, times, in_flight, logins })
    }

    /// Counts a request in flight while the returned value lives.
    pub fn enter(&self) -> InFlight<'_> {
        self.in_flight.inc();
        InFlight(&self.in_flight)
    }

    pub fn answered(&self, request: AnsweredRequest<'_>) {
        let AnsweredRequest { method, route, status, is_first_step, took } = request;
        self.answered.with_label_values(&[method, route, status]).inc();
        self.times.with_label_values(&[route]).observe(took.as_secs_f64());
        if method == "POST" && ["/login", "/login/second-step", "/login/passkey"].contains(&route) {
            self.login(status, is_first_step);
        }
    }

    /// Other errors are about bodies without a login attempt.
    fn login(&self, status: &str, is_first_step: bool) {
        let outcome = match status {
            "401" if is_first_step => "first-step",
            "200" => "success",
            "401" => "wrong",
            "403" => "banned",
            "429" => "limited",
            "503" => "busy",
            _ => return,
        };
        self.logins.with_label_values(&[outcome]).inc();
    }
}

/// A request in flight.
#[derive(Debug)]
pub struct InFlight<'a>(&'a IntGauge);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}
