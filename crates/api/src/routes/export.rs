use std::time::{Duration, Instant};

use actix_web::{
    HttpResponse, get,
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, ContentType, VARY},
    web::{self, Bytes},
};
use futures_util::stream::try_unfold;
use kernel::{Ban, Language, Network, Reader, Timestamp};
use serde_json::{Value, json};
use users::{Account, Email, ExportRecord, ExportSection, MAX_RECORDS};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client,
    problem::Problem,
    request::{AccountHolder, PathIds, Proof},
    routes::{
        accounts::held_account, api_tokens::ApiToken, passkeys::Passkey, sessions::method_word,
        shared_bodies::authorities,
    },
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(export);
}

/// The maximum duration of an export to a slow client.
const MAX_DURATION: Duration = Duration::from_mins(10);

/// Exports the caller's data as a file: account, content, votes, blocks, messages sent and received.
/// It streams from the database, so concurrent changes may be missing. The file breaks off where the
/// session ends, and after ten minutes. Banned members may call it, with the `appeal_token` of the refused sign-in
/// too.
#[utoipa::path(tag = "accounts", security(("session" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The file", body = Object),
))]
#[get("/api/user/{id}/export")]
async fn export(
    caller: AccountHolder,
    ids: PathIds,
    api: web::Data<Api>,
) -> Result<HttpResponse, Problem> {
    let proof = caller.proof()?;
    let (head, username) = api
        .read(move |s| {
            // Counts as a write: it reads as much as many pages do.
            let account = held_account(s, &caller.proven_member(s)?, &ids)?;
            let about = s.users.public_profile(&account.username, Reader::Visitor)?.about;
            let language = s.users.language(account.id)?;
            let email = s.users.email(account.id)?;
            let ban = s.users.last_ban(account.id)?;
            Ok((head(&account, &about, (language, email), ban), account.username))
        })
        .await?;
    let name = format!("attachment; filename=\"postup-{username}.json\"");
    let file = Writing::new(api, proof, head);
    let chunks = try_unfold(file, |mut file| async {
        let chunk = file.next().await.map_err(actix_web::Error::from)?;
        Ok::<_, actix_web::Error>(chunk.map(|chunk| (Bytes::from(chunk), file)))
    });
    Ok(HttpResponse::Ok()
        .content_type(ContentType::json())
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((VARY, "Accept, Authorization"))
        .insert_header((CONTENT_DISPOSITION, name))
        .streaming(chunks))
}

/// What the file begins with. The ban is the last one, over or not.
fn head(
    account: &Account,
    about: &str,
    (language, email): (Option<Language>, Email),
    ban: Option<Ban>,
) -> Value {
    let ban = ban.map(|Ban { until, reason }| {
        json!({ "until": until.map(Timestamp::to_rfc3339), "reason": reason })
    });
    json!({
        "id": account.id.0,
        "username": account.username,
        "userImage": account.image,
        "authorities": authorities(account.role, account.ban.is_some()),
        "about": about,
        "language": language.map(Language::tag),
        "email": email.confirmed,
        "pendingEmail": email.pending,
        "registered": account.created_at.to_rfc3339(),
        "lastBan": ban,
    })
}

/// A file that is being written, a page of records at a time.
struct Writing {
    api: web::Data<Api>,
    network: Option<Network>,
    proof: Proof,
    /// The end of [`MAX_DURATION`].
    deadline: Instant,
    /// What comes before the next records.
    text: String,
    /// The sections that are not written yet, the next one last.
    sections: Vec<ExportSection>,
    /// The last record of the part that is being written; 0 before its first.
    after: i64,
    is_over: bool,
}

impl Writing {
    fn new(api: web::Data<Api>, proof: Proof, head: Value) -> Self {
        let mut sections = ExportSection::ALL.to_vec();
        sections.reverse();
        let text = format!("{{\"account\":{head}");
        let deadline = Instant::now() + MAX_DURATION;
        let network = client::current_network();
        Self { api, network, proof, deadline, text, sections, after: 0, is_over: false }
    }

