import { receiveGatewayNotice } from "~/features/billing/gateway/notices/notices.endpoints.server";
import { createTestPaymentMethod } from "~/features/billing/gateway/test/test-cards.endpoints.server";
import { listPastOrders, listTopOrders } from "~/features/billing/order-list.endpoints.server";
import {
  deleteTestClock,
  getTestClock,
  putTestClock,
} from "~/features/billing/test-clock/test-clock.endpoints.server";
import { attemptBilling, refundPaidOrder } from "~/features/billing/tries/charging.endpoints.server";
import {
  AUTOMATIONS_PATH,
  bulkUpdateDeliveryPrice,
  cancelBulkAutomation,
  continueBulkAutomation,
  listBulkAutomationItems,
  listBulkAutomations,
  pauseBulkAutomation,
  readBulkAutomation,
  undoBulkAutomation,
} from "~/features/bulk-automations/bulk-automations.endpoints.server";
import {
  readBundle,
  readStorefrontBundle,
  updateBundling,
} from "~/features/bundles/bundles-api.endpoints.server";
import { CONTRACT_LIST_PATH, listContracts } from "~/features/contracts/contract-list.endpoints.server";
import { createSubscriptionContract } from "~/features/contracts/new-contract.endpoints.server";
import { addContractOneTimeProduct } from "~/features/contracts/operations/add-one-time-product.server";
import { applyDiscount } from "~/features/contracts/operations/apply-discount.server";
import { updateContractInterval } from "~/features/contracts/operations/billing-interval.server";
import { updateContractStatus } from "~/features/contracts/operations/contract-status.server";
import { updateLineAttributes } from "~/features/contracts/operations/line-attributes.server";
import { updateLineQuantity } from "~/features/contracts/operations/line-quantity.server";
import { updateContractNextDate } from "~/features/contracts/operations/next-date.server";
import {
  listContractOneTimeProducts,
  listUpcomingOneTimeProducts,
} from "~/features/contracts/operations/one-time-product-records.server";
import { removeContractDiscount } from "~/features/contracts/operations/remove-discount.server";
import { removeContractOneTimeProduct } from "~/features/contracts/operations/remove-one-time-product.server";
import { updateShippingAddress } from "~/features/contracts/operations/shipping-address.server";
import { skipUnskipLine } from "~/features/contracts/operations/skip-line.server";
import { skipOrder, unskipOrder } from "~/features/contracts/operations/skip-order.server";
import { readContract, readWrappedContract } from "~/features/contracts/raw-contract.endpoints.server";
import { defineOpenApiEndpoint } from "~/features/docs/openapi.endpoints.server";
import { healthz, readMetrics, readyz } from "~/features/operations/operations.endpoints.server";
import {
  createPortalLink,
  createPortalLinkById,
  createPortalToken,
} from "~/features/portal-access/portal-links.endpoints.server";
import { acceptReferral, acceptReferralByQuery } from "~/features/referrals/acceptance.endpoints.server";
import type { Endpoint } from "~/http/define-endpoint.server";
import type { EndpointRow } from "~/http/openapi";

export const openApiDocument = defineOpenApiEndpoint(() => endpointTable);

const MERCHANT = "/api/external/v2";
/** The specification has these under the second portal prefix; all others stand in the documentation under the first. */
const OF_SUBSCRIPTIONS = [
  "skip-unskip-subscription-contracts-product",
  "subscription-contracts-product-custom-attributes",
];
/** Under both portal prefixes (wire.md §1 "Portal prefixes"); documented under the specification's. */
const inPortal = (path: string, ...endpoints: Endpoint[]): EndpointRow[] =>
  ["memberships", "subscriptions"].map((app) => ({
    path: `/apps/${app}/cp/api/${path}`,
    endpoints,
    isDocumented: (app === "subscriptions") === OF_SUBSCRIPTIONS.includes(path),
  }));
/** An operation on a contract: for the merchant, and for the customer under both portal prefixes. */
const forBothCallers = (
  path: string,
  ...operations: { merchant: Endpoint; portal: Endpoint }[]
): EndpointRow[] => [
  { path: `${MERCHANT}/${path}`, endpoints: operations.map(({ merchant }) => merchant), isDocumented: true },
  ...inPortal(path, ...operations.map(({ portal }) => portal)),
];

/**
 * What answers at each JSON URL: the source of openapi.json. It agrees with the URLs that are served (url-table.js) and
 * with the route modules: test/http/endpoint-table.test.ts.
 */
