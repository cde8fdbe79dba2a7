use std::{sync::Arc, time::Duration};

use kernel::{
    Act, Actor, ById, Clock, InviteCode, InviteCodes, InviteId, MadeInvite, PageRequest,
    SecondStepPolicy, UserId,
};

use crate::{
    Change, DayFigures, Days, Invite, NewPage, Page, PageEntry, PageSlug, Registration,
    SettingsChange, SiteError, SiteRepository, SiteSettings,
};

/// How long a day is over before it is counted for good: writes that began on it have ended by then.
const SETTLING: Duration = Duration::from_hours(1);

/// The use cases of the site.
pub struct Site {
    repository: Arc<dyn SiteRepository>,
    codes: Arc<dyn InviteCodes>,
    clock: Arc<dyn Clock>,
}

/// Proof that an admin, or an operator at the command line, acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Administrator(Option<UserId>);

impl Administrator {
    /// # Errors
    /// [`SiteError::NotAnAdmin`] for others.
    pub fn authorize(actor: &Actor) -> Result<Self, SiteError> {
        if actor.is_admin() { Ok(Self(Some(actor.id))) } else { Err(SiteError::NotAnAdmin) }
    }

    /// Whoever can run the program may do everything.
    #[must_use]
    pub fn operator() -> Self {
        Self(None)
    }
}

