import { z } from "zod";
import { defineContractOperation } from "~/features/contracts/contract-operation.server";
import { applyDiscountCode, removeDiscount } from "~/features/discounts/contract-discounts.service.server";
import { DISCOUNT_CODE_FORM } from "~/features/discounts/discount-code";
import { asBodyToo, requireFromEither } from "~/http/query-or-body";
import { platformId, required, textOfForm, uuidOf } from "~/http/query-parameters";

const contractId = platformId("SubscriptionContract", { description: "The contract." });

const applyQuery = z.object({
  contractId,
  discountCode: textOfForm(DISCOUNT_CODE_FORM, "Use 1 to 255 letters, digits, _ and -.", {
    description: "The code, in any case.",
    example: "SPRING-10",
  }),
});

/** Operation 11. */
export const applyDiscount = defineContractOperation({
  name: "applyDiscount",
  summary: "Apply a discount code",
  description: "Both are required, as parameters or as fields of a JSON body.",
  method: "PUT",
  path: "subscription-contracts-apply-discount",
  query: applyQuery,
  body: asBodyToo(applyQuery),
  bodyExample: { contractId: 10_000_000_012, discountCode: "SPRING-10" },
  problems: [
    "conflict",
    "discount_already_applied",
    "discount_already_used",
    "discount_expired",
    "discount_not_applicable",
    "discount_not_started",
    "discount_used_up",
    "second_discount_forbidden",
  ],
  portalAction: "discount_code",
  run: (caller, { query, body }) => {
    const { discountCode, ...target } = requireFromEither(query, body, ["contractId", "discountCode"]);
    return applyDiscountCode({ ...caller, ...target }, discountCode);
  },
});

const removeQuery = z.object({
  contractId: required(contractId),
  discountId: required(
    uuidOf("SubscriptionManualDiscount", {
      description: "The discount: its id, or the uuid at the id's end.",
    }),
  ),
});

export const removeContractDiscount = defineContractOperation({
  name: "removeDiscount",
  summary: "Take a discount off a contract",
  method: "PUT",
  path: "subscription-contracts-remove-discount",
  query: removeQuery,
  problems: ["conflict"],
  portalAction: "discount_code",
  run: (caller, { query: { discountId, ...target } }) => removeDiscount({ ...caller, ...target }, discountId),
});
