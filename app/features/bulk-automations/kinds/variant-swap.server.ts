import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isItemOf } from "~/features/bulk-automations/sql.server";
import { type CodeProducts, findForeignLines } from "~/features/contracts/change/code-products";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { setLineContents } from "~/features/contracts/change/line-edits";
import { listCodeProducts } from "~/features/discounts/discount-codes.repo.server";
import { quote } from "~/lib/format";
import { ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { checkVariants, chosenId, findVariantName, variantId, withNames } from "./catalogue-check.server";
import { changeContracts } from "./change-contracts.service.server";
import { type Batch, defineKind } from "./kind.server";
import {
  BILLING,
  CONTENT_FIELDS,
  DELIVERY,
  filledLines,
  isConcerned,
  joinPlanPrice,
  LINES_TOTAL,
  ofContract,
  ofLines,
  PLAN_PRICE_FIELDS,
  PRICE_FIELDS,
  toDeliveryCount,
  toLinesValue,
  toPriceText,
  toShortList,
} from "./line-values.server";

const readLines = (value: string) => filledLines.parse(JSON.parse(value));

/** SQL over a variant `n` and its product `m`: what a line of it holds. */
const NEW_CONTENT: Record<string, SQL> = {
  productId: sql`n.product_id`,
  variantId: sql`n.id`,
  title: sql`m.title`,
  variantTitle: sql`n.title`,
  sku: sql`n.sku`,
  taxable: sql`n.taxable`,
  requiresShipping: sql`n.requires_shipping`,
};

/**
 * Replaces a variant with another wherever contracts hold it (docs/wire.md §4 "replace-variants"): the line keeps its
 * id, place, quantity, plan, attributes and discounts, and costs the new variant's price, less the plan's discount. A
 * contract with a code that covers the line and is not for the new product is left as it is (docs/decisions/178).
 */
export const variantSwapKind = defineKind({
  name: "VARIANT_SWAP",
  parameters: withNames({ oldVariantId: variantId, newVariantId: variantId }),
  examples: [{ oldVariantId: 42_000_000_001, newVariantId: 42_000_000_002 }],
  async check({ oldVariantId, newVariantId }, { id }) {
    const [old, { errors, names }] = await Promise.all([
      oldVariantId === undefined ? "" : findVariantName(id, oldVariantId),
      checkVariants(id, newVariantId === undefined ? {} : { newVariantId }),
    ]);
    if (old === null)
      errors.push({
        parameter: "oldVariantId",
        code: "unknown_variant",
        detail: "The shop has no such variant.",
      });
    else names.oldVariantId = old;
    if (newVariantId !== undefined && oldVariantId === newVariantId)
      errors.push({ parameter: "newVariantId", code: "same", detail: "Choose another variant." });
    return { errors, names };
  },
  choices: [
    {
      value: "VARIANT_SWAP",
      label: "Swap a product",
      note: "Another product in its place, wherever contracts hold it",
      asks: {
        inputs: () => [
          { type: "pick", name: "oldVariant", label: "Product to replace", from: "heldVariants" },
          { type: "pick", name: "newVariant", label: "New product", from: "variants" },
        ],
        hint: () =>
          "Quantity, plan, attributes and discounts stay; contracts with a code that is not for the new product are left as they are. The price is the new product’s, less what the selling plan takes off.",
        toParts: () => [
          z
            .object({ oldVariant: chosenId("Choose a product.") })
            .transform(({ oldVariant }) => ({ oldVariantId: oldVariant })),
          z
            .object({ newVariant: chosenId("Choose a product.") })
            .transform(({ newVariant }) => ({ newVariantId: newVariant })),
        ],
        fields: { oldVariantId: "oldVariant", newVariantId: "newVariant" },
      },
    },
  ],
  toTitle: ({ oldVariantId, newVariantId, names }) =>
    `Swap “${names?.oldVariantId ?? oldVariantId}” for “${names?.newVariantId ?? newVariantId}”`,
  values: {
    isMoney: false,
    toText: (value, { currencyCode }) =>
      toShortList(
        readLines(value).map((line) =>
          [line.title, line.variantTitle, toPriceText(line, currencyCode)]
            .filter((part) => part !== null && !/^default( title)?$/i.test(part))
            .join(", "),
        ),
        " + ",
      ),
    toPlain: (value) =>
      readLines(value)
        .map((line) => String(line.variantId ?? ""))
        .join(", "),
    sum: LINES_TOTAL,
  },
  join({ oldVariantId, newVariantId }, plan) {
    const before = toLinesValue({ ...PRICE_FIELDS, ...CONTENT_FIELDS });
    const lines = sql`where ${ofContract(plan)}
      and ${isConcerned(sql`l.variant_id = ${oldVariantId}::bigint`, plan)}`;
    if (plan.isUndo)
      return sql`left join lateral (select ${before} as before from contract_lines l ${lines}) v on true`;
    const isOfShop = (alias: string) => sql`${sql.raw(alias)}.shop_id = ${plan.shop.id}::bigint`;
    return sql`left join lateral (
      select ${before} as before, case when bool_and(n.id is not null and m.id is not null)
        then ${toLinesValue({ ...PRICE_FIELDS, ...NEW_CONTENT, ...PLAN_PRICE_FIELDS })} end as after
      from contract_lines l
      left join variants n on ${isOfShop("n")} and n.id = ${newVariantId}::bigint and n.deleted_at is null
      left join products m on ${isOfShop("m")} and m.id = n.product_id and m.deleted_at is null
      left join selling_plans s on ${isOfShop("s")} and s.id = l.selling_plan_id
      ${joinPlanPrice(sql`n.price * ${toDeliveryCount(BILLING, DELIVERY)}`, plan)} ${lines}) v on true`;
  },
  ...ofLines("VARIANT_DELETED"),
  skipReasons: {
    VARIANT_DELETED: "the new product has been deleted",
  },
  async apply(tx, batch, audit) {
    const deleted = await listDeletedTargets(tx, batch);
    const codeProducts = await listCodeProductsOf(tx, batch);
    return changeContracts(
      tx,
      batch,
      audit,
      (state, target) => {
        const lines = readLines(target);
        const gone = lines.find(({ variantId }) => variantId !== null && deleted.has(variantId));
        if (gone) throw new ProblemError("conflict", `The product “${gone.title}” was deleted.`);
        const change = setLineContents(
          state,
          lines.map(({ quantity: _, ...content }) => content),
          "contract.line_swapped",
        );
        requireCodesFit(state, change.lines, codeProducts);
        return change;
      },
      { content: true },
    );
  },
});

/**
 * A code for other products would have to leave the line (`withCodeProducts`), which undoing the swap could not bring
 * back: discounts are not part of what it restores.
 *
 * @throws ProblemError conflict
 */
function requireCodesFit(
  state: ContractState,
  lines: readonly ContractState["lines"][number][],
  codeProducts: CodeProducts,
): void {
  for (const discount of state.discounts) {
    const [foreign] = findForeignLines(state, discount, lines, codeProducts);
    if (foreign)
      throw new ProblemError(
        "conflict",
        `The code ${quote(discount.title)} is not for ${quote(foreign.title)}. Add the product to the code, or remove the discount first.`,
      );
  }
}

/** The products of the codes that contracts of the batch have for certain lines. */
async function listCodeProductsOf(tx: Queryable, batch: Batch): Promise<CodeProducts> {
  const { shop, automationId, firstContractId, lastContractId } = batch;
  const rows = await tx.execute<{ code: string }>(sql`
    select distinct d.code from bulk_automation_items i
    join contract_discounts d on d.shop_id = ${shop.id}::bigint and d.contract_id = i.contract_id
      and d.code is not null and d.line_ids is not null
    where ${isItemOf(shop.id, automationId)} and i.status = 'PLANNED'
      and i.contract_id between ${firstContractId}::bigint and ${lastContractId}::bigint`);
  return listCodeProducts(
    tx,
    shop.id,
    rows.map(({ code }) => code),
  );
}

/** Of the variants that lines of the batch are to hold, those that the shop has deleted since the plan was made. */
async function listDeletedTargets(tx: Queryable, batch: Batch): Promise<Set<number>> {
  const { shop, automationId, firstContractId, lastContractId } = batch;
  const rows = await tx.execute<{ id: number }>(sql`
    select distinct n.id from bulk_automation_items i
    cross join lateral jsonb_array_elements(i.after::jsonb) e
    join variants n on n.shop_id = ${shop.id}::bigint and n.id = (e ->> 'variantId')::bigint
    join products m on m.shop_id = ${shop.id}::bigint and m.id = n.product_id
    where ${isItemOf(shop.id, automationId)} and i.status = 'PLANNED'
      and i.contract_id between ${firstContractId}::bigint and ${lastContractId}::bigint
      and (n.deleted_at is not null or m.deleted_at is not null)`);
  return new Set(rows.map(({ id }) => id));
}
