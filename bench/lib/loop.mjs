// Calls use cases in a loop, without HTTP.
import { writeFileSync } from "node:fs";
import { run } from "./processes.mjs";
import { processors, tool } from "./settings.mjs";
import { parseFigures } from "./wrk.mjs";

/** Reads use one thread per processor, like the server; writes wait for each other, so they use more. */
const WRITERS = 32;
/** The server hashes on half of the processors. */
export const HASH_THREADS = Math.max(1, Math.floor(processors / 2));

/** Runs the requests' use cases on a database for some seconds. */
export async function runLoop({ url }, one, requests, file, seconds) {
  writeFileSync(file, requests.map(({ call, member = 0 }) => `${call}\t${member}\n`).join(""));
  const threads = one.threads ?? (one.writes ? WRITERS : processors);
  const output = await run(tool, [
    ...["loop", "--database-url", url, "--calls", file],
    ...["--threads", String(threads), "--seconds", String(seconds)],
  ]);
  return parseFigures(output);
}
