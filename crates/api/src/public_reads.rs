//! Reads that visitors may send: from the cache, or by the use case.
//!
//! What all are shown who read the same forums is made once and cached: visitors, and most members, read the public ones.
//! A member's response is the same text with the member's own fields put in, cached until one of both changes.

use std::{sync::Arc, time::Instant};

use actix_web::{ResponseError as _, http::StatusCode};
use cache::{CacheTag, Version};
use kernel::{Actor, Member, Reader, Timestamp, UserId};
use users::UserError;

use crate::{
    problem::Problem,
    request::PublicRequest,
    response::{self, ApiResponse, SerializedResponse},
    response_cache::{
        CachePolicy, Cacheable, CachedResponse, FieldPlaces, OwnResponse, ResponseCache, Viewer,
    },
    services::Services,
    state::Api,
};

/// A read whose type of body is erased, so that what runs and caches it is compiled once.
type ErasedRead = Box<dyn Fn(&Services, Reader) -> Result<Box<dyn Answer>, Problem> + Send>;

/// An [`ApiResponse`] with a body of any type.
trait Answer {
    fn valid_until(&self) -> Option<Timestamp>;
    fn serialize(&self, path: &str) -> Result<SerializedResponse, Problem>;
    fn fields(&self, text: &[u8]) -> Result<Option<FieldPlaces>, Problem>;
}

impl<T: Cacheable> Answer for ApiResponse<T> {
    fn valid_until(&self) -> Option<Timestamp> {
        self.body().valid_until()
    }

    fn serialize(&self, path: &str) -> Result<SerializedResponse, Problem> {
        SerializedResponse::private(self, path)
    }

    fn fields(&self, text: &[u8]) -> Result<Option<FieldPlaces>, Problem> {
        FieldPlaces::of(self.body(), text)
    }
}

impl Api {
    /// Runs a use case as `read` or, where the policy says so, `slow_read`, unless its response is cached.
    ///
    /// Members read from the primary, and thus their own writes. Visitors may read from
    /// replicas; where a replica fails, the primary answers: the row may be new, or the replica lost.
    pub(crate) async fn public_read<T: Cacheable>(
        &self,
        request: PublicRequest,
        policy: CachePolicy,
        use_case: impl Fn(&Services, Reader) -> response::Result<T> + Send + 'static,
    ) -> Result<SerializedResponse, Problem> {
        let use_case = move |s: &Services, reader| -> Result<Box<dyn Answer>, Problem> {
            Ok(Box::new(use_case(s, reader)?))
        };
        self.public_answer(request, policy, Box::new(use_case)).await
    }

    async fn public_answer(
        &self,
        request: PublicRequest,
        policy: CachePolicy,
        use_case: ErasedRead,
    ) -> Result<SerializedResponse, Problem> {
        let is_visitor = request.caller.session.is_none();
        let is_current = is_visitor || self.cache.catch_up().await;
        if is_current && let Some(cached) = self.cached(&request) {
            return Ok(cached);
        }
        if is_visitor && let Some(replicas) = &self.executor.replica_reads {
            let load = move |primary: &Services, replica: Option<&Services>| {
                primary.viewer(&request.caller)?;
                let read = |services: &Services| use_case(services, Reader::Visitor);
                let answer = read_replica(replica, primary, read)?;
                let encoded = answer.serialize(request.path())?.for_all();
                Ok(compressed(encoded, &request))
            };
            return replicas.run(load).await;
        }
        let (cache, is_slow) = (Arc::clone(&self.cache), policy.is_slow);
        let load = move |services: &Services| {
            let read = PublicRead { cache: &cache, services, request: &request, is_current };
            Ok(compressed(read.load(&policy, &use_case)?, &request))
        };
        if is_slow { self.slow_read(load).await } else { self.read(load).await }
    }

    /// Like [`Self::public_read`]. If others find nothing, `own` reads what only the caller may see, which is never cached.
    pub(crate) async fn public_or_own_read<T: Cacheable>(
        &self,
        request: PublicRequest,
        policy: CachePolicy,
        use_case: impl Fn(&Services, Reader) -> response::Result<T> + Send + 'static,
        own: impl FnOnce(&Services, &Actor) -> response::Result<T> + Send + 'static,
    ) -> Result<SerializedResponse, Problem> {
        let (session, path) =
            (request.caller.viewing_session().copied(), request.path().to_owned());
        let found = self.public_read(request, policy, use_case).await;
        let (problem, session) = match (found, session) {
            (Err(problem), Some(session)) if problem.status_code() == StatusCode::NOT_FOUND => {
                (problem, session)
            }
            (answer, _) => return answer,
        };
        self.read(move |s| {
            let Some(actor) = s.actor_of(&session)? else { return Err(problem) };
            own(s, &actor)?.for_member(s, actor.id, &path)
        })
        .await
    }

