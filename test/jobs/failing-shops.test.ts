import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { saveNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { KEPT_NAMES, type KeptDays } from "~/features/retention/kept-days";
import { saveKeptDays } from "~/features/retention/retention.repo.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { events } from "~db/schema/events";
import { at, billedMonthly, DUE, daysAfterDue } from "../support/calls/billing";
import { setShopClock } from "../support/data/days";
import { createTestShop, type TestShop } from "../support/data/factories";
import { listShopsWithJob, runTask } from "../support/processes/jobs";
import { resetDatabase } from "../support/setup/database";

const billedShop = async () => {
  const shop = await createTestShop({ gateway: "test" });
  await billedMonthly(shop);
  return shop;
};
/** A name of the zone that `Intl` knows and `Temporal` does not; shops may have got one from an earlier release. */
const moveToUnknownZone = ({ id }: TestShop) =>
  db.execute(sql`update shops set time_zone = 'PST' where id = ${id}`);

beforeEach(resetDatabase);

describe("a shop whose time zone has no dates", () => {
  test("does not keep others from being billed; the job fails and is tried again", async () => {
    const [broken, whole] = [await billedShop(), await billedShop()];
    await moveToUnknownZone(broken);
    await expect(runTask("bill-due-orders", DUE)).rejects.toThrow("failed for 1 of 2 shops");
    expect(await listShopsWithJob("run-billing")).toEqual([whole.id]);
  });

  test("does not keep others from announcing their orders; the job fails and is tried again", async () => {
    const [broken, whole] = [await billedShop(), await billedShop()];
    for (const { id } of [broken, whole])
      await saveNoticeSettings(db, id, { mailKinds: ["upcoming_order"], smsKinds: [], upcomingDays: 3 }, DUE);
    await moveToUnknownZone(broken);
    await expect(runTask("pass-on-events", daysAfterDue(-3))).rejects.toThrow("failed for 1 of 2 shops");
    const announced = await db
      .select({ shopId: events.shopId })
      .from(events)
      .where(eq(events.type, "upcoming-order-notification"));
    expect(announced).toEqual([{ shopId: whole.id }]);
  });
});

test("a shop whose test clock stands at the end of the year 9999 does not keep others from being billed", async () => {
  const [far, whole] = [await billedShop(), await billedShop()];
  await setShopClock(far.id, at("9999-12-31T23:00:00Z"));
  await runTask("bill-due-orders", DUE);
  expect(await listShopsWithJob("run-billing")).toEqual([whole.id]);
});

test("a shop whose old rows cannot be deleted does not keep those of others, and is counted once", async () => {
  const [broken, whole] = [await createTestShop(), await createTestShop()];
  const usual = Object.fromEntries(KEPT_NAMES.map((name) => [name, null])) as KeptDays;
  for (const { id } of [broken, whole]) {
    await saveKeptDays(db, id, { ...usual, auditLog: 365 }, daysAfterDue(-800));
    const entry = { shopId: id, actorType: "staff", actorName: "Grace", contractId: null } as const;
    const old = { action: "shop.changed", createdAt: daysAfterDue(-400), recordedAt: daysAfterDue(-400) };
    await db.insert(activity).values([
      { ...entry, ...old },
      { ...entry, ...old, before: { timeZone: "Europe/Berlin" } },
    ]);
  }
  await db.execute(sql`create function refuse_row() returns trigger language plpgsql as
    'begin raise exception ''poison''; end'`);
  onTestFinished(async () => void (await db.execute(sql`drop function refuse_row cascade`)));
  await db.execute(sql`create trigger refuse_row before delete or update on activity
    for each row when (old.shop_id = ${sql.raw(String(broken.id))}) execute function refuse_row()`);
  await expect(runTask("delete-old-portal-rows", DUE)).rejects.toThrow("failed for 1 of 2 shops");
  const left = await db.select().from(activity).where(eq(activity.actorName, "Not kept"));
  expect(left.map(({ shopId }) => shopId)).toEqual([whole.id]);
});
