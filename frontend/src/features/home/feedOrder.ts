/** The order of the feed that an address names. */
export function feedOrder(params: URLSearchParams): "recent" | "popularity" {
  return params.get("feed") === "top" ? "popularity" : "recent";
}
