import type { Page } from "@playwright/test";
import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { apply, LIST, openFilters, PREPAID, place, rows, searchBox } from "../support/contract-list";
import { countDemoContracts, findDemoContract, openDemoShop } from "../support/demo";
import { hold, holdScripts } from "../support/hold";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

let shopId: number;
test.beforeEach(async ({ context, baseURL, page }) => {
  shopId = (await openDemoShop(context, baseURL)).id;
  await page.goto(LIST);
});

/** Opens the first row and returns by the page's own link: the same list at the same place. */
async function openAndComeBack(page: Page, name: string): Promise<void> {
  const list = page.url();
  await page.locator(".cl-open").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("link", { name: "Contracts" }).and(page.locator(".pn-back")).click();
  await expect(page).toHaveURL(list);
  await expect(rows(page).first()).toContainText(name);
}

test("a contract is found by part of the customer's name while one types, opened, and left for the same list", async ({
  page,
}) => {
  const wanted = await findDemoContract(shopId, "c.customer_name like '% %'");
  const part = wanted.name.slice(1, -1).toLowerCase();
  await searchBox(page).pressSequentially(part);
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("search") === part);
  await expect(rows(page).first()).toContainText(wanted.name);
  await openAndComeBack(page, wanted.name);
  await expect(searchBox(page)).toHaveValue(part);
  await page.getByRole("link", { name: /Remove the filter Search/ }).click();
  await expect(page).toHaveURL(LIST);
  await expect(searchBox(page)).toHaveValue("");
});

test("a contract is found by the name of its order", { tag: ANY_WIDTH }, async ({ page }) => {
  const wanted = await findDemoContract(shopId, "c.origin_order_name is not null");
  await searchBox(page).fill(wanted.order);
  await searchBox(page).press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`Found by order ${wanted.order}`);
  await openAndComeBack(page, wanted.name);
});

test("contracts are found by product, chosen by name with the keyboard", { tag: ANY_WIDTH }, async ({
  page,
}) => {
  const holds = (
    title: string,
  ) => `exists (select from contract_lines l join products p on p.shop_id = l.shop_id
    and p.id = l.product_id where l.shop_id = c.shop_id and l.contract_id = c.id and p.title = '${title}')`;
  await page.goto(`${LIST}?size=25`);
  await openFilters(page);
  const picker = page.getByRole("combobox", { name: "Product", exact: true });
  await picker.pressSequentially("harbour");
  await expect(page.getByRole("option", { name: "Harbour Light Roast" })).toBeVisible();
  await expectUsablePage(page);
  await picker.press("ArrowDown");
  await picker.press("ArrowUp");
  await picker.press("Enter");
  await expect(picker).toHaveValue("Harbour Light Roast");
  await apply(page);
  await expect(page.getByText("Product: Harbour Light Roast")).toBeVisible();
  await expect(page.locator(".pn-tab[aria-current] .pn-count")).toHaveText(
    String(await countDemoContracts(shopId, holds("Harbour Light Roast"))),
  );
});

test("a product chosen with the pointer stays chosen, and the filters stay open around it", async ({
  page,
}) => {
  await openFilters(page);
  const picker = page.getByRole("combobox", { name: "Product", exact: true });
  await picker.pressSequentially("harbour");
  await page.getByRole("option", { name: "Harbour Light Roast" }).click();
  await expect(picker).toHaveValue("Harbour Light Roast");
  await apply(page);
  await expect(page.getByText("Product: Harbour Light Roast")).toBeVisible();
});

test.describe("while the list still follows what was typed", { tag: ANY_WIDTH }, () => {
  /**
   * Types, runs `afterwards`, and holds back the list's response until it is released. It has been fetched by then:
   * once released, it arrives before the typing counts as paused.
   * @returns a function that releases it
   */
  async function typeAndHold(page: Page, text: string, afterwards = () => {}): Promise<() => void> {
    const answer = hold();
    const fetched = hold();
    await page.route(new RegExp(`contracts\\.data\\?.*search=${text}(&|$)`), async (route) => {
      const response = await route.fetch();
      fetched.release();
      await answer.held;
      // The page may have aborted it by now.
      await route.fulfill({ response }).catch(() => {});
    });
    await searchBox(page).pressSequentially(text);
    afterwards();
    await fetched.held;
    return answer.release;
  }

  test("filters that are opened and chosen stay open and chosen", async ({ page }) => {
    const release = await typeAndHold(page, "a");
    await openFilters(page);
    await page.getByLabel("Plan type").selectOption("Prepaid");
    release();
    await expect(page.getByText("Search: a")).toBeVisible();
    await expect(page.getByLabel("Plan type")).toHaveValue("PREPAID");
    await apply(page);
    await expect(page).toHaveURL(/search=a&planType=PREPAID$/);
    // Back from there the search is as it was typed, and the filters are as they were then.
    await page.goBack();
    await expect(page).toHaveURL(/search=a$/);
    await openFilters(page);
    await expect(page.getByLabel("Plan type")).toHaveValue("");
  });

  test("what is typed on is searched as well", async ({ page }) => {
    const release = await typeAndHold(page, "m");
    await page.keyboard.press("a");
    release();
    await expect(page).toHaveURL(/search=ma$/);
    await expect(page.getByText("Search: ma")).toBeVisible();
  });

  test("what is typed on is searched as well when it began before the scripts were there", async ({
    page,
  }) => {
    const bringScripts = await holdScripts(page);
    await page.goto(LIST, { waitUntil: "commit" });
    const release = await typeAndHold(page, "m", bringScripts);
    await page.keyboard.press("a");
    release();
    await expect(page).toHaveURL(/search=ma$/);
    await expect(page.getByText("Search: ma")).toBeVisible();
  });

  test("a search text that is cleared shows the whole list again", async ({ page }) => {
    const release = await typeAndHold(page, "m");
    const whole = page.waitForRequest((request) => /contracts\.data(?!.*search)/.test(request.url()));
    await page.keyboard.press("Backspace");
    await whole;
    release();
    await expect(page).toHaveURL(LIST);
    await expect(page.getByText("Search: m")).toHaveCount(0);
  });
});

