//! Which adapter stands behind which port.

use std::{num::NonZero, sync::Arc, thread, time::Duration};

use api::{
    Backend, Bounds, Executor, InlineReads, Live, PooledServices, Reads, ReplicaReads,
    ResponseCache, Services, WebhookContents, WriteQueue, Writes,
};
use database::{Carrier, CatchUp, Database, DatabaseUrl, EventConsumer};
use drafts::Drafts;
use forums::Forums;
use idempotency::Idempotency;
use images::Images;
use infrastructure::{
    DbApiTokens, DbAppeals, DbDrafts, DbEmails, DbExports, DbForumBans, DbForumMembers,
    DbForumReaders, DbForumRules, DbForums, DbIdempotency, DbIdentities, DbImages, DbLoginFailures,
    DbMembers, DbMessages, DbModeration, DbModerationLog, DbModerators, DbNotifications,
    DbPasskeys, DbPosts, DbReader, DbReplies, DbReports, DbSaved, DbSearch, DbSecondSteps,
    DbSessions, DbSite, DbSubscriptions, DbUsers, DbWebhooks, MailCarrier, NotificationProducer,
    PushCarrier, RandomInviteCodes, SystemClock, WebhookCarrier, WebhookProducer,
};
use kernel::{Clock, ForumReaders, Moderators, RepositoryError, WritingCheck};
use limits::{Limits, ProofOfWork};
use mail::Mailer;
use markup::Renderer;
use messages::Messages;
use moderation::{
    Moderation, appeals::Appeals, forum_bans::ForumBans, forum_members::ForumMembers,
    log::ModerationLog, reports::Reports,
};
use notifications::{MailPace, Notifications};
use outbound::{OidcProviders, WebPush, WebhookReceivers};
use posts::Posts;
use push::Push;
use replies::Replies;
use saved::Saved;
use search::Search;
use security::{
    Bcrypt, CommonPasswordList, HmacLinkTokens, HmacWebhookSecrets, Jwt, JwtChallenges, JwtSecret,
    PasskeyOrigin, RandomApiTokens, RandomRecoveryCodes, RandomTickets, Rfc6238,
    WebauthnCeremonies,
};
use site::Site;
use url::Url;
use users::{Emails, LoginFailures, Logins, UserPorts, Users};
use webhooks::Webhooks;

use crate::web::connections::ConnectionLimits;

/// The settings of sign-in, and what else depends on the secret that signs tokens.
#[derive(Clone)]
pub struct SignIn {
    /// The key that signs tokens.
    pub secret: JwtSecret,
    /// The lifetime of a token.
    pub token_ttl: Duration,
    /// The cost at which bcrypt hashes passwords.
    pub hashing_cost: u32,
    /// Whether repeated sign-in failures are throttled.
    pub throttled: bool,
    /// The address that passkeys are for.
    pub passkeys: PasskeyOrigin,
    pub providers: Arc<OidcProviders>,
    /// Its key follows from the secret.
    pub push: Arc<WebPush>,
    pub webhooks: Arc<WebhookReceivers>,
    /// Whether the site sends mail.
    pub mail: bool,
}

/// How the site sends mail.
#[derive(Clone)]
pub struct Mailing {
    pub mailer: Arc<dyn Mailer>,
    /// Where the links of mails lead.
    pub public_url: Url,
    pub pace: MailPace,
}

