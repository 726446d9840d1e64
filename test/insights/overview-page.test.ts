import { expect, test } from "vitest";
import type { z } from "zod";
import { getMrr, getOverview } from "~/features/insights/api/insights.endpoints.server";
import { NUMBERS } from "~/features/insights/definitions/numbers";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { overviewPageLoader } from "~/features/insights/pages/part-pages.endpoints.server";
import type { OverviewPage } from "~/features/insights/pages/part-pages.service.server";
import type { mrrRecord } from "~/features/insights/records/mrr-record";
import type { overviewRecord } from "~/features/insights/records/overview-record";
import { toDayString } from "~/lib/format";
import { billedMonthly, DUE, runAt } from "../support/calls/billing";
import { askJson } from "../support/calls/json-endpoints";
import { ask, pageRequest } from "../support/calls/pages";
import { insertContract, NOW, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { askList } from "./counted-lists";

const shop = shopOfEachTest({ gateway: "test", timeZone: "Pacific/Auckland" });

const read = async (search = ""): Promise<OverviewPage> => {
  const cookie = await signIn(shop.id, shop.staff.id);
  const answer = await ask(overviewPageLoader, pageRequest(`/admin/insights${search}`, { cookie }));
  expect(answer.status).toBe(200);
  return answer.data as OverviewPage;
};
const recount = () => recountFacts(shop.shop, { isRepaired: true, now: NOW });

test("an empty shop says so; one that is signed out is asked to sign in", async () => {
  expect(await read()).toMatchObject({ isEmpty: true, problems: {}, currencyCode: "USD" });
  const { status } = await ask(overviewPageLoader, pageRequest("/admin/insights"));
  expect(status).toBe(302);
});

test("the numbers are those of the API, and each number's points those of its range", async () => {
  await billedMonthly(shop);
  await billedMonthly(shop, { lastDigits: "9235" });
  await recount();
  await runAt(shop, DUE);
  const search = "?from=2026-02-20&to=2026-04-10";
  const page = await read(search);
  const api = async <S extends z.ZodType>(endpoint: typeof getOverview | typeof getMrr, name: string) =>
    (await (
      await askJson(endpoint as typeof getMrr, `/api/external/v2/analytics/${name}${search}`, {
        key: shop.readKey,
      })
    ).json()) as z.output<S>;
  const overview = await api<typeof overviewRecord>(getOverview, "overview");
  const mrr = await api<typeof mrrRecord>(getMrr, "mrr");
  expect(page.tiles.map(({ name, value, previous }) => ({ name, value, previous }))).toEqual(
    overview.numbers.map(({ name, value, previous }) => ({ name, value, previous })),
  );
  expect(page.series.mrr).toEqual(mrr.points.map((point) => point.mrr));
  expect(page.series.newMrr).toEqual(mrr.points.map((point) => point.new));
  expect(page.dates).toEqual(mrr.points.map(({ date }) => date));
  const find = (name: string) => page.tiles.find((tile) => tile.name === name);
  const sum = (values: readonly (number | null)[] = []) =>
    values.reduce((total: number, value) => total + (value ?? 0), 0);
  for (const name of ["paidOrders", "failedOrders", "newContracts", "revenue"])
    expect(sum(find(name)?.spark), name).toBe(find(name)?.value);
  expect(find("paidOrders")?.value).toBe(1);
  expect(find("activeContracts")?.spark.at(-1)).toBe(find("activeContracts")?.value);
});

test("a number with a list opens one with as many contracts, customers or referrals", async () => {
  for (const status of ["ACTIVE", "ACTIVE", "PAUSED"] as const)
    await insertContract(shop.id, { status, ...(status === "PAUSED" && { pausedOn: NOW }) });
  await recount();
  const { tiles } = await read(`?from=2026-01-01&to=${toDayString(new Date(), "Pacific/Auckland")}`);
  expect(tiles.find(({ name }) => name === "revenue")?.href).toMatch(
    /^\/admin\/orders\?tab=paid&dayOf=PAID&from=/,
  );
  const linked = tiles.filter(({ href, name }) => href && NUMBERS[name].unit === "count");
  const counted = { activeContracts: 2, pausedContracts: 1, subscribers: 3, newContracts: 3 };
  const cookie = await signIn(shop.id, shop.staff.id);
  for (const { href, value, name } of linked) {
    const list = await askList(href ?? "", cookie);
    expect(list.problems, name).toEqual({});
    expect([name, value], name).toEqual([name, (counted as Record<string, number>)[name] ?? 0]);
    expect([list.rows.length, list.total], name).toEqual([value, value]);
  }
  // Numbers that count orders are checked by the tests of lists.
  expect(linked.map(({ name }) => name)).toEqual(
    tiles.map(({ name }) => name).filter((name) => NUMBERS[name].unit === "count"),
  );
});

test("wrong days are named beside their fields, and the usual ones shown", async () => {
  const today = toDayString(new Date(), "Pacific/Auckland");
  for (const [search, problems] of [
    ["?from=soon&currency=euros", { from: expect.any(String), currency: expect.any(String) }],
    ["?from=2026-03-02&to=2026-03-01", { to: "The last day is before the first one." }],
    ["?from=1900-01-01", { from: expect.stringContaining("2000-01-01") }],
  ] as const) {
    const page = await read(search);
    expect(page.problems).toEqual(problems);
    expect(page).toMatchObject({ to: today, currencyCode: "USD" });
    expect(page.ranges.filter(({ isCurrent }) => isCurrent).map(({ days }) => days)).toEqual([30]);
  }
});

test("each range is a click away, and ten years are shown by months", async () => {
  await billedMonthly(shop);
  await recount();
  const { ranges } = await read("?currency=eur");
  for (const { days, href } of ranges) {
    const page = await read(href.replace("/admin/insights", ""));
    expect(page.ranges.find(({ isCurrent }) => isCurrent)?.days).toBe(days);
    expect(page.currencyCode).toBe("EUR");
  }
  const years = await read("?from=2017-01-01&to=2026-12-31");
  expect(years.interval).toBe("MONTH");
  expect(years.dates).toHaveLength(120);
});
