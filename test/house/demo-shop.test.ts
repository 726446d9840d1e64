import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, expect, inject, test } from "vitest";
import { parseApiKey } from "~/access/api-key";
import { findLiveApiKey } from "~/access/api-keys.repo.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { chargeDue } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { computeContractAmounts } from "~/features/contracts/amounts";
import { isWholeMultiple } from "~/features/contracts/change/billing-interval";
import { toCodeState } from "~/features/discounts/discount-code";
import { verifyPassword } from "~/features/staff/password";
import { findStaffAccount } from "~/features/staff/staff.repo.server";
import { DAY_MS } from "~/lib/days";
import { compareMoney } from "~/lib/money";
import { backUp } from "~db/backup/back-up";
import { restore } from "~db/backup/restore.server";
import { listTables } from "~db/backup/tables";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { products, sellingPlans } from "~db/schema/catalogue";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { discountCodes } from "~db/schema/discount-codes";
import { billingTries } from "~db/schema/orders";
import { shops } from "~db/schema/shops";
import { seedDemoShop } from "../../scripts/demo/demo";
import { findDisagreements } from "../support/calls/billing";
import { PASSWORD } from "../support/data/factories";
import { serveApp, stopServedApps } from "../support/processes/served-app";
import { createDatabase } from "../support/processes/server";
import { resetDatabase } from "../support/setup/database";

const NOW = new Date("2026-03-02T12:00:00.000Z");
const seed = (now = NOW) => seedDemoShop(process.env.DATABASE_URL ?? "", { password: PASSWORD, now });

let made: Awaited<ReturnType<typeof seed>>;
// Creating it takes seconds, so all tests share one shop. Those that only read it come first; then one changes it,
// and the last create others.
beforeAll(async () => {
  await resetDatabase();
  made = await seed();
});

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const rows = await db.execute<{ count: number }>(sql`select count(*) as count from (${query}) found`);
  return rows[0]?.count ?? 0;
}

test("the demo shop opens with its password and key, and has three members of staff", async () => {
  const { email, apiKey } = made;
  const account = await findStaffAccount(email);
  expect(await verifyPassword(account?.passwordHash ?? null, PASSWORD)).toBe(true);
  const parsed = parseApiKey(apiKey ?? "");
  expect(await findLiveApiKey(parsed?.shopId ?? 0, parsed?.hash ?? "", NOW)).not.toBeNull();
  expect(await count(sql`select from staff_roles`)).toBe(3);
});

test("its contracts and discount codes are in every state a merchant meets, some next orders carry a one-time product", async () => {
  const rows = await db.execute(
    sql`select status, count(*) as count from contracts group by status order by status`,
  );
  expect([...rows]).toEqual([
    { status: "ACTIVE", count: 208 },
    { status: "CANCELLED", count: 36 },
    { status: "EXPIRED", count: 12 },
    { status: "FAILED", count: 11 },
    { status: "PAUSED", count: 33 },
  ]);
  for (const condition of [
    "dunning",
    "email_bounced_or_failed",
    "last_payment_status = 'FAILED'",
    "plan_type = 'PREPAID'",
    "trial_end_date > created_at",
    "order_note is not null",
    "order_note_attributes <> '[]'",
    "paused_by_security_challenge",
    "cancellation_feedback is not null",
    "max_cycles is not null",
    "delivery_method_type = 'PICKUP'",
    "payment_method_id is null",
  ])
    expect(await count(sql`select from contracts where ${sql.raw(condition)}`), condition).toBeGreaterThan(2);
  const withDeleted = sql`select distinct l.contract_id from contract_lines l join products p using (shop_id)
    join variants v using (shop_id) where p.id = l.product_id and v.id = l.variant_id
      and coalesce(p.deleted_at, v.deleted_at) is not null`;
  expect(await count(withDeleted)).toBe(9);
  const codes = await db.select().from(discountCodes);
  const states = new Set(codes.map((code) => toCodeState(code, NOW)));
  expect([...states].sort()).toEqual(["ACTIVE", "ENDED", "NOT_STARTED", "SWITCHED_OFF", "USED_UP"]);
  const carried = sql`select from one_time_products o join billing_attempts a
    on a.shop_id = o.shop_id and a.id = o.billing_attempt_id and a.contract_id = o.contract_id and a.status = 'QUEUED'`;
  expect(await count(carried)).toBe(await count(sql`select from one_time_products`));
  expect(await count(carried)).toBeGreaterThan(10);
  expect(await count(sql`select from bulk_automations where status = 'COMPLETED' and total > 10`)).toBe(3);
  expect(await count(sql`select from bulk_automation_items where status = 'SUCCEEDED'`)).toBeGreaterThan(30);
});

