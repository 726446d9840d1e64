import { and, desc, eq, sql } from "drizzle-orm";
import { hasCustomerEmail } from "~/access/email-match.server";
import { principalShopColumns } from "~/access/shops.repo.server";
import { createPersonalCode, createReferralToken } from "~/features/referrals/rules/referral-token";
import { toEmailKey } from "~/lib/email/email-address.server";
import { db, type Queryable } from "~db/client.server";
import { findRow, isRow } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { discountCodes } from "~db/schema/discount-codes";
import { referralProgrammes, referrals, referrers } from "~db/schema/referrals";
import { shops } from "~db/schema/shops";
import { statement } from "~db/statement.server";

export type ReferralProgramme = typeof referralProgrammes.$inferSelect;

/** Shop, programme (null when there is none yet) and referrer of a token; null for an unknown token. */
export async function findOfferOfToken(shopId: number, token: string) {
  const rows = await db
    .select({
      shop: principalShopColumns,
      programme: referralProgrammes,
      referrer: {
        customerId: referrers.customerId,
        firstName: customers.firstName,
        lastName: customers.lastName,
        email: customers.email,
      },
    })
    .from(referrers)
    .innerJoin(shops, eq(shops.id, referrers.shopId))
    .innerJoin(
      customers,
      and(eq(customers.shopId, sql`${shopId}::bigint`), eq(customers.id, referrers.customerId)),
    )
    .leftJoin(referralProgrammes, eq(referralProgrammes.shopId, sql`${shopId}::bigint`))
    .where(isRow(referrers, { shopId, token }));
  return rows[0] ?? null;
}

