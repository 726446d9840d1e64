/**
 * Every JSON URL: one row per URL, read by remix.config.js. The same file may stand in several rows (portal prefixes,
 * twins), each with its own id without a slash. Each prefix ends in a splat that answers 404 as problem+json.
 */
const MERCHANT = "api/external/v2";

/**
 * A portal operation answers under both prefixes (wire.md §1 "Portal prefixes").
 * @returns {[id: string, path: string, file: string][]}
 */
const inPortal = (/** @type {string} */ id, /** @type {string} */ path, /** @type {string} */ file) => [
  [`memberships-${id}`, `apps/memberships/cp/api/${path}`, file],
  [`subscriptions-${id}`, `apps/subscriptions/cp/api/${path}`, file],
];

/**
 * An operation on a contract: `<file>.portal.ts` under both portal prefixes, `<file>.ts` for the merchant.
 * @returns {[id: string, path: string, file: string][]}
 */
const forBothCallers = (/** @type {string} */ path, /** @type {string} */ file) => [
  [`merchant-${file}`, `${MERCHANT}/${path}`, `${file}.ts`],
  ...inPortal(file, path, `${file}.portal.ts`),
];

/** @type {[id: string, path: string, file: string][]} */
const rows = [
  ["merchant-contract-list", `${MERCHANT}/subscription-contract-details`, "contract-list.ts"],
  [
    "merchant-create-subscription-contract",
    `${MERCHANT}/subscription-contract-details/create-subscription-contract`,
    "create-subscription-contract.ts",
  ],
  ["merchant-contract-raw", `${MERCHANT}/contract-raw-response`, "contract-raw.ts"],
  ...forBothCallers("subscription-contracts/contract-external/:contractId", "contract-external"),
  ...forBothCallers("subscription-contracts-update-status", "update-status"),
  ...forBothCallers("subscription-contracts-update-billing-date", "update-billing-date"),
  ...forBothCallers("subscription-contracts-update-billing-interval", "update-billing-interval"),
  ...forBothCallers("subscription-billing-attempts/top-orders", "top-orders"),
  ...forBothCallers("subscription-billing-attempts/past-orders", "past-orders"),
  ...forBothCallers("subscription-billing-attempts/attempt-billing/:id", "attempt-billing"),
  ["merchant-refund-order", `${MERCHANT}/subscription-billing-attempts/refund/:id`, "refund-order.ts"],
  ["merchant-test-clock", `${MERCHANT}/test-clock`, "test-clock.ts"],
  [
    "merchant-test-payment-methods",
    `${MERCHANT}/subscription-customers/:customerId/test-payment-methods`,
    "test-payment-methods.ts",
  ],
  ...forBothCallers("subscription-billing-attempts/skip-order/:id", "skip-order"),
  ...forBothCallers("subscription-billing-attempts/unskip-order/:id", "unskip-order"),
  ["merchant-bulk-delivery-price", `${MERCHANT}/bulk-automations/delivery-price`, "bulk-delivery-price.ts"],
  ["merchant-bulk-automations", `${MERCHANT}/bulk-automations`, "bulk-automations.ts"],
  ["merchant-bulk-automation", `${MERCHANT}/bulk-automations/:automationId`, "bulk-automation.ts"],
  ["merchant-bulk-items", `${MERCHANT}/bulk-automations/:automationId/items`, "bulk-automation-items.ts"],
  ["merchant-bulk-pause", `${MERCHANT}/bulk-automations/:automationId/pause`, "bulk-automation-pause.ts"],
  [
    "merchant-bulk-continue",
    `${MERCHANT}/bulk-automations/:automationId/continue`,
    "bulk-automation-continue.ts",
  ],
  ["merchant-bulk-cancel", `${MERCHANT}/bulk-automations/:automationId/cancel`, "bulk-automation-cancel.ts"],
  ["merchant-bulk-undo", `${MERCHANT}/bulk-automations/:automationId/undo`, "bulk-automation-undo.ts"],
  ["merchant-portal-link", `${MERCHANT}/manage-subscription-link`, "portal-link.ts"],
  ["merchant-portal-link-by-id", `${MERCHANT}/manage-subscription-link/:customerId`, "portal-link-by-id.ts"],
  ["merchant-portal-token", `${MERCHANT}/customer-portal-token`, "portal-token.ts"],
  [
    "merchant-bundle-detail",
    `${MERCHANT}/subscription-bundlings/external/get-bundle/:handle`,
    "bundle-detail.ts",
  ],
  ...inPortal(
    "bundle-detail",
    "v3/subscription-bundlings/external/get-bundle/:handle",
    "bundle-detail.portal.ts",
  ),
  ["merchant-bundling-update", `${MERCHANT}/subscription-bundling/update`, "bundling-update.ts"],
  ...forBothCallers("subscription-contracts-update-shipping-address", "update-shipping-address"),
  ...forBothCallers("skip-unskip-subscription-contracts-product", "skip-line"),
  ...forBothCallers("subscription-contracts-apply-discount", "apply-discount"),
  ...forBothCallers("subscription-contracts-remove-discount", "remove-discount"),
  ...forBothCallers("subscription-contracts-product-custom-attributes", "line-attributes"),
  ...forBothCallers("subscription-contracts-update-line-quantity", "line-quantity"),
  ...forBothCallers(
    "subscription-contract-one-offs-by-contractId-and-billing-attempt-id",
    "one-time-products",
  ),
  ...forBothCallers("subscription-contract-one-offs-by-contractId", "one-time-products-of-contract"),
  ...forBothCallers("upcoming-subscription-contract-one-offs-by-contractId", "one-time-products-upcoming"),
  ["loyalty-accept-referral", "loyalty/cp/api/referral-rules/accept-offer", "accept-referral.ts"],
  ["gateway-notices", "gateways/:gateway/notices", "gateway-notices.ts"],
  ["openapi", `${MERCHANT}/openapi.json`, "openapi.ts"],
  ["health", "healthz", "healthz.ts"],
  ["ready", "readyz", "readyz.ts"],
  ["metrics", "metrics", "metrics.ts"],
  ["api-not-found", "api/*", "not-found.ts"],
  ["memberships-not-found", "apps/memberships/cp/api/*", "not-found.ts"],
  ["subscriptions-not-found", "apps/subscriptions/cp/api/*", "not-found.ts"],
  ["loyalty-not-found", "loyalty/*", "not-found.ts"],
  ["gateways-not-found", "gateways/*", "not-found.ts"],
];

export const jsonUrls = rows.map(([id, path, file]) => ({ id, path, file: `api/${file}` }));
