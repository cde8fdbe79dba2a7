use std::{sync::Arc, time::Duration};

use kernel::{
    Act, Actor, ByTime, Clock, ForumId, MessageId, Moderators, Page, PageRequest, Reader, Reason,
    RemovalRetention, ReportId, RepositoryError, UserId, Visibility,
};

use super::{
    DecideOutcome, Decision, FileOutcome, NewReport, QueueScope, ReopenOutcome, Report,
    ReportLocation, ReportNote, ReportReason, ReportRepository, ReportState, ReportTarget,
    TargetKind,
};

/// How many reports a member files in 24 hours.
const DAILY_REPORTS: i64 = 20;
const DAY: Duration = Duration::from_hours(24);

/// An error of a use case of reports.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error("There is no such report.")]
    NotFound,
    #[error("There is no such message.")]
    NoSuchMessage,
    #[error("Only moderators of the forum and admins may do this.")]
    NotAModerator,
    /// The name of who decided it, and how.
    #[error("{0} decided this report already.")]
    Decided(String),
    /// Nobody decided it.
    #[error("This report is closed: what it was about was deleted.")]
    Closed,
    #[error("What this report is about is not shown. Restore it first.")]
    NotShown,
    #[error("The same was reported again: decide the open report.")]
    ReportedAgain,
    #[error("The ban that this appeal is about is over, or another one replaced it.")]
    BanOver,
    #[error("Who appealed is a moderator or an admin now, and cannot be banned again.")]
    Moderates,
    #[error("This was answered after it was approved. Remove it instead.")]
    Answered,
    #[error("This was removed, restored or deleted after the decision.")]
    Changed,
    #[error("You can report {DAILY_REPORTS} things a day.")]
    TooMany,
    #[error("A removed reply takes no reports.")]
    ReplyRemoved,
    /// A post or a message was removed at the same moment.
    #[error("What you report is no longer there.")]
    TargetGone,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}

/// The use cases of reports.
pub struct Reports {
    repository: Arc<dyn ReportRepository>,
    moderators: Arc<dyn Moderators>,
    clock: Arc<dyn Clock>,
}

/// Proof that the actor may decide the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decidable {
    report: ReportId,
    actor: UserId,
}

