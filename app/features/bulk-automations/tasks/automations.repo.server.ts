import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { type BatchCounts, RATE_SECONDS } from "~/features/bulk-automations/automation";
import { toInstant } from "~/features/bulk-automations/sql.server";
import type { RealTime } from "~/lib/clocks";
import { announce } from "~db/announcements.server";
import { db, type Queryable } from "~db/client.server";
import { countRows, deleteRows, isRow, updateRows } from "~db/rows.server";
import { bulkAutomationBatches, bulkAutomations } from "~db/schema/bulk-automations";
import { takeNumber } from "./numbers.repo.server";

// The ids alone may be megabytes, so they are not read.
const { selectionIds: _, ...columns } = getTableColumns(bulkAutomations);
export type AutomationRow = Omit<typeof bulkAutomations.$inferSelect, "selectionIds">;
export type NewAutomation = Omit<typeof bulkAutomations.$inferInsert, "id" | "shopId">;

/** @throws a unique violation of bulk_automations_running_key or bulk_automations_undo_key */
export async function insertAutomation(
  tx: Queryable,
  shopId: number,
  values: NewAutomation,
): Promise<AutomationRow> {
  const id = await takeNumber(tx, shopId);
  const rows = await tx
    .insert(bulkAutomations)
    .values({ ...values, shopId, id })
    .returning(columns);
  const row = rows[0];
  if (!row) throw new Error("insert of a bulk change returned no row");
  return row;
}

export async function findAutomation(
  shopId: number,
  id: number,
  on: Queryable = db,
): Promise<AutomationRow | null> {
  const rows = await on.select(columns).from(bulkAutomations).where(isRow(bulkAutomations, { shopId, id }));
  return rows[0] ?? null;
}

/** The task that holds the shop's slot. */
export async function findRunningAutomation(
  shopId: number,
  on: Queryable = db,
): Promise<AutomationRow | null> {
  const rows = await on
    .select(columns)
    .from(bulkAutomations)
    .where(isRow(bulkAutomations, { shopId, status: ["PLANNING", "RUNNING", "PAUSED"] }));
  return rows[0] ?? null;
}

/** Allowance for clocks of two machines: a task that ended longer ago has not run "just now". */
const JUST_NOW_MS = 30_000;

/** For this long after its end a task still counts as running for callers who cannot know that it is over. */
const UNSEEN_MS = 1000;

/** Notes that somebody has seen these tasks' end. Written only while it still matters. */
export async function noteEndsSeen(
  shopId: number,
  tasks: readonly AutomationRow[],
  now: RealTime,
): Promise<void> {
  const unseen = tasks.filter(
    ({ finishedAt, endSeenAt }) => finishedAt && !endSeenAt && +now < +finishedAt + UNSEEN_MS,
  );
  if (unseen.length === 0) return;
  const ids = unseen.map(({ id }) => id);
  await updateRows(db, bulkAutomations, { shopId, id: ids, endSeenAt: null }, { endSeenAt: now });
}

/** A task other than `id` that was running at an instant, as far as a caller could know. */
export async function findRunningAt(
  tx: Queryable,
  shopId: number,
  id: number,
  instant: RealTime,
): Promise<AutomationRow | null> {
  const rows = await tx
    .select(columns)
    .from(bulkAutomations)
    .where(
      and(
        eq(bulkAutomations.shopId, shopId),
        ne(bulkAutomations.id, id),
        isNotNull(bulkAutomations.startedAt),
        or(
          gt(bulkAutomations.endSeenAt, instant),
          and(
            isNull(bulkAutomations.endSeenAt),
            gt(bulkAutomations.finishedAt, new Date(instant.getTime() - UNSEEN_MS)),
          ),
        ),
        lt(bulkAutomations.finishedAt, new Date(instant.getTime() + JUST_NOW_MS)),
      ),
    )
    .orderBy(desc(bulkAutomations.finishedAt))
    .limit(1);
  return rows[0] ?? null;
}

const isListed = (shopId: number) =>
  and(eq(bulkAutomations.shopId, shopId), ne(bulkAutomations.status, "DRAFT"));

