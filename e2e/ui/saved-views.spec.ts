import { inDays } from "../../test/support/data/days";
import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.use({ expectedStatuses: [400, 409] });

test("a view that is refused leaves the menu open, with the reason and the name", {
  tag: ANY_WIDTH,
}, async ({ page, context, baseURL, shop }) => {
  await useSession(context, baseURL, shop);
  await insertContract(shop.id, { attempts: [{ billingDate: inDays(10) }] });
  const menu = page.locator(".pn-menu", { has: page.locator(".pn-views") });
  const name = menu.getByLabel("Name of the view", { exact: true });
  await page.goto("/admin/orders?tab=paid");
  await menu.locator("> summary").click();
  await name.fill("Mine");
  await menu.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByText("View saved")).toBeVisible();
  // As the form of filters sends it, with fields that are empty.
  await page.goto("/admin/orders?tab=all&q=&status=");
  await menu.locator("> summary").click();
  for (const _ of ["first", "second"]) {
    await name.fill("Mine");
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await menu.getByRole("button", { name: "Save view" }).click();
    expect((await answer).ok()).toBe(false);
    await expect(page).toHaveURL(/intent=saveView/);
    await expect(menu.getByRole("alert")).toBeVisible();
    await expect(name).toHaveValue("Mine");
  }
  await menu.getByRole("link", { name: "Mine" }).click();
  await expect(page).toHaveURL(/orders\?tab=paid$/);
  await expect(menu.getByRole("link", { name: "Mine" })).toBeHidden();
});
