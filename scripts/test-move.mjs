// Moves a forum under load to another database with ops/move.sh, on SQLite and from one PostgreSQL cluster to another: first
// a rehearsal with a backup that is made while members write, then the switch-over. Prints a table, and fails if a write
// that was acknowledged before a backup began is missing after it, a write is stored twice, or a request fails before the
// switch-over. POSTUP_BINARY names the server. Needs PostgreSQL.
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { startCluster } from "../bench/lib/postgres.mjs";
import { freePort, run, start, stop } from "../bench/lib/processes.mjs";
import { Load } from "./upgrade/load.mjs";
import { Proxy } from "./upgrade/proxy.mjs";

const WRITERS = 4;
const PHASE_MS = 5_000;
/** The first ones of the demo community; of later posts one is locked. */
const SITE = { posts: 50, forums: 3 };
const PASSWORD = "a password for the drill";
const WRITTEN = `SELECT title FROM posts WHERE title LIKE 'Written %'
  UNION ALL SELECT description FROM replies WHERE description LIKE 'Written %'`;

const binary = resolve(process.env.POSTUP_BINARY ?? "target/release/postup");
const folder = await mkdtemp(join(tmpdir(), "postup-move-"));
await chmod(folder, 0o755);
const faults = [];
const clusters = [];
let old;
let proxy;

try {
  const rows = [await drill("SQLite", createFile("old"), createFile("rehearsed"), createFile("new"))];
  for (const name of ["first", "second"]) clusters.push(await startCluster(join(folder, name)));
  const [first, second] = clusters;
  const databases = [await create(first, "old"), await create(second, "rehearsed"), await create(second, "new")];
  rows.push(await drill("PostgreSQL", ...databases));
  console.log("| database | written before the backup | while it was made | in it | in all | lost | seconds without writes |");
  console.log("| --- | --: | --: | --: | --: | --: | --: |");
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
} finally {
  await proxy?.stop();
  if (old) await stop(old.child, "SIGKILL");
  for (const cluster of clusters) await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function drill(name, from, rehearsed, to) {
  execFileSync(binary, ["demo"], { env: { ...process.env, ...settings(from) }, stdio: "ignore" });
  old = await startForum(from);
  proxy = await Proxy.start([old.base]);
  const names = Array.from({ length: WRITERS }, (_, number) => `drill-${number}`);
  for (const name of names) await send("/register", { username: name, password: PASSWORD, confirmPassword: PASSWORD });
  const load = new Load(proxy.base, { tokens: await signIn(names), ...SITE }, "before");
  await sleep(PHASE_MS);
  const [before, during, restored] = await rehearse(name, load, from, rehearsed);
  await sleep(PHASE_MS);
  if (load.failed.length > 0) faults.push(`${name}: ${load.failed.length} requests failed, first: ${load.failed[0]}`);
  const { after, seconds } = await switchOver(name, load, names, from, to);
  const written = [...load.acknowledged, ...after];
  const lost = missing(name, written, await to.rows(WRITTEN));
  await proxy.stop();
  await stop(old.child);
  return [name, before, during, restored, written.length, lost, seconds.toFixed(1)];
}

/**
 * Moves a backup that is made while members write. Returns how many writes were acknowledged before and during it, and
 * how many it has.
 */
async function rehearse(name, load, from, to) {
  const backups = join(folder, `${name} backups`);
  await mkdir(backups);
  await writeFile(join(backups, "postup-2026-11-19T000000.000Z.backup"), "not the newest");
  const before = [...load.acknowledged];
  await run(binary, ["backup", join(backups, "postup-2026-11-20T000000.000Z.backup")], { env: settings(from) });
  const during = load.acknowledged.length - before.length;
  await move("restore", backups, to);
  const stored = await to.rows(WRITTEN);
  missing(`${name}, rehearsal`, before, stored);
  return [before.length, during, stored.length];
}

/** Returns what was written afterwards, and the seconds from the end of the old server to the first write on the new one. */
async function switchOver(name, load, names, from, to) {
  const file = join(folder, `${name}-last.backup`);
  const refused = await move("backup", file, from).then(() => false, () => true);
  if (!refused) faults.push(`${name}: it left while the old server ran`);
  const began = performance.now();
  await stop(old.child);
  await load.end();
  await move("backup", file, from);
  await move("restore", file, to);
  old = await startForum(to);
  proxy.copies = [old.base];
  await proxy.untilReady();
  // Sessions are in no backup: everybody signs in again.
  const next = new Load(proxy.base, { tokens: await signIn(names), ...SITE }, "after");
  while (next.acknowledged.length === 0) await sleep(10);
  const seconds = (performance.now() - began) / 1_000;
  await sleep(PHASE_MS);
  await next.end();
  if (next.failed.length > 0) faults.push(`${name}, after: ${next.failed.length} requests failed, first: ${next.failed[0]}`);
  return { after: next.acknowledged, seconds };
}

async function move(step, file, { url }) {
  const env = { ...settings({ url }), POSTUP_BINARY: binary, POSTUP_BIND: new URL(old.base).host };
  console.error(await run("bash", ["ops/move.sh", step, file], { env }));
}

/** Returns how many of the writes are not stored. */
function missing(name, written, stored) {
  const known = new Set(stored);
  const lost = written.filter((text) => !known.has(text)).length;
  if (lost > 0) faults.push(`${name}: ${lost} acknowledged writes are lost`);
  if (known.size < stored.length) faults.push(`${name}: ${stored.length - known.size} writes are stored twice`);
  return lost;
}

function settings({ url }) {
  return {
    POSTUP_DATABASE_URL: url,
    POSTUP_JWT_SECRET: "a secret for this drill only, 32 bytes",
    POSTUP_BACKUP_DIR: join(folder, "backups"),
    POSTUP_RATE_LIMIT: "off",
    POSTUP_METRICS_BIND: "off",
    POSTUP_LOG: process.env.DRILL_LOG ?? "audit=off,off",
  };
}

async function startForum(database) {
  const address = `127.0.0.1:${await freePort()}`;
  const child = start(binary, ["serve", "--bind", address], { env: settings(database) });
  const base = `http://${address}`;
  for (let tries = 0; tries < 600; tries++, await sleep(50)) {
    if ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok) return { child, base };
  }
  throw new Error("the forum did not start");
}

/** Returns the tokens of members. */
async function signIn(names) {
  const answers = await Promise.all(names.map((username) => send("/login", { username, password: PASSWORD })));
  return answers.map(({ token }) => token);
}

async function send(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const response = await fetch(proxy.base + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A new database of a cluster. */
async function create(cluster, name) {
  await cluster.sql(`CREATE DATABASE ${name}`);
  const rows = async (statement) => (await cluster.sql(statement, name)).trim().split("\n");
  return { url: cluster.url(name), rows };
}

/** A new SQLite file. */
function createFile(name) {
  const path = join(folder, `${name}.db`);
  const rows = (statement) => {
    const file = new DatabaseSync(path, { readOnly: true });
    const found = file.prepare(statement).all().map((row) => Object.values(row)[0]);
    file.close();
    return found;
  };
  return { url: `sqlite://${path}`, rows };
}
