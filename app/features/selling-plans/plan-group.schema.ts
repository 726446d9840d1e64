import { z } from "zod";
import { isWholeMultiple } from "~/features/contracts/change/billing-interval";
import { type RuleError, withRules } from "~/http/request/field-rules";
import { MAX_INTERVAL_COUNT, MAX_LINE_OF_TEXT } from "~/lib/limits";
import { INTERVALS } from "~db/schema/intervals";

const name = z.string().trim().min(1, "Give it a name.").max(MAX_LINE_OF_TEXT);
const id = z.int().min(1).meta({ format: "int64" });
const unit = z
  .enum(INTERVALS, { error: "Use DAY, WEEK, MONTH or YEAR." })
  .meta({ description: "Upper case only." });
const count = z.int("Use a whole number.").min(1, "Use at least 1.").meta({ format: "int32" });
const percent = z
  .number("Use a number from 0 to 100.")
  .min(0, "Use a number from 0 to 100.")
  .max(100, "Use a number from 0 to 100.")
  .refine((value) => Number(value.toFixed(4)) === value, "Use at most 4 decimals.");

/** What an answer has beside these fields: taken, so that what was read can be sent back, and ignored. */
const ignored = z.unknown().optional().meta({ readOnly: true, description: "As in the answer; ignored" });

const planFields = z.strictObject({
  id: id.optional().meta({ description: "Id of an existing plan; omit it for a new one" }),
  name,
  interval: unit.meta({ description: "Unit of the billing interval. Upper case only." }),
  intervalCount: count.meta({ description: "Number of units between two bills" }),
  deliveryInterval: unit
    .nullish()
    .meta({ description: "Unit of the delivery interval. Default: the billing interval. Upper case only." }),
  deliveryIntervalCount: count.nullish(),
  discountPercentage: percent.nullish().meta({ description: "Discount in percent" }),
  discountCycles: count
    .nullish()
    .meta({ description: "Number of a contract's orders that the discount applies to; if omitted, all" }),
  laterDiscountPercentage: percent.nullish().meta({ description: "Discount in percent after those orders" }),
  groupId: ignored,
  groupName: ignored,
});

const refuse = (field: string, code: string, message: string): RuleError[] => [
  { path: [field], code, message },
];

const planBody = withRules(planFields, (rule) => [
  rule(["interval", "intervalCount"], ({ interval, intervalCount }) => {
    const most = MAX_INTERVAL_COUNT[interval];
    return intervalCount > most
      ? refuse("intervalCount", "out_of_range", `Use a whole number from 1 to ${most}.`)
      : [];
  }),
  rule(["deliveryInterval", "deliveryIntervalCount"], ({ deliveryInterval, deliveryIntervalCount }) => {
    if ((deliveryInterval == null) === (deliveryIntervalCount == null)) return [];
    const missing = deliveryInterval == null ? "deliveryInterval" : "deliveryIntervalCount";
    return refuse(missing, "missing", "Give both, or none.");
  }),
  rule(["interval", "intervalCount", "deliveryInterval", "deliveryIntervalCount"], (plan) => {
    const { deliveryInterval: interval, deliveryIntervalCount: intervalCount } = plan;
    if (!interval || !intervalCount || isWholeMultiple(plan, { interval, intervalCount })) return [];
    return refuse("deliveryIntervalCount", "not_a_multiple", "A plan bills a whole number of deliveries.");
  }),
  rule(["discountCycles", "laterDiscountPercentage"], ({ discountCycles, laterDiscountPercentage: later }) =>
    later != null && discountCycles == null
      ? refuse("discountCycles", "missing", "Say for how many orders the first discount is.")
      : [],
  ),
]);

/** A complete group of selling plans: list entries that are missing are removed. */
export const planGroupBody = z.strictObject({
  name,
  productIds: z.array(id).max(5000).default([]).meta({
    description:
      "Products that are sold under its plans; if empty, all products. Otherwise those of open bundles that its plans sell are added",
  }),
  sellingPlans: z.array(planBody).min(1, "Give at least one plan.").max(50),
  id: ignored,
  createdAt: ignored,
});
export type PlanGroupInput = z.output<typeof planGroupBody>;