    /// The next part to send; `None` at the end.
    async fn next(&mut self) -> Result<Option<String>, Problem> {
        if self.is_over {
            return Ok(None);
        }
        let Some(&section) = self.sections.last() else {
            self.is_over = true;
            return Ok(Some("}".to_owned()));
        };
        if Instant::now() > self.deadline {
            return Err(Problem::unavailable());
        }
        let (proof, after) = (self.proof, self.after);
        let records = self.api.slow_read(move |s| {
            // A slow client may read on after the session ended.
            let member = proof.member(s)?;
            Ok(s.users.records(&member, section, after)?)
        });
        let records = client::serve(self.network, records).await?;
        let mut text = std::mem::take(&mut self.text);
        if after == 0 {
            text.extend([",\"", name(section), "\":["]);
        }
        for record in &records {
            if self.after != 0 {
                text.push(',');
            }
            text += &body(section, record).to_string();
            self.after = record.key();
        }
        if records.len() < MAX_RECORDS {
            text.push(']');
            self.sections.pop();
            self.after = 0;
        }
        Ok(Some(text))
    }
}

fn name(section: ExportSection) -> &'static str {
    match section {
        ExportSection::Forums => "forums",
        ExportSection::Posts => "posts",
        ExportSection::Replies => "replies",
        ExportSection::PostRevisions => "postRevisions",
        ExportSection::ReplyRevisions => "replyRevisions",
        ExportSection::PostVotes => "postVotes",
        ExportSection::ReplyVotes => "replyVotes",
        ExportSection::Favorites => "favorites",
        ExportSection::Moderates => "moderates",
        ExportSection::Memberships => "memberships",
        ExportSection::ForumBans => "forumBans",
        ExportSection::Blocks => "blocks",
        ExportSection::Sessions => "sessions",
        ExportSection::PushSubscriptions => "pushSubscriptions",
        ExportSection::Passkeys => "passkeys",
        ExportSection::ApiTokens => "apiTokens",
        ExportSection::Identities => "identities",
        ExportSection::Messages => "messages",
        ExportSection::Drafts => "drafts",
        ExportSection::Images => "images",
        ExportSection::NotificationSettings => "notificationSettings",
        ExportSection::Notifications => "notifications",
        ExportSection::PostWatches => "postWatches",
        ExportSection::ForumWatches => "forumWatches",
        ExportSection::Visits => "visits",
        ExportSection::Saved => "saved",
        ExportSection::Reports => "reports",
        ExportSection::ModerationLog => "moderationLog",
    }
}

