import { z } from "zod";
import { withCodeProducts } from "~/features/contracts/change/code-products";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { type LineOffer, requireLines, updateLine } from "~/features/contracts/change/line-edits";
import { toUnitPrice } from "~/features/contracts/change/line-price";
import { findAmountErrors } from "~/features/contracts/change/terms";
import {
  asParameter,
  resolveOffers,
  type WantedContent,
} from "~/features/contracts/offers/line-offers.server";
import {
  type ChangeContext,
  defineContractOperation,
} from "~/features/contracts/operations/definition/define-contract-operation.server";
import { toCostNow } from "~/features/contracts/operations/definition/dialog-texts";
import { priceField } from "~/features/contracts/operations/definition/form-fields";
import { findLine, toLineIdInput } from "~/features/contracts/operations/definition/line-inputs";
import {
  amountParameter,
  choice,
  contractIdParameter,
  lineIdParameter,
  quantityParameter,
  sellingPlanIdParameter,
  variantIdParameter,
} from "~/features/contracts/operations/definition/parameters";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { EXAMPLE_UUID } from "~/http/request/query-parameters";
import { toExactAmount } from "~/lib/money";
import { invalidRequest } from "~/lib/problem";
import { toProductName } from "~/lib/variant-title";
import { findCodeProducts } from "./code-products.server";
import { withCodesGivenBack } from "./freed-codes.server";

/** Fields left out stay. `isPricePerUnit` false: the price is for all pieces together. */
type WantedUpdate = {
  lineId: string;
  quantity?: number;
  variantId?: number;
  price?: string;
  isPricePerUnit?: boolean;
  sellingPlanId?: number;
};

const CHANGES = ["quantity", "variantId", "price", "sellingPlanId"] as const;

/**
 * Changes quantity, variant, price and plan of a line, in any combination (wire.md §4). Another variant or plan brings
 * its own price, unless one is given. Rules: `updateLine`, `withCodeProducts`; refused as by `resolveOffers`.
 */
export const lineUpdate = defineContractOperation<WantedUpdate>({
  canBeUndone: true,
  amounts: () => ["price"],
  amountFields: (wanted) =>
    CHANGES.flatMap((parameter) => (wanted[parameter] === undefined ? [] : [{ parameter }])),
  async change(state, wanted, context) {
    requireEditable(state);
    const [line] = requireLines(state, [wanted.lineId]);
    if (!line) throw new Error("a line that was found is gone");
    const quantity = wanted.quantity ?? line.quantity;
    const price = wanted.price === undefined ? null : toPerUnit(state, wanted.price, wanted, quantity);
    if (wanted.variantId === undefined && wanted.sellingPlanId === undefined) {
      const errors =
        price === null ? [] : findAmountErrors("price", wanted.price ?? price, state.contract.currencyCode);
      if (errors.length > 0) throw invalidRequest(errors);
      return updateLine(state, line.id, { quantity, agreedPrice: price ?? undefined });
    }
    const offer = await findOffer(state, { ...wanted, price, sentPrice: wanted.price }, line, context);
    const change = withCodeProducts(
      state,
      updateLine(state, line.id, { quantity, offer }),
      await findCodeProducts(context.tx, state),
    );
    return withCodesGivenBack(state, change, context.caller);
  },
  staffForms: {
    line_price: z.object({ lineId: z.uuid(), price: priceField }),
  },
  staffDialogs: {
    line_price: {
      done: "Price changed",
      button: { at: "line", label: "Price" },
      dryRun: "asked",
      view(state, { format, place }) {
        const line = findLine(state, place);
        if (!line) return null;
        requireEditable(state);
        const { currencyCode } = state.contract;
        return {
          title: `Price of ${toProductName(line)}`,
          lines: [`Of one piece, before the contract's discounts. ${toCostNow(state, format)}`],
          confirm: "Change price",
          rows: [
            [toLineIdInput(line)],
            [
              {
                kind: "text",
                name: "price",
                label: "Price",
                initial: toExactAmount(line.currentPrice, currencyCode),
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

type Line = ContractState["lines"][number];

/** What the line will hold: the wanted variant, under its present plan or another. */
async function findOffer(
  state: ContractState,
  {
    variantId,
    sellingPlanId,
    ...prices
  }: Pick<WantedContent, "price" | "sentPrice"> & Pick<WantedUpdate, "variantId" | "sellingPlanId">,
  line: Line,
  context: ChangeContext,
): Promise<LineOffer | undefined> {
  const plan = sellingPlanId === undefined ? { kept: toPlan(line) } : { id: sellingPlanId };
  const content = { variantId: variantId ?? line.variantId ?? 0, plan, ...prices };
  const [offer] = await resolveOffers(state, [content], context, asParameter);
  return offer;
}

/** The plan of a line, with the name stored there. */
export const toPlan = ({ sellingPlanId: id, sellingPlanName }: Line) =>
  id === null ? null : { id, name: sellingPlanName ?? "" };

/** @throws ProblemError invalid_request for a total that no unit price gives */
function toPerUnit(
  { contract: { currencyCode } }: ContractState,
  price: string,
  { isPricePerUnit = true }: Pick<WantedUpdate, "isPricePerUnit">,
  quantity: number,
): string {
  if (isPricePerUnit) return price;
  const unit = toUnitPrice(price, quantity, currencyCode);
  if (unit === null)
    throw invalidRequest([
      {
        parameter: "price",
        code: "not_divisible",
        detail: `No unit price gives this total for ${quantity} units.`,
      },
    ]);
  return unit;
}

const query = z.object({
  contractId: contractIdParameter,
  lineId: lineIdParameter,
  quantity: quantityParameter,
  variantId: variantIdParameter,
  price: amountParameter(
    "Price before the contract's discounts. If omitted with another variant or plan, the variant's price less the plan's discount.",
  ),
  isPricePerUnit: choice("Whether the price is for one unit. Default: it is. `false`: for the whole line."),
  sellingPlanId: sellingPlanIdParameter,
});
const input = inQueryOrBody(query, ["contractId", "lineId"], (rule) => [
  rule(CHANGES, (wanted) =>
    CHANGES.some((name) => wanted[name] !== undefined)
      ? []
      : CHANGES.map((name) => ({ path: [name], code: "missing", message: "Give at least one of these." })),
  ),
]);

export const updateLineItem = lineUpdate.json({
  name: "updateLineItem",
  path: "subscription-contracts-update-line-item",
  aliases: [
    "subscription-contracts-update-line-item-quantity",
    "subscription-contracts-update-line-item-price",
  ],
  summary: "Change the quantity, variant, price or plan of a line",
  description:
    "Send contractId, lineId and at least one change as query parameters or in a JSON body. All of them are made as one change.",
  method: "PUT",
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, lineId: EXAMPLE_UUID, quantity: 3, price: "11.90" },
  problems: ["conflict"],
  read: input.read,
});
