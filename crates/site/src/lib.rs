//! The site as a whole: its name, tagline, rules, look and pages, who may register, and figures by day.
//!
//! - Everybody may read the settings; admins change them, and an operator changes who may register.
//! - What a change of the settings does not name stays. A logo and an icon are uploaded images.
//! - Admins write up to [`Page::MOST`] pages, which everybody may read.
//! - Registration is open, by invitation or closed. An invitation serves anybody who has its code, any number of times,
//!   for [`Invite::LIFETIME`]. Only admins and operators make one; the code is shown once.
//! - Admins read statistics of up to a year of UTC days. A day that is over for an hour is counted once and stored: what
//!   is deleted later still counts. Today is counted when it is asked for.

mod error;
mod face;
mod invite;
mod pages;
mod repository;
mod service;
mod settings;
mod statistics;

pub use error::SiteError;
pub use face::{Accent, AccentError, Footer, FooterError, FooterLink};
pub use invite::Invite;
pub use pages::{NewPage, Page, PageEntry, PageSlug, PageSlugError, PageText, PageTitle};
pub use repository::SiteRepository;
pub use service::{Administrator, Site};
pub use settings::{
    Announcement, Change, Face, Registration, SettingsChange, SiteName, SiteRules, SiteSettings,
    Tagline,
};
pub use statistics::{DayFigures, Days, DaysError};
