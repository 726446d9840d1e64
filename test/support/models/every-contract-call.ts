import { eq } from "drizzle-orm";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { insertContract } from "../data/factories";

export type Contract = { id: number; line: string; attempt: number; customer: number };
export type Wanted = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

const ofContract = (contract: Contract) => ({ contractId: String(contract.id) });
const ofLine = (contract: Contract) => ({ ...ofContract(contract), lineId: contract.line });
const ofOrder = (contract: Contract) => ({ id: String(contract.attempt) });
const ofCustomer = ({ customer }: Contract) => ({ customerId: String(customer) });
const ADDRESS = {
  firstName: "Grace",
  lastName: "Hopper",
  address1: "Museumstraat 1",
  city: "Amsterdam",
  zip: "1071 XX",
  countryCode: "NL",
};

const swap = (contract: Contract) => ({
  body: { contractId: contract.id, lineId: contract.line, newVariants: { 1: 1 } },
});

/** A call of each operation on a contract that would succeed if the contract were the caller's. */
export const CALLS: Record<string, (contract: Contract) => Wanted> = {
  readContract: (contract) => ({ params: ofContract(contract) }),
  readWrappedContract: (contract) => ({ query: ofContract(contract) }),
  updateContractStatus: (contract) => ({ query: { ...ofContract(contract), status: "PAUSED" } }),
  updateContractNextDate: (contract) => ({
    query: { ...ofContract(contract), nextBillingDate: new Date(Date.now() + 9e8).toISOString() },
  }),
  updateContractInterval: (contract) => ({
    query: { ...ofContract(contract), interval: "WEEK", intervalCount: "3" },
  }),
  updateShippingAddress: (contract) => ({ query: ofContract(contract), body: ADDRESS }),
  skipUnskipLine: (contract) => ({ query: ofLine(contract) }),
  applyDiscount: (contract) => ({ query: { ...ofContract(contract), discountCode: "TEN" } }),
  removeDiscount: (contract) => ({ query: { ...ofContract(contract), discountId: contract.line } }),
  updateLineAttributes: (contract) => ({ query: ofLine(contract), body: [] }),
  updateLineQuantity: (contract) => ({ query: { ...ofLine(contract), quantity: "2" } }),
  listTopOrders: (contract) => ({ query: ofContract(contract) }),
  listPastOrders: (contract) => ({ query: ofContract(contract) }),
  attemptBilling: (contract) => ({ params: ofOrder(contract) }),
  readCustomer: (contract) => ({ params: ofCustomer(contract) }),
  listPaymentMethodsOfCustomer: (contract) => ({ params: ofCustomer(contract) }),
  listCustomersPaymentMethods: (contract) => ({ params: ofCustomer(contract) }),
  updatePaymentMethod: (contract) => ({ query: { ...ofContract(contract), paymentMethodId: "none" } }),
  refundOrder: (contract) => ({ params: ofOrder(contract) }),
  skipOrder: (contract) => ({ params: ofOrder(contract) }),
  unskipOrder: (contract) => ({ params: ofOrder(contract) }),
  skipUpcomingOrder: ({ id }) => ({ query: { subscriptionContractId: String(id) } }),
  rescheduleOrder: (contract) => ({
    params: ofOrder(contract),
    query: { billingDate: new Date(Date.now() + 8e8).toISOString() },
  }),
  addOneTimeProduct: (contract) => ({
    query: {
      ...ofContract(contract),
      billingAttemptId: String(contract.attempt),
      variantId: "1",
      variantHandle: "tea",
    },
  }),
  removeOneTimeProduct: (contract) => ({
    query: { ...ofContract(contract), billingAttemptId: String(contract.attempt), variantId: "1" },
  }),
  listOneTimeProducts: (contract) => ({ query: ofContract(contract) }),
  listUpcomingOneTimeProducts: (contract) => ({ query: ofContract(contract) }),
  addLineItem: (contract) => ({ query: { ...ofContract(contract), variantId: "1" } }),
  addLineItems: (contract) => ({ query: ofContract(contract), body: { 1: 1 } }),
  removeLineItem: (contract) => ({ query: ofLine(contract) }),
  removeLineItems: (contract) => ({ query: ofContract(contract), body: [contract.line] }),
  updateLineItem: (contract) => ({ query: { ...ofLine(contract), quantity: "2" } }),
  updateManyAttributes: (contract) => ({ query: ofContract(contract), body: { [contract.line]: [] } }),
  replaceVariants: swap,
  replaceVariantsByPost: swap,
  updateDeliveryPrice: (contract) => ({ query: { ...ofContract(contract), deliveryPrice: "2" } }),
  addDiscount: (contract) => ({
    query: { ...ofContract(contract), percentage: "5", discountTitle: "Sorry" },
  }),
  updateOrderNoteOfContract: (contract) => ({ params: ofContract(contract), query: { note: "x" } }),
  updateOrderNote: (contract) => ({ params: ofOrder(contract), query: { note: "x" } }),
  updateFrequencyBySellingPlan: (contract) => ({
    query: { ...ofContract(contract), sellingPlanId: "1" },
  }),
  splitExistingContract: (contract) => ({
    query: { ...ofContract(contract), isSplitContract: "true" },
    body: [contract.line],
  }),
  cancelContract: (contract) => ({ params: ofContract(contract) }),
};
/** The name that the merchant's and the customer's endpoint share. */
export const nameOf = ({ operationId }: Endpoint): string => operationId.replace(/InPortal$/, "");

/** A contract for `CALLS`. */
export async function insertForCalls(shopId: number, owner?: number): Promise<Contract> {
  const contract = await insertContract(shopId, {
    ...(owner !== undefined && { customerId: owner }),
    lines: [{}, {}],
    attempts: [{ billingDate: new Date(Date.now() + 9e8) }],
  });
  const [attempt] = await db
    .select({ id: billingAttempts.id })
    .from(billingAttempts)
    .where(eq(billingAttempts.contractId, contract.id));
  return {
    id: contract.subscriptionContractId,
    line: contract.lines[0]?.id ?? "",
    attempt: attempt?.id ?? 0,
    customer: contract.customerId,
  };
}
