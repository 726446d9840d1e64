import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { computeContractAmounts } from "~/features/contracts/amounts";
import { insertInvitation, insertPersonalCode } from "~/features/referrals/records/referrals.repo.server";
import { createReferralToken, toReferralToken } from "~/features/referrals/rules/referral-token";
import { toEmailKey } from "~/lib/email/email-address.server";
import type { Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { discountCodes, discountCodeUses } from "~db/schema/discount-codes";
import type { RefusalReason } from "~db/schema/referral-enums";
import { referralProgrammes, referrals, referrers } from "~db/schema/referrals";
import { addDays } from "./demo-days";

const README_TOKEN = "fernhill-pantry-friend";
const REFERRERS = 9;
const REWARDED = 9;
const CODE_USED = 4;
const WEEKS = 12;
const FRIEND = { valueType: "PERCENTAGE", value: "15", cycleLimit: 1 } as const;
const REWARD = { valueType: "FIXED_AMOUNT", value: "5" } as const;
const PROMISED = { kind: "CODE", ...REWARD, validDays: 90 } as const;
/** Friends with a code but no contract yet: days ago. The oldest code has expired. */
const WAITING = [
  ["hannah.brandt@example.org", 44],
  ["o.nkemelu@example.org", 17],
  ["marisol+tea@example.org", 11],
  ["dimitra@παράδειγμα.example", 6],
  ["pieter.vos@example.org", 3],
  ["yuki.tanabe@example.org", 1],
] as const;

/** Friends who were named but have not come yet: days ago. */
const INVITED = [
  ["benedikt.roth@example.org", 20],
  ["samira.haddad@example.org", 5],
  ["l.okafor+home@example.org", 2],
] as const;

type Friend = { email: string; invitedAt: Date | null; acceptedAt: Date; referrerId: number };

/** A programme that is on, and referrals in the states that a merchant may see, spread over several weeks. */
export async function fillReferrals(tx: Queryable, shopId: number, now: Date): Promise<void> {
  await tx.insert(referralProgrammes).values({
    shopId,
    isActive: true,
    friendValueType: FRIEND.valueType,
    friendValue: FRIEND.value,
    friendCycleLimit: FRIEND.cycleLimit,
    friendValidDays: 30,
    referrerReward: PROMISED.kind,
    referrerValueType: REWARD.valueType,
    referrerValue: REWARD.value,
    referrerValidDays: PROMISED.validDays,
    words: {
      en: { headline: "A cup on your friend, a cup on us" },
      de: { headline: "Eine Tasse von Freunden, eine von uns" },
    },
    updatedAt: addDays(now, -100),
  });
  const [known, newcomers] = [await listKnown(tx, shopId), await listNewcomers(tx, shopId, now)];
  await tx.insert(referrers).values(
    known.map(({ customerId }, index) => ({
      shopId,
      customerId,
      // The README uses the first.
      token: index === 0 ? toReferralToken(shopId, README_TOKEN) : createReferralToken(shopId),
      createdAt: addDays(now, -95),
    })),
  );
  const referrerOf = (index: number) => known[(index * index) % known.length]?.customerId ?? 0;
  const paid = newcomers.filter(({ paidAt }) => paidAt !== null).slice(0, REWARDED);
  const unpaid = newcomers.filter(({ paidAt }) => paidAt === null).slice(0, CODE_USED);
  const [one, other, third] = known;
  if (!one || !other || !third) throw new Error("the demo shop has nobody who refers");
  const refused = (who: typeof one, email: string, reason: RefusalReason, daysAgo: number) => {
    const at = addDays(now, -daysAgo);
    return { at, write: () => addRefused(tx, shopId, who.customerId, email, reason, at) };
  };
  // Every third friend was named before they came.
  const toInvitation = (acceptedAt: Date, index: number) =>
    index % 3 === 0 ? addDays(acceptedAt, -2) : null;
  const steps = [
    ...[...paid, ...unpaid].map((newcomer, index) => {
      const acceptedAt = toAcceptance(newcomer);
      const invitedAt = toInvitation(acceptedAt, index);
      return {
        at: invitedAt ?? acceptedAt,
        write: () => addNewcomer(tx, shopId, newcomer, { referrerId: referrerOf(index), invitedAt }),
      };
    }),
    ...WAITING.map(([email, daysAgo], index) => {
      const acceptedAt = addDays(now, -daysAgo);
      const invitedAt = toInvitation(acceptedAt, index);
      return {
        at: invitedAt ?? acceptedAt,
        write: () => addFriend(tx, shopId, { email, invitedAt, acceptedAt, referrerId: referrerOf(index) }),
      };
    }),
    ...INVITED.map(([email, daysAgo], index) => {
      const at = addDays(now, -daysAgo);
      const row = { referrerId: referrerOf(index + 1), email, language: "en" as const, at };
      return { at, write: () => insertInvitation(tx, shopId, row) };
    }),
    refused(one, one.email, "OWN_EMAIL", 52),
    refused(one, other.email, "IS_CUSTOMER", 25),
    refused(third, "O.Nkemelu@example.org", "ALREADY_REFERRED", 9),
  ];
  // Written in order of time, so that their ids follow it.
  for (const { write } of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) await write();
}

/** Customers of long standing, as referrers. */
const listKnown = (tx: Queryable, shopId: number) =>
  tx
    .select({ customerId: contracts.customerId, email: sql<string>`min(${contracts.customerEmail})` })
    .from(contracts)
    .where(and(eq(contracts.shopId, shopId), eq(contracts.status, "ACTIVE")))
    .groupBy(contracts.customerId)
    .orderBy(asc(sql`min(${contracts.createdAt})`))
    .limit(REFERRERS);

type Newcomer = Awaited<ReturnType<typeof listNewcomers>>[number];

/** First contracts of the last weeks without a discount, and when an order of theirs was first recorded as paid. */
const listNewcomers = (tx: Queryable, shopId: number, now: Date) =>
  tx
    .select({
      contract: contracts,
      paidAt: sql<
        string | null
      >`(select min(a.attempt_time) from ${billingAttempts} a where a.shop_id = ${shopId}::bigint
        and a.contract_id = contracts.id and a.status = 'SUCCESS')`,
    })
    .from(contracts)
    .where(
      and(
        eq(contracts.shopId, shopId),
        inArray(contracts.status, ["ACTIVE", "PAUSED"]),
        sql`${contracts.createdAt} > ${addDays(now, -7 * WEEKS + 7).toISOString()}::timestamptz`,
        sql`not exists (select from ${contractDiscounts} d where d.shop_id = ${shopId}::bigint and d.contract_id = ${contracts.id})`,
        sql`not exists (select from contracts o where o.shop_id = ${shopId}::bigint
          and o.customer_id = ${contracts.customerId} and o.id <> ${contracts.id})`,
      ),
    )
    .orderBy(asc(contracts.createdAt));

/** Two days before the contract. */
const toAcceptance = ({ contract }: Newcomer): Date => addDays(contract.createdAt, -2);

async function addFriend(tx: Queryable, shopId: number, friend: Friend) {
  const { email, invitedAt, acceptedAt, referrerId } = friend;
  const code = await insertPersonalCode(tx, "FRIEND", {
    shopId,
    ...FRIEND,
    endsAt: addDays(acceptedAt, 30),
    restrictedEmail: email.toLowerCase(),
    isForFirstContract: true,
    createdAt: acceptedAt,
  });
  const [row] = await tx
    .insert(referrals)
    .values({
      shopId,
      referrerId,
      email,
      emailKey: toEmailKey(email),
      status: "ACCEPTED",
      isClaimed: true,
      reasons: [],
      language: "en",
      welcomeCodeId: code.id,
      promised: PROMISED,
      createdAt: invitedAt ?? acceptedAt,
      invitedAt,
      acceptedAt,
    })
    .returning({ id: referrals.id });
  if (!row) throw new Error("a referral of the demo shop was not written");
  return { id: row.id, code };
}

/** A friend with a contract that has their code, and the referrer's reward once an order of it was paid. */
async function addNewcomer(
  tx: Queryable,
  shopId: number,
  newcomer: Newcomer,
  come: Pick<Friend, "referrerId" | "invitedAt">,
): Promise<void> {
  const { contract, paidAt } = newcomer;
  const usedAt = contract.createdAt;
  const friend = { email: contract.customerEmail, acceptedAt: toAcceptance(newcomer), ...come };
  const { id, code } = await addFriend(tx, shopId, friend);
  const discount = {
    shopId,
    contractId: contract.id,
    id: randomUUID(),
    title: code.code,
    code: code.code,
    valueType: FRIEND.valueType,
    value: FRIEND.value,
    lineIds: null,
    appliesOnEachItem: false,
    recurringCycleLimit: FRIEND.cycleLimit,
    usageCount: paidAt === null ? 0 : 1,
    createdAt: usedAt,
  };
  await tx.insert(contractDiscounts).values(discount);
  await tx.insert(discountCodeUses).values({
    shopId,
    codeId: code.id,
    discountId: discount.id,
    contractId: contract.id,
    customerId: contract.customerId,
    isOnce: true,
    createdAt: usedAt,
  });
  await tx
    .update(discountCodes)
    .set({ uses: 1 })
    .where(and(eq(discountCodes.shopId, shopId), eq(discountCodes.id, code.id)));
  const lines = await tx
    .select()
    .from(contractLines)
    .where(and(eq(contractLines.shopId, shopId), eq(contractLines.contractId, contract.id)));
  const { contractAmount, orderAmount } = computeContractAmounts({
    ...contract,
    lines,
    discounts: [discount],
  });
  await tx
    .update(contracts)
    .set({ contractAmount, orderAmount })
    .where(and(eq(contracts.shopId, shopId), eq(contracts.id, contract.id)));
  const closedAt = paidAt === null ? null : new Date(paidAt);
  const reward = closedAt && (await insertReward(tx, shopId, come.referrerId, closedAt));
  await tx
    .update(referrals)
    .set({
      status: reward ? "REWARDED" : "CODE_USED",
      contractId: contract.id,
      usedAt,
      closedAt,
      rewardCodeId: reward?.id ?? null,
    })
    .where(and(eq(referrals.shopId, shopId), eq(referrals.id, id)));
}

const insertReward = (tx: Queryable, shopId: number, referrerId: number, createdAt: Date) =>
  insertPersonalCode(tx, "THANKS", {
    shopId,
    ...REWARD,
    cycleLimit: 1,
    restrictedCustomerId: referrerId,
    endsAt: addDays(createdAt, PROMISED.validDays),
    createdAt,
  });

async function addRefused(
  tx: Queryable,
  shopId: number,
  referrerId: number,
  email: string,
  reason: RefusalReason,
  at: Date,
): Promise<void> {
  const row = { shopId, referrerId, email, emailKey: toEmailKey(email), language: "en" as const };
  const outcome = { status: "REFUSED" as const, isClaimed: false, reasons: [reason] };
  await tx.insert(referrals).values({ ...row, ...outcome, createdAt: at, closedAt: at });
}
