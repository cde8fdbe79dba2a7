mod removing;
mod subtree;
mod support;
mod thread;
mod votes;
mod writing;
