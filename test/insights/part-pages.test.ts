import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { discountRemoval } from "~/features/contracts/operations/discounts/remove-discount.server";
import type { CohortsPage } from "~/features/insights/pages/cohorts-page.service.server";
import {
  cancellationsPageLoader,
  cohortsPageLoader,
  paymentsPageLoader,
  productsPageLoader,
  referralsPageLoader,
} from "~/features/insights/pages/part-pages.endpoints.server";
import type { ProductsPage, ReferralsPage } from "~/features/insights/pages/part-pages.service.server";
import { enqueue } from "~/queue/enqueue.server";
import { client, db } from "~db/client.server";
import { contractDiscounts } from "~db/schema/contracts";
import { factDays } from "~db/schema/facts";
import { billedMonthly, callerAt, DUE, daysAfterDue, runAt } from "../support/calls/billing";
import { ask, pageRequest } from "../support/calls/pages";
import { insertContract, NOW } from "../support/data/factories";
import { accept, apply, insertFriend } from "../support/data/referred-friend";
import { runJobs } from "../support/processes/jobs";

import { openPartPages, valuesOf, YEAR } from "./part-pages";

const { shop, read, readAll, recount, listDifferences, rollUpAll, live } = openPartPages();

test("offers, codes of failures, bundles, discount codes and referrals are counted as they happen, and anew alike", async () => {
  await live();
  expect(await listDifferences()).toEqual([]);
  const pages = await readAll();
  expect(valuesOf(pages.cancellations)).toMatchObject({ savedContracts: 2, savedMrr: 100 });
  expect(pages.cancellations.saved).toEqual([
    { offer: "PAUSE", contracts: 1, mrr: 50, previousContracts: 0 },
    { offer: "SKIP", contracts: 1, mrr: 50, previousContracts: 0 },
  ]);
  expect(pages.cancellations.reasons.map(({ reason, saved }) => [reason, saved])).toEqual(
    expect.arrayContaining([["I need a break", 1]]),
  );
  expect(pages.payments.codes).toMatchObject([
    { code: "CARD_DECLINED", class: "later", failed: { orders: 1, amount: 10 }, recovered: { orders: 0 } },
  ]);
  const [box] = pages.products.bundles;
  expect(box).toMatchObject({ handle: "breakfast", title: null, units: box?.orders, previousAmount: 0 });
  expect(box?.amount).toBe((box?.orders ?? 0) * 18);
  expect(pages.referrals.codes.map(({ kind, code }) => `${kind} ${code}`).sort()).toEqual([
    "CODE SPRING",
    "REFERRAL null",
  ]);
  expect(pages.referrals.codes.find(({ code }) => code === "SPRING")).toMatchObject({
    orders: box?.orders,
    amount: (box?.orders ?? 0) * 2,
  });
  expect(valuesOf(pages.referrals)).toEqual({
    invitedFriends: 2,
    acceptedFriends: 1,
    joinedFriends: 1,
    rewardsDue: 0,
    rewardsGiven: 1,
    rewardsRefused: 0,
  });

  await rollUpAll();
  expect(await readAll()).toEqual(pages);
  expect(await listDifferences()).toEqual([]);

  // A shop counted before these facts existed: the job adds them, and nothing twice.
  await client`delete from fact_days where kind = 'SAVED' or kind like 'FRIEND%' or kind like 'REWARD%'`;
  await client`delete from fact_parts where topic like '%\\_code' or topic like 'saved%' or topic = 'sold_bundle'`;
  await client`update billing_attempts set first_error_code = null`;
  await client`update fact_states set version = 1`;
  expect((await readAll()).payments.codes).toEqual([]);
  await enqueue(db, "count-facts", {});
  expect(await runJobs(() => DUE)).toEqual([]);
  expect(await readAll()).toEqual(pages);
  expect(await listDifferences()).toEqual([]);
});

