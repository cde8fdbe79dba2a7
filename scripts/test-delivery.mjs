// Kills the forum again and again (SIGKILL) while mails and pushes are on their way, and its relay, a real Postfix with
// STARTTLS, on both databases side by side. Prints a table, and fails if a member misses a notification, a mail or a push
// of a post, gets a notification twice, a mail or push more than twice, or two mails of one `Message-ID` that tell of
// different posts. POSTUP_BINARY names the server, KILLS the number of kills (20), DATABASES the databases (sqlite
// postgres). Needs root and Debian's postfix and postgresql.
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { startCluster } from "../bench/lib/postgres.mjs";
import { freePort, start, stop } from "../bench/lib/processes.mjs";
import { Postfix } from "./delivery/postfix.mjs";

const MEMBERS = 10;
/** Mails that were refused are tried again after a minute. */
const PATIENCE_MS = 180_000;
/** Whatever comes twice has come by then. */
const LATE_MS = 5_000;
/** Around each kill so many posts are written, within this time. */
const POSTS = 3;
const MOMENTS_MS = 400;
/** A key whose server was killed is free after ten seconds. */
const RETRY_MS = 500;
/** Of four kills, one is of the relay. */
const RELAY_EVERY = 4;
const PASSWORD = "a password for the drill";
/** Of RFC 8291, appendix A. */
const KEYS = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

const databases = (process.env.DATABASES ?? "sqlite postgres").split(" ");
if (databases.length > 1) process.exit(await drillSideBySide());
const binary = resolve(process.env.POSTUP_BINARY ?? "target/release/postup");
const kills = Number(process.env.KILLS ?? 20);
const folder = await mkdtemp(join(tmpdir(), "postup-delivery-"));
await chmod(folder, 0o755);
const files = { key: join(folder, "key.pem"), certificate: join(folder, "certificate.pem") };
const faults = [];
let cluster;
let relay;
let forum;

