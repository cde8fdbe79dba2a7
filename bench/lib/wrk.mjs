// wrk, with one thread, and 32 connections by default.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { run } from "./processes.mjs";

const LUA = new URL("../replay.lua", import.meta.url).pathname;
/** Registrations queue for hashing. */
const TIMEOUT = "60s";

export function requireWrk() {
  if (spawnSync("wrk", ["--version"]).error)
    throw new Error("Please install wrk (Debian: apt-get install wrk).");
}

/** Writes requests, `{method, path, token, body}`, to the file that `runWrk` sends. */
export function writeRequests(file, requests) {
  const line = ({ method = "GET", path, token = "", body }) =>
    [method, path, token, body ? JSON.stringify(body) : ""].join("\t");
  writeFileSync(file, requests.map(line).join("\n") + "\n");
}

/** Sends the requests of a file to a server for some seconds, and returns the figures. */
export async function runWrk(
  base,
  file,
  seconds,
  { accept = "application/json", connections = 32 },
) {
  const output = await run("wrk", [
    ...["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "--timeout", TIMEOUT],
    ...["-H", `Accept: ${accept}`, "-s", LUA, base, "--", file],
  ]);
  return parseFigures(output);
}

/** Parses the last line of output. */
export function parseFigures(output) {
  const figures = JSON.parse(output.trim().split("\n").at(-1));
  return {
    requests: figures.requests,
    perSecond: figures.requests / (figures.micros / 1e6),
    p50: figures.p50 / 1000,
    p99: figures.p99 / 1000,
    bytes: figures.requests && figures.bytes / figures.requests,
    errors: figures.status_errors + figures.connection_errors,
  };
}
