import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import type { Ids } from "./ids-of-a-shop";
import { listNames } from "./parameter-names";

/** A call and the ids in it. */
type CallWithIds = { params: Record<string, string>; query: Record<string, string>; body: unknown };

/** Parameter → the kind of thing it is an id of. What `id` alone means depends on the URL: see `kindOf`. */
const KINDS: Record<string, keyof Ids> = {
  contractId: "contract",
  subscriptionContractId: "contract",
  "entityId.equals": "contract",
  customerId: "customer",
  emailId: "email",
  email: "email",
  lineId: "line",
  billingAttemptId: "order",
  discountId: "discount",
  paymentMethodId: "paymentMethod",
  productId: "product",
  endedProductId: "endedProduct",
  variantId: "variant",
  sellingPlanId: "plan",
  sellingPlanIds: "plan",
  automationId: "bulkAutomation",
  handle: "bundle",
  endpointId: "webhookEndpoint",
};

/** Named like ids, but not of a row: positions in a list or in a shop's stream of events (each shop counts from 1), and texts. */
const NO_IDS = new Set(["cursor", "eventId", "variantHandle"]);
const LOOKS_LIKE_ID =
  /(id|ids|handle|token|cursor|email|gateway)$|^(contract|customer|line|order|product|variant|plan|bundle)$/i;

/** The kind of thing that a parameter of this name is an id of, at this path; undefined: none that is listed here. */
export const kindOf = (name: string, path: string): keyof Ids | undefined => {
  if (name !== "id") return KINDS[name];
  if (path.includes("subscription-billing-attempts")) return "order";
  return path.includes("subscription-groups") ? "planGroup" : undefined;
};

const soon = () => new Date(Date.now() + 8 * 86_400_000).toISOString();
const ADDRESS = {
  firstName: "Grace",
  lastName: "Hopper",
  address1: "Museumstraat 1",
  city: "Amsterdam",
  zip: "1071 XX",
  countryCode: "NL",
};
const HOOK = { url: "http://127.0.0.1:9/changed" };
const GROUP = { name: "Group", sellingPlans: [{ name: "Monthly", interval: "MONTH", intervalCount: 1 }] };
/** `uses`: ids in the body. `needs`: parameters that are optional in the query by their type, but required for this call. */
type Rest = {
  query?: Record<string, string>;
  body?: (ids: Ids) => unknown;
  uses?: (keyof Ids)[];
  needs?: (keyof Ids)[];
};

const swap: Rest = {
  body: ({ contract, line, variant }) => ({
    contractId: Number(contract),
    lineId: line,
    newVariants: { [variant]: 1 },
  }),
  uses: ["contract", "line", "variant"],
};

/** What calls need besides the ids in path and query, and which ids are in their bodies. */
const REST: Record<string, Rest> = {
  updateContractStatus: { query: { status: "PAUSED" } },
  updateContractNextDate: { query: { nextBillingDate: soon() } },
  updateContractInterval: { query: { interval: "WEEK", intervalCount: "3" } },
  updateShippingAddress: { body: () => ADDRESS },
  applyDiscount: { query: { discountCode: "TEN" } },
  updateLineAttributes: { body: () => [] },
  updateLineQuantity: { query: { quantity: "2" } },
  rescheduleOrder: { query: { billingDate: soon() } },
  addOneTimeProduct: { query: { variantHandle: "tea" } },
  addLineItems: { body: ({ variant }) => ({ [variant]: 1 }), uses: ["variant"] },
  removeLineItems: { body: ({ line }) => [line], uses: ["line"] },
  updateManyAttributes: { body: ({ line }) => ({ [line]: [] }), uses: ["line"] },
  splitExistingContract: {
    query: { isSplitContract: "true" },
    body: ({ line }) => [line],
    uses: ["line"],
  },
  replaceVariants: swap,
  replaceVariantsByPost: swap,
  updateLineItem: { query: { quantity: "2" } },
  updateDeliveryPrice: { query: { deliveryPrice: "2" } },
  addDiscount: { query: { percentage: "5", discountTitle: "Sorry" } },
  updateOrderNote: { query: { note: "x" } },
  updateOrderNoteOfContract: { query: { note: "x" } },
  createTestPaymentMethod: { body: () => ({ lastDigits: "4242" }) },
  updatePaymentMethod: { needs: ["paymentMethod"] },
  addLineItem: { needs: ["variant"] },
  updateFrequencyBySellingPlan: { needs: ["plan"] },
  replayWebhookEvents: { query: { from: "2026-01-01T00:00:00Z" } },
  createSubscriptionContract: {
    body: ({ customer, paymentMethod, variant, plan }) => ({
      customerId: Number(customer),
      paymentMethodId: paymentMethod,
      billingPolicyInterval: "MONTH",
      billingPolicyIntervalCount: 1,
      nextBillingDate: soon(),
      deliveryAddress: ADDRESS,
      lines: [{ variantId: Number(variant), quantity: 1, sellingPlanId: Number(plan) }],
    }),
    uses: ["customer", "paymentMethod", "variant", "plan"],
  },
  bulkUpdateDeliveryPrice: {
    query: { deliveryPrice: "3" },
    body: ({ contract }) => ({ subscriptionIds: contract }),
    uses: ["contract"],
  },
  createBulkAutomation: {
    body: ({ contract, variant }) => ({
      kind: "LINE_PRICE",
      parameters: { variantId: Number(variant), percent: "5" },
      subscriptionIds: contract,
    }),
    uses: ["contract", "variant"],
  },
  updateBundling: {
    body: ({ bundle, product, variant }) => [
      {
        babHandle: bundle,
        sourceProducts: [{ sourceProductId: Number(product), addSubVariantIds: [Number(variant)] }],
      },
    ],
    uses: ["bundle", "product", "variant"],
  },
  createSellingPlanGroup: {
    body: ({ product }) => ({ ...GROUP, productIds: [Number(product)] }),
    uses: ["product"],
  },
  updateSellingPlanGroup: {
    body: ({ product, plan }) => ({
      name: "Group",
      productIds: [Number(product)],
      sellingPlans: [{ ...GROUP.sellingPlans[0], id: Number(plan) }],
    }),
    uses: ["product", "plan"],
  },
  changeWebhookEndpoint: { body: () => HOOK },
};

