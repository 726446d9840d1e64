import { randomUUID } from "node:crypto";
import { z } from "zod";
import { withCodeProducts } from "~/features/contracts/change/code-products";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { type LineOffer, requireLines, swapLines } from "~/features/contracts/change/line-edits";
import { hasSamePrice } from "~/features/contracts/change/line-price";
import { findCatalogueOffers } from "~/features/contracts/offers/line-offers.repo.server";
import { findOffersForCustomer, resolveOffers } from "~/features/contracts/offers/line-offers.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { toCostNow } from "~/features/contracts/operations/definition/dialog-texts";
import { formId, idField, quantityField } from "~/features/contracts/operations/definition/form-fields";
import {
  findLine,
  toLineIdInput,
  toQuantityInput,
} from "~/features/contracts/operations/definition/line-inputs";
import { contractIdParameter } from "~/features/contracts/operations/definition/parameters";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { platformIdField } from "~/http/request/body-fields";
import { isBlank, listNames } from "~/http/request/query-or-body";
import { EXAMPLE_UUID, MISSING } from "~/http/request/query-parameters";
import { quote } from "~/lib/format";
import { MAX_LINES, MAX_QUANTITY } from "~/lib/limits";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import { readAs } from "~/lib/schemas/read-as";
import { toProductName } from "~/lib/variant-title";
import { db, type Queryable } from "~db/client.server";
import { findCodeProducts } from "./code-products.server";
import { withCodesGivenBack } from "./freed-codes.server";
import { bodyLineId, quantityByVariant, type WantedVariant } from "./line-bodies";
import { toPlan } from "./update-line.server";
import { toVariantInput } from "./variant-choices.server";

/** Which lines go, by id or by variant, and what replaces them. `ids`: those of the new lines, except for the first. */
type WantedSwap = {
  lineId?: string;
  oldVariants?: number[];
  /** Without a quantity, the first line's. */
  newVariants: (Omit<WantedVariant, "quantity"> & { quantity?: number })[];
  carryDiscount: boolean;
};

/**
 * Replaces lines by other products (wire.md §4). The new line has position, plan and attributes of the first old one
 * and, unless it is to be dropped, its discount, if that is not of a code for other products; its price is the new
 * variant's less the plan's reduction. Rules: `swapLines`, `withCodeProducts`; refused as by `resolveOffers`.
 */
export const lineSwap = defineContractOperation<WantedSwap, "line_swapped">({
  canBeUndone: true,
  customerSwitch: "swap_line",
  amountFields: ({ newVariants }) => newVariants.map(({ place }) => ({ pointer: `/${place}` })),
  async change(state, wanted, context) {
    requireEditable(state);
    const lineIds = findLineIds(state, wanted);
    const [first] = requireLines(state, lineIds);
    if (!first) throw new Error("a swap was not held against its contract");
    if (context.isCustomer) await requireSwitches(state, lineIds, wanted, context.tx);
    const plan = { kept: toPlan(first) };
    const contents = wanted.newVariants.map(({ variantId }) => ({ variantId, plan, price: null }));
    const offers = await resolveOffers(state, contents, context, (_field, index) => ({
      pointer: `/${wanted.newVariants[index]?.place}`,
    }));
    const instead = offers.map((offer, index) => ({
      ...offer,
      id: randomUUID(),
      quantity: wanted.newVariants[index]?.quantity ?? first.quantity,
    }));
    const change = withCodeProducts(
      state,
      swapLines(state, lineIds, instead, wanted),
      await findCodeProducts(context.tx, state),
    );
    return withCodesGivenBack(state, change, context.caller);
  },
  portalForms: {
    swap: {
      operationId: "portalSwapLine",
      body: z.object({ line: z.uuid(), variant: idField }).transform(({ line, variant }) => ({
        lineId: line,
        newVariants: [{ variantId: variant, place: "variant" }],
        carryDiscount: true,
      })),
      outcome: async ({ lineId = "" }, before, { now }) => ({
        done: "line_swapped",
        undo: await findUndo(lineId, before, now),
      }),
      undo: {
        line_swapped: (value) => {
          const [line = "", variant = ""] = value.split("~");
          return { fields: { line, variant } };
        },
      },
    },
  },
  staffForms: {
    swap_line: z
      .object({
        lineId: z.uuid(),
        variantId: formId("Choose a product."),
        quantity: quantityField.max(MAX_QUANTITY, `Use at most ${MAX_QUANTITY}.`),
      })
      .transform(({ lineId, variantId, quantity }) => ({
        lineId,
        newVariants: [{ variantId, quantity, place: "variantId" }],
        carryDiscount: true,
      })),
  },
  staffDialogs: {
    swap_line: {
      done: "Product swapped",
      button: { at: "line", label: "Swap" },
      dryRun: "asked",
      async view(state, context) {
        const line = findLine(state, context.place);
        if (!line) return null;
        requireEditable(state);
        const codeProducts = await findCodeProducts(db, state);
        const toSwap = (wanted: LineOffer & { id: string; quantity: number }) =>
          withCodeProducts(
            state,
            swapLines(state, [line.id], [wanted], { carryDiscount: true }),
            codeProducts,
          );
        return {
          title: `Swap ${toProductName(line)}`,
          lines: [
            `Its plan, attributes and discount stay, but a code for other products does not. ${toCostNow(state, context.format)}`,
            ...(await listPlanWarnings(state.contract.shopId, line)),
          ],
          confirm: "Swap product",
          search: context.place.q,
          rows: [
            [toLineIdInput(line)],
            [await toVariantInput(state, context, line, toSwap)],
            [toQuantityInput(line.quantity)],
          ],
        };
      },
    },
  },
});

