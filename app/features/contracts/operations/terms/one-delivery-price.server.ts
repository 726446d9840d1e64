import { z } from "zod";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { toDeliveryPriceChange } from "~/features/contracts/change/terms";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { toCostNow } from "~/features/contracts/operations/definition/dialog-texts";
import { priceField } from "~/features/contracts/operations/definition/form-fields";
import { amountParameter, contractIdParameter } from "~/features/contracts/operations/definition/parameters";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { toExactAmount } from "~/lib/money";

/** The delivery price of each order (wire.md §4). Rule and refusals: `toDeliveryPriceChange`. */
export const oneDeliveryPrice = defineContractOperation<{ deliveryPrice: string }>({
  canBeUndone: true,
  amounts: () => ["deliveryPrice"],
  amountFields: () => [{ parameter: "deliveryPrice" }],
  change: (state, { deliveryPrice }) => toDeliveryPriceChange(state, deliveryPrice),
  staffForms: {
    delivery_price: z.object({ deliveryPrice: priceField }),
  },
  staffDialogs: {
    delivery_price: {
      done: "Delivery price changed",
      button: { at: "products", label: "Delivery price" },
      dryRun: "asked",
      view(state, { format }) {
        requireEditable(state);
        const { deliveryPrice, currencyCode } = state.contract;
        return {
          title: "Delivery price",
          lines: [`Of each order. ${toCostNow(state, format)}`],
          confirm: "Change delivery price",
          rows: [
            [
              {
                kind: "text",
                name: "deliveryPrice",
                label: "Delivery price",
                initial: toExactAmount(deliveryPrice, currencyCode),
                suffix: currencyCode,
                inputMode: "decimal",
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
  deliveryPrice: amountParameter("Delivery price per order, with at most the currency's decimals."),
});
const input = inQueryOrBody(query, ["contractId", "deliveryPrice"]);

export const updateDeliveryPrice = oneDeliveryPrice.json({
  name: "updateDeliveryPrice",
  path: "subscription-contracts-update-delivery-price",
  summary: "Set a contract's delivery price",
  description:
    "Send contractId and deliveryPrice, both required, as query parameters or in a JSON body. Also works for contracts that bulk changes skip.",
  method: "PUT",
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, deliveryPrice: 4.9 },
  problems: ["conflict"],
  read: input.read,
});
