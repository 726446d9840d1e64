import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { isNarrow } from "./support/admin";
import { expectUsablePage } from "./support/axe";
import { countDemoContracts, findDemoContract, openDemoShop } from "./support/demo";
import { ANY_WIDTH } from "./support/tags";
import { expect, test } from "./support/test";

const LIST = "/admin/contracts";
const PREPAID = "c.plan_type = 'PREPAID'";

let shopId: number;
test.beforeEach(async ({ context, baseURL, page }) => {
  shopId = (await openDemoShop(context, baseURL)).id;
  await page.goto(LIST);
});

const rows = (page: Page) => page.locator(".cl-table tbody tr");
const place = (page: Page) => page.getByRole("navigation", { name: "Pages" }).locator(".cl-place");
const openFilters = (page: Page) => page.locator("summary", { hasText: "Filters" }).click();
const apply = (page: Page) => page.getByRole("button", { name: "Apply" }).click();

/** Open the first row and come back by the page's own link: the same list at the same place. */
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
  await page.getByLabel("Customer's name or e-mail").pressSequentially(part);
  await expect(page).toHaveURL(/customerName=/);
  await expect(rows(page).first()).toContainText(wanted.name);
  await openAndComeBack(page, wanted.name);
  await expect(page.getByLabel("Customer's name or e-mail")).toHaveValue(part);
  await page.getByRole("link", { name: /Remove the filter Customer/ }).click();
  await expect(page).toHaveURL(LIST);
  await expect(page.getByLabel("Customer's name or e-mail")).toHaveValue("");
});

test("a contract is found by the name of its order", { tag: ANY_WIDTH }, async ({ page }) => {
  const wanted = await findDemoContract(shopId, "c.origin_order_name is not null");
  await page.getByLabel("Order name").fill(wanted.order);
  await page.getByLabel("Order name").press("Enter");
  await expect(rows(page)).toHaveCount(1);
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
  await expect(page.locator(".cl-tab[aria-current] .cl-tab-count")).toHaveText(
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

test("prepaid contracts and those of a selling-plan group are found by the filters", {
  tag: ANY_WIDTH,
}, async ({ page }) => {
  await openFilters(page);
  await page.getByLabel("Plan type").selectOption("Prepaid");
  await apply(page);
  await expect(place(page)).toContainText(`of ${await countDemoContracts(shopId, PREPAID)}`);
  await openFilters(page);
  const group = await page.locator("select[name=sellingPlanIds] option", { hasText: "Any plan of" }).first();
  await page
    .getByLabel("Selling plan", { exact: true })
    .selectOption({ label: (await group.textContent()) ?? "" });
  await page.getByLabel("Look for the product in").selectOption("SELLING_PLAN_GROUP");
  await page.getByLabel("Plan type").selectOption("");
  await apply(page);
  await expect(page.getByText("(whole group)")).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
});

test("headers sort, say so, and turn round; the menu does where there are no headers", async ({ page }) => {
  const dearest = await findDemoContract(
    shopId,
    `c.order_amount = (select max(order_amount) from contracts
    where shop_id = c.shop_id)`,
  );
  if (isNarrow(page)) await page.getByLabel("Sort").selectOption("Amount, highest first");
  else await page.getByRole("link", { name: "Amount" }).click();
  await expect(rows(page).first()).toContainText(dearest.name);
  if (isNarrow(page)) return;
  await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("link", { name: "Amount" }).click();
  await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByLabel("Sort")).toHaveValue("order_amount,asc");
});

test("what is chosen before the scripts are there is done as soon as they are", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/build/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(LIST, { waitUntil: "commit" });
  await page.getByLabel("Sort").selectOption("Amount, lowest first");
  release();
  await expect(page).toHaveURL(/sort=order_amount(%2C|,)asc/);
  await expect(page.getByLabel("Sort")).toHaveValue("order_amount,asc");
});

test("tabs count and filter; pages lead on and back, and the browser's own way back keeps the place", async ({
  page,
}) => {
  const active = await countDemoContracts(shopId, "c.status = 'ACTIVE'");
  await page.getByRole("link", { name: `Active ${active}` }).click();
  await expect(place(page)).toHaveText(`1–50 of ${active}`);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(place(page)).toHaveText(`51–100 of ${active}`);
  const list = page.url();
  const name = await page.locator(".cl-open").nth(3).textContent();
  await page.locator(".cl-open").nth(3).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name ?? "");
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(place(page)).toHaveText(`51–100 of ${active}`);
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(place(page)).toHaveText(`1–50 of ${active}`);
  await page.getByRole("link", { name: "25 a page" }).click();
  await expect(rows(page)).toHaveCount(25);
});