impl SignIn {
    fn ports(&self, database: &Database, clock: Arc<dyn Clock>) -> UserPorts {
        UserPorts {
            repository: Arc::new(DbUsers(database.clone())),
            sessions: Arc::new(DbSessions(database.clone())),
            api_tokens: Arc::new(DbApiTokens(database.clone())),
            api_token_texts: Arc::new(RandomApiTokens),
            emails: Arc::new(DbEmails(database.clone())),
            exports: Arc::new(DbExports(database.clone())),
            hasher: Arc::new(Bcrypt::new(self.hashing_cost)),
            tokens: Arc::new(Jwt::new(&self.secret, self.token_ttl)),
            common_passwords: Arc::new(CommonPasswordList),
            recovery_codes: Arc::new(RandomRecoveryCodes),
            second_steps: Arc::new(DbSecondSteps(database.clone())),
            totp: Arc::new(Rfc6238),
            ticket_texts: Arc::new(RandomTickets),
            passkeys: Arc::new(DbPasskeys(database.clone())),
            ceremonies: Arc::new(WebauthnCeremonies::new(self.passkeys.clone())),
            identities: Arc::new(DbIdentities(database.clone())),
            providers: self.providers.clone(),
            clock,
        }
    }

    fn failures(&self, database: &Database) -> Option<Arc<dyn LoginFailures>> {
        self.throttled.then(|| Arc::new(DbLoginFailures(database.clone())) as _)
    }
}

/// The number of requests that wait for hashing; beyond it, those of the busiest network are dropped.
const HASHING_QUEUE: usize = 64;
/// The maximum wait for hashing: members prefer waiting to retrying.
const HASHING_WAIT: Duration = Duration::from_mins(1);
/// Threads that read images: each waits for a disk or another server.
const IMAGE_READ_THREADS: usize = 4;
/// Threads that wait for servers of others. Those that hang delay nothing else.
const OUTBOUND_THREADS: usize = 8;
/// Threads for writes of many rows on SQLite: one writes, and others share its commit.
const SLOW_WRITE_THREADS: usize = 16;

/// Follows other processes and starts what runs beside requests; then as [`backend`].
///
/// # Errors
/// When the database cannot be reached, or the system has no thread.
pub fn serving(
    database: &Database,
    url: &DatabaseUrl,
    sign_in: &SignIn,
    replicas: Option<&Database>,
) -> Result<Backend, RepositoryError> {
    let others = database.follow_other_processes(url)?;
    database.start_checkpointer(url)?;
    backend(database, sign_in, replicas, others)
}

/// Returns what answers requests over a database. Its cache holds nothing unless the database follows
/// other processes; `others` tells it of their changes.
///
/// # Errors
/// When the system has no thread.
pub fn backend(
    database: &Database,
    sign_in: &SignIn,
    replicas: Option<&Database>,
    others: Option<CatchUp>,
) -> Result<Backend, RepositoryError> {
    let executor = executor(database, sign_in, replicas)?;
    let catch_up = others.map(|others| Box::new(move |done| others.ask(done)) as api::CatchUp);
    let cache = ResponseCache::new(Arc::clone(database.versions()), catch_up);
    let live = Arc::new(live(database, sign_in)?);
    let probed = database.clone();
    Ok(Backend { executor, cache, live, is_ready: Arc::new(move || probed.answers()) })
}

/// Starts what streams the events of a database.
fn live(database: &Database, sign_in: &SignIn) -> Result<Live, RepositoryError> {
    let services = services(&database.read_only(), sign_in);
    let live = Live::new(services, rand::random(), ConnectionLimits::here().streams)
        .map_err(|error| RepositoryError::Failed(error.into()))?;
    database.listen_to_events(Box::new(live.feed()));
    Ok(live)
}

