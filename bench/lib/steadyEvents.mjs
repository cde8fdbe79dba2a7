// What a steady rate of events to thousands of streams costs: memory, and how soon a ban reaches its member meanwhile.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { percentiles, post, put, signUp } from "./api.mjs";
import { run } from "./processes.mjs";
import { serverEnv } from "./settings.mjs";
import { openStream } from "./streams.mjs";

const PER_SECOND = 20;
const SECONDS = 60;
/** Memory grows until each stream has its share of the events that wait. */
const WARM_UP_SECONDS = 15;
const BANS = 10;

/**
 * Edits a post that `streams` clients watch. Returns the events a second, the growth of memory, what was sent and the
 * streams that ended meanwhile, and the milliseconds from bans to their events.
 */
export async function measureSteadyEvents(product, binary, { id, writer }, streams) {
  const { base } = product;
  const admin = await signUp(base, "warden");
  const env = { ...serverEnv, POSTUP_DATABASE_URL: product.databaseUrl };
  await run(binary, ["admin", "warden"], { env });
  const banned = await Promise.all(Array.from({ length: BANS }, (_, nth) => openBanned(base, nth)));
  const clients = await openClients(base, id, streams - BANS);
  const [memory, bans] = [[], []];
  const start = performance.now();
  for (let nth = 0; nth < SECONDS * PER_SECOND; nth += 1) {
    await sleep(Math.max(0, start + (nth * 1000) / PER_SECOND - performance.now()));
    await post(base, `/api/posts/${id}`, writer, { title: `Edit ${nth}`, description: "x" });
    if (nth < WARM_UP_SECONDS * PER_SECOND || nth % PER_SECOND > 0) continue;
    memory.push(product.memory());
    if (banned.length > 0) bans.push(ban(base, admin, banned.pop()));
  }
  const eventsPerSecond = (SECONDS * PER_SECOND * 1000) / (performance.now() - start);
  const growthMiB = Math.max(...memory) - memory[0];
  const { bytes, ended } = await closeClients(clients);
  const bansMeanwhile = percentiles(await Promise.all(bans));
  return { eventsPerSecond, growthMiB, sentMiB: bytes / 2 ** 20, ended, bansMeanwhile };
}

/** On another thread, which reads and does nothing else. */
async function openClients(base, id, count) {
  const workerData = { base, path: `/api/events?topics=post:${id}`, count };
  const clients = new Worker(new URL("./drainStreams.mjs", import.meta.url), { workerData });
  await once(clients, "message");
  return clients;
}

async function closeClients(clients) {
  clients.postMessage("count");
  const [counted] = await once(clients, "message");
  await clients.terminate();
  return counted;
}

/** A member with a stream of the own events. */
async function openBanned(base, nth) {
  const token = await signUp(base, `banned${nth}`);
  const { sub: id } = JSON.parse(Buffer.from(token.split(".")[1], "base64url"));
  let tell;
  const told = new Promise((resolve) => (tell = resolve));
  await openStream(base, "/api/events", (name, data) => name === "session" && data.includes("banned") && tell(), token);
  return { id, told };
}

/** Milliseconds from the request to ban a member to the event. */
async function ban(base, admin, { id, told }) {
  const start = performance.now();
  await Promise.all([put(base, `/user/${id}/ban`, admin), told]);
  return performance.now() - start;
}
