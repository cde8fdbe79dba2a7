// Rebuilds and restarts the server when its sources change, behind Vite, until Ctrl+C.
import { spawn } from "node:child_process";
import { watch } from "node:fs";

const SERVER = "run --package server -- serve --bind 127.0.0.1:8080 --database-url sqlite://data/dev.db";
const DEBOUNCE_MS = 200;

let server;
let timer;

function start() {
  // `cargo run` replaces itself by the server after the build, so that a signal reaches the current one.
  server = spawn("cargo", SERVER.split(" "), { stdio: "inherit" });
}

function restart() {
  if (server.exitCode !== null || server.signalCode !== null) return start();
  server.once("exit", start);
  server.kill("SIGTERM");
}

for (const folder of ["crates", "migrations"])
  watch(folder, { recursive: true }, (_, name) => {
    if (!/\.(rs|sql|toml|html)$/.test(name ?? "")) return;
    clearTimeout(timer);
    timer = setTimeout(restart, DEBOUNCE_MS);
  });

start();
const vite = spawn("npm", ["--prefix", "frontend", "run", "dev"], { stdio: "inherit" });
vite.once("exit", () => {
  server.kill("SIGTERM");
  process.exit();
});
