import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expect, test } from "../support/test";

// A contract that somebody else has resumed already; a refused form.
test.use({ expectedStatuses: [409, 400] });

const CUSTOMERS =
  "Customer ID,First Name,Last Name,Email,Phone,Note,Tags\n6301,Zoë,Okafor,zoe@example.com,,,\n";

test("an open contract page follows what others do, but not while a dialog is open", async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  await useSession(context, baseURL, shop);
  const { subscriptionContractId: id } = await insertContract(shop.id);
  const setStatus = (status: string) =>
    fetch(
      `${baseURL}/api/external/v2/subscription-contracts-update-status?contractId=${id}&status=${status}`,
      { method: "PUT", headers: { "X-API-Key": shop.writeKey } },
    );
  const following = page.waitForResponse((response) => response.url().includes("/admin/live"));
  await page.goto(`/admin/contracts/${id}`);
  expect((await following).status()).toBe(200);
  expect((await setStatus("PAUSED")).status).toBe(200);
  await expect(page.getByRole("link", { name: "Resume" })).toBeVisible();

  await page.getByRole("link", { name: "Resume" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  expect((await setStatus("ACTIVE")).status).toBe(200);
  await dialog.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText(/has changed|already active|in the meantime/i).first()).toBeVisible();
});

test("what a form was answered stays while the page follows what others do", async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  await useSession(context, baseURL, shop);
  const following = page.waitForResponse((response) => response.url().includes("/admin/live"));
  await page.goto("/admin/imports");
  expect((await following).status()).toBe(200);
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("alert")).toBeVisible();

  const others = await context.newPage();
  await others.goto("/admin/imports");
  const file = { name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(CUSTOMERS) };
  await others.getByLabel("Customers", { exact: true }).setInputFiles(file);
  await others.getByRole("button", { name: "Import" }).click();
  await others.waitForURL(/\/imports\/\d+$/);
  await page.bringToFront();
  await expect(page.getByRole("link", { name: /^Import \d+$/ })).toBeVisible();
  await expect(page.getByRole("alert")).toBeVisible();
});
