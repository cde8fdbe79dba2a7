use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::web::Bytes;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

use crate::web::{open_requests::OpenRequests, protocol_errors};

/// The stream of a connection. It ends once the connection has been idle for too long, and completes
/// the responses of actix-http itself.
///
/// actix-http times the first head only. Half of a later one, or the rest of a body that nobody reads,
/// would keep the connection open.
pub(super) struct BoundedStream<S> {
    io: S,
    max_idle: Duration,
    open_requests: OpenRequests,
    /// Whether the client has sent anything.
    has_received: bool,
    /// Whether a response has begun and is not sent yet.
    is_sending: bool,
    idle_since: Instant,
    /// Fires when the connection may have been idle for too long.
    timer: Pin<Box<Sleep>>,
    replacement: Option<Replacement>,
}

/// What is sent instead of a response of actix-http.
struct Replacement {
    rest: Bytes,
    /// The length of the replaced response.
    replaced: usize,
}

impl<S> BoundedStream<S> {
    /// A connection is idle while no request is open and no response is being sent.
    pub(super) fn new(io: S, max_idle: Duration) -> Self {
        Self {
            io,
            max_idle,
            open_requests: OpenRequests::default(),
            has_received: false,
            is_sending: false,
            idle_since: Instant::now(),
            timer: Box::pin(sleep(max_idle)),
            replacement: None,
        }
    }

    pub(super) fn io(&self) -> &S {
        &self.io
    }

    pub(super) fn open_requests(&self) -> &OpenRequests {
        &self.open_requests
    }

    fn is_idle(&self) -> bool {
        !self.is_sending && self.open_requests.are_none()
    }

    /// The timer is not reset by each request, which would cost more, but when it fires.
    fn has_timed_out(&mut self, cx: &mut Context<'_>) -> bool {
        while self.timer.as_mut().poll(cx).is_ready() {
            let now = Instant::now();
            let end = if self.is_idle() { self.idle_since } else { now } + self.max_idle;
            if end <= now {
                return true;
            }
            self.timer.as_mut().reset(end);
        }
        false
    }
}

impl<S: AsyncWrite + Unpin> BoundedStream<S> {
    fn poll_replacement(
        &mut self,
        cx: &mut Context<'_>,
        mut replacement: Replacement,
    ) -> Poll<io::Result<usize>> {
        while !replacement.rest.is_empty() {
            match Pin::new(&mut self.io).poll_write(cx, &replacement.rest) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(written)) => drop(replacement.rest.split_to(written)),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.replacement = Some(replacement);
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(Ok(replacement.replaced))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for BoundedStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.has_timed_out(cx) {
            // As if the client had closed.
            return Poll::Ready(Ok(()));
        }
        let room = buffer.remaining();
        ready!(Pin::new(&mut this.io).poll_read(cx, buffer))?;
        if buffer.remaining() < room {
            this.has_received = true;
        } else if room > 0 {
            this.open_requests.half_close();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for BoundedStream<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if !this.has_received {
            // A browser that opened the connection early would take the 408 of actix-http for its first response.
            return Poll::Ready(Ok(buffer.len()));
        }
        let mut replacement = this.replacement.take();
        if this.is_idle() {
            // Nothing of a response that is part of a body comes here.
            replacement = protocol_errors::complete(buffer)
                .map(|rest| Replacement { rest, replaced: buffer.len() });
        }
        this.is_sending = true;
        match replacement {
            Some(replacement) => this.poll_replacement(cx, replacement),
            None => Pin::new(&mut this.io).poll_write(cx, buffer),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(Pin::new(&mut this.io).poll_flush(cx))?;
        if this.is_sending && this.open_requests.are_none() {
            this.is_sending = false;
            this.idle_since = Instant::now();
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().io).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const MAX_IDLE: Duration = Duration::from_millis(100);

    /// A connection after the first bytes of its client.
    fn streams() -> (BoundedStream<DuplexStream>, DuplexStream) {
        let (server, client) = duplex(64);
        (BoundedStream { has_received: true, ..BoundedStream::new(server, MAX_IDLE) }, client)
    }

    /// Reads until the stream ends, and returns after how long it did.
    async fn end(stream: &mut BoundedStream<DuplexStream>) -> Duration {
        let start = Instant::now();
        stream.read_to_end(&mut vec![]).await.unwrap();
        start.elapsed()
    }

    #[tokio::test]
    async fn an_idle_stream_ends_in_time() {
        let (mut stream, mut client) = streams();
        client.write_all(b"GET / HTTP/1.1\r\nX: ").await.unwrap();
        assert!(end(&mut stream).await >= MAX_IDLE);
    }

    #[tokio::test]
    async fn a_stream_is_not_idle_during_a_request() {
        let (mut stream, _client) = streams();
        let request = stream.open_requests().begin();
        let long = tokio::time::timeout(MAX_IDLE * 4, end(&mut stream));
        assert!(long.await.is_err());
        drop(request);
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        stream.flush().await.unwrap();
        assert!(end(&mut stream).await >= MAX_IDLE * 9 / 10);
    }

    #[tokio::test]
    async fn a_stream_is_not_idle_while_its_client_reads() {
        let (mut stream, mut client) = streams();
        let response = [b'a'; 100];
        let sent = stream.write(&response).await.unwrap();
        assert!(sent < response.len());
        let more = tokio::time::timeout(MAX_IDLE * 4, stream.write(&response[sent..]));
        assert!(more.await.is_err(), "the client reads nothing");
        assert!(futures_util::poll!(Box::pin(end(&mut stream))).is_pending());
        client.read_exact(&mut [0; 64]).await.unwrap();
        stream.write_all(&response[sent..]).await.unwrap();
        stream.flush().await.unwrap();
        assert!(end(&mut stream).await >= MAX_IDLE * 9 / 10);
    }

    #[tokio::test]
    async fn an_unused_connection_ends_without_a_response() {
        let (server, mut client) = duplex(64);
        let mut stream = BoundedStream::new(server, MAX_IDLE);
        stream.write_all(b"HTTP/1.1 408 Request Timeout\r\n\r\n").await.unwrap();
        drop(stream);
        let mut received = vec![];
        client.read_to_end(&mut received).await.unwrap();
        assert_eq!(received, b"");
    }

    #[tokio::test]
    async fn a_bare_error_is_sent_as_a_problem() {
        let (mut stream, mut client) = streams();
        let bare = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        let (sent, received) = tokio::join!(
            async {
                stream.write_all(bare).await.unwrap();
                drop(stream);
            },
            async {
                let mut received = String::new();
                client.read_to_string(&mut received).await.unwrap();
                received
            }
        );
        let () = sent;
        assert!(received.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{received}");
        assert!(received.contains("\"code\":\"malformed-request\""), "{received}");
    }

    #[tokio::test]
    async fn a_body_is_never_taken_for_an_error() {
        let (mut stream, mut client) = streams();
        let body = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n";
        let request = stream.open_requests().begin();
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        stream.flush().await.unwrap();
        drop(request);
        let mut received = vec![0; 19];
        client.read_exact(&mut received).await.unwrap();
        stream.write_all(body).await.unwrap();
        received.resize(body.len(), 0);
        client.read_exact(&mut received).await.unwrap();
        assert_eq!(received, body);
    }
}