/** Imports name plans without frequency and discount; staff can add both on the page of selling plans. */
async function listPlanWarnings(
  shopId: number,
  { sellingPlanId, sellingPlanName }: ContractState["lines"][number],
): Promise<string[]> {
  if (sellingPlanId === null) return [];
  const wanted = { variantIds: [], planIds: [sellingPlanId], productIds: [] };
  const plan = (await findCatalogueOffers(db, shopId, wanted)).plans.get(sellingPlanId);
  if (plan && (plan.discountPercentage !== null || plan.billingInterval !== null)) return [];
  const name = quote(sellingPlanName ?? plan?.name ?? String(sellingPlanId));
  return [
    `The discount of ${name} is not known, so the new product costs the catalogue’s price. Set it under “Selling plans” first if it is to count.`,
  ];
}

/**
 * The other switches that a customer's swap needs: without them, a swap could change quantities, or add or remove
 * lines, where the shop allows swapping only (docs/wire.md §4).
 *
 * @throws ProblemError switched_off
 */
async function requireSwitches(
  { contract, lines }: ContractState,
  lineIds: readonly string[],
  { newVariants }: WantedSwap,
  tx: Queryable,
): Promise<void> {
  const going = lines.filter(({ id }) => lineIds.includes(id));
  const sum = (pieces: readonly number[]) => pieces.reduce((all, each) => all + each, 0);
  const coming = newVariants.map(({ quantity = going[0]?.quantity ?? 1 }) => quantity);
  const settings = await readPortalSettings(contract.shopId, tx);
  if (coming.length > going.length) requirePortalAction(settings, "add_line");
  if (coming.length < going.length) requirePortalAction(settings, "remove_line");
  if (sum(coming) !== sum(going.map(({ quantity }) => quantity))) requirePortalAction(settings, "quantity");
}

/**
 * The value that undoes a customer's swap. There is an undo only while the shop offers what the line held at the price
 * it had: a customer's page cannot restore a price that was once agreed on (docs/decisions/054), nor a discount that
 * the line has lost.
 */
async function findUndo(lineId: string, before: ContractState, now: Date): Promise<string | undefined> {
  const { shopId, subscriptionContractId } = before.contract;
  const old = before.lines.find(({ id }) => id === lineId);
  const state = await findContractState(shopId, subscriptionContractId, now);
  if (!state || !old || old.variantId === null) return undefined;
  const covers = ({ lineIds }: ContractState["discounts"][number]) => lineIds?.includes(lineId);
  if (before.discounts.filter(covers).length > state.discounts.filter(covers).length) return undefined;
  const wanted = { variantId: old.variantId, plan: { kept: toPlan(old) } };
  const [offer] = await findOffersForCustomer(state, [wanted], db);
  if (!offer) return undefined;
  const there = [{ ...offer, id: lineId, quantity: old.quantity }];
  const line = swapLines(state, [lineId], there, { carryDiscount: true }).lines?.find(
    ({ id }) => id === lineId,
  );
  return line && hasSamePrice(line, old) ? `${lineId}~${old.variantId}` : undefined;
}

