import { storage } from "../../storage";
import { createStore } from "../../ui/store";

export type Density = "comfortable" | "compact";
const KEY = "density";

const density = createStore<Density>(storage.get(KEY) === "compact" ? "compact" : "comfortable");

/** How tall the rows of posts are in this browser. */
export const useDensity = density.use;

export function setDensity(next: Density) {
  storage.set(KEY, next);
  density.set(next);
}
