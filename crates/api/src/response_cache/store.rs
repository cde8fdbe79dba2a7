use std::{
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use cache::{CacheTag, TagVersions, Version, VersionSnapshot};
use images::ImageName;
use kernel::{Reader, SessionId, UserId};
use quick_cache::{Equivalent, Weighter, sync::Cache};
use tokio::{sync::oneshot, time::timeout};
use users::{Admission, Session};

use super::splice::FieldPlaces;
use crate::{problem::Problem, response::SerializedResponse, services::Services};

/// The maximum size of all cached responses, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// About as many responses of a common size.
const EXPECTED_RESPONSES: usize = 24_576;
/// A longer text with a member's own fields is made anew each time: a few would displace all others.
const MAX_OWN_TEXT: usize = 64 << 10;
/// The size of an entry besides its text.
const OVERHEAD: usize = 400;
/// The maximum number of cached sessions.
const MAX_SESSIONS: usize = 16_384;
/// The maximum number of pictures that are known to be shown.
const MAX_PICTURES: usize = 65_536;
/// The maximum wait for what other copies committed; then members read from the database.
const CATCH_UP_WAIT: Duration = Duration::from_secs(1);

/// Calls back once it is known what other copies committed before, with `false` if that cannot be known.
pub type CatchUp = Box<dyn Fn(Box<dyn FnOnce(bool) + Send>) + Send + Sync>;

/// Responses to visitors and members, the holders of sessions, what members read as, and which pictures everybody may see,
/// each valid until one of its tags changes.
pub struct ResponseCache {
    responses: Cache<Key, Arc<CachedResponse>, BySize>,
    sessions: Cache<SessionId, Arc<(Admission, VersionSnapshot)>>,
    readers: Cache<UserId, (Reader, VersionSnapshot)>,
    pictures: Cache<ImageName, VersionSnapshot>,
    pub(crate) versions: Arc<TagVersions>,
    catch_up: Option<CatchUp>,
}

/// Who gets a response. Members who read the same forums share one, before their own fields are put in.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Viewer {
    /// Visitors, and members who read no closed forum.
    Visitors,
    /// Members who belong to no private forum.
    Members,
    Admins,
    One(UserId),
}

impl Viewer {
    /// Returns the readers whose responses are shared; `None` for a reader whose responses are not.
    pub(crate) fn sharing(reader: Reader) -> Option<Self> {
        match reader {
            Reader::Visitor => Some(Self::Visitors),
            Reader::Member => Some(Self::Members),
            Reader::Admin => Some(Self::Admins),
            Reader::Insider(_) => None,
        }
    }
}

/// The target of a response, and who gets it.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    viewer: Viewer,
    target: Box<str>,
}

#[derive(Hash)]
struct KeyRef<'a> {
    viewer: Viewer,
    target: &'a str,
}

impl Equivalent<Key> for KeyRef<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        self.viewer == key.viewer && *self.target == *key.target
    }
}

/// A response, and the tags on which its validity depends.
pub(crate) struct CachedResponse {
    pub(crate) encoded: SerializedResponse,
    /// The response to all members who have nothing to do with its items, once one of them asked.
    pub(crate) untouched: OnceLock<SerializedResponse>,
    /// Whether the text belongs to another entry.
    pub(crate) is_shared: bool,
    /// None if a member's response needs no other fields.
    pub(crate) fields: Option<FieldPlaces>,
    /// The versions of its tags from before it was read; none if it cannot be cached.
    pub(crate) snapshot: Option<VersionSnapshot>,
    pub(crate) end: Option<Instant>,
}

impl CachedResponse {
    pub(crate) fn of(
        encoded: SerializedResponse,
        fields: Option<FieldPlaces>,
        snapshot: Option<VersionSnapshot>,
        end: Option<Instant>,
    ) -> Self {
        Self { encoded, untouched: OnceLock::new(), is_shared: false, fields, snapshot, end }
    }

    /// Returns the response to a member.
    pub(crate) fn for_member(
        &self,
        services: &Services,
        member: UserId,
    ) -> Result<OwnResponse, Problem> {
        let own = self.fields.as_ref().map(|places| places.own(services, member)).transpose()?;
        let splice = || match (&self.fields, &own) {
            (Some(places), Some(own)) => self.encoded.for_member(|text| places.splice(text, own)),
            _ => self.encoded.for_member(<[u8]>::to_vec),
        };
        if own.as_ref().is_some_and(|own| !own.is_empty()) {
            return Ok(OwnResponse { encoded: splice(), is_untouched: false, is_shared: false });
        }
        let is_shared = self.untouched.get().is_some();
        let encoded = self.untouched.get_or_init(splice).clone();
        Ok(OwnResponse { encoded, is_untouched: true, is_shared })
    }
}

