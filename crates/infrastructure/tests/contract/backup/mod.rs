mod damage;
mod folder;
mod migrations;
mod restored;
mod support;
mod written;
