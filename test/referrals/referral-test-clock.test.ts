import { expect, test } from "vitest";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { discountCodes } from "~db/schema/discount-codes";
import { referralProgrammes } from "~db/schema/referrals";
import { readReferrals, send } from "../support/calls/accept-referral";
import { openPortal } from "../support/calls/portal-pages";
import { inDaysAtNine, setShopClock } from "../support/data/days";
import { createReferrerShop } from "../support/data/referred-friend";
import { madeForEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";

const shop = madeForEachTest(() => createReferrerShop({ gateway: "test" }));

test.each(["SHOW", "MAIL"] as const)(
  "a welcome code (%s) is good for its days by the shop's test clock",
  async (codeDelivery) => {
    const shopsNow = inDaysAtNine(60);
    await setShopClock(shop.id, shopsNow);
    await db.update(referralProgrammes).set({ codeDelivery, friendValidDays: 30 });
    expect((await send({ token: shop.referrer.token, email: "friend@example.com" })).status).toBe(200);
    expect(await runJobs()).toEqual([]);
    expect(await db.select({ endsAt: discountCodes.endsAt }).from(discountCodes)).toEqual([
      { endsAt: new Date(shopsNow.getTime() + 30 * DAY_MS) },
    ]);
    expect(await readReferrals(shop.id)).toMatchObject([{ status: "ACCEPTED", acceptedAt: shopsNow }]);
  },
);

test("a customer may not invite more friends because the shop's test clock went on", async () => {
  await setShopClock(shop.id, inDaysAtNine(60));
  const { customerId } = shop.referrer;
  const invite = async (friend: string) =>
    (await openPortal(shop, customerId)).post({ view: "refer", intent: "invite" }, { friend });
  for (let at = 0; at < 20; at++) expect((await invite(`friend-${at}@example.com`)).status).toBe(303);
  await setShopClock(shop.id, inDaysAtNine(62));
  expect((await invite("friend@example.com")).status).toBe(429);
});
