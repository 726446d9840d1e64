import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { PrincipalShop } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { runBilling } from "~/features/billing/billing-job.service.server";
import type { OpenGateway } from "~/features/billing/gateway/open-gateway.server";
import {
  readTestClock,
  removeTestClock,
  setTestClock,
} from "~/features/billing/test-clock/test-clock.service.server";
import { saveNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { testClocks } from "~db/schema/billing-settings";
import { shops } from "~db/schema/shops";
import { billedMonthly, createLatch, listOrdersOf, openWithFaults } from "../../support/calls/billing";
import { listPlan, readContractRow } from "../../support/data/contract-plan";
import { inDaysAtNine } from "../../support/data/days";
import { NOW, testAudit } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { runJobs } from "../../support/processes/jobs";
import { giveStripeKeys } from "../../support/processes/stripe/stripe";

const shop = shopOfEachTest({ gateway: "test" });

const real = () => new Date();
const set = (now: Date, of: PrincipalShop = shop.shop) => setTestClock(of, now, testAudit(real()));
const remove = () => removeTestClock(shop.shop, testAudit(real()));
const read = async () => (await readTestClock(shop.shop, real())).status;
const readRow = async () => {
  const [row] = await db.select().from(testClocks).where(eq(testClocks.shopId, shop.id));
  return row;
};
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const bill = (open?: OpenGateway) =>
  runBilling(shop.id, { clock: real, signal: new AbortController().signal, open });

describe("a shop that has just been given to Stripe", () => {
  test("gets no test clock from a call that read it before", async () => {
    const asRead = shop.shop;
    await giveStripeKeys(shop.id, "sk_test_of_the_shop");
    await expect(set(inDays(30), asRead)).rejects.toMatchObject({ code: "forbidden" });
    expect(await readRow()).toBeUndefined();
  });

  test("or from one that comes at the same time: one of the two is refused", async () => {
    const [given, clock] = await Promise.allSettled([
      giveStripeKeys(shop.id, "sk_test_of_the_shop"),
      set(inDays(30)),
    ]);
    expect([given.status, clock.status].sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("is billed by the real clock, and may get other keys, though a clock was left to it", async () => {
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(2) });
    await set(inDays(60));
    await db.update(shops).set({ gateway: "stripe" }).where(eq(shops.id, shop.id));
    let calls = 0;
    const open: OpenGateway = () => {
      calls++;
      return null;
    };
    await bill(open);
    expect(calls).toBe(0);
    expect((await listPlan(contract))[0]).toMatch(/^QUEUED/);
    expect((await readRow())?.now.getTime()).toBeLessThan(inDays(1).getTime());
    await giveStripeKeys(shop.id, "sk_test_of_the_shop");
    expect(await findShopSettings(shop.id)).toMatchObject({ gateway: "stripe" });
  });
});

test("a clock that is set twice at once for the first time goes to the later instant, or refuses the earlier", async () => {
  const asked = [inDays(30), inDays(20), inDays(10), inDays(5)];
  const ends = await Promise.allSettled(asked.map((now) => set(now)));
  const accepted = asked.filter((_, index) => ends[index]?.status === "fulfilled");
  expect((await readRow())?.target).toEqual(new Date(Math.max(...accepted.map(Number))));
  expect((await readRow())?.target).toEqual(asked[0]);
});

describe("a clock that is at its target, where an order is due", () => {
  /** The billing hour of the order's day: nothing is due before. */
  const DUE = inDaysAtNine(2);

  async function stopAtTheCharge() {
    const contract = await billedMonthly(shop, { nextBillingDate: DUE });
    await set(DUE);
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: async (...asked) => {
        await latch.pass();
        return gateway.charge(...asked);
      },
    }));
    const run = bill(open);
    await latch.reached;
    return { contract, latch, run };
  }

  test("is ADVANCING, and not removed, until that is done", async () => {
    const { latch, run } = await stopAtTheCharge();
    expect((await readRow())?.now).toEqual(DUE);
    expect(await read()).toBe("ADVANCING");
    await expect(remove()).rejects.toMatchObject({ code: "conflict" });
    latch.open();
    await run;
    expect(await read()).toBe("READY");
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });

  test("is ADVANCING again when it is set there once more meanwhile, and READY when that is done", async () => {
    const { latch, run } = await stopAtTheCharge();
    await set(DUE);
    latch.open();
    await run;
    expect(await read()).toBe("READY");
  });

  test("is not removed while a worker does what fell due later, though it was READY", async () => {
    await set(DUE);
    await bill();
    expect(await read()).toBe("READY");
    const contract = await billedMonthly(shop, { nextBillingDate: DUE });
    const latch = createLatch();
    const run = bill(
      openWithFaults((gateway) => ({
        charge: async (...asked) => {
          await latch.pass();
          return gateway.charge(...asked);
        },
      })),
    );
    await latch.reached;
    await expect(remove()).rejects.toMatchObject({ code: "conflict" });
    latch.open();
    await run;
    expect((await readContractRow(contract)).lastPaymentStatus).toBe("SUCCEEDED");
  });

  test("is finished by the job of every minute when its worker died there", async () => {
    await saveNoticeSettings(db, shop.id, { mailKinds: [], smsKinds: [], upcomingDays: 30 }, NOW);
    const endsAt = DUE;
    const contract = await billedMonthly(shop, { nextBillingDate: inDaysAtNine(9), endsAt });
    await set(DUE);
    // As a worker leaves it that has moved the clock, and dies before it has ended the contract.
    await db.update(testClocks).set({ now: DUE }).where(eq(testClocks.shopId, shop.id));
    expect(await read()).toBe("ADVANCING");
    expect(await runJobs()).toEqual([]);
    expect(await read()).toBe("READY");
    expect(await readContractRow(contract)).toMatchObject({ status: "EXPIRED" });
  });
});

test("an instant in the past, when the clock is first set, is ADVANCING until its day is done", async () => {
  await set(new Date(Date.now() - DAY_MS / 2));
  expect(await read()).toBe("ADVANCING");
  await bill();
  expect(await read()).toBe("READY");
});
