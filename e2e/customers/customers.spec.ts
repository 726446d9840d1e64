import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { db } from "../../db/client.server";
import { updateRows } from "../../db/rows.server";
import { contracts } from "../../db/schema/contracts";
import { insertContract, insertCustomer } from "../../test/support/data/factories";
import { openNavigation, useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

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
  await page.getByRole("main").getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page).toHaveURL(/customers\?q=hopper$/);
  await page.getByRole("link", { name: "Grace Hopper" }).click();
  await page.getByRole("link", { name: "Oolong" }).click();
  await expect(page.getByRole("region", { name: "Internal notes" })).toBeVisible();
  await page
    .getByRole("region", { name: "Customer", exact: true })
    .getByRole("link", { name: "Grace Hopper" })
    .click();
  await expect(page.getByRole("region", { name: "Amount spent" })).toBeVisible();
});

test.describe("export and erase", () => {
  test.use({ expectedStatuses: [400, 409] });

  test("an owner saves all that is held on a customer, and erases them once their contract is over", async ({
    page,
    context,
    baseURL,
    shop,
  }) => {
    const { id } = await insertCustomer(shop.id, { firstName: "Grace", lastName: "Hopper" });
    const contract = await insertContract(shop.id, { customerId: id, lines: [{ title: "Oolong" }] });
    await useSession(context, baseURL, shop);
    await page.goto(`/admin/customers/${id}`);
    const data = page.getByRole("region", { name: "Personal data" });
    const download = page.waitForEvent("download");
    await data.getByRole("link", { name: "Export CSV" }).click();
    const rows: Record<string, string>[] = parse(await readFile(await (await download).path()), {
      columns: true,
      bom: true,
    });
    expect(rows).toContainEqual(expect.objectContaining({ Table: "customers", Value: "Hopper" }));

    await data.getByRole("link", { name: "Erase customer" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase Grace Hopper?" });
    await dialog.getByLabel("Number of the customer").fill("12");
    await dialog.getByRole("button", { name: "Erase customer" }).click();
    await expect(dialog.getByText(`Type the customer's number: ${id}.`).first()).toBeVisible();
    await dialog.getByLabel("Number of the customer").fill(String(id));
    await dialog.getByRole("button", { name: "Erase customer" }).click();
    await expect(dialog.getByText(`Active or paused: ${contract.subscriptionContractId}.`)).toBeVisible();
    await expectUsablePage(page);

    await updateRows(
      db,
      contracts,
      { shopId: shop.id, id: contract.id },
      { status: "EXPIRED", nextBillingDate: null },
    );
    await dialog.getByRole("button", { name: "Erase customer" }).click();
    await expect(page.getByText("The customer is erased")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Erased customer" })).toBeVisible();
    await expect(page.getByText("Hopper")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "New contract" })).toHaveCount(0);
    await expectUsablePage(page);
  });
});
