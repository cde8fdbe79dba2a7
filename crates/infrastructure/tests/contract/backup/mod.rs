mod bucket;
mod create;
mod damage;
mod folder;
mod migrations;
mod restore;
mod support;

pub(crate) use support::age;
