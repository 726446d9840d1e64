import { randomUUID } from "node:crypto";
import { toCustomerName } from "~/access/customer-name";
import type { RepeatableCall } from "~/access/idempotent-calls.repo.server";
import type { PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { computeContractAmounts } from "~/features/contracts/amounts";
import { appendCountDelta } from "~/features/contracts/change/contract-counts.repo.server";
import {
  countDeliveriesOf,
  toAgreedPrice,
  toOrderPrice,
  toPlanPrice,
} from "~/features/contracts/change/line-price";
import { refuseAmount, toHighestAmount } from "~/features/contracts/order-limit";
import { appendEvents } from "~/features/events/events.repo.server";
import { noteChanges } from "~/features/facts/facts.service.server";
import { insertFewAttempts } from "~/features/order-schedule/billing-attempts.repo.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import type { OrderDate } from "~/features/order-schedule/order-slots";
import { MAX_ORDER_AMOUNT } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { db, type Queryable } from "~db/client.server";
import type { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { inTransaction, type Transaction } from "~db/transaction.server";
import {
  findReferences,
  insertContractWithLines,
  insertNewCustomer,
  type References,
} from "./new-contract.repo.server";
import type { NewContract } from "./new-contract.schema.server";
import { findErrors, type MoreOfNew } from "./new-contract-errors.server";
import { findMade, recordMade, takeKey } from "./repeatable-create.repo.server";

/** The same as `createContractIn`, in a transaction of its own. */
export async function createContract(
  shop: PrincipalShop,
  wanted: NewContract,
  audit: Audit,
  call: RepeatableCall | null = null,
  more: MoreOfNew = {},
): Promise<number> {
  // Before anything is checked: what the first call referred to may be gone by now.
  const made = call && (await readMade(db, shop.id, call));
  return made ?? inTransaction((tx) => createContractIn(tx, shop, wanted, audit, call, more));
}

/**
 * Creates a contract: its rows, counters, activity, event and first orders, within a transaction.
 *
 * @param call with a key that was used before, nothing is created: the answer is what the first call created
 * @returns our contract id
 * @throws ProblemError invalid_request naming every field that refers to something the shop does not have, or that does
 *   not fit the shop's data; idempotency_key_reused when the key was sent with another call
 */
export async function createContractIn(
  tx: Transaction,
  shop: PrincipalShop,
  wanted: NewContract,
  audit: Audit,
  call: RepeatableCall | null,
  { newCustomer, discount }: MoreOfNew,
): Promise<number> {
  const currencyCode = wanted.currencyCode ?? shop.currencyCode;
  const found = await findReferences(tx, shop.id, {
    customerId: wanted.customerId,
    newEmail: newCustomer?.email,
    paymentMethodId: wanted.paymentMethodId,
    variantIds: wanted.lines.map(({ variantId }) => variantId),
    sellingPlanIds: wanted.lines.flatMap(({ sellingPlanId }) => sellingPlanId ?? []),
  });
  const errors = findErrors(shop, { ...wanted, currencyCode }, found, audit.now, { newCustomer, discount });
  if (errors.length > 0) throw invalidRequest(errors);
  const { now } = audit;
  const frequencies = {
    billingInterval: wanted.billingPolicyInterval,
    billingIntervalCount: wanted.billingPolicyIntervalCount,
    deliveryInterval: wanted.deliveryPolicyInterval ?? wanted.billingPolicyInterval,
    deliveryIntervalCount: wanted.deliveryPolicyIntervalCount ?? wanted.billingPolicyIntervalCount,
  };
  const lines = toLines(wanted, found, {
    currencyCode,
    isShopCurrency: currencyCode === shop.currencyCode,
    deliveries: countDeliveriesOf(frequencies),
  });
  const discounts = discount
    ? [{ ...discount, id: randomUUID(), code: null, lineIds: null, usageCount: 0, createdAt: now }]
    : [];
  if (compareMoney(toHighestAmount(lines, wanted.deliveryPrice), MAX_ORDER_AMOUNT) > 0)
    throw refuseAmount(wanted.lines.map((_line, index) => ({ pointer: `/lines/${index}` })));
  const { contractAmount, orderAmount } = computeContractAmounts({
    ...wanted,
    currencyCode,
    lines,
    discounts,
  });
  const isActive = wanted.status === "ACTIVE";
  if (call && !(await takeKey(tx, shop.id, call))) {
    const first = await readMade(tx, shop.id, call);
    if (first !== null) return first;
  }
  const customer = newCustomer ? await insertNewCustomer(tx, shop.id, newCustomer, now) : found.customer;
  if (!customer) throw new Error("a contract was not held against its customer");
  const contract = await insertMadeContract(
    tx,
    shop,
    {
      shopId: shop.id,
      status: wanted.status,
      currencyCode,
      customerId: customer.id,
      customerName: toCustomerName(customer),
      customerEmail: customer.email ?? "",
      paymentMethodId: found.paymentMethod?.id ?? null,
      ...frequencies,
      billingAnchors: [],
      minCycles: wanted.minCycles ?? null,
      maxCycles: wanted.maxCycles ?? null,
      createdAt: now,
      updatedAt: now,
      startsAt: now,
      endsAt: wanted.endsAt ?? null,
      activatedOn: isActive ? now : null,
      pausedOn: isActive ? null : now,
      nextBillingDate: wanted.nextBillingDate,
      scheduleAnchor: wanted.nextBillingDate,
      deliveryMethodType: wanted.deliveryMethodType ?? (wanted.deliveryAddress ? "SHIPPING" : "NONE"),
      deliveryAddress: wanted.deliveryAddress ?? null,
      deliveryPrice: wanted.deliveryPrice,
      allowDeliveryPriceOverride: wanted.allowDeliveryPriceOverride,
      contractAmount,
      orderAmount,
      autoCharge: found.paymentMethod !== null,
      orderNote: wanted.orderNote ?? null,
      orderNoteAttributes: wanted.orderNoteAttributes,
    },
    { lines, discounts },
    audit,
  );
  if (call) await recordMade(tx, shop.id, call, contract.id);
  return contract.id;
}

async function readMade(on: Queryable, shopId: number, call: RepeatableCall): Promise<number | null> {
  const first = await findMade(on, shopId, call);
  if (first && first.fingerprint !== call.fingerprint)
    throw new ProblemError("idempotency_key_reused", "This Idempotency-Key was used for another call.");
  return first?.madeId ?? null;
}

/**
 * An order that a new contract takes over from another: its date, and whether it is skipped or parked. `paidWithId`: the
 * other contract's order that paid for it; null: it is the new one's own.
 */
export type TakenOrder = OrderDate & { status: "QUEUED" | "SKIPPED" | "PARKED"; paidWithId: number | null };

type MadeRows = {
  lines: readonly Omit<typeof contractLines.$inferInsert, "shopId" | "contractId">[];
  discounts: readonly Omit<typeof contractDiscounts.$inferInsert, "shopId" | "contractId">[];
  /** Besides the orders that are planned for it. */
  orders?: readonly TakenOrder[];
};

/**
 * The rows of a new contract with everything that belongs to it: counters, activity, event and first orders; within the
 * caller's transaction.
 */
export async function insertMadeContract(
  tx: Queryable,
  shop: { id: number; timeZone: string },
  row: typeof contracts.$inferInsert,
  { lines, discounts, orders = [] }: MadeRows,
  audit: Audit,
): Promise<typeof contracts.$inferSelect> {
  const contract = await insertContractWithLines(tx, row, lines, discounts);
  const { id, orderAmount } = contract;
  await appendCountDelta(tx, shop.id, null, contract);
  const skipped = orders.filter(({ status, paidWithId }) => status === "SKIPPED" && paidWithId === null);
  await noteChanges(tx, shop, [{ before: null, after: contract, orders: skipped.map(toSkip) }], audit.now);
  await appendActivity(
    tx,
    {
      shopId: shop.id,
      contractId: id,
      action: "contract.created",
      after: {
        status: contract.status,
        nextBillingDate: contract.nextBillingDate,
        orderAmount,
        lines: lines.map(({ title, quantity, currentPrice }) => ({ title, quantity, currentPrice })),
      },
    },
    audit,
  );
  await appendEvents(tx, [
    {
      shopId: shop.id,
      type: "created",
      contractId: id,
      contractVersion: contract.version,
      changedFields: [],
      createdAt: audit.now,
    },
  ]);
  const taken = orders.map((order) => ({ ...order, contractId: id, idempotencyKey: randomUUID() }));
  await insertFewAttempts(tx, shop.id, taken, audit.now);
  await topUpAttempts(tx, shop, [id], audit.now);
  return contract;
}

/** A skipped order that was taken over, as a change that is counted: a recount finds it in this contract, too. */
function toSkip({ billingDate }: TakenOrder) {
  const none = { completedAt: null, firstFailedAt: null, firstErrorCode: null, givenUpAt: null };
  const order = { ...none, billingDate, orderAmount: null, orderId: null };
  return { id: 0, before: { ...order, status: "QUEUED" }, after: { ...order, status: "SKIPPED" } } as const;
}

/**
 * The line keeps a copy of its variant. Without a price it costs the catalogue's, less what its plan takes off; a price
 * below the catalogue's is a reduction that pricingPolicy shows.
 */
function toLines(
  { lines }: NewContract,
  found: References,
  {
    currencyCode,
    isShopCurrency,
    deliveries,
  }: { currencyCode: string; isShopCurrency: boolean; deliveries: number },
) {
  return lines.map(({ variantId, quantity, currentPrice, sellingPlanId, customAttributes }, position) => {
    const variant = found.variants.get(variantId);
    if (!variant) throw new Error("a line was not held against the catalogue");
    const plan = (sellingPlanId && found.sellingPlans.get(sellingPlanId)) || null;
    const base = toOrderPrice(variant.price, deliveries);
    const isReduced = currentPrice !== undefined && isShopCurrency && compareMoney(currentPrice, base) < 0;
    return {
      id: randomUUID(),
      position,
      productId: variant.productId,
      variantId,
      title: variant.productTitle,
      variantTitle: variant.title,
      sku: variant.sku,
      quantity,
      ...(currentPrice === undefined
        ? toPlanPrice(base, plan, { currencyCode, paidOrders: 0 })
        : { ...toAgreedPrice(currentPrice), basePrice: isReduced ? base : null }),
      sellingPlanId: sellingPlanId ?? null,
      sellingPlanName: plan?.name ?? null,
      taxable: variant.taxable,
      requiresShipping: variant.requiresShipping,
      customAttributes,
    };
  });
}
