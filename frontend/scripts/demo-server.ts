import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort, ready } from "../e2e/server.ts";

const BINARY = resolve(
  process.env.POSTUP_BINARY ?? join(import.meta.dirname, "../../target/release/postup"),
);

/** Runs `work` against the release binary on a fresh demo community, which is deleted afterwards. */
export async function withDemo(work: (origin: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "postup-demo-"));
  const port = await freePort();
  const env = {
    POSTUP_BIND: `127.0.0.1:${port}`,
    POSTUP_METRICS_BIND: "127.0.0.1:0",
    POSTUP_DATABASE_URL: `sqlite://${join(folder, "demo.db")}`,
    POSTUP_LOG: "warn",
    POSTUP_RATE_LIMIT: "off",
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
