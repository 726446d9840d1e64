import { insertContract, insertCustomer } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { hold } from "../support/hold";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(async ({ context, baseURL, shop, page }) => {
  for (const firstName of ["Grace", "Ada"]) {
    const { id: customerId } = await insertCustomer(shop.id, { firstName });
    await insertContract(shop.id, { customerId });
  }
  await useSession(context, baseURL, shop);
  await page.goto("/admin/customers");
});

test("a search keeps the focus, and what is typed on before its answer comes; back shows what it leads to", {
  tag: ANY_WIDTH,
}, async ({ page }) => {
  const box = page.getByRole("searchbox", { name: "Search customers" });
  const answer = hold();
  await page.route(/customers\.data\?.*q=gra(&|$)/, async (route) => {
    await answer.held;
    await route.continue();
  });
  await box.pressSequentially("gra");
  await box.press("Enter");
  await page.keyboard.type("ce");
  answer.release();
  await expect(page.getByRole("heading", { name: "1 customer", exact: true })).toBeVisible();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("grace");
  await box.press("Enter");
  await expect(page).toHaveURL(/q=grace$/);
  await page.goBack();
  await expect(page).toHaveURL(/q=gra$/);
  await expect(box).toHaveValue("gra");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "2 customers" })).toBeVisible();
  await expect(box).toHaveValue("");
});

test("a sort that is chosen by keyboard keeps the focus, and follows the way back and forth", {
  tag: ANY_WIDTH,
}, async ({ page }) => {
  await page.goto("/admin/contracts");
  const sort = page.getByLabel("Sort", { exact: true });
  const first = await sort.inputValue();
  await sort.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/sort=/);
  await expect(sort).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/contracts$/);
  await expect(sort).toHaveValue(first);
  await page.goForward();
  await expect(page).toHaveURL(/sort=/);
  await expect(sort).not.toHaveValue(first);
});
