//! The members of a private forum: they read it and write in it, as do its moderators and admins, who need no entry here.
//!
//! - Moderators of the forum and admins add and remove members, and make invitations; members leave.
//! - An invitation serves several people until its end, or until a moderator revokes it. It serves while the forum is
//!   private, and shows whoever has it the forum's topic and description.
//! - Who is banned, from the forum or from the site, becomes no member.
//! - Membership survives a change of the forum's visibility.

mod member;
mod repository;
mod service;

pub use member::{
    ForumInvite, ForumMember, Invitation, InviteDays, InviteDaysError, NewForumMember,
};
pub use repository::{AddMemberOutcome, ForumMemberRepository, InviteOutcome, JoinOutcome};
pub use service::{ForumMembers, Removable};
