import { z } from "zod";
import { type Cadence, changeBillingInterval } from "~/features/contracts/change/billing-interval";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { contractId } from "~/features/contracts/operations/parameters";
import { enumValue, required, wholeNumber } from "~/http/request/query-parameters";
import { INTERVALS } from "~db/schema/intervals";

/** How often a contract is billed. Rule and refusals: `changeBillingInterval`. */
export const billingInterval = defineContractOperation<Cadence, "frequency">({
  customerSwitch: "frequency",
  change: (state, wanted, { clock }) => withProductsMoved(state, changeBillingInterval(state, wanted, clock)),
  portalForms: {
    frequency: {
      operationId: "portalChangeFrequency",
      summary: "Change how often orders come",
      body: z
        .object({ frequency: z.string(), count: z.string().optional(), unit: z.string().optional() })
        .transform(readFrequency),
      outcome: (_wanted, { contract }) => ({
        done: "frequency",
        undo: `${contract.billingInterval}.${contract.billingIntervalCount}`,
      }),
      undo: { frequency: (frequency) => ({ fields: { frequency } }) },
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
});

/** Operation 8 of the specification. */
export const updateContractInterval = billingInterval.json({
  name: "updateContractInterval",
  path: "subscription-contracts-update-billing-interval",
  summary: "Set how often a contract is billed",
  description:
    "Deliveries follow when they go with the billings. The next date is counted from the last paid order and is more than 24 hours ahead; before any was paid it stays.",
  method: "PUT",
  query: z.object({
    contractId,
    interval: required(enumValue(INTERVALS, { description: "Unit." }, { exactCase: true })),
    intervalCount: required(
      wholeNumber(1, 3650, { description: "How many of them; ten years' worth at most.", format: "int32" }),
    ),
  }),
  problems: ["conflict"],
  read: ({ query }) => query,
});

type FrequencyForm = { frequency: string; count?: string; unit?: string };

/** One of the usual rhythms (`MONTH.2`), or `other` with count and unit. */
function readFrequency({ frequency, count, unit }: FrequencyForm, context: z.RefinementCtx): Cadence {
  const [interval, intervalCount] = frequency === "other" ? [unit, count] : frequency.split(".");
  const wanted = cadence.safeParse({ interval, intervalCount });
  if (wanted.success) return wanted.data;
  context.issues.push({
    code: "custom",
    input: count,
    path: ["count"],
    params: { code: "out_of_range" },
    message: "Use a whole number.",
  });
  return z.NEVER;
}

const cadence = z.object({
  interval: z.enum(INTERVALS),
  intervalCount: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
});
