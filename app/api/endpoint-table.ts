// Written by `npm run urls` from the modules beside it.
import { loader as contractList } from "~/api/contract-list";
import { loader as createSubscriptionContract } from "~/api/create-subscription-contract";
import { loader as contractRaw } from "~/api/contract-raw";
import { loader as contractExternal } from "~/api/contract-external";
import { loader as contractExternalPortal } from "~/api/contract-external.portal";
import { loader as updateStatus } from "~/api/update-status";
import { loader as updateStatusPortal } from "~/api/update-status.portal";
import { loader as updateBillingDate } from "~/api/update-billing-date";
import { loader as updateBillingDatePortal } from "~/api/update-billing-date.portal";
import { loader as updateBillingInterval } from "~/api/update-billing-interval";
import { loader as updateBillingIntervalPortal } from "~/api/update-billing-interval.portal";
import { loader as topOrders } from "~/api/top-orders";
import { loader as topOrdersPortal } from "~/api/top-orders.portal";
import { loader as pastOrders } from "~/api/past-orders";
import { loader as pastOrdersPortal } from "~/api/past-orders.portal";
import { loader as attemptBilling } from "~/api/attempt-billing";
import { loader as attemptBillingPortal } from "~/api/attempt-billing.portal";
import { loader as refundOrder } from "~/api/refund-order";
import { loader as testClock } from "~/api/test-clock";
import { loader as testPaymentMethods } from "~/api/test-payment-methods";
import { loader as skipOrder } from "~/api/skip-order";
import { loader as skipOrderPortal } from "~/api/skip-order.portal";
import { loader as unskipOrder } from "~/api/unskip-order";
import { loader as unskipOrderPortal } from "~/api/unskip-order.portal";
import { loader as bulkDeliveryPrice } from "~/api/bulk-delivery-price";
import { loader as bulkAutomations } from "~/api/bulk-automations";
import { loader as bulkAutomation } from "~/api/bulk-automation";
import { loader as bulkItems } from "~/api/bulk-items";
import { loader as bulkPause } from "~/api/bulk-pause";
import { loader as bulkContinue } from "~/api/bulk-continue";
import { loader as bulkCancel } from "~/api/bulk-cancel";
import { loader as bulkUndo } from "~/api/bulk-undo";
import { loader as portalLink } from "~/api/portal-link";
import { loader as portalLinkById } from "~/api/portal-link-by-id";
import { loader as portalToken } from "~/api/portal-token";
import { loader as bundleDetail } from "~/api/bundle-detail";
import { loader as bundleDetailPortal } from "~/api/bundle-detail.portal";
import { loader as bundlingUpdate } from "~/api/bundling-update";
import { loader as updateShippingAddress } from "~/api/update-shipping-address";
import { loader as updateShippingAddressPortal } from "~/api/update-shipping-address.portal";
import { loader as skipLine } from "~/api/skip-line";
import { loader as skipLinePortal } from "~/api/skip-line.portal";
import { loader as applyDiscount } from "~/api/apply-discount";
import { loader as applyDiscountPortal } from "~/api/apply-discount.portal";
import { loader as removeDiscount } from "~/api/remove-discount";
import { loader as removeDiscountPortal } from "~/api/remove-discount.portal";
import { loader as lineAttributes } from "~/api/line-attributes";
import { loader as lineAttributesPortal } from "~/api/line-attributes.portal";
import { loader as lineQuantity } from "~/api/line-quantity";
import { loader as lineQuantityPortal } from "~/api/line-quantity.portal";
import { loader as oneTimeProducts } from "~/api/one-time-products";
import { loader as oneTimeProductsPortal } from "~/api/one-time-products.portal";
import { loader as oneTimeProductsOfContract } from "~/api/one-time-products-of-contract";
import { loader as oneTimeProductsOfContractPortal } from "~/api/one-time-products-of-contract.portal";
import { loader as oneTimeProductsUpcoming } from "~/api/one-time-products-upcoming";
import { loader as oneTimeProductsUpcomingPortal } from "~/api/one-time-products-upcoming.portal";
import { loader as acceptReferral } from "~/api/accept-referral";
import { loader as gatewayNotices } from "~/api/gateway-notices";
import { loader as openapi } from "~/api/openapi";
import { loader as health } from "~/api/health";
import { loader as ready } from "~/api/ready";
import { loader as metrics } from "~/api/metrics";
import { loader as rescheduleOrder } from "~/api/reschedule-order";
import { loader as rescheduleOrderPortal } from "~/api/reschedule-order.portal";
import { loader as skipUpcomingOrder } from "~/api/skip-upcoming-order";
import { loader as skipUpcomingOrderPortal } from "~/api/skip-upcoming-order.portal";
import { loader as customer } from "~/api/customer";
import { loader as customerPortal } from "~/api/customer.portal";
import { loader as customersPaymentMethods } from "~/api/customers-payment-methods";
import { loader as customersPaymentMethodsPortal } from "~/api/customers-payment-methods.portal";
import { loader as paymentMethods } from "~/api/payment-methods";
import { loader as paymentMethodsPortal } from "~/api/payment-methods.portal";
import { loader as updatePaymentMethod } from "~/api/update-payment-method";
import { loader as updatePaymentMethodPortal } from "~/api/update-payment-method.portal";
import { loader as validateCustomer } from "~/api/validate-customer";
import { loader as activityLogs } from "~/api/activity-logs";
import { loader as allSellingPlans } from "~/api/all-selling-plans";
import { loader as customers } from "~/api/customers";
import { loader as orderReport } from "~/api/order-report";
import { loader as subscriptionGroup } from "~/api/subscription-group";
import { loader as subscriptionGroups } from "~/api/subscription-groups";
import { loader as events } from "~/api/events";
import { loader as webhookDeliveries } from "~/api/webhook-deliveries";
import { loader as webhookEndpoint } from "~/api/webhook-endpoint";
import { loader as webhookEndpoints } from "~/api/webhook-endpoints";
import { loader as webhookReplay } from "~/api/webhook-replay";
import { loader as webhookRotateSecret } from "~/api/webhook-rotate-secret";
import { loader as webhookTest } from "~/api/webhook-test";
import { loader as analyticsChurn } from "~/api/analytics-churn";
import { loader as analyticsCohorts } from "~/api/analytics-cohorts";
import { loader as analyticsMrr } from "~/api/analytics-mrr";
import { loader as analyticsOverview } from "~/api/analytics-overview";
import { loader as analyticsPayments } from "~/api/analytics-payments";
import { loader as analyticsProducts } from "~/api/analytics-products";
import { loader as addDiscount } from "~/api/add-discount";
import { loader as addLineItem } from "~/api/add-line-item";
import { loader as addLineItemPortal } from "~/api/add-line-item.portal";
import { loader as addLineItems } from "~/api/add-line-items";
import { loader as cancelContract } from "~/api/cancel-contract";
import { loader as cancelContractPortal } from "~/api/cancel-contract.portal";
import { loader as planOptions } from "~/api/plan-options";
import { loader as planOptionsPortal } from "~/api/plan-options.portal";
import { loader as removeLineItem } from "~/api/remove-line-item";
import { loader as removeLineItemPortal } from "~/api/remove-line-item.portal";
import { loader as removeLineItems } from "~/api/remove-line-items";
import { loader as removeLineItemsPortal } from "~/api/remove-line-items.portal";
import { loader as replaceVariants } from "~/api/replace-variants";
import { loader as replaceVariantsPortal } from "~/api/replace-variants.portal";
import { loader as splitContract } from "~/api/split-contract";
import { loader as updateDeliveryPrice } from "~/api/update-delivery-price";
import { loader as updateLineItem } from "~/api/update-line-item";
import { loader as updateMultipleAttributes } from "~/api/update-multiple-attributes";
import { loader as updateNoteOfOrder } from "~/api/update-note-of-order";
import { loader as updateNoteOfOrderPortal } from "~/api/update-note-of-order.portal";
import { loader as updateOrderNote } from "~/api/update-order-note";
import { loader as updateSellingPlan } from "~/api/update-selling-plan";
import { loader as updateSellingPlanPortal } from "~/api/update-selling-plan.portal";
import { loader as analyticsCalendar } from "~/api/analytics-calendar";
import { loader as analyticsReferrals } from "~/api/analytics-referrals";
import { loader as analyticsForecast } from "~/api/analytics-forecast";
import { loader as eraseCustomerData } from "~/api/erase-customer-data";
import { loader as exportCustomerData } from "~/api/export-customer-data";
import { loader as exportCustomerDataAsCsv } from "~/api/export-customer-data-as-csv";
import { toEndpointTable } from "~/http/endpoint/endpoint-table";

