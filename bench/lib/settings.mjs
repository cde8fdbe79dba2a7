// Settings of a run, from the environment.
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";

const list = (text) => text?.split(",").filter(Boolean);
const number = (text, fallback) => Number(text || fallback);

export const root = resolve(import.meta.dirname, "../..");

/** Number of rounds per case and candidate, and seconds per round. */
export const rounds = number(process.env.ROUNDS, 5);
export const seconds = number(process.env.SECONDS_EACH, 3);

/** Names of cases and candidates; all by default. */
export const only = list(process.env.ONLY);
export const candidates = list(process.env.CANDIDATES) ?? [
  "sqlite",
  "postgres",
  "limit",
  "database",
];

/** Scales at which growth is measured; the first is the baseline. */
export const scales = (list(process.env.SCALES) ?? ["1", "10", "100"]).map(Number);

const { BINARY = "target/release/postup", BINARY_A, BINARY_B } = process.env;
if (!BINARY_A !== !BINARY_B) throw new Error("set both BINARY_A and BINARY_B, or neither");

/** The binaries to measure, by suffix; a single one has none. */
export const binaries = BINARY_A
  ? { "-a": resolve(root, BINARY_A), "-b": resolve(root, BINARY_B) }
  : { "": resolve(root, BINARY) };

export const tool = resolve(root, "target/release/postup-bench");

/** What fills the databases of a binary: the tool beside it, as another version has other tables and tokens. */
export const toolOf = (binary) => join(dirname(binary), "postup-bench");
export const data = resolve(root, process.env.BENCH_DATA ?? "bench/data");
export const processors = availableParallelism();

/** Environment of the measured server; the secret signs only tokens of this run. */
export const serverEnv = {
  POSTUP_RATE_LIMIT: "off",
  // Silences the warning about missing rate limits.
  POSTUP_LOG: "warn,server::commands::serve=error",
  POSTUP_METRICS_BIND: "off",
  POSTUP_JWT_SECRET: "a secret for the benchmark only, 32 bytes or more",
};
