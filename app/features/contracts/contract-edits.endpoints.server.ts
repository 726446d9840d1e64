import { z } from "zod";
import {
  changeLineQuantity,
  changeShippingAddress,
  replaceLineAttributes,
  skipLine,
} from "~/features/contracts/contract-edits.service.server";
import { defineContractOperation } from "~/features/contracts/contract-operation.server";
import { attributesSchema } from "~/features/contracts/line-attributes";
import { ADDRESS_EXAMPLE, shippingAddressSchema } from "~/features/customers/address.schema.server";
import { asBodyToo, requireFromEither } from "~/http/query-or-body";
import { EXAMPLE_UUID, flag, platformId, required, uuidOf, wholeNumber } from "~/http/query-parameters";
import { MAX_INT32, MAX_QUANTITY } from "~/lib/limits";

const contractId = platformId("SubscriptionContract", { description: "The contract." });
const lineId = uuidOf("SubscriptionLine", { description: "The line: its id, or the uuid at the id's end." });

/** Operation 7. */
export const updateShippingAddress = defineContractOperation({
  name: "updateShippingAddress",
  summary: "Change where orders are shipped",
  description: "ACTIVE, PAUSED and FAILED contracts that are shipped. Replaces the whole address.",
  method: "PUT",
  path: "subscription-contracts-update-shipping-address",
  query: z.object({ contractId: required(contractId) }),
  body: shippingAddressSchema,
  bodyExample: ADDRESS_EXAMPLE,
  problems: ["conflict"],
  portalAction: "address",
  run: (caller, { query, body }) => changeShippingAddress({ ...caller, ...query }, body),
});

const skipQuery = z.object({
  contractId,
  lineId,
  skip: flag({ description: "The wanted end; left out, the call toggles.", default: undefined }),
});

/** Operation 10. */
export const skipUnskipLine = defineContractOperation({
  name: "skipUnskipLine",
  summary: "Leave a line out of the next order, or take it in again",
  description: "contractId and lineId are required, as parameters or as fields of a JSON body.",
  method: "PUT",
  path: "skip-unskip-subscription-contracts-product",
  documentedUnder: "subscriptions",
  query: skipQuery,
  body: asBodyToo(skipQuery),
  bodyExample: { contractId: 10_000_000_012, lineId: EXAMPLE_UUID, skip: true },
  problems: ["conflict", "last_line"],
  portalAction: "skip_line",
  run: (caller, { query, body }) => {
    const { lineId, skip, ...target } = requireFromEither(query, body, ["contractId", "lineId"]);
    return skipLine({ ...caller, ...target }, lineId, skip);
  },
});

/** Operation 12. */
export const updateLineAttributes = defineContractOperation({
  name: "updateLineAttributes",
  summary: "Replace a line's custom attributes",
  description:
    "Keys that begin with _ are the merchant's: a customer's call leaves the stored ones as they are and may send them back unchanged.",
  method: "PUT",
  path: "subscription-contracts-product-custom-attributes",
  documentedUnder: "subscriptions",
  query: z.object({ contractId: required(contractId), lineId: required(lineId) }),
  body: attributesSchema,
  bodyExample: [
    { key: "Grind", value: "Espresso" },
    { key: "Engraving", value: "For Ada" },
  ],
  problems: ["conflict", "forbidden"],
  portalAction: "attributes",
  run: (caller, { query: { lineId, ...target }, body }) =>
    replaceLineAttributes({ ...caller, ...target }, lineId, body),
});

export const updateLineQuantity = defineContractOperation({
  name: "updateLineQuantity",
  summary: "Change how many of a line come with each order",
  method: "PUT",
  path: "subscription-contracts-update-line-quantity",
  query: z.object({
    contractId: required(contractId),
    lineId: required(lineId),
    quantity: required(
      wholeNumber(1, MAX_INT32, {
        description: "Pieces an order. A line that was imported with more may keep what it has.",
        maximum: MAX_QUANTITY,
      }),
    ),
  }),
  problems: ["conflict"],
  portalAction: "quantity",
  run: (caller, { query: { lineId, quantity, ...target } }) =>
    changeLineQuantity({ ...caller, ...target }, lineId, quantity),
});
