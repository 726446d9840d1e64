import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PartOfOrders } from "~/features/billing/orders/order-parts";
import { countOrders } from "~/features/billing/orders-admin/order-rows.repo.server";
import { findPartLookup } from "~/features/billing/orders-admin/part-lookup.repo.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { lineSwap } from "~/features/contracts/operations/lines/swap-lines.server";
import { toContractsThat } from "~/features/insights/ui/part-links";
import { db } from "~db/client.server";
import { contractLines } from "~db/schema/contracts";
import { NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";
import { billedMonthly, callerAt, DUE, daysAfterDue, runAt } from "../support/calls/billing";
import { insertCatalogue } from "../support/data/catalogue";
import { insertContract, NOW, signIn } from "../support/data/factories";
import { askList } from "./counted-lists";

import { openPartPages, YEAR } from "./part-pages";

const { shop, readAll, recount, listDifferences, rollUpAll } = openPartPages();

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
  const countEndedByTitle = async (search: string) => {
    const { cancellations } = await readAll(search);
    const counts: Record<string, number> = {};
    for (const { productId, title, contracts } of cancellations.products) {
      const href = toContractsThat("Ended", cancellations, { endedProductId: String(productId) });
      const list = await askList(href, cookie);
      expect([title, search, list.times ?? list.total]).toEqual([title, search, contracts]);
      if (contracts > 0) counts[title ?? ""] = contracts;
    }
    return counts;
  };
  for (const isRolledUp of [false, true]) {
    expect(await countEndedByTitle(YEAR)).toEqual({ Beans: 3, Tea: 2 });
    expect(await countEndedByTitle("?from=2026-04-01&to=2026-04-02")).toEqual({ Beans: 2 });
    expect(await countEndedByTitle("?from=2026-04-03&to=2026-04-03")).toEqual({ Beans: 1, Tea: 1 });
    expect(await countEndedByTitle("?from=2026-06-01&to=2026-06-30")).toEqual({ Tea: 1 });
    expect(await listDifferences()).toEqual([]);
    // With another filter that finds few contracts, each of these is checked.
    for (const [contract, productId, rows] of [
      [runsAgain, beans.id, 1],
      [runsAgain, tea.id, 0],
      [endsTwice, tea.id, 1],
    ] as const) {
      const href = `/admin/contracts?customerId=${contract.customerId}&endedProductId=${productId}`;
      expect((await askList(href, cookie)).total).toBe(rows);
    }
    if (!isRolledUp) await rollUpAll();
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
