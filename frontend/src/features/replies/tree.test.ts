import { expect, test } from "vitest";
import { reply } from "../../../test/fixtures";
import { beginning, withHeld } from "./tree";

test("a thread shows the first replies, each below its parent", () => {
  const third = reply({ id: 3 });
  const second = reply({ id: 2, replies: [third, reply({ id: 4 })] });
  const forest = [reply({ id: 1, replies: [second, reply({ id: 5 })] }), reply({ id: 6 })];
  const begun = [reply({ id: 1, replies: [reply({ id: 2, replies: [third] })] })];
  expect(beginning(forest, 3)).toEqual(begun);
  expect(beginning(forest, 5)[0]).toBe(forest[0]);
  expect(beginning(forest, 6)).toBe(forest);
});

test("a held reply is shown below its parent, or first", () => {
  const forest = [reply({ id: 1, replies: [reply({ id: 2 })] })];
  const [below, top] = [reply({ id: 7, respondsTo: 2 }), reply({ id: 8, respondsTo: null })];
  const all = withHeld(forest, [below, top, reply({ id: 2 })]);
  expect(all.map(({ id }) => id)).toEqual([8, 1]);
  expect(all[1]?.replies[0]?.replies).toEqual([below]);
  expect(withHeld(forest, [])).toBe(forest);
});
