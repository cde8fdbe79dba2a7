use std::{error::Error, hint::black_box, sync::Arc, time::Duration};

use database::Database;
use forums::Forums;
use infrastructure::{
    DbApiTokens, DbEmails, DbExports, DbForumReaders, DbForumRules, DbForums, DbIdentities,
    DbMessages, DbModerators, DbPasskeys, DbPosts, DbReplies, DbSecondSteps, DbSessions, DbUsers,
    SystemClock,
};
use kernel::{
    Actor, Clock, ForumReaders, Limit, Moderators, PageRequest, Reader, UserId, WritingCheck,
};
use messages::{MessageText, Messages};
use outbound::OidcProviders;
use posts::{Feed, Posts};
use replies::{Description, Replies, Sort, ThreadRequest};
use security::{
    Bcrypt, CommonPasswordList, Jwt, JwtSecret, PasskeyOrigin, RandomApiTokens,
    RandomRecoveryCodes, RandomTickets, Rfc6238, WebauthnCeremonies,
};
use users::{Password, PasswordHasher, Session, UserPorts, Users, session_of_early_tokens};

use super::call::{Call, Operation, Read, Write};

const TEXT: &str = "I walked there last week, and it is as you say: quiet at dawn, busy at noon.";
const PASSWORD: &str = "postup-bench";

type CallResult = Result<(), Box<dyn Error>>;

/// The use cases over one database, wired as the server wires them.
pub(crate) struct UseCases {
    users: Users,
    forums: Forums,
    posts: Posts,
    replies: Replies,
    messages: Messages,
    hasher: Bcrypt,
}

impl UseCases {
    pub(crate) fn new(database: &Database) -> Result<Self, Box<dyn Error>> {
        let db = || database.clone();
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let moderators: Arc<dyn Moderators> = Arc::new(DbModerators(db()));
        let readers: Arc<dyn ForumReaders> = Arc::new(DbForumReaders(db()));
        let writing = WritingCheck::new(Arc::new(DbForumRules(db())), moderators.clone());
        let hasher = Bcrypt::new(Bcrypt::COST);
        // Tokens are never signed here.
        let secret = JwtSecret::new(vec![0; 32])?;
        let jwt = Jwt::new(&secret, Duration::ZERO);
        Ok(Self {
            users: Users::new(UserPorts {
                repository: Arc::new(DbUsers(db())),
                sessions: Arc::new(DbSessions(db())),
                api_tokens: Arc::new(DbApiTokens(db())),
                api_token_texts: Arc::new(RandomApiTokens),
                emails: Arc::new(DbEmails(db())),
                exports: Arc::new(DbExports(db())),
                hasher: Arc::new(hasher),
                tokens: Arc::new(jwt),
                common_passwords: Arc::new(CommonPasswordList),
                recovery_codes: Arc::new(RandomRecoveryCodes),
                second_steps: Arc::new(DbSecondSteps(db())),
                identities: Arc::new(DbIdentities(db())),
                providers: Arc::new(OidcProviders::default()),
                totp: Arc::new(Rfc6238),
                ticket_texts: Arc::new(RandomTickets),
                passkeys: Arc::new(DbPasskeys(db())),
                ceremonies: Arc::new(WebauthnCeremonies::new(PasskeyOrigin::Unknown)),
                clock: clock.clone(),
            }),
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
                readers,
                moderators,
                writing,
                clock.clone(),
            ),
            messages: Messages::new(Arc::new(DbMessages(db())), clock),
            hasher,
        })
    }

    /// Calls the same services as the request's handler, in the same order, apart from what puts a member's own fields in.
    pub(crate) fn perform(&self, call: &Call) -> CallResult {
        let actor = call.member.map(|member| self.actor(member)).transpose()?;
        match &call.operation {
            Operation::Read(read) => self.read(read, actor),
            Operation::Write(write) => self.write(write, actor),
        }
    }

    fn actor(&self, user: UserId) -> Result<Actor, Box<dyn Error>> {
        let id = session_of_early_tokens(user);
        let session = Session { user, id, version: 0, issued_at: SystemClock.now(), api: None };
        Ok(self.users.member(&session)?.active()?)
    }

    fn read(&self, read: &Read, actor: Option<Actor>) -> CallResult {
        match read {
            Read::Popular(limit) => {
                discard(self.posts.most_popular(&Feed::default(), &page(*limit))?);
            }
            Read::OfForum(forum, limit) => {
                let forum = Some(self.forums.get(*forum, Reader::Visitor)?.id);
                let feed = Feed { forum, ..Feed::default() };
                discard(self.posts.newest(&feed, &page(*limit))?);
            }
            Read::Post(post) => discard(self.posts.get(*post, Reader::Visitor)?),
            Read::Thread(post) => {
                discard(self.replies.thread(
                    *post,
                    Reader::Visitor,
                    ThreadRequest::First(Sort::Old),
                )?);
            }
            Read::SearchPosts(keyword, limit) => {
                let feed = Feed { keyword: Some(keyword.clone()), ..Feed::default() };
                discard(self.posts.newest(&feed, &page(*limit))?);
            }
            Read::SearchForums(term, limit) => {
                discard(self.forums.search(Reader::Visitor, term, &page(*limit))?);
            }
            Read::Contacts => {
                discard(self.messages.contacts(&signed_in(actor)?, &PageRequest::default())?);
            }
            Read::Chat(peer) => {
                discard(self.messages.chat(&signed_in(actor)?, *peer, &PageRequest::default())?);
            }
        }
        Ok(())
    }

    fn write(&self, write: &Write, actor: Option<Actor>) -> CallResult {
        match write {
            Write::Reply(post) => {
                let actor = signed_in(actor)?;
                let place = self.replies.place(*post, actor.id, Reader::from(&actor))?;
                let writable = self.replies.authorize_create(place, &actor)?;
                let text = Description::parse(TEXT)?;
                discard(self.replies.create(writable, None, text)?);
            }
            Write::Vote(post, command) => {
                discard(self.posts.vote(*post, &signed_in(actor)?, *command)?);
            }
            Write::Message(peer) => {
                let peer = self.messages.peer(*peer)?;
                let text = MessageText::parse(TEXT)?;
                discard(self.messages.send(&signed_in(actor)?, peer, text, None)?);
            }
            Write::Register => discard(self.hasher.hash(&Password::parse(PASSWORD, PASSWORD)?)?),
        }
        Ok(())
    }
}

fn page<P>(limit: Limit) -> PageRequest<P> {
    PageRequest { limit, after: None }
}

fn signed_in(actor: Option<Actor>) -> Result<Actor, &'static str> {
    actor.ok_or("this use case needs a member")
}

/// Keeps the optimizer from dropping the result.
fn discard<T>(result: T) {
    black_box(result);
}
