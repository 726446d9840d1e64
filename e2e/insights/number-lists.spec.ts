import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { recountFacts } from "../../app/features/insights/facts/recount.service.server";
import { billedMonthly, createTestGatewayShop, runAt } from "../../test/support/calls/billing";
import { inDays, inDaysAtNine } from "../../test/support/data/days";
import { insertCustomer } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

test("a number opens its list, which adds up to it and can be saved as a view and as CSV", async ({
  page,
  context,
  baseURL,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee" });
  await recountFacts(shop.shop, { isRepaired: true, now: new Date() });
  for (const [firstName, lastDigits] of [
    ["Ada", "4242"],
    ["Grace", "4242"],
    ["Alan", "0002"],
  ] as const) {
    const { id: customerId } = await insertCustomer(shop.id, { firstName, lastName: "Miller" });
    await billedMonthly(shop, { customerId, lastDigits, nextBillingDate: inDaysAtNine(-1) });
  }
  await runAt(shop, inDays(0));
  await useSession(context, baseURL, shop);
  await page.goto("/admin/insights");
  await page.getByRole("link", { name: "Revenue: $20.00. Open the list" }).click();
  await expect(page.getByText("2 orders, $20.00")).toBeVisible();
  await expect(page.getByRole("row", { name: /Miller/ })).toHaveCount(2);
  await expectUsablePage(page);

  const views = page.locator(".pn-menu", { has: page.locator(".pn-views") });
  await views.locator("> summary").click();
  await views.getByLabel("Name of the view", { exact: true }).fill("Paid lately");
  await expectUsablePage(page);
  await views.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByText("View saved")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const rows: Record<string, string>[] = parse(readFileSync(await download.path()), {
    columns: true,
    bom: true,
  });
  expect(rows.map((row) => [row.Status, row.Amount])).toEqual([
    ["Paid", "10.00"],
    ["Paid", "10.00"],
  ]);

  await page.goto("/admin/orders");
  await views.locator("> summary").click();
  await views.getByRole("link", { name: "Paid lately" }).click();
  await expect(page.getByText("2 orders, $20.00")).toBeVisible();
  await page.goto("/admin/insights");
  await page.getByRole("link", { name: "Failed payments: 1. Open the list" }).click();
  await expect(page.getByRole("row", { name: /Alan Miller/ })).toContainText("Payment failed");
});
