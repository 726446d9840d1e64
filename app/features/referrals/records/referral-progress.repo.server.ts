import { and, asc, eq, sql } from "drizzle-orm";
import { principalShopColumns } from "~/access/shops.repo.server";
import type { Queryable } from "~db/client.server";
import { findRow, isRow, lockRow, updateRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { customers, paymentMethods } from "~db/schema/customers";
import { referrals } from "~db/schema/referrals";
import { shops } from "~db/schema/shops";
import { sqlStatement } from "~db/statement.server";

export type Referral = typeof referrals.$inferSelect;

/** Locks the referral whose friend got this code, until the transaction ends. */
export const lockReferralOfCode = (
  tx: Queryable,
  shopId: number,
  welcomeCodeId: number,
): Promise<Referral | null> => lockRow(tx, referrals, { shopId, welcomeCodeId });

export const lockReferral = (tx: Queryable, shopId: number, id: number): Promise<Referral | null> =>
  lockRow(tx, referrals, { shopId, id });

export const updateReferral = (
  tx: Queryable,
  shopId: number,
  id: number,
  fields: Partial<
    Pick<Referral, "status" | "reasons" | "contractId" | "rewardCodeId" | "usedAt" | "closedAt">
  >,
) => updateRows(tx, referrals, { shopId, id }, fields);

/** The referral of the friend with this contract, if its reward waits for a paid order. */
export const findRewardableReferralId = async (
  tx: Queryable,
  shopId: number,
  contractId: number,
): Promise<number | null> => (await selectRewardable(tx, { shopId, contractId }))[0]?.id ?? null;

/** Runs with every paid order. */
const selectRewardable = sqlStatement<{ shopId: number; contractId: number }, { id: number }>()(
  (value) => sql`
    select id from referrals
    where shop_id = ${value("shopId")}::bigint and contract_id = ${value("contractId")}::bigint and status = 'CODE_USED'`,
);

export async function getShopOfReward(tx: Queryable, shopId: number) {
  const rows = await tx.select(principalShopColumns).from(shops).where(eq(shops.id, shopId));
  if (!rows[0]) throw new Error(`there is no shop ${shopId}`);
  return rows[0];
}

export const findReferrer = (tx: Queryable, shopId: number, id: number) =>
  findRow(tx, customers, { shopId, id });

/** What a friend's contract says about them and their payment method, whoever owns that account. */
export async function findFriendsContract(tx: Queryable, shopId: number, contractId: number) {
  const rows = await tx
    .select({
      customerId: contracts.customerId,
      customerEmail: contracts.customerEmail,
      deliveryAddress: contracts.deliveryAddress,
      payment: paymentMethods,
    })
    .from(contracts)
    .leftJoin(
      paymentMethods,
      and(
        eq(paymentMethods.shopId, sql`${shopId}::bigint`),
        eq(paymentMethods.id, contracts.paymentMethodId),
      ),
    )
    .where(isRow(contracts, { shopId, id: contractId }));
  return rows[0] ?? null;
}

/** E-mail, addresses and payment methods of a customer, including those of all their contracts. */
export async function findCustomerTraits(tx: Queryable, shopId: number, customerId: number) {
  const [people, owned, payments] = await Promise.all([
    tx
      .select({ email: customers.email, address: customers.defaultAddress })
      .from(customers)
      .where(isRow(customers, { shopId, id: customerId })),
    tx
      .selectDistinct({ email: contracts.customerEmail, address: contracts.deliveryAddress })
      .from(contracts)
      .where(isRow(contracts, { shopId, customerId })),
    tx.select().from(paymentMethods).where(isRow(paymentMethods, { shopId, customerId })),
  ]);
  const all = [...people, ...owned];
  return {
    emails: all.flatMap(({ email }) => email ?? []),
    addresses: all.flatMap(({ address }) => address ?? []),
    payments,
  };
}

/** The customer's active contracts in this currency, the one with the next order first. */
export async function listRewardableContractIds(
  tx: Queryable,
  shopId: number,
  customerId: number,
  currencyCode: string | null,
): Promise<number[]> {
  const rows = await tx
    .select({ contractId: contracts.subscriptionContractId })
    .from(contracts)
    .where(
      and(
        isRow(contracts, { shopId, customerId, status: "ACTIVE" }),
        currencyCode === null ? undefined : sql`${contracts.currencyCode} = ${currencyCode}`,
      ),
    )
    .orderBy(asc(contracts.nextBillingSort), asc(contracts.id));
  return rows.map(({ contractId }) => contractId);
}