/** Endpoints that need no credential: the kind of id that they take, by a shop's own storefront. */
export const PUBLIC_KINDS: Record<string, "bundle" | "friendToken"> = {
  readStorefrontBundle: "bundle",
  acceptReferral: "friendToken",
  acceptReferralByQuery: "friendToken",
};
/** Those without a case, with the reason. */
export const PUBLIC_WITHOUT_CASE: Record<string, string> = {
  receiveGatewayWebhook:
    "only what the secret of the named shop has signed is kept: test/billing/gateway/stripe",
  readOpenApiDocument: "the same for everybody",
  healthz: "of the service, takes nothing",
  readyz: "of the service, takes nothing",
  metrics: "of the service, takes nothing",
};

export const nameOf = ({ operationId }: Pick<Endpoint, "operationId">): string =>
  operationId.replace(/InPortal$/, "");

/** The kinds of ids that a call of this endpoint has. @throws if one is not listed here */
export function listKinds(endpoint: Endpoint, path: string): (keyof Ids)[] {
  const { params, query, body } = listNames(endpoint);
  const rest = REST[nameOf(endpoint)];
  const names = [...params, ...query];
  const unknown = [
    ...names.filter((name) => (params.includes(name) || LOOKS_LIKE_ID.test(name)) && !NO_IDS.has(name)),
  ].filter((name) => !kindOf(name, path));
  // Bodies that only repeat the query's names need no case.
  const inBody = body.filter(
    (name) => LOOKS_LIKE_ID.test(name) && !names.includes(name) && !NO_IDS.has(name),
  );
  if (inBody.length > 0 && !rest?.uses) unknown.push(...inBody);
  if (unknown.length > 0)
    throw new Error(`${endpoint.operationId}: no case for ${unknown.join(", ")} in calls-with-ids.ts`);
  const kinds = names.flatMap((name) => (NO_IDS.has(name) ? [] : (kindOf(name, path) ?? [])));
  return [...new Set([...kinds, ...(rest?.uses ?? [])])];
}

/** Required by writes, which take them in the query or in the body. */
const ALWAYS = new Set<keyof Ids>(["contract", "line"]);

/** A call with these ids. @param only of the optional parameters only those of this kind are sent */
export function toCall(endpoint: Endpoint, path: string, ids: Ids, only?: keyof Ids): CallWithIds {
  const { params, query, required } = listNames(endpoint);
  const rest = REST[nameOf(endpoint)];
  const call: CallWithIds = { params: {}, query: { ...rest?.query }, body: rest?.body?.(ids) };
  for (const name of params) {
    const kind = kindOf(name, path);
    if (kind) call.params[name] = ids[kind];
  }
  for (const name of query) {
    const kind = NO_IDS.has(name) ? undefined : kindOf(name, path);
    if (!kind) continue;
    const isUsual = endpoint.method !== "GET" && ALWAYS.has(kind);
    if (required.includes(name) || kind === only || isUsual || rest?.needs?.includes(kind))
      call.query[name] = ids[kind];
  }
  return call;
}
