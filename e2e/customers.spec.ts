import { insertContract, insertCustomer } from "../test/support/data/factories";
import { openNavigation, useSession } from "./support/admin";
import { expectUsablePage } from "./support/axe";
import { expect, test } from "./support/test";

test("the list → a customer → a note → their contract, which leads back", async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  const { id: customerId } = await insertCustomer(shop.id, {
    firstName: "Grace",
    lastName: "Hopper",
    email: "grace.hopper.of.the.harvard.computation.laboratory@example.com",
    tags: ["vip"],
  });
  await insertContract(shop.id, {
    customerId,
    lines: [{ title: "Oolong" }],
    attempts: [
      { billingDate: new Date(Date.now() + 9e8) },
      {
        billingDate: new Date(Date.now() - 9e8),
        status: "SUCCESS",
        orderId: 7,
        orderName: "#7",
        orderAmount: "10",
      },
    ],
  });
  await insertContract(shop.id);
  await useSession(context, baseURL, shop);
  await page.goto("/admin");
  await openNavigation(page);
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page.getByRole("heading", { name: "2 customers" })).toBeVisible();
  await expectUsablePage(page);
  await page.getByLabel("Search customers").fill("hopper");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { name: "1 customer", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Grace Hopper" }).click();
  await expect(page.getByRole("heading", { name: "Grace Hopper" })).toBeVisible();
  await expect(page.getByText("$10.00 in 1 order")).toBeVisible();
  await page.getByLabel("New note").fill("Prefers calls in the morning.");
  await page.getByRole("button", { name: "Add note" }).click();
  const notes = page.getByRole("region", { name: "Internal notes" });
  await expect(notes.getByText("Prefers calls in the morning.")).toBeVisible();
  await expect(page.getByLabel("New note")).toHaveValue("");
  await expectUsablePage(page);
  await notes.getByRole("link", { name: /^Remove the note/ }).click();
  await page.getByRole("button", { name: "Remove note" }).click();
  await expect(notes.getByText("Prefers calls in the morning.")).toHaveCount(0);
  await page.getByRole("link", { name: "Oolong" }).click();
  await expect(page.getByRole("region", { name: "Internal notes" })).toBeVisible();
  await page
    .getByRole("region", { name: "Customer", exact: true })
    .getByRole("link", { name: "Grace Hopper" })
    .click();
  await expect(page.getByRole("region", { name: "Amount spent" })).toBeVisible();
});