    /// Returns the response without reading, if it is cached. A limited request is looked up only once it is counted.
    fn cached(&self, request: &PublicRequest) -> Option<SerializedResponse> {
        let caller = &request.caller;
        if caller.limiter.is_some() {
            return None;
        }
        let viewer = match &caller.session {
            None => Viewer::Visitors,
            Some(session) => {
                let admission = self.cache.admission_of(session)?;
                let users = &self.executor.services().users;
                match users.admitted(session, Some(admission)) {
                    Ok(_) if caller.viewing_session().is_none() => Viewer::Visitors,
                    Ok(member) => Viewer::One(member.id),
                    Err(UserError::SecondStepNeeded) => Viewer::Visitors,
                    Err(_) => return None,
                }
            }
        };
        self.cache.get(viewer, &request.target).map(|cached| cached.encoded.clone())
    }
}

/// Reads from a replica, if one keeps up, and from the primary where that may answer otherwise.
fn read_replica<S, T>(
    replica: Option<&S>,
    primary: &S,
    read: impl Fn(&S) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let Some(replica) = replica else { return read(primary) };
    match read(replica) {
        Err(problem) if may_be_of_replica(&problem) => read(primary),
        answer => answer,
    }
}

/// Returns whether the primary may answer otherwise: the row is newer than the replica's state, or the replica is lost.
/// Whatever else is refused is wrong in the request.
fn may_be_of_replica(problem: &Problem) -> bool {
    let status = problem.status_code();
    status == StatusCode::NOT_FOUND || status.is_server_error()
}

/// Compresses where the work belongs, not where the response is sent.
fn compressed(encoded: SerializedResponse, request: &PublicRequest) -> SerializedResponse {
    if request.accepts_zstd {
        encoded.compress();
    }
    encoded
}

/// A read whose response was not cached when it began.
struct PublicRead<'a> {
    cache: &'a ResponseCache,
    services: &'a Services,
    request: &'a PublicRequest,
    /// Whether what is cached is known to be current.
    is_current: bool,
}

