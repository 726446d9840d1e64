import { client } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import type { ResolvedFilters } from "./contract-filters.server";
import type { ContractFilters } from "./contract-list.schema";
import type { LineFilter } from "./contract-lookups.server";
import type { MoveFilter } from "./contract-moves.server";
import type { PastStatusFilter } from "./contract-past-status.server";
import { findIds, type SearchFilter } from "./contract-search.server";

/**
 * Filters as the contracts' tables can answer them. Filters that name something of the catalogue become the ids that
 * lines hold; filters on what happened to a contract between two days become one filter. The ids are looked up in a
 * statement of their own: the planner then knows them and how many lines to expect; with a sub-query it would guess.
 */
export async function resolveFilters(shopId: number, filters: ContractFilters): Promise<ResolvedFilters> {
  const { recordType, productId, variantId, sellingPlanIds, havingProductsDeletedFromStore, ...rest } =
    filters;
  const {
    search: text,
    fromEndedDate,
    toEndedDate,
    endedReason,
    fromEndedMonths,
    toEndedMonths,
    endedProductId,
    fromReactivatedDate,
    toReactivatedDate,
    fromKeptDate,
    toKeptDate,
    keptBy,
    keptReason,
    activeOn,
    pausedOn,
    runningOn,
    ...others
  } = rest;
  const inGroups = recordType === "SELLING_PLAN_GROUP";
  const lines: LineFilter[] = [];
  if (productId !== undefined)
    lines.push(
      inGroups
        ? { sellingPlanIds: await findPlansWithProduct(shopId, productId) }
        : { productIds: [productId] },
    );
  if (variantId !== undefined)
    lines.push(
      inGroups
        ? { sellingPlanIds: await findPlansWithVariant(shopId, variantId) }
        : { variantIds: [variantId] },
    );
  if (sellingPlanIds !== undefined)
    lines.push({
      sellingPlanIds: inGroups ? await findPlansBesides(shopId, sellingPlanIds) : sellingPlanIds,
    });
  if (havingProductsDeletedFromStore) lines.push(await findDeleted(shopId));
  const moves = (
    [
      {
        move: "ENDED",
        from: fromEndedDate,
        to: toEndedDate,
        reason: endedReason,
        fromMonths: fromEndedMonths,
        toMonths: toEndedMonths,
        productId: endedProductId,
      },
      { move: "REACTIVATED", from: fromReactivatedDate, to: toReactivatedDate },
      { move: "KEPT", from: fromKeptDate, to: toKeptDate, reason: keptReason, offer: keptBy },
    ] satisfies MoveFilter[]
  ).filter(isAsked);
  const pastStatuses: PastStatusFilter[] = [
    ...(activeOn ? [{ statuses: ["ACTIVE"] as const, at: activeOn }] : []),
    ...(pausedOn ? [{ statuses: ["PAUSED"] as const, at: pausedOn }] : []),
    ...(runningOn ? [{ statuses: ["ACTIVE", "PAUSED"] as const, at: runningOn }] : []),
  ];
  const resolved: ResolvedFilters = {
    ...others,
    ...(pastStatuses.length > 0 && { pastStatuses }),
    ...(lines.length > 0 && { lines }),
    ...(moves.length > 0 && { moves }),
  };
  return text === undefined ? resolved : { ...resolved, search: await resolveSearch(shopId, text) };
}

/** Whether a filter on past events is set at all. */
const isAsked = ({ move: _, ...asked }: MoveFilter): boolean =>
  Object.values(asked).some((value) => value !== undefined);

async function resolveSearch(shopId: number, text: string): Promise<SearchFilter> {
  const searched = { text, productIds: await findTitled(shopId, text) };
  return { ...searched, ids: await findIds(shopId, searched) };
}

const toIds = (rows: { id: number }[]): number[] => rows.map((row) => row.id);

/** Products whose title contains the text, including deleted ones: contracts still hold them. */
const findTitled = async (shopId: number, text: string) =>
  toIds(
    await client<{ id: number }[]>`select id from products
      where shop_id = ${shopId} and lower(title) like lower(${toContainsPattern(text)})`,
  );

/** Plans of the selling-plan groups that hold a product: those that name it, and those for all products. */
const findPlansWithProduct = async (shopId: number, productId: number) =>
  toIds(
    await client<{ id: number }[]>`select sp.id from products p
      join selling_plans sp on sp.shop_id = ${shopId} and sp.group_id is not null
      where p.shop_id = ${shopId} and p.id = ${productId} and (
        exists (select from selling_plan_group_products g
          where g.shop_id = ${shopId} and g.group_id = sp.group_id and g.product_id = p.id)
        or not exists (select from selling_plan_group_products g
          where g.shop_id = ${shopId} and g.group_id = sp.group_id))`,
  );

/** Plans of the groups that hold the product of a variant. */
async function findPlansWithVariant(shopId: number, variantId: number): Promise<number[]> {
  const [variant] = await client<{ productId: number }[]>`
    select product_id as "productId" from variants where shop_id = ${shopId} and id = ${variantId}`;
  return variant ? findPlansWithProduct(shopId, variant.productId) : [];
}

/** The plans and all others of their groups; a plan without a group stands for itself. */
const findPlansBesides = async (shopId: number, planIds: number[]) => {
  const others = await client<{ id: number }[]>`select sp.id from selling_plans sp
    where sp.shop_id = ${shopId} and sp.group_id in (
      select p.group_id from selling_plans p where p.shop_id = ${shopId} and p.id = any(${planIds}::bigint[]))`;
  return [...new Set([...planIds, ...toIds(others)])];
};

async function findDeleted(shopId: number): Promise<LineFilter> {
  const [productIds, variantIds] = await Promise.all([
    client<{ id: number }[]>`select id from products where shop_id = ${shopId} and deleted_at is not null`,
    client<{ id: number }[]>`select id from variants where shop_id = ${shopId} and deleted_at is not null`,
  ]);
  return { productIds: toIds(productIds), variantIds: toIds(variantIds) };
}
