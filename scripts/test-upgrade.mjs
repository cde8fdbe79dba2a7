// Upgrades two copies of the forum beside each other, from an older commit to this one, across migrations of a PostgreSQL
// with many posts, under reads and writes. Prints a table, and fails if a request fails or an acknowledged write is lost or
// stored twice.
//
// UPGRADE_FROM names the older commit, by default that before the newest migration; POSTUP_BINARY, POSTUP_BENCH and
// POSTUP_OLD_BINARY the programs, of which the old one is built by default; POSTS the number of posts (1,000,000).
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { startCluster } from "../bench/lib/postgres.mjs";
import { freePort, stop } from "../bench/lib/processes.mjs";
import { Load } from "./upgrade/load.mjs";
import { Proxy } from "./upgrade/proxy.mjs";

const WRITERS = 4;
/** Texts that the new version renders again meanwhile. */
const OUTDATED = 5_000;
const PHASE_MS = 10_000;
const RENDERED_WITHIN_MS = 300_000;
const MIGRATIONS = "migrations/postgres";
const WAITING = `SELECT count(*) FROM posts WHERE renderer < (SELECT max(renderer) FROM posts)`;

const posts = Number(process.env.POSTS ?? 1_000_000);
const from = process.env.UPGRADE_FROM ?? `${git("log", "-1", "--first-parent", "-m", "--diff-filter=A", "--format=%H", "--", MIGRATIONS)}^`;
const binary = resolve(process.env.POSTUP_BINARY ?? "target/release/postup");
const bench = resolve(process.env.POSTUP_BENCH ?? "target/release/postup-bench");
const old = resolve(process.env.POSTUP_OLD_BINARY ?? buildOld());
const added = addedMigrations();
if (added.length === 0) throw new Error(`there is no migration since ${from}: name an older commit with UPGRADE_FROM`);

const folder = await mkdtemp(join(tmpdir(), "postup-upgrade-"));
await chmod(folder, 0o755);
const cluster = await startCluster(join(folder, "postgres"));
const sql = async (statement) => (await cluster.sql(statement, "postup")).trim();
const env = {
  ...process.env,
  POSTUP_DATABASE_URL: cluster.url("postup"),
  POSTUP_JWT_SECRET: "a secret for this drill only, 32 bytes",
  POSTUP_BACKUP_DIR: join(folder, "backups"),
  POSTUP_RATE_LIMIT: "off",
  POSTUP_METRICS_BIND: "off",
  POSTUP_DRAIN: "3",
  POSTUP_LOG: process.env.DRILL_LOG ?? "off",
};
const children = [];
const faults = [];
let proxy;

