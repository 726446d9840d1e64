import { randomBytes } from "node:crypto";
import { and, count, desc, eq, like, ne, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { findRow, isRow, pick, updateRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { mails } from "~db/schema/mails";
import type { MailKind } from "./mail-kind";
import type { RenderedMail } from "./mail-layout";

export type NewMail = RenderedMail & {
  kind: MailKind;
  recipient: string;
  customerId?: number;
  /** Our contract id. */
  contractId?: number;
  /** A second mail with the same key is not created. */
  dedupeKey?: string;
  unsubscribeUrl?: string | null;
  /** When it expires: not sent after that. */
  expiresAt?: Date;
};

/** @returns its id; null when there is one with the same key */
export async function insertMail(
  on: Queryable,
  shopId: number,
  mail: NewMail,
  createdAt: Date,
): Promise<number | null> {
  const rows = await on
    .insert(mails)
    .values({
      ...mail,
      shopId,
      status: "QUEUED",
      // Hexadecimal: mail servers may change the case of an address.
      returnCode: randomBytes(10).toString("hex"),
      createdAt,
    })
    .onConflictDoNothing()
    .returning({ id: mails.id });
  return rows[0]?.id ?? null;
}

export const findMail = (shopId: number, id: number) => findRow(db, mails, { shopId, id });
export type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>;

export const findMailOfKey = (shopId: number, dedupeKey: string, on: Queryable = db) =>
  findRow(on, mails, { shopId, dedupeKey });

/** How many mails have a key with this beginning. @param start without characters that are special in a LIKE pattern */
export async function countMailsOfKey(shopId: number, start: string): Promise<number> {
  const rows = await db
    .select({ count: count() })
    .from(mails)
    .where(and(eq(mails.shopId, shopId), like(mails.dedupeKey, `${start}%`)));
  return rows[0]?.count ?? 0;
}

/** The newest mails of the shop, without their text. */
export function listMails(shopId: number, limit: number) {
  return db
    .select({
      id: mails.id,
      kind: mails.kind,
      status: mails.status,
      recipient: mails.recipient,
      customerId: mails.customerId,
      subject: mails.subject,
      attempts: mails.attempts,
      lastError: mails.lastError,
      createdAt: mails.createdAt,
      finishedAt: mails.finishedAt,
    })
    .from(mails)
    .where(eq(mails.shopId, shopId))
    .orderBy(desc(mails.id))
    .limit(limit);
}

/** The newest mails to a customer, without their text. */
export const listMailsTo = (shopId: number, customerId: number, limit: number) =>
  db
    .select(pick(mails, "id", "kind", "status", "subject", "createdAt"))
    .from(mails)
    .where(and(eq(mails.shopId, shopId), eq(mails.customerId, customerId)))
    .orderBy(desc(mails.id))
    .limit(limit);

/** After an attempt: still QUEUED, or final. A final mail is not changed. @returns how many were changed */
export const updateMail = (
  on: Queryable,
  shopId: number,
  id: number,
  values: Partial<Pick<MailRow, "status" | "attempts" | "lastError" | "finishedAt" | "text" | "html">>,
) => updateRows(on, mails, { shopId, id, status: "QUEUED" }, values);

/** Marks a sent (or just sending) mail as bounced. @returns false when that is already known, or it was never sent */
export async function setBounced(
  on: Queryable,
  shopId: number,
  id: number,
  values: Pick<MailRow, "lastError" | "finishedAt">,
): Promise<boolean> {
  const bounced = { ...values, status: "BOUNCED", text: null, html: null } as const;
  return (await updateRows(on, mails, { shopId, id, status: ["QUEUED", "SENT"] }, bounced)) > 0;
}

/**
 * Records on all contracts of the customer with that address whether mail arrives. Not an edit of the contract: its
 * version stays.
 *
 * @returns our ids of the contracts whose flag changed
 */
export async function setEmailFailed(
  on: Queryable,
  shopId: number,
  customer: { customerId: number; email: string },
  emailBouncedOrFailed: boolean,
): Promise<number[]> {
  const rows = await on
    .update(contracts)
    .set({ emailBouncedOrFailed })
    .where(
      and(
        isRow(contracts, { shopId, customerId: customer.customerId }),
        eq(sql`lower(${contracts.customerEmail})`, customer.email.toLowerCase()),
        ne(contracts.emailBouncedOrFailed, emailBouncedOrFailed),
      ),
    )
    .returning({ id: contracts.id });
  return rows.map(({ id }) => id);
}

/** Stores what happened to the mail about a new contract. @param contractId ours */
export const setCreatedEmail = (
  on: Queryable,
  shopId: number,
  contractId: number,
  createdEmailStatus: "SENT" | "FAILED",
) => updateRows(on, contracts, { shopId, id: contractId }, { createdEmailStatus });
