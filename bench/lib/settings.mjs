// What the environment says about a run.
import { availableParallelism } from "node:os";
import { resolve } from "node:path";

const list = (text) => text?.split(",").filter(Boolean);
const number = (text, otherwise) => Number(text || otherwise);

export const root = resolve(import.meta.dirname, "../..");

/** How often each candidate is measured in each case, and for how long. */
export const rounds = number(process.env.ROUNDS, 5);
export const seconds = number(process.env.SECONDS_EACH, 3);

/** Names of cases and of candidates; all unless some are named. */
export const only = list(process.env.ONLY);
export const candidates = list(process.env.CANDIDATES) ?? [
  "sqlite",
  "postgres",
  "limit",
  "database",
];

/** At which scales growth is measured; the first is what the others are compared with. */
export const scales = (list(process.env.SCALES) ?? ["1", "10", "100"]).map(Number);

const { BINARY = "target/release/postup", BINARY_A, BINARY_B } = process.env;
if (!BINARY_A !== !BINARY_B) throw new Error("BINARY_A and BINARY_B are compared: name both");

/** The binaries to measure, by the letter that tells them apart; a single one has none. */
export const binaries = BINARY_A
  ? { "-a": resolve(root, BINARY_A), "-b": resolve(root, BINARY_B) }
  : { "": resolve(root, BINARY) };

export const tool = resolve(root, "target/release/postup-bench");
export const data = resolve(root, process.env.BENCH_DATA ?? "bench/data");
export const processors = availableParallelism();

/** As the server is to be measured; the secret signs tokens of this run alone. */
export const serverEnv = {
  POSTUP_RATE_LIMIT: "off",
  // The warning that there are no rate limits would stand at every start.
  POSTUP_LOG: "warn,server::commands::serve=error",
  POSTUP_METRICS_BIND: "off",
  POSTUP_JWT_SECRET: "a secret of the benchmark alone, of 32 bytes or more",
};
