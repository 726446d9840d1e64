import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { OrderDay } from "~/features/billing/orders/order-days";
import type { OrderPart, PartOfOrders } from "~/features/billing/orders/order-parts";
import { countOrders } from "~/features/billing/orders-admin/order-rows.repo.server";
import { findPartLookup } from "~/features/billing/orders-admin/part-lookup.repo.server";
import type { Cancellation } from "~/features/contracts/change/cancellation";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { lineSwap } from "~/features/contracts/operations/lines/swap-lines.server";
import { discountRemoval } from "~/features/contracts/operations/remove-discount.server";
import { foldFacts } from "~/features/facts/facts.repo.server";
import { toDifferenceText } from "~/features/insights/facts/fact-totals";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import type { CohortsPage } from "~/features/insights/pages/cohorts-page.service.server";
import {
  cancellationsPageLoader,
  cohortsPageLoader,
  paymentsPageLoader,
  productsPageLoader,
  referralsPageLoader,
} from "~/features/insights/pages/part-pages.endpoints.server";
import type {
  CancellationsPage,
  PaymentsPage,
  ProductsPage,
  ReferralsPage,
} from "~/features/insights/pages/part-pages.service.server";
import {
  type PageDays,
  toContractsThat,
  toDaysBefore,
  toOrdersOfPart,
} from "~/features/insights/ui/part-links";
import { inviteFriend } from "~/features/referrals/joining/invitation.service.server";
import { enqueue } from "~/queue/enqueue.server";
import { client, db } from "~db/client.server";
import { contractDiscounts, contractLines } from "~db/schema/contracts";
import { NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";
import { factDays } from "~db/schema/facts";
import { inTransaction } from "~db/transaction.server";
import { billedMonthly, callerAt, DUE, daysAfterDue, runAt } from "../support/calls/billing";
import { ask, pageRequest } from "../support/calls/pages";
import { openContract } from "../support/calls/portal-contract";
import { insertCatalogue } from "../support/data/catalogue";
import {
  type ContractOverrides,
  insertContract,
  NOW,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { accept, apply, createReferrerShop, insertFriend } from "../support/data/referred-friend";
import { madeForEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";
import { askList } from "./counted-lists";

const shop = madeForEachTest(() => createReferrerShop({ gateway: "test" }));

type Loader = Parameters<typeof ask>[0];
async function read<Page>(loader: Loader, search = "", of: TestShop = shop): Promise<Page> {
  const cookie = await signIn(of.id, of.staff.id);
  const answer = await ask(loader, pageRequest(`/admin/insights/page${search}`, { cookie }));
  expect(answer.status).toBe(200);
  return answer.data as Page;
}
const YEAR = "?from=2026-01-01&to=2026-12-31";
const readAll = async (search = YEAR) => ({
  cohorts: await read<CohortsPage>(cohortsPageLoader, search),
  cancellations: await read<CancellationsPage>(cancellationsPageLoader, search),
  payments: await read<PaymentsPage>(paymentsPageLoader, search),
  products: await read<ProductsPage>(productsPageLoader, search),
  referrals: await read<ReferralsPage>(referralsPageLoader, search),
});
const recount = (isRepaired: boolean) => recountFacts(shop.shop, { isRepaired, now: NOW });
const tellDifferences = async () => (await recount(false)).differences.map(toDifferenceText);
const valuesOf = ({ tiles }: { tiles: { name: string; value: number | null }[] }) =>
  Object.fromEntries(tiles.map(({ name, value }) => [name, value]));

/** A box with a code, a declined card, a friend with a welcome code, and two customers who nearly cancelled. */
async function live() {
  const line = { title: "Beans", productId: 7, currentPrice: "20.00" };
  await billedMonthly(shop, {
    lines: [{ ...line, customAttributes: [{ key: "_bundle", value: "breakfast" }] }],
    discounts: [{ title: "SPRING", code: "SPRING", valueType: "PERCENTAGE", value: "10" }],
  });
  await billedMonthly(shop, { lastDigits: "0002" });
  const code = await accept(shop);
  const friend = await insertFriend(shop, { nextBillingDate: DUE });
  await recount(true);
  const { customerId } = shop.referrer;
  const principal = {
    kind: "customer",
    shop: shop.shop,
    customerId,
    name: "Referrer",
    language: null,
  } as const;
  for (const email of ["a@example.com", "a@example.com", "b@example.com"])
    await inviteFriend(principal, email, "en", {
      requestId: "invitation",
      now: NOW,
    });
  await apply(shop, friend, code);
  await runAt(shop, DUE);
  await runAt(shop, daysAfterDue(60));
  expect(await runJobs(() => DUE)).toEqual([]);
  for (const [reason, button] of [
    ["break", "Pause instead"],
    ["too_much", "Skip this order"],
  ] as const) {
    const { portal, contract } = await openContract(shop, { currencyCode: "USD" });
    await recount(true);
    const at = { contract: contract.subscriptionContractId, view: "cancel", reason };
    expect((await portal.press(await portal.get(at), button)).status).toBe(200);
  }
}

test("offers, codes of failures, bundles, discount codes and referrals are counted as they happen, and anew alike", async () => {
  await live();
  expect(await tellDifferences()).toEqual([]);
  const told = await readAll();
  expect(valuesOf(told.cancellations)).toMatchObject({ savedContracts: 2, savedMrr: 100 });
  expect(told.cancellations.saved).toEqual([
    { offer: "PAUSE", contracts: 1, mrr: 50, previousContracts: 0 },
    { offer: "SKIP", contracts: 1, mrr: 50, previousContracts: 0 },
  ]);
  expect(told.cancellations.reasons.map(({ reason, saved }) => [reason, saved])).toEqual(
    expect.arrayContaining([["I need a break", 1]]),
  );
  expect(told.payments.codes).toMatchObject([
    { code: "CARD_DECLINED", class: "later", failed: { orders: 1, amount: 10 }, recovered: { orders: 0 } },
  ]);
  const [box] = told.products.bundles;
  expect(box).toMatchObject({ handle: "breakfast", title: null, units: box?.orders, previousAmount: 0 });
  expect(box?.amount).toBe((box?.orders ?? 0) * 18);
  expect(told.referrals.codes.map(({ kind, code }) => `${kind} ${code}`).sort()).toEqual([
    "CODE SPRING",
    "REFERRAL null",
  ]);
  expect(told.referrals.codes.find(({ code }) => code === "SPRING")).toMatchObject({
    orders: box?.orders,
    amount: (box?.orders ?? 0) * 2,
  });
  expect(valuesOf(told.referrals)).toEqual({
    invitedFriends: 2,
    acceptedFriends: 1,
    joinedFriends: 1,
    rewardsDue: 0,
    rewardsGiven: 1,
    rewardsRefused: 0,
  });

  while ((await inTransaction((tx) => foldFacts(tx, shop.id, 5))) > 0);
  expect(await readAll()).toEqual(told);
  expect(await tellDifferences()).toEqual([]);

  // A shop that was counted before these existed: the job adds them, and nothing twice.
  await client`delete from fact_days where kind = 'SAVED' or kind like 'FRIEND%' or kind like 'REWARD%'`;
  await client`delete from fact_parts where topic like '%\\_code' or topic like 'saved%' or topic = 'sold_bundle'`;
  await client`update billing_attempts set first_error_code = null`;
  await client`update fact_states set version = 1`;
  expect((await readAll()).payments.codes).toEqual([]);
  await enqueue(db, "count-facts", {});
  expect(await runJobs(() => DUE)).toEqual([]);
  expect(await readAll()).toEqual(told);
  expect(await tellDifferences()).toEqual([]);
});

/** Every count on these pages with the list that its table links to. */
async function listCounts(search: string) {
  const { cohorts, cancellations, payments, products, referrals } = await readAll(search);
  const orders = (page: PageDays, dayOf: OrderDay, by: OrderPart, value: unknown, count: number) => ({
    what: `${dayOf} ${by} ${value}`,
    count,
    href: toOrdersOfPart(page, dayOf, { by, value: String(value ?? "") }),
  });
  const contracts = (did: "Ended" | "Kept", also: Record<string, string | null>, count: number) => ({
    what: `${did} ${Object.values(also)}`,
    count,
    href: toContractsThat(did, cancellations, also),
  });
  const before = toDaysBefore(cancellations);
  return [
    ...products.products.map((each) => orders(products, "PAID", "product", each.productId, each.orders)),
    ...products.variants.map((each) => orders(products, "PAID", "variant", each.variantId, each.orders)),
    ...products.plans.map((each) => orders(products, "PAID", "plan", each.plan, each.orders)),
    ...products.countries.map((each) => orders(products, "PAID", "country", each.countryCode, each.orders)),
    ...products.bundles.map((each) => orders(products, "PAID", "bundle", each.handle, each.orders)),
    ...referrals.codes.map((each) => {
      const part = { CODE: each.code, REFERRAL: REFERRAL_CODES, NONE: NO_CODE }[each.kind];
      return orders(referrals, "PAID", "code", part, each.orders);
    }),
    ...(["FAILED", "RECOVERED", "LOST"] as const).flatMap((day) => {
      const count = (each: (typeof payments.codes)[number]) =>
        each[({ FAILED: "failed", RECOVERED: "recovered", LOST: "lost" } as const)[day]].orders;
      const classes = [...new Set(payments.codes.map((each) => each.class ?? "unknown"))];
      return [
        ...payments.codes.map((each) => orders(payments, day, "failure", each.code, count(each))),
        ...classes.map((name) => {
          const told = payments.codes.filter((each) => (each.class ?? "unknown") === name);
          return orders(
            payments,
            day,
            "act",
            name,
            told.reduce((sum, each) => sum + count(each), 0),
          );
        }),
      ];
    }),
    ...cancellations.reasons.flatMap(({ reason, contracts: ended, previousContracts, saved }) => [
      contracts("Ended", { endedReason: reason }, ended),
      {
        what: `Before ${reason}`,
        count: previousContracts,
        href: toContractsThat("Ended", before, { endedReason: reason }),
      },
      contracts("Kept", { keptReason: reason }, saved),
    ]),
    ...cancellations.saved.map((each) => contracts("Kept", { keptBy: each.offer }, each.contracts)),
    ...cancellations.ages.map(({ months, contracts: ended }) =>
      contracts("Ended", { fromEndedMonths: String(months), toEndedMonths: String(months) }, ended),
    ),
    ...cancellations.products.map((each) =>
      contracts("Ended", { endedProductId: String(each.productId) }, each.contracts),
    ),
    ...cohorts.cohorts.flatMap(({ month, months }) =>
      months.flatMap((each) =>
        each.href === null
          ? []
          : [{ what: `Cohort left ${month} ${each.month}`, count: each.contracts, href: each.href }],
      ),
    ),
    ...[cancellations, payments, products, referrals]
      .flatMap(({ tiles }) => tiles)
      .filter(({ name }) => !/revenue|refunds/i.test(name))
      .flatMap(({ name, value, href, previous, previousHref }) => [
        ...(href ? [{ what: name, count: Number(value), href }] : []),
        ...(previousHref ? [{ what: `${name} before`, count: Number(previous), href: previousHref }] : []),
      ]),
  ];
}

test("each count of a part opens a list of as many orders, contracts or referrals", async () => {
  await billedMonthly(shop, { lastDigits: "0119" });
  await live();
  const cancel = async (days: number, more: ContractOverrides, cancellation?: Cancellation) => {
    const contract = await insertContract(shop.id, more);
    await recount(true);
    await contractStatus.run(callerAt(shop, daysAfterDue(days)), {
      contractId: contract.subscriptionContractId,
      status: "CANCELLED",
      ...(cancellation && { cancellation }),
    });
    return contract;
  };
  const line = { title: "Beans", productId: 7, currentPrice: "20.00" };
  const old = { createdAt: new Date("2025-11-30T22:00:00Z") };
  const again = await cancel(
    1,
    { ...old, lines: [line] },
    { reason: "Too expensive", feedback: "it was 20" },
  );
  await cancel(2, { ...old, lines: [line, { ...line, productId: 8 }] }, { reason: "Too expensive" });
  await cancel(3, {});
  for (const [days, change] of [
    [4, { status: "ACTIVE" }],
    [70, { status: "CANCELLED", cancellation: { reason: "Moved", feedback: "abroad" } }],
  ] as const)
    await contractStatus.run(callerAt(shop, daysAfterDue(days)), {
      contractId: again.subscriptionContractId,
      ...change,
    });
  const cookie = await signIn(shop.id, shop.staff.id);
  const seen = new Set<string>();
  for (const search of [YEAR, "?from=2026-04-01&to=2026-04-20", "?from=2026-05-01&to=2026-07-20"])
    for (const { what, count, href } of await listCounts(search)) {
      const list = await askList(href, cookie);
      expect(list.problems, what).toEqual({});
      expect([what, search, list.times ?? list.total]).toEqual([what, search, count]);
      if (count > 0) seen.add(what.split(" ").slice(0, 2).join(" "));
    }
  expect([...seen].sort()).toMatchInlineSnapshot(`
    [
      "Cohort left",
      "Ended 1,1",
      "Ended 4,4",
      "Ended 6,6",
      "Ended 7",
      "Ended 8",
      "Ended Moved",
      "Ended No",
      "Ended Too",
      "FAILED act",
      "FAILED failure",
      "Kept I",
      "Kept PAUSE",
      "Kept SKIP",
      "LOST act",
      "LOST failure",
      "PAID bundle",
      "PAID code",
      "PAID country",
      "PAID plan",
      "PAID product",
      "PAID variant",
      "RECOVERED act",
      "RECOVERED failure",
      "acceptedFriends",
      "acceptedFriends before",
      "churnedContracts",
      "churnedContracts before",
      "failedOrders",
      "failedOrders before",
      "invitedFriends",
      "invitedFriends before",
      "joinedFriends",
      "joinedFriends before",
      "lostOrders",
      "paidOrders",
      "paidOrders before",
      "reactivatedContracts",
      "reactivatedContracts before",
      "recoveredOrders",
      "rewardsGiven",
      "rewardsGiven before",
      "savedContracts",
    ]
  `);
});

test("the product of an ended contract is one that it held when it ended, whatever it holds now", async () => {
  const { products } = await insertCatalogue(shop.id, {
    products: [
      { title: "Beans", variants: [{ title: "Bag", price: "20.00", sku: "BEANS" }] },
      { title: "Tea", variants: [{ title: "Box", price: "12.00", sku: "TEA" }] },
    ],
  });
  const [beans, tea] = products.map(({ id, variantIds: [variantId = 0] }) => ({ id, variantId }));
  if (!beans || !tea) throw new Error("the catalogue has two products");
  const insert = () =>
    insertContract(shop.id, {
      lines: [{ title: "Beans", productId: beans.id, variantId: beans.variantId, currentPrice: "20.00" }],
    });
  const [runsAgain, endsTwice, endsAtOnce] = [await insert(), await insert(), await insert()];
  await insert();
  await recount(true);
  type Contract = Awaited<ReturnType<typeof insert>>;
  const become = (contract: Contract, days: number, status: "ACTIVE" | "CANCELLED") =>
    contractStatus.run(callerAt(shop, daysAfterDue(days)), {
      contractId: contract.subscriptionContractId,
      status,
    });
  const swap = async (contract: Contract, days: number) => {
    const line = and(eq(contractLines.shopId, shop.id), eq(contractLines.contractId, contract.id));
    const [held] = await db.select().from(contractLines).where(line);
    await lineSwap.run(callerAt(shop, daysAfterDue(days)), {
      contractId: contract.subscriptionContractId,
      lineId: held?.id ?? "",
      newVariants: [{ variantId: tea.variantId, place: "variant" }],
      carryDiscount: false,
    });
  };
  const comeBackWithTea = async (contract: Contract, ended: number, back: number) => {
    await become(contract, ended, "CANCELLED");
    await become(contract, back, "ACTIVE");
    await swap(contract, back);
  };
  await comeBackWithTea(runsAgain, 1, 2);
  await comeBackWithTea(endsTwice, 1, 40);
  await become(endsTwice, 70, "CANCELLED");
  // With a test clock both may happen at the same instant.
  await comeBackWithTea(endsAtOnce, 3, 3);
  await become(endsAtOnce, 3, "CANCELLED");
  const cookie = await signIn(shop.id, shop.staff.id);
  const tell = async (search: string) => {
    const { cancellations } = await readAll(search);
    const told: Record<string, number> = {};
    for (const { productId, title, contracts } of cancellations.products) {
      const href = toContractsThat("Ended", cancellations, { endedProductId: String(productId) });
      const list = await askList(href, cookie);
      expect([title, search, list.times ?? list.total]).toEqual([title, search, contracts]);
      if (contracts > 0) told[title ?? ""] = contracts;
    }
    return told;
  };
  for (const isFolded of [false, true]) {
    expect(await tell(YEAR)).toEqual({ Beans: 3, Tea: 2 });
    expect(await tell("?from=2026-04-01&to=2026-04-02")).toEqual({ Beans: 2 });
    expect(await tell("?from=2026-04-03&to=2026-04-03")).toEqual({ Beans: 1, Tea: 1 });
    expect(await tell("?from=2026-06-01&to=2026-06-30")).toEqual({ Tea: 1 });
    expect(await tellDifferences()).toEqual([]);
    // With another filter that finds few contracts, each of these is checked.
    for (const [contract, productId, rows] of [
      [runsAgain, beans.id, 1],
      [runsAgain, tea.id, 0],
      [endsTwice, tea.id, 1],
    ] as const) {
      const href = `/admin/contracts?customerId=${contract.customerId}&endedProductId=${productId}`;
      expect((await askList(href, cookie)).total).toBe(rows);
    }
    if (!isFolded) while ((await inTransaction((tx) => foldFacts(tx, shop.id, 5))) > 0);
  }
});

test("orders of a part are the same whether they are looked up, few or many, or each order is checked", async () => {
  const line = { title: "Beans", productId: 7, sellingPlanName: "Monthly", currentPrice: "20.00" };
  const ofBundles = (...values: string[]) => values.map((value) => ({ key: "_bundle", value }));
  const code = (title: string) => ({ title, code: title, valueType: "PERCENTAGE", value: "10" }) as const;
  await billedMonthly(shop, {
    lines: [
      { ...line, customAttributes: ofBundles("breakfast", "supper") },
      { ...line, customAttributes: ofBundles("breakfast") },
    ],
    discounts: [code("SPRING"), code("EASTER")],
  });
  await billedMonthly(shop, {
    lines: [line],
    discounts: [code("EASTER"), { ...code("By hand"), code: null }],
  });
  await billedMonthly(shop, { lines: [{ ...line, productId: null, sellingPlanName: null }] });
  await runAt(shop, DUE);
  await runAt(shop, daysAfterDue(31));
  const window = { from: daysAfterDue(-1), before: daysAfterDue(20) };
  const count = async (part: PartOfOrders, dayOf: "PAID" | null, most: number | null) => {
    const query = { tab: "paid", dayOf, status: null, part, ...window } as const;
    const lookup = most === null ? null : await findPartLookup(shop.id, query, most);
    return countOrders({ shopId: shop.id, query, lookup, search: null, missedBefore: NOW });
  };
  const counted: Record<string, number> = {};
  for (const [by, ...values] of [
    ["product", "7", "", "4711"],
    ["plan", "Monthly", "", "Yearly"],
    ["country", "DE", "US", ""],
    ["bundle", "breakfast", "supper", "lunch"],
    ["code", "SPRING", "EASTER", NO_CODE, REFERRAL_CODES],
  ] as const)
    for (const value of values) {
      const part = { by, value };
      const asked = await count(part, "PAID", null);
      for (const dayOf of ["PAID", null] as const)
        expect([part, await count(part, dayOf, 0), await count(part, dayOf, 10_000)]).toEqual([
          part,
          asked,
          asked,
        ]);
      counted[`${by} ${value}`] = asked;
    }
  expect(counted).toMatchObject({
    "product 7": 2,
    "product ": 1,
    "plan Monthly": 2,
    "bundle breakfast": 1,
    "bundle supper": 1,
    "code SPRING": 1,
    "code EASTER": 2,
    [`code ${NO_CODE}`]: 1,
  });
});

test("a part that there is not is named, and filters nothing", async () => {
  await billedMonthly(shop);
  await runAt(shop, DUE);
  const cookie = await signIn(shop.id, shop.staff.id);
  const ofPart = (search: string) => askList(`/admin/orders?tab=paid&${search}`, cookie);
  expect(await ofPart("by=colour&part=red")).toMatchObject({
    total: 1,
    problems: { by: "Orders are not told apart by that." },
  });
  expect(await ofPart("by=product&part=seven")).toMatchObject({
    total: 1,
    problems: { part: "Use its number." },
  });
  expect(await ofPart("currency=euro")).toMatchObject({
    total: 1,
    problems: { currency: "Use a currency such as EUR." },
  });
  expect(await ofPart("by=product&part=4711")).toMatchObject({ total: 0, problems: {} });
  expect(await ofPart("currency=eur")).toMatchObject({ total: 0, problems: {} });
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
  expect(await tellDifferences()).toEqual([]);
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
