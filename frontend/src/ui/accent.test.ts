import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  accentProperties,
  BACKGROUNDS,
  contrast,
  DEFAULT_SHADES,
  LEAST_CONTRAST,
  shadesOf,
} from "./accent";

const THEMES = ["light", "dark"] as const;
const ACCENTS = [
  "#000000",
  "#ffffff",
  "#ffff00",
  "#0000ff",
  "#ff0000",
  "#00ff00",
  "#777777",
  "#0b7a75",
];

test.each([
  ["#ffffff", "#000000", 21],
  ["#777777", "#ffffff", 4.48],
  ["#bf3a0b", "#bf3a0b", 1],
])("the contrast of %s and %s", (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test.each(ACCENTS.flatMap((accent) => THEMES.map((theme) => [accent, theme] as const)))(
  "the shades of %s can be read in the %s theme",
  (accent, theme) => {
    const { accent: text, strong, soft, on } = shadesOf(accent, theme);
    const pairs = BACKGROUNDS[theme].flatMap((ground) => [
      [text, ground],
      [strong, ground],
    ]);
    const more = [
      [text, soft],
      [strong, soft],
      [on, text],
      [on, strong],
    ];
    for (const [one = "", other = ""] of [...pairs, ...more])
      expect(contrast(one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  },
);

test("a legible accent stays as it is", () => {
  expect(shadesOf("#0b5a55", "light").accent).toBe("#0b5a55");
  expect(shadesOf("#8fe0d8", "dark").accent).toBe("#8fe0d8");
});

test("the backgrounds are those of the stylesheet", () => {
  const css = readFileSync("src/styles/tokens.css", "utf8");
  const names = ["page", "surface", "raised", "sunken", "hover"];
  const colours = names.map((name) =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)?.slice(1),
  );
  expect(colours.map((pair) => pair?.[0])).toEqual(BACKGROUNDS.light);
  expect(colours.map((pair) => pair?.[1])).toEqual(BACKGROUNDS.dark);
});

test("the default shades are those of the stylesheet", () => {
  const css = readFileSync("src/styles/tokens.css", "utf8");
  const { light, dark } = DEFAULT_SHADES;
  const names = { accent: "accent", strong: "accent-strong", soft: "accent-soft", on: "on-accent" };
  for (const [shade, name] of Object.entries(names) as [keyof typeof names, string][])
    expect(css).toContain(`--${name}: light-dark(${light[shade]}, ${dark[shade]});`);
});

test("every accent of the stylesheet is replaced", () => {
  const css = readFileSync("src/styles/tokens.css", "utf8");
  const names = [...css.matchAll(/^ +(--[\w-]*accent[\w-]*):/gm)].map(([, name]) => name);
  expect(Object.keys(accentProperties("#123456")).toSorted()).toEqual(names.toSorted());
});
