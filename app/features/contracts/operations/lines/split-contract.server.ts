import { randomUUID } from "node:crypto";
import { z } from "zod";
import { computeContractAmounts } from "~/features/contracts/amounts";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { splitContract } from "~/features/contracts/change/split";
import { insertMadeContract, type TakenOrder } from "~/features/contracts/create/new-contract.service.server";
import { toContractCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import {
  type ChangeContext,
  defineContractOperation,
} from "~/features/contracts/operations/definition/define-contract-operation.server";
import { choice, contractId } from "~/features/contracts/operations/definition/parameters";
import { rawContract } from "~/features/contracts/record/raw-contract";
import { getTaggedContract } from "~/features/contracts/record/raw-contract.service.server";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import { moveUse } from "~/features/discounts/discount-codes.repo.server";
import { moveWelcomeCode } from "~/features/referrals/records/referral-progress.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { EXAMPLE_UUID, required } from "~/http/request/query-parameters";
import { readAs } from "~/lib/schemas/read-as";
import { toProductName } from "~/lib/variant-title";
import { lineIdsBody } from "./line-bodies";

/**
 * `isMove` false: the lines are copied. `isBilledNow`: the new contract's first order is due at once. `place`: where
 * the lines were sent.
 */
type WantedSplit = { lineIds: string[]; isMove: boolean; isBilledNow: boolean; place?: string };

/** Ticked lines; for a single one a form sends no list. */
const chosenLines = z
  .union([z.string(), z.array(z.string())], { error: "Choose what moves." })
  .transform(
    readAs(
      (given: string | string[]) => z.array(z.uuid()).min(1).safeParse([given].flat()).data ?? null,
      "Choose what moves.",
      "invalid_value",
    ),
  );

/** A new contract with some of a contract's lines. Rule and refusals: `splitContract`. */
export const contractSplit = defineContractOperation<WantedSplit>({
  change: async (state, wanted, context) => (await split(state, wanted, context)).change,
  staffForms: {
    split: z
      .object({ lineIds: chosenLines })
      .transform(({ lineIds }) => ({ lineIds, isMove: true, isBilledNow: false, place: "/lineIds" })),
  },
  staffDialogs: {
    split: {
      done: "Contract split",
      button: { at: "products", label: "Split", isOffered: ({ lines }) => lines > 1 },
      dryRun: "asked",
      view(state, { format }) {
        if (state.lines.length < 2) return null;
        requireEditable(state);
        const options = state.lines.map((line) => ({
          value: line.id,
          label: toProductName(line),
          note: `${line.quantity} × ${format.money(line.currentPrice)}`,
        }));
        return {
          title: "Split the contract",
          lines: [
            "What you choose moves to a new contract with the same customer, card, address and dates. Both together cost what this one does; delivery stays here.",
          ],
          confirm: "Split contract",
          rows: [[{ kind: "ticks", name: "lineIds", label: "What moves", options }]],
        };
      },
    },
  },
});

/**
 * The new contract equals the old one except for lines, discounts and delivery price: same customer, card, address,
 * frequency and dates. Its minimum and maximum numbers of orders are reduced by the orders already paid. The use of a
 * code, and the referral that it belongs to, go with a discount that only the new one has (docs/decisions/136).
 */
async function split(
  state: ContractState,
  { lineIds, isMove, isBilledNow, place }: WantedSplit,
  { caller: { shop, audit }, tx }: Pick<ChangeContext, "caller" | "tx">,
): Promise<{ change: ContractChange; contractId: number }> {
  const { contract, paidOrders } = state;
  const { part, rest, movedDiscounts } = splitContract(state, lineIds, { isMove, newId: randomUUID, place });
  const lines = part.lines.map((line) => ({
    ...line,
    laterAfterCycle: line.laterAfterCycle && Math.max(1, line.laterAfterCycle - paidOrders),
  }));
  const amounts = computeContractAmounts({ ...contract, ...part });
  const left = (cycles: number | null): number | null => cycles && Math.max(0, cycles - paidOrders);
  const start = isBilledNow && contract.status === "ACTIVE" ? audit.now : null;
  const made = await insertMadeContract(
    tx,
    shop,
    {
      shopId: contract.shopId,
      status: contract.status,
      currencyCode: contract.currencyCode,
      customerId: contract.customerId,
      customerName: contract.customerName,
      customerEmail: contract.customerEmail,
      paymentMethodId: contract.paymentMethodId,
      billingInterval: contract.billingInterval,
      billingIntervalCount: contract.billingIntervalCount,
      billingAnchors: contract.billingAnchors,
      deliveryInterval: contract.deliveryInterval,
      deliveryIntervalCount: contract.deliveryIntervalCount,
      minCycles: left(contract.minCycles) || null,
      maxCycles: contract.maxCycles && Math.max(1, contract.maxCycles - paidOrders),
      createdAt: audit.now,
      updatedAt: audit.now,
      startsAt: audit.now,
      endsAt: contract.endsAt,
      activatedOn: contract.status === "ACTIVE" ? audit.now : null,
      pausedOn: contract.pausedOn,
      pausedFromActive: contract.pausedFromActive,
      nextBillingDate: start ?? contract.nextBillingDate,
      scheduleAnchor: start ?? contract.scheduleAnchor,
      deliveryMethodType: contract.deliveryMethodType,
      deliveryAddress: contract.deliveryAddress,
      deliveryInstructions: contract.deliveryInstructions,
      pickupLocationId: contract.pickupLocationId,
      deliveryPrice: part.deliveryPrice,
      allowDeliveryPriceOverride: contract.allowDeliveryPriceOverride,
      contractAmount: amounts.contractAmount,
      orderAmount: amounts.orderAmount,
      autoCharge: contract.autoCharge,
      orderNote: contract.orderNote,
      orderNoteAttributes: contract.orderNoteAttributes,
    },
    { lines, discounts: part.discounts, orders: start ? [] : listTakenOrders(state, isMove, audit.now) },
    audit,
  );
  for (const { from, to } of movedDiscounts) {
    const discount = { shopId: contract.shopId, contractId: contract.id, discountId: from };
    const code = await moveUse(tx, discount, { contractId: made.id, discountId: to });
    if (code) await moveWelcomeCode(tx, { code, from: contract, to: made }, audit);
  }
  const contractId = made.subscriptionContractId;
  return {
    contractId,
    change: {
      action: isMove ? "contract.split" : "contract.lines_copied",
      events: ["updated"],
      ...rest,
      recorded: { before: {}, after: { newContract: String(contractId) } },
      alsoChanged: ["split"],
    },
  };
}

/**
 * The new contract takes over days set by hand and skipped orders, which are not part of its schedule. An order that was
 * paid ahead has paid for lines that move: the new contract plans no order on its date, and does not count it as its own
 * (docs/decisions/147). It has not paid for copied lines: their order of that date is skipped, and can be unskipped.
 */
const listTakenOrders = ({ attempts }: ContractState, isMove: boolean, now: Date): TakenOrder[] =>
  attempts.flatMap(({ id, billingDate, slot, status, paidWithId }): TakenOrder[] => {
    const paidFor = slot ?? billingDate;
    if (status === "SUCCESS" || paidWithId !== null) {
      if (paidFor <= now) return [];
      return isMove
        ? [{ billingDate, slot, status: "SKIPPED", paidWithId: paidWithId ?? id }]
        : [{ billingDate: paidFor, slot: null, status: "SKIPPED", paidWithId: null }];
    }
    const isToCome = billingDate > now || paidFor > now;
    return status === "QUEUED" || status === "PARKED" || (status === "SKIPPED" && isToCome)
      ? [{ billingDate, slot, status, paidWithId: null }]
      : [];
  });

export const splitExistingContract = defineEndpoint({
  operationId: "splitExistingContract",
  summary: "Split a contract",
  description:
    "Creates a new contract of the same customer with the lines in the body, moved or copied. If they are moved, both contracts together cost what the one did, and the delivery price stays with the old one. Returns the new contract.",
  tag: "Contracts",
  method: "POST",
  path: `${MERCHANT}/subscription-contract-details/split-existing-contract`,
  access: { apiKey: "contracts:write" },
  alsoNeeds: { scope: "orders:write", parameter: "attemptBilling" },
  query: z.object({
    contractId,
    isSplitContract: required(choice("`true`: the lines are moved. `false`: they are copied.")),
    attemptBilling: choice(
      "`true`: the new contract's first order is due now, and its dates count from now. If omitted, it keeps the old contract's dates.",
    ),
  }),
  body: lineIdsBody,
  bodyExample: [`gid://platform/SubscriptionLine/${EXAMPLE_UUID}`],
  status: 201,
  hasEntityTag: true,
  obeysIfMatch: true,
  response: rawContract,
  example: RAW_CONTRACT_EXAMPLE,
  problems: ["not_found", "conflict", "last_line"],
  handler: async ({ principal, query, body, context }) => {
    const caller = toContractCaller(principal, context);
    const { contractId, isSplitContract: isMove, attemptBilling: isBilledNow = false } = query;
    let madeId = 0;
    await changeContract({ ...caller, contractId }, async (state, tx) => {
      const done = await split(state, { lineIds: body, isMove, isBilledNow }, { caller, tx });
      madeId = done.contractId;
      return done.change;
    });
    return getTaggedContract(caller.shop.id, madeId, null);
  },
});
