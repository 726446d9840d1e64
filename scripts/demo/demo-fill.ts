import { isLoopbackDomain } from "~/access/loopback-domain";
import { findShopByStoreDomain, updateShop } from "~/access/shops.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivities } from "~/features/activity/activity.repo.server";
import { addKey } from "~/features/api-keys/api-keys.service.server";
import { compactContractCounts } from "~/features/contracts/change/contract-counts.repo.server";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { addShop } from "~/features/shops/shops.service.server";
import { hashPassword } from "~/features/staff/password";
import { insertStaffAccount, setStaffRole } from "~/features/staff/staff.repo.server";
import { env } from "~/lib/env.server";
import { db, type Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import {
  products,
  sellingPlanGroupProducts,
  sellingPlanGroups,
  sellingPlans,
  variants,
} from "~db/schema/catalogue";
import { contractCounts, contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { customers, paymentMethods } from "~db/schema/customers";
import { currencyRates } from "~db/schema/shops";
import { inTransaction } from "~db/transaction.server";
import type { DemoAccess } from "./demo";
import { fillBulkChanges } from "./demo-bulk";
import { fillBundles } from "./demo-bundles";
import { type CatalogueRows, toCatalogueRows } from "./demo-catalogue";
import { type DemoContract, listStories, makeContract } from "./demo-contracts";
import { addDays } from "./demo-days";
import { type DemoActors, makeHistory } from "./demo-history";
import { fillOffers } from "./demo-offers";
import { makeCustomers, makePaymentMethod } from "./demo-people";
import { fillPortalSettings } from "./demo-portal";
import { RATES, RATES_AS_OF } from "./demo-rates";
import { fillReferrals } from "./demo-referrals";
import type { DemoShop } from "./demo-shop";
import { createRandom } from "./random";

const LABEL = "fernhill";
const STAFF = [
  { role: "owner", name: "Maya Fernández", email: "maya@fernhill.example" },
  { role: "editor", name: "Jonas Weber", email: "jonas@fernhill.example" },
  { role: "viewer", name: "Priya Nair", email: "priya@fernhill.example" },
] as const;
const [OWNER, EDITOR, VIEWER] = STAFF;
const INTEGRATION = "Warehouse sync";
const CUSTOMERS = 214;
const SEED = 20_260_302;
const OPENED_DAYS_AGO = 640;
const FIRST_ORDER_ID = 5_900_000_000_001;
const FIRST_ORDER_NUMBER = 1001;

/** The work of `seedDemoShop`, inside the app: it writes by the product's own services where there are any. */
export async function fillDemoShop({
  password,
  now,
  publicDomain = null,
  gateway = "test",
}: {
  password: string;
  now: Date;
  publicDomain?: string | null;
  /** `none`: its orders are not charged, as for the README's screenshots. */
  gateway?: "none" | "test";
}): Promise<DemoAccess> {
  const access = { shopDomain: `${LABEL}${env.STORE_DOMAIN_SUFFIX}`, email: OWNER.email };
  const there = await findShopByStoreDomain(access.shopDomain);
  if (there) {
    const isOurs = there.publicDomain === null || isLoopbackDomain(there.publicDomain);
    if (publicDomain && isOurs && there.publicDomain !== publicDomain)
      await updateShop(db, there.id, { publicDomain });
    return { ...access, apiKey: null };
  }
  const hashes = await Promise.all(STAFF.map(() => hashPassword(password)));
  const openedAt = addDays(now, -OPENED_DAYS_AGO);
  const audit: Audit<Date> = { actor: { type: "staff", name: OWNER.name }, requestId: null, now: openedAt };
  const filled = await inTransaction(async (tx) => {
    const { shop, staff, apiKey } = await addShop(
      tx,
      {
        storeDomain: access.shopDomain,
        name: "Fernhill Pantry",
        publicDomain,
        timeZone: "Europe/Berlin",
        currencyCode: "EUR",
        gateway,
        owner: { email: OWNER.email, name: OWNER.name, password },
      },
      hashes[0] ?? "",
      audit,
    );
    for (const [index, { role, name, email }] of [EDITOR, VIEWER].entries()) {
      const passwordHash = hashes[index + 1] ?? "";
      const account = await insertStaffAccount(tx, { email, name, passwordHash, createdAt: openedAt });
      if (account) await setStaffRole(tx, { shopId: shop.id, staffId: account.id, role });
    }
    await addKey(tx, shop.id, { name: INTEGRATION, scope: "write" }, { ...audit, now: addDays(openedAt, 3) });
    await tx
      .insert(currencyRates)
      .values(RATES.map(([currencyCode, usdPerUnit]) => ({ currencyCode, usdPerUnit, asOf: RATES_AS_OF })))
      .onConflictDoNothing();
    const catalogue = toCatalogueRows(shop.id, openedAt, now);
    await insertCatalogue(tx, catalogue);
    const random = createRandom(SEED);
    await fillContracts(
      tx,
      { shopId: shop.id, timeZone: shop.timeZone, currencyCode: shop.currencyCode, catalogue, now, random },
      openedAt,
    );
    await fillBundles(tx, shop.id, catalogue, { ...audit, now: addDays(now, -40) });
    await topUpAttempts(tx, shop, "all", now);
    await fillReferrals(tx, shop.id, now);
    await fillOffers(tx, shop, catalogue, now);
    await fillPortalSettings(tx, shop.id, now);
    await fillBulkChanges(tx, shop, { actor: audit.actor, staffId: staff.id, now });
    return { shop, apiKey };
  });
  // Its past was written directly into the tables: the numbers are counted from them.
  await recountFacts(filled.shop, { isRepaired: true, now });
  return { ...access, apiKey: filled.apiKey };
}

async function insertCatalogue(tx: Queryable, rows: CatalogueRows): Promise<void> {
  await tx.insert(products).values(rows.productRows);
  await tx.insert(variants).values(rows.variantRows);
  await tx.insert(sellingPlanGroups).values(rows.groupRows);
  await tx.insert(sellingPlanGroupProducts).values(rows.memberRows);
  await tx.insert(sellingPlans).values(rows.planRows);
}

async function fillContracts(tx: Queryable, shop: DemoShop, openedAt: Date): Promise<void> {
  const { shopId, random, now } = shop;
  const people = makeCustomers(shopId, CUSTOMERS, openedAt, random).map((customer) => ({
    customer,
    paymentMethod: makePaymentMethod(customer, now, random),
  }));
  await tx.insert(customers).values(people.map(({ customer }) => customer));
  await tx.insert(paymentMethods).values(people.flatMap(({ paymentMethod }) => paymentMethod ?? []));
  // Everybody has one contract, some have more.
  const stories = random.shuffle(listStories());
  const made = stories
    .map((story, index) => {
      const { customer, paymentMethod } = people[index] ?? random.pick(people);
      return makeContract(story, customer, paymentMethod, shop);
    })
    .sort((a, b) => a.boughtAt.getTime() - b.boughtAt.getTime());
  nameOrders(made);
  const actors: DemoActors = {
    owner: { type: "staff", name: OWNER.name },
    editor: { type: "staff", name: EDITOR.name },
    integration: { type: "api_key", name: INTEGRATION },
  };
  const history = made.flatMap((contract) => makeHistory(contract, actors, shop));
  for (const { contract, at } of history) if (at > contract.row.updatedAt) contract.row.updatedAt = at;

  const ids = await insertContracts(tx, shop, made);
  history.sort((a, b) => a.at.getTime() - b.at.getTime());
  await appendActivities(
    tx,
    history.map(({ contract, actor, action, before, after, at }) => ({
      entry: { shopId, contractId: ids.get(contract) ?? null, action, before, after },
      audit: { actor, requestId: null, now: at },
    })),
  );
}

/** Orders are numbered in the order they were made, over all contracts, as a shop does. */
function nameOrders(made: DemoContract[]): void {
  const orders = made.flatMap((contract) => [
    {
      at: contract.boughtAt,
      name: (id: number, name: string) =>
        Object.assign(contract.row, { originOrderId: id, originOrderName: name }),
    },
    ...contract.attempts
      .filter((attempt) => attempt.status === "SUCCESS")
      .map((attempt) => ({
        at: attempt.billingDate,
        name: (id: number, name: string) => Object.assign(attempt, { orderId: id, orderName: name }),
      })),
  ]);
  orders.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const [index, order] of orders.entries())
    order.name(FIRST_ORDER_ID + index * 1024, `#${FIRST_ORDER_NUMBER + index}`);
}

async function insertContracts(
  tx: Queryable,
  { shopId, timeZone, now }: DemoShop,
  made: DemoContract[],
): Promise<Map<DemoContract, number>> {
  const rows = await tx
    .insert(contracts)
    .values(made.map((contract) => contract.row))
    .returning();
  const ids = new Map<DemoContract, number>();
  for (const [index, row] of rows.entries()) {
    const contract = made[index];
    if (contract) ids.set(contract, row.id);
  }
  await tx.insert(contractCounts).values(
    rows.map(({ status, billingInterval, billingIntervalCount, planType }) => ({
      shopId,
      status,
      billingInterval,
      billingIntervalCount,
      planType,
      delta: 1,
    })),
  );
  await compactContractCounts(tx, shopId);
  const of = <T extends object>(contract: DemoContract, parts: T[]) =>
    parts.map((part) => ({ ...part, contractId: ids.get(contract) ?? 0 }));
  await tx.insert(contractLines).values(made.flatMap((contract) => of(contract, contract.lines)));
  await tx.insert(contractDiscounts).values(made.flatMap((contract) => of(contract, contract.discounts)));
  // The newest contract's upcoming orders come first, so that their ids are always the same: the README uses one.
  await topUpAttempts(tx, { id: shopId, timeZone }, [Math.max(...ids.values())], now);
  const attempts = made.flatMap((contract) => of(contract, contract.attempts));
  // A statement takes at most 65,535 parameters.
  for (let from = 0; from < attempts.length; from += 1000)
    await tx.insert(billingAttempts).values(attempts.slice(from, from + 1000));
  return ids;
}
