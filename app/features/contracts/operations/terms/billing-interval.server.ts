import { z } from "zod";
import type { Cadence } from "~/features/contracts/change/billing-interval";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { hasSamePrice } from "~/features/contracts/change/line-price";
import { type ShopClock, toPaidSlot } from "~/features/contracts/change/order-plan";
import { changeFrequency, keepToPlans, toCadences } from "~/features/contracts/change/plan-change";
import { findPlansOfLines } from "~/features/contracts/offers/plans-of-lines.server";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { listUnderWay, toName } from "~/features/contracts/operations/definition/dialog-texts";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { withRules } from "~/http/request/field-rules";
import { enumValue, required, wholeNumber } from "~/http/request/query-parameters";
import { formatFrequency } from "~/lib/format";
import { INTERVAL_UNITS } from "~/lib/interval-units";
import { MAX_INTERVAL_COUNT } from "~/lib/limits";
import { db } from "~db/client.server";
import { INTERVALS } from "~db/schema/intervals";

/** Ten years' worth of days. */

const cadence = z.object({
  interval: z.enum(INTERVALS),
  intervalCount: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
});

const frequencyFields = z.object({
  frequency: z.string(),
  count: z.string().optional(),
  unit: z.string().optional(),
  undo: z.literal("1").optional(),
});

/**
 * An undo goes back to the plan before, in which orders that were moved alone keep the slots that they replaced. The
 * undo of an undo goes to the newer plan again, in which they do not.
 */
type WantedFrequency = Cadence & { isUndo?: boolean };

function toCadenceFields({ frequency, count, unit }: z.output<typeof frequencyFields>) {
  const [interval, intervalCount] = frequency === "other" ? [unit, count] : frequency.split(".");
  return { interval, intervalCount };
}

/** One of the usual frequencies (`MONTH.2`), or `other` with count and unit. */
const frequencyForm = withRules(frequencyFields, (rule) => [
  rule(["frequency", "count", "unit"], (given) =>
    cadence.safeParse(toCadenceFields(given)).success
      ? []
      : [{ path: ["count"], code: "out_of_range", message: "Use a whole number." }],
  ),
]).transform(
  (given): WantedFrequency => ({
    ...cadence.parse(toCadenceFields(given)),
    isUndo: given.undo !== undefined,
  }),
);

/**
 * How often a contract is billed; lines keep to the frequencies of their selling plans. Rule and refusals:
 * `changeFrequency`.
 */
export const billingInterval = defineContractOperation<WantedFrequency, "frequency">({
  customerSwitch: "frequency",
  canBeUndone: true,
  amountFields: () => [{ parameter: "intervalCount" }],
  async change(state, wanted, { clock, tx }) {
    const plans = await findPlansOfLines(tx, state);
    const { isUndo, ...frequency } = wanted;
    const slots = isUndo ? "return" : "leave";
    return withProductsMoved(state, changeFrequency(state, frequency, plans, clock, slots));
  },
  portalForms: {
    frequency: {
      operationId: "portalChangeFrequency",
      body: frequencyForm,
      refusals: { conflict: "same_frequency" },
      fieldOf: { intervalCount: "count" },
      checkOf: { count: "number" },
      labelOf: ({ frequency }) => ({ count: frequency.other }),
      outcome: async (wanted, before, clock) => ({
        done: "frequency",
        undo: await findUndo(wanted, before, clock),
      }),
      undo: {
        frequency(value) {
          const [frequency = "", again] = value.split(" ");
          return { fields: { frequency, ...(!again && { undo: "1" }) } };
        },
      },
    },
  },
  staffForms: {
    frequency: z.object({
      interval: z.enum(INTERVALS, { error: "Choose a unit." }),
      intervalCount: z.coerce
        .number({ error: "Use a whole number." })
        .int("Use a whole number.")
        .min(1, "Use at least 1."),
    }),
  },
  staffDialogs: {
    frequency: {
      done: "Frequency changed",
      button: { at: "head", label: "Change frequency" },
      view(state, { clock, format }) {
        requireEditable(state);
        const { billingInterval, billingIntervalCount } = state.contract;
        const counted = state.lastPaid
          ? `The next order is counted from the last paid one, of ${format.date(toPaidSlot(state.lastPaid, clock.timeZone))}, and is more than a day ahead.`
          : "Later orders are rescheduled from there.";
        return {
          title: `How often is ${toName(state)} billed?`,
          lines: [
            `Now: ${formatFrequency(billingInterval, billingIntervalCount).toLowerCase()}. ${counted}`,
            ...(state.lines.some(({ sellingPlanId }) => sellingPlanId !== null)
              ? [
                  "Products under a selling plan change to their group’s plan of that frequency, at its price. Where there is none they cost what they do without a plan.",
                ]
              : []),
            ...listUnderWay(state),
          ],
          confirm: "Change frequency",
          rows: [
            [
              {
                kind: "number",
                name: "intervalCount",
                label: "Every",
                initial: billingIntervalCount,
                max: MAX_INTERVAL_COUNT.DAY,
              },
              {
                kind: "select",
                name: "interval",
                label: "Unit",
                initial: billingInterval,
                options: INTERVAL_UNITS,
              },
            ],
          ],
        };
      },
    },
  },
});

/** Operation 8 of the specification. */
export const updateContractInterval = billingInterval.json({
  name: "updateContractInterval",
  path: "subscription-contracts-update-billing-interval",
  summary: "Change the billing interval of a contract",
  description:
    "The delivery interval changes too if it equals the billing interval. A line under a selling plan moves to the plan of its group that has the new frequency, at that plan's price; if there is none, the line leaves its plan and loses the plan's discount. The next order date is counted from the last paid order and is more than 24 hours ahead; if no order has been paid yet, it stays.",
  method: "PUT",
  query: z.object({
    contractId,
    interval: required(enumValue(INTERVALS, { description: "Unit of the interval." }, { exactCase: true })),
    intervalCount: required(
      wholeNumber(1, MAX_INTERVAL_COUNT.DAY, {
        description: "Number of units; at most ten years in all.",
        format: "int32",
      }),
    ),
  }),
  problems: ["conflict"],
  read: ({ query }) => query,
});

/**
 * The former frequency, if going back to it restores the lines' plans and prices: a line that has left its plan does
 * not return to it.
 */
async function findUndo(
  { isUndo = false, ...wanted }: WantedFrequency,
  before: ContractState,
  clock: ShopClock,
): Promise<string | undefined> {
  const { contract, lines } = before;
  const plans = await findPlansOfLines(db, before);
  const change = changeFrequency(before, wanted, plans, clock);
  const there = { ...before, lines: [...(change.lines ?? lines)] };
  const back = keepToPlans(there, toCadences(contract), plans);
  const isExact = back.every((line, index) => {
    const own = lines[index];
    return own && line.sellingPlanId === own.sellingPlanId && hasSamePrice(line, own);
  });
  const former = `${contract.billingInterval}.${contract.billingIntervalCount}`;
  return isExact ? `${former}${isUndo ? " again" : ""}` : undefined;
}
