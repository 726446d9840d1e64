import { toDayString } from "../app/lib/format";
import { createTestGatewayShop } from "../test/support/calls/billing";
import { insertYearOfFacts } from "../test/support/data/fact-days";
import { insertContract } from "../test/support/data/factories";
import { openNavigation, useSession } from "./support/admin";
import { expectUsablePage } from "./support/axe";
import { expect, test } from "./support/test";

test("empty → a year of numbers → another range → a table, what a number means, and days of one's own", async ({
  page,
  context,
  baseURL,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee" });
  await useSession(context, baseURL, shop);
  await page.goto("/admin");
  await openNavigation(page);
  await page.getByRole("link", { name: "Insights", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No numbers yet" })).toBeVisible();
  await expectUsablePage(page);

  await insertYearOfFacts(shop.id, toDayString(new Date(), shop.shop.timeZone));
  await page.reload();
  await expect(page.getByRole("img", { name: "Monthly recurring revenue", exact: true })).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("link", { name: "365 days" }).click();
  await expect(page.getByRole("link", { name: "365 days" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByText("Numbers are whole from")).toBeVisible();
  const card = page.getByRole("region", { name: "Monthly recurring revenue" });
  await card.getByText("As a table").click();
  await expect(card.getByRole("row")).toHaveCount(54);
  await page.getByText("What it means: Active contracts").click();
  await expect(page.getByText("Contracts that were active at the end of the last day.")).toBeVisible();
  await expectUsablePage(page);

  await page.getByLabel("From").fill("2026-03-31");
  await page.getByLabel("To", { exact: true }).fill("2026-03-01");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("alert")).toContainText("The last day is before the first one.");
  await insertContract(shop.id, { status: "ACTIVE" });
  await page.getByRole("link", { name: /^Active contracts/ }).click();
  await expect(page.getByRole("heading", { name: "Contracts", level: 1 })).toBeVisible();
});
