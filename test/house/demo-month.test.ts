import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findShopSettings } from "~/access/shops.repo.server";
import { chargeDue } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { billingTries } from "~db/schema/orders";
import { shops } from "~db/schema/shops";
import { seedDemoShop } from "../../scripts/demo/demo";
import { findDisagreements } from "../support/calls/billing";
import { PASSWORD } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const NOW = new Date("2026-03-02T12:00:00.000Z");

test("a month on in the demo shop: some payments fail, many of them are recovered, some are in dunning, some given up", async () => {
  await resetDatabase();
  await seedDemoShop(process.env.DATABASE_URL ?? "", { password: PASSWORD, now: NOW, gateway: "test" });
  const [row] = await db.select({ id: shops.id }).from(shops).where(eq(shops.gateway, "test"));
  const shop = await findShopSettings(row?.id ?? 0);
  if (!shop) throw new Error("there is no demo shop");
  const settings = await readBillingSettings(shop.id);
  for (let day = 0; day <= 31; day++) {
    const now = new Date(NOW.getTime() + day * DAY_MS);
    await chargeDue(shop, settings, {
      now: () => now,
      realNow: () => now,
      signal: new AbortController().signal,
    });
  }
  const rows = await db.execute<{
    orders: number;
    failed: number;
    recovered: number;
    open: number;
    over: number;
  }>(
    `select count(*)::int as orders, count(*) filter (where first_failed_at is not null)::int as failed,
      count(*) filter (where first_failed_at is not null and status = 'SUCCESS')::int as recovered,
      count(*) filter (where status = 'FAILURE' and next_step is not null)::int as open,
      count(*) filter (where status = 'FAILURE' and next_step is null)::int as over
    from billing_attempts a where exists (select from billing_tries t where t.shop_id = a.shop_id and t.attempt_id = a.id)`,
  );
  const [{ orders = 0, failed = 0, recovered = 0, open = 0, over = 0 } = {}] = rows;
  expect(orders).toBeGreaterThan(200);
  expect(failed / orders).toBeGreaterThan(0.03);
  expect(failed / orders).toBeLessThan(0.08);
  expect(recovered / failed).toBeGreaterThan(0.2);
  expect(recovered / failed).toBeLessThan(0.7);
  expect([open > 0, over > 0]).toEqual([true, true]);
  expect(await findDisagreements(shop.id)).toEqual([]);
  expect(
    (await db.select().from(billingTries)).every(({ state }) => state === "PAID" || state === "DECLINED"),
  ).toBe(true);
});
