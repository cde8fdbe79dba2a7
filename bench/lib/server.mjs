// The servers that are measured: the product on a database, and the bare one with recorded answers.
import { cpuSeconds, freePort, memory, resetPeak, start, stop } from "./processes.mjs";
import { serverEnv, tool } from "./settings.mjs";

/** How long a server may take to be ready: one that checks a large database takes a while. */
const PATIENCE_MS = 60_000;

/** Starts `postup serve` on a database that is filled; resolves once it is ready. */
export async function startProduct(name, binary, databaseUrl) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = start(binary, ["serve", "--bind", `127.0.0.1:${port}`], {
    env: { ...serverEnv, POSTUP_DATABASE_URL: databaseUrl },
  });
  await ready(base, child);
  const readyMs = performance.now() - begun;
  return { ...handle(name, base, child), databaseUrl, readyMs };
}

/** Starts the bare server with the answers of a file; resolves once it listens. */
export async function startLimit(answers) {
  const child = start(tool, ["limit", "--answers", answers], { stdout: "pipe" });
  const address = await new Promise((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(String(line).trim()));
    child.once("exit", () => reject(new Error("the bare server ended")));
  });
  return handle("limit", `http://${address}`, child);
}

function handle(name, base, child) {
  return {
    name,
    base,
    cpuSeconds: () => cpuSeconds(child.pid),
    memory: () => memory(child.pid),
    resetPeak: () => resetPeak(child.pid),
    stop: () => stop(child),
  };
}

async function ready(base, child) {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error("the server ended at its start");
    const answer = await fetch(`${base}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error(`the server was not ready after ${PATIENCE_MS / 1000} s`);
}
