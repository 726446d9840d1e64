import { randomUUID } from "node:crypto";
import { z } from "zod";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { addLines } from "~/features/contracts/change/line-edits";
import { asParameter, resolveOffers, type ToPlace } from "~/features/contracts/offers/line-offers.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { toCostNow } from "~/features/contracts/operations/definition/dialog-texts";
import {
  formId,
  idField,
  piecesField,
  priceField,
  quantityField,
} from "~/features/contracts/operations/definition/form-fields";
import { toQuantityInput } from "~/features/contracts/operations/definition/line-inputs";
import {
  amountParameter,
  choice,
  contractId,
  contractIdParameter,
  quantityParameter,
  sellingPlanIdParameter,
  variantIdParameter,
} from "~/features/contracts/operations/definition/parameters";
import { toOneTimeAddition } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { MAX_QUANTITY } from "~/lib/limits";
import { invalidRequest } from "~/lib/problem";
import { variantsBody } from "./line-bodies";
import { toVariantInput } from "./variant-choices.server";

type WantedLine = {
  /** The id of the new line. */
  id: string;
  variantId: number;
  quantity: number;
  sellingPlanId: number | null;
  price: string | null;
};

/** `places`: the path of each in the body; none = they are parameters. */
type WantedLines = { lines: WantedLine[]; places?: string[]; isOneTime?: boolean };

const toPlaceIn =
  (places: readonly string[]): ToPlace =>
  (_field, index) => ({ pointer: `/${places[index]}` });

/**
 * Adds lines to a contract, all of them or none (wire.md §4). Rule: `addLines`; refused as by `resolveOffers`. With
 * `isOneTime`, adds a one-time product to the next order instead (operation 4).
 */
export const lineAddition = defineContractOperation<WantedLines, "line_added">({
  customerSwitch: (_state, { isOneTime }) => (isOneTime ? "one_time_products" : "add_line"),
  canBeUndone: true,
  amounts: () => ["price"],
  amountFields: ({ lines, places }) =>
    places?.map((place) => ({ pointer: `/${place}` })) ?? [
      { parameter: "quantity" },
      ...(lines.some(({ price }) => price !== null) ? [{ parameter: "price" }] : []),
    ],
  async change(state, { lines, places, isOneTime }, context) {
    const [once] = lines;
    if (isOneTime && once) {
      const errors = (["price", "sellingPlanId"] as const).flatMap((parameter) =>
        once[parameter] === null
          ? []
          : [{ parameter, code: "not_with_one_time", detail: "A one-time product has none of its own." }],
      );
      if (errors.length > 0) throw invalidRequest(errors);
      return toOneTimeAddition(state, { ...once, variantHandle: null, billingAttemptId: null }, context);
    }
    requireEditable(state);
    const wanted = lines.map(({ variantId, sellingPlanId, price }) => ({
      variantId,
      plan: { id: sellingPlanId },
      price,
    }));
    const offers = await resolveOffers(state, wanted, context, places ? toPlaceIn(places) : asParameter);
    return addLines(
      state,
      offers.map((offer, index) => {
        const { id = randomUUID(), quantity = 1 } = lines[index] ?? {};
        return { ...offer, id, quantity };
      }),
    );
  },
  portalForms: {
    "add-line": {
      operationId: "portalAddLine",
      body: z
        .object({ variant: idField, quantity: piecesField, plan: idField.optional() })
        .transform(({ variant, quantity, plan = null }) => ({
          lines: [{ id: randomUUID(), variantId: variant, quantity, sellingPlanId: plan, price: null }],
        })),
      checkOf: { quantity: "number" },
      labelOf: ({ line }) => ({ quantity: line.quantity }),
      outcome: ({ lines }) => ({ done: "line_added", undo: lines[0]?.id }),
      undo: {
        line_added: (line) =>
          line ? { intent: "remove-line", behind: "remove_line", fields: { line } } : null,
      },
    },
  },
  staffForms: {
    add_line: z
      .object({
        variantId: formId("Choose a product."),
        quantity: quantityField.max(MAX_QUANTITY, `Use at most ${MAX_QUANTITY}.`),
        price: z.union([z.literal(""), priceField]).optional(),
      })
      .transform(({ price, ...line }) => ({
        lines: [{ ...line, id: randomUUID(), sellingPlanId: null, price: price || null }],
      })),
  },
  staffDialogs: {
    add_line: {
      done: "Product added",
      button: { at: "products", label: "Add a product" },
      dryRun: "asked",
      async view(state, context) {
        requireEditable(state);
        const needsPrice = state.contract.currencyCode !== context.shop.currencyCode;
        return {
          title: "Add a product",
          lines: [`It comes with every order. ${toCostNow(state, context.format)}`],
          confirm: "Add product",
          search: context.place.q,
          rows: [
            [await toVariantInput(state, context, null, (wanted) => addLines(state, [wanted]))],
            [
              toQuantityInput(1),
              {
                kind: "text",
                name: "price",
                label: needsPrice ? "Price" : "Price (blank: as in the catalogue)",
                inputMode: "decimal",
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
  variantId: variantIdParameter,
  quantity: quantityParameter,
  price: amountParameter(
    "Price of one unit before the contract's discounts. If omitted, the variant's price less the selling plan's discount. Not for customers.",
  ),
  sellingPlanId: sellingPlanIdParameter,
  isOneTimeProduct: choice("`true`: adds it to the next order only, as a one-time product."),
});
const input = inQueryOrBody(query, ["contractId", "variantId"]);

const problems = ["conflict", "currency_mismatch", "forbidden", "switched_off"] as const;

export const addLineItem = lineAddition.json({
  name: "addLineItem",
  path: "subscription-contracts-add-line-item",
  aliases: ["subscription-contract-add-line-item"],
  summary: "Add a product to a contract",
  description: "Send contractId and variantId, both required, as query parameters or in a JSON body.",
  method: "PUT",
  alsoNeeds: { scope: "orders:write", parameter: "isOneTimeProduct" },
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, variantId: 42_000_000_007, quantity: 2 },
  problems,
  read(sent) {
    const { contractId, isOneTimeProduct, ...line } = input.read(sent);
    const { variantId, quantity = 1, price = null, sellingPlanId = null } = line;
    const wanted = { id: randomUUID(), variantId, quantity, price, sellingPlanId };
    return { contractId, lines: [wanted], isOneTime: isOneTimeProduct };
  },
});

export const addLineItems = lineAddition.json({
  name: "addLineItems",
  path: "subscription-contracts-add-line-items",
  isForMerchants: true,
  summary: "Add several products to a contract",
  description:
    "Either all products are added or none. The body is a list, or an object of quantities by variant id.",
  method: "PUT",
  query: z.object({ contractId }),
  body: variantsBody,
  bodyExample: [{ variantId: 42_000_000_007, quantity: 2 }, { variantId: 42_000_000_008 }],
  problems,
  read: ({ query, body }) => ({
    ...query,
    lines: body.map(({ variantId, quantity }) => ({
      id: randomUUID(),
      variantId,
      quantity,
      price: null,
      sellingPlanId: null,
    })),
    places: body.map(({ place }) => place),
  }),
});
