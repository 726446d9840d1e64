import { flag, platformId, required, textOfForm, uuidOf, wholeNumber } from "~/http/request/query-parameters";
import { MAX_PRICE, MAX_QUANTITY } from "~/lib/limits";
import { AMOUNT_FORM } from "./form-fields";

/** Parameters of operations on a contract; `…Parameter` where it may also be in the body. */
export const contractIdParameter = platformId("SubscriptionContract", { description: "The contract." });
export const contractId = required(contractIdParameter);

export const lineIdParameter = uuidOf("SubscriptionLine", {
  description: "The line: its id, or the uuid at the end of the id.",
});
export const lineId = required(lineIdParameter);

export const variantIdParameter = platformId("ProductVariant", { description: "The variant." });
export const sellingPlanIdParameter = platformId("SellingPlan", {
  description: "The selling plan it is bought under.",
});
export const quantityParameter = wholeNumber(1, MAX_QUANTITY, {
  description: "Quantity per order.",
  format: "int32",
});

/** An amount of money in the contract's currency, as decimal text; the rule checks its decimals. */
export const amountParameter = (description: string) =>
  textOfForm(AMOUNT_FORM, `Use an amount from 0 to ${MAX_PRICE}.`, {
    type: ["string", "number"],
    description,
    example: "12.50",
  });

/** Yes or no; undefined when left out. */
export const choice = (description: string) => flag({ description, default: undefined, example: true });
