/** Prefixes of the JSON URLs, by name; each ends in a 404 of its own. The portal's two are wire.md §1 "Portal prefixes". */
export const JSON_PREFIXES = {
  api: "/api",
  memberships: "/apps/memberships/cp/api",
  subscriptions: "/apps/subscriptions/cp/api",
  loyalty: "/loyalty",
  gateways: "/gateways",
} as const;

/** Prefix of the URLs that merchants call with an API key. */
export const MERCHANT = "/api/external/v2";

export type PortalApp = "memberships" | "subscriptions";

/** @returns a customer's URL under both portal prefixes, first the one in the documentation */
export const inPortal = (path: string, documentedUnder: PortalApp = "memberships"): string[] => {
  const other = documentedUnder === "memberships" ? "subscriptions" : "memberships";
  return [JSON_PREFIXES[documentedUnder], JSON_PREFIXES[other]].map((prefix) => `${prefix}/${path}`);
};