/// Where each verb runs (`docs/decisions/0013`).
fn executor(
    database: &Database,
    sign_in: &SignIn,
    replicas: Option<&Database>,
) -> Result<Executor, RepositoryError> {
    let services = |database: &Database| services(database, sign_in);
    let pooled = |name, bounds, database: &Database| {
        PooledServices::new(name, bounds, services(database))
            .map_err(|error| RepositoryError::Failed(error.into()))
    };
    let connections = database.connections() as usize;
    let read_only = database.read_only();
    let reads = match database.worker_reads() {
        Some(database) => Reads::Inline(InlineReads::new(services(&database))),
        None => Reads::Pooled(pooled("reads", Bounds::of(connections / 2), &read_only)?),
    };
    let (writes, slow_write_threads) = if let Some((queue, database)) = database.write_queue()? {
        let submit = Box::new(move |job| queue.submit(job));
        let queue = WriteQueue { services: Arc::new(services(&database)), submit };
        (Writes::Queued(queue), SLOW_WRITE_THREADS)
    } else {
        let writes = pooled("writes", Bounds::of(connections / 2), database)?;
        (Writes::Pooled(writes), (connections / 4).max(1))
    };
    let slow_reads = Bounds::of(database.slow_read_threads());
    // One processor at least is left to all other requests.
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = (processors / 2).max(1);
    let hashing = Bounds { threads, queue: HASHING_QUEUE, max_wait: HASHING_WAIT };
    let replica_reads = |replicas: &Database| {
        let primary = pooled("replica reads", Bounds::of(connections), &read_only)?;
        let (replica, observed) = (Arc::new(services(&replicas.read_only())), replicas.clone());
        let keep_up = Box::new(move || observed.has_replica());
        Ok(ReplicaReads { replica, primary, keep_up })
    };
    Ok(Executor {
        reads,
        slow_reads: pooled("slow reads", slow_reads, &read_only)?,
        writes,
        slow_writes: pooled("slow writes", Bounds::of(slow_write_threads), database)?,
        hashing: pooled("hashing", hashing, database)?.with_failing_networks_last(),
        image_reads: pooled("image reads", Bounds::of(IMAGE_READ_THREADS), &read_only)?,
        outbound: pooled("outbound", Bounds::of(OUTBOUND_THREADS), database)?,
        replica_reads: replicas.map(replica_reads).transpose()?,
    })
}

/// The consumers of the outbox. Every process that writes stores their events; `mail_delay` is for those that serve and
/// send mail: the time from an act to its mail.
#[must_use]
pub fn event_consumers(mail_delay: Option<Duration>) -> Vec<Arc<dyn EventConsumer>> {
    let notifications = NotificationProducer::new(Arc::new(SystemClock), mail_delay);
    vec![Arc::new(notifications), Arc::new(WebhookProducer)]
}

/// What carries deliveries to people and programs outside of the site.
#[must_use]
pub fn carriers(
    database: &Database,
    sign_in: &SignIn,
    mailing: Option<Mailing>,
) -> Vec<Arc<dyn Carrier>> {
    let url = mailing.as_ref().map(|mailing| &mailing.public_url);
    let clock = Arc::new(SystemClock);
    let mail = MailCarrier {
        database: database.clone(),
        public_url: url.map_or_else(String::new, |url| url.origin().ascii_serialization()),
        host: url.and_then(Url::host_str).unwrap_or_default().to_owned(),
        pace: mailing.as_ref().map(|mailing| mailing.pace).unwrap_or_default(),
        mailer: mailing.map(|mailing| mailing.mailer),
        tokens: Arc::new(HmacLinkTokens::new(&sign_in.secret)),
        clock: clock.clone(),
    };
    let push = PushCarrier::new(database.clone(), sign_in.push.clone(), clock.clone());
    let webhooks = WebhookCarrier::new(
        database.clone(),
        Arc::new(WebhookContents(services(&database.read_only(), sign_in))),
        sign_in.webhooks.clone(),
        Arc::new(HmacWebhookSecrets(sign_in.secret.clone())),
        clock,
    );
    vec![Arc::new(mail), Arc::new(push), Arc::new(webhooks)]
}

/// Wires the rate limits over the database at `url`.
#[must_use]
pub fn limits(database: &Database, url: &DatabaseUrl) -> Limits {
    Limits::new(infrastructure::budgets(database, url), Arc::new(SystemClock))
}

