import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Subject, rule, file, test file, and a part of the test's name (`%s`, `%d`: a table of cases).
const rows = readFileSync("test/coverage.tsv", "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [, rule = "", place = "", file = "", name = ""] = line.split("\t");
    return { rule, place, file, name };
  });

test("every rule of the table names a file and a test that exist", () => {
  expect(rows.length).toBeGreaterThan(80);
  const missing = rows.filter(({ place, file, name }) => {
    const isTested = name !== "" && readFileSync(file, "utf8").includes(name);
    return !isTested || !existsSync(place || ".");
  });
  expect(missing).toEqual([]);
});
