import type { Page } from "@playwright/test";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../../test/support/data/bundles";
import { insertCatalogue } from "../../test/support/data/catalogue";
import { untilInteractive, useSession } from "../support/admin";
import { expectUsablePage, findViolations } from "../support/axe";
import { measureOverflow } from "../support/documents";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

// The preview's frame runs no scripts, and the browser reports those that recording would inject.
test.use({ trace: "off" });

test.beforeEach(async ({ context, baseURL, shop }) => {
  await useSession(context, baseURL, shop);
});

const CATALOGUE = [
  {
    title: "Morning Espresso",
    variants: [
      { title: "250 g", price: "10.00" },
      { title: "1 kg", price: "32.00" },
    ],
  },
  { title: "Earl Grey", variants: [{ price: "6.00" }] },
  { title: "Wildflower Honey", variants: [{ price: "4.00" }] },
];

/** With the arrow keys. */
async function addProduct(page: Page, name: string): Promise<void> {
  const search = page.getByRole("combobox", { name: "Add products" });
  await search.click();
  const option = page.getByRole("option", { name });
  await expect(option).toBeVisible();
  for (let press = 0; (await option.getAttribute("aria-selected")) !== "true" && press < 3; press++)
    await search.press("ArrowDown");
  await search.press("Enter");
  await expect(option).toContainText("Added");
  await search.press("Escape");
}

const titles = (page: Page) => page.getByRole("list", { name: "Products of the bundle" }).locator("strong");

