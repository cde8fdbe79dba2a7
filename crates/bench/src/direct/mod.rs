//! Calls the use cases of requests in a loop: the limit of the database, without HTTP and JSON.

mod call;
mod perform;

use std::{
    error::Error,
    fs,
    io::{Write, stdout},
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use clap::Args;
use infrastructure::{Database, DatabaseUrl};

use self::{call::Call, perform::UseCases};

/// As in the server.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Args)]
pub(crate) struct Direct {
    #[arg(long, env = "POSTUP_DATABASE_URL", hide_env_values = true)]
    database_url: DatabaseUrl,
    /// The number of threads
    #[arg(long)]
    threads: usize,
    #[arg(long)]
    seconds: u64,
    /// A file with one call per line, and after a tab the member, 0 for a visitor; repeated
    #[arg(long)]
    calls: PathBuf,
}

/// The results of one thread.
#[derive(Default)]
struct Seen {
    micros: Vec<u64>,
    errors: usize,
    /// The first of them.
    error: Option<String>,
}

/// Prints results in the format of `bench/replay.lua`.
pub(crate) fn run(settings: &Direct) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(&settings.calls)?;
    let calls = text.lines().map(Call::parse).collect::<Result<Vec<_>, _>>()?;
    if calls.is_empty() {
        return Err("no calls".into());
    }
    let (url, connections) = (&settings.database_url, Database::CONNECTIONS);
    let database = Database::open_to_serve(url, connections, STATEMENT_TIMEOUT, None)?;
    let (use_cases, next) = (UseCases::over(&database)?, AtomicUsize::new(0));
    let begun = Instant::now();
    let end = begun + Duration::from_secs(settings.seconds);
    let seen: Vec<Seen> = thread::scope(|scope| {
        let one = || scope.spawn(|| call_until(end, &use_cases, &calls, &next));
        let threads: Vec<_> = (0..settings.threads).map(|_| one()).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    if let Some(error) = seen.iter().find_map(|one| one.error.as_ref()) {
        eprintln!("{error}");
    }
    print(begun.elapsed(), &seen)
}

fn call_until(end: Instant, use_cases: &UseCases, calls: &[Call], next: &AtomicUsize) -> Seen {
    let mut seen = Seen::default();
    while Instant::now() < end {
        let call = &calls[next.fetch_add(1, Ordering::Relaxed) % calls.len()];
        let begun = Instant::now();
        if let Err(error) = use_cases.perform(call) {
            seen.errors += 1;
            seen.error.get_or_insert_with(|| format!("{call:?}: {error}"));
        }
        seen.micros.push(begun.elapsed().as_micros() as u64);
    }
    seen
}

fn print(took: Duration, seen: &[Seen]) -> Result<(), Box<dyn Error>> {
    let mut micros: Vec<u64> = seen.iter().flat_map(|one| one.micros.iter().copied()).collect();
    micros.sort_unstable();
    let at = |percent: usize| micros.get(micros.len() * percent / 100).copied().unwrap_or(0);
    let figures = serde_json::json!({
        "micros": took.as_micros() as u64,
        "requests": micros.len(),
        "bytes": 0,
        "p50": at(50),
        "p99": at(99),
        "refused": seen.iter().map(|one| one.errors).sum::<usize>(),
        "broken": 0,
    });
    Ok(writeln!(stdout(), "{figures}")?)
}
