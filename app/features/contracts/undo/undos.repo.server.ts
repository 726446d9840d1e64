import { and, eq, getTableColumns, lt } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContractFields, ContractState } from "~/features/contracts/change/contract-change";
import { DAY_MS } from "~/lib/days";
import type { Queryable } from "~db/client.server";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { undos } from "~db/schema/undos";
import type { Undo } from "./undo";

/** How long an edit can be undone; after that, orders and customers have built on it. */
const KEPT_MS = DAY_MS;

type OfContract = { shopId: number; id: number };
type KeptUndo = { action: string; content: Undo; madeAt: Date };

/**
 * Stores the undo data of the edit that gives the contract this version, in the edit's transaction; deletes the shop's
 * old ones.
 */
export async function keepUndo(
  tx: Queryable,
  { shopId, id: contractId }: OfContract,
  kept: { version: number; action: string; content: Undo },
  now: Date,
): Promise<void> {
  const row = { ...kept, createdAt: now };
  await tx
    .delete(undos)
    .where(and(eq(undos.shopId, shopId), lt(undos.createdAt, new Date(now.getTime() - KEPT_MS))));
  await tx
    .insert(undos)
    .values({ shopId, contractId, ...row })
    .onConflictDoUpdate({ target: [undos.shopId, undos.contractId], set: row });
}

/**
 * The undo data of the edit that gave the contract its present version; null when something else did, or it was too
 * long ago.
 */
export async function findUndo(
  on: Queryable,
  { shopId, id, version }: OfContract & { version: number },
  now: Date,
): Promise<KeptUndo | null> {
  const [row] = await on
    .select()
    .from(undos)
    .where(and(eq(undos.shopId, shopId), eq(undos.contractId, id), eq(undos.version, version)));
  if (!row || row.createdAt.getTime() < now.getTime() - KEPT_MS) return null;
  return { action: row.action, content: fromStored(row.content), madeAt: row.createdAt };
}

/** The edit is undone: nothing is left to undo. */
export async function deleteUndo(tx: Queryable, { shopId, id }: OfContract): Promise<void> {
  await tx.delete(undos).where(and(eq(undos.shopId, shopId), eq(undos.contractId, id)));
}

type Stored<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Stored<Item>[]
    : T extends object
      ? { [Name in keyof T]: Stored<T[Name]> }
      : T;

/** JSON stores instants as text. Undo data of an earlier release has no slots. */
function fromStored(content: unknown): Undo {
  const { contract, lines, discounts, orders, slots, ...rest } = content as Stored<Undo>;
  const toPlace = ({ id, slot, formerSlot }: Stored<Undo>["slots"][number]) => ({
    id,
    slot: slot ? new Date(slot) : null,
    formerSlot: formerSlot ? new Date(formerSlot) : null,
  });
  return {
    ...rest,
    events: rest.events as Undo["events"],
    contract: withInstants(contracts, contract) as ContractFields,
    lines: withInstantsOfAll<ContractState["lines"][number]>(contractLines, lines),
    discounts: withInstantsOfAll<ContractState["discounts"][number]>(contractDiscounts, discounts),
    orders: orders?.map((each) => ({ ...toPlace(each), billingDate: new Date(each.billingDate) })) ?? null,
    slots: slots?.map(toPlace) ?? [],
  };
}

function withInstants(table: PgTable, row: object): Record<string, unknown> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      columns[name]?.dataType === "date" && typeof value === "string" ? new Date(value) : value,
    ]),
  );
}

const withInstantsOfAll = <Row>(table: PgTable, rows: object[] | null): Row[] | null =>
  rows === null ? null : rows.map((row) => withInstants(table, row) as Row);
