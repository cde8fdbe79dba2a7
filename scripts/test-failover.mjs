// Loses the primary of a PostgreSQL cluster again and again, under writes, reads and streams of two copies of the forum:
// killed, cut off, and handed over. Prints a table, and fails if an acknowledged write is lost or stored twice, a write
// waits longer than 30 s, a visitor's read fails, or a stream misses a reply. POSTUP_BINARY names the server, TRIES the
// number of tries (10). Needs root, for network namespaces, Patroni in target/patroni, and Debian's etcd-server and
// postgresql.
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { freePort, stop } from "../bench/lib/processes.mjs";
import { Cluster } from "./failover/cluster.mjs";
import { Load } from "./failover/load.mjs";

const MAX_SECONDS_WITHOUT_WRITES = 30;
/** Longer than Patroni waits for a leader. */
const CUT_OFF_MS = 40_000;
const SETTLE_MS = 5_000;
const KINDS = ["killed", "cut off", "handed over"];

const binary = resolve(process.env.POSTUP_BINARY ?? "target/release/postup");
const tries = Number(process.env.TRIES ?? 10);
// PostgreSQL runs as another user.
const folder = await mkdtemp(join(tmpdir(), "postup-failover-"));
execFileSync("chmod", ["755", folder]);
const copies = [];
const faults = [];
let cluster;

try {
  cluster = await Cluster.start(folder);
  cluster.sql("CREATE DATABASE postup", "postgres");
  const env = forumEnv();
  execFileSync(binary, ["demo"], { env, stdio: "ignore" });
  const bases = [await startCopy(env), await startCopy(env)];
  const token = await signIn(bases[0]);
  const post = Number(cluster.sql("SELECT min(id) FROM posts"));
  const load = new Load(bases, post, [token]);
  await sleep(SETTLE_MS);
  const rows = [];
  for (let number = 0; number < tries; number++) rows.push(await drill(KINDS[number % KINDS.length], load));
  await sleep(SETTLE_MS);
  await load.end();
  judge(load);
  execFileSync(binary, ["check"], { env, stdio: "inherit" });
  console.log("| primary | seconds without writes | failed reads |\n| --- | --: | --: |");
  for (const { kind, seconds, failed } of rows) console.log(`| ${kind} | ${seconds.toFixed(1)} | ${failed} |`);
} finally {
  for (const copy of copies) await stop(copy, "SIGKILL");
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function drill(kind, load) {
  const leader = await cluster.leader();
  const failedBefore = load.failedReads.length;
  const began = Date.now();
  if (kind === "killed") await cluster.kill(leader);
  if (kind === "cut off") cluster.cutOff(leader);
  if (kind === "handed over") await cluster.switchover(leader, await cluster.syncStandby());
  // Answers that were on their way count for before.
  const resumed = await load.writeAfter(began + 1_000, 120_000);
  const seconds = (resumed - began) / 1000;
  if (!(seconds <= MAX_SECONDS_WITHOUT_WRITES)) faults.push(`${kind}: ${seconds} s without writes`);
  if (kind === "cut off") {
    await sleep(CUT_OFF_MS - (Date.now() - began));
    if (cluster.takesWrites(leader)) faults.push("a primary that was cut off still takes writes");
    cluster.reconnect(leader);
  }
  if (kind === "killed") cluster.startPatroni(leader);
  await cluster.untilWhole();
  await sleep(SETTLE_MS);
  const failed = load.failedReads.length - failedBefore;
  console.error(`${kind}: ${seconds.toFixed(1)} s without writes, ${failed} failed reads`);
  return { kind, seconds, failed };
}

function judge(load) {
  const stored = cluster.sql("SELECT description || '=' || id FROM replies WHERE description LIKE 'Written %'");
  const ids = new Map();
  for (const line of stored.split("\n").filter(Boolean)) {
    const [text, id] = line.split("=");
    ids.set(text, [...(ids.get(text) ?? []), Number(id)]);
  }
  const acknowledged = [...load.acknowledged.keys()];
  const lost = acknowledged.filter((text) => !ids.has(text));
  const doubled = [...ids.values()].filter((found) => found.length > 1);
  if (lost.length > 0) faults.push(`${lost.length} acknowledged writes are lost`);
  if (doubled.length > 0) faults.push(`${doubled.length} writes are stored twice`);
  if (load.failedReads.length > 0) {
    const [first] = load.failedReads;
    faults.push(`${load.failedReads.length} of ${load.reads} reads failed, first: ${first.why}`);
  }
  console.log(`${acknowledged.length} writes acknowledged, ${lost.length} lost, ${doubled.length} twice; ${load.reads} reads`);
  load.streams.forEach(({ told, resyncs, opened }, copy) => {
    const untold = acknowledged.filter((text) => !told.has(ids.get(text)?.[0]));
    console.log(`stream ${copy}: ${told.size} replies, ${resyncs} resyncs, opened ${opened} times, ${untold.length} untold`);
    if (untold.length > 0 && resyncs === 0) faults.push(`stream ${copy}: ${untold.length} replies were not told`);
  });
}

function forumEnv() {
  return {
    ...process.env,
    POSTUP_DATABASE_URL: cluster.url,
    POSTUP_DATABASE_READ_URLS: cluster.nodeUrls.join(","),
    POSTUP_JWT_SECRET: "a secret for this drill only, 32 bytes",
    POSTUP_RATE_LIMIT: "off",
    POSTUP_METRICS_BIND: "off",
    POSTUP_LOG: process.env.DRILL_LOG ?? "off",
  };
}

async function startCopy(env) {
  const port = await freePort();
  const copy = spawn(binary, ["serve", "--bind", `127.0.0.1:${port}`], { env, cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  copies.push(copy);
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++, await sleep(100)) {
    if ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok) return base;
  }
  throw new Error("a copy did not start");
}

async function signIn(base) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const password = "a password for the drill";
  const body = JSON.stringify({ username: "drill", password, confirmPassword: password });
  const registered = await fetch(`${base}/register`, { method: "POST", headers, body });
  if (!registered.ok) throw new Error(await registered.text());
  const response = await fetch(`${base}/login`, { method: "POST", headers, body });
  return (await response.json()).token;
}
