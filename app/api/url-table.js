/**
 * Every JSON URL: one row per URL, read by remix.config.js. The same file may stand in several rows (portal prefixes,
 * twins), each with its own id without a slash. Each prefix ends in a splat that answers 404 as problem+json.
 */
const MERCHANT = "api/external/v2";

/** @type {[id: string, path: string, file: string][]} */
const rows = [
  ["merchant-contract-list", `${MERCHANT}/subscription-contract-details`, "contract-list.ts"],
  ["openapi", `${MERCHANT}/openapi.json`, "openapi.ts"],
  ["health", "healthz", "healthz.ts"],
  ["ready", "readyz", "readyz.ts"],
  ["metrics", "metrics", "metrics.ts"],
  ["api-not-found", "api/*", "not-found.ts"],
  ["memberships-not-found", "apps/memberships/cp/api/*", "not-found.ts"],
  ["subscriptions-not-found", "apps/subscriptions/cp/api/*", "not-found.ts"],
  ["loyalty-not-found", "loyalty/*", "not-found.ts"],
];

export const jsonUrls = rows.map(([id, path, file]) => ({ id, path, file: `api/${file}` }));
