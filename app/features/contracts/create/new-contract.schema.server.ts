import { z } from "zod";
import { ADDRESS_EXAMPLE, shippingAddressSchema } from "~/features/addresses/address.schema.server";
import { isWholeMultiple } from "~/features/contracts/change/billing-interval";
import { attributesSchema } from "~/features/contracts/change/line-attributes";
import { enumField, platformIdField } from "~/http/request/body-fields";
import { passOn } from "~/http/request/field-errors";
import { type RuleError, withRules } from "~/http/request/field-rules";
import { isCurrencyCode } from "~/lib/currencies";
import type { GidType } from "~/lib/gid";
import { MAX_CYCLES, MAX_INTERVAL_COUNT, MAX_LINES, MAX_NOTE, MAX_PRICE, MAX_QUANTITY } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import { INTERVALS } from "~db/schema/intervals";
import { FLAT_FIELDS, fromFlatNames } from "./flat-names";

const platformId = (type: GidType, description: string) => platformIdField(type).meta({ description });

const amount = (description: string) =>
  z
    .union([z.number(), z.string()], { error: "Use an amount." })
    .transform(String)
    .refine((text) => /^\d{1,8}(\.\d{1,4})?$/.test(text) && compareMoney(text, MAX_PRICE) <= 0, {
      error: `Use an amount from 0 to ${MAX_PRICE}.`,
    })
    .meta({ type: ["number", "string"], minimum: 0, maximum: Number(MAX_PRICE), description });

const instant = (description: string) =>
  z.iso
    .datetime({ offset: true, error: "Use an ISO 8601 date-time with a zone." })
    .transform((text) => new Date(text))
    .meta({ type: "string", format: "date-time", description });

const count = (most: number) => z.int().min(1).max(most).meta({ format: "int32" });

const line = z.strictObject({
  variantId: platformId("ProductVariant", "The variant that is delivered."),
  quantity: count(MAX_QUANTITY).default(1),
  currentPrice: amount(
    "Price of one unit per order; for prepaid contracts, of all deliveries of the order. If omitted, the variant's price less the selling plan's discount.",
  ).optional(),
  sellingPlanId: platformId("SellingPlan", "The selling plan it is bought under.").optional(),
  customAttributes: attributesSchema.default([]),
});

const FIELDS = {
  customerId: platformId("Customer", "A customer of the shop."),
  status: enumField(["ACTIVE", "PAUSED"], { description: "Default: ACTIVE." }).default("ACTIVE"),
  currencyCode: z
    .string()
    .refine(isCurrencyCode, { error: "Use a currency code of ISO 4217." })
    .optional()
    .meta({
      description: "Default: the shop's currency. With any other currency, every line needs a price.",
    }),
  billingPolicyInterval: enumField(INTERVALS, {
    description: "Unit of the billing interval.",
    exactCase: true,
  }),
  billingPolicyIntervalCount: count(MAX_INTERVAL_COUNT.DAY),
  deliveryPolicyInterval: enumField(INTERVALS, { description: "Default: the billing interval." }).optional(),
  deliveryPolicyIntervalCount: count(MAX_INTERVAL_COUNT.DAY).optional(),
  nextBillingDate: instant("Date of the first order."),
  endsAt: instant("End of the contract; no order is made after this date.").optional(),
  minCycles: count(MAX_CYCLES).optional(),
  maxCycles: count(MAX_CYCLES).optional(),
  deliveryPrice: amount("Delivery price per order. Default: 0.").default("0"),
  deliveryMethodType: enumField(["SHIPPING", "LOCAL_DELIVERY", "PICKUP", "NONE"], {
    description: "How orders are delivered.",
  }).optional(),
  deliveryAddress: shippingAddressSchema.optional(),
  paymentMethodId: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: "A payment method of the customer: its gid as listed, or the platform's own id." }),
  allowDeliveryPriceOverride: z.boolean().default(true),
  orderNote: z.string().max(MAX_NOTE).optional(),
  orderNoteAttributes: attributesSchema.default([]),
  lines: z.array(line).min(1).max(MAX_LINES),
};

const refuse = (name: keyof typeof FIELDS, code: string, message: string): RuleError[] => [
  { path: [name], code, message },
];

type Frequency = { interval: (typeof INTERVALS)[number]; intervalCount: number };

