import { z } from "zod";
import { removeLines } from "~/features/contracts/change/line-edits";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { findLine, toLineIdInput } from "~/features/contracts/operations/definition/line-inputs";
import {
  choice,
  contractId,
  contractIdParameter,
  lineIdParameter,
} from "~/features/contracts/operations/definition/parameters";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { toProductName } from "~/lib/variant-title";
import { withCodesGivenBack } from "./freed-codes.server";
import { lineIdsBody } from "./line-bodies";
import { toCost } from "./variant-choices.server";

/** Lines to remove permanently. */
type WantedRemoval = { lineIds: string[]; removeDiscount: boolean };

/** Rule and refusals: `removeLines`. */
export const lineRemoval = defineContractOperation<WantedRemoval, "line_removed">({
  customerSwitch: "remove_line",
  canBeUndone: true,
  change: (state, { lineIds, removeDiscount }, { caller }) =>
    withCodesGivenBack(state, removeLines(state, lineIds, { removeDiscount }), caller),
  portalForms: {
    "remove-line": {
      operationId: "portalRemoveLine",
      body: z.object({ line: z.uuid() }).transform(({ line }) => ({ lineIds: [line], removeDiscount: true })),
      refusals: { last_line: "last_item" },
      outcome: () => ({ done: "line_removed" }),
    },
  },
  staffForms: {
    remove_line: z
      .object({ lineId: z.uuid() })
      .transform(({ lineId }) => ({ lineIds: [lineId], removeDiscount: true })),
  },
  staffDialogs: {
    remove_line: {
      done: "Product removed",
      button: { at: "line", label: "Remove" },
      isHarsh: true,
      view(state, { format, place }) {
        const line = findLine(state, place);
        if (!line) return null;
        const after = toCost(state, removeLines(state, [line.id], { removeDiscount: true }), { format });
        const now = format.money(state.contract.orderAmount);
        return {
          title: `Remove ${toProductName(line)}?`,
          lines: [`Each order costs ${now} now, and ${after} without it.`],
          confirm: "Remove product",
          rows: [[toLineIdInput(line)]],
        };
      },
    },
  },
});

const removeDiscount = choice(
  "Whether discounts that cover only these lines are removed with them. Default: they are. `false`: they stay and cover nothing.",
);
const query = z.object({ contractId: contractIdParameter, lineId: lineIdParameter, removeDiscount });
const input = inQueryOrBody(query, ["contractId", "lineId"]);

export const removeLineItem = lineRemoval.json({
  name: "removeLineItem",
  path: "subscription-contracts-remove-line-item",
  summary: "Remove a product from a contract",
  description:
    "Send contractId and lineId, both required, as query parameters or in a JSON body. The last line cannot be removed: cancel the contract instead.",
  method: "PUT",
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, lineId: "5b3c1f0e-0f0e-4a51-9d0c-6f2d1a7c9b11" },
  problems: ["conflict", "last_line"],
  read(sent) {
    const { contractId, lineId, removeDiscount = true } = input.read(sent);
    return { contractId, lineIds: [lineId], removeDiscount };
  },
});

export const removeLineItems = lineRemoval.json({
  name: "removeLineItems",
  path: "subscription-contracts-remove-line-items",
  summary: "Remove several products from a contract",
  description: "Either all lines are removed or none.",
  method: "PUT",
  query: z.object({ contractId, removeDiscount }),
  body: lineIdsBody,
  bodyExample: ["gid://platform/SubscriptionLine/5b3c1f0e-0f0e-4a51-9d0c-6f2d1a7c9b11"],
  problems: ["conflict", "last_line"],
  read: ({ query: { removeDiscount = true, ...query }, body }) => ({
    ...query,
    lineIds: body,
    removeDiscount,
  }),
});
