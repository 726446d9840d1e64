// Written by `npm run urls` from the modules beside it.
import { toEndpointTable } from "~/http/endpoint/endpoint-table";
import { loader as contractList } from "./contract-list";
import { loader as createSubscriptionContract } from "./create-subscription-contract";
import { loader as contractRaw } from "./contract-raw";
import { loader as contractExternal } from "./contract-external";
import { loader as contractExternalPortal } from "./contract-external.portal";
import { loader as updateStatus } from "./update-status";
import { loader as updateStatusPortal } from "./update-status.portal";
import { loader as updateBillingDate } from "./update-billing-date";
import { loader as updateBillingDatePortal } from "./update-billing-date.portal";
import { loader as updateBillingInterval } from "./update-billing-interval";
import { loader as updateBillingIntervalPortal } from "./update-billing-interval.portal";
import { loader as topOrders } from "./top-orders";
import { loader as topOrdersPortal } from "./top-orders.portal";
import { loader as pastOrders } from "./past-orders";
import { loader as pastOrdersPortal } from "./past-orders.portal";
import { loader as attemptBilling } from "./attempt-billing";
import { loader as attemptBillingPortal } from "./attempt-billing.portal";
import { loader as refundOrder } from "./refund-order";
import { loader as testClock } from "./test-clock";
import { loader as testPaymentMethods } from "./test-payment-methods";
import { loader as skipOrder } from "./skip-order";
import { loader as skipOrderPortal } from "./skip-order.portal";
import { loader as unskipOrder } from "./unskip-order";
import { loader as unskipOrderPortal } from "./unskip-order.portal";
import { loader as bulkDeliveryPrice } from "./bulk-delivery-price";
import { loader as bulkAutomations } from "./bulk-automations";
import { loader as bulkAutomation } from "./bulk-automation";
import { loader as bulkItems } from "./bulk-items";
import { loader as bulkPause } from "./bulk-pause";
import { loader as bulkContinue } from "./bulk-continue";
import { loader as bulkCancel } from "./bulk-cancel";
import { loader as bulkUndo } from "./bulk-undo";
import { loader as portalLink } from "./portal-link";
import { loader as portalLinkById } from "./portal-link-by-id";
import { loader as portalToken } from "./portal-token";
import { loader as bundleDetail } from "./bundle-detail";
import { loader as bundleDetailPortal } from "./bundle-detail.portal";
import { loader as bundlingUpdate } from "./bundling-update";
import { loader as updateShippingAddress } from "./update-shipping-address";
import { loader as updateShippingAddressPortal } from "./update-shipping-address.portal";
import { loader as skipLine } from "./skip-line";
import { loader as skipLinePortal } from "./skip-line.portal";
import { loader as applyDiscount } from "./apply-discount";
import { loader as applyDiscountPortal } from "./apply-discount.portal";
import { loader as removeDiscount } from "./remove-discount";
import { loader as removeDiscountPortal } from "./remove-discount.portal";
import { loader as lineAttributes } from "./line-attributes";
import { loader as lineAttributesPortal } from "./line-attributes.portal";
import { loader as lineQuantity } from "./line-quantity";
import { loader as lineQuantityPortal } from "./line-quantity.portal";
import { loader as oneTimeProducts } from "./one-time-products";
import { loader as oneTimeProductsPortal } from "./one-time-products.portal";
import { loader as oneTimeProductsOfContract } from "./one-time-products-of-contract";
import { loader as oneTimeProductsOfContractPortal } from "./one-time-products-of-contract.portal";
import { loader as oneTimeProductsUpcoming } from "./one-time-products-upcoming";
import { loader as oneTimeProductsUpcomingPortal } from "./one-time-products-upcoming.portal";
import { loader as acceptReferral } from "./accept-referral";
import { loader as gatewayNotices } from "./gateway-notices";
import { loader as openapi } from "./openapi";
import { loader as health } from "./health";
import { loader as ready } from "./ready";
import { loader as metrics } from "./metrics";
import { loader as rescheduleOrder } from "./reschedule-order";
import { loader as rescheduleOrderPortal } from "./reschedule-order.portal";
import { loader as skipUpcomingOrder } from "./skip-upcoming-order";
import { loader as skipUpcomingOrderPortal } from "./skip-upcoming-order.portal";
import { loader as customer } from "./customer";
import { loader as customerPortal } from "./customer.portal";
import { loader as customersPaymentMethods } from "./customers-payment-methods";
import { loader as customersPaymentMethodsPortal } from "./customers-payment-methods.portal";
import { loader as paymentMethods } from "./payment-methods";
import { loader as paymentMethodsPortal } from "./payment-methods.portal";
import { loader as updatePaymentMethod } from "./update-payment-method";
import { loader as updatePaymentMethodPortal } from "./update-payment-method.portal";
import { loader as validateCustomer } from "./validate-customer";
import { loader as activityLogs } from "./activity-logs";
import { loader as allSellingPlans } from "./all-selling-plans";
import { loader as customers } from "./customers";
import { loader as orderReport } from "./order-report";
import { loader as subscriptionGroup } from "./subscription-group";
import { loader as subscriptionGroups } from "./subscription-groups";
import { loader as events } from "./events";
import { loader as webhookDeliveries } from "./webhook-deliveries";
import { loader as webhookEndpoint } from "./webhook-endpoint";
import { loader as webhookEndpoints } from "./webhook-endpoints";
import { loader as webhookReplay } from "./webhook-replay";
import { loader as webhookRotateSecret } from "./webhook-rotate-secret";
import { loader as webhookTest } from "./webhook-test";
import { loader as analyticsChurn } from "./analytics-churn";
import { loader as analyticsCohorts } from "./analytics-cohorts";
import { loader as analyticsMrr } from "./analytics-mrr";
import { loader as analyticsOverview } from "./analytics-overview";
import { loader as analyticsPayments } from "./analytics-payments";
import { loader as analyticsProducts } from "./analytics-products";
import { loader as addDiscount } from "./add-discount";
import { loader as addLineItem } from "./add-line-item";
import { loader as addLineItemPortal } from "./add-line-item.portal";
import { loader as addLineItems } from "./add-line-items";
import { loader as cancelContract } from "./cancel-contract";
import { loader as cancelContractPortal } from "./cancel-contract.portal";
import { loader as planOptions } from "./plan-options";
import { loader as planOptionsPortal } from "./plan-options.portal";
import { loader as removeLineItem } from "./remove-line-item";
import { loader as removeLineItemPortal } from "./remove-line-item.portal";
import { loader as removeLineItems } from "./remove-line-items";
import { loader as removeLineItemsPortal } from "./remove-line-items.portal";
import { loader as replaceVariants } from "./replace-variants";
import { loader as replaceVariantsPortal } from "./replace-variants.portal";
import { loader as splitContract } from "./split-contract";
import { loader as updateDeliveryPrice } from "./update-delivery-price";
import { loader as updateLineItem } from "./update-line-item";
import { loader as updateMultipleAttributes } from "./update-multiple-attributes";
import { loader as updateNoteOfOrder } from "./update-note-of-order";
import { loader as updateNoteOfOrderPortal } from "./update-note-of-order.portal";
import { loader as updateOrderNote } from "./update-order-note";
import { loader as updateSellingPlan } from "./update-selling-plan";
import { loader as updateSellingPlanPortal } from "./update-selling-plan.portal";
import { loader as analyticsCalendar } from "./analytics-calendar";
import { loader as analyticsReferrals } from "./analytics-referrals";
import { loader as analyticsForecast } from "./analytics-forecast";
import { loader as eraseCustomerData } from "./erase-customer-data";
import { loader as exportCustomerData } from "./export-customer-data";
import { loader as exportCustomerDataAsCsv } from "./export-customer-data-as-csv";

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