const findTooLong = (
  name: "billingPolicyIntervalCount" | "deliveryPolicyIntervalCount",
  { interval, intervalCount }: Frequency,
): RuleError[] =>
  intervalCount > MAX_INTERVAL_COUNT[interval]
    ? refuse(name, "out_of_range", `Use at most ${MAX_INTERVAL_COUNT[interval]}: ten years' worth.`)
    : [];

const BILLING = ["billingPolicyInterval", "billingPolicyIntervalCount"] as const;
const DELIVERY = ["deliveryPolicyInterval", "deliveryPolicyIntervalCount"] as const;

const namedByRecord = withRules(z.strictObject(FIELDS), (rule) => [
  rule(BILLING, ({ billingPolicyInterval: interval, billingPolicyIntervalCount: intervalCount }) =>
    findTooLong("billingPolicyIntervalCount", { interval, intervalCount }),
  ),
  rule([...BILLING, ...DELIVERY], (contract) => {
    const billing = {
      interval: contract.billingPolicyInterval,
      intervalCount: contract.billingPolicyIntervalCount,
    };
    const delivery = {
      interval: contract.deliveryPolicyInterval ?? billing.interval,
      intervalCount: contract.deliveryPolicyIntervalCount ?? billing.intervalCount,
    };
    return [
      ...findTooLong("deliveryPolicyIntervalCount", delivery),
      ...(isWholeMultiple(billing, delivery)
        ? []
        : refuse("billingPolicyIntervalCount", "not_a_multiple", "Bill a whole number of deliveries.")),
    ];
  }),
  rule(["nextBillingDate", "endsAt"], ({ nextBillingDate, endsAt }) =>
    endsAt && endsAt < nextBillingDate
      ? refuse("endsAt", "out_of_range", "The contract would end before its first order.")
      : [],
  ),
  rule(["minCycles", "maxCycles"], ({ minCycles, maxCycles }) =>
    minCycles && maxCycles && minCycles > maxCycles
      ? refuse("maxCycles", "out_of_range", "Use at least as many as minCycles.")
      : [],
  ),
  rule(["deliveryMethodType", "deliveryAddress"], ({ deliveryMethodType: method, deliveryAddress }) =>
    (method === "SHIPPING" || method === "LOCAL_DELIVERY") && !deliveryAddress
      ? refuse("deliveryAddress", "required", "Say where it is delivered to.")
      : [],
  ),
]);

/** Currency and amounts of such a body, without amounts that are wrong by themselves; fails for an unknown currency. */
export const newContractAmounts = z.object({
  currencyCode: FIELDS.currencyCode,
  deliveryPrice: FIELDS.deliveryPrice.catch("0"),
  lines: z.array(z.object({ currentPrice: line.shape.currentPrice }).catch({})).catch([]),
});

export type NewContract = z.output<typeof namedByRecord>;

/**
 * The body that creates a contract, with the record's names or with flat names (wire.md §2 "Contract lifecycle", §4).
 * Errors use the names that were sent.
 */
export const newContractSchema = z.preprocess(
  (sent, context) => {
    const { body, doubled, toSent } = fromFlatNames(sent);
    for (const name of doubled)
      context.issues.push({
        code: "custom",
        input: sent,
        path: [name],
        params: { code: "given_twice" },
        message: "The field that this is another name of is given as well.",
      });
    const { error } = namedByRecord.safeParse(body);
    if (error) passOn(error, context, sent, toSent);
    return body;
  },
  z
    .strictObject({ ...FIELDS, ...FLAT_FIELDS })
    .meta({ required: ["customerId", "nextBillingDate", "lines"] })
    .transform((contract): NewContract => contract),
);

/** A contract as clients send it. */
export const NEW_CONTRACT_EXAMPLE = {
  customerId: 7_000_000_042,
  status: "ACTIVE",
  currencyCode: "USD",
  billingPolicyInterval: "MONTH",
  billingPolicyIntervalCount: 1,
  nextBillingDate: "2027-01-31T09:00:00Z",
  deliveryPrice: "4.99",
  deliveryMethodType: "SHIPPING",
  deliveryAddress: ADDRESS_EXAMPLE,
  paymentMethodId: "5f0c2f6a9b",
  orderNote: "Please ring twice.",
  lines: [
    {
      variantId: 42_000_000_007,
      quantity: 2,
      currentPrice: "12.50",
      customAttributes: [{ key: "Grind", value: "Espresso" }],
    },
  ],
};
