import { toDayString } from "../../app/lib/format";
import { billedMonthly, createTestGatewayShop } from "../../test/support/calls/billing";
import { inDaysAtNine } from "../../test/support/data/days";
import { becomeLarge, insertYearOfFacts } from "../../test/support/data/fact-days";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

test("forecast: empty → a range, by days, a day's orders; stock: a search, its file; digest: on, one now, off", async ({
  page,
  context,
  baseURL,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee" });
  await useSession(context, baseURL, shop);
  await page.goto("/admin/insights/forecast");
  await expect(page.getByRole("heading", { name: "Nothing to come" })).toBeVisible();
  await expectUsablePage(page);

  await insertYearOfFacts(shop.id, toDayString(new Date(), shop.shop.timeZone));
  const lines = [
    { variantId: 71, title: "House Blend", variantTitle: "250 g", quantity: 2 },
    { variantId: 72, title: "Filters", quantity: 1 },
  ];
  const weekly = { billingInterval: "WEEK", billingIntervalCount: 1, lines } as const;
  for (const days of [2, 3, 5]) await billedMonthly(shop, { ...weekly, nextBillingDate: inDaysAtNine(days) });
  await page.reload();
  await expect(page.getByRole("img", { name: "Expected revenue" })).toBeVisible();
  await page.getByText("What it means: the forecast").click();
  await expect(page.getByText("failed for good")).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("link", { name: "Days", exact: true }).click();
  const day = page.getByRole("table", { name: "Forecast by day", exact: true }).getByRole("row").nth(1);
  await day.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  await expect(page.getByText("1 order", { exact: true })).toBeVisible();

  await page.goto("/admin/insights/stock");
  await expect(page.getByRole("img", { name: "Units needed by week" })).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("searchbox", { name: "Search products" }).fill("filt");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const stock = page.getByRole("table", { name: "Units needed by week" });
  await expect(stock.getByText("House Blend")).toHaveCount(0);
  await expect(stock.getByText("Filters")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^stock-.*\.csv$/);

  await page.goto("/admin/insights");
  await page.getByRole("link", { name: "Weekly digest" }).click();
  await expect(page.getByRole("heading", { name: "The digest is off" })).toBeVisible();
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("heading", { name: "The digest is on" })).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Send me one now" }).click();
  await expect(page.getByText("The digest is on its way to you")).toBeVisible();
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("heading", { name: "The digest is off" })).toBeVisible();
});

test("a large shop that nothing is summed of yet says so, and its calendar appears by itself", async ({
  page,
  context,
  baseURL,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee" });
  await billedMonthly(shop, { nextBillingDate: inDaysAtNine(3) });
  await becomeLarge(shop.id);
  await useSession(context, baseURL, shop);
  // As the server first sent it: the worker soon has the sums, since the shop is not really large.
  const sent = await page.goto("/admin/insights/calendar");
  expect(await sent?.text()).toMatch(/role="status".*Calculating.*Check again/);
  await expect(page.getByRole("img", { name: "Planned orders by day" })).toBeVisible();
  await expect(page.getByText(/^As of .*; recalculated every ten minutes\.$/)).toBeVisible();
  await expectUsablePage(page);
});
