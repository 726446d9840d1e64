import { and, asc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ContractState } from "~/features/contracts/change/contract-change";
import {
  isOrderOfState,
  LAST_PAID,
  type LastPaid,
  toLastPaid,
} from "~/features/contracts/change/contract-change.repo.server";
import type { Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { sqlStatement, statement } from "~db/statement.server";
import type { Batch } from "./kind.server";

/** What a kind's rule reads of a contract besides its row; the rest is empty in its state. */
export type Reads = { orders?: true; content?: true; payments?: true };

/** A locked contract of a batch with what is read of it, and the values it had and will get. */
export type PlannedContract = { state: ContractState; target: string; before: string };

const selectItems = sqlStatement<
  { shopId: number; automationId: number; first: number; last: number },
  { contractId: number; version: number; before: string | null; after: string | null }
>()(
  (value) => sql`
    select i.contract_id as "contractId", i.version, i.before, i.after from bulk_automation_items i
    where i.shop_id = ${value("shopId")}::bigint and i.automation_id = ${value("automationId")}::bigint
      and i.contract_id between ${value("first")}::bigint and ${value("last")}::bigint and i.status = 'PLANNED'
    order by i.contract_id`,
);

/** Contracts by our ids. @field now of the clock that orders lie ahead of */
type Which = { shopId: number; ids: string };
type Value = (name: keyof Which) => Placeholder;

const isOneOf = (column: PgColumn, value: Value): SQL => sql`${column} = any(${value("ids")}::bigint[])`;
const isTheirs = (table: { shopId: PgColumn; contractId: PgColumn }, value: Value) =>
  and(eq(table.shopId, value("shopId")), isOneOf(table.contractId, value));

const lockContracts = statement<Which>()((on, value) =>
  on
    .select()
    .from(contracts)
    .where(and(eq(contracts.shopId, value("shopId")), isOneOf(contracts.id, value)))
    .orderBy(asc(contracts.id))
    .for("update"),
);

const selectLines = statement<Which>()((on, value) =>
  on
    .select()
    .from(contractLines)
    .where(isTheirs(contractLines, value))
    .orderBy(asc(contractLines.contractId), asc(contractLines.position), asc(contractLines.id)),
);

const selectDiscounts = statement<Which>()((on, value) =>
  on
    .select()
    .from(contractDiscounts)
    .where(isTheirs(contractDiscounts, value))
    .orderBy(asc(contractDiscounts.createdAt), asc(contractDiscounts.id)),
);

const selectAttempts = statement<Which & { now: string }>()((on, value) =>
  on
    .select()
    .from(billingAttempts)
    .where(and(isTheirs(billingAttempts, value), isOrderOfState(value("now"))))
    .orderBy(asc(billingAttempts.billingDate), asc(billingAttempts.id)),
);

/** What was paid through each contract; none without a paid order. */
const selectPaid = sqlStatement<
  Which,
  LastPaid & { contractId: number; orders: number; orderIds: number[] }
>()(
  (value) => sql`
    select a.contract_id as "contractId", count(*)::int as orders, ${LAST_PAID},
      coalesce(json_agg(a.order_id) filter (where a.order_id is not null), '[]') as "orderIds"
    from billing_attempts a
    where a.shop_id = ${value("shopId")}::bigint and a.contract_id = any(${value("ids")}::bigint[])
      and a.status = 'SUCCESS'
    group by a.contract_id`,
);

/** Locks the contracts of the batch that have not changed since the plan, and reads what belongs to them. */
export async function lockPlannedContracts(
  tx: Queryable,
  { shop: { id: shopId }, automationId, firstContractId: first, lastContractId: last }: Batch,
  now: Date,
  { orders, content, payments }: Reads,
): Promise<PlannedContract[]> {
  const items = await selectItems(tx, { shopId, automationId, first, last });
  const itemOf = new Map(items.map((item) => [item.contractId, item]));
  const locked = await lockContracts(tx, { shopId, ids: `{${[...itemOf.keys()].join(",")}}` });
  const rows = locked.filter(({ id, version }) => itemOf.get(id)?.version === version);
  const which = { shopId, ids: `{${rows.map(({ id }) => id).join(",")}}` };
  // Separate statements: a statement that has waited for a lock still sees other tables as they were before.
  const [attempts, lines, discounts, paid] = await Promise.all([
    orders ? selectAttempts(tx, { ...which, now: now.toISOString() }) : [],
    content ? selectLines(tx, which) : [],
    content ? selectDiscounts(tx, which) : [],
    payments ? selectPaid(tx, which) : [],
  ]);
  const [attemptsOf, linesOf, discountsOf] = [toGroups(attempts), toGroups(lines), toGroups(discounts)];
  const paidOf = new Map([...paid].map((each) => [each.contractId, each]));
  return rows.map((contract) => {
    const item = itemOf.get(contract.id);
    const made = paidOf.get(contract.id);
    const isBoughtWithOrder =
      contract.originOrderId !== null && !made?.orderIds.includes(contract.originOrderId);
    return {
      target: item?.after ?? "",
      before: item?.before ?? "",
      state: {
        contract,
        lines: linesOf(contract.id),
        discounts: discountsOf(contract.id),
        attempts: attemptsOf(contract.id),
        paidOrders: (made?.orders ?? 0) + (isBoughtWithOrder ? 1 : 0),
        lastPaid: toLastPaid(made),
      },
    };
  });
}

function toGroups<T extends { contractId: number }>(rows: readonly T[]): (contractId: number) => T[] {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.contractId);
    if (group) group.push(row);
    else groups.set(row.contractId, [row]);
  }
  return (contractId) => groups.get(contractId) ?? [];
}
