import type { ApiScope } from "~/access/api-scopes";

/**
 * Which scope of an API key reads the shop's own entries about an object: that of the area it belongs to; null = no key
 * does. Entries of a contract need none beyond that of the history itself.
 */
const SCOPE_OF_OBJECT = {
  account: null,
  api_key: null,
  billing: "settings:read",
  bulk_automation: "contracts:read",
  bundle: "bundles:read",
  contract: "contracts:read",
  customer: "contracts:read",
  discount_code: "settings:read",
  import: "contracts:read",
  internal_note: "contracts:read",
  notices: "settings:read",
  portal: "settings:read",
  portal_link: "contracts:read",
  referral: "contracts:read",
  referral_programme: "settings:read",
  retention: "settings:read",
  selling_plan: "settings:read",
  selling_plan_group: "settings:read",
  shop: "settings:read",
  staff: null,
  webhook: "webhooks:read",
} as const satisfies Record<string, ApiScope | null>;

/** What an entry of the history is about. A new one needs its scope. */
export type ActivityObject = keyof typeof SCOPE_OF_OBJECT;

/** The objects whose entries a key with these scopes reads. */
export const toReadObjects = (scopes: ReadonlySet<string>): string[] =>
  Object.entries(SCOPE_OF_OBJECT).flatMap(([object, scope]) =>
    scope !== null && scopes.has(scope) ? [object] : [],
  );
