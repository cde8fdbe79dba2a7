//! Calls the use cases of requests in a loop: the limit of the database, without HTTP and JSON.

mod call;
mod use_cases;

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
use database::{Database, DatabaseUrl};

use self::{call::Call, use_cases::UseCases};

/// As in the server.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Args)]
pub(crate) struct Loop {
    #[arg(long, env = "POSTUP_DATABASE_URL", hide_env_values = true)]
    database_url: DatabaseUrl,
    /// The number of threads
    #[arg(long)]
    threads: usize,
    #[arg(long)]
    seconds: u64,
    /// A file with one call per line: use case, tab, member (0 for a visitor). Repeated until the time is over
    #[arg(long)]
    calls: PathBuf,
}

/// The results of one thread.
#[derive(Default)]
struct ThreadResult {
    micros: Vec<u64>,
    errors: usize,
    /// The first error.
    first_error: Option<String>,
}

/// Prints results in the format of `bench/replay.lua`.
pub(crate) fn run(settings: &Loop) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(&settings.calls)?;
    let calls = text.lines().map(Call::parse).collect::<Result<Vec<_>, _>>()?;
    if calls.is_empty() {
        return Err("no calls".into());
    }
    let (url, connections) = (&settings.database_url, Database::CONNECTIONS);
    let database = Database::open_to_serve(url, connections, STATEMENT_TIMEOUT, None)?;
    let (use_cases, next) = (UseCases::new(&database)?, AtomicUsize::new(0));
    let started_at = Instant::now();
    let end = started_at + Duration::from_secs(settings.seconds);
    let results: Vec<ThreadResult> = thread::scope(|scope| {
        let start = || scope.spawn(|| call_until(end, &use_cases, &calls, &next));
        let threads: Vec<_> = (0..settings.threads).map(|_| start()).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    if let Some(error) = results.iter().find_map(|one| one.first_error.as_ref()) {
        eprintln!("{error}");
    }
    print(started_at.elapsed(), &results)
}

fn call_until(
    end: Instant,
    use_cases: &UseCases,
    calls: &[Call],
    next: &AtomicUsize,
) -> ThreadResult {
    let mut result = ThreadResult::default();
    while Instant::now() < end {
        let call = &calls[next.fetch_add(1, Ordering::Relaxed) % calls.len()];
        let started_at = Instant::now();
        if let Err(error) = use_cases.perform(call) {
            result.errors += 1;
            result.first_error.get_or_insert_with(|| format!("{call:?}: {error}"));
        }
        result.micros.push(started_at.elapsed().as_micros() as u64);
    }
    result
}

fn print(took: Duration, results: &[ThreadResult]) -> Result<(), Box<dyn Error>> {
    let mut micros: Vec<u64> = results.iter().flat_map(|one| one.micros.iter().copied()).collect();
    micros.sort_unstable();
    let at = |percent: usize| micros.get(micros.len() * percent / 100).copied().unwrap_or(0);
    let figures = serde_json::json!({
        "micros": took.as_micros() as u64,
        "requests": micros.len(),
        "bytes": 0,
        "p50": at(50),
        "p99": at(99),
        "status_errors": results.iter().map(|one| one.errors).sum::<usize>(),
        "connection_errors": 0,
    });
    Ok(writeln!(stdout(), "{figures}")?)
}