impl Site {
    pub fn new(
        repository: Arc<dyn SiteRepository>,
        codes: Arc<dyn InviteCodes>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, codes, clock }
    }

    pub fn settings(&self) -> Result<SiteSettings, SiteError> {
        Ok(self.repository.settings()?)
    }

    pub fn change(
        &self,
        by: Administrator,
        change: &SettingsChange,
    ) -> Result<SiteSettings, SiteError> {
        for (field, image) in [("logo", &change.logo), ("icon", &change.icon)] {
            if let Change::Set(image) = image
                && !self.repository.is_uploaded(image)?
            {
                return Err(SiteError::NotUploaded { field });
            }
        }
        let demands_second_step =
            change.second_step.is_some_and(|policy| policy != SecondStepPolicy::Nobody);
        if demands_second_step
            && let Administrator(Some(admin)) = by
            && !self.repository.has_second_step(admin)?
        {
            return Err(SiteError::NoSecondStep);
        }
        Ok(self.repository.change_settings(change, &self.act(by))?)
    }

    /// Returns the pages by their titles.
    pub fn pages(&self) -> Result<Vec<PageEntry>, SiteError> {
        Ok(self.repository.pages()?)
    }

    pub fn page(&self, slug: &PageSlug) -> Result<Page, SiteError> {
        self.repository.page(slug)?.ok_or(SiteError::NoSuchPage)
    }

    /// Adds or replaces a page.
    pub fn write_page(&self, by: Administrator, page: &NewPage) -> Result<Page, SiteError> {
        self.repository.write_page(page, &self.act(by))?.ok_or(SiteError::TooManyPages)
    }

    pub fn delete_page(&self, by: Administrator, slug: &PageSlug) -> Result<(), SiteError> {
        let existed = self.repository.delete_page(slug, &self.act(by))?;
        if existed { Ok(()) } else { Err(SiteError::NoSuchPage) }
    }

    pub fn set_registration(
        &self,
        by: Administrator,
        registration: Registration,
    ) -> Result<(), SiteError> {
        Ok(self.repository.set_registration(registration, &self.act(by))?)
    }

    /// Makes an invitation. Its code is not stored.
    pub fn invite(&self, by: Administrator) -> Result<Invite, SiteError> {
        let code = self.codes.generate();
        let act = self.act(by);
        let until = act.at.after(Invite::LIFETIME);
        self.repository.insert_invite(&self.codes.digest(&code), until, &act)?;
        Ok(Invite { code, until })
    }

    /// Checks that somebody may register, who has this code of an invitation.
    pub fn authorize_registration(&self, invite: Option<&str>) -> Result<(), SiteError> {
        match self.repository.settings()?.registration {
            Registration::Open => Ok(()),
            Registration::Closed => Err(SiteError::RegistrationClosed),
            Registration::Invite => {
                let code = invite.and_then(InviteCode::parse).ok_or(SiteError::InviteRequired)?;
                let digest = self.codes.digest(&code);
                let serves = self.repository.has_invite(&digest, self.clock.now())?;
                if serves { Ok(()) } else { Err(SiteError::InviteRequired) }
            }
        }
    }

    /// Returns the invitations to register that serve, the newest first.
    pub fn invites(
        &self,
        _: Administrator,
        page: &PageRequest<ById>,
    ) -> Result<kernel::Page<MadeInvite, ById>, SiteError> {
        Ok(self.repository.invites(self.clock.now(), page)?)
    }

    pub fn revoke_invite(&self, by: Administrator, id: InviteId) -> Result<(), SiteError> {
        let was_there = self.repository.revoke_invite(id, &self.act(by))?;
        if was_there { Ok(()) } else { Err(SiteError::NoSuchInvite) }
    }

    /// Deletes invitations that serve no longer, also those to forums. Returns how many.
    pub fn delete_expired_invites(&self) -> Result<usize, SiteError> {
        Ok(self.repository.delete_expired_invites(self.clock.now())?)
    }

    /// Returns the figures of the days that end today, the first day first.
    pub fn statistics(&self, _: Administrator, days: Days) -> Result<Vec<DayFigures>, SiteError> {
        let today = self.clock.now().day();
        Ok(self.repository.figures(days.first(today), today)?)
    }

    /// Counts the days that are over for good. Returns their number.
    pub fn store_figures(&self) -> Result<usize, SiteError> {
        let last = self.clock.now().before(SETTLING).day() - 1;
        let first = last - i32::from(Days::MAX);
        Ok(self.repository.store_figures(first, last)?)
    }

    fn act(&self, Administrator(by): Administrator) -> Act {
        Act { by, reason: None, at: self.clock.now() }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Role, Timestamp};

    use super::*;
    use crate::repository::MockSiteRepository;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    struct FixedCodes;

    impl InviteCodes for FixedCodes {
        fn generate(&self) -> InviteCode {
            InviteCode::from_bits(7)
        }

        fn digest(&self, code: &InviteCode) -> String {
            format!("digest of {}", code.as_str())
        }
    }

    fn site(repository: MockSiteRepository) -> Site {
        Site::new(Arc::new(repository), Arc::new(FixedCodes), Arc::new(FixedClock))
    }

    #[test]
    fn only_admins_administrate() {
        for (role, may) in [(Role::User, false), (Role::Moderator, false), (Role::Admin, true)] {
            let actor = Actor { id: UserId(3), role };
            assert_eq!(Administrator::authorize(&actor).is_ok(), may, "{role:?}");
        }
    }

    #[test]
    fn a_logo_and_an_icon_are_uploaded_images() {
        let image = kernel::ImageUrl::from_stored("/images/u/x.png".to_owned());
        for (field, logo, icon) in [
            ("logo", Change::Set(image.clone()), Change::Keep),
            ("icon", Change::Clear, Change::Set(image)),
        ] {
            let mut repository = MockSiteRepository::new();
            repository.expect_is_uploaded().returning(|_| Ok(false));
            let change = SettingsChange { logo, icon, ..SettingsChange::default() };
            let refused = site(repository).change(Administrator::operator(), &change);
            assert!(
                matches!(refused, Err(SiteError::NotUploaded { field: found }) if found == field)
            );
        }
    }

    /// What becomes of a policy of second steps that an admin, who has one or not, sets.
    fn set_policy(by: Administrator, policy: SecondStepPolicy, has_one: bool) -> bool {
        let mut repository = MockSiteRepository::new();
        repository.expect_has_second_step().returning(move |id| Ok(has_one && id == UserId(3)));
        repository.expect_change_settings().returning(|_, _| Ok(SiteSettings::default()));
        let change = SettingsChange { second_step: Some(policy), ..SettingsChange::default() };
        match site(repository).change(by, &change) {
            Ok(_) => true,
            Err(SiteError::NoSecondStep) => false,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn who_asks_for_second_steps_has_one() {
        let admin = Actor { id: UserId(3), role: Role::Admin };
        let admin = Administrator::authorize(&admin).unwrap();
        for policy in [SecondStepPolicy::Moderators, SecondStepPolicy::Everyone] {
            assert!(!set_policy(admin, policy, false));
            assert!(set_policy(admin, policy, true));
            assert!(set_policy(Administrator::operator(), policy, false));
        }
        assert!(set_policy(admin, SecondStepPolicy::Nobody, false));
    }

    #[test]
    fn an_invitation_serves_for_a_week() {
        let mut repository = MockSiteRepository::new();
        let until = NOW.after(Duration::from_hours(168));
        let digest = format!("digest of {}", InviteCode::from_bits(7).as_str());
        repository
            .expect_insert_invite()
            .withf(move |stored, end, act| {
                (stored, *end, act.by) == (digest.as_str(), until, Some(UserId(3)))
            })
            .return_once(|_, _, _| Ok(()));
        let admin = Administrator::authorize(&Actor { id: UserId(3), role: Role::Admin }).unwrap();
        let invite = site(repository).invite(admin).unwrap();
        assert_eq!(invite, Invite { code: InviteCode::from_bits(7), until });
    }

    fn may_register(registration: Registration, invite: Option<&str>, serves: bool) -> bool {
        let mut repository = MockSiteRepository::new();
        let settings = SiteSettings { registration, ..SiteSettings::default() };
        repository.expect_settings().return_once(|| Ok(settings));
        repository.expect_has_invite().returning(move |_, now| Ok(serves && now == NOW));
        site(repository).authorize_registration(invite).is_ok()
    }

    #[test]
    fn registration_is_open_by_invitation_or_closed() {
        let code = InviteCode::from_bits(7);
        let code = Some(code.as_str());
        assert!(may_register(Registration::Open, None, false));
        assert!(may_register(Registration::Open, Some("x"), false));
        assert!(may_register(Registration::Invite, code, true));
        assert!(!may_register(Registration::Invite, code, false));
        assert!(!may_register(Registration::Invite, Some("x"), true));
        assert!(!may_register(Registration::Invite, None, true));
        assert!(!may_register(Registration::Closed, code, true));
    }

    #[test]
    fn a_day_is_stored_once_it_has_settled() {
        let mut repository = MockSiteRepository::new();
        let yesterday = NOW.day() - 1;
        repository
            .expect_store_figures()
            .withf(move |first, last| (*first, *last) == (yesterday - 365, yesterday))
            .return_once(|_, _| Ok(2));
        assert_eq!(site(repository).store_figures().unwrap(), 2);
    }
}