/// A record in the words of the other calls.
fn body(section: ExportSection, record: &ExportRecord) -> Value {
    match record {
        ExportRecord::Forum { id, topic, description, created_at } => json!({
            "id": id, "topic": topic, "description": description,
            "timeOfCreation": created_at.to_rfc3339(),
        }),
        ExportRecord::Post {
            id,
            forum,
            title,
            description,
            image,
            image_description,
            created_at,
            edited,
            removed,
        } => json!({
            "id": id, "forum_id": forum, "title": title, "description": description, "image": image,
            "imageDescription": image_description, "timeOfCreation": created_at.to_rfc3339(),
            "edited": edited, "removed": removed,
        }),
        ExportRecord::Reply { id, post, description, created_at, removed } => json!({
            "id": id, "postId": post, "description": description,
            "created": created_at.to_rfc3339(), "removed": removed,
        }),
        ExportRecord::Revision { of, version, title, description, written_at, .. } => {
            revision(*of, *version, title.as_deref(), (description, *written_at))
        }
        ExportRecord::Vote { on, up } => {
            let on_what = if section == ExportSection::PostVotes { "postId" } else { "replyId" };
            json!({ on_what: on, "vote": if *up { "up" } else { "down" } })
        }
        ExportRecord::Favorite { forum, topic, since }
        | ExportRecord::Membership { forum, topic, since } => json!({
            "forumId": forum, "topic": topic, "since": since.to_rfc3339(),
        }),
        ExportRecord::Moderates { forum, topic } => json!({ "forumId": forum, "topic": topic }),
        ExportRecord::ForumBan { forum, topic, ban, at } => json!({
            "forumId": forum, "topic": topic, "until": ban.until.map(Timestamp::to_rfc3339),
            "reason": ban.reason, "at": at.to_rfc3339(),
        }),
        ExportRecord::Block { user, username, since } => json!({
            "userId": user, "username": username, "since": since.to_rfc3339(),
        }),
        ExportRecord::Session { id, method, device, opened_at, last_used_at } => json!({
            "id": id, "method": method_word(*method), "client": device.client, "network": device.network,
            "createdAt": opened_at.to_rfc3339(), "lastUsedAt": last_used_at.to_rfc3339(),
        }),
        ExportRecord::Passkey(passkey) => json!(Passkey::from(passkey.clone())),
        ExportRecord::ApiToken(token) => json!(ApiToken::from(token.clone())),
        ExportRecord::Identity { provider, issuer, subject, since, .. } => json!({
            "provider": provider, "issuer": issuer, "subject": subject, "since": since.to_rfc3339(),
        }),
        ExportRecord::Message { id, from, to, text, sent_at, edited, read } => json!({
            "id": id, "from": from, "to": to, "message": text,
            "receivedOn": sent_at.to_rfc3339(), "edited": edited, "read": read,
        }),
        ExportRecord::Draft { key, data, updated_at, .. } => json!({
            "key": key, "data": data, "updatedAt": updated_at.to_rfc3339(),
        }),
        ExportRecord::Image { name, width, height, uploaded_at, .. } => json!({
            "url": format!("/images/u/{name}"), "width": width, "height": height,
            "uploadedAt": uploaded_at.to_rfc3339(),
        }),
        ExportRecord::NotificationSettings(settings) => json!({
            "reply": settings.reply, "mention": settings.mention,
            "watchedPost": settings.watched_post, "watchedForum": settings.watched_forum,
            "autoWatch": settings.auto_watch, "push": settings.push, "mail": settings.mail,
        }),
        ExportRecord::PushSubscription { host, since, .. } => {
            json!({ "host": host, "since": since.to_rfc3339() })
        }
        ExportRecord::Notification { id, kind, post, forum, reply, count, updated_at, read } => {
            json!({
                "id": id, "kind": kind, "postId": post, "forumId": forum, "replyId": reply,
                "count": count, "updatedAt": updated_at.to_rfc3339(), "read": read,
            })
        }
        ExportRecord::Watch { on, muted } => {
            let on_what = if section == ExportSection::PostWatches { "postId" } else { "forumId" };
            json!({ on_what: on, "level": if *muted { "muted" } else { "watching" } })
        }
        ExportRecord::Report { id, kind, target, reason, note, filed_at } => json!({
            "id": id, "kind": kind, "targetId": target, "reason": reason, "note": note,
            "at": filed_at.to_rfc3339(),
        }),
        ExportRecord::LogEntry { action, did, forum, target, reason, at, .. } => json!({
            "action": action, "byMe": did, "forumId": forum, "targetId": target,
            "reason": reason, "at": at.to_rfc3339(),
        }),
        ExportRecord::Saved { post, reply, at, .. } => {
            json!({ "postId": post, "replyId": reply, "at": at.to_rfc3339() })
        }
        ExportRecord::Visit { post, at } => json!({ "postId": post, "at": at.to_rfc3339() }),
    }
}

/// Of a post if it has a title, else of a reply.
fn revision(
    of: i64,
    version: i32,
    title: Option<&str>,
    (description, written_at): (&str, Timestamp),
) -> Value {
    let at = written_at.to_rfc3339();
    match title {
        Some(title) => json!({
            "postId": of, "version": version, "title": title, "description": description, "at": at,
        }),
        None => json!({
            "replyId": of, "version": version, "description": description, "at": at,
        }),
    }
}