impl PublicRead<'_> {
    fn load(
        &self,
        policy: &CachePolicy,
        use_case: &ErasedRead,
    ) -> Result<SerializedResponse, Problem> {
        let before = self.cache.versions.current();
        let viewer = self.viewer(before)?;
        let reader = match &viewer {
            None => Reader::Visitor,
            Some(member) => self.reader(before, member)?,
        };
        let shared = self.shared(before, reader, policy, use_case)?;
        let Some(viewer) = viewer else { return Ok(shared.encoded.clone()) };
        let own = shared.for_member(self.services, viewer.id)?;
        if own.is_worth_caching() {
            self.keep(before, policy, &shared, viewer.id, &own);
        }
        Ok(own.encoded)
    }

    /// Caches a member's response.
    fn keep(
        &self,
        before: Version,
        policy: &CachePolicy,
        shared: &CachedResponse,
        viewer: UserId,
        OwnResponse { encoded, is_shared, .. }: &OwnResponse,
    ) {
        let ids = shared.fields.as_ref().map_or(&[][..], |fields| &fields.ids);
        let tags = policy.tags_of(ids).filter(|_| shared.snapshot.is_some());
        let tags = tags.map(|tags| [tags, vec![CacheTag::Member(viewer)]].concat());
        if let Some(snapshot) = tags.and_then(|tags| self.cache.versions.snapshot(&tags, before)) {
            let own = CachedResponse::of(encoded.clone(), None, Some(snapshot), shared.end);
            let own = CachedResponse { is_shared: *is_shared, ..own };
            self.cache.put(Viewer::One(viewer), &self.request.target, Arc::new(own));
        }
    }

    /// Authenticates the caller, and counts the request if it is rate-limited. `None` for a visitor, a member who
    /// lacks a second step that the site asks for, and an API token without the scope.
    fn viewer(&self, before: Version) -> Result<Option<Member>, Problem> {
        let caller = &self.request.caller;
        let Some(session) = &caller.session else { return caller.spend(None).map(|()| None) };
        let users = &self.services.users;
        let mut admission = self.cache.admission_of(session).filter(|_| self.is_current);
        if admission.is_none() {
            admission = users.admission_of(session)?;
            if let Some(admission) = &admission {
                self.cache.put_admission_of(session.id, admission.clone(), before);
            }
        }
        let member = match users.admitted(session, admission) {
            Err(UserError::SecondStepNeeded) => None,
            admitted => Some(admitted?).filter(|_| caller.viewing_session().is_some()),
        };
        caller.spend(member.as_ref())?;
        Ok(member)
    }

    /// Returns the reader that a member is.
    fn reader(&self, before: Version, member: &Member) -> Result<Reader, Problem> {
        if self.is_current
            && let Some(reader) = self.cache.reader(member.id)
        {
            return Ok(reader);
        }
        let reader = self.services.forums.reader(member)?;
        self.cache.put_reader(member.id, reader, before);
        Ok(reader)
    }

    /// Returns what all who read the same are shown, and caches it if it can be.
    fn shared(
        &self,
        before: Version,
        reader: Reader,
        policy: &CachePolicy,
        use_case: &ErasedRead,
    ) -> Result<Arc<CachedResponse>, Problem> {
        let sharing = Viewer::sharing(reader);
        if self.is_current
            && let Some(sharing) = sharing
            && let Some(cached) = self.cache.get(sharing, &self.request.target)
        {
            return Ok(cached);
        }
        let start = Instant::now();
        let answer = use_case(self.services, reader)?;
        let outdated = answer.valid_until();
        let outdated = outdated.map(|until| until.since(self.services.clock.now()));
        let life = policy.life.into_iter().chain(outdated).min();
        let end = life.and_then(|life| start.checked_add(life));
        let encoded = answer.serialize(self.request.path())?.for_all();
        let fields = answer.fields(encoded.text())?;
        let ids = fields.as_ref().map_or(&[][..], |fields| &fields.ids);
        let tags = policy.tags_of(ids).filter(|_| self.request.is_cacheable());
        let snapshot = tags.and_then(|tags| self.cache.versions.snapshot(&tags, before));
        let response = Arc::new(CachedResponse::of(encoded, fields, snapshot, end));
        if let (Some(sharing), true) = (sharing, response.snapshot.is_some()) {
            self.cache.put(sharing, &self.request.target, Arc::clone(&response));
        }
        Ok(response)
    }
}

impl<T: Cacheable> ApiResponse<T> {
    /// Serializes it for a member, who requested `path`: what everybody is shown, with the member's own fields put in.
    pub(crate) fn for_member(
        &self,
        services: &Services,
        member: UserId,
        path: &str,
    ) -> Result<SerializedResponse, Problem> {
        for_member(self, services, member, path)
    }
}

fn for_member(
    answer: &dyn Answer,
    services: &Services,
    member: UserId,
    path: &str,
) -> Result<SerializedResponse, Problem> {
    let encoded = answer.serialize(path)?;
    let Some(places) = answer.fields(encoded.text())? else { return Ok(encoded) };
    let own = places.own(services, member)?;
    Ok(encoded.for_member(|text| places.splice(text, &own)))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn the_primary_is_asked_once_and_after_a_replica_that_fails() {
        let asked = |replica: Option<&&'static str>, found: &str| {
            let asked = RefCell::new(vec![]);
            let read = |database: &&'static str| {
                asked.borrow_mut().push(*database);
                if found == *database { Ok(()) } else { Err(Problem::not_found(".")) }
            };
            let is_found = read_replica(replica, &"primary", read).is_ok();
            (asked.into_inner(), is_found)
        };
        let replica = Some(&"replica");
        assert_eq!(asked(replica, "replica"), (vec!["replica"], true));
        assert_eq!(asked(replica, "primary"), (vec!["replica", "primary"], true));
        assert_eq!(asked(replica, "nowhere"), (vec!["replica", "primary"], false));
        assert_eq!(asked(None, "nowhere"), (vec!["primary"], false));
    }

    #[test]
    fn requests_that_are_wrong_are_not_read_again_on_the_primary() {
        for problem in [Problem::not_found("."), Problem::unavailable(), Problem::internal()] {
            assert!(may_be_of_replica(&problem));
        }
        for problem in [Problem::unauthorized(), Problem::too_many_requests("Wait.", 1)] {
            assert!(!may_be_of_replica(&problem));
        }
    }
}