test("what orders sold that were imported without lines is said to be unknown, and not to be nothing", async () => {
  const imported = (days: number) =>
    ({ status: "SUCCESS", billingDate: daysAfterDue(days), completedAt: null, orderAmount: "7.5" }) as const;
  await insertContract(shop.id, { attempts: [imported(-5), imported(-4)] });
  await billedMonthly(shop, { lines: [{ title: "Beans", productId: 7, currentPrice: "20.00" }] });
  await runAt(shop, DUE);
  await recount(true);
  const of = (from: number, to: number) => {
    const [first, last] = [from, to].map((days) => daysAfterDue(days).toISOString().slice(0, 10));
    return read<ProductsPage>(productsPageLoader, `?from=${first}&to=${last}`);
  };
  const unknown = await of(-1, 4);
  expect(unknown).toMatchObject({ orders: { paid: 1, known: 1 }, previousOrders: { paid: 2, known: 0 } });
  for (const part of ["products", "variants", "plans", "countries"] as const)
    expect(unknown[part], part).toMatchObject([{ amount: 20, previousAmount: null }]);
  expect(await of(-6, 4)).toMatchObject({
    orders: { paid: 3, known: 1 },
    previousOrders: { paid: 0, known: 0 },
    products: [{ productId: 7, amount: 20, previousAmount: 0 }],
  });
});

test("a welcome code that is given back reverts its friend's step", async () => {
  const code = await accept(shop);
  const friend = await insertFriend(shop);
  await recount(true);
  await apply(shop, friend, code);
  const joined = async () => valuesOf(await read<ReferralsPage>(referralsPageLoader, YEAR));
  expect(await joined()).toMatchObject({ joinedFriends: 1, rewardsDue: 1 });
  const [discount] = await db
    .select()
    .from(contractDiscounts)
    .where(and(eq(contractDiscounts.shopId, shop.id), eq(contractDiscounts.contractId, friend.id)));
  await discountRemoval.run(callerAt(shop, NOW), {
    contractId: friend.subscriptionContractId,
    discountId: discount?.id ?? "",
  });
  expect(await joined()).toMatchObject({ acceptedFriends: 1, joinedFriends: 0, rewardsDue: 0 });
  expect(await listDifferences()).toEqual([]);
});

test("each page says so while there is nothing, and names wrong days beside the usual ones", async () => {
  for (const loader of [
    cohortsPageLoader,
    cancellationsPageLoader,
    paymentsPageLoader,
    productsPageLoader,
    referralsPageLoader,
  ]) {
    expect(await read<CohortsPage>(loader)).toMatchObject({ isEmpty: true, problems: {} });
    const wrong = await read<CohortsPage>(loader, "?from=2026-03-02&to=2026-03-01");
    expect(wrong.problems).toEqual({ to: "The last day is before the first one." });
    const { status } = await ask(loader, pageRequest("/admin/insights/page"));
    expect(status).toBe(302);
  }
});

test("cohorts begin with the first that there is, and of ten years show the latest three", async () => {
  const rows = ["2017-05-10", "2024-02-10", "2026-03-10"].map((day) => ({
    shopId: shop.id,
    day,
    kind: "NEW" as const,
    currencyCode: shop.shop.currencyCode,
    fromStatus: "" as const,
    toStatus: "ACTIVE" as const,
    count: 4,
    amount: "40",
    subscribers: 4,
  }));
  await db.insert(factDays).values(rows);
  const years = await read<CohortsPage>(cohortsPageLoader, "?from=2017-01-01&to=2026-12-31");
  expect(years).toMatchObject({ from: "2024-01-01", isCut: true });
  expect(years.cohorts[0]).toMatchObject({ month: "2024-02-01", contracts: 4, mrr: 40 });
  expect(years.cohorts).toHaveLength(35);
  const months = await read<CohortsPage>(cohortsPageLoader, "?from=2026-01-15&to=2026-04-10");
  expect(months).toMatchObject({ from: "2026-01-01", isCut: false });
  expect(months.cohorts.map(({ month }) => month)).toEqual(["2026-03-01", "2026-04-01"]);
  for (const { href, months: length } of months.lengths) {
    const page = await read<CohortsPage>(cohortsPageLoader, href.replace("/admin/insights/cohorts", ""));
    expect(page.lengths.find(({ isCurrent }) => isCurrent)?.months).toBe(length);
  }
});
