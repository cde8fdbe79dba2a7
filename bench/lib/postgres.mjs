// A PostgreSQL cluster of the newest installed version, with its default durability.
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cpuSecondsWithChildren, freePort, run, start, stop } from "./processes.mjs";

const DEBIAN = "/usr/lib/postgresql";
const SETTINGS = ["shared_buffers=256MB", "listen_addresses=127.0.0.1", "max_connections=100"];
/** JSON, so that `capture` can parse it; statements are logged only while it records. */
const LOG = [
  "logging_collector=on",
  "log_destination=jsonlog",
  "log_directory=.",
  "log_filename=log",
  "log_rotation_size=0",
];
const START_TIMEOUT_MS = 30_000;

/** Starts the cluster in a folder; creates it if needed. */
export async function startCluster(folder) {
  const bin = findPrograms();
  const data = join(folder, "cluster");
  mkdirSync(folder, { recursive: true });
  chownToPostgres(folder);
  if (!existsSync(join(data, "PG_VERSION"))) await initialize(bin, data);
  rmSync(join(data, "postmaster.pid"), { force: true });
  const port = await freePort();
  const settings = [...SETTINGS, ...LOG].flatMap((one) => ["-c", one]);
  const [program, ...args] = unprivileged(
    join(bin, "postgres"),
    "-D",
    data,
    "-p",
    String(port),
    "-k",
    folder,
    ...settings,
  );
  const child = start(program, args, { stderr: "ignore" });
  const server = `postgres://postgres@127.0.0.1:${port}`;
  const sql = (statement, name = "postgres") =>
    run(join(bin, "psql"), [
      "--no-psqlrc",
      "--quiet",
      "--tuples-only",
      "--no-align",
      `--command=${statement}`,
      `${server}/${name}`,
    ]);
  await waitUntilReady(bin, port);
  return {
    bin,
    sql,
    log: join(data, "log.json"),
    url: (name) => `${server}/${name}`,
    cpuSeconds: () => cpuSecondsWithChildren(child.pid),
    stop: () => stop(child, "SIGINT"),
  };
}

function findPrograms() {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => other - one) : [];
  const folders = [
    ...debian.map((version) => join(DEBIAN, version, "bin")),
    ...process.env.PATH.split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")));
  if (!found) throw new Error("Please install PostgreSQL (Debian: apt-get install postgresql).");
  return found;
}

async function initialize(bin, data) {
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
  const [program, ...args] = unprivileged(join(bin, "initdb"), `--pgdata=${data}`, ...options);
  await run(program, args);
}

/** PostgreSQL refuses to run as root, so root starts it as the user `postgres`. */
function unprivileged(...command) {
  if (process.getuid() !== 0) return command;
  return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", ...command];
}

function chownToPostgres(folder) {
  if (process.getuid() !== 0) return;
  const line = readFileSync("/etc/passwd", "utf8").match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!line) throw new Error("there is no user postgres, and PostgreSQL refuses to run as root");
  chownSync(folder, Number(line[1]), Number(line[2]));
}

async function waitUntilReady(bin, port) {
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end) {
    const isReady = await run(join(bin, "pg_isready"), [
      "--quiet",
      "--host=127.0.0.1",
      `--port=${port}`,
    ]).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s`);
}