/** What answers at each JSON URL, in the order of url-table.js: the source of openapi.json. */
export const endpointTable = toEndpointTable([
  contractList,
  createSubscriptionContract,
  contractRaw,
  contractExternal,
  contractExternalPortal,
  updateStatus,
  updateStatusPortal,
  updateBillingDate,
  updateBillingDatePortal,
  updateBillingInterval,
  updateBillingIntervalPortal,
  topOrders,
  topOrdersPortal,
  pastOrders,
  pastOrdersPortal,
  attemptBilling,
  attemptBillingPortal,
  refundOrder,
  testClock,
  testPaymentMethods,
  skipOrder,
  skipOrderPortal,
  unskipOrder,
  unskipOrderPortal,
  bulkDeliveryPrice,
  bulkAutomations,
  bulkAutomation,
  bulkItems,
  bulkPause,
  bulkContinue,
  bulkCancel,
  bulkUndo,
  portalLink,
  portalLinkById,
  portalToken,
  bundleDetail,
  bundleDetailPortal,
  bundlingUpdate,
  updateShippingAddress,
  updateShippingAddressPortal,
  skipLine,
  skipLinePortal,
  applyDiscount,
  applyDiscountPortal,
  removeDiscount,
  removeDiscountPortal,
  lineAttributes,
  lineAttributesPortal,
  lineQuantity,
  lineQuantityPortal,
  oneTimeProducts,
  oneTimeProductsPortal,
  oneTimeProductsOfContract,
  oneTimeProductsOfContractPortal,
  oneTimeProductsUpcoming,
  oneTimeProductsUpcomingPortal,
  acceptReferral,
  gatewayNotices,
  openapi,
  health,
  ready,
  metrics,
  rescheduleOrder,
  rescheduleOrderPortal,
  skipUpcomingOrder,
  skipUpcomingOrderPortal,
  customer,
  customerPortal,
  customersPaymentMethods,
  customersPaymentMethodsPortal,
  paymentMethods,
  paymentMethodsPortal,
  updatePaymentMethod,
  updatePaymentMethodPortal,
  validateCustomer,
  activityLogs,
  allSellingPlans,
  customers,
  orderReport,
  subscriptionGroup,
  subscriptionGroups,
  events,
  webhookDeliveries,
  webhookEndpoint,
  webhookEndpoints,
  webhookReplay,
  webhookRotateSecret,
  webhookTest,
  analyticsChurn,
  analyticsCohorts,
  analyticsMrr,
  analyticsOverview,
  analyticsPayments,
  analyticsProducts,
  addDiscount,
  addLineItem,
  addLineItemPortal,
  addLineItems,
  cancelContract,
  cancelContractPortal,
  planOptions,
  planOptionsPortal,
  removeLineItem,
  removeLineItemPortal,
  removeLineItems,
  removeLineItemsPortal,
  replaceVariants,
  replaceVariantsPortal,
  splitContract,
  updateDeliveryPrice,
  updateLineItem,
  updateMultipleAttributes,
  updateNoteOfOrder,
  updateNoteOfOrderPortal,
  updateOrderNote,
  updateSellingPlan,
  updateSellingPlanPortal,
  analyticsCalendar,
  analyticsReferrals,
  analyticsForecast,
  eraseCustomerData,
  exportCustomerData,
  exportCustomerDataAsCsv,
]);
