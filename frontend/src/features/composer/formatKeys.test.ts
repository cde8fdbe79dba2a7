import { afterEach, expect, test } from "vitest";
import { activateCatalog } from "../../i18n";
import { loadCatalog } from "../../locale";
import { keyOf } from "./formatKeys";

afterEach(async () => activateCatalog(await loadCatalog("en")));

test.each([
  ["en", "Ctrl+B"],
  ["de", "Strg+B"],
] as const)("in %s the key of Bold is %s", async (locale, key) => {
  activateCatalog(await loadCatalog(locale));
  expect(keyOf("bold")).toBe(key);
});