try {
  makeCertificate();
  relay = await Postfix.start(join(folder, "postfix"), files);
  if (databases[0] === "postgres") {
    cluster = await startCluster(join(folder, "postgres"));
    await cluster.sql("CREATE DATABASE postup");
    await drill("PostgreSQL", cluster.url("postup"));
  } else {
    await drill("SQLite", `sqlite://${join(folder, "forum.db")}`);
  }
} finally {
  if (forum) await stop(forum.child, "SIGKILL");
  await relay?.kill();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Runs this script once for each database. Returns the exit code. */
async function drillSideBySide() {
  const drills = databases.map((database) => {
    const env = { ...process.env, DATABASES: database };
    return once(spawn(process.execPath, [process.argv[1]], { env, stdio: "inherit" }), "exit");
  });
  return (await Promise.all(drills)).some(([code]) => code !== 0) ? 1 : 0;
}

async function drill(name, databaseUrl) {
  const service = await startPushService();
  forum = { base: `http://127.0.0.1:${await freePort()}`, env: forumEnv(databaseUrl) };
  await startForum();
  const author = await register("author");
  const { id } = await call(author, "POST", "/forums/create", { topic: "Tea", description: "Leaves" });
  const members = [];
  for (let number = 0; number < MEMBERS; number++) members.push(await joinWatching(id, `${name}-${number}`, service.port));
  const titles = [];
  for (let number = 1; number <= kills; number++) {
    titles.push(...(await killAmongPosts(author, id, number)));
    await allTold(name, members, titles, service.pushes);
  }
  await sleep(LATE_MS);
  await judge(name, members, titles, service.pushes);
  service.server.closeAllConnections();
  service.server.close();
  await stop(forum.child);
  execFileSync(binary, ["check"], { env: { ...process.env, ...forum.env }, stdio: "inherit" });
}

function makeCertificate() {
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
  const names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", ["req", ...made, ...names, "-keyout", files.key, "-out", files.certificate], { stdio: "ignore" });
}

/** Counts the pushes by device and topic. */
async function startPushService() {
  const pushes = new Map();
  const identity = { key: readFileSync(files.key), cert: readFileSync(files.certificate) };
  const server = createServer(identity, (request, response) => {
    const push = `${request.url} ${request.headers.topic}`;
    request.resume().on("end", () => {
      pushes.set(push, (pushes.get(push) ?? 0) + 1);
      response.writeHead(201).end();
    });
  });
  const port = await freePort();
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return { port, pushes, server };
}

function forumEnv(databaseUrl) {
  return {
    POSTUP_DATABASE_URL: databaseUrl,
    POSTUP_JWT_SECRET: "a secret for this drill only, 32 bytes",
    POSTUP_PUBLIC_URL: "https://tea.example",
    POSTUP_SMTP_URL: `smtp://127.0.0.1:${relay.port}?tls=required`,
    POSTUP_MAIL_FROM: "Forum <forum@tea.example>",
    POSTUP_MAIL_DELAY: "0s",
    POSTUP_MAIL_PAUSE: "0s",
    POSTUP_OUTBOUND_ALLOW: "127.0.0.0/8",
    POSTUP_RATE_LIMIT: "off",
    POSTUP_METRICS_BIND: "off",
    POSTUP_LOG: process.env.DRILL_LOG ?? "audit=off,off",
    SSL_CERT_FILE: files.certificate,
  };
}

async function startForum() {
  const { base, env } = forum;
  forum.child = start(binary, ["serve", "--bind", new URL(base).host], { env });
  await until("the forum", async () => (await fetch(`${base}/readyz`)).ok);
}

async function register(name) {
  const body = { username: name, password: PASSWORD, confirmPassword: PASSWORD };
  await call({}, "POST", "/register", body);
  const { token, user } = await call({}, "POST", "/login", body);
  return { token, id: user.id, name };
}

/** Registers a member who wants mails and pushes of a forum's posts, and follows the link in the first mail. */
async function joinWatching(forumId, name, port) {
  const member = await register(name);
  const email = `${member.name}@tea.example`;
  await call(member, "PUT", `/api/user/${member.id}/email`, { email, password: PASSWORD });
  let token;
  await until(`a mail to ${email}`, async () => {
    const mail = (await readMails()).find((text) => text.includes(`To: ${email}`));
    [, token] = /confirm\?token=(?:3D)?([0-9a-f]+)/.exec(mail) ?? [];
    return token;
  });
  await call(member, "POST", "/api/email/confirm", { token });
  await call(member, "PUT", "/api/notifications/settings", { ...(await call(member, "GET", "/api/notifications/settings")), mail: "each", push: true });
  await call(member, "PUT", `/api/forums/${forumId}/watch`, { level: "watching" });
  const endpoint = `https://127.0.0.1:${port}/${member.name}`;
  await call(member, "PUT", "/api/push/subscriptions", { endpoint, keys: KEYS });
  return { ...member, email };
}

/** Kills the forum, or its relay, while posts are written and told of, and starts it again. Returns their titles. */
async function killAmongPosts(author, forumId, number) {
  const titles = Array.from({ length: POSTS }, (_, index) => `Kill number ${number}, post ${index}.`);
  const written = titles.map(async (title) => {
    await sleep(Math.random() * MOMENTS_MS);
    await insist(author, "POST", `/api/forum/${forumId}/posts`, { title, description: "Gone?" });
  });
  await sleep(Math.random() * MOMENTS_MS);
  if (number % RELAY_EVERY === 0) {
    await relay.kill();
    await sleep(MOMENTS_MS);
    await relay.again();
  } else {
    await stop(forum.child, "SIGKILL");
    await startForum();
  }
  await Promise.all(written);
  return titles;
}

/** Sends until there is an answer, under one key. */
async function insist(member, method, path, body) {
  const key = { "Idempotency-Key": randomUUID() };
  await until(path, async () => {
    const done = await call(member, method, path, body, key).then(() => true, () => false);
    if (!done) await sleep(RETRY_MS);
    return done;
  });
}

async function allTold(name, members, titles, pushes) {
  const wanted = members.flatMap((member) => titles.map((title) => ({ member, title })));
  await until("what is on its way", async () => {
    const { notifications, mails, pushed } = await countFor(wanted, pushes);
    return [notifications, mails, pushed].flat().every((times) => times > 0);
  }).catch((error) => faults.push(`${name}, ${titles.at(-1)} ${error.message}`));
}

async function judge(name, members, titles, pushes) {
  const wanted = members.flatMap((member) => titles.map((title) => ({ member, title })));
  const { notifications, mails, pushed } = await countFor(wanted, pushes);
  console.log(`${name}: ${kills} kills, ${titles.length} posts, ${members.length} members\n`);
  console.log("| | wanted | none | once | twice | more |\n| --- | --: | --: | --: | --: | --: |");
  for (const [what, times] of Object.entries({ notifications, mails, pushes: pushed })) {
    const [none, once, twice] = [0, 1, 2].map((number) => times.filter((n) => n === number).length);
    const more = times.length - none - once - twice;
    console.log(`| ${what} | ${times.length} | ${none} | ${once} | ${twice} | ${more} |`);
    if (none > 0) faults.push(`${name}: ${none} ${what} are lost`);
    if (more > 0 || (what === "notifications" && twice > 0)) faults.push(`${name}: ${what} came too often`);
  }
  const contents = new Map();
  for (const mail of await readMails()) {
    const [id] = /^Message-ID: .+$/m.exec(mail);
    const told = titles.filter((title) => mail.includes(title)).join();
    if ((contents.get(id) ?? told) !== told) faults.push(`${name}: ${id} is two different mails`);
    contents.set(id, told);
  }
}

/** How often each member got word of each post. */
async function countFor(wanted, pushes) {
  const mails = await readMails();
  const rows = new Map();
  for (const { member } of wanted) {
    if (!rows.has(member)) rows.set(member, await call(member, "GET", "/api/notifications?limit=100"));
  }
  const counts = { notifications: [], mails: [], pushed: [] };
  for (const { member, title } of wanted) {
    const told = rows.get(member).filter(({ post }) => post?.title === title);
    const sent = mails.filter((mail) => mail.includes(`To: ${member.email}`) && mail.includes(title));
    counts.notifications.push(told.length);
    counts.mails.push(sent.length);
    counts.pushed.push(pushes.get(`/${member.name} post-${told[0]?.post.id}`) ?? 0);
  }
  return counts;
}

/** Their long lines are broken. */
async function readMails() {
  return (await relay.mails()).map((text) => text.replaceAll("=\n", ""));
}

async function call({ token }, method, path, body, headers = {}) {
  const response = await fetch(forum.base + path, {
    method,
    headers: { Accept: "application/json", Connection: "close", ...(body && { "Content-Type": "application/json" }), ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text && JSON.parse(text);
}

async function until(what, isReady) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
    if (await isReady().catch(() => false)) return;
  }
  throw new Error(`${what} did not come`);
}