export const endpointTable: readonly EndpointRow[] = [
  { path: CONTRACT_LIST_PATH, endpoints: [listContracts], isDocumented: true },
  {
    path: `${CONTRACT_LIST_PATH}/create-subscription-contract`,
    endpoints: [createSubscriptionContract],
    isDocumented: true,
  },
  { path: `${MERCHANT}/contract-raw-response`, endpoints: [readWrappedContract], isDocumented: true },
  ...forBothCallers("subscription-contracts/contract-external/{contractId}", readContract),
  ...forBothCallers("subscription-contracts-update-status", updateContractStatus),
  ...forBothCallers("subscription-contracts-update-billing-date", updateContractNextDate),
  ...forBothCallers("subscription-contracts-update-billing-interval", updateContractInterval),
  ...forBothCallers("subscription-billing-attempts/top-orders", listTopOrders),
  ...forBothCallers("subscription-billing-attempts/past-orders", listPastOrders),
  ...forBothCallers("subscription-billing-attempts/attempt-billing/{id}", attemptBilling),
  {
    path: `${MERCHANT}/subscription-billing-attempts/refund/{id}`,
    endpoints: [refundPaidOrder],
    isDocumented: true,
  },
  {
    path: `${MERCHANT}/test-clock`,
    endpoints: [getTestClock, putTestClock, deleteTestClock],
    isDocumented: true,
  },
  {
    path: `${MERCHANT}/subscription-customers/{customerId}/test-payment-methods`,
    endpoints: [createTestPaymentMethod],
    isDocumented: true,
  },
  ...forBothCallers("subscription-billing-attempts/skip-order/{id}", skipOrder),
  ...forBothCallers("subscription-billing-attempts/unskip-order/{id}", unskipOrder),
  { path: `${AUTOMATIONS_PATH}/delivery-price`, endpoints: [bulkUpdateDeliveryPrice], isDocumented: true },
  { path: AUTOMATIONS_PATH, endpoints: [listBulkAutomations], isDocumented: true },
  { path: `${AUTOMATIONS_PATH}/{automationId}`, endpoints: [readBulkAutomation], isDocumented: true },
  {
    path: `${AUTOMATIONS_PATH}/{automationId}/items`,
    endpoints: [listBulkAutomationItems],
    isDocumented: true,
  },
  { path: `${AUTOMATIONS_PATH}/{automationId}/pause`, endpoints: [pauseBulkAutomation], isDocumented: true },
  {
    path: `${AUTOMATIONS_PATH}/{automationId}/continue`,
    endpoints: [continueBulkAutomation],
    isDocumented: true,
  },
  {
    path: `${AUTOMATIONS_PATH}/{automationId}/cancel`,
    endpoints: [cancelBulkAutomation],
    isDocumented: true,
  },
  { path: `${AUTOMATIONS_PATH}/{automationId}/undo`, endpoints: [undoBulkAutomation], isDocumented: true },
  { path: `${MERCHANT}/manage-subscription-link`, endpoints: [createPortalLink], isDocumented: true },
  {
    path: `${MERCHANT}/manage-subscription-link/{customerId}`,
    endpoints: [createPortalLinkById],
    isDocumented: true,
  },
  { path: `${MERCHANT}/customer-portal-token`, endpoints: [createPortalToken], isDocumented: true },
  {
    path: `${MERCHANT}/subscription-bundlings/external/get-bundle/{handle}`,
    endpoints: [readBundle],
    isDocumented: true,
  },
  ...inPortal("v3/subscription-bundlings/external/get-bundle/{handle}", readStorefrontBundle),
  { path: `${MERCHANT}/subscription-bundling/update`, endpoints: [updateBundling], isDocumented: true },
  ...forBothCallers("subscription-contracts-update-shipping-address", updateShippingAddress),
  ...forBothCallers("skip-unskip-subscription-contracts-product", skipUnskipLine),
  ...forBothCallers("subscription-contracts-apply-discount", applyDiscount),
  ...forBothCallers("subscription-contracts-remove-discount", removeContractDiscount),
  ...forBothCallers("subscription-contracts-product-custom-attributes", updateLineAttributes),
  ...forBothCallers("subscription-contracts-update-line-quantity", updateLineQuantity),
  ...forBothCallers(
    "subscription-contract-one-offs-by-contractId-and-billing-attempt-id",
    addContractOneTimeProduct,
    removeContractOneTimeProduct,
  ),
  ...forBothCallers("subscription-contract-one-offs-by-contractId", listContractOneTimeProducts),
  ...forBothCallers("upcoming-subscription-contract-one-offs-by-contractId", listUpcomingOneTimeProducts),
  {
    path: "/loyalty/cp/api/referral-rules/accept-offer",
    endpoints: [acceptReferral, acceptReferralByQuery],
    isDocumented: true,
  },
  { path: "/gateways/{gateway}/notices", endpoints: [receiveGatewayNotice], isDocumented: false },
  { path: "/api/external/v2/openapi.json", endpoints: [openApiDocument], isDocumented: false },
  { path: "/healthz", endpoints: [healthz], isDocumented: false },
  { path: "/readyz", endpoints: [readyz], isDocumented: false },
  { path: "/metrics", endpoints: [readMetrics], isDocumented: false },
];
