// All cases of `make bench`, in the order of measurement: writes come last.
import { mix } from "./mix.mjs";
import { reads } from "./reads.mjs";
import { writes } from "./writes.mjs";

export const cases = [...reads, mix, ...writes];
