// The measured servers: the product on a database, and the bare one with recorded responses.
import { cpuSeconds, freePort, memory, start, stop, watchMemory } from "./processes.mjs";
import { serverEnv, tool } from "./settings.mjs";

/** Opening a large database takes a while. */
const START_TIMEOUT_MS = 60_000;

/** Starts `postup serve` on a filled database; resolves once it is ready. */
export async function startProduct(name, binary, databaseUrl) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = start(binary, ["serve", "--bind", `127.0.0.1:${port}`], {
    env: { ...serverEnv, POSTUP_DATABASE_URL: databaseUrl },
  });
  await waitUntilReady(base, child);
  const readyMs = performance.now() - startedAt;
  return { ...handle(name, base, child), databaseUrl, readyMs };
}

/** Starts the bare server with the responses of a file; resolves once it listens. */
export async function startLimit(responses) {
  const child = start(tool, ["limit", "--responses", responses], { stdout: "pipe" });
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
    watchMemory: () => watchMemory(child.pid),
    stop: () => stop(child),
  };
}

async function waitUntilReady(base, child) {
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error("the server ended during its start");
    const response = await fetch(`${base}/readyz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error(`the server was not ready after ${START_TIMEOUT_MS / 1000} s`);
}
