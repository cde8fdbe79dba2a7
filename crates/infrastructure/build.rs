//! Makes a changed migration a reason to build the crate anew: `embed_migrations!` reads them at compile time.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