test("a view is saved, opened, renamed and deleted", { tag: ANY_WIDTH }, async ({ page }) => {
  const menu = page.locator(".cl-menu", { has: page.locator(".cl-views") });
  const name = `Prepaid ${test.info().project.name}`;
  await page.goto(`${LIST}?planType=PREPAID&sort=order_amount,desc&page=1`);
  await menu.locator("> summary").click();
  await menu.getByLabel("Name of the view", { exact: true }).fill(name);
  await menu.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByText("View saved")).toBeVisible();
  await page.goto(LIST);
  await menu.locator("> summary").click();
  await menu.getByRole("link", { name }).click();
  await expect(page).toHaveURL(`${LIST}?planType=PREPAID&sort=order_amount%2Cdesc`);
  await expect(menu.locator("> summary")).toContainText(name);
  await menu.locator("> summary").click();
  await menu.locator(`summary[aria-label="Edit the view ${name}"]`).click();
  await expectUsablePage(page);
  // What takes the mark of success out of the address is still under way when the menu is opened again.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith("/contracts.data") && !url.searchParams.has("done"),
    async (route) => {
      if (route.request().method() === "GET") await held;
      await route.continue();
    },
  );
  await menu.getByLabel(`New name of the view ${name}`).fill(`${name}!`);
  await menu.getByRole("button", { name: "Rename" }).click();
  await expect(menu.locator("> summary")).toContainText(`${name}!`);
  await menu.locator("> summary").click();
  letGo();
  await expect(page).not.toHaveURL(/done=/);
  await menu.locator(`summary[aria-label="Edit the view ${name}!"]`).click();
  await menu.getByRole("button", { name: `Delete “${name}!”` }).click();
  await expect(page.getByText("View deleted")).toBeVisible();
  await expect(menu.locator("> summary")).toHaveText("Views");
});

async function readDownload(page: Page, press: () => Promise<void>): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  expect(download.suggestedFilename()).toMatch(/^contracts-\d{4}-\d\d-\d\d\.csv$/);
  return parse(readFileSync(await download.path()), { columns: true, bom: true });
}

test("the filtered list is exported whole, and what is ticked alone", { tag: ANY_WIDTH }, async ({
  page,
}) => {
  await page.goto(`${LIST}?planType=PREPAID&size=25`);
  const everything = await readDownload(page, () => page.getByRole("link", { name: "Export CSV" }).click());
  expect(everything).toHaveLength(await countDemoContracts(shopId, PREPAID));
  expect(new Set(everything.map((row) => row["Plan type"]))).toEqual(new Set(["Prepaid"]));

  const boxes = page.getByRole("checkbox", { name: /^Select .+, contract/ });
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await expectUsablePage(page);
  const press = () => page.getByRole("button", { name: "Export CSV" }).click();
  const ticked = await readDownload(page, press);
  const ids = await page
    .locator("tbody input:checked")
    .evaluateAll((all) => all.map((box) => box.getAttribute("value")));
  expect(ticked.map((row) => row.Contract)).toEqual(ids);

  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByText("25 selected")).toBeVisible();
  await page.getByRole("button", { name: /^Select all \d+ that match$/ }).click();
  expect(await readDownload(page, press)).toHaveLength(everything.length);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.locator("tbody input:checked")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeHidden();
});

