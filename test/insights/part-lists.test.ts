import { expect, test } from "vitest";
import type { OrderDay } from "~/features/billing/orders/order-days";
import type { OrderPart } from "~/features/billing/orders/order-parts";
import type { Cancellation } from "~/features/contracts/change/cancellation";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import {
  type PageDays,
  toContractsThat,
  toDaysBefore,
  toOrdersOfPart,
} from "~/features/insights/ui/part-links";
import { NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";
import { billedMonthly, callerAt, DUE, daysAfterDue, runAt } from "../support/calls/billing";
import { type ContractOverrides, insertContract, signIn } from "../support/data/factories";
import { askList } from "./counted-lists";

import { openPartPages, YEAR } from "./part-pages";

const { shop, readAll, recount, live } = openPartPages();

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
          const codes = payments.codes.filter((each) => (each.class ?? "unknown") === name);
          return orders(
            payments,
            day,
            "declineClass",
            name,
            codes.reduce((sum, each) => sum + count(each), 0),
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
      "FAILED declineClass",
      "FAILED failure",
      "Kept I",
      "Kept PAUSE",
      "Kept SKIP",
      "LOST declineClass",
      "LOST failure",
      "PAID bundle",
      "PAID code",
      "PAID country",
      "PAID plan",
      "PAID product",
      "PAID variant",
      "RECOVERED declineClass",
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

test("a decline class is filtered by under the name that saved views have for it", async () => {
  await billedMonthly(shop, { lastDigits: "0119" });
  await runAt(shop, DUE);
  const cookie = await signIn(shop.id, shop.staff.id);
  const ofClass = (part: string) => askList(`/admin/orders?tab=all&dayOf=FAILED&by=act&part=${part}`, cookie);
  expect(await ofClass("later")).toMatchObject({ total: 1, problems: {} });
  expect(await ofClass("merchant")).toMatchObject({ total: 0, problems: {} });
});

test("a part that there is not is named, and filters nothing", async () => {
  await billedMonthly(shop);
  await runAt(shop, DUE);
  const cookie = await signIn(shop.id, shop.staff.id);
  const ofPart = (search: string) => askList(`/admin/orders?tab=paid&${search}`, cookie);
  expect(await ofPart("by=colour&part=red")).toMatchObject({
    total: 1,
    problems: { by: "Orders cannot be filtered by that." },
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
