use actix_web::{
    HttpResponse, get,
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, ContentType, VARY},
    web::{self, Bytes},
};
use futures_util::stream::try_unfold;
use kernel::UserId;
use limits::LimitedAction;
use serde_json::{Value, json};
use users::{Account, ExportRecord, ExportSection, MAX_RECORDS};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    Api, Problem,
    meter::Limited,
    request::{Caller, Ids},
    routes::{accounts::owner, shared_bodies::authorities},
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(export);
}

/// Exports the caller's data as a file: account, content, votes, blocks, messages sent and received.
/// It streams from the database, so concurrent changes may be missing.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The file", body = Object),
))]
#[get("/api/user/{id}/export")]
async fn export(
    limited: Limited,
    caller: Caller,
    ids: Ids,
    api: web::Data<Api>,
) -> Result<HttpResponse, Problem> {
    // It reads as much as many pages do.
    let caller = caller.metered(limited.to(LimitedAction::Write));
    let (_, account) = api.read(move |s| owner(s, &caller, &ids)).await?;
    let name = format!("attachment; filename=\"postup-{}.json\"", account.username);
    let file = Writing::new(api, &account);
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

/// A file that is being written, a page of records at a time.
struct Writing {
    api: web::Data<Api>,
    user: UserId,
    /// What comes before the next records.
    text: String,
    /// The sections that are not written yet, the next one last.
    sections: Vec<ExportSection>,
    /// The last record of the part that is being written; 0 before its first.
    after: i64,
    is_over: bool,
}

impl Writing {
    fn new(api: web::Data<Api>, account: &Account) -> Self {
        let head = json!({
            "id": account.id.0,
            "username": account.username,
            "userImage": account.image,
            "authorities": authorities(account.role, account.banned),
            "registered": account.created_at.to_rfc3339(),
        });
        let mut sections = ExportSection::ALL.to_vec();
        sections.reverse();
        let text = format!("{{\"account\":{head}");
        Self { api, user: account.id, text, sections, after: 0, is_over: false }
    }

    /// What is to be sent next; none once all of it is.
    async fn next(&mut self) -> Result<Option<String>, Problem> {
        if self.is_over {
            return Ok(None);
        }
        let Some(&section) = self.sections.last() else {
            self.is_over = true;
            return Ok(Some("}".to_owned()));
        };
        let (user, after) = (self.user, self.after);
        let records =
            self.api.slow_read(move |s| Ok(s.users.records(user, section, after)?)).await?;
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
        ExportSection::PostVotes => "postVotes",
        ExportSection::ReplyVotes => "replyVotes",
        ExportSection::Favorites => "favorites",
        ExportSection::Moderates => "moderates",
        ExportSection::Blocks => "blocks",
        ExportSection::Messages => "messages",
    }
}

/// A record in the words of the other calls.
fn body(section: ExportSection, record: &ExportRecord) -> Value {
    match record {
        ExportRecord::Forum { id, topic, description, created_at } => json!({
            "id": id, "topic": topic, "description": description,
            "timeOfCreation": created_at.to_rfc3339(),
        }),
        ExportRecord::Post { id, forum, title, description, image, created_at, edited } => json!({
            "id": id, "forum_id": forum, "title": title, "description": description,
            "image": image, "timeOfCreation": created_at.to_rfc3339(), "edited": edited,
        }),
        ExportRecord::Reply { id, post, description, created_at } => json!({
            "id": id, "postId": post, "description": description,
            "created": created_at.to_rfc3339(),
        }),
        ExportRecord::Vote { on, up } => {
            let on_what = if section == ExportSection::PostVotes { "postId" } else { "replyId" };
            json!({ on_what: on, "vote": if *up { "up" } else { "down" } })
        }
        ExportRecord::Favorite { forum, topic, since } => json!({
            "forumId": forum, "topic": topic, "since": since.to_rfc3339(),
        }),
        ExportRecord::Moderates { forum, topic } => json!({ "forumId": forum, "topic": topic }),
        ExportRecord::Block { user, username, since } => json!({
            "userId": user, "username": username, "since": since.to_rfc3339(),
        }),
        ExportRecord::Message { id, from, to, text, sent_at, edited, read } => json!({
            "id": id, "from": from, "to": to, "message": text,
            "receivedOn": sent_at.to_rfc3339(), "edited": edited, "read": read,
        }),
    }
}
