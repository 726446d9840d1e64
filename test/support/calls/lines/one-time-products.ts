import { and, eq } from "drizzle-orm";
import type { OneTimeProduct } from "~/features/contracts/one-time-products/one-time-product";
import type { addContractOneTimeProduct } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { insertCatalogue } from "../../data/catalogue";
import { inDays } from "../../data/days";
import { type ContractOverrides, createTestShop, insertContract } from "../../data/factories";
import { askJson } from "../json-endpoints";
import { asCustomer } from "../portal";

export type FilterShop = Awaited<ReturnType<typeof createFilterShop>>;
export type ContractWithOrders = Awaited<ReturnType<typeof insertWithOrders>>;
export type Answer = { status: number; records: OneTimeProduct[]; problem: ProblemBody };

/** A shop that sells filters, at 8.99. */
export async function createFilterShop() {
  const shop = await createTestShop();
  const { products } = await insertCatalogue(shop.id, {
    products: [{ title: "Filters", variants: [{ price: "8.99" }] }],
  });
  return { ...shop, productId: products[0]?.id ?? 0, variantId: products[0]?.variantIds[0] ?? 0 };
}

/** A contract with three upcoming orders. */
export async function insertWithOrders(shopId: number, overrides: ContractOverrides = {}) {
  const contract = await insertContract(shopId, {
    attempts: [{ billingDate: inDays(20) }, { billingDate: inDays(10) }, { billingDate: inDays(30) }],
    ...overrides,
  });
  const attempts = await db
    .select({ id: billingAttempts.id, status: billingAttempts.status })
    .from(billingAttempts)
    .where(and(eq(billingAttempts.shopId, shopId), eq(billingAttempts.contractId, contract.id)))
    .orderBy(billingAttempts.billingDate);
  return { ...contract, attempts: attempts.map(({ id }) => id) };
}

/** Calls an operation on one-time products: as the customer `by`, or as the merchant. */
export async function send(
  shop: FilterShop,
  operation: typeof addContractOneTimeProduct,
  parameters: Record<string, string | number>,
  by?: number,
): Promise<Answer> {
  const { method } = operation.merchant;
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
  const headers = by === undefined ? { "X-API-Key": shop.writeKey } : await asCustomer(shop, by);
  const endpoint = by === undefined ? operation.merchant : operation.portal;
  const response = await askJson(endpoint, `/x?${search}`, { method, headers });
  const body = await response.json();
  return { status: response.status, records: body, problem: body };
}

/** The call's parameters: by default the shop's filters with the second upcoming order. */
export const asked = (
  { variantId }: FilterShop,
  contract: ContractWithOrders,
  more: Record<string, string | number> = {},
) => ({
  contractId: contract.subscriptionContractId,
  billingAttemptId: contract.attempts[1] ?? 1,
  variantId,
  variantHandle: "paper-filters",
  ...more,
});
