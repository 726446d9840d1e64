import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { hold } from "../support/hold";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test.describe("texts in several languages", { tag: ANY_WIDTH }, () => {
  for (const { path, field } of [
    { path: "/admin/portal", field: "Welcome" },
    { path: "/admin/referrals/programme", field: "Headline" },
    { path: "/admin/notices/paused", field: "Subject" },
  ])
    test(`unsaved texts of ${path} are not lost to another language's tab without a question`, async ({
      page,
    }) => {
      await page.goto(path);
      await page.getByLabel(field, { exact: true }).fill("Not saved yet");
      const german = page.getByRole("navigation", { name: "Language of the words below" }).getByRole("link", {
        name: "Deutsch",
        exact: true,
      });
      await german.click();
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Stay" }).click();
      await expect(page.getByLabel(field, { exact: true })).toHaveValue("Not saved yet");
      await german.click();
      await question.getByRole("button", { name: "Leave without saving" }).click();
      await expect(german).toHaveAttribute("aria-current", "page");
      await expect(page.getByLabel(field, { exact: true })).not.toHaveValue("Not saved yet");
      await page.getByLabel(field, { exact: true }).fill("Gespeichert");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText(/ saved$/).first()).toBeVisible();
      await expect(page.getByLabel(field, { exact: true })).toHaveValue("Gespeichert");
    });

  test("leaving the texts of a notice asks first, also for its other way; what was only tested is not saved", async ({
    page,
    shop,
  }) => {
    await insertContract(shop.id);
    await page.goto("/admin/notices/paused");
    await page.getByLabel("Subject").fill("Not saved yet");
    await page.getByRole("button", { name: "Send a test to me" }).click();
    await expect(page.getByText(`Test sent to ${shop.staff.email}`)).toBeVisible();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    for (const name of ["Text message", "Notices"]) {
      await page.getByRole("main").getByRole("link", { name, exact: true }).click();
      await question.getByRole("button", { name: "Stay" }).click();
      await expect(page.getByLabel("Subject")).toHaveValue("Not saved yet");
    }
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Versions" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Notices", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/notices$/);
  });
});

test("the question whether to leave stays until it is answered, also when another navigation ends meanwhile", async ({
  page,
  shop,
}) => {
  await insertContract(shop.id);
  await page.goto("/admin/notices/paused");
  await page.getByLabel("Subject").fill("Not saved yet");
  const { held, release } = hold();
  await page.route("**/paused.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(() => window.__remixRouter.revalidate());
  await page.getByRole("main").getByRole("link", { name: "Notices", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  release();
  await page.waitForFunction(() => window.__remixRouter.state.revalidation === "idle");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Not saved yet");
  await expect(question).toBeHidden();
  await page.getByRole("main").getByRole("link", { name: "Notices", exact: true }).click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/admin\/notices$/);
});

test("leaving a group of selling plans asks first, also when a plan is only ticked to be deleted", async ({
  page,
}) => {
  await page.goto("/admin/selling-plans/new");
  await page.getByLabel("Name of the group").fill("Coffee plans");
  await page
    .getByRole("region", { name: "New plan (1)" })
    .getByLabel("Name", { exact: true })
    .fill("Monthly");
  await page.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByText("Selling plans created")).toBeVisible();
  const back = page.getByRole("main").getByRole("link", { name: "Selling plans" });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const tick = page.getByLabel("Delete this plan when saving");
  await tick.check();
  await back.click();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(tick).toBeChecked();
  await tick.uncheck();
  await page.getByLabel("Name of the group").fill("Tea plans");
  await back.click();
  await question.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Selling plans saved")).toBeVisible();
  await back.click();
  await expect(page).toHaveURL(/\/admin\/selling-plans$/);
  await expect(page.getByRole("link", { name: "Tea plans" })).toBeVisible();
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("texts that were refused are saved in their own language at the second try", async ({ page }) => {
    await page.goto("/admin/portal?words=de");
    await page.getByLabel("Welcome").fill("Guten Tag");
    await page.getByLabel("Accent", { exact: true }).fill("nothing");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.locator("input[name=wordsLanguage]")).toHaveValue("de");
    await page.getByLabel("Accent", { exact: true }).fill("7A1F5C");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Portal saved")).toBeVisible();
    await expect(page.getByLabel("Welcome")).toHaveValue("Guten Tag");
    await page.goto("/admin/portal?words=en");
    await expect(page.getByLabel("Welcome")).toHaveValue("");
  });
});