test("the ids of ticked contracts are copied", { tag: ANY_WIDTH }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("tbody input").nth(0).check();
  await page.locator("tbody input").nth(1).check();
  await page.getByRole("button", { name: "Copy ids" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const values = await page
    .locator("tbody input:checked")
    .evaluateAll((all) => all.map((box) => box.getAttribute("value")));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(values.join("\n"));
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

test("nothing that matches is told apart from nothing at all", { tag: ANY_WIDTH }, async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  await page.goto(`${LIST}?customerName=nobody-of-this-name`);
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await expectUsablePage(page);
  await context.clearCookies();
  const { useSession } = await import("./support/admin");
  await useSession(context, baseURL, shop);
  await page.goto(LIST);
  await expect(page.getByRole("heading", { name: "No contracts yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Import contracts" })).toBeVisible();
  await expectUsablePage(page);
});

test("with the keyboard alone: search, filter, open, come back", { tag: ANY_WIDTH }, async ({ page }) => {
  await page.getByLabel("Customer's name or e-mail").focus();
  await page.keyboard.type("a");
  await expect(page).toHaveURL(/customerName=a$/);
  await expect(page.getByLabel("Customer's name or e-mail")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Order name")).toBeFocused();
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
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/customerName=a$/);
});

test("the list is usable as it opens, and with its filters open", async ({ page }) => {
  await page.goto(`${LIST}?size=25`);
  await expectUsablePage(page);
  await openFilters(page);
  await expectUsablePage(page);
});

for (const [kind, condition] of [
  ["cancelled", "c.status = 'CANCELLED'"],
  ["unpaid", "c.last_payment_status = 'FAILED'"],
  ["prepaid", PREPAID],
  [
    "discounted",
    "exists (select from contract_discounts d where d.shop_id = c.shop_id and d.contract_id = c.id)",
  ],
] as const) {
  test(`the page of a ${kind} contract is usable`, async ({ page }) => {
    await page.goto(`${LIST}/${(await findDemoContract(shopId, condition)).id}`);
    await expect(page.getByRole("heading", { name: "Each order" })).toBeVisible();
    await expectUsablePage(page);
  });
}

test("the customer of a contract leads to all contracts of that customer", { tag: ANY_WIDTH }, async ({
  page,
}) => {
  const wanted = await findDemoContract(shopId, "c.status = 'ACTIVE'");
  await page.goto(`${LIST}/${wanted.id}`);
  await page.getByRole("link", { name: "All contracts of this customer" }).click();
  await expect(page.getByText(`Customer: ${wanted.name}`)).toBeVisible();
  await expect(rows(page).first()).toContainText(wanted.name);
});

test.describe("a contract that is not the shop's", () => {
  test.use({ expectedStatuses: [404] });

  test("is as unknown as any, with a way to the list", async ({ page }) => {
    await page.goto(`${LIST}/1`);
    await expect(page.getByText("There is no such contract in this shop.")).toBeVisible();
    await expectUsablePage(page);
    await page.getByRole("link", { name: "Go to all contracts" }).click();
    await expect(page).toHaveURL(LIST);
  });
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });

  test("search, product filter, sort, pages, views and export work by forms and links", async ({ page }) => {
    const wanted = await findDemoContract(shopId, "c.customer_name like '% %'");
    await page.getByLabel("Customer's name or e-mail").fill(wanted.name);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(rows(page).first()).toContainText(wanted.name);
    await page.locator(".cl-open").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(wanted.name);
    await page.locator(".pn-back").click();
    await expect(page).toHaveURL(/customerName=/);

    await page.goto(LIST);
    await openFilters(page);
    await page.getByLabel("Product", { exact: true }).fill("sencha");
    await apply(page);
    await page.getByRole("link", { name: "Sencha Spring Harvest", exact: true }).click();
    await expect(page.getByText("Product: Sencha Spring Harvest")).toBeVisible();

    await page.goto(`${LIST}?size=25`);
    await page.getByLabel("Sort").selectOption("Customer, A–Z");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/sort=customer_name%2Casc/);
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(place(page)).toContainText("26–50 of");

    await page.locator("tbody input").nth(0).check();
    await page.locator("tbody input").nth(1).check();
    const ticked = await readDownload(page, () => page.getByRole("button", { name: "Export CSV" }).click());
    expect(ticked).toHaveLength(2);
  });
});