impl Reports {
    pub fn new(
        repository: Arc<dyn ReportRepository>,
        moderators: Arc<dyn Moderators>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, moderators, clock }
    }

    /// Checks that the message is there and that the actor received it from `sender`.
    pub fn require_received(
        &self,
        message: MessageId,
        sender: UserId,
        recipient: UserId,
    ) -> Result<(), ReportError> {
        let is_received = self.repository.is_received(message, sender, recipient)?;
        if is_received { Ok(()) } else { Err(ReportError::NoSuchMessage) }
    }

    /// Reports a thing that is shown. Returns the report as the actor sees it, and whether it is a first one.
    pub fn file(
        &self,
        actor: &Actor,
        (target, forum): (ReportTarget, Option<ForumId>),
        (reason, note): (ReportReason, Option<ReportNote>),
        is_limited: bool,
    ) -> Result<(Report, bool), ReportError> {
        let at = self.clock.now();
        let report = NewReport { target, forum, by: actor.id, reason, note, at };
        let most = if is_limited { DAILY_REPORTS } else { i64::MAX };
        match self.repository.file(&report, at.before(DAY), most)? {
            FileOutcome::Filed(report) => Ok((*report, true)),
            FileOutcome::FiledBefore(report) => Ok((*report, false)),
            FileOutcome::TooMany => Err(ReportError::TooMany),
            FileOutcome::NotShown if target.kind == TargetKind::Reply => {
                Err(ReportError::ReplyRemoved)
            }
            FileOutcome::NotShown => Err(ReportError::TargetGone),
        }
    }

    /// Checks that the actor may decide reports, of one forum or of any, and returns which.
    pub fn authorize_queue(
        &self,
        actor: &Actor,
        forum: Option<ForumId>,
    ) -> Result<QueueScope, ReportError> {
        Ok(match forum {
            Some(forum) if self.moderators.may_moderate(actor, forum)? => QueueScope::Forum(forum),
            None if actor.is_admin() => QueueScope::All,
            None if self.repository.moderates_any(actor.id)? => QueueScope::ModeratedBy(actor.id),
            Some(_) | None => return Err(ReportError::NotAModerator),
        })
    }

    /// Returns the reports of a queue as `reader` sees them, oldest first, decided ones latest decision first. Without a state, those that are not decided.
    pub fn queue(
        &self,
        reader: UserId,
        scope: QueueScope,
        state: Option<ReportState>,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Report, ByTime>, ReportError> {
        let states =
            state.map_or(vec![ReportState::Open, ReportState::InProgress], |one| vec![one]);
        let retention = RemovalRetention::at(self.clock.now());
        let mut page = self.repository.queue(scope, &states, page, retention)?;
        self.add_same_author(&mut page.items, reader)?;
        Ok(page)
    }

    /// Returns where a report is. One in a closed forum is there for those alone who may decide it.
    pub fn find(&self, id: ReportId, reader: Reader) -> Result<ReportLocation, ReportError> {
        let report = self.repository.find(id)?.ok_or(ReportError::NotFound)?;
        let is_there = match (report.visibility, report.forum, reader) {
            (Visibility::Public, _, _) | (_, _, Reader::Admin) => true,
            (_, Some(forum), Reader::Insider(user)) => self.moderators.moderates(user, forum)?,
            (_, None, _) | (_, _, Reader::Visitor | Reader::Member) => false,
        };
        if is_there { Ok(report) } else { Err(ReportError::NotFound) }
    }

    /// Checks that the actor moderates the forum of the report or is an admin.
    pub fn authorize(
        &self,
        report: ReportLocation,
        actor: &Actor,
    ) -> Result<Decidable, ReportError> {
        let may = match report.forum {
            Some(forum) => self.moderators.may_moderate(actor, forum)?,
            None => actor.is_admin(),
        };
        if !may {
            return Err(ReportError::NotAModerator);
        }
        Ok(Decidable { report: report.report, actor: actor.id })
    }

    /// Returns a report, decided or not.
    pub fn get(&self, decidable: Decidable) -> Result<Report, ReportError> {
        let retention = RemovalRetention::at(self.clock.now());
        let report = self.repository.get(decidable.report, retention)?;
        self.with_same_author(report.ok_or(ReportError::NotFound)?, decidable.actor)
    }

    fn with_same_author(&self, report: Report, reader: UserId) -> Result<Report, ReportError> {
        let mut reports = [report];
        self.add_same_author(&mut reports, reader)?;
        let [report] = reports;
        Ok(report)
    }

    fn add_same_author(
        &self,
        reports: &mut [Report],
        reader: UserId,
    ) -> Result<(), RepositoryError> {
        let ids: Vec<_> = reports.iter().map(|report| report.id).collect();
        let counts = self.repository.count_same_author(&ids, reader)?;
        for report in reports {
            report.same_author = counts.get(&report.id).copied().unwrap_or_default();
        }
        Ok(())
    }

    /// Removes the other texts of an author who deleted the account, where the actor may. Returns how many.
    pub fn remove_same_author(
        &self,
        Decidable { report, actor }: Decidable,
        reason: Option<Reason>,
    ) -> Result<usize, ReportError> {
        let act = Act { by: Some(actor), reason, at: self.clock.now() };
        Ok(self.repository.remove_same_author(report, actor, &act)?)
    }

    /// Takes a report, puts it back, or decides it.
    pub fn decide(
        &self,
        Decidable { report, actor: by }: Decidable,
        state: ReportState,
        note: Option<ReportNote>,
    ) -> Result<Report, ReportError> {
        let decision = Decision { report, state, note, by, at: self.clock.now() };
        match self.repository.decide(&decision)? {
            DecideOutcome::Changed(report) => self.with_same_author(*report, by),
            DecideOutcome::DecidedBefore(report) => {
                Err(report.assignee.map_or(ReportError::Closed, ReportError::Decided))
            }
            DecideOutcome::NotFound => Err(ReportError::NotFound),
        }
    }

    /// Opens a decided report again.
    pub fn reopen(
        &self,
        Decidable { report, actor: by }: Decidable,
    ) -> Result<Report, ReportError> {
        match self.repository.reopen(report, by, self.clock.now())? {
            ReopenOutcome::Open(report) => self.with_same_author(*report, by),
            ReopenOutcome::NotShown => Err(ReportError::NotShown),
            ReopenOutcome::Another => Err(ReportError::ReportedAgain),
            ReopenOutcome::BanOver => Err(ReportError::BanOver),
            ReopenOutcome::Moderates => Err(ReportError::Moderates),
            ReopenOutcome::Answered => Err(ReportError::Answered),
            ReopenOutcome::Changed => Err(ReportError::Changed),
            ReopenOutcome::NotFound => Err(ReportError::NotFound),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use kernel::{Role, Timestamp};

    use super::{super::repository::MockReportRepository, *};

    struct SevenModeratesOne;

    impl Moderators for SevenModeratesOne {
        fn moderates(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
            Ok(user == UserId(7) && forum == ForumId(1))
        }
    }

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            Timestamp::from_unix_millis(1_000_000_000_000)
        }
    }

    fn reports(repository: MockReportRepository) -> Reports {
        Reports::new(Arc::new(repository), Arc::new(SevenModeratesOne), Arc::new(FixedClock))
    }

    fn actor(id: i64, role: Role) -> Actor {
        Actor { id: UserId(id), role }
    }

    #[test]
    fn moderators_decide_in_their_forum_and_only_admins_on_messages() {
        let reports = reports(MockReportRepository::new());
        for (forum, who, may) in [
            (Some(1), actor(7, Role::Moderator), true),
            (Some(2), actor(7, Role::Moderator), false),
            (Some(1), actor(4, Role::User), false),
            (None, actor(7, Role::Moderator), false),
            (Some(2), actor(8, Role::Admin), true),
            (None, actor(8, Role::Admin), true),
        ] {
            let location = ReportLocation {
                report: ReportId(5),
                forum: forum.map(ForumId),
                visibility: Visibility::Public,
            };
            assert_eq!(reports.authorize(location, &who).is_ok(), may, "{forum:?} {who:?}");
        }
    }

    #[test]
    fn a_report_in_a_closed_forum_is_there_for_those_who_decide_it() {
        for (visibility, there) in [
            (Visibility::Public, [true; 4]),
            (Visibility::Members, [false, false, true, true]),
            (Visibility::Private, [false, false, true, true]),
        ] {
            let mut repository = MockReportRepository::new();
            let location =
                ReportLocation { report: ReportId(5), forum: Some(ForumId(1)), visibility };
            repository.expect_find().returning(move |_| Ok(Some(location)));
            let reports = reports(repository);
            let readers = [
                Reader::Visitor,
                Reader::Insider(UserId(4)),
                Reader::Insider(UserId(7)),
                Reader::Admin,
            ];
            let found = readers.map(|reader| reports.find(ReportId(5), reader).is_ok());
            assert_eq!(found, there, "{visibility:?}");
        }
    }

    #[test]
    fn the_queue_is_of_what_the_actor_may_decide() {
        for (who, forum, scope) in [
            (actor(8, Role::Admin), None, QueueScope::All),
            (actor(8, Role::Admin), Some(ForumId(2)), QueueScope::Forum(ForumId(2))),
            (actor(7, Role::Moderator), None, QueueScope::ModeratedBy(UserId(7))),
            (actor(7, Role::Moderator), Some(ForumId(1)), QueueScope::Forum(ForumId(1))),
        ] {
            let mut repository = MockReportRepository::new();
            repository.expect_moderates_any().returning(|_| Ok(true));
            repository
                .expect_queue()
                .withf(move |of, states, _, _| {
                    *of == scope && states == [ReportState::Open, ReportState::InProgress]
                })
                .return_once(|_, _, _, _| Ok(Page { items: vec![], next: None }));
            repository
                .expect_count_same_author()
                .withf(move |_, reader| *reader == who.id)
                .return_once(|_, _| Ok(HashMap::new()));
            let reports = reports(repository);
            let authorized = reports.authorize_queue(&who, forum).unwrap();
            assert!(reports.queue(who.id, authorized, None, &PageRequest::default()).is_ok());
        }
    }

    #[test]
    fn what_cannot_be_opened_again_is_an_error_with_its_reason() {
        for (outcome, words) in [
            (ReopenOutcome::NotShown, "Restore it first."),
            (ReopenOutcome::Another, "decide the open report."),
            (ReopenOutcome::BanOver, "another one replaced it."),
            (ReopenOutcome::Moderates, "cannot be banned again."),
            (ReopenOutcome::Answered, "Remove it instead."),
            (ReopenOutcome::Changed, "after the decision."),
            (ReopenOutcome::NotFound, "There is no such report."),
        ] {
            let mut repository = MockReportRepository::new();
            repository
                .expect_reopen()
                .withf(|report, by, at| {
                    (*report, *by, *at) == (ReportId(5), UserId(7), FixedClock.now())
                })
                .return_once(|_, _, _| Ok(outcome));
            let decidable = Decidable { report: ReportId(5), actor: UserId(7) };
            let refused = reports(repository).reopen(decidable).unwrap_err();
            assert!(refused.to_string().ends_with(words), "{refused}");
        }
    }

    #[test]
    fn members_who_moderate_nothing_have_no_queue() {
        let mut repository = MockReportRepository::new();
        repository.expect_moderates_any().returning(|_| Ok(false));
        let reports = reports(repository);
        for forum in [None, Some(ForumId(2))] {
            let refused = reports.authorize_queue(&actor(4, Role::User), forum);
            assert!(matches!(refused, Err(ReportError::NotAModerator)));
        }
    }
}
