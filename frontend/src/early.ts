import { prefetch } from "./api/early";

// A script of its own, before all others: scripts/preload.ts puts it there.
prefetch(location);
