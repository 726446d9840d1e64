import { and, desc, eq, sql } from "drizzle-orm";
import { hasCustomerInbox } from "~/access/email-match.server";
import { principalShopColumns } from "~/access/shops.repo.server";
import { db, type Queryable } from "~db/client.server";
import { isRow, pick, updateRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { portalTokens } from "~db/schema/portal-access";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { shops } from "~db/schema/shops";
import { rowInsert, sqlStatement, statement } from "~db/statement.server";

export type NewPortalToken = typeof portalTokens.$inferInsert;

const insertToken = rowInsert(
  portalTokens,
  "shopId",
  "id",
  "kind",
  "customerId",
  "contractId",
  "issuedByType",
  "issuedByName",
  "createdAt",
  "expiresAt",
  "isSingleUse",
);

/** Without this row the token opens nothing. */
export async function insertPortalToken(on: Queryable, row: NewPortalToken): Promise<void> {
  await insertToken(on, row);
}

/** Instants as ISO texts. */
type NewLink = {
  shopId: number;
  id: string;
  customerId: number;
  contractId: number | null;
  issuedByType: NewPortalToken["issuedByType"];
  issuedByName: string;
  createdAt: string;
  expiresAt: string;
};

const insertLinkRow = sqlStatement<NewLink, object>()(
  (value) => sql`
    insert into portal_tokens (shop_id, id, kind, customer_id, contract_id, issued_by_type, issued_by_name, created_at,
      expires_at, is_single_use)
    select c.shop_id, ${value("id")}::text, 'LINK', c.id, ${value("contractId")}::bigint, ${value("issuedByType")}::text,
      ${value("issuedByName")}::text, ${value("createdAt")}::timestamptz, ${value("expiresAt")}::timestamptz,
      coalesce(s.single_use_links, false)
    from customers c
    left join portal_settings s on s.shop_id = ${value("shopId")}::bigint
    where c.shop_id = ${value("shopId")}::bigint and c.id = ${value("customerId")}::bigint and c.erased_at is null`,
);

/**
 * Writes the row of a link, which is single-use if the shop's setting says so. One statement also looks up customer and
 * setting, since integrators request links as often as contracts.
 * @returns false when the shop has no such customer, or they were erased
 */
export const insertLink = async (on: Queryable, link: NewLink): Promise<boolean> =>
  (await insertLinkRow(on, link)).count === 1;

const selectToken = statement<{ shopId: number; tokenId: string }>()((on, value) =>
  on
    .select({
      customerId: portalTokens.customerId,
      kind: portalTokens.kind,
      isSingleUse: portalTokens.isSingleUse,
      usedAt: portalTokens.usedAt,
      revokedAt: portalTokens.revokedAt,
      knownAs: customers.id,
      firstName: customers.firstName,
      lastName: customers.lastName,
      email: customers.email,
      language: customers.language,
      erasedAt: customers.erasedAt,
      ...principalShopColumns,
    })
    .from(portalTokens)
    .innerJoin(shops, eq(shops.id, portalTokens.shopId))
    .leftJoin(
      customers,
      and(
        eq(customers.shopId, sql`${value("shopId")}::bigint`),
        eq(customers.shopId, portalTokens.shopId),
        eq(customers.id, portalTokens.customerId),
      ),
    )
    .where(and(eq(portalTokens.shopId, value("shopId")), eq(portalTokens.id, value("tokenId")))),
);

/** A token's row with its shop and customer as they are now. */
export async function findPortalToken(shopId: number, tokenId: string, on: Queryable = db) {
  const [row] = await selectToken(on, { shopId, tokenId });
  if (!row) return null;
  const { customerId, kind, isSingleUse, usedAt, revokedAt, knownAs, ...more } = row;
  const { firstName, lastName, email, language, erasedAt, ...shop } = more;
  const customer = knownAs === null ? null : { firstName, lastName, email, language, erasedAt };
  return { customerId, kind, isSingleUse, usedAt, revokedAt, shop, customer };
}

const selectCustomer = statement<{ shopId: number; customerId: number }>()((on, value) =>
  on
    .select(pick(customers, "firstName", "lastName", "email", "language", "erasedAt"))
    .from(customers)
    .where(and(eq(customers.shopId, value("shopId")), eq(customers.id, value("customerId")))),
);

/** The customer whom the storefront reports as signed in, if the shop knows them. */
export async function findCustomerOfShop(shopId: number, customerId: number, on: Queryable = db) {
  const rows = await selectCustomer(on, { shopId, customerId });
  return rows[0] ?? null;
}

/** The language a customer reads the portal in, for what is written to them later. */
export async function saveCustomerLanguage(
  shopId: number,
  customerId: number,
  language: PortalLanguage,
): Promise<void> {
  await updateRows(db, customers, { shopId, id: customerId }, { language });
}

/** The recipient of a requested link: a customer with a contract and an e-mail address. */
export async function findRecipient(shopId: number, to: { email: string } | { customerId: number }) {
  const id = "email" in to ? (await findCustomerByEmail(shopId, to.email))?.id : to.customerId;
  if (id === undefined) return null;
  const customer = await findCustomerOfShop(shopId, id);
  return customer?.email ? { ...customer, id, email: customer.email } : null;
}

/**
 * The recipient of a contract's mails; with `customerId` only for a contract of that customer. `contractId` is the
 * wire's.
 */
export async function findContractRecipient(shopId: number, contractId: number, customerId: number | null) {
  const rows = await db
    .select({
      id: contracts.id,
      customer: {
        id: customers.id,
        firstName: customers.firstName,
        lastName: customers.lastName,
        email: customers.email,
        language: customers.language,
      },
    })
    .from(contracts)
    .innerJoin(
      customers,
      and(
        eq(customers.shopId, sql`${shopId}::bigint`),
        eq(customers.shopId, contracts.shopId),
        eq(customers.id, contracts.customerId),
      ),
    )
    .where(
      and(
        isRow(contracts, { shopId, subscriptionContractId: contractId }),
        customerId === null ? undefined : eq(contracts.customerId, customerId),
      ),
    );
  return rows[0] ?? null;
}

/**
 * Marks a single-use link as swapped: of two that try, one succeeds. A revoked link is not swapped.
 * @returns whether it succeeded
 */
export const setTokenUsed = async (on: Queryable, shopId: number, id: string, now: Date): Promise<boolean> =>
  (await updateRows(on, portalTokens, { shopId, id, usedAt: null, revokedAt: null }, { usedAt: now })) === 1;

/** The newest tokens of a customer, sessions too. */
export function listTokensOfCustomer(shopId: number, customerId: number, limit: number) {
  return db
    .select()
    .from(portalTokens)
    .where(isRow(portalTokens, { shopId, customerId }))
    .orderBy(desc(portalTokens.createdAt), desc(portalTokens.id))
    .limit(limit);
}

/** The customer with this e-mail (in any case, its domain in any script) who has a contract; of several, the one with the newest contract. */
export async function findCustomerByEmail(shopId: number, email: string) {
  const rows = await db
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .innerJoin(
      contracts,
      and(
        eq(contracts.shopId, sql`${shopId}::bigint`),
        eq(contracts.shopId, customers.shopId),
        eq(contracts.customerId, customers.id),
      ),
    )
    .where(and(eq(customers.shopId, shopId), hasCustomerInbox(email)))
    .orderBy(desc(contracts.createdAt), desc(contracts.id))
    .limit(1);
  return rows[0] ?? null;
}
