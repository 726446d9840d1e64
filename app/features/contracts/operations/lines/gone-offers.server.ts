import { sql } from "drizzle-orm";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { sqlStatement } from "~db/statement.server";

type Line = Pick<
  ContractState["lines"][number],
  "id" | "title" | "variantId" | "sellingPlanId" | "sellingPlanName"
>;
type Asked = { shopId: number; ids: string };

/** Locks the plans that lines are to have, so that they are not deleted meanwhile. */
const holdPlans = sqlStatement<Asked, { id: number }>()(
  (value) => sql`
    select s.id from selling_plans s
    where s.shop_id = ${value("shopId")}::bigint and s.id = any(${value("ids")}::bigint[]) order by s.id for key share`,
);

const selectDeleted = sqlStatement<Asked, { id: number }>()(
  (value) => sql`
    select v.id from variants v
    join products p on p.shop_id = ${value("shopId")}::bigint and p.id = v.product_id
    where v.shop_id = ${value("shopId")}::bigint and v.id = any(${value("ids")}::bigint[])
      and (v.deleted_at is not null or p.deleted_at is not null)`,
);

/**
 * Restored lines need what they held: a product that the shop has deleted since cannot be ordered, and no line may name
 * a deleted plan. A line's present content is not checked: it may contain what was deleted.
 *
 * @throws ProblemError conflict naming each product and plan
 */
export async function requireNotGone(
  tx: Queryable,
  { contract: { shopId }, lines: present }: Pick<ContractState, "contract" | "lines">,
  wanted: readonly Line[],
): Promise<void> {
  const now = new Map(present.map((line) => [line.id, line]));
  const filled = wanted.filter(
    ({ id, variantId }) => variantId !== null && now.get(id)?.variantId !== variantId,
  );
  const planned = wanted.filter(
    ({ id, sellingPlanId }) => sellingPlanId !== null && now.get(id)?.sellingPlanId !== sellingPlanId,
  );
  const toAsked = (ids: readonly (number | null)[]) => ({ shopId, ids: `{${[...new Set(ids)].join(",")}}` });
  const [deleted, plans] = await Promise.all([
    filled.length > 0 ? selectDeleted(tx, toAsked(filled.map(({ variantId }) => variantId))) : [],
    planned.length > 0 ? holdPlans(tx, toAsked(planned.map(({ sellingPlanId }) => sellingPlanId))) : [],
  ]);
  const deletedIds = new Set<number | null>([...deleted].map(({ id }) => id));
  const planIds = new Set<number | null>([...plans].map(({ id }) => id));
  const gone = [
    ...filled
      .filter(({ variantId }) => deletedIds.has(variantId))
      .map(({ title }) => `the product “${title}” was deleted`),
    ...planned
      .filter(({ sellingPlanId }) => !planIds.has(sellingPlanId))
      .map(
        ({ sellingPlanId, sellingPlanName }) =>
          `the selling plan “${sellingPlanName ?? sellingPlanId}” was deleted`,
      ),
  ];
  if (gone.length > 0)
    throw new ProblemError("conflict", `It cannot be as it was: ${[...new Set(gone)].join(", ")}.`);
}
