import { z } from "zod";
import { toLineSkip } from "~/features/contracts/change/contract-edits";
import { hasOneTimeProducts } from "~/features/contracts/one-time-products/one-time-products.repo.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { truthField } from "~/features/contracts/operations/definition/form-fields";
import { contractIdParameter, lineIdParameter } from "~/features/contracts/operations/definition/parameters";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { EXAMPLE_UUID, flag } from "~/http/request/query-parameters";

/** `skip` undefined: toggle. */
type WantedSkip = { lineId: string; skip?: boolean };

/** Skip a line of the next order, or take it back in. Rule and refusals: `toLineSkip`. */
export const lineSkip = defineContractOperation<WantedSkip, "line_skipped" | "line_unskipped">({
  customerSwitch: "skip_line",
  change: async (state, { lineId, skip }, { tx }) =>
    toLineSkip(state, lineId, skip, await hasOneTimeProducts(tx, state)),
  portalForms: {
    "line-skip": {
      operationId: "portalSkipLine",
      body: z
        .object({ line: z.uuid(), skip: truthField })
        .transform(({ line, skip }) => ({ lineId: line, skip })),
      refusals: { last_line: "last_item" },
      outcome: ({ lineId, skip }) => ({ done: skip ? "line_skipped" : "line_unskipped", undo: lineId }),
      undo: {
        line_skipped: (line) => ({ fields: { line, skip: "false" } }),
        line_unskipped: (line) => ({ fields: { line, skip: "true" } }),
      },
    },
  },
});

const query = z.object({
  contractId: contractIdParameter,
  lineId: lineIdParameter,
  skip: flag({
    description: "Whether the line is skipped. If omitted, the call toggles it.",
    default: undefined,
  }),
});
const input = inQueryOrBody(query, ["contractId", "lineId"]);

/** Operation 10. */
export const skipUnskipLine = lineSkip.json({
  area: "orders",
  name: "skipUnskipLine",
  path: "skip-unskip-subscription-contracts-product",
  documentedUnder: "subscriptions",
  summary: "Skip or unskip a line of the next order",
  description: "Send contractId and lineId, both required, as query parameters or in a JSON body.",
  method: "PUT",
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, lineId: EXAMPLE_UUID, skip: true },
  problems: ["conflict", "last_line"],
  read: input.read,
});
