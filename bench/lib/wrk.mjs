// wrk: one thread, 32 connections unless a case has another number.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { run } from "./processes.mjs";

const LUA = new URL("../replay.lua", import.meta.url).pathname;
/** A registration waits for those before it, a hash at a time. */
const TIMEOUT = "60s";

export function requireWrk() {
  if (spawnSync("wrk", ["--version"]).error)
    throw new Error("Please install wrk (Debian: apt-get install wrk).");
}

/** Writes requests, `{method, path, token, body}`, to the file that `drive` sends. */
export function writeRequests(file, requests) {
  const line = ({ method = "GET", path, token = "", body }) =>
    [method, path, token, body ? JSON.stringify(body) : ""].join("\t");
  writeFileSync(file, requests.map(line).join("\n") + "\n");
}

/** Sends the requests of a file to a server for some seconds, and gives the figures. */
export async function drive(
  base,
  file,
  seconds,
  { accept = "application/json", connections = 32 },
) {
  const output = await run("wrk", [
    ...["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "--timeout", TIMEOUT],
    ...["-H", `Accept: ${accept}`, "-s", LUA, base, "--", file],
  ]);
  return figuresOf(output);
}

/** The figures that the last line of some output tells. */
export function figuresOf(output) {
  const figures = JSON.parse(output.trim().split("\n").at(-1));
  return {
    requests: figures.requests,
    perSecond: figures.requests / (figures.micros / 1e6),
    p50: figures.p50 / 1000,
    p99: figures.p99 / 1000,
    bytes: figures.requests && figures.bytes / figures.requests,
    errors: figures.refused + figures.broken,
  };
}