/// The difficulty of the proof of work at registration, in bits; 0 turns it off.
#[must_use]
pub fn work(
    database: &Database,
    url: &DatabaseUrl,
    secret: &JwtSecret,
    bits: u32,
) -> Option<Arc<ProofOfWork>> {
    let issuer = || Arc::new(JwtChallenges::new(secret));
    let solved = || infrastructure::budgets(database, url);
    (bits > 0).then(|| Arc::new(ProofOfWork::new(issuer(), solved(), Arc::new(SystemClock), bits)))
}

/// The use cases of the site alone, for the command line too.
#[must_use]
pub fn site(database: &Database, clock: Arc<dyn Clock>) -> Site {
    Site::new(Arc::new(DbSite(database.clone())), Arc::new(RandomInviteCodes), clock)
}

/// All use cases over one database.
#[must_use]
pub fn services(database: &Database, sign_in: &SignIn) -> Services {
    let db = || database.clone();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let moderators: Arc<dyn Moderators> = Arc::new(DbModerators(db()));
    let readers: Arc<dyn ForumReaders> = Arc::new(DbForumReaders(db()));
    let writing = WritingCheck::new(Arc::new(DbForumRules(db())), moderators.clone());
    let ports = sign_in.ports(database, clock.clone());
    Services {
        users: Users::new(ports.clone()),
        emails: sign_in.mail.then(|| {
            let tokens = Arc::new(HmacLinkTokens::new(&sign_in.secret));
            Emails::new(ports.clone(), tokens, sign_in.failures(database))
        }),
        logins: Logins::new(ports, sign_in.failures(database)),
        forums: Forums::new(
            Arc::new(DbForums(db())),
            readers.clone(),
            moderators.clone(),
            clock.clone(),
        ),
        posts: Posts::new(
            Arc::new(DbPosts::new(db())),
            readers.clone(),
            moderators.clone(),
            writing.clone(),
            clock.clone(),
        ),
        replies: Replies::new(
            Arc::new(DbReplies(db())),
            readers.clone(),
            moderators.clone(),
            writing,
            clock.clone(),
        ),
        messages: Messages::new(Arc::new(DbMessages(db())), clock.clone()),
        notifications: Notifications::new(
            Arc::new(DbNotifications(db())),
            Arc::new(DbReader(db())),
            clock.clone(),
        ),
        push: Push::new(Arc::new(DbSubscriptions(db())), sign_in.push.clone(), clock.clone()),
        webhooks: Webhooks::new(
            Arc::new(DbWebhooks(db())),
            (sign_in.webhooks.clone(), Arc::new(HmacWebhookSecrets(sign_in.secret.clone()))),
            (readers.clone(), moderators.clone()),
            clock.clone(),
        ),
        moderation: Moderation::new(
            Arc::new(DbModeration(db())),
            readers.clone(),
            moderators.clone(),
            clock.clone(),
        ),
        appeals: Appeals::new(
            Arc::new(DbAppeals(db())),
            Arc::new(DbForumBans(db())),
            readers,
            clock.clone(),
        ),
        forum_bans: ForumBans::new(Arc::new(DbForumBans(db())), clock.clone()),
        forum_members: ForumMembers::new(
            Arc::new(DbForumMembers(db())),
            Arc::new(RandomInviteCodes),
            clock.clone(),
        ),
        moderation_log: ModerationLog::new(Arc::new(DbModerationLog(db()))),
        reports: Reports::new(Arc::new(DbReports(db())), moderators, clock.clone()),
        texts: Renderer::new(Arc::new(DbMembers(db()))),
        search: Search::new(Arc::new(DbSearch(db()))),
        saved: Saved::new(Arc::new(DbSaved(db())), clock.clone()),
        site: site(database, clock.clone()),
        drafts: Drafts::new(Arc::new(DbDrafts(db())), clock.clone()),
        idempotency: Idempotency::new(Arc::new(DbIdempotency(db())), clock.clone()),
        images: Images::new(
            Arc::new(DbImages(db())),
            infrastructure::image_store(database),
            clock.clone(),
        ),
        clock,
    }
}
