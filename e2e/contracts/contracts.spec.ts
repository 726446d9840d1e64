import { isNarrow } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import {
  apply,
  LIST,
  openFilters,
  PREPAID,
  place,
  readDownload,
  rows,
  searchBox,
} from "../support/contract-list";
import { countDemoContracts, findDemoContract, openDemoShop } from "../support/demo";
import { holdScripts } from "../support/hold";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

let shopId: number;
test.beforeEach(async ({ context, baseURL, page }) => {
  shopId = (await openDemoShop(context, baseURL)).id;
  await page.goto(LIST);
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
  const bringScripts = await holdScripts(page);
  await page.goto(LIST, { waitUntil: "commit" });
  await page.getByLabel("Sort").selectOption("Amount, lowest first");
  bringScripts();
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
  const menu = page.locator(".pn-menu", { has: page.locator(".pn-views") });
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
  await menu.getByLabel(`New name of the view ${name}`).fill(`${name}!`);
  await menu.getByRole("button", { name: "Rename" }).click();
  await expect(menu.locator("> summary")).toContainText(`${name}!`);
  await menu.locator("> summary").click();
  await expect(page).not.toHaveURL(/done=/);
  await menu.locator(`summary[aria-label="Edit the view ${name}!"]`).click();
  await menu.getByRole("button", { name: `Delete “${name}!”` }).click();
  await expect(page.getByText("View deleted")).toBeVisible();
  await expect(menu.locator("> summary")).toHaveText("Views");
});

test("the filtered list is exported whole, and what is ticked alone", { tag: ANY_WIDTH }, async ({
  page,
}) => {
  // More than a page of them, on whatever day the demo shop is created.
  await page.goto(`${LIST}?planType=PAY_AS_YOU_GO&size=25`);
  const everything = await readDownload(page, () => page.getByRole("link", { name: "Export CSV" }).click());
  expect(everything).toHaveLength(await countDemoContracts(shopId, `not (${PREPAID})`));
  expect(everything.length).toBeGreaterThan(50);
  expect(new Set(everything.map((row) => row["Plan type"]))).toEqual(new Set(["Pay as you go"]));

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
  await page.getByRole("button", { name: "Copy IDs" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const values = await page
    .locator("tbody input:checked")
    .evaluateAll((all) => all.map((box) => box.getAttribute("value")));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(values.join("\n"));
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

  test("is answered like an unknown one, with a link to the list", async ({ page }) => {
    await page.goto(`${LIST}/1`);
    await expect(page.getByText("There is no such contract in this shop.")).toBeVisible();
    await expectUsablePage(page);
    await page.getByRole("link", { name: "Go to all contracts" }).click();
    await expect(page).toHaveURL(LIST);
  });
});

test("on a phone no tab, name, e-mail or product of the list is cut off", { tag: ANY_WIDTH }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${LIST}?search=roast`);
  await expect(rows(page).first()).toContainText("Found by");
  const cut = await page.locator(".pn-list-card").evaluate((card) =>
    [...card.querySelectorAll<HTMLElement>(".pn-tab, .cl-customer *, .cl-titles, .cl-status *")]
      .filter((part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).display !== "inline")
      .concat(
        [...card.querySelectorAll<HTMLElement>(".pn-tab, td")].filter(
          (part) => part.getBoundingClientRect().right > 375,
        ),
      )
      .map((part) => part.textContent),
  );
  expect(cut).toEqual([]);
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });

  test("search, product filter, sort, pages, views and export work by forms and links", async ({ page }) => {
    const wanted = await findDemoContract(shopId, "c.customer_name like '% %'");
    await searchBox(page).fill(wanted.name);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(rows(page).first()).toContainText(wanted.name);
    await page.locator(".cl-open").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(wanted.name);
    await page.locator(".pn-back").click();
    await expect(page).toHaveURL(/search=/);

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
