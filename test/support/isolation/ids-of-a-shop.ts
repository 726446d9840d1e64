import { and, eq, sql } from "drizzle-orm";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { updateContractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { bulkAutomationNumbers } from "~db/schema/bulk-automations";
import { contractDiscounts } from "~db/schema/contracts";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { idOf, send } from "../calls/contract-calls";
import { addEndpoint } from "../calls/webhooks";
import { bundleProduct, insertTestBundle } from "../data/bundles";
import { insertCatalogue } from "../data/catalogue";
import { inDays } from "../data/days";
import { appendChange } from "../data/events";
import {
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  NOW,
  nextNumber,
  type TestShop,
  testAudit,
} from "../data/factories";
import { startPriceTask } from "../data/many/bulk";

/** An id of each kind, as callers write it. */
export type Ids = Record<
  | "contract"
  | "customer"
  | "email"
  | "line"
  | "order"
  | "discount"
  | "paymentMethod"
  | "product"
  | "endedProduct"
  | "variant"
  | "plan"
  | "planGroup"
  | "bundle"
  | "bulkAutomation"
  | "webhookEndpoint",
  string
>;

type OfCustomer = Pick<
  Ids,
  "contract" | "customer" | "email" | "line" | "order" | "discount" | "paymentMethod"
>;

/** Kinds that are a customer's own. */
export const KINDS_OF_CUSTOMER: ReadonlySet<keyof Ids> = new Set([
  "contract",
  "customer",
  "email",
  "line",
  "order",
  "discount",
  "paymentMethod",
]);

/** Kinds that are a contract's own: at the address of one contract those of another count as unknown. */
export const KINDS_OF_CONTRACT: ReadonlySet<string> = new Set(["line", "order", "discount"]);

/**
 * Lets numbers that count from 1 start so high that none is also a quantity, position or price. Call it before shops are
 * created, since these have keys and staff.
 */
export async function startHigh(): Promise<void> {
  await db.execute(sql`select setval(pg_get_serial_sequence(name, 'id'), 800000000 + place * 1000000 + nextval(pg_get_serial_sequence(name, 'id')))
    from unnest(array['billing_attempts', 'webhook_endpoints', 'webhook_deliveries', 'bundles', 'api_keys', 'discount_codes',
      'saved_views', 'internal_notes', 'mails', 'imports', 'staff_accounts'])
      with ordinality t (name, place)`);
}

/** Bulk changes are numbered per shop: gives this shop's numbers that no other shop has. */
export async function startBulkHigh(shopId: number): Promise<void> {
  await db.insert(bulkAutomationNumbers).values({ shopId, last: 810_000_000 });
}

/** Creates everything of a customer anew, since a call may have used up the existing objects. */
export async function makeIdsOfCustomer(shop: TestShop, customerId: number): Promise<OfCustomer> {
  const paymentMethod = await insertPaymentMethod(shop.id, customerId);
  const contract = await insertContract(shop.id, {
    customerId,
    paymentMethodId: paymentMethod,
    lines: [{}, {}],
    discounts: [{ code: "GIVEN" }],
    attempts: [{ billingDate: inDays(10) }],
  });
  const ofContract = (table: typeof billingAttempts | typeof contractDiscounts) =>
    and(eq(table.shopId, shop.id), eq(table.contractId, contract.id));
  const [order] = await db.select().from(billingAttempts).where(ofContract(billingAttempts));
  const [discount] = await db.select().from(contractDiscounts).where(ofContract(contractDiscounts));
  await appendChange(shop.id, contract.id);
  const paused = { shopId: shop.id, contractId: contract.id, action: "contract.paused" } as const;
  await appendActivity(db, paused, testAudit());
  return {
    contract: String(contract.subscriptionContractId),
    customer: String(customerId),
    email: `customer-${customerId}@example.com`,
    line: contract.lines[0]?.id ?? "",
    order: String(order?.id),
    discount: discount?.id ?? "",
    paymentMethod,
  };
}

/** A one-time product on the next order of a contract. */
export const insertAddition = async (shopId: number, { contract, order }: OfCustomer, variantId: number) => {
  const [row] = await db
    .select({ contractId: billingAttempts.contractId })
    .from(billingAttempts)
    .where(and(eq(billingAttempts.shopId, shopId), eq(billingAttempts.id, Number(order))));
  if (!row) throw new Error(`contract ${contract} has no order`);
  const product = { variantId, variantHandle: "tea", quantity: 1, price: "9.00", createdAt: NOW };
  await db.insert(oneTimeProducts).values({ ...product, ...row, shopId, billingAttemptId: Number(order) });
};

/** Makes one thing of each kind in a shop. @param bulkAutomation one that runs already, since a shop runs one at a time */
export async function makeIds(shop: TestShop, bulkAutomation?: string): Promise<Ids> {
  const ofCustomer = await makeIdsOfCustomer(shop, (await insertCustomer(shop.id)).id);
  const { products } = await insertCatalogue(shop.id);
  const [{ id: productId = 0, variantIds: [variantId = 0] = [] } = {}] = products;
  const { groups } = await insertCatalogue(shop.id, {
    products: [],
    groups: [{ productIds: [productId], plans: [{}] }],
  });
  const [{ id: planGroup = 0, planIds: [sellingPlanId = 0] = [] } = {}] = groups;
  await insertContract(shop.id, { lines: [{ productId, variantId, sellingPlanId }] });
  const ended = await insertContract(shop.id, { lines: [{ productId, variantId }] });
  await send(shop, updateContractStatus, { ...idOf(ended), status: "CANCELLED" });
  await insertAddition(shop.id, ofCustomer, variantId);
  const inBundle = { products: [bundleProduct(productId, variantId)] };
  return {
    ...ofCustomer,
    product: String(productId),
    endedProduct: String(productId),
    variant: String(variantId),
    plan: String(sellingPlanId),
    planGroup: String(planGroup),
    bundle: (await insertTestBundle(shop.id, inBundle)).handle,
    bulkAutomation: bulkAutomation ?? String(await startPriceTask(shop.id, "2")),
    webhookEndpoint: String((await addEndpoint(shop, `http://127.0.0.1:9/${nextNumber()}`)).id),
  };
}

/** Well-formed ids of things that no shop has. */
export const UNKNOWN_IDS: Ids = {
  contract: "99999999999",
  customer: "99999999",
  email: "nobody-at-all@example.com",
  line: "00000000-0000-4000-8000-000000000000",
  order: "899999999",
  discount: "00000000-0000-4000-8000-000000000001",
  paymentMethod: "pm-none",
  product: "99999991",
  endedProduct: "99999997",
  variant: "99999992",
  plan: "99999993",
  planGroup: "99999994",
  bundle: "no-such-bundle",
  bulkAutomation: "99999995",
  webhookEndpoint: "99999996",
};
