// All cases, in the order in which they are measured: what writes comes last.
import { mix } from "./mix.mjs";
import { reads } from "./reads.mjs";
import { writes } from "./writes.mjs";

export const cases = [...reads, mix, ...writes];

/** Those of the names given; all without any. */
export function chosen(names) {
  const unknown = names?.filter((name) => !cases.some((one) => one.name === name)) ?? [];
  if (unknown.length)
    throw new Error(
      `no case ${unknown.join(", ")}; there are: ${cases.map((one) => one.name).join(", ")}`,
    );
  return cases.filter((one) => names?.includes(one.name) ?? true);
}
