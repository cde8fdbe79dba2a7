import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const table = readFileSync("SPEC-COVERAGE.md", "utf8");
const rows = [...table.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\| `([^`|]+)`: ([^|]+?) +\|$/gm)].map(
  ([, rule = "", place = "", file = "", name = ""]) => ({ rule, place, file, name }),
);

test("every rule of the table names a file and a test that exist", () => {
  expect(rows.length).toBeGreaterThan(80);
  const missing = rows.filter(({ place, file, name }) => {
    const path = place.startsWith("`") ? place.slice(1, -1) : ".";
    return !existsSync(path) || !readFileSync(file, "utf8").includes(name);
  });
  expect(missing).toEqual([]);
});
