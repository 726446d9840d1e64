import { contractStatus } from "../../app/features/contracts/operations/contract-status.server";
import { recountFacts } from "../../app/features/insights/facts/recount.service.server";
import { DAY_MS } from "../../app/lib/days";
import { toDayString } from "../../app/lib/format";
import { billedMonthly, callerAt, createTestGatewayShop } from "../../test/support/calls/billing";
import { inDaysAtNine } from "../../test/support/data/days";
import { insertYearOfFacts } from "../../test/support/data/fact-days";
import { insertContract } from "../../test/support/data/factories";
import { openNavigation, useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

test("empty → a year of numbers → another range, a table, what a number means → its list; the calendar → a day's orders", async ({
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

  await page.goto("/admin/insights");
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nothing planned" })).toBeVisible();
  await expectUsablePage(page);
  const nextBillingDate = inDaysAtNine(3);
  const lines = [{ variantId: 71, title: "House Blend", variantTitle: "250 g", quantity: 2 }];
  for (let count = 0; count < 2; count++) await billedMonthly(shop, { nextBillingDate, lines });
  await page.reload();
  await expect(page.getByRole("img", { name: "Planned orders by day" })).toBeVisible();
  await expectUsablePage(page);
  const day = page.getByRole("table", { name: "Planned orders by day" }).getByRole("row").nth(1);
  await expect(day).toContainText("4 × House Blend · 250 g");
  await day.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  await expect(page.getByText("2 orders", { exact: true })).toBeVisible();
});

test("each part of the insights: its picture, its tables, the same days on all of them", async ({
  page,
  context,
  baseURL,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee" });
  await useSession(context, baseURL, shop);
  await insertYearOfFacts(shop.id, toDayString(new Date(), shop.shop.timeZone));
  await page.goto("/admin/insights");
  const tabs = page.getByRole("navigation", { name: "Insights", exact: true });

  await tabs.getByRole("link", { name: "Cohorts" }).click();
  const cohorts = page.getByRole("table", { name: "Contracts that stay", exact: true });
  await expect(cohorts.getByRole("row")).toHaveCount(14);
  await expect(cohorts.getByRole("row").last()).toContainText("All");
  await expectUsablePage(page);

  await tabs.getByRole("link", { name: "Cancellations" }).click();
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(page.getByRole("link", { name: "90 days" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("img", { name: "Age of contracts at their end" })).toBeVisible();
  const reasons = page.getByRole("table", { name: "Reasons", exact: true });
  await expect(reasons.getByRole("row").nth(1)).toContainText("I have too much");
  await expectUsablePage(page);

  // The chosen number of days is kept.
  await tabs.getByRole("link", { name: "Payments" }).click();
  await expect(page.getByRole("link", { name: "90 days" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("img", { name: "Recovered and lost payments" })).toBeVisible();
  const codes = page.getByRole("table", { name: "What payments failed with" });
  await expect(codes.getByRole("row").nth(1)).toContainText("There is not enough money in the account");

  await tabs.getByRole("link", { name: "Products" }).click();
  await expect(page.getByRole("table", { name: "Countries" }).getByRole("row").nth(1)).toContainText(
    "Germany",
  );
  await expect(page.getByRole("table", { name: "Bundles" })).toContainText("breakfast-box");

  await tabs.getByRole("link", { name: "Referrals" }).click();
  await expect(page.getByRole("img", { name: "Links used, and friends who joined" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Discount codes" })).toContainText("SPRING-10");
  await expectUsablePage(page);
});

test("a row of a table opens the contracts it counts, and searching among them keeps what they were opened by", async ({
  page,
  context,
  baseURL,
}) => {
  const shop = await createTestGatewayShop({ name: "Morgengold Coffee" });
  await useSession(context, baseURL, shop);
  const now = new Date();
  const createdAt = new Date(now.getTime() - 40 * DAY_MS);
  const { subscriptionContractId: contractId } = await insertContract(shop.id, {
    customerName: "Ada Lovelace",
    createdAt,
  });
  await insertContract(shop.id, { customerName: "Grace Hopper", createdAt });
  await recountFacts(shop.shop, { isRepaired: true, now });
  const reason = "Too much coffee";
  await contractStatus.run(callerAt(shop, now), {
    contractId,
    status: "CANCELLED",
    cancellation: { reason, feedback: "One bag is enough." },
  });
  await page.goto("/admin/insights/cancellations");
  await page
    .getByRole("table", { name: "Reasons" })
    .getByRole("row", { name: reason })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { name: "Contracts", level: 1 })).toBeVisible();
  const filters = page.getByRole("list", { name: "Filters" });
  await expect(filters).toContainText(`Ended for: ${reason}`);
  await expect(page.getByText("Ada Lovelace")).toBeVisible();
  await expect(page.getByText("Grace Hopper")).toBeHidden();
  await expectUsablePage(page);
  await page.getByRole("searchbox", { name: "Search contracts" }).fill("Ada");
  await page.getByRole("searchbox", { name: "Search contracts" }).press("Enter");
  await expect(page).toHaveURL(/search=Ada/);
  await expect(filters).toContainText(`Ended for: ${reason}`);
  await expect(page.getByText("Ada Lovelace")).toBeVisible();

  await page.goto("/admin/insights/cohorts");
  const left = page.getByRole("table", { name: "Contracts that stay", exact: true });
  await left.getByRole("link", { name: "50 %" }).click();
  await expect(filters).toContainText("Active or paused on");
  await expect(page.getByText("Grace Hopper")).toBeVisible();
  await expect(page.getByText("Ada Lovelace")).toBeHidden();

  await page.goto("/admin/insights/referrals");
  await page.getByRole("link", { name: /^Friends invited/ }).click();
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("Invited");
  await expect(page.getByText("No referrals match.")).toBeVisible();
  await expectUsablePage(page);
});
