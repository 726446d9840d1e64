import { and, eq } from "drizzle-orm";
import { db } from "~db/client.server";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { contractLines } from "~db/schema/contracts";
import { insertCode } from "../calls/discounts";
import { insertCatalogue } from "../data/catalogue";
import { inDays, setShopClock } from "../data/days";
import { insertPaymentMethod, type TestShop } from "../data/factories";
import { run } from "../data/many/bulk";
import { type Ids, UNKNOWN_IDS } from "./ids-of-a-shop";

type Body = Record<string, unknown>;
type Case = {
  query?: Record<string, string>;
  body?: (ids: Ids) => unknown;
  /** Another valid body than that of the good call. */
  other?: (body: never, ids: Ids) => unknown;
  /** Writes that are carried out before, with the same ids. */
  after?: string[];
  /** What the shop needs besides. @returns ids that the call has instead */
  prepare?: (shop: TestShop, ids: Ids) => Promise<Partial<Ids>> | Promise<void>;
};

const setBulkStatus = (status: "RUNNING" | "PAUSED") => async (shop: TestShop) => {
  await db.update(bulkAutomations).set({ status }).where(eq(bulkAutomations.shopId, shop.id));
};
const endBulk = (shop: TestShop, { bulkAutomation }: Ids) => run(shop.id, Number(bulkAutomation));
const renamed = (body: Body) => ({ ...body, name: "Another" });
const ofOneMore = (body: Record<string, number>) =>
  Object.fromEntries(Object.entries(body).map(([variant, quantity]) => [variant, quantity + 1]));
const swapOfMore: Case = { other: (body: Body, { variant }) => ({ ...body, newVariants: { [variant]: 2 } }) };
const ofAnotherLine: Case = { other: () => [UNKNOWN_IDS.line] };
const ATTRIBUTES = [{ key: "Engraving", value: "Ada" }];

/** What the calls of `calls-with-ids.ts` lack to be carried out, and their other bodies. */
export const WRITE_CASES: Record<string, Case> = {
  createSubscriptionContract: { other: (body: Body) => ({ ...body, billingPolicyIntervalCount: 2 }) },
  refundOrder: { after: ["attemptBilling"] },
  setTestClock: { query: { now: inDays(1).toISOString() } },
  deleteTestClock: { prepare: ({ id }) => setShopClock(id, new Date()) },
  createTestPaymentMethod: { other: () => ({ lastDigits: "0002" }) },
  unskipOrder: { after: ["skipOrder"] },
  bulkUpdateDeliveryPrice: {
    prepare: endBulk,
    other: (body: Body, { contract }) => ({ ...body, subscriptionIds: `${contract},${contract}` }),
  },
  createBulkAutomation: {
    prepare: endBulk,
    other: (body: Body, { variant }) => ({
      ...body,
      parameters: { variantId: Number(variant), percent: "6" },
    }),
  },
  pauseBulkAutomation: { prepare: setBulkStatus("RUNNING") },
  continueBulkAutomation: { prepare: setBulkStatus("PAUSED") },
  undoBulkAutomation: { prepare: endBulk },
  updateBundling: { other: ([entry]: Body[]) => [entry, entry] },
  updateShippingAddress: { other: (body: Body) => ({ ...body, address1: "Museumstraat 2" }) },
  applyDiscount: { prepare: async ({ id }) => void (await insertCode(id, { code: "TEN" })) },
  updateLineAttributes: { body: () => ATTRIBUTES, other: () => [] },
  updatePaymentMethod: {
    prepare: async ({ id }, { customer }) => ({
      paymentMethod: await insertPaymentMethod(id, Number(customer)),
    }),
  },
  updateSellingPlanGroup: { other: renamed },
  createSellingPlanGroup: { other: renamed },
  deleteSellingPlanGroup: {
    prepare: async ({ id }) => {
      const { groups } = await insertCatalogue(id, { products: [], groups: [{ plans: [{}] }] });
      return { planGroup: String(groups[0]?.id) };
    },
  },
  changeWebhookEndpoint: { other: (body: Body) => ({ ...body, types: ["order.paid"] }) },
  createWebhookEndpoint: {
    body: () => ({ url: "https://hooks.example/in" }),
    other: () => ({ url: "https://hooks.example/other" }),
  },
  addOneTimeProduct: { after: ["removeOneTimeProduct"] },
  addLineItems: { other: ofOneMore },
  removeLineItems: ofAnotherLine,
  replaceVariants: swapOfMore,
  replaceVariantsByPost: swapOfMore,
  splitExistingContract: ofAnotherLine,
  updateManyAttributes: {
    body: ({ line }) => ({ [line]: ATTRIBUTES }),
    other: (_body, { line }) => ({ [line]: [] }),
  },
  updateFrequencyBySellingPlan: {
    prepare: async ({ id }, { product, line }) => {
      const ofLine = and(eq(contractLines.shopId, id), eq(contractLines.id, line));
      await db
        .update(contractLines)
        .set({ productId: Number(product) })
        .where(ofLine);
      const plans = [{ billingInterval: "WEEK" as const, billingIntervalCount: 2 }];
      const groups = [{ productIds: [Number(product)], plans }];
      const made = await insertCatalogue(id, { products: [], groups });
      return { plan: String(made.groups[0]?.planIds[0]) };
    },
  },
  eraseCustomerData: { after: ["cancelContract"] },
};
