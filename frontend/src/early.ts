import { prefetch } from "./api/early";
import { loadPreferredCatalog } from "./locale";

// A script of its own, before all others: scripts/preload.ts puts it there.
prefetch(location);
// The main script waits for it.
void loadPreferredCatalog();
