// All cases of `make bench`, in the order in which they are measured: what writes comes last.
import { mix } from "./mix.mjs";
import { reads } from "./reads.mjs";
import { writes } from "./writes.mjs";

export const cases = [...reads, mix, ...writes];