/** Newest first, without drafts. */
export function listAutomations(
  shopId: number,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<AutomationRow[]> {
  return db
    .select(columns)
    .from(bulkAutomations)
    .where(isListed(shopId))
    .orderBy(desc(bulkAutomations.id))
    .limit(limit)
    .offset(offset);
}

export async function countAutomations(shopId: number): Promise<number> {
  const rows = await db.select({ total: count() }).from(bulkAutomations).where(isListed(shopId));
  return rows[0]?.total ?? 0;
}

/** The task that undoes these changes, unless it was given up. */
export async function findUndoOf(
  shopId: number,
  id: number,
  on: Queryable = db,
): Promise<AutomationRow | null> {
  const rows = await on
    .select(columns)
    .from(bulkAutomations)
    .where(
      isRow(bulkAutomations, { shopId, undoOf: id, status: ["PLANNING", "RUNNING", "PAUSED", "COMPLETED"] }),
    );
  return rows[0] ?? null;
}

export function updateAutomation(
  tx: Queryable,
  shopId: number,
  id: number,
  values: Partial<NewAutomation>,
): Promise<number> {
  announce(tx, shopId, "bulk-automations");
  return updateRows(tx, bulkAutomations, { shopId, id }, values);
}

export const deleteAutomation = (tx: Queryable, shopId: number, id: number) =>
  deleteRows(tx, bulkAutomations, { shopId, id });

/** Drafts of a shop that were made before an instant. */
export function listOldDrafts(shopId: number, before: Date): Promise<{ id: number }[]> {
  return db
    .select({ id: bulkAutomations.id })
    .from(bulkAutomations)
    .where(and(eq(bulkAutomations.shopId, shopId), isOldDraft(before)));
}

/** Drafts of a shop but for its newest ones. */
export function listDraftsBeyond(shopId: number, newest: number): Promise<{ id: number }[]> {
  return db
    .select({ id: bulkAutomations.id })
    .from(bulkAutomations)
    .where(isRow(bulkAutomations, { shopId, status: "DRAFT" }))
    .orderBy(desc(bulkAutomations.id))
    .offset(newest);
}

/**
 * Shops that have a draft made before an instant, or a task with work for a worker. Reads ids of shops only (design.md
 * "Citus" rule 5).
 */
export function listAutomatingShops(now: RealTime, draftsBefore: Date): Promise<{ id: number }[]> {
  return db
    .selectDistinct({ id: bulkAutomations.shopId })
    .from(bulkAutomations)
    .where(or(needsWorker(now), isOldDraft(draftsBefore)));
}

const isOldDraft = (before: Date) =>
  and(eq(bulkAutomations.status, "DRAFT"), lt(bulkAutomations.createdAt, before));

/** A scheduled one only from its start on, so that those of many shops that wait for it cost nothing. */
const needsWorker = (now: RealTime) =>
  or(
    inArray(bulkAutomations.status, ["PLANNING", "RUNNING"]),
    and(eq(bulkAutomations.status, "SCHEDULED"), lte(bulkAutomations.startsAt, now)),
    and(eq(bulkAutomations.status, "DRAFT"), isNull(bulkAutomations.plannedAt)),
  );

/** The tasks of a shop with work for a worker. */
export function listWorkableAutomations(shopId: number, now: RealTime): Promise<AutomationRow[]> {
  return db
    .select(columns)
    .from(bulkAutomations)
    .where(and(eq(bulkAutomations.shopId, shopId), needsWorker(now)));
}

export const countBatchRows = (tx: Queryable, shopId: number, id: number): Promise<number> =>
  countRows(tx, bulkAutomationBatches, { shopId, automationId: id });

/** Counts of the batches of these tasks; all zero for a task without a plan. */
export async function countBatches(
  shopId: number,
  automationIds: readonly number[],
  now: RealTime,
  on: Queryable = db,
): Promise<(automationId: number) => BatchCounts> {
  const since = new Date(now.getTime() - RATE_SECONDS * 1000);
  const t = bulkAutomationBatches;
  const isDone = sql`${t.finishedAt} is not null`;
  const sum = (value: SQL | typeof t.items, where?: SQL) =>
    where
      ? sql<number>`coalesce(sum(${value}) filter (where ${where}), 0)::int`
      : sql<number>`coalesce(sum(${value}), 0)::int`;
  const rows =
    automationIds.length === 0
      ? []
      : await on
          .select({
            automationId: t.automationId,
            items: sum(t.items),
            planned: sum(sql`${t.planned}`),
            succeeded: sum(sql`${t.succeeded}`),
            changed: sum(sql`${t.changed}`),
            failed: sum(sql`${t.failed}`),
            done: sum(sql`${t.planned}`, isDone),
            recent: sum(sql`${t.planned}`, sql`${t.finishedAt} > ${toInstant(since)}`),
          })
          .from(t)
          .where(and(eq(t.shopId, shopId), inArray(t.automationId, [...automationIds])))
          .groupBy(t.automationId);
  const byId = new Map(rows.map((row) => [row.automationId, row]));
  return (id) => byId.get(id) ?? NO_COUNTS;
}

/** Of a task that has not begun. */
export const NO_COUNTS: BatchCounts = {
  items: 0,
  planned: 0,
  succeeded: 0,
  changed: 0,
  failed: 0,
  done: 0,
  recent: 0,
};

const toLockKey = (shopId: number, id: number): SQL =>
  sql`hashtextextended(${`bulk-automation:${id}`}::text, ${shopId}::bigint)`;

/**
 * Shared by the running batches, each until its transaction ends. An advisory lock, not a lock on the row: with a row
 * lock, new sharers could keep a change of status waiting forever; an advisory lock goes to the next in line.
 */
export async function lockForBatch(tx: Queryable, shopId: number, id: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${toLockKey(shopId, id)})`);
}

/** Exclusive, until the transaction ends: no batch runs then, and none can begin. */
export async function lockForChange(tx: Queryable, shopId: number, id: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${toLockKey(shopId, id)})`);
}

/** Held while a plan is made, until the transaction ends: the session of a dead worker may still be making it. */
export async function lockPlan(tx: Queryable, shopId: number, id: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`bulk-plan:${id}`}::text, ${shopId}::bigint))`,
  );
}
