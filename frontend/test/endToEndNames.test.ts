import { expect, test } from "vitest";

// Tests of one worker share a server, and which ones do is chance.
test.each([
  ["members", /await join\("([^"]+)"\)/g],
  ["forums", /\bopenForum\(\w+, "([^"]+)"/g],
])("end-to-end tests give their %s names of their own", (_, pattern) => {
  const files = import.meta.glob<string>("../e2e/*.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const names = Object.values(files).flatMap((text) =>
    Array.from(text.matchAll(pattern), ([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
