//! The site as a whole: its name, tagline and rules, who may register, and figures by day.
//!
//! - Everybody may read the settings; admins change them, and an operator changes who may register.
//! - Registration is open, by invitation or closed. An invitation serves anybody who has its code, any number of times,
//!   for [`Invite::LIFETIME`]. Only admins and operators make one; the code is shown once.
//! - Admins read statistics of up to a year of UTC days. A day that is over for an hour is counted once and stored: what
//!   is deleted later still counts. Today is counted when it is asked for.

mod error;
mod invite;
mod repository;
mod service;
mod settings;
mod statistics;

pub use error::SiteError;
pub use invite::Invite;
pub use repository::SiteRepository;
pub use service::{Administrator, Site};
pub use settings::{NewSettings, Registration, SiteName, SiteRules, SiteSettings, Tagline};
pub use statistics::{DayFigures, Days, DaysError};
