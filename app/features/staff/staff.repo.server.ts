import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { lockRow, updateRows } from "~db/rows.server";
import { secondFactors, shops, staffAccounts, staffRoles } from "~db/schema/shops";
import { statement } from "~db/statement.server";

/** An account by its e-mail, which is stored in lower case. */
export async function findStaffAccount(email: string) {
  const rows = await db.select().from(staffAccounts).where(eq(staffAccounts.email, email.toLowerCase()));
  return rows[0] ?? null;
}

/** Creates an account; null when the e-mail already has one. */
export async function insertStaffAccount(on: Queryable, row: typeof staffAccounts.$inferInsert) {
  const rows = await on
    .insert(staffAccounts)
    .values({ ...row, email: row.email.toLowerCase() })
    .onConflictDoNothing({ target: staffAccounts.email })
    .returning();
  return rows[0] ?? null;
}

/** An account, locked until the transaction ends. */
export const lockStaffAccount = (tx: Queryable, id: number) => lockRow(tx, staffAccounts, { id });

/** The same by its e-mail: before it gets a role, so that it is not deleted meanwhile. */
export const lockStaffAccountOf = (tx: Queryable, email: string) =>
  lockRow(tx, staffAccounts, { email: email.toLowerCase() });

type Changeable = "name" | "passwordHash" | "contractColumns" | "hasShortcuts";
/** Saves a person's own choices. */
export const updateStaffAccount = (
  id: number,
  fields: Partial<Pick<typeof staffAccounts.$inferInsert, Changeable>>,
  on: Queryable = db,
) => updateRows(on, staffAccounts, { id }, fields);

/** Sets the role of an account in a shop, replacing an earlier one. If it had left all shops, it is back. */
export async function setStaffRole(on: Queryable, row: typeof staffRoles.$inferInsert): Promise<void> {
  await on
    .update(staffAccounts)
    .set({ leftAt: null })
    .where(and(eq(staffAccounts.id, row.staffId), isNotNull(staffAccounts.leftAt)));
  await on
    .insert(staffRoles)
    .values(row)
    .onConflictDoUpdate({ target: [staffRoles.shopId, staffRoles.staffId], set: { role: row.role } });
}

const selectShopsOfStaff = statement<{ staffId: number }>()((on, value) =>
  on
    .select({
      id: shops.id,
      name: shops.name,
      storeDomain: shops.storeDomain,
      role: staffRoles.role,
      requiresSecondFactor: shops.requiresSecondFactor,
    })
    .from(staffRoles)
    .innerJoin(shops, eq(shops.id, staffRoles.shopId))
    .where(eq(staffRoles.staffId, value("staffId")))
    .orderBy(asc(shops.name), asc(shops.id)),
);

/** Every shop this person works in. Reads global tables only, since no shop is chosen yet. */
export const listShopsOfStaff = (staffId: number, on: Queryable = db) => selectShopsOfStaff(on, { staffId });

/** The staff of a shop with their roles, by name. */
export function listStaffOfShop(shopId: number, on: Queryable = db) {
  return on
    .select({
      id: staffAccounts.id,
      name: staffAccounts.name,
      email: staffAccounts.email,
      role: staffRoles.role,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
    })
    .from(staffRoles)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffRoles.staffId))
    .leftJoin(secondFactors, eq(secondFactors.staffId, staffRoles.staffId))
    .where(eq(staffRoles.shopId, shopId))
    .orderBy(asc(staffAccounts.name), asc(staffAccounts.id));
}
