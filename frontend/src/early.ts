import { askEarly } from "./api/early";

// A script of its own, before all others: scripts/preload.ts puts it there.
askEarly(location);
