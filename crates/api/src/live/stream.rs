use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use actix_web::web::Bytes;
use futures_util::{FutureExt, Stream};
use tokio::{
    sync::mpsc::Receiver,
    time::{Instant, Sleep, sleep_until},
};

use super::{
    Shared,
    frame::{BEGINNING, HEARTBEAT},
    registry::StreamId,
};

/// The body of a stream. It leaves the registry when it is dropped, as soon as its client is gone.
pub(crate) struct EventStream {
    id: StreamId,
    frames: Receiver<Bytes>,
    shared: Arc<Shared>,
    is_begun: bool,
    /// When the token of its client expires.
    end: Option<Instant>,
    beat_every: Duration,
    /// Fires at the next heartbeat or at the end.
    timer: Pin<Box<Sleep>>,
}

impl EventStream {
    /// `time_left` is how long the token of its client is valid; none for a visitor.
    pub(super) fn new(
        id: StreamId,
        frames: Receiver<Bytes>,
        shared: Arc<Shared>,
        time_left: Option<Duration>,
        beat_every: Duration,
    ) -> Self {
        let now = Instant::now();
        let end = time_left.and_then(|left| now.checked_add(left));
        let timer = Box::pin(sleep_until(next_due(now, beat_every, end)));
        Self { id, frames, shared, is_begun: false, end, beat_every, timer }
    }
}

fn next_due(now: Instant, beat_every: Duration, end: Option<Instant>) -> Instant {
    let beat = now + beat_every;
    end.map_or(beat, |end| end.min(beat))
}

impl Stream for EventStream {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if !self.is_begun {
            self.is_begun = true;
            return Poll::Ready(Some(Ok(BEGINNING)));
        }
        if self.timer.poll_unpin(context).is_ready() {
            let now = Instant::now();
            if self.end.is_some_and(|end| now >= end) {
                return Poll::Ready(None);
            }
            let due = next_due(now, self.beat_every, self.end);
            self.timer.as_mut().reset(due);
            // Has the timer wake this task.
            let _ = self.timer.poll_unpin(context);
            return Poll::Ready(Some(Ok(HEARTBEAT)));
        }
        self.frames.poll_recv(context).map(|frame| frame.map(Ok))
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.shared.registry.lock().remove(self.id);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;
    use crate::live::{StreamBounds, Topics, registry::Subscription};

    const BEAT: Duration = Duration::from_millis(50);

    fn stream(time_left: Option<Duration>) -> (EventStream, Arc<Shared>) {
        let shared = Arc::new(Shared::new(1, StreamBounds::of(10)));
        let subscription = Subscription { session: None, network: None, topics: Topics::new() };
        let (id, frames) = shared.registry.lock().add(subscription);
        (EventStream::new(id, frames, Arc::clone(&shared), time_left, BEAT), shared)
    }

    async fn next(stream: &mut EventStream) -> Option<Bytes> {
        stream.next().await.map(|Ok(bytes)| bytes)
    }

    #[tokio::test]
    async fn stream_begins_with_retry_and_beats_while_silent() {
        let (mut stream, shared) = stream(None);
        let start = Instant::now();
        assert_eq!(next(&mut stream).await, Some(BEGINNING));
        for beats in 1..=3 {
            assert_eq!(next(&mut stream).await, Some(HEARTBEAT));
            assert!(start.elapsed() >= BEAT * beats);
        }
        let id = stream.id;
        shared.send(&[id], &Bytes::from_static(b"event"));
        assert_eq!(next(&mut stream).await.unwrap(), "event");
        drop(stream);
        assert_eq!(shared.registry.lock().len(), 0);
    }

    #[tokio::test]
    async fn stream_ends_when_its_token_expires() {
        let time_left = BEAT * 3 / 2;
        let (mut stream, _shared) = stream(Some(time_left));
        let start = Instant::now();
        assert_eq!(next(&mut stream).await, Some(BEGINNING));
        assert_eq!(next(&mut stream).await, Some(HEARTBEAT));
        assert_eq!(next(&mut stream).await, None);
        assert!(start.elapsed() >= time_left);
    }
}
