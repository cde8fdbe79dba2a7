// The use cases called in a loop, without HTTP.
import { writeFileSync } from "node:fs";
import { run } from "./processes.mjs";
import { processors, tool } from "./settings.mjs";
import { figuresOf } from "./wrk.mjs";

/** As many as the server has workers; writes wait for each other, so more at once. */
const WRITERS = 32;
/** The server leaves the other half of the processors to everybody else. */
export const HASHING = Math.max(1, Math.floor(processors / 2));

/** Calls what the requests ask for on a database, for some seconds. */
export async function direct({ url }, one, requests, file, seconds) {
  writeFileSync(file, requests.map(({ call, member = 0 }) => `${call}\t${member}\n`).join(""));
  const threads = one.threads ?? (one.writes ? WRITERS : processors);
  const output = await run(tool, [
    ...["direct", "--database-url", url, "--calls", file],
    ...["--threads", String(threads), "--seconds", String(seconds)],
  ]);
  return figuresOf(output);
}
