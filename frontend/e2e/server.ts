import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ADMIN = { username: "admin", password: "correct horse battery" };

/** Starts the real binary on a fresh SQLite file, with the given settings. */
export async function startServer(settings: Record<string, string> = {}) {
  const binary = process.env.POSTUP_BINARY;
  if (!binary) throw new Error("POSTUP_BINARY must be the server's absolute path");
  const folder = mkdtempSync(join(tmpdir(), "postup-e2e-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = () =>
    spawn(binary, ["serve"], {
      cwd: folder,
      stdio: "ignore",
      env: {
        POSTUP_BIND: `127.0.0.1:${port}`,
        POSTUP_METRICS_BIND: "127.0.0.1:0",
        POSTUP_DATABASE_URL: `sqlite://${join(folder, "e2e.db")}`,
        POSTUP_ADMIN_USERNAME: ADMIN.username,
        POSTUP_ADMIN_PASSWORD: ADMIN.password,
        // Each member of a test signs in: at the default cost, that takes a tenth of the suite's time.
        POSTUP_PASSWORD_COST: "10",
        POSTUP_RATE_LIMIT: "off",
        ...settings,
      },
    });
  let server = start();
  /** Ends the process; `up` starts another one on its database. */
  const down = async () => {
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  };
  const up = async () => {
    server = start();
    await ready(origin);
  };
  const stop = () => {
    server.kill();
    // The server may be writing its last files.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  await ready(origin);
  return { origin, stop, down, up };
}

/** A free local port. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Waits until the server at `origin` says that it is ready. */
export async function ready(origin: string) {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server did not become ready in 50 s");
}