/** @throws ProblemError not_found naming each variant that no line has */
function findLineIds({ lines }: ContractState, { lineId, oldVariants = [] }: WantedSwap): string[] {
  if (lineId !== undefined) return [lineId];
  const missing = oldVariants.filter((id) => !lines.some(({ variantId }) => variantId === id));
  if (missing.length > 0)
    throw new ProblemError("not_found", "The contract has no such line.", {
      errors: missing.map((id) => ({
        pointer: `/oldVariants/${oldVariants.indexOf(id)}`,
        code: "not_found",
        detail: `No line of the contract has the variant ${id}.`,
      })),
    });
  return lines.flatMap(({ id, variantId }) =>
    variantId !== null && oldVariants.includes(variantId) ? [id] : [],
  );
}

const EXPECTED_TRUTH = "Use true or false.";
const truth = z.union([z.boolean(), z.string()], { error: EXPECTED_TRUTH }).transform(
  readAs(
    (given: boolean | string) => {
      const text = String(given).toLowerCase();
      return text === "true" ? true : text === "false" ? false : null;
    },
    EXPECTED_TRUTH,
    "invalid_value",
  ),
);

function findUnnamed({ hasContract, hasLine }: { hasContract: boolean; hasLine: boolean }): FieldError[] {
  return [
    ...(hasContract ? [] : [{ pointer: "/contractId", code: "missing", detail: MISSING }]),
    ...(hasLine
      ? []
      : [
          {
            pointer: "/oldVariants",
            code: "missing",
            detail: "Name what is swapped: lineId or oldVariants.",
          },
        ]),
  ];
}

const shared = {
  path: "subscription-contract-details/replace-variants-v3",
  summary: "Swap products of a contract",
  description:
    "Name the lines by lineId or by oldVariants. contractId may also be in the query. The new line keeps the position, selling plan and attributes.",
  query: z.object({ contractId: contractIdParameter }),
  findMore: (sent: { query: unknown; body: unknown }, known: readonly FieldError[]) => {
    const wrong = listNames(known);
    const has = (name: string) => wrong.has(name) || !isBlank(sent.query, name) || !isBlank(sent.body, name);
    return findUnnamed({ hasContract: has("contractId"), hasLine: has("lineId") || has("oldVariants") });
  },
  body: z.object({
    contractId: platformIdField("SubscriptionContract").optional(),
    lineId: bodyLineId.optional(),
    oldVariants: z.array(platformIdField("ProductVariant")).max(MAX_LINES).optional(),
    newVariants: quantityByVariant.meta({ description: "Quantities by variant id." }),
    carryForwardDiscount: truth
      .default(true)
      .meta({ type: "boolean", description: "Whether discounts of the old line also cover the new one." }),
  }),
  bodyExample: {
    contractId: 10_000_000_012,
    lineId: EXAMPLE_UUID,
    newVariants: { "42000000008": 1 },
    carryForwardDiscount: true,
  },
  problems: ["conflict", "currency_mismatch", "forbidden"],
} as const;

type SwapInput = {
  query: { contractId?: number };
  body: z.output<typeof shared.body>;
};

function readSwap({ query, body }: SwapInput) {
  const { lineId, oldVariants = [], newVariants, carryForwardDiscount } = body;
  const contractId = query.contractId ?? body.contractId;
  const errors = findUnnamed({
    hasContract: contractId !== undefined,
    hasLine: lineId !== undefined || oldVariants.length > 0,
  });
  if (contractId === undefined || errors.length > 0) throw invalidRequest(errors);
  return {
    contractId,
    lineId,
    oldVariants: [...new Set(oldVariants)],
    newVariants: newVariants.map((variant) => ({ ...variant, place: `newVariants/${variant.place}` })),
    carryDiscount: carryForwardDiscount,
  };
}

export const replaceVariants = lineSwap.json({
  ...shared,
  name: "replaceVariants",
  method: "PUT",
  read: readSwap,
});

/** Some clients use POST. */
export const replaceVariantsByPost = lineSwap.json({
  ...shared,
  name: "replaceVariantsByPost",
  method: "POST",
  read: readSwap,
});
