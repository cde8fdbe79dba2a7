import { queryClient } from "../api/queryClient";
import { showSite, siteQueries } from "../features/site/queries";

/** Fetches the site's name if the document lacks it. */
export async function loadSiteName(): Promise<void> {
  const found = await queryClient.query(siteQueries.settings()).catch(() => undefined);
  if (found) showSite(found);
}
