import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { saveTestClock } from "~/access/test-clock.repo.server";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { saveBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { appendEvents } from "~/features/events/events.repo.server";
import { insertSubscription } from "~/features/insights/digest/digest.repo.server";
import { saveNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { deleteRole } from "~/features/staff/team/team.repo.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { mails } from "~db/schema/mails";
import { shops } from "~db/schema/shops";
import { inTransaction } from "~db/transaction.server";
import { billedMonthly, DUE, daysAfterDue, firstOrderOf } from "../support/calls/billing";
import { createTestShop, insertStaff, type TestShop } from "../support/data/factories";
import { listShopsWithJob, runTask } from "../support/processes/jobs";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

const billedShop = async (overrides: Parameters<typeof createTestShop>[0] = {}) => {
  const shop = await createTestShop({ gateway: "test", ...overrides });
  return { shop, contract: await billedMonthly(shop) };
};
const setClock = ({ shop }: { shop: TestShop }, now: Date, target = now) =>
  saveTestClock(db, { shopId: shop.id, now, target, arrived: true, updatedAt: DUE });
const setHour = ({ shop }: { shop: TestShop }, billingHour: number) =>
  saveBillingSettings(db, shop.id, { ...DEFAULT_BILLING_SETTINGS, billingHour }, DUE);

beforeEach(resetDatabase);

describe("of many shops, those are billed", () => {
  test("that have an order due by their own time zone, billing hour and clock", async () => {
    const due = await billedShop();
    const later = await billedShop();
    await setHour(later, 10);
    const west = await billedShop({ timeZone: "America/Los_Angeles" });
    const ahead = await billedShop({ timeZone: "America/Los_Angeles" });
    await setClock(ahead, daysAfterDue(1));
    const behind = await billedShop();
    await setClock(behind, daysAfterDue(-1));
    await billedShop({ gateway: "none" });
    await createTestShop({ gateway: "test" });
    await runTask("bill-due-orders", DUE);
    expect(await listShopsWithJob("run-billing")).toEqual([due.shop.id, ahead.shop.id]);
    await runTask("bill-due-orders", daysAfterDue(0, 8));
    expect(await listShopsWithJob("run-billing")).toEqual(
      [due, later, west, ahead].map(({ shop }) => shop.id),
    );
  });

  test("whose test clock is on its way, or where a step is due or was left unfinished", async () => {
    const quiet = daysAfterDue(-3);
    const moving = await billedShop();
    await setClock(moving, quiet, DUE);
    const stepping = await billedShop();
    const left = await billedShop();
    const held = await billedShop();
    const change = async ({ contract }: typeof held, values: Partial<typeof billingAttempts.$inferInsert>) =>
      db
        .update(billingAttempts)
        .set(values)
        .where(eq(billingAttempts.id, (await firstOrderOf(contract)).id));
    await change(stepping, { status: "FAILURE", nextStep: "TRY", nextStepAt: quiet });
    await change(left, { status: "PROCESSING", leaseUntil: new Date(0) });
    await change(held, { status: "PROCESSING", leaseUntil: new Date(quiet.getTime() + 60_000) });
    await runTask("bill-due-orders", quiet);
    expect(await listShopsWithJob("run-billing")).toEqual(
      [moving, stepping, left].map(({ shop }) => shop.id),
    );
  });
});

describe("of many shops, those are told of", () => {
  const listAnnounced = async () =>
    (
      await db
        .selectDistinct({ shopId: events.shopId })
        .from(events)
        .where(eq(events.type, "upcoming-order-notification"))
        .orderBy(events.shopId)
    ).map(({ shopId }) => shopId);

  test("that announce orders and have come to their hour, each once a day", async () => {
    const announcing = await billedShop();
    const early = await billedShop();
    const onTestClock = await billedShop();
    await setClock(onTestClock, DUE);
    await billedShop();
    for (const [{ shop }, upcomingDays] of [
      [announcing, 3],
      [early, 5],
      [onTestClock, 3],
    ] as const)
      await saveNoticeSettings(
        db,
        shop.id,
        { mailKinds: ["upcoming_order"], smsKinds: [], upcomingDays },
        DUE,
      );
    await setHour(early, 10);
    await runTask("pass-on-events", daysAfterDue(-5));
    expect(await listAnnounced()).toEqual([]);
    await runTask("pass-on-events", daysAfterDue(-5, 1));
    expect(await listAnnounced()).toEqual([early.shop.id]);
    await runTask("pass-on-events", daysAfterDue(-3));
    await runTask("pass-on-events", daysAfterDue(-3, 1));
    expect(await listAnnounced()).toEqual([announcing.shop.id, early.shop.id]);
    expect(await db.$count(events, eq(events.type, "upcoming-order-notification"))).toBe(2);
    expect(await listShopsWithJob("write-notice")).toEqual([announcing.shop.id, early.shop.id]);
  });

  test("that have events, with or without places in the stream, also the first ones", async () => {
    const shops = [await billedShop(), await billedShop()] as const;
    await billedShop();
    const tell = ({ shop, contract }: (typeof shops)[number]) =>
      inTransaction((tx) =>
        appendEvents(tx, [
          {
            shopId: shop.id,
            type: "created",
            contractId: contract.id,
            contractVersion: 1,
            changedFields: [],
            createdAt: DUE,
          },
        ]),
      );
    await tell(shops[0]);
    await runTask("pass-on-events", DUE);
    expect(await listShopsWithJob("write-notice")).toEqual([shops[0].shop.id]);
    await tell(shops[1]);
    await runTask("pass-on-events", DUE);
    expect(await listShopsWithJob("write-notice")).toEqual(shops.map(({ shop }) => shop.id));
  });
});

test("of many shops, those with a contract past its end date have it ended, by their own clocks", async () => {
  const [ended, going, ahead] = [await billedShop(), await billedShop(), await billedShop()];
  await setClock(ahead, daysAfterDue(-2));
  for (const [{ shop, contract }, endsAt] of [
    [ended, daysAfterDue(-6)],
    [going, daysAfterDue(-3)],
    [ahead, daysAfterDue(-3)],
  ] as const) {
    await db.delete(billingAttempts).where(eq(billingAttempts.shopId, shop.id));
    await db.update(contracts).set({ endsAt }).where(eq(contracts.id, contract.id));
  }
  await runTask("top-up-shops", daysAfterDue(-5));
  const rows = await db
    .select({ shopId: contracts.shopId, status: contracts.status })
    .from(contracts)
    .orderBy(contracts.shopId);
  expect(rows).toEqual([
    { shopId: ended.shop.id, status: "EXPIRED" },
    { shopId: going.shop.id, status: "ACTIVE" },
    { shopId: ahead.shop.id, status: "EXPIRED" },
  ]);
});

describe("of many shops, those get the weekly digest", () => {
  const MONDAY = new Date("2026-03-09T09:00:00Z");
  const minutesAfter = (minutes: number) => new Date(MONDAY.getTime() + minutes * 60_000);
  const subscribe = (shopId: number, staffId: number, since = new Date("2026-03-04T12:00:00Z")) =>
    insertSubscription({ shopId, staffId, since, origin: "https://a.example" });
  const subscribedShop = async (overrides: Parameters<typeof createTestShop>[0] = {}) => {
    const shop = await createTestShop({ gateway: "test", ...overrides });
    await subscribe(shop.id, shop.staff.id);
    return { shop };
  };
  const listMailed = async () =>
    (
      await db
        .select({ shopId: mails.shopId })
        .from(mails)
        .where(eq(mails.kind, "weekly_digest"))
        .orderBy(mails.shopId)
    ).map(({ shopId }) => shopId);

  test("where it is Monday by their own time zone, billing hour and clock, each once a week", async () => {
    const due = await subscribedShop();
    const other = await insertStaff(due.shop.id, "viewer");
    await subscribe(due.shop.id, other.id);
    const later = await subscribedShop();
    await setHour(later, 10);
    const west = await subscribedShop({ timeZone: "America/Los_Angeles" });
    const ahead = await subscribedShop({ timeZone: "America/Los_Angeles" });
    await setClock(ahead, minutesAfter(24 * 60));
    const behind = await subscribedShop();
    await setClock(behind, minutesAfter(-1));
    await createTestShop({ gateway: "test" });
    await runTask("mail-digests", minutesAfter(-1));
    expect(await listMailed()).toEqual([ahead.shop.id]);
    await runTask("mail-digests", MONDAY);
    await runTask("mail-digests", minutesAfter(1));
    expect(await listMailed()).toEqual([due.shop.id, due.shop.id, ahead.shop.id]);
    await runTask("mail-digests", minutesAfter(8 * 60));
    expect(await listMailed()).toEqual([due, due, later, west, ahead].map(({ shop }) => shop.id));
  });

  test("but not for staff who have left", async () => {
    const { shop } = await subscribedShop();
    const left = await subscribedShop();
    await deleteRole(db, left.shop.id, left.shop.staff.id);
    const count = async (now: Date) => (await countStatements(() => runTask("mail-digests", now))).statements;
    const atRest = await count(minutesAfter(-1));
    expect(await count(MONDAY)).toBeGreaterThan(atRest);
    expect(await listMailed()).toEqual([shop.id]);
    expect(await count(MONDAY)).toBe(atRest);
  });

  test("and one whose time zone is unknown does not keep the others from theirs", async () => {
    const broken = await subscribedShop();
    await db.update(shops).set({ timeZone: "Nowhere/Nothing" }).where(eq(shops.id, broken.shop.id));
    const { shop } = await subscribedShop();
    await expect(runTask("mail-digests", MONDAY)).rejects.toThrow("failed for 1 of 2 shops");
    expect(await listMailed()).toEqual([shop.id]);
  });
});
