import { and, desc, eq, sql } from "drizzle-orm";
import { ANNOUNCEMENT } from "~/features/events/events";
import { db, type Queryable } from "~db/client.server";
import { findRow, isRow } from "~db/rows.server";
import { billingAttempts } from "~db/schema/billing";
import { contractLines, contracts } from "~db/schema/contracts";
import { customers, paymentMethods } from "~db/schema/customers";
import { type MAIL_STATUSES, mails } from "~db/schema/mails";
import type { NOTICE_STATES } from "~db/schema/notice-enums";
import { noticeOptOuts, noticeProgress, notices } from "~db/schema/notices";
import { type TEXT_MESSAGE_STATUSES, textMessages } from "~db/schema/text-messages";

/** Locks a shop's progress until the transaction ends; null while another process has it, or it does not exist yet. */
export async function takeProgress(tx: Queryable, shopId: number) {
  const rows = await tx
    .select()
    .from(noticeProgress)
    .where(eq(noticeProgress.shopId, shopId))
    .for("update", { skipLocked: true });
  return rows[0] ?? null;
}

/** Shops with events that have places in the stream and are not done: a query across shops, for the job. */
export async function listShopsWithNews(): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    select s.shop_id as id from event_streams s left join notice_progress p on p.shop_id = s.shop_id
    where p.shop_id is null or p.position < s.last_position`);
  return rows.map(({ id }) => id);
}

/** @returns how many were created: none if it exists */
export async function insertProgress(tx: Queryable, shopId: number, position: number): Promise<number> {
  return (await tx.insert(noticeProgress).values({ shopId, position }).onConflictDoNothing()).count;
}

export async function savePosition(tx: Queryable, shopId: number, position: number): Promise<void> {
  await tx.update(noticeProgress).set({ position }).where(eq(noticeProgress.shopId, shopId));
}

/** What has a place in the shop's stream by now becomes no notice. Waits for a process that makes some of it. */
export async function skipToEnd(tx: Queryable, shopId: number): Promise<void> {
  await tx.execute(sql`
    insert into notice_progress (shop_id, position)
    select shop_id, last_position from event_streams where shop_id = ${shopId}::bigint
    on conflict (shop_id) do update set position = greatest(notice_progress.position, excluded.position)`);
}

/** Fields of these events that the stream does not carry. */
export async function readChanges(tx: Queryable, shopId: number, ids: readonly number[]) {
  const rows = await tx.execute<{ id: number; version: number | null; fields: string[] }>(sql`
    select e.id, e.contract_version as version, e.changed_fields as fields from events e
    where e.shop_id = ${shopId}::bigint and e.id in (select (jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))::bigint)`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The last position, after a given one, of the events of these contracts' changes; null = there are none after it. */
export async function findEndOfChanges(
  tx: Queryable,
  shopId: number,
  changes: readonly { contractId: number | null; version: number | null }[],
  after: number,
): Promise<number | null> {
  const rows = await tx.execute<{ last: number | null }>(sql`
    select max(e.position) as last
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c ("contractId" bigint, version int)
    join events e on e.shop_id = ${shopId}::bigint and e.contract_id = c."contractId"
      and e.position is not null and e.position > ${after}::bigint and e.contract_version = c.version
        and e.type <> ${ANNOUNCEMENT}`);
  return rows[0]?.last ?? null;
}

/** All data that a notice about a contract may use. @param contractId ours */
export async function findSubject(shopId: number, contractId: number) {
  const [contract, lines] = await Promise.all([
    findRow(db, contracts, { shopId, id: contractId }),
    db
      .select({
        title: contractLines.title,
        variantTitle: contractLines.variantTitle,
        quantity: contractLines.quantity,
      })
      .from(contractLines)
      .where(isRow(contractLines, { shopId, contractId }))
      .orderBy(contractLines.position),
  ]);
  if (!contract) return null;
  const { customerId, paymentMethodId } = contract;
  const [customer, optOut, card] = await Promise.all([
    findRow(db, customers, { shopId, id: customerId }),
    findRow(db, noticeOptOuts, { shopId, customerId }),
    paymentMethodId === null ? null : findRow(db, paymentMethods, { shopId, id: paymentMethodId }),
  ]);
  return customer && { contract, lines, customer, card, isOptedOut: optOut !== null };
}
export type NoticeSubject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

export const findAttempt = (shopId: number, id: number) => findRow(db, billingAttempts, { shopId, id });

type NoticeState = (typeof MAIL_STATUSES | typeof TEXT_MESSAGE_STATUSES | typeof NOTICE_STATES)[number];

/** The newest notices of a contract (ours) or a customer, each with the state of its mail or text message. */
export const listNotices = (
  shopId: number,
  of: { contractId: number } | { customerId: number },
  limit: number,
) =>
  db
    .select({
      id: notices.id,
      kind: notices.kind,
      channel: notices.channel,
      state: sql<NoticeState>`coalesce(${mails.status}, ${textMessages.status}, ${notices.state})`,
      reason: notices.reason,
      error: sql<string | null>`coalesce(${mails.lastError}, ${textMessages.lastError})`,
      createdAt: notices.createdAt,
      wireContractId: contracts.subscriptionContractId,
    })
    .from(notices)
    .leftJoin(
      mails,
      and(
        eq(mails.shopId, sql`${shopId}::bigint`),
        eq(mails.shopId, notices.shopId),
        eq(mails.id, notices.mailId),
      ),
    )
    .leftJoin(
      textMessages,
      and(
        eq(textMessages.shopId, sql`${shopId}::bigint`),
        eq(textMessages.shopId, notices.shopId),
        eq(textMessages.id, notices.textMessageId),
      ),
    )
    .leftJoin(
      contracts,
      and(
        eq(contracts.shopId, sql`${shopId}::bigint`),
        eq(contracts.shopId, notices.shopId),
        eq(contracts.id, notices.contractId),
      ),
    )
    .where(isRow(notices, { shopId, ...of }))
    .orderBy(desc(notices.id))
    .limit(limit);

type CreatedStatus = Partial<Pick<typeof contracts.$inferSelect, "createdEmailStatus" | "createdSmsStatus">>;

/** Stores the state of the notices about a new contract. Not an edit of the contract: its version stays. */
export async function saveCreatedStatus(
  tx: Queryable,
  shopId: number,
  contractId: number,
  status: CreatedStatus,
): Promise<void> {
  await tx
    .update(contracts)
    .set(status)
    .where(isRow(contracts, { shopId, id: contractId }));
}

export const isOptedOut = async (shopId: number, customerId: number): Promise<boolean> =>
  (await findRow(db, noticeOptOuts, { shopId, customerId })) !== null;

export async function setOptedOut(shopId: number, customerId: number, now: Date): Promise<void> {
  await db.insert(noticeOptOuts).values({ shopId, customerId, createdAt: now }).onConflictDoNothing();
}

export async function setOptedIn(shopId: number, customerId: number): Promise<void> {
  await db.delete(noticeOptOuts).where(isRow(noticeOptOuts, { shopId, customerId }));
}