/** Serialises acceptances of one e-mail, whoever refers and however it is spelled. */
export async function lockEmail(tx: Queryable, shopId: number, emailKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${emailKey}, ${shopId}::bigint))`);
}

/** Whether a customer of the shop has this e-mail, and whether it has been referred; always both, in one statement. */
export async function findEmailFacts(
  tx: Queryable,
  shopId: number,
  email: string,
): Promise<{ isCustomer: boolean; isReferred: boolean }> {
  const rows = await tx.execute<{ isCustomer: boolean; isReferred: boolean }>(sql`
    select
      exists (select from customers where shop_id = ${shopId}::bigint and ${hasCustomerEmail(email)}) as "isCustomer",
      exists (select from referrals where shop_id = ${shopId}::bigint
        and email_key = ${toEmailKey(email)} and is_claimed) as "isReferred"`);
  const facts = rows[0];
  if (!facts) throw new Error("a select without a table returned no row");
  return facts;
}

/** Owner of a code: a customer by id, or by e-mail somebody who may not be a customer yet. */
type Owner =
  | { restrictedCustomerId: number; restrictedEmail?: never }
  | { restrictedEmail: string; restrictedCustomerId?: never };

/** Creates the programme's discount code for one person; nobody else can use it. */
export async function insertPersonalCode(
  tx: Queryable,
  prefix: Parameters<typeof createPersonalCode>[0],
  row: Owner &
    Omit<
      typeof discountCodes.$inferInsert,
      | "code"
      | "origin"
      | "isActive"
      | "isOncePerCustomer"
      | "useLimit"
      | "updatedAt"
      | "restrictedCustomerId"
      | "restrictedEmail"
    >,
): Promise<{ id: number; code: string; endsAt: Date | null }> {
  // Random codes may collide; then another one is drawn.
  for (;;) {
    const rows = await tx
      .insert(discountCodes)
      .values({
        ...row,
        code: createPersonalCode(prefix),
        origin: "REFERRAL",
        isActive: true,
        isOncePerCustomer: true,
        useLimit: 1,
        updatedAt: row.createdAt,
      })
      .onConflictDoNothing()
      .returning({ id: discountCodes.id, code: discountCodes.code, endsAt: discountCodes.endsAt });
    if (rows[0]) return rows[0];
  }
}

/**
 * Records the outcome of an acceptance, over an invitation or an earlier refusal of the same pair. A claimed referral
 * is not touched.
 *
 * @returns the referral's id; null when the pair has an accepted one already
 */
export async function recordAcceptance(
  tx: Queryable,
  row: Omit<typeof referrals.$inferInsert, "id" | "emailKey">,
): Promise<number | null> {
  const { email, status, isClaimed, reasons, language, welcomeCodeId, promised, acceptedAt, closedAt } = row;
  const rows = await tx
    .insert(referrals)
    .values({ ...row, emailKey: toEmailKey(row.email) })
    .onConflictDoUpdate({
      target: [referrals.shopId, referrals.referrerId, referrals.emailKey],
      set: { email, status, isClaimed, reasons, language, welcomeCodeId, promised, acceptedAt, closedAt },
      setWhere: sql`not ${referrals.isClaimed}`,
    })
    .returning({ id: referrals.id });
  return rows[0]?.id ?? null;
}

/**
 * Records a friend whom this referrer names. It claims nothing and changes no existing referral.
 *
 * @returns the new referral's id; null when the pair has one
 */
export async function insertInvitation(
  tx: Queryable,
  shopId: number,
  {
    email,
    at,
    ...row
  }: Pick<typeof referrals.$inferInsert, "referrerId" | "email" | "language"> & { at: Date },
): Promise<number | null> {
  const rows = await tx
    .insert(referrals)
    .values({
      ...row,
      shopId,
      email,
      emailKey: toEmailKey(email),
      status: "INVITED",
      isClaimed: false,
      reasons: [],
      createdAt: at,
      invitedAt: at,
    })
    .onConflictDoNothing({ target: [referrals.shopId, referrals.referrerId, referrals.emailKey] })
    .returning({ id: referrals.id });
  return rows[0]?.id ?? null;
}

/** The customer's newest contract, whose history also records what they did elsewhere; null when they have none. */
export async function findNewestContractId(
  on: Queryable,
  shopId: number,
  customerId: number,
): Promise<number | null> {
  const rows = await on
    .select({ id: contracts.id })
    .from(contracts)
    .where(isRow(contracts, { shopId, customerId }))
    .orderBy(desc(contracts.createdAt), desc(contracts.id))
    .limit(1);
  return rows[0]?.id ?? null;
}

/** A welcome code given for this token, as its page shows it; null for any other code. */
export async function findWelcomeCode(shopId: number, token: string, code: string) {
  const rows = await db
    .select({ code: discountCodes.code, endsAt: discountCodes.endsAt })
    .from(discountCodes)
    .innerJoin(
      referrals,
      and(eq(referrals.shopId, sql`${shopId}::bigint`), eq(referrals.welcomeCodeId, discountCodes.id)),
    )
    .innerJoin(
      referrers,
      and(eq(referrers.shopId, sql`${shopId}::bigint`), eq(referrers.customerId, referrals.referrerId)),
    )
    .where(and(isRow(discountCodes, { shopId, code }), eq(referrers.token, token)));
  return rows[0] ?? null;
}

const selectProgramme = statement<{ shopId: number }>()((on, value) =>
  on
    .select()
    .from(referralProgrammes)
    .where(eq(referralProgrammes.shopId, value("shopId"))),
);

export async function findProgramme(shopId: number, on: Queryable = db): Promise<ReferralProgramme | null> {
  const rows = await selectProgramme(on, { shopId });
  return rows[0] ?? null;
}

export const findReferralToken = async (shopId: number, customerId: number): Promise<string | null> =>
  (await findRow(db, referrers, { shopId, customerId }))?.token ?? null;

/** The customer's token, created at their first visit. Null for somebody who is not a customer of the shop. */
export async function obtainReferralToken(
  shopId: number,
  customerId: number,
  now: Date,
): Promise<string | null> {
  const there = await findReferralToken(shopId, customerId);
  if (there) return there;
  await db.execute(sql`
    insert into referrers (shop_id, customer_id, token, created_at)
    select ${shopId}::bigint, id, ${createReferralToken(shopId)}::text, ${now.toISOString()}::timestamptz
    from customers where shop_id = ${shopId}::bigint and id = ${customerId}::bigint
    on conflict (shop_id, customer_id) do nothing`);
  return findReferralToken(shopId, customerId);
}

/** Newest first, with the code of the reward. */
export function listReferralsOf(shopId: number, customerId: number, limit: number) {
  return db
    .select({
      id: referrals.id,
      email: referrals.email,
      status: referrals.status,
      isClaimed: referrals.isClaimed,
      createdAt: referrals.createdAt,
      reward: discountCodes,
    })
    .from(referrals)
    .leftJoin(
      discountCodes,
      and(eq(discountCodes.shopId, sql`${shopId}::bigint`), eq(discountCodes.id, referrals.rewardCodeId)),
    )
    .where(isRow(referrals, { shopId, referrerId: customerId }))
    .orderBy(desc(referrals.id))
    .limit(limit);
}
