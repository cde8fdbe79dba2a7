import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Loading } from "./States";

const sheet = new CSSStyleSheet();
sheet.replaceSync(readFileSync("src/ui/States.module.css", "utf8"));
const rules = [...sheet.cssRules];
const motion = rules.find((rule) => rule instanceof CSSMediaRule);
const animation = (rules: Iterable<CSSRule>, selector: string) =>
  [...rules]
    .filter((rule) => rule instanceof CSSStyleRule)
    .find((rule) => rule.selectorText === selector)
    ?.style.animation.split(" ");

test("loading has its words and its cube", () => {
  render(<Loading />);
  expect(screen.getByRole("status")).toHaveTextContent(/^Loading \. \. \.$/);
  expect(document.querySelector(".state .cube")).not.toBeNull();
});

test("loading is shown only after 200 ms", () => {
  expect(animation(rules, ".state")).toEqual(expect.arrayContaining(["appear", "0s", "200ms"]));
});

test("the cube turns only where motion is not reduced", () => {
  expect(motion?.conditionText).toBe("(prefers-reduced-motion: no-preference)");
  expect(animation(motion?.cssRules ?? [], ".cube")).toEqual(
    expect.arrayContaining(["turn", "infinite"]),
  );
  expect(animation(rules, ".cube")).toEqual([""]);
});
