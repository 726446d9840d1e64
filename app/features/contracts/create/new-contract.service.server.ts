import { randomUUID } from "node:crypto";
import { toCustomerName } from "~/access/customer-name";
import type { PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { computeContractAmounts } from "~/features/contracts/amounts";
import { appendCountDelta } from "~/features/contracts/change/contract-counts.repo.server";
import { fitsCurrency } from "~/features/contracts/change/line-price";
import {
  findReferences,
  insertContractWithLines,
} from "~/features/contracts/create/new-contract.repo.server";
import type { NewContract } from "~/features/contracts/create/new-contract.schema.server";
import { findMade, recordMade, takeKey } from "~/features/contracts/create/repeatable-create.repo.server";
import { appendEvents } from "~/features/events/events.repo.server";
import { noteChanges } from "~/features/facts/facts.service.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import type { RepeatableCall } from "~/http/request/idempotency.server";
import { compareMoney, currencyDecimals } from "~/lib/money";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import { db, type Queryable } from "~db/client.server";
import type { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { inTransaction } from "~db/transaction.server";

type References = Awaited<ReturnType<typeof findReferences>>;

/**
 * Make a contract: its rows, counters, activity, event and first orders, in one transaction.
 *
 * @param call with a key that was used before nothing is made: the answer is what the first call made
 * @returns our contract id
 * @throws ProblemError invalid_request naming every field that refers to what the shop does not have, or that does not
 *   fit what it has; idempotency_key_reused when the key was sent with another call
 */
export async function createContract(
  shop: PrincipalShop,
  wanted: NewContract,
  audit: Audit,
  call: RepeatableCall | null = null,
): Promise<number> {
  // Asked first: what the first call named may be gone by now.
  const made = call && (await readMade(db, shop.id, call));
  if (made !== null) return made;
  const currencyCode = wanted.currencyCode ?? shop.currencyCode;
  const found = await findReferences(shop.id, {
    customerId: wanted.customerId,
    paymentMethodId: wanted.paymentMethodId,
    variantIds: wanted.lines.map(({ variantId }) => variantId),
    sellingPlanIds: wanted.lines.flatMap(({ sellingPlanId }) => sellingPlanId ?? []),
  });
  const errors = findMistakes(shop, { ...wanted, currencyCode }, found, audit.now);
  if (errors.length > 0 || !found.customer) throw invalidRequest(errors);
  const { customer } = found;
  const lines = toLines(wanted, found, currencyCode === shop.currencyCode);
  const { contractAmount, orderAmount } = computeContractAmounts({
    ...wanted,
    currencyCode,
    lines,
    discounts: [],
  });
  const { now } = audit;
  const isActive = wanted.status === "ACTIVE";
  return inTransaction(async (tx) => {
    if (call && !(await takeKey(tx, shop.id, call))) {
      const first = await readMade(tx, shop.id, call);
      if (first !== null) return first;
    }
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
        paymentMethodId: wanted.paymentMethodId ?? null,
        billingInterval: wanted.billingPolicyInterval,
        billingIntervalCount: wanted.billingPolicyIntervalCount,
        billingAnchors: [],
        deliveryInterval: wanted.deliveryPolicyInterval ?? wanted.billingPolicyInterval,
        deliveryIntervalCount: wanted.deliveryPolicyIntervalCount ?? wanted.billingPolicyIntervalCount,
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
        autoCharge: wanted.paymentMethodId !== undefined,
        orderNote: wanted.orderNote ?? null,
        orderNoteAttributes: wanted.orderNoteAttributes,
      },
      { lines, discounts: [] },
      audit,
    );
    if (call) await recordMade(tx, shop.id, call, contract.id);
    return contract.id;
  });
}

async function readMade(on: Queryable, shopId: number, call: RepeatableCall): Promise<number | null> {
  const first = await findMade(on, shopId, call);
  if (first && first.fingerprint !== call.fingerprint)
    throw new ProblemError("idempotency_key_reused", "This Idempotency-Key was used for another call.");
  return first?.madeId ?? null;
}

