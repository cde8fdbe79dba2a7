import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const BINARY = resolve(
  process.env.POSTUP_BINARY ?? join(import.meta.dirname, "../../target/release/postup"),
);
const READY_TRIES = 200;

/** Runs `work` against the release binary on a fresh demo community, which is gone afterwards. */
export async function withDemo(work: (origin: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "postup-demo-"));
  const port = await freePort();
  const env = {
    POSTUP_BIND: `127.0.0.1:${port}`,
    POSTUP_METRICS_BIND: "127.0.0.1:0",
    POSTUP_DATABASE_URL: `sqlite://${join(folder, "demo.db")}`,
    POSTUP_LOG: "warn",
  };
  execFileSync(BINARY, ["demo"], { cwd: folder, env });
  const server = spawn(BINARY, ["serve"], { cwd: folder, env, stdio: "ignore" });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await ready(origin);
    await work(origin);
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, "127.0.0.1", listening));
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}

async function ready(origin: string) {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error("the server did not become ready");
}
