import { findShopSettings } from "../../app/access/shops.repo.server";
import { updateShopSettings } from "../../app/features/shops/shops.service.server";
import { testAudit } from "../../test/support/data/factories";
import { openNavigation, useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(async ({ context, baseURL, shop, page }) => {
  await useSession(context, baseURL, shop);
  await page.goto("/admin/settings");
});

test("a change is saved, confirmed, and still there after a reload", async ({ page }) => {
  const save = page.getByRole("button", { name: "Save changes" });
  await expect(save).toBeDisabled();
  await expectUsablePage(page);
  await page.getByLabel("Shop name").fill("Abendgold Coffee");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await expectUsablePage(page);
  await page.getByLabel("Time zone").selectOption("America/New_York");
  await save.click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(page).toHaveURL("/admin/settings");
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel("Shop name")).toHaveValue("Abendgold Coffee");
  await expect(page.getByLabel("Time zone")).toHaveValue("America/New_York");
});

test("a change that is saved is loaded once", async ({ page }) => {
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes("settings.data")) loads.push(request.url());
  });
  await page.getByLabel("Shop name").fill("Abendgold Coffee");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(page).toHaveURL("/admin/settings");
  expect(loads).toEqual([expect.stringContaining("done=saved")]);
});

test("what is discarded is as it was", { tag: ANY_WIDTH }, async ({ page }) => {
  await page.getByLabel("Portal path").fill("elsewhere");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Portal path")).toHaveValue("apps/memberships/cp");
  await expect(page.getByRole("button", { name: "Discard" })).toHaveCount(0);
});

test("going elsewhere with something unsaved asks first", { tag: ANY_WIDTH }, async ({ page }) => {
  await page.getByLabel("Shop name").fill("Abendgold Coffee");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  const goHome = async () => {
    await openNavigation(page);
    await page.getByRole("navigation").getByRole("link", { name: "Home" }).press("Enter");
  };
  await goHome();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(dialog).toBeVisible();
  await expectUsablePage(page);
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Shop name")).toHaveValue("Abendgold Coffee");
  await goHome();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL("/admin");
});

test("a new public domain waits for its DNS record, which the page shows exactly", {
  tag: ANY_WIDTH,
}, async ({ page }) => {
  await page.getByLabel("Public domain").fill("shop.abendgold.example");
  await page.getByRole("button", { name: "Save changes" }).click();
  const proof = page.getByRole("region", { name: "Verify shop.abendgold.example" });
  await expect(proof.getByLabel("Name of the TXT record")).toHaveValue("_perennial.shop.abendgold.example");
  await expect(proof.getByLabel("Value of the TXT record")).toHaveValue(/^perennial-[0-9a-f]{32}$/);
  await expect(proof.getByRole("button", { name: "Check now" })).toBeEnabled();
  await expectUsablePage(page);
});

test.describe("refused", () => {
  test.use({ expectedStatuses: [400, 409] });

  test("what is wrong stands beside its field, the summary leads there, nothing typed is lost", async ({
    page,
  }) => {
    await page.getByLabel("Shop name").fill("Abendgold");
    await page.getByLabel("Public domain").fill("https://abendgold.example/shop");
    await page.getByRole("button", { name: "Save changes" }).click();
    const summary = page.getByRole("alert");
    await expect(summary).toBeFocused();
    await expectUsablePage(page);
    await summary.getByRole("link", { name: "Public domain" }).click();
    const field = page.getByLabel("Public domain");
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/Enter a host name such as shop\.example\.com/);
    await expect(page.getByLabel("Shop name")).toHaveValue("Abendgold");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Shop name")).toHaveValue("Morgengold Coffee");
    await expect(field).toHaveValue("");
    await expect(summary).toHaveCount(0);
  });

  test("what somebody else saved meanwhile is not overwritten, and can be loaded", {
    tag: ANY_WIDTH,
  }, async ({ page, shop }) => {
    const {
      name: _,
      storeDomain: __,
      id: ___,
      updatedAt,
      ...settings
    } = (await findShopSettings(shop.id)) ?? fail();
    await updateShopSettings(
      shop.id,
      { ...settings, name: "Theirs", version: updatedAt.toISOString() },
      testAudit(new Date()),
    );
    await page.getByLabel("Shop name").fill("Mine");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "Someone else has saved these settings in the meantime.",
    );
    await page.getByRole("link", { name: "Load the current settings" }).click();
    await expect(page.getByLabel("Shop name")).toHaveValue("Theirs");
  });
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("what is wrong stands beside its field, and nothing typed is lost", async ({ page }) => {
    await page.getByLabel("Shop name").fill("Abendgold");
    await page.getByLabel("Public domain").fill("no domain");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("alert")).toContainText("Public domain");
    await expect(page.getByLabel("Shop name")).toHaveValue("Abendgold");
    await expect(page.getByLabel("Public domain")).toHaveValue("no domain");
  });

  test("settings are saved all the same", async ({ page }) => {
    await page.getByLabel("Shop name").fill("Plain Coffee");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await expect(page.getByLabel("Shop name")).toHaveValue("Plain Coffee");
  });
});

function fail(): never {
  throw new Error("the test's shop is gone");
}

test.describe("how long data is kept", () => {
  test.use({ expectedStatuses: [400] });
  test("days that are wrong are named, right ones saved and shown", async ({ page }) => {
    await page.getByRole("link", { name: "Data kept" }).click();
    await expect(page.getByRole("heading", { name: "How long data is kept", level: 1 })).toBeVisible();
    await expectUsablePage(page);
    await page.getByLabel("Mails").fill("3");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("alert")).toContainText("Use 7 to 730 days");
    await expect(page.getByLabel("Mails")).toHaveValue("3");
    await expectUsablePage(page);
    await page.getByLabel("Mails").fill("30");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved. Older data goes with the next daily run.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Mails")).toHaveValue("30");
    await expect(page.getByLabel("Text messages")).toHaveValue("");
  });
});
