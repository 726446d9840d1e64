import { like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rowsBehind } from "~/features/customers/privacy/erase-rows.repo.server";
import { eraseCustomer } from "~/features/customers/privacy/erasure.service.server";
import { runErasure } from "~/features/customers/privacy/erasure-run.service.server";
import { toPerson } from "~/features/customers/privacy/person.repo.server";
import { PERSONAL_TABLES } from "~/features/customers/privacy/personal-tables.server";
import type { TableRule } from "~/features/customers/privacy/tables/table-rule.server";
import { toDifferenceText } from "~/features/insights/facts/fact-totals";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { findRow } from "~db/rows.server";
import { activity } from "~db/schema/activity";
import { contracts } from "~db/schema/contracts";
import { customerErasures } from "~db/schema/customer-erasures";
import { customers } from "~db/schema/customers";
import { createTestShop, insertContract, insertCustomer, NOW, testAudit } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { listRowsWith } from "../../support/privacy/list-rows-with";
import { insertMarkedCustomer } from "../../support/privacy/marked-customer";
import { EMAIL, MARK, REFERRER } from "../../support/privacy/marks";
import { runJobs } from "../../support/processes/jobs";

const shop = shopOfEachTest({ gateway: "test" });
const LATER = new Date(NOW.getTime() + 3_600_000);

const erase = (customerId: number) => eraseCustomer(shop.id, customerId, testAudit());
/** The whole erasure at once, including the second run of the job. */
async function eraseWholly(customerId: number): Promise<void> {
  await erase(customerId);
  await runErasure(shop.id, customerId, { clock: () => NOW });
  await runErasure(shop.id, customerId, { clock: () => LATER });
}

/** Rows of all tables, including the queue's, that contain a given mark. */
const listMarked = () => listRowsWith(MARK);

/** The sums of insights and orders: all of them stay. */
async function readSums() {
  const [sums] = await db.execute(sql`
    select (select jsonb_agg(jsonb_build_array(o.id, o.total, o.subtotal, o.discount_total, o.paid_at) order by o.id) from orders o) as orders,
      (select sum(l.total) from order_lines l) as lines,
      (select jsonb_agg(jsonb_build_array(c.status, c.order_amount, c.cancelled_on) order by c.id) from contracts c) as contracts,
      (select sum(count) from (select count from facts union all select count from fact_days) f) as facts,
      (select sum(amount) from (select amount from facts union all select amount from fact_days) f) as amounts,
      (select jsonb_agg(jsonb_build_array(a.action, a.created_at) order by a.id) from activity a where action <> 'customer.erased') as history`);
  return sums;
}
const listDifferences = async () =>
  (await recountFacts(shop.shop, { isRepaired: false, now: NOW })).differences.map(toDifferenceText);

/** Columns of text or JSON that the rule erases. */
const listErasedTexts = (
  { erase, rewrite, secret = [] }: TableRule,
  row: Record<string, unknown>,
): string[] =>
  Object.keys(row).filter(
    (name) =>
      (typeof row[name] === "string" || typeof row[name] === "object") &&
      (erase === "delete"
        ? OF_TEXT.test(name) && !secret.includes(name)
        : name in erase || rewrite?.columns.includes(name)),
  );
const OF_TEXT =
  /^(text|html|subject|recipient|content|note|first_name|last_name|email|phone|default_address|delivery_address|search)$/;
/** Changed, but not because of their content. */
const OF_STATE = new Set([
  "customers.language",
  "activity.action",
  "test_gateway_pages.state",
  "portal_tokens.revoked_at",
  "payment_methods.revoked_at",
  "payment_methods.last_digits",
  "idempotent_calls.done_at",
  "idempotent_calls.status",
]);

