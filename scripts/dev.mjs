// The server, built and started anew when its sources change, and Vite in front of it, until Ctrl+C.
import { spawn } from "node:child_process";
import { watch } from "node:fs";

const SERVER = "run --package server -- serve --bind 127.0.0.1:8080 --database-url sqlite://data/dev.db";
const SETTLE_MS = 200;

let server;
let timer;

function start() {
  // `cargo run` becomes the server once it is built, so that a signal reaches whichever is there.
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
    timer = setTimeout(restart, SETTLE_MS);
  });

start();
const screens = spawn("npm", ["--prefix", "frontend", "run", "dev"], { stdio: "inherit" });
screens.once("exit", () => {
  server.kill("SIGTERM");
  process.exit();
});