/// A response to a member.
pub(crate) struct OwnResponse {
    pub(crate) encoded: SerializedResponse,
    /// Whether all members who have nothing to do with its items get the same.
    is_untouched: bool,
    /// Whether one of them got it before.
    pub(crate) is_shared: bool,
}

impl OwnResponse {
    pub(crate) fn is_worth_caching(&self) -> bool {
        self.is_untouched || self.encoded.text().len() <= MAX_OWN_TEXT
    }
}

#[derive(Clone)]
struct BySize;

impl Weighter<Key, Arc<CachedResponse>> for BySize {
    fn weight(&self, key: &Key, response: &Arc<CachedResponse>) -> u64 {
        let CachedResponse { encoded, is_shared, fields, snapshot, .. } = &**response;
        let text = if *is_shared { 0 } else { encoded.size() };
        let fields = fields.as_ref().map_or(0, FieldPlaces::size);
        let snapshot = snapshot.as_ref().map_or(0, VersionSnapshot::size);
        (key.target.len() + text + fields + snapshot + OVERHEAD) as u64
    }
}

impl ResponseCache {
    /// `catch_up` is none where all changes are known at once.
    #[must_use]
    pub fn new(versions: Arc<TagVersions>, catch_up: Option<CatchUp>) -> Self {
        let responses = Cache::with_weighter(EXPECTED_RESPONSES, MAX_BYTES, BySize);
        Self {
            responses,
            sessions: Cache::new(MAX_SESSIONS),
            readers: Cache::new(MAX_SESSIONS),
            pictures: Cache::new(MAX_PICTURES),
            versions,
            catch_up,
        }
    }

    /// Waits until it is known what other copies committed before. Returns false if it cannot be known.
    pub(crate) async fn catch_up(&self) -> bool {
        let Some(catch_up) = &self.catch_up else { return true };
        let (done, answer) = oneshot::channel();
        catch_up(Box::new(move |is_known| {
            // The request may have ended meanwhile.
            let _ = done.send(is_known);
        }));
        matches!(timeout(CATCH_UP_WAIT, answer).await, Ok(Ok(true)))
    }

    /// Returns the response to a viewer, if it is cached and still valid.
    pub(crate) fn get(&self, viewer: Viewer, target: &str) -> Option<Arc<CachedResponse>> {
        let response = self.responses.get(&KeyRef { viewer, target })?;
        let is_over = response.end.is_some_and(|end| end <= Instant::now());
        let is_current =
            response.snapshot.as_ref().is_some_and(|seen| self.versions.is_current(seen));
        (!is_over && is_current).then_some(response)
    }

    pub(crate) fn put(&self, viewer: Viewer, target: &str, response: Arc<CachedResponse>) {
        self.responses.insert(Key { viewer, target: target.into() }, response);
    }

    /// Returns what is stored about a session, if that is cached and still valid.
    pub(crate) fn admission_of(&self, session: &Session) -> Option<Admission> {
        let found = self.sessions.get(&session.id)?;
        let (admission, seen) = &*found;
        let is_current = self.versions.is_current(seen) && admission.account.id == session.user;
        is_current.then(|| admission.clone())
    }

    /// Returns the reader that a member is, if it is cached and still valid.
    pub(crate) fn reader(&self, user: UserId) -> Option<Reader> {
        let found = self.readers.get(&user)?;
        self.versions.is_current(&found.1).then_some(found.0)
    }

    /// Caches what a member reads as, which was read after `before`.
    pub(crate) fn put_reader(&self, user: UserId, reader: Reader, before: Version) {
        let tags = [CacheTag::Global, CacheTag::Member(user)];
        if let Some(snapshot) = self.versions.snapshot(&tags, before) {
            self.readers.insert(user, (reader, snapshot));
        }
    }

    /// Returns whether everybody may see a picture, as far as that is cached.
    pub(crate) fn shows_picture(&self, name: &ImageName) -> bool {
        self.pictures.get(name).is_some_and(|seen| self.versions.is_current(&seen))
    }

    /// Caches that everybody might see a picture when that was read after `before`.
    pub(crate) fn put_picture(&self, name: ImageName, before: Version) {
        let tags = [CacheTag::Global, CacheTag::Pictures];
        if let Some(snapshot) = self.versions.snapshot(&tags, before) {
            self.pictures.insert(name, snapshot);
        }
    }

    /// Caches what is stored about a session, which was read after `before`.
    pub(crate) fn put_admission_of(
        &self,
        session: SessionId,
        admission: Admission,
        before: Version,
    ) {
        let tags = [CacheTag::Global, CacheTag::Member(admission.account.id)];
        if let Some(snapshot) = self.versions.snapshot(&tags, before) {
            self.sessions.insert(session, Arc::new((admission, snapshot)));
        }
    }
}