/** Drags a row by its handle until it is below another one's. */
async function dragBelow(page: Page, name: string, below: string): Promise<void> {
  const centerOf = async (label: string) => {
    const box = await page.getByRole("button", { name: label, exact: true }).boundingBox();
    if (!box) throw new Error(`no place of ${label}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await page.getByRole("button", { name, exact: true }).scrollIntoViewIfNeeded();
  const [from, to] = [await centerOf(name), await centerOf(below)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, to.y + 80, { steps: 20 });
  await page.mouse.up();
}

test("list, editor and storefront page are usable by everybody, in light and dark", async ({
  page,
  shop,
}) => {
  const [a, b] = await insertPricedProducts(shop.id, ["10", "4"]);
  const products = [a, b].map((each) =>
    bundleProduct(each?.productId ?? 0, each?.variantId ?? 0, { quantity: 1 }),
  );
  const sections = [{ title: "Coffee", minProducts: 1, maxProducts: 2, productIds: [a?.productId ?? 0] }];
  const tieredDiscount = [{ quantity: 3, discount: "10" }];
  const bundle = { buildABoxType: "SECTIONED_BUNDLE" as const, products, sections, tieredDiscount };
  const { id, handle } = await insertTestBundle(shop.id, {
    ...bundle,
    bundleTopHtml: "<h2>Fresh</h2><p>Daily</p>",
  });
  await page.goto("/admin/bundles");
  await expectUsablePage(page);
  await page.goto(`/admin/bundles/${id}`);
  await page.getByText("Change", { exact: true }).click();
  await page.getByText("Add swaps").first().click();
  await page.getByRole("combobox", { name: "Add products" }).fill("Prod");
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Coffee" })).toBeVisible();
  await expectUsablePage(page);
  await page.goto(`/apps/memberships/bundles/${handle}?shop=${shop.shop.storeDomain}&go=1&q.=`);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  }
});

test("a bundle made from nothing is ordered by keyboard, opened, bought, changed by an integration, and followed", async ({
  page,
  shop,
  request,
}) => {
  const { products } = await insertCatalogue(shop.id, { products: CATALOGUE });
  await page.goto("/admin/bundles");
  await expect(page.getByText("No bundles yet")).toBeVisible();
  await page.getByRole("link", { name: "New bundle" }).click();
  await page.getByText("Mix and match").click();
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Breakfast Box");
  for (const { title } of CATALOGUE) await addProduct(page, title);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Breakfast Box" })).toBeVisible();
  await expect(frame.getByText("Wildflower Honey")).toBeVisible();
  await page.getByRole("button", { name: "Add a tier" }).click();
  await expect(page.getByRole("textbox", { name: "Discount code" }).first()).toBeVisible();
  await expect(frame.getByText("3+: 5%")).toHaveCount(0);
  await page.getByRole("combobox", { name: "When the box is complete" }).selectOption("NONE");
  await expect(frame.getByText("3+: 5%").first()).toBeVisible();

  await dragBelow(page, "Move Morning Espresso", "Move Wildflower Honey");
  await expect(titles(page)).toHaveText(["Earl Grey", "Wildflower Honey", "Morning Espresso"]);
  await page.getByRole("button", { name: "Move Morning Espresso", exact: true }).press("Home");
  await page.getByRole("button", { name: "Move Wildflower Honey", exact: true }).press("ArrowUp");
  await page.getByRole("button", { name: "Move Wildflower Honey", exact: true }).press("Home");
  await expect(titles(page)).toHaveText(["Wildflower Honey", "Morning Espresso", "Earl Grey"]);
  await expect(page.getByText("Wildflower Honey is now number 1 of 3.")).toBeAttached();

  await page.getByRole("checkbox", { name: "Open for customers" }).check();
  await page.getByRole("button", { name: "Make the selling plan" }).click();
  await expect(page.getByRole("combobox", { name: "Selling plan" })).toContainText("Every month, save 10%");
  await expect(page.getByRole("button", { name: "Make the selling plan" })).toHaveCount(0);
  await page.getByRole("button", { name: "Create bundle" }).click();
  await expect(page.getByText("Bundle created")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Breakfast Box" })).toBeVisible();
  await expect(titles(page)).toHaveText(["Wildflower Honey", "Morning Espresso", "Earl Grey"]);
  const editorUrl = page.url();

  const href = (await page.getByRole("link", { name: "Open page" }).getAttribute("href")) ?? "";
  await page.goto(href);
  const add = page.getByRole("button", { name: "One more Wildflower Honey" });
  for (const count of [1, 2, 3]) {
    await add.click();
    await expect(page.getByRole("spinbutton", { name: "How many: Wildflower Honey" })).toHaveValue(
      String(count),
    );
  }
  await page.getByText("Just this once").click();
  await expect(page.locator(".sum:visible .total dd")).toContainText("$11.40");
  await page.locator(".go:visible").first().click();
  await expect(page.getByRole("status")).toContainText("Your box is complete.");

  const [coffee, tea] = products;
  const answer = await request.put("/api/external/v2/subscription-bundling/update", {
    headers: { "X-API-Key": shop.writeKey },
    data: [
      {
        babHandle: "breakfast-box",
        sourceProducts: [{ sourceProductId: tea?.id, addSubVariantIds: [coffee?.variantIds[1]] }],
      },
    ],
  });
  expect(answer.status()).toBe(200);
  await page.goto(editorUrl);
  await page.getByText("1 swap for Earl Grey").click();
  await expect(page.getByText("Morning Espresso, 1 kg")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("by First key");
});

test.describe("on a narrow screen", { tag: ANY_WIDTH }, () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test("the preview is one press away from any field, and so is the way back", async ({ page, shop }) => {
    const { id } = await insertTestBundle(shop.id);
    await page.goto(`/admin/bundles/${id}`);
    const address = page.getByRole("combobox", { name: "When the box is complete" });
    await address.focus();
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeInViewport();
    await page.getByRole("button", { name: "Back to editing" }).click();
    await expect(address).toBeInViewport();
  });
});

test.describe("two people at once", { tag: ANY_WIDTH }, () => {
  test.use({ expectedStatuses: [409] });

  test("both versions stand side by side, and either can be kept; the last save can be taken back", async ({
    page,
    context,
    shop,
  }) => {
    const [product] = await insertPricedProducts(shop.id, ["10"]);
    expect(product).toBeDefined();
    await page.goto("/admin/bundles/new");
    await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Box");
    await page.getByRole("button", { name: "Create bundle" }).click();
    await expect(page.getByText("Bundle created")).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    await untilInteractive(other);
    await other.getByRole("textbox", { name: "Description" }).fill("Theirs");
    await other.getByRole("button", { name: "Save changes" }).click();
    await expect(other.getByRole("button", { name: "Undo last save" })).toBeVisible();
    await other.close();

    await page.getByRole("textbox", { name: "Description" }).fill("Mine");
    await page.getByRole("button", { name: "Save changes" }).click();
    const dialog = page.getByRole("dialog", { name: /has saved this bundle in the meantime/ });
    await expect(dialog.getByRole("row", { name: "Description Mine Theirs" })).toBeVisible();
    await dialog.getByRole("button", { name: "Overwrite with mine" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
    await page.getByRole("button", { name: "Undo last save" }).click();
    await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("Theirs");
  });
});

test.describe("refused", () => {
  test.use({ expectedStatuses: [400] });

  test("what is wrong stands beside its field while one types, and leaving asks first", async ({ page }) => {
    await page.goto("/admin/bundles/new");
    await page.getByRole("button", { name: "Add a tier" }).click();
    await page.getByRole("textbox", { name: "Off", exact: true }).fill("101");
    await page.getByRole("button", { name: "Create bundle" }).click();
    const summary = page.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary).toContainText("Name: Give the bundle a name.");
    await summary.getByRole("link", { name: "Name" }).click();
    await expect(page.getByRole("textbox", { name: "Name", exact: true }).first()).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Off", exact: true })).toHaveAccessibleDescription(
      /percentage from 0 to 100/,
    );
    await page.getByRole("link", { name: "Bundles", exact: true }).last().press("Enter");
    await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  });
});

test.describe("the list without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("opens, copies, archives and restores; what is not ready says why", async ({ page, shop }) => {
    const [product] = await insertPricedProducts(shop.id, ["10"]);
    const products = [bundleProduct(product?.productId ?? 0, product?.variantId ?? 0)];
    await insertTestBundle(shop.id, { name: "Ready", subscriptionBundlingEnabled: false, products });
    await insertTestBundle(shop.id, { name: "Empty", subscriptionBundlingEnabled: false });
    await page.goto("/admin/bundles");
    await page.getByRole("switch", { name: "Ready is open for customers" }).click();
    await expect(page.getByText("Bundle opened")).toBeVisible();
    await expect(page.getByRole("switch", { name: "Ready is open for customers" })).toHaveAttribute(
      "aria-checked",
      "true",
    );
    await page.getByRole("switch", { name: "Empty is open for customers" }).click();
    await expect(page.getByRole("alert")).toContainText("An active bundle needs a product.");
    await page.getByRole("button", { name: "Duplicate Ready" }).click();
    await expect(page.getByRole("link", { name: "Copy of Ready", exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Archive Copy of Ready" }).click();
    await page.getByRole("button", { name: "Archive bundle" }).click();
    await expect(page.getByRole("link", { name: "Copy of Ready", exact: true })).toHaveCount(0);
    await page.getByRole("link", { name: "Archived" }).click();
    await page.getByRole("button", { name: "Restore Copy of Ready" }).click();
    await expect(page.getByText("Bundle restored")).toBeVisible();
  });
});
