import { customerToken } from "../../test/support/calls/portal";
import { insertContract, insertCustomer, PASSWORD } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

test.use({ expectedStatuses: [400, 403] });

test("an owner closes the shop: portal and API are closed, until it is reopened", async ({
  page,
  context,
  baseURL,
  shop,
  request,
}) => {
  const customer = await insertCustomer(shop.id);
  await insertContract(shop.id, { customerId: customer.id });
  const portal = `/apps/memberships/cp?token=${await customerToken(shop, customer.id)}`;
  const api = "/api/external/v2/subscription-contract-details";
  const statuses = async () => [
    (await request.get(portal)).status(),
    (await request.get(api, { headers: { "X-API-Key": shop.readKey } })).status(),
  ];
  expect(await statuses()).toEqual([200, 200]);

  await useSession(context, baseURL, shop);
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Close this shop" }).click();
  await expect(page.getByText("1 active contract is not billed any more.")).toBeVisible();
  await expectUsablePage(page);
  await page.getByLabel("Name of the shop").fill("Another");
  await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Close this shop" }).click();
  await expect(page.getByRole("alert")).toContainText("Type the shop’s name: Morgengold Coffee");
  await expectUsablePage(page);
  await page.getByLabel("Name of the shop").fill("Morgengold Coffee");
  await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Close this shop" }).click();

  await expect(page).toHaveURL("/admin/closed");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morgengold Coffee is closed");
  await expectUsablePage(page);
  // Each process knows it within two seconds.
  await expect.poll(statuses).toEqual([403, 403]);
  await page.goto("/admin/contracts");
  await expect(page).toHaveURL("/admin/closed");
  const visitor = await context.newPage();
  await visitor.goto(portal);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("This shop’s subscriptions are closed");
  await visitor.close();

  await page.getByRole("button", { name: "Reopen Morgengold Coffee" }).click();
  await expect(page).toHaveURL("/admin");
  await expect.poll(statuses).toEqual([200, 200]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("it is closed and reopened by plain forms", async ({ page, context, baseURL, shop }) => {
    await useSession(context, baseURL, shop);
    await page.goto("/admin/settings/close");
    await page.getByLabel("Name of the shop").fill("Morgengold Coffee");
    await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Close this shop" }).click();
    await expect(page).toHaveURL("/admin/closed");
    await page.getByRole("button", { name: "Reopen Morgengold Coffee" }).click();
    await expect(page).toHaveURL("/admin");
  });
});
