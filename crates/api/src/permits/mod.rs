//! Permits for the memory that requests hold.

mod body;
mod shared;
mod upload;

pub(crate) use self::{
    body::{BodyPermits, LARGE, PermitPool},
    shared::{Sender, SharedPermit},
    upload::UploadPermits,
};