try {
  await fill();
  const copies = [await startCopy(old), await startCopy(old)];
  proxy = await Proxy.start(copies.map(({ base }) => base));
  const load = new Load(proxy.base, await site(copies[0].base), "before");
  await sleep(PHASE_MS);
  await migrate(load);
  load.begin("rolling");
  await replace(copies, 0);
  const paused = await pauseRendering();
  await replace(copies, 1);
  load.begin("after");
  await sleep(PHASE_MS);
  await load.end();
  await judge(load);
  await resumeRendering(paused);
  execFileSync(binary, ["check"], { env, stdio: "inherit" });
} finally {
  await proxy?.stop();
  for (const child of children) await stop(child, "SIGKILL");
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Returns the server of the older commit, which it builds once, in a work tree and a folder of its own. */
function buildOld() {
  const commit = git("rev-parse", "--short=12", `${from}^{commit}`);
  const built = resolve(`target/upgrade/postup-${commit}`);
  if (existsSync(built)) return built;
  const source = resolve(`target/upgrade/${commit}`);
  mkdirSync("target/upgrade", { recursive: true });
  if (!existsSync(source)) git("worktree", "add", "--detach", source, commit);
  // Shares the compiled dependencies of `make release`, but not its programs.
  const CARGO_TARGET_DIR = resolve("target/upgrade/build");
  const env = { ...process.env, CARGO_TARGET_DIR, CARGO_BUILD_BUILD_DIR: resolve("target") };
  const args = ["build", "--release", "--locked", "--package", "server", "--features", "jemalloc"];
  execFileSync("cargo", args, { cwd: source, env, stdio: "inherit" });
  copyFileSync(join(CARGO_TARGET_DIR, "release/postup"), built);
  git("worktree", "remove", "--force", source);
  return built;
}

/** Returns the migrations since the older commit, oldest first. */
function addedMigrations() {
  const known = git("ls-tree", "--name-only", from, `${MIGRATIONS}/`).split("\n").map((path) => path.split("/").at(-1));
  return readdirSync(MIGRATIONS).filter((name) => !known.includes(name)).sort();
}

/** The tool fills a database of the newest schema, which is then taken back. */
async function fill() {
  const began = performance.now();
  await cluster.sql("CREATE DATABASE postup");
  execFileSync(bench, ["fill", "--scale", "1", "--posts", String(posts)], { env });
  for (const name of [...added].reverse()) {
    await sql(readFileSync(join(MIGRATIONS, name, "down.sql"), "utf8"));
    await sql(`DELETE FROM __diesel_schema_migrations WHERE version = '${name.split("_")[0]}'`);
  }
  await sql("VACUUM (ANALYZE)");
  console.error(`filled with ${posts} posts in ${seconds(began)} s; the new migrations: ${added.join(", ")}`);
}

async function site(base) {
  const tokens = [];
  for (let number = 0; number < WRITERS; number++) tokens.push(await signIn(base, `drill-${number}`));
  return { tokens, posts, forums: Number(await sql("SELECT count(*) FROM forums")) };
}

async function migrate(load) {
  await sql(`UPDATE posts SET renderer = renderer - 1 WHERE id <= ${OUTDATED}`);
  load.begin("migrating");
  const began = performance.now();
  const child = spawn(binary, ["migrate"], { env, cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the migration failed");
  console.error(`backed up and migrated in ${seconds(began)} s`);
}

/** Ends an old copy and starts a new one in its place, then lets copies serve side by side. */
async function replace(copies, number) {
  await proxy.untilReady();
  await stop(copies[number].child, "SIGTERM");
  proxy.copies[number] = (await startCopy(binary)).base;
  await proxy.untilReady();
  await sleep(PHASE_MS);
}

/** Returns how many texts the first new copy has left. */
async function pauseRendering() {
  execFileSync(binary, ["rendering", "pause"], { env, stdio: "inherit" });
  // It looks every second.
  await sleep(2_000);
  const left = Number(await sql(WAITING));
  if (left === 0 || left >= OUTDATED) faults.push(`${left} of ${OUTDATED} old texts are left at the pause`);
  return left;
}

async function resumeRendering(paused) {
  const waiting = Number(await sql(WAITING));
  if (waiting !== paused) faults.push(`${paused - waiting} texts were rendered during the pause`);
  execFileSync(binary, ["rendering", "resume"], { env, stdio: "inherit" });
  const began = performance.now();
  let left = waiting;
  for (; left > 0 && performance.now() - began < RENDERED_WITHIN_MS; await sleep(1_000)) {
    left = Number(await sql(WAITING));
  }
  if (left > 0) faults.push(`${left} texts are not rendered again`);
  console.log(`${OUTDATED} old texts: ${paused} left at the pause, ${left} in the end, ${seconds(began)} s later`);
}

async function judge(load) {
  const stored = await sql(
    `SELECT title FROM posts WHERE id > ${posts} UNION ALL SELECT description FROM replies WHERE description LIKE 'Written %'`,
  );
  const counts = new Map();
  for (const text of stored.split("\n")) counts.set(text, (counts.get(text) ?? 0) + 1);
  const lost = load.acknowledged.filter((text) => !counts.has(text)).length;
  const doubled = [...counts.values()].filter((count) => count > 1).length;
  if (lost > 0) faults.push(`${lost} acknowledged writes are lost`);
  if (doubled > 0) faults.push(`${doubled} writes are stored twice`);
  if (load.failed.length > 0) faults.push(`${load.failed.length} requests failed, first: ${load.failed[0]}`);
  console.log(`${posts} posts; ${load.acknowledged.length} writes acknowledged, ${lost} lost, ${doubled} twice`);
  console.log("| phase | requests | failed | p99 in ms | slowest in ms |\n| --- | --: | --: | --: | --: |");
  for (const [name, { times, failed }] of load.phases) {
    times.sort((one, other) => one - other);
    const [p99, slowest] = [times[Math.floor(times.length * 0.99)], times.at(-1)].map(Math.round);
    console.log(`| ${name} | ${times.length} | ${failed} | ${p99} | ${slowest} |`);
  }
}

async function startCopy(program) {
  const port = await freePort();
  const args = ["serve", "--bind", `127.0.0.1:${port}`];
  const child = spawn(program, args, { env, cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  children.push(child);
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 600; tries++, await sleep(100)) {
    if ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok) return { child, base };
  }
  throw new Error("a copy did not start");
}

async function signIn(base, username) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const password = "a password for the drill";
  const body = JSON.stringify({ username, password, confirmPassword: password });
  const registered = await fetch(`${base}/register`, { method: "POST", headers, body });
  if (!registered.ok) throw new Error(await registered.text());
  const response = await fetch(`${base}/login`, { method: "POST", headers, body });
  return (await response.json()).token;
}

function seconds(began) {
  return Math.round((performance.now() - began) / 1_000);
}

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}
