import { randomUUID } from "node:crypto";
import { z } from "zod";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { toDiscountAddition, type WantedDiscount } from "~/features/contracts/change/terms";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { toCostNow } from "~/features/contracts/operations/definition/dialog-texts";
import { priceField } from "~/features/contracts/operations/definition/form-fields";
import {
  amountParameter,
  choice,
  contractIdParameter,
} from "~/features/contracts/operations/definition/parameters";
import { type RuleError, withRules } from "~/http/request/field-rules";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { textOfForm, wholeNumber } from "~/http/request/query-parameters";
import { MAX_CYCLES, MAX_LINE_OF_TEXT } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import { DISCOUNT_VALUE_TYPES } from "~db/schema/contract-enums";

/** The value must be more than nothing, and at most 100 percent. */
function findValueErrors(field: string, kind: WantedDiscount["valueType"], value: string): RuleError[] {
  const refuse = (message: string) => [{ path: [field], code: "out_of_range", message }];
  if (compareMoney(value, "0") === 0) return refuse("Use a number above 0.");
  return kind === "PERCENTAGE" && compareMoney(value, "100") > 0 ? refuse("Use at most 100 per cent.") : [];
}

const formFields = z.object({
  discountTitle: z.string({ error: "Write a title." }).trim().min(1, "Write a title.").max(MAX_LINE_OF_TEXT),
  kind: z.enum(DISCOUNT_VALUE_TYPES, { error: "Choose one of the two." }),
  discountValue: priceField,
  cycles: z
    .string()
    .trim()
    .regex(/^(?:[1-9]\d{0,4})?$/, "Use a whole number.")
    .optional(),
});

/** Fields of the form that adds a discount. */
export const discountForm = withRules(formFields, (rule) => [
  rule(["kind", "discountValue"], ({ kind, discountValue }) =>
    findValueErrors("discountValue", kind, discountValue),
  ),
]).transform(
  ({ discountTitle, kind, discountValue, cycles }): WantedDiscount => ({
    title: discountTitle,
    valueType: kind,
    value: discountValue,
    recurringCycleLimit: cycles ? Number(cycles) : null,
    appliesOnEachItem: false,
  }),
);

/** A discount without a code (wire.md §4). Rule and refusals: `toDiscountAddition`. */
export const discountAddition = defineContractOperation<WantedDiscount>({
  canBeUndone: true,
  // The dialog has one field for a percentage and an amount.
  amounts: ({ kind }) => (kind === "FIXED_AMOUNT" ? ["discountValue"] : ["amount"]),
  change: (state, wanted, { caller }) =>
    toDiscountAddition(state, wanted, { id: randomUUID(), now: caller.audit.now }),
  staffForms: {
    add_discount: discountForm,
  },
  staffDialogs: {
    add_discount: {
      done: "Discount added",
      fieldOf: { amount: "discountValue", percentage: "discountValue" },
      button: { at: "discounts", label: "Give a discount" },
      dryRun: "asked",
      view(state, { format }) {
        requireEditable(state);
        return {
          title: "Give a discount",
          lines: [`It covers all products, after the discounts there are. ${toCostNow(state, format)}`],
          confirm: "Give discount",
          rows: [
            [
              {
                kind: "text",
                name: "discountTitle",
                label: "Title, as customers read it",
                maxLength: MAX_LINE_OF_TEXT,
              },
            ],
            [
              {
                kind: "choice",
                name: "kind",
                label: "Kind",
                initial: "PERCENTAGE",
                options: [
                  { value: "PERCENTAGE", label: "Per cent" },
                  {
                    value: "FIXED_AMOUNT",
                    label: `Amount in ${state.contract.currencyCode}, once off each order`,
                  },
                ],
              },
            ],
            [
              { kind: "text", name: "discountValue", label: "How much", inputMode: "decimal" },
              {
                kind: "text",
                name: "cycles",
                label: "For how many orders (blank: all)",
                inputMode: "numeric",
                isOptional: true,
              },
            ],
          ],
        };
      },
    },
  },
});

const query = z.object({
  contractId: contractIdParameter,
  percentage: textOfForm(/^\d{1,3}(?:\.\d{1,4})?$/, "Use a number above 0 and up to 100.", {
    type: ["string", "number"],
    description: "Percentage; give either this or the amount.",
    example: "10",
  }),
  amount: amountParameter("Amount in the contract's currency; give either this or the percentage."),
  discountTitle: textOfForm(/^[^\p{Cc}]{1,255}$/u, "Use 1 to 255 characters.", {
    description: "Title that customers see.",
    example: "Sorry for the wait",
  }),
  recurringCycleLimit: wholeNumber(1, MAX_CYCLES, {
    description: "Number of orders it applies to. If omitted, all.",
    format: "int32",
  }),
  appliesOnEachItem: choice("`true`: the amount is taken off each unit instead of once per order."),
});
const input = inQueryOrBody(query, ["contractId", "discountTitle"], (rule) => [
  rule(["percentage"], ({ percentage }) =>
    percentage === undefined ? [] : findValueErrors("percentage", "PERCENTAGE", percentage),
  ),
  rule(["amount"], ({ amount }) =>
    amount === undefined ? [] : findValueErrors("amount", "FIXED_AMOUNT", amount),
  ),
  rule(["percentage", "amount"], ({ percentage, amount }) => {
    if ((percentage === undefined) !== (amount === undefined)) return [];
    const code = amount === undefined ? "missing" : "exclusive";
    return ["percentage", "amount"].map((name) => ({ path: [name], code, message: "Give one of the two." }));
  }),
  rule(["appliesOnEachItem", "percentage"], ({ appliesOnEachItem, percentage }) =>
    appliesOnEachItem && percentage !== undefined
      ? [{ path: ["appliesOnEachItem"], code: "exclusive", message: "Use it with an amount only." }]
      : [],
  ),
]);

export const addDiscount = discountAddition.json({
  name: "addDiscount",
  path: "subscription-contracts-add-discount",
  summary: "Add a discount without a code to a contract",
  description:
    "The discount covers all lines. Send contractId, discountTitle and either percentage or amount as query parameters or in a JSON body.",
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
