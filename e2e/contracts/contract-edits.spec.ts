import { eq } from "drizzle-orm";
import { contractOperations } from "../../app/features/contracts/operation-list/contract-operations.server";
import { db } from "../../db/client.server";
import { contracts } from "../../db/schema/contracts";
import { oneTimeProducts } from "../../db/schema/one-time-products";
import { insertCatalogue } from "../../test/support/data/catalogue";
import { readAttempts } from "../../test/support/data/contract-plan";
import { inDays } from "../../test/support/data/days";
import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

const ATTEMPTS = [{ billingDate: inDays(10) }, { billingDate: inDays(40) }];

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test("a product is left out of the next order and gets an attribute", async ({ page, shop }) => {
  const contract = await insertContract(shop.id, {
    lines: [{ title: "Tea" }, { title: "Coffee", currentPrice: "20" }],
    attempts: ATTEMPTS,
  });
  await page.goto(`/admin/contracts/${contract.subscriptionContractId}`);
  const edit = page.getByRole("link", { name: "Edit Tea" });
  await edit.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectUsablePage(page);
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await edit.click();
  await dialog.getByRole("checkbox", { name: "Skip in the next order" }).check();
  await dialog.getByRole("textbox", { name: "Name of attribute 1" }).fill("Engraving");
  await dialog.getByRole("textbox", { name: "Value of attribute 1" }).fill("Ada");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Product changed").first()).toBeVisible();
  await expect(page.getByText("Skipped in the next order")).toBeVisible();
  await expect(page.getByText("Engraving").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Next orders" }).getByRole("row").nth(1)).toContainText(
    "$20.00",
  );
});

test("a product is put on the next order once, counted, and taken off", async ({ page, shop }) => {
  await insertCatalogue(shop.id, {
    products: [{ title: "Honey", variants: [{ price: "4.50" }] }, { title: "Jam" }],
  });
  const contract = await insertContract(shop.id, { attempts: ATTEMPTS });
  await page.goto(`/admin/contracts/${contract.subscriptionContractId}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("link", { name: /^Add product/ }).click();
  await dialog.getByRole("searchbox").fill("hon");
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await dialog.getByRole("radio", { name: /^Honey/ }).check();
  await dialog.getByLabel("Quantity").fill("2");
  await expectUsablePage(page);
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(page.getByText("One-time product added")).toBeVisible();
  const next = page.getByRole("region", { name: "Next orders" }).getByRole("row").nth(1);
  await expect(next).toContainText("Honey");
  await expect(next).toContainText("$19.00");
  await page.getByRole("link", { name: "Remove Honey" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("One-time product removed")).toBeVisible();
  await expect(next).not.toContainText("Honey");
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("an address is corrected until it is right", async ({ page, shop }) => {
    const contract = await insertContract(shop.id, { attempts: ATTEMPTS });
    await page.goto(`/admin/contracts/${contract.subscriptionContractId}`);
    await page.getByRole("link", { name: "Change address" }).click();
    const dialog = page.getByRole("dialog", { name: "Change shipping address" });
    for (const [label, value] of [
      ["First name", "Grace"],
      ["Last name", "Hopper"],
      ["Street and number", "Museumstraat 1"],
      ["City", "Amsterdam"],
      ["Postcode", "1"],
    ] as const)
      await dialog.getByLabel(label).fill(value);
    await dialog.getByLabel("Country").selectOption("NL");
    await dialog.getByRole("button", { name: "Change address" }).click();
    await expect(page.getByRole("alert")).toContainText("Postcode");
    await expect(dialog.getByLabel("City")).toHaveValue("Amsterdam");
    await dialog.getByLabel("Postcode").fill("1071 XX");
    await dialog.getByRole("button", { name: "Change address" }).click();
    await expect(page.getByText("Address changed").first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Delivery" })).toContainText("1071 XX Amsterdam");
  });
});

test("every dialog of an operation has its button on the page", async ({ page, shop }) => {
  const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
  const contract = await insertContract(shop.id, {
    lines: [{ title: "Tea" }, { title: "Coffee" }],
    discounts: [{}],
    attempts: [{ ...ATTEMPTS[0], status: "SKIPPED" }, { billingDate: inDays(40) }],
  });
  const [, order] = await readAttempts(contract);
  await db.insert(oneTimeProducts).values({
    shopId: shop.id,
    contractId: contract.id,
    billingAttemptId: order?.id ?? 0,
    variantId: products[0]?.variantIds[0] ?? 0,
    variantHandle: "honey",
    quantity: 1,
    price: "4.50",
    createdAt: new Date(),
  });
  const found = new Set<string>();
  const readButtons = async ({ subscriptionContractId }: { subscriptionContractId: number }) => {
    await page.goto(`/admin/contracts/${subscriptionContractId}`);
    const links = page.locator('a[href*="edit="]');
    await expect(links.first()).toBeAttached();
    for (const link of await links.all())
      found.add(new URLSearchParams((await link.getAttribute("href"))?.split("?")[1]).get("edit") ?? "");
  };
  await readButtons(contract);
  await readButtons(await insertContract(shop.id, { status: "CANCELLED" }));
  await db.update(contracts).set({ status: "PAUSED" }).where(eq(contracts.id, contract.id));
  await readButtons(contract);
  // In a table whose rows have no buttons, too.
  await expect(page.getByRole("link", { name: "Remove Honey" })).toBeVisible();
  const dialogs = contractOperations.flatMap(({ staffDialogs }) => Object.keys(staffDialogs));
  expect([...found].sort()).toEqual(dialogs.sort());
});
