import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

const LIST = "/api/external/v2/subscription-contract-details";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test("a new key is shown once, opens the API, and is refused from the moment it is revoked", async ({
  page,
  request,
}) => {
  await page.goto("/admin/api-keys");
  await page.getByLabel("Name").fill("Warehouse sync");
  await page.getByRole("button", { name: "Create key" }).click();
  const field = page.getByLabel("API key", { exact: true });
  await expect(field).toHaveValue(/^prn_/);
  await expect(field).toBeInViewport();
  await expectUsablePage(page);
  const key = await field.inputValue();
  expect((await request.get(LIST, { headers: { "X-API-Key": key } })).status()).toBe(200);

  await page.goto("/admin/api-keys");
  await expect(page.getByText(key)).toHaveCount(0);
  const row = page.getByRole("row", { name: /Warehouse sync/ });
  await expect(row).toContainText("just now");
  await row.getByRole("link", { name: "Revoke Warehouse sync" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke “Warehouse sync”?" });
  await expect(dialog).toBeVisible();
  await expectUsablePage(page);
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Key revoked")).toBeVisible();
  await expect(page).toHaveURL("/admin/api-keys");
  await expect(row).toContainText("Revoked");
  expect((await request.get(LIST, { headers: { "X-API-Key": key } })).status()).toBe(401);
  await expectUsablePage(page);
});

test.describe("with limits", () => {
  test.use({ expectedStatuses: [400] });

  test("a key for one area and a few addresses is rotated: both secrets work until the old one is revoked", async ({
    page,
    request,
  }) => {
    const ask = async (key: string, url = LIST) =>
      (await request.get(url, { headers: { "X-API-Key": key } })).status();
    await page.goto("/admin/api-keys");
    await page.getByLabel("Name").fill("Accounting");
    await expect(page.getByLabel("Contracts", { exact: true })).toBeHidden();
    await page.getByRole("radio", { name: "Some areas only" }).check();
    await page.getByLabel("Contracts", { exact: true }).selectOption("Read");
    await page.getByRole("radio", { name: "On a day" }).check();
    await page.getByLabel("Last day").fill(new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10));
    await page.getByLabel("Allowed addresses").fill("example.com");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("alert")).toContainText("Not an address or a network: “example.com”.");
    await expect(page.getByRole("radio", { name: "Some areas only" })).toBeChecked();
    await expectUsablePage(page);
    await page.getByLabel("Allowed addresses").fill("127.0.0.0/8\n::1");
    await page.getByRole("button", { name: "Create key" }).click();
    const field = page.getByLabel("API key", { exact: true });
    const old = await field.inputValue();
    const row = page.getByRole("row", { name: /Accounting/ });
    await expect(row).toContainText("Read: Contracts");
    await expect(row).toContainText("127.0.0.0/8, ::1");
    expect([await ask(old), await ask(old, "/api/external/v2/webhook-endpoints")]).toEqual([200, 403]);

    await row.getByRole("link", { name: "Rotate Accounting" }).click();
    const dialog = page.getByRole("dialog", { name: "New secret for “Accounting”?" });
    await expect(dialog).toBeVisible();
    await expectUsablePage(page);
    await dialog.getByRole("radio", { name: "7 days" }).check();
    await dialog.getByRole("button", { name: "Create a new secret" }).click();
    await expect(page.getByText("The old secret ends on")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const made = await field.inputValue();
    expect(made).not.toBe(old);
    expect([await ask(old), await ask(made)]).toEqual([200, 200]);
    await expect(page.getByRole("link", { name: "Rotate Accounting" })).toHaveCount(0);
    await expectUsablePage(page);

    await page.getByRole("link", { name: "Revoke the old secret of Accounting" }).click();
    await page.getByRole("button", { name: "Revoke old secret" }).click();
    await expect(page.getByText("Key revoked")).toBeVisible();
    expect([await ask(old), await ask(made)]).toEqual([401, 200]);
    await expect(page.getByRole("link", { name: "Rotate Accounting" })).toBeVisible();
  });
});

test("the dialog lets go by Escape, and the focus is where it was", { tag: ANY_WIDTH }, async ({ page }) => {
  await page.goto("/admin/api-keys");
  const revoke = page.getByRole("link", { name: "Revoke First key" });
  await revoke.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/admin/api-keys");
  await expect(revoke).toBeFocused();
});

test("the key is copied by its button", { tag: ANY_WIDTH }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/admin/api-keys");
  await page.getByLabel("Name").fill("Copied");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const key = await page.getByLabel("API key", { exact: true }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("a key can be created and revoked, and errors are shown beside their fields", async ({ page }) => {
    await page.goto("/admin/api-keys");
    // Spaces pass the browser's own check.
    await page.getByLabel("Name").fill("  ");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("alert")).toContainText("Enter a name for the key.");
    await page.getByLabel("Name").fill("Plain");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/^prn_/);
    await expect(page.getByLabel("Orders", { exact: true })).toBeHidden();
    await page.getByRole("radio", { name: "Some areas only" }).check();
    await expect(page.getByLabel("Orders", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Rotate Plain" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create a new secret" }).click();
    await expect(page.getByText("The old secret ends on")).toBeVisible();
    await page.getByRole("link", { name: "Revoke Plain" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByText("Key revoked")).toBeVisible();
    await expect(page.getByRole("row", { name: /Plain.*Revoked/ })).toHaveCount(1);
  });
});
