import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { applyDiscount } from "~/features/contracts/operations/discounts/apply-discount.server";
import { db } from "~db/client.server";
import { migrate } from "~db/migrate";
import { referrals } from "~db/schema/referrals";
import { send } from "../support/calls/contract-calls";
import { insertCode, readCode } from "../support/calls/discounts";
import { insertContract, NOW } from "../support/data/factories";
import { createReferrerShop } from "../support/data/referred-friend";
import { resetDatabase } from "../support/setup/database";

test("reward codes given before codes had owners become their referrer's, and nobody else's", async () => {
  await resetDatabase();
  const shop = await createReferrerShop();
  const code = await insertCode(shop.id, { code: "THANKS-1", origin: "REFERRAL" });
  const free = await insertCode(shop.id, { code: "EVERYBODY" });
  await db.insert(referrals).values({
    shopId: shop.id,
    referrerId: shop.referrer.customerId,
    email: "friend@example.com",
    emailKey: "friend@example.com",
    status: "REWARDED",
    isClaimed: true,
    reasons: [],
    language: "en",
    welcomeCodeId: (await readCode(await insertCode(shop.id, { origin: "REFERRAL" })))?.id ?? null,
    rewardCodeId: (await readCode(code))?.id ?? null,
    createdAt: NOW,
    closedAt: NOW,
  });
  await db.execute(sql`delete from schema_migrations where name = '0024_reward_codes_of_their_referrer.sql'`);
  await migrate(process.env.DATABASE_URL ?? "");
  const applied = async (discountCode: string, customerId?: number) => {
    const { subscriptionContractId: contractId } = await insertContract(shop.id, { customerId });
    return (await send(shop, applyDiscount, { contractId, discountCode })).status;
  };
  expect(await applied(code)).toBe(404);
  expect(await applied(code, shop.referrer.customerId)).toBe(200);
  expect(await applied(free)).toBe(200);
});
