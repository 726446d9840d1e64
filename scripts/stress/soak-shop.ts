import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { saveBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { DAY_MS } from "~/lib/days";
import { client, db } from "~db/client.server";
import { createTestShop, signIn } from "../../test/support/data/factories";
import { insertManyDueOrders } from "../../test/support/data/many/many-orders";

/** Each kind of request has contracts of its own, so that none refuses what another has just changed. */
export type SoakShop = {
  id: number;
  timeZone: string;
  writeKey: string;
  /** A session of its owner. */
  cookie: string;
  customerId: number;
  /** Our ids of contracts that the worker bills. */
  due: number[];
  /** The wire's ids of contracts. */
  edited: number[];
  /** Our ids of contracts whose orders are billed by requests. */
  ordered: number[];
  /** The wire's ids of contracts for bulk changes. */
  bulk: number[];
};

/** One in this many contracts is of each kind; the rest are the edited ones. */
const PARTS = 20;

/** A shop on the test gateway, all of whose contracts have a card and an order in 20 days. */
export async function makeSoakShop(contracts: number): Promise<SoakShop> {
  const made = await createTestShop({ gateway: "test", now: new Date() });
  const shopId = made.id;
  const now = new Date();
  await saveBillingSettings(db, shopId, { ...DEFAULT_BILLING_SETTINGS, billingHour: 0 }, now);
  await insertManyDueOrders(shopId, contracts, new Date(now.getTime() + 20 * DAY_MS));
  // The factory has counted the rows of its first contract; the counters are made again from all rows.
  await client`delete from contract_counts where shop_id = ${shopId}`;
  await client`
    insert into contract_counts (shop_id, status, billing_interval, billing_interval_count, plan_type, delta)
    select shop_id, status, billing_interval, billing_interval_count, plan_type, count(*) from contracts
    where shop_id = ${shopId} group by 1, 2, 3, 4, 5`;
  const rows = await client<{ id: number; platformId: number; customerId: number }[]>`
    select id, subscription_contract_id as "platformId", customer_id as "customerId" from contracts
    where shop_id = ${shopId} order by id`;
  const inPart = (part: number) => rows.filter((_, index) => index % PARTS === part);
  await recountFacts({ id: shopId, timeZone: made.shop.timeZone }, { isRepaired: true, now });
  await client`vacuum analyze`;
  return {
    id: shopId,
    timeZone: made.shop.timeZone,
    writeKey: made.writeKey,
    cookie: await signIn(shopId, made.staff.id),
    customerId: rows[0]?.customerId ?? 0,
    due: inPart(0).map(({ id }) => id),
    ordered: [...inPart(1), ...inPart(2)].map(({ id }) => id),
    bulk: inPart(3).map(({ platformId }) => platformId),
    edited: rows.filter((_, index) => index % PARTS > 3).map(({ platformId }) => platformId),
  };
}

/** From now on the worker has orders to charge. */
export async function makeOrdersDue({ id, due }: SoakShop): Promise<void> {
  const now = new Date().toISOString();
  await client`
    update billing_attempts set billing_date = ${now} where shop_id = ${id} and contract_id = any(${due})`;
  await client`
    update contracts set next_billing_date = ${now}, schedule_anchor = ${now}
    where shop_id = ${id} and id = any(${due})`;
  await enqueueBilling(db, id);
}

/** The shop gets all its events from here on. @param origin of a web process */
export async function addEndpoint(origin: string, shop: SoakShop, url: string): Promise<void> {
  const answer = await fetch(`${origin}/api/external/v2/webhook-endpoints`, {
    method: "POST",
    headers: { "X-API-Key": shop.writeKey, "Content-Type": "application/json" },
    body: JSON.stringify({ url, types: [] }),
  });
  if (answer.status !== 201)
    throw new Error(`The endpoint was not added: ${answer.status} ${await answer.text()}`);
}
