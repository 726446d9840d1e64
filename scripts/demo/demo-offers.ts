import { and, asc, eq, inArray } from "drizzle-orm";
import { toOneTimePrice } from "~/features/contracts/one-time-products/one-time-product";
import type { Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { discountCodes } from "~db/schema/discount-codes";
import { oneTimeProducts } from "~db/schema/one-time-products";
import type { CatalogueRows } from "./demo-catalogue";
import { addDays } from "./demo-days";

type Code = Omit<typeof discountCodes.$inferInsert, "shopId" | "createdAt" | "updatedAt" | "isActive"> & {
  isActive?: false;
  daysAgo: number;
};

/** A code in each state that a merchant may see. */
const listCodes = ({ productRows }: CatalogueRows, now: Date): Code[] => {
  const idsOf = (kind: string) => productRows.flatMap((row) => (row.productType === kind ? [row.id] : []));
  const percent = { valueType: "PERCENTAGE", isOncePerCustomer: false } as const;
  return [
    { ...percent, code: "TEAMFERNHILL", value: "50", isActive: false, daysAgo: 400 },
    { ...percent, code: "FIRST20", value: "20", useLimit: 20, uses: 20, cycleLimit: 1, daysAgo: 300 },
    { ...percent, code: "WELCOME10", value: "10", cycleLimit: 3, isOncePerCustomer: true, daysAgo: 250 },
    { ...percent, code: "TEATIME15", value: "15", productIds: idsOf("Tea"), cycleLimit: 2, daysAgo: 90 },
    { ...percent, code: "STAY20", value: "20", cycleLimit: 2, isOncePerCustomer: true, daysAgo: 80 },
    {
      ...percent,
      code: "WINTER12",
      value: "12.5",
      startsAt: addDays(now, -75),
      endsAt: addDays(now, -14),
      daysAgo: 76,
    },
    {
      code: "PANTRY5",
      valueType: "FIXED_AMOUNT",
      value: "5",
      useLimit: 200,
      isOncePerCustomer: false,
      endsAt: addDays(now, 45),
      daysAgo: 20,
    },
    {
      ...percent,
      code: "SUMMER25",
      value: "25",
      startsAt: addDays(now, 60),
      endsAt: addDays(now, 90),
      daysAgo: 2,
    },
  ];
};

/** Handles of products that people add once, most wanted first. */
const EXTRAS = ["paper-filters-no-4", "wildflower-honey", "dark-chocolate-70", "oat-ginger-biscuits"];
const EVERY_NTH_CONTRACT = 12;

/** Discount codes, and one-time products on some of the next orders; run after the orders are planned. */
export async function fillOffers(
  tx: Queryable,
  shop: { id: number; currencyCode: string },
  catalogue: CatalogueRows,
  now: Date,
): Promise<void> {
  const shopId = shop.id;
  await tx.insert(discountCodes).values(
    listCodes(catalogue, now).map(({ daysAgo, isActive = true, ...code }) => {
      const madeAt = addDays(now, -daysAgo);
      return { ...code, shopId, isActive, createdAt: madeAt, updatedAt: madeAt };
    }),
  );
  const chosen = (await listNextOrders(tx, shopId)).filter((_, index) => index % EVERY_NTH_CONTRACT === 0);
  const contractIds = chosen.map(({ contractId }) => contractId);
  const [lines, discounts] = await Promise.all([
    tx
      .select({ id: contractLines.id, contractId: contractLines.contractId })
      .from(contractLines)
      .where(and(eq(contractLines.shopId, shopId), inArray(contractLines.contractId, contractIds))),
    tx
      .select()
      .from(contractDiscounts)
      .where(and(eq(contractDiscounts.shopId, shopId), inArray(contractDiscounts.contractId, contractIds))),
  ]);
  const rows = chosen.flatMap(({ contractId, attemptId }, index) => {
    const product = catalogue.productRows.find(({ handle }) => handle === EXTRAS[index % EXTRAS.length]);
    const variant = catalogue.variantRows.find(({ productId }) => productId === product?.id);
    const ofContract = <T extends { contractId: number }>(parts: T[]) =>
      parts.filter((part) => part.contractId === contractId);
    const contract = { lines: ofContract(lines), discounts: ofContract(discounts) };
    if (!product || !variant) return [];
    return {
      shopId,
      contractId,
      billingAttemptId: attemptId,
      variantId: variant.id,
      variantHandle: product.handle,
      quantity: 1 + (index % 3),
      // Of the next order.
      ...toOneTimePrice(variant.price, contract, shop.currencyCode, 0),
      createdAt: addDays(now, -1),
    };
  });
  await tx.insert(oneTimeProducts).values(rows);
}

/** The next order of each ACTIVE contract. */
const listNextOrders = (tx: Queryable, shopId: number) =>
  tx
    .select({ contractId: contracts.id, attemptId: billingAttempts.id })
    .from(contracts)
    .innerJoin(
      billingAttempts,
      and(
        eq(billingAttempts.shopId, shopId),
        eq(billingAttempts.contractId, contracts.id),
        eq(billingAttempts.billingDate, contracts.nextBillingDate),
      ),
    )
    .where(and(eq(contracts.shopId, shopId), eq(contracts.status, "ACTIVE")))
    .orderBy(asc(contracts.id));
