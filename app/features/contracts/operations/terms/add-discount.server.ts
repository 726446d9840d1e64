import { randomUUID } from "node:crypto";
import { z } from "zod";
import { toDiscountAddition, type WantedDiscount } from "~/features/contracts/change/terms";
import { defineContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { priceField } from "~/features/contracts/operations/form-fields";
import { amountParameter, choice, contractIdParameter } from "~/features/contracts/operations/parameters";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { textOfForm, wholeNumber } from "~/http/request/query-parameters";
import { MAX_CYCLES, MAX_LINE_OF_TEXT } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import type { FieldError } from "~/lib/problem";

/** Fields of the form that adds a discount. */
export const discountForm = z
  .object({
    discountTitle: z
      .string({ error: "Write a title." })
      .trim()
      .min(1, "Write a title.")
      .max(MAX_LINE_OF_TEXT),
    kind: z.enum(["PERCENTAGE", "FIXED_AMOUNT"], { error: "Choose one of both." }),
    discountValue: priceField,
    cycles: z
      .string()
      .trim()
      .regex(/^(?:[1-9]\d{0,4})?$/, "Use a whole number.")
      .optional(),
  })
  .transform(({ discountTitle, kind, discountValue, cycles }, context): WantedDiscount => {
    const wrong = findValueError(kind, discountValue);
    if (wrong)
      context.addIssue({
        code: "custom",
        path: ["discountValue"],
        params: { code: wrong.code },
        message: wrong.detail,
      });
    return {
      title: discountTitle,
      valueType: kind,
      value: discountValue,
      recurringCycleLimit: cycles ? Number(cycles) : null,
      appliesOnEachItem: false,
    };
  });

/** A discount without a code (wire.md §4). Rule and refusals: `toDiscountAddition`. */
export const discountAddition = defineContractOperation<WantedDiscount>({
  canBeUndone: true,
  change: (state, wanted, { caller }) =>
    toDiscountAddition(state, wanted, { id: randomUUID(), now: caller.audit.now }),
  staffForms: {
    add_discount: discountForm,
  },
});

/** The value must be more than nothing, and at most 100 percent. */
function findValueError(
  kind: WantedDiscount["valueType"],
  value: string,
): Omit<FieldError, "parameter"> | null {
  if (compareMoney(value, "0") === 0) return { code: "out_of_range", detail: "Use a number above 0." };
  if (kind === "PERCENTAGE" && compareMoney(value, "100") > 0)
    return { code: "out_of_range", detail: "Use at most 100 per cent." };
  return null;
}

const query = z.object({
  contractId: contractIdParameter,
  percentage: textOfForm(/^\d{1,3}(?:\.\d{1,4})?$/, "Use a number above 0 and up to 100.", {
    type: ["string", "number"],
    description: "Per cent; this or the amount.",
    example: "10",
  }),
  amount: amountParameter("In the contract's currency; this or the percentage."),
  discountTitle: textOfForm(/^[^\p{Cc}]{1,255}$/u, "Use 1 to 255 characters.", {
    description: "As customers read it.",
    example: "Sorry for the wait",
  }),
  recurringCycleLimit: wholeNumber(1, MAX_CYCLES, {
    description: "How many orders it goes into; left out: all.",
    format: "int32",
  }),
  appliesOnEachItem: choice("`true`: the amount comes off every piece, and not once off the order."),
});
const input = inQueryOrBody(query, ["contractId", "discountTitle"], findMistakes);

export const addDiscount = discountAddition.json({
  name: "addDiscount",
  path: "subscription-contracts-add-discount",
  summary: "Give a contract a discount without a code",
  description:
    "contractId, discountTitle and one of percentage and amount are required, as parameters or as fields of a JSON body. It covers all lines.",
  method: "PUT",
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, percentage: 10, discountTitle: "Sorry for the wait" },
  problems: ["conflict"],
  read(sent) {
    const given = input.read(sent);
    const { contractId, discountTitle, percentage, amount } = given;
    const { recurringCycleLimit = null, appliesOnEachItem = false } = given;
    const valueType = amount === undefined ? "PERCENTAGE" : "FIXED_AMOUNT";
    const value = amount ?? percentage ?? "0";
    return { contractId, title: discountTitle, valueType, value, recurringCycleLimit, appliesOnEachItem };
  },
});

/** Errors that depend on several parameters, which the schema does not see. */
function findMistakes({ percentage, amount, appliesOnEachItem }: z.output<typeof query>): FieldError[] {
  const values = [
    { parameter: "percentage", kind: "PERCENTAGE", value: percentage },
    { parameter: "amount", kind: "FIXED_AMOUNT", value: amount },
  ] as const;
  const hasBoth = percentage !== undefined && amount !== undefined;
  const hasNone = percentage === undefined && amount === undefined;
  return [
    ...values.flatMap(({ parameter, kind, value }): FieldError[] => {
      const wrong = value === undefined ? null : findValueError(kind, value);
      if (wrong) return [{ parameter, ...wrong }];
      if (!hasBoth && !hasNone) return [];
      return [{ parameter, code: hasNone ? "missing" : "exclusive", detail: "Say one of both." }];
    }),
    ...(appliesOnEachItem && percentage !== undefined
      ? [{ parameter: "appliesOnEachItem", code: "exclusive", detail: "Say it with an amount only." }]
      : []),
  ];
}