test("every column that is erased holds something of the customer before, and no table anything afterwards; sums and history stay", async () => {
  const { customerId } = await insertMarkedCustomer(shop);
  await recountFacts(shop.shop, { isRepaired: true, now: NOW });
  await insertContract(shop.id, { customerId: (await insertCustomer(shop.id)).id });
  await recountFacts(shop.shop, { isRepaired: true, now: NOW });
  const before = await readSums();
  expect(await listDifferences()).toEqual([]);
  const row = await findRow(db, customers, { shopId: shop.id, id: customerId });
  if (!row) throw new Error("the customer is not there");
  const person = await toPerson(db, row, { reasons: [], at: NOW });
  const bare: string[] = [];
  for (const rule of PERSONAL_TABLES) {
    const rows = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${rowsBehind(rule, person, null)}`,
    );
    expect([rule.table, rows.length]).not.toEqual([rule.table, 0]);
    const unmarked = listErasedTexts(rule, rows[0]?.row ?? {}).filter(
      (column) => !MARK.test(JSON.stringify(rows.map(({ row }) => row[column]))),
    );
    bare.push(...unmarked.map((column) => `${rule.table}.${column}`));
  }
  expect(bare.filter((column) => !OF_STATE.has(column))).toEqual([]);
  await eraseWholly(customerId);
  expect(await listMarked()).toEqual([]);
  expect(await readSums()).toEqual(before);
  expect(await listDifferences()).toEqual([]);
});

test("an erasure that dies after each batch continues there, and ends like one that does not", async () => {
  const { customerId } = await insertMarkedCustomer(shop);
  await erase(customerId);
  let deaths = 0;
  for (const now of [NOW, LATER])
    for (;;) {
      // One batch, then the process is gone.
      const death = new AbortController();
      const run = runErasure(shop.id, customerId, {
        clock: () => now,
        signal: death.signal,
        onBatch: () => death.abort(new Error("killed")),
      });
      const isOver = await run.then(
        () => true,
        () => false,
      );
      if (isOver) break;
      deaths++;
    }
  expect(deaths).toBeGreaterThan(2 * (PERSONAL_TABLES.length - 2));
  expect(await listMarked()).toEqual([]);
  expect(await findRow(db, customerErasures, { shopId: shop.id, customerId })).toMatchObject({
    step: null,
    knownAs: null,
    finishedAt: LATER,
  });
});

test("more rows of a table than a batch has are erased, each once", async () => {
  const { customerId } = await insertMarkedCustomer(shop);
  await db.execute(sql`
    insert into internal_notes (shop_id, customer_id, text, author_name, created_at)
    select ${shop.id}, ${customerId}, 'zqxjv ' || n, 'Staff', now() from generate_series(1, 1200) n`);
  await eraseWholly(customerId);
  expect(await listMarked()).toEqual([]);
});

test("the job does both looks, the second ten minutes later; it is given again when it was lost", async () => {
  const { customerId } = await insertMarkedCustomer(shop);
  await erase(customerId);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await enqueue(db, "recover-erasures", {});
  await enqueue(db, "recover-erasures", {});
  expect(await runJobs()).toEqual([]);
  const first = await findRow(db, customerErasures, { shopId: shop.id, customerId });
  expect(first).toMatchObject({ erasedAt: expect.any(Date), finishedAt: null });
  // An answer that an earlier request has stored in the meantime.
  await db.execute(sql`update idempotent_calls set status = 200, body = ${EMAIL}`);
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
  expect(await runJobs(() => new Date(Date.now() + 3_600_000))).toEqual([]);
  expect(await listMarked()).toEqual([]);
});

test("jobs with their e-mail that the queue has given up go at the second look; others' jobs, and those that are still tried, stay", async () => {
  const { customerId } = await insertMarkedCustomer(shop);
  const other = await createTestShop();
  const add = (jobKey: string, shopId: number, email: string) =>
    enqueue(
      db,
      "mail-portal-link",
      { shopId, to: { email }, language: "en", requestId: jobKey },
      { jobKey, runAt: LATER },
    );
  await add("theirs", shop.id, ` ${EMAIL.toUpperCase()}`);
  await enqueue(
    db,
    "accept-referral",
    { shopId: shop.id, token: "t", email: EMAIL, language: "en", requestId: "offer" },
    { jobKey: "offer" },
  );
  await add("tried", shop.id, EMAIL);
  await add("namesake", shop.id, "somebody@else.example");
  await add("elsewhere", other.id, EMAIL);
  await db.execute(sql`
    update graphile_worker._private_jobs set attempts = max_attempts where key in ('theirs', 'offer', 'namesake', 'elsewhere')`);
  await eraseWholly(customerId);
  const left = await db.execute(sql`
    delete from graphile_worker._private_jobs where key in ('theirs', 'offer', 'tried', 'namesake', 'elsewhere')
    returning key`);
  expect(left.map(({ key }) => key).sort()).toEqual(["elsewhere", "namesake", "tried"]);
});

test("a friend's address goes from the history of the shop and of the referrer's contract; the referrer's name stays there", async () => {
  const { customerId } = await insertMarkedCustomer(shop);
  await eraseWholly(customerId);
  const rows = await db
    .select()
    .from(activity)
    .where(like(activity.action, "referral.%"))
    .orderBy(activity.id);
  expect(rows.map(({ contractId, action, actorName }) => [contractId === null, action, actorName])).toEqual([
    [true, "referral.invited", REFERRER],
    [true, "referral.accepted", "Erased customer"],
    [false, "referral.invited", REFERRER],
    [false, "referral.accepted", "Erased customer"],
  ]);
  for (const { after } of rows) expect(after).toEqual({ referralId: expect.any(Number) });
});

test("rows of other customers stay as they are, and a reason that others give, too", async () => {
  const { customerId } = await insertMarkedCustomer(shop);
  const other = await insertContract(shop.id, {
    customerId: (await insertCustomer(shop.id, { note: "Rings" })).id,
    status: "CANCELLED",
    cancelledOn: NOW,
    cancellationFeedback: "Zqxjv moves to Rome: because",
    orderNote: "Ring",
  });
  await eraseWholly(customerId);
  const found = await listMarked();
  expect([...new Set(found.map(({ table }) => table))].sort()).toEqual(
    ["public.activity", "public.contracts", "public.facts"].sort(),
  );
  expect(found.map(({ row }) => row).join()).not.toContain("rings twice");
  expect(await findRow(db, contracts, { shopId: shop.id, id: other.id })).toMatchObject({
    orderNote: "Ring",
    customerName: "Ada Lovelace",
    cancellationFeedback: "Zqxjv moves to Rome: because",
  });
});