test("its referral programme is on, with friends in every state, whose codes and contracts agree with it", async () => {
  const rows = await db.execute(
    sql`select status, count(*) as count from referrals group by status order by status`,
  );
  expect([...rows]).toEqual([
    { status: "ACCEPTED", count: 6 },
    { status: "CODE_USED", count: 4 },
    { status: "INVITED", count: 3 },
    { status: "REFUSED", count: 3 },
    { status: "REWARDED", count: 9 },
  ]);
  expect(await count(sql`select from referral_programmes where is_active`)).toBe(1);
  const used = sql`select from referrals r join discount_codes w on w.shop_id = r.shop_id and w.id = r.welcome_code_id
    join contract_discounts d on d.shop_id = r.shop_id and d.contract_id = r.contract_id and d.code = w.code
    join contracts c on c.shop_id = r.shop_id and c.id = r.contract_id and lower(c.customer_email) = w.restricted_email
    where r.used_at is not null and w.uses = 1 and d.usage_count = (r.closed_at is not null)::int`;
  expect(await count(used)).toBe(13);
  expect(
    await count(sql`select from referrals
      where ${NOW.toISOString()} < greatest(invited_at, accepted_at, closed_at) or accepted_at < invited_at`),
  ).toBe(0);
  // Each reward is the referrer's own.
  expect(
    await count(sql`select from referrals r
      join discount_codes d on d.shop_id = r.shop_id and d.id = r.reward_code_id and d.restricted_customer_id = r.referrer_id`),
  ).toBe(9);
});

test("its selling plans can be saved as they are: each bills a whole number of deliveries", async () => {
  const plans = await db.select().from(sellingPlans);
  expect(plans.length).toBeGreaterThan(10);
  for (const plan of plans) {
    const { billingInterval, billingIntervalCount, deliveryInterval, deliveryIntervalCount } = plan;
    const billing = billingInterval && {
      interval: billingInterval,
      intervalCount: billingIntervalCount ?? 0,
    };
    const delivery = deliveryInterval && {
      interval: deliveryInterval,
      intervalCount: deliveryIntervalCount ?? 0,
    };
    expect([plan.name, billing && delivery && isWholeMultiple(billing, delivery)]).toEqual([plan.name, true]);
  }
});

test("its numbers agree: amounts with lines, counters with rows, next dates with queued orders, order names with time", async () => {
  const lines = await db.select().from(contractLines);
  const discounts = await db.select().from(contractDiscounts);
  for (const row of await db.select().from(contracts)) {
    const amounts = computeContractAmounts({
      ...row,
      lines: lines.filter((line) => line.contractId === row.id),
      discounts: discounts.filter((discount) => discount.contractId === row.id),
    });
    expect(compareMoney(amounts.orderAmount, row.orderAmount)).toBe(0);
    expect(row.updatedAt <= NOW).toBe(true);
  }
  expect(await count(sql`select from contract_counts`)).toBeLessThan(60);
  const sums = await db.execute(sql`select sum(delta)::int as sum from contract_counts`);
  expect(sums[0]).toEqual({ sum: 300 });
  const disagreeing = sql`select from contracts c where c.status = 'ACTIVE' and c.next_billing_date is distinct from
    (select min(a.billing_date) from billing_attempts a where a.contract_id = c.id and a.status = 'QUEUED')`;
  expect(await count(disagreeing)).toBe(0);
  const outOfOrder = sql`select from (select order_name, billing_date, lag(billing_date) over (order by order_id) as before
    from billing_attempts where order_id is not null) o where billing_date < before`;
  expect(await count(outOfOrder)).toBe(0);
  expect(await count(sql`select from activity where created_at > ${NOW.toISOString()}`)).toBe(0);
});

