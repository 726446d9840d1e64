import { z } from "zod";
import { toQuantityChange } from "~/features/contracts/change/contract-edits";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractId, lineId } from "~/features/contracts/operations/definition/parameters";
import { required, wholeNumber } from "~/http/request/query-parameters";
import { MAX_INT32, MAX_QUANTITY } from "~/lib/limits";

type WantedQuantity = { lineId: string; quantity: number };

/** Quantity of a line in each order. Rule and refusals: `toQuantityChange`. */
export const lineQuantity = defineContractOperation<WantedQuantity, "quantity">({
  customerSwitch: "quantity",
  amountFields: () => [{ parameter: "quantity" }],
  change: (state, { lineId: line, quantity }) => toQuantityChange(state, line, quantity),
  portalForms: {
    quantity: {
      operationId: "portalChangeQuantity",
      body: z
        .object({ line: z.uuid(), quantity: z.coerce.number().int().min(1).max(MAX_INT32) })
        .transform(({ line, quantity }) => ({ lineId: line, quantity })),
      checkOf: { quantity: "number" },
      labelOf: ({ line }) => ({ quantity: line.quantity }),
      outcome: ({ lineId: line }, { lines }) => ({
        done: "quantity",
        undo: `${line}~${lines.find(({ id }) => id === line)?.quantity}`,
      }),
      undo: {
        quantity: (value) => {
          const [line = "", quantity = ""] = value.split("~");
          return { fields: { line, quantity } };
        },
      },
    },
  },
});

export const updateLineQuantity = lineQuantity.json({
  name: "updateLineQuantity",
  path: "subscription-contracts-update-line-quantity",
  summary: "Change the quantity of a line",
  method: "PUT",
  query: z.object({
    contractId,
    lineId,
    quantity: required(
      wholeNumber(1, MAX_INT32, {
        description: "Units per order. A line imported with a greater quantity may keep it.",
        maximum: MAX_QUANTITY,
      }),
    ),
  }),
  problems: ["conflict"],
  read: ({ query }) => query,
});
