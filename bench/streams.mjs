// `make bench-streams`: from an act to its event at another client, and the cost of thousands of streams and watchers.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { percentiles, post, signUp } from "./lib/api.mjs";
import { databaseFactories, fill, vacuum } from "./lib/databases.mjs";
import { stopAll } from "./lib/processes.mjs";
import { startProduct } from "./lib/server.mjs";
import { binaries, root } from "./lib/settings.mjs";
import { measureSteadyEvents } from "./lib/steadyEvents.mjs";
import { openStream, openStreams } from "./lib/streams.mjs";
import { markdown } from "./lib/table.mjs";
import { measureWatchers, WATCHERS_SCALE } from "./lib/watchers.mjs";

const ACTS = Number(process.env.ACTS || 300);
const STREAMS = Number(process.env.STREAMS || 10_000);
/** Streams may take half of the connections of the server, which needs some files for itself. */
const FILES = STREAMS * 2 + 1_000;
const FAN_OUTS = 5;
const IDLE_MS = 30_000;
const READ_EVERY_MS = 5;

const files = execFileSync("sh", ["-c", "ulimit -H -n"], { encoding: "utf8" }).trim();
if (Number(files) < FILES)
  throw new Error(`${STREAMS} streams need ${FILES} open files, but the limit is ${files}: raise it, or set STREAMS`);
process.env.POSTUP_REGISTRATION_WORK = "0";
const [binary] = Object.values(binaries);
const work = mkdtempSync(join(tmpdir(), "postup-streams-"));
// PostgreSQL, which runs as another user under root, has a folder in it.
chmodSync(work, 0o755);
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

const onSqlite = await databaseFactories.sqlite(work);
const sqlite = onSqlite("streams");
const results = { streams: STREAMS };
const server = await startProduct("sqlite", binary, sqlite.url);
const thread = await prepare(server.base);
results.oneCopy = await latency(server.base, server.base, thread);
Object.assign(results, await manyStreams(server, thread));
Object.assign(results, await measureSteadyEvents(server, binary, thread, STREAMS));
await server.stop();

const onPostgres = await databaseFactories.postgres(work);
const postgres = onPostgres("streams");
await postgres.cluster.sql(`CREATE DATABASE ${postgres.database}`);
const first = await startProduct("postgres", binary, postgres.url);
const other = await startProduct("postgres copy", binary, postgres.url);
// Until both listen.
await sleep(2_000);
results.twoCopies = await latency(first.base, other.base, await prepare(first.base));
await Promise.all([first.stop(), other.stop()]);

for (const database of [onSqlite("watched"), onPostgres("watched")]) {
  await fill(database, binary, WATCHERS_SCALE);
  await vacuum(database);
  const product = await startProduct(database.kind, binary, database.url);
  const times = await measureWatchers(product);
  for (const [name, each] of Object.entries(times)) results[`${database.kind}, ${name}`] = each;
  await product.stop();
}

writeFileSync(join(root, "bench/streams.json"), JSON.stringify(results, null, 2) + "\n");
console.log(markdown(["measure", "value"], Object.entries(results).map(([name, value]) => [name, text(value)])));
await stopAll();
process.exit();

/** Makes a post and the members who write and read. */
async function prepare(base) {
  const [writer, reader] = [await signUp(base, "writer"), await signUp(base, "reader")];
  const forum = await post(base, "/forums/create", writer, { topic: "Streams", description: "All" });
  const made = { title: "A post", description: "Read it" };
  const { id } = await post(base, `/api/forum/${forum.id}/posts`, writer, made);
  return { id, writer, reader };
}

/** Milliseconds from sending a reply to its event at a client of another copy. */
async function latency(from, to, { id, writer, reader }) {
  let arrive = () => {};
  const onEvent = (name) => name === "reply" && arrive();
  const stream = await openStream(to, `/api/events?topics=post:${id}`, onEvent, reader);
  const times = [];
  for (let act = 0; act < ACTS; act += 1) {
    const arrived = new Promise((resolve) => (arrive = resolve));
    const start = performance.now();
    const answered = post(from, `/api/post/${id}/replies`, writer, {
      respondsTo: null,
      description: `Reply ${act}`,
    });
    await arrived;
    times.push(performance.now() - start);
    await answered;
  }
  stream.close();
  return percentiles(times);
}

/** What idle streams cost, and how soon one event reaches all while others read. */
async function manyStreams(product, { id, writer }) {
  const before = product.memory();
  let arrived = 0;
  let onAll = () => {};
  const onEvent = (name) => {
    if (name !== "post") return;
    arrived += 1;
    if (arrived === STREAMS) onAll();
  };
  const streams = await openStreams(STREAMS, product.base, `/api/events?topics=post:${id}`, onEvent);
  const cpu = product.cpuSeconds();
  await sleep(IDLE_MS);
  const idleCores = (product.cpuSeconds() - cpu) / (IDLE_MS / 1000);
  const idleMiB = product.memory() - before;
  const fanOut = [];
  const reading = startReading(product.base);
  for (let round = 0; round < FAN_OUTS; round += 1) {
    arrived = 0;
    const all = new Promise((resolve) => (onAll = resolve));
    const start = performance.now();
    await post(product.base, `/api/posts/${id}`, writer, { title: `Edit ${round}`, description: "x" });
    await all;
    fanOut.push(performance.now() - start);
    await sleep(500);
  }
  const reads = await reading.stop();
  streams.close();
  return { idleMiB, idleCores, fanOut: percentiles(fanOut), readsMeanwhile: percentiles(reads) };
}

/** Reads a list again and again; `stop` gives the milliseconds of each. */
function startReading(base) {
  let isStopped = false;
  const run = async () => {
    const times = [];
    while (!isStopped) {
      const start = performance.now();
      await (await fetch(`${base}/api/posts?limit=10`)).arrayBuffer();
      times.push(performance.now() - start);
      await sleep(READ_EVERY_MS);
    }
    return times;
  };
  const times = run();
  return {
    stop() {
      isStopped = true;
      return times;
    },
  };
}

function text(value) {
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000);
  return Object.entries(value)
    .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
    .join(", ");
}
