import { insertContract } from "../test/support/data/factories";
import { useSession } from "./support/admin";
import { expect, test } from "./support/test";

// Resuming what somebody else has resumed.
test.use({ expectedStatuses: [409] });

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
