import { beforeAll, describe, expect, test } from "vitest";
import type { ContractFilters } from "~/features/contracts/list/contract-list.schema";
import { countContractsByStatus } from "~/features/contracts/list/contract-list.service.server";
import { client } from "~db/client.server";
import { loadShop, NEEDLES, needleQueries } from "../../../bench/shop/dataset";
import { readList, walkList } from "../../support/data/contract-list";
import { createTestShop, type TestShop } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

/** Large enough that filters have more matches than are counted. */
const CONTRACTS = 25_000;

let shop: TestShop;
beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop();
  await loadShop(process.env.DATABASE_URL ?? "", shop.id, CONTRACTS);
});

async function countInDatabase(where: string): Promise<number> {
  const rows = await client.unsafe<{ n: number }[]>(
    `select count(*)::int as n from contracts where shop_id = ${shop.id} and ${where}`,
  );
  return rows[0]?.n ?? 0;
}

describe("the total", () => {
  test.each([
    ["", "true"],
    ["status=ACTIVE", "status = 'ACTIVE'"],
    ["billingPolicyInterval=MONTH", "billing_interval = 'MONTH'"],
    ["planType=PAY_AS_YOU_GO&status=ACTIVE", "plan_type = 'PAY_AS_YOU_GO' and status = 'ACTIVE'"],
    [
      "billingPolicyIntervalCount=1&billingPolicyInterval=MONTH",
      "billing_interval_count = 1 and billing_interval = 'MONTH'",
    ],
  ])("of more than 10,000 contracts is exact when the counters know it: %s", async (search, where) => {
    const expected = await countInDatabase(where);
    expect(expected).toBeGreaterThan(10_000);
    for (const sort of ["created_at,desc", "customer_name,asc"]) {
      const page = await readList(shop.readKey, `?${search}&sort=${sort}`);
      expect([page.total, page.precision]).toEqual([expected, null]);
      expect(page.links.last).toMatch(`page=${Math.ceil(expected / 20) - 1}`);
    }
  });

  test.each([
    [
      "fromCreatedDate=2022-01-01&toCreatedDate=2025-06-01",
      "created_at between '2022-01-01' and '2025-06-01 23:59:59.999'",
    ],
    ["customerName=example.com", "true"],
    ["customerName=a&status=ACTIVE", "customer_email like '%a%' and status = 'ACTIVE'"],
    ["search=example.com", "true"],
    ["search=EXAMPLE.com&status=ACTIVE", "status = 'ACTIVE'"],
    ["lastPaymentStatus=SUCCEEDED", "last_payment_status = 'SUCCEEDED'"],
    [
      "orderName=1",
      "exists (select from billing_attempts b where b.shop_id = contracts.shop_id and contract_id = contracts.id and order_name like '%1%') or origin_order_name like '%1%'",
    ],
  ])(
    "of more than 10,000 others is an estimate that says so and has no last page: %s",
    async (search, where) => {
      const actual = await countInDatabase(`(${where})`);
      expect(actual).toBeGreaterThan(10_000);
      for (const more of ["", "&cursor="]) {
        const page = await readList(shop.readKey, `?${search}${more}`);
        expect(page.precision).toBe("estimate");
        expect(page.total / actual).toBeGreaterThan(0.8);
        expect(page.total / actual).toBeLessThan(1.25);
        expect(Object.keys(page.links)).toEqual(["first", "next"]);
      }
    },
  );

  test("of up to 10,000 others is exact", async () => {
    const expected = await countInDatabase("created_at < '2023-06-01' and created_at > '2022-01-01'");
    expect(expected).toBeGreaterThan(5_000);
    const page = await readList(
      shop.readKey,
      "?fromCreatedDate=2022-01-01T00:00:00.001Z&toCreatedDate=2023-05-31",
    );
    expect([page.total, page.precision]).toEqual([expected, null]);
  });
});

describe("a filter", () => {
  test.each(Object.entries(needleQueries(CONTRACTS)))("finds its needles: %s", async (_name, search) => {
    const { ids, total } = await readList(shop.readKey, `?${search}&size=2000`);
    expect(new Set(ids).size).toBe(total);
    if (/status=ACTIVE/.test(search)) expect(total).toBeGreaterThan(NEEDLES / 2);
    else if (/subscriptionContractId/.test(search)) expect(total).toBe(1);
    else expect(total).toBe(/Deleted/.test(search) ? 2 * NEEDLES : NEEDLES);
  });

  test("with few of more than 10,000 found contracts left by other filters, the total is exact", async () => {
    const expected = await countInDatabase("status = 'EXPIRED' and customer_email like '%example.com'");
    const page = await readList(shop.readKey, "?search=example.com&status=EXPIRED");
    expect([page.total, page.precision]).toEqual([expected, null]);
    const byName = await readList(shop.readKey, "?search=example.com&customerName=quillfeath");
    expect([byName.total, byName.precision]).toEqual([NEEDLES, null]);
  });

  test("with more than 10,000 matches is walked by cursor to its end, each contract once", async () => {
    const expected = await countInDatabase("last_payment_status = 'SUCCEEDED'");
    const pages = await walkList(
      shop.readKey,
      "?lastPaymentStatus=SUCCEEDED&sort=customer_name,asc&sort=order_amount,desc&size=2000&cursor=",
      "next",
    );
    const ids = pages.flatMap((page) => page.ids);
    expect([ids.length, new Set(ids).size]).toEqual([expected, expected]);
    const back = await walkList(shop.readKey, pages.at(-1)?.links.prev ?? "", "prev");
    expect(back.reverse().flatMap((page) => page.ids)).toEqual(
      pages.slice(0, -1).flatMap((page) => page.ids),
    );
  });
});

describe("the tabs", () => {
  const count = (filters: ContractFilters) =>
    countContractsByStatus({ id: shop.id, storeDomain: "" }, { filters });

  test("are exact for counted filters and for few matches", async () => {
    const counted = await count({ billingPolicyInterval: "MONTH", status: "FAILED" });
    expect(counted.ACTIVE).toEqual({
      count: await countInDatabase("billing_interval = 'MONTH' and status = 'ACTIVE'"),
      exact: true,
    });
    const few = await count({ customerName: "quillfeath" });
    expect(Object.values(few).reduce((sum, tab) => sum + tab.count, 0)).toBe(NEEDLES);
  });

  test("are estimates for many matches, and say so", async () => {
    const counts = await count({ lastPaymentStatus: "SUCCEEDED" });
    const actual = await countInDatabase("last_payment_status = 'SUCCEEDED' and status = 'ACTIVE'");
    expect(counts.ACTIVE.exact).toBe(false);
    expect(counts.ACTIVE.count / actual).toBeGreaterThan(0.8);
    expect(counts.ACTIVE.count / actual).toBeLessThan(1.25);
  });
});
