// Runs a real Prometheus, with the scrape configuration and alerts of ops/, on a server that is used, and asks it every
// query of the dashboard and for every metric of the alerts: each must give a series. POSTUP_BINARY names the server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { freePort, stop } from "../bench/lib/processes.mjs";

const PATIENCE_MS = 30_000;
/** A rate needs two scrapes. */
const RATE_INTERVAL = "10s";

const binary = resolve(process.env.POSTUP_BINARY ?? "target/release/postup");
const folder = await mkdtemp(join(tmpdir(), "postup-metrics-"));
const children = [];

try {
  const [web, metrics, prometheus] = await Promise.all([freePort(), freePort(), freePort()]);
  await startForum(web, metrics);
  await startPrometheus(prometheus, metrics);
  const wanted = [...(await dashboardQueries()), ...(await alertMetrics(prometheus))];
  const missing = await firstWithout(`http://127.0.0.1:${prometheus}`, wanted, () => useForum(web));
  for (const query of missing) console.error(`no series: ${query}`);
  console.log(`${wanted.length - missing.length} of ${wanted.length} queries give a series`);
  process.exitCode = missing.length > 0 ? 1 : 0;
} finally {
  for (const child of children.reverse()) await stop(child);
  await rm(folder, { recursive: true });
}

async function startForum(web, metrics) {
  const env = {
    ...process.env,
    POSTUP_DATABASE_URL: `sqlite://${join(folder, "forum.db")}`,
    POSTUP_METRICS_BIND: `127.0.0.1:${metrics}`,
    POSTUP_LOG: "audit=off,error",
    POSTUP_RATE_LIMIT: "off",
    // Nobody listens there: what is metered is that mails wait.
    POSTUP_SMTP_URL: "smtp://127.0.0.1:9",
    POSTUP_MAIL_FROM: "forum@tea.example",
    POSTUP_PUBLIC_URL: "https://tea.example",
  };
  const demo = start(binary, ["demo"], env);
  await once(demo, "exit");
  start(binary, ["serve", "--bind", `127.0.0.1:${web}`], env);
  await until("the forum", async () => (await fetch(`http://127.0.0.1:${web}/readyz`)).ok);
}

async function startPrometheus(port, metrics) {
  await cp("ops/prometheus", folder, { recursive: true });
  const file = join(folder, "prometheus.yml");
  const settings = (await readFile(file, "utf8"))
    .replace("127.0.0.1:9464", `127.0.0.1:${metrics}`)
    .replace("15s", "1s");
  await writeFile(file, settings);
  start("prometheus", [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, "series")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=error",
  ]);
  await until("Prometheus", async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok);
}

/** A visit, a sign-in, one that fails, and a page that is not there. */
async function useForum(web) {
  const base = `http://127.0.0.1:${web}`;
  const login = (password) =>
    fetch(`${base}/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ username: "ada_admin", password }),
    });
  await Promise.all([fetch(`${base}/api/posts`), fetch(`${base}/nothing`), login("wrong")]);
}

async function dashboardQueries() {
  const { panels } = JSON.parse(await readFile("ops/grafana/postup.json", "utf8"));
  const queries = panels.flatMap((panel) => panel.targets ?? []).map((target) => target.expr);
  return queries.map((query) =>
    query
      .replaceAll("$job", "postup")
      .replaceAll("$instance", ".*")
      .replaceAll("$__rate_interval", RATE_INTERVAL),
  );
}

/** The metrics by their names: an alert that does not fire gives no series. */
async function alertMetrics(port) {
  const { data } = await (await fetch(`http://127.0.0.1:${port}/api/v1/rules`)).json();
  const rules = data.groups.flatMap((group) => group.rules);
  if (rules.length === 0) throw new Error("Prometheus has no alerts");
  const broken = rules.filter((rule) => rule.lastError);
  if (broken.length > 0) throw new Error(JSON.stringify(broken));
  return [...new Set(rules.flatMap((rule) => rule.query.match(/\b(?:postup|process)_[a-z_]+/g) ?? []))];
}

/** Asks until each has given a series, and returns those that have not after a while. */
async function firstWithout(prometheus, queries, use) {
  let missing = queries;
  for (const end = Date.now() + PATIENCE_MS; missing.length > 0 && Date.now() < end; ) {
    await use();
    await sleep(1_000);
    const answers = await Promise.all(missing.map((query) => series(prometheus, query)));
    missing = missing.filter((_, index) => answers[index] === 0);
  }
  return missing;
}

async function series(prometheus, query) {
  const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(query)}`);
  const { status, data, error } = await response.json();
  if (status !== "success") throw new Error(`${query}: ${error}`);
  return data.result.length;
}

function start(command, args, env = process.env) {
  const child = spawn(command, args, { env, cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  children.push(child);
  return child;
}

async function until(what, isReady) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
    if (await isReady().catch(() => false)) return;
  }
  throw new Error(`${what} did not start`);
}