test("every product shows an image of its own that is there, with its size", async () => {
  const rows = await db.select().from(products);
  expect(rows).toHaveLength(26);
  expect(new Set(rows.map((row) => row.imageUrl)).size).toBe(26);
  for (const row of rows) {
    const file = `public${row.imageUrl}`;
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, "utf8")).toContain(`width="${row.imageWidth}" height="${row.imageHeight}"`);
  }
});

test("created again it stays as it is, and prints no key", async () => {
  const before = await db.select().from(billingAttempts);
  expect(await seed(new Date("2026-04-01T00:00:00Z"))).toEqual({ ...made, apiKey: null });
  expect(await db.select().from(billingAttempts)).toEqual(before);
});

test("made elsewhere at the same instant it has the same customers, orders and dates", async () => {
  const read = async () =>
    (await db.select().from(contracts).orderBy(contracts.id)).map(
      ({ id: _, shopId: __, subscriptionContractId: ___, ...rest }) => rest,
    );
  const first = await read();
  await resetDatabase();
  made = await seed();
  expect(await read()).toEqual(first);
});

test("a month on in the demo shop: some payments fail, many of them are recovered, some are in dunning, some given up", async () => {
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

test("the shop of that month, backed up and restored elsewhere, has every row it had, and the app serves it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "perennial-rehearsal-"));
  const { serverUrl, prefix } = inject("testDatabase");
  const source = process.env.DATABASE_URL ?? "";
  try {
    await backUp(source, path.join(folder, "backup"), NOW);
    // Not from the tests' template: a new machine has only an empty database.
    const restored = await createDatabase(serverUrl, `${prefix}_${process.pid}_rehearsal`);
    const { tables } = await restore(restored, path.join(folder, "backup"));
    expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(30);
    // A restore moves event positions and numbers on (test/db/backup.test.ts).
    const moved = { event_streams: 0, event_sequences: 0, order_numbers: 0, bulk_automation_numbers: 0 };
    expect({ ...(await digestTables(restored)), ...moved }).toEqual({
      ...(await digestTables(source)),
      ...moved,
    });

    const app = await serveApp({ DATABASE_URL: restored });
    const headers = { "X-API-Key": made.apiKey ?? "" };
    const answer = await fetch(`${app.origin}/api/external/v2/subscription-contract-details?size=5`, {
      headers,
    });
    expect([answer.status, answer.headers.get("X-Total-Count")]).toEqual([200, "300"]);
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200);
    await app.stop();
  } finally {
    await stopServedApps();
    await rm(folder, { recursive: true });
  }
});

/** Of each table: how many rows, and a digest of them all, whatever their order. */
async function digestTables(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const found: Record<string, unknown> = {};
  for (const { schema, name } of await listTables(sql)) {
    const rows = sql`select t::text as row from ${sql(schema)}.${sql(name)} t`;
    found[name] = (
      await sql`select count(*), md5(coalesce(string_agg(row, '' order by row), '')) as digest from (${rows}) r`
    )[0];
  }
  await sql.end();
  return found;
}

test("on any day its newest contract is active and has the first of all order ids for an order to come, as the README says", async () => {
  for (const day of ["2026-02-28T23:30:00Z", "2028-02-29T05:00:00Z"]) {
    await resetDatabase();
    await seed(new Date(day));
    const rows =
      await db.execute(sql`select c.status, a.status as "order", a.id = (select min(id) from billing_attempts) as "isFirst"
      from contracts c join billing_attempts a on a.shop_id = c.shop_id and a.contract_id = c.id
      where c.subscription_contract_id = (select max(subscription_contract_id) from contracts) order by a.id limit 1`);
    expect([...rows]).toEqual([{ status: "ACTIVE", order: "QUEUED", isFirst: true }]);
  }
});
