/** Fails if the catalogs lack messages or have obsolete ones; leaves them unchanged. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = new URL("../src/locales/", import.meta.url);

function read() {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".po"));
  return new Map(names.map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")]));
}

/** Without the header, whose date changes with each run. */
const body = (text = "") => text.slice(text.indexOf("\n\n"));

const before = read();
execFileSync("npx", ["lingui", "extract", "--clean"], { stdio: "ignore" });
const after = read();
for (const [name, text] of before) writeFileSync(new URL(name, FOLDER), text);
const old = [...after].filter(([name, text]) => body(text) !== body(before.get(name)));
if (old.length > 0) {
  console.error(`Run npm run extract: ${old.map(([name]) => name).join(", ")} are old`);
  process.exitCode = 1;
}
