use markup::Prepared;

use crate::{
    executor::Writes,
    problem::Problem,
    request::{Body, Caller, TextBody},
    services::Services,
    state::Api,
};

/// A longer text leaves the worker: at 50 µs for a kilobyte with much markup, it would hold up its other requests.
const SHORT_TEXT: usize = 1_024;

/// The values of a body, or why it is refused.
type ParsedBody<B> = Result<<B as TextBody>::Written, Problem>;

impl Api {
    /// Runs a use case that stores a text of a member. Where one thread does all writes, the text is rendered
    /// before that thread's turn.
    pub(crate) async fn write_text<B: TextBody, T: Send + 'static>(
        &self,
        caller: Caller,
        body: Body<B>,
        use_case: impl FnOnce(&Services, &Caller, ParsedBody<B>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if let Writes::Pooled(_) = &self.executor.writes {
            return self.write(move |s| use_case(s, &caller, body.read().and_then(B::parse))).await;
        }
        // A request over its budget renders nothing. The job checks the session again.
        let caller = self.read(move |s| s.member(&caller).map(|_| caller.limited_by(None))).await?;
        let written = body.read().and_then(B::parse);
        let Ok(text) = written.as_ref().map(B::text) else {
            return self.write(move |s| use_case(s, &caller, written)).await;
        };
        let prepared = self.prepare(text).await?;
        self.write(move |s| prepared.during(|| use_case(s, &caller, written))).await
    }

    async fn prepare(&self, text: &str) -> Result<Prepared, Problem> {
        let is_short = text.len() <= SHORT_TEXT;
        let text = text.to_owned();
        let prepare = move |s: &Services| Ok(s.texts.prepare(&text)?);
        if is_short { self.read(prepare).await } else { self.slow_read(prepare).await }
    }
}
