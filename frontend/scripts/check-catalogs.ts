/** Fails if the catalogs lack messages or translations, or have obsolete ones; leaves them unchanged. */
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
if (old.length > 0) fail(`Run npm run extract: ${old.map(([name]) => name).join(", ")} are old`);

/** English needs no translation, and the tests' locale is made from it. */
const isTranslated = (name: string) => !/^(en|ar-XB)\b/.test(name);
const EMPTY = /^msgstr ""\n$/m;
for (const [name, text] of before)
  if (isTranslated(name) && EMPTY.test(`${body(text)}\n`)) fail(`${name} lacks translations`);

const sentences = (name: string) =>
  Object.keys(JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as object).toSorted();
const expected = sentences("server.de.json").join("\n");
for (const name of readdirSync(FOLDER).filter((file) => file.startsWith("server.")))
  if (sentences(name).join("\n") !== expected)
    fail(`${name} has other sentences than server.de.json`);

function fail(message: string) {
  console.error(message);
  process.exitCode = 1;
}
