// pgbench, with as many clients as wrk has connections, on one thread per processor.
import { join } from "node:path";
import { run } from "./processes.mjs";
import { processors } from "./settings.mjs";

/** Runs a script for some seconds with prepared statements, and returns its figures. */
export async function pgbench({ cluster, url }, file, seconds) {
  const options = ["--no-vacuum", "--protocol=prepared", "--client=32", `--jobs=${processors}`];
  const output = await run(join(cluster.bin, "pgbench"), [
    ...options,
    `--time=${seconds}`,
    `--file=${file}`,
    url,
  ]);
  const figure = (pattern) => Number(output.match(pattern)[1]);
  return {
    requests: figure(/actually processed: (\d+)/),
    perSecond: figure(/tps = ([\d.]+)/),
    errors: figure(/failed transactions: (\d+)/),
  };
}