test("a form that is pressed before the typing has paused is not given up for the search", {
  tag: ANY_WIDTH,
}, async ({ page, context, baseURL, shop }) => {
  // Not in the demo shop: which columns somebody sees is kept, and other tests look at them meanwhile.
  await useSession(context, baseURL, shop);
  await insertContract(shop.id);
  await page.clock.install();
  await page.goto(LIST);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await searchBox(page).pressSequentially("m");
  await page.locator("summary", { hasText: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Amount" }).uncheck();
  const { held, release } = hold();
  const ofColumns = /contracts\.data\?.*intent=columns/;
  await page.route(ofColumns, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(ofColumns);
  await page.getByRole("button", { name: "Show these" }).click();
  await asked;
  await page.clock.runFor(1000);
  release();
  await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveCount(0);
});

test("prepaid contracts and those of a selling-plan group are found by the filters", {
  tag: ANY_WIDTH,
}, async ({ page }) => {
  await openFilters(page);
  await page.getByLabel("Plan type").selectOption("Prepaid");
  await apply(page);
  // The whole number: "of 24" also stands in the "of 240" of the list that is about to be replaced.
  await expect(place(page)).toHaveText(new RegExp(`of ${await countDemoContracts(shopId, PREPAID)}$`));
  await openFilters(page);
  const group = await page.locator("select[name=sellingPlanIds] option", { hasText: "Any plan of" }).last();
  await page
    .getByLabel("Selling plan", { exact: true })
    .selectOption({ label: (await group.textContent()) ?? "" });
  await page.getByLabel("Find the product in").selectOption("SELLING_PLAN_GROUP");
  await page.getByLabel("Plan type").selectOption("");
  await apply(page);
  await expect(page.getByText("(whole group)")).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
});

test("wrong filters are told beside their chips, and the rest of the list is there", async ({ page }) => {
  await page.goto(
    `${LIST}?status=ACTIVE&fromCreatedDate=yesterday&planType=weekly&sort=price&size=9999&cursor=x`,
  );
  await expect(page.getByText("Created from: yesterday")).toBeVisible();
  await expect(page.getByText("Use one of PAY_AS_YOU_GO, PREPAID.")).toBeVisible();
  await expect(page.getByText("A page shows at most 200 contracts")).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await expectUsablePage(page);
  await page.getByRole("link", { name: "Remove the filter Created from: yesterday" }).click();
  await expect(page.getByText("Created from: yesterday")).toBeHidden();
});

test("an empty search result differs from an empty list", { tag: ANY_WIDTH }, async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  await page.keyboard.press("/");
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("no/body");
  await expect(page).toHaveURL(/search=no%2Fbody$/);
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await expectUsablePage(page);
  await context.clearCookies();
  const { useSession } = await import("../support/admin");
  await useSession(context, baseURL, shop);
  await page.goto(LIST);
  await expect(page.getByRole("heading", { name: "No contracts yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Import contracts" })).toBeVisible();
  await expectUsablePage(page);
});

test("with the keyboard alone: search, filter, open, come back", { tag: ANY_WIDTH }, async ({ page }) => {
  await searchBox(page).focus();
  await page.keyboard.type("a");
  await expect(page).toHaveURL(/search=a$/);
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Product", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Product", exact: true })).toBeHidden();
  await expect(page.locator("summary", { hasText: "Filters" })).toBeFocused();
  const first = page.locator(".cl-open").first();
  const name = (await first.textContent()) ?? "";
  for (
    let steps = 0;
    steps < 40 && !(await first.evaluate((link) => link === document.activeElement));
    steps++
  )
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  // A new page takes the focus to its start, a moment after it is drawn.
  await expect(page.locator("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=a$/);
});
