import { queryClient } from "../api/queryClient";
import { showSite, siteQueries } from "../ui/siteQueries";

/** Asks what the site is called, where the document does not say it; else it keeps the default name. */
export async function loadSiteName(): Promise<void> {
  const found = await queryClient.query(siteQueries.settings()).catch(() => undefined);
  if (found) showSite(found);
}