type MadeRows = {
  lines: readonly Omit<typeof contractLines.$inferInsert, "shopId" | "contractId">[];
  discounts: readonly Omit<typeof contractDiscounts.$inferInsert, "shopId" | "contractId">[];
};

/**
 * The rows of a contract that is made here, with all that belongs to it: counters, activity, event and first orders; part
 * of the caller's transaction.
 */
export async function insertMadeContract(
  tx: Queryable,
  shop: { id: number; timeZone: string },
  row: typeof contracts.$inferInsert,
  { lines, discounts }: MadeRows,
  audit: Audit,
): Promise<typeof contracts.$inferSelect> {
  const contract = await insertContractWithLines(tx, row, lines, discounts);
  const { id, orderAmount } = contract;
  await appendCountDelta(tx, shop.id, null, contract);
  await noteChanges(tx, shop, [{ before: null, after: contract }], audit.now);
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
  await topUpAttempts(tx, shop, [id], audit.now);
  return contract;
}

function findMistakes(
  shop: PrincipalShop,
  wanted: NewContract & { currencyCode: string },
  found: References,
  now: Date,
): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (pointer: string, code: string, detail: string) => errors.push({ pointer, code, detail });
  const decimals = currencyDecimals(wanted.currencyCode);
  const requireDecimals = (pointer: string, amount: string) => {
    if (!fitsCurrency(amount, wanted.currencyCode))
      refuse(pointer, "too_many_decimals", `Use at most ${decimals} decimals for ${wanted.currencyCode}.`);
  };
  if (!found.customer) refuse("/customerId", "unknown", "The shop has no such customer.");
  if (wanted.nextBillingDate <= now) refuse("/nextBillingDate", "out_of_range", "Use a date to come.");
  if (wanted.paymentMethodId !== undefined && found.paymentMethod?.customerId !== wanted.customerId)
    refuse("/paymentMethodId", "unknown", "The customer has no such payment method.");
  requireDecimals("/deliveryPrice", wanted.deliveryPrice);
  wanted.lines.forEach(({ variantId, sellingPlanId, currentPrice }, index) => {
    if (!found.variants.has(variantId))
      refuse(`/lines/${index}/variantId`, "unknown", "The shop has no such variant, or has deleted it.");
    if (sellingPlanId !== undefined && !found.sellingPlans.has(sellingPlanId))
      refuse(`/lines/${index}/sellingPlanId`, "unknown", "The shop has no such selling plan.");
    if (currentPrice !== undefined) requireDecimals(`/lines/${index}/currentPrice`, currentPrice);
    else if (wanted.currencyCode !== shop.currencyCode)
      refuse(
        `/lines/${index}/currentPrice`,
        "required",
        `The variant's price is in ${shop.currencyCode}: say this one.`,
      );
  });
  return errors;
}

/** What the line keeps of its variant; a price below the variant's own is a reduction that pricingPolicy shows. */
function toLines({ lines }: NewContract, found: References, isShopCurrency: boolean) {
  return lines.map(({ variantId, quantity, currentPrice, sellingPlanId, customAttributes }, position) => {
    const variant = found.variants.get(variantId);
    if (!variant) throw new Error("a line was not held against the catalogue");
    const price = currentPrice ?? variant.price;
    const isReduced = isShopCurrency && compareMoney(price, variant.price) < 0;
    return {
      id: randomUUID(),
      position,
      productId: variant.productId,
      variantId,
      title: variant.productTitle,
      variantTitle: variant.title,
      sku: variant.sku,
      quantity,
      currentPrice: price,
      basePrice: isReduced ? variant.price : null,
      sellingPlanId: sellingPlanId ?? null,
      sellingPlanName: (sellingPlanId && found.sellingPlans.get(sellingPlanId)?.name) || null,
      taxable: variant.taxable,
      requiresShipping: variant.requiresShipping,
      customAttributes,
    };
  });
}
