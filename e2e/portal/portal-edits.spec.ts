import type { Page } from "@playwright/test";
import { ACTIONS_OFF_AT_FIRST } from "../../db/schema/portal-enums";
import { saveSettings } from "../../test/support/calls/portal-contract";
import { insertCatalogue } from "../../test/support/data/catalogue";
import { inDays } from "../../test/support/data/days";
import { insertContract, insertCustomer, type TestShop } from "../../test/support/data/factories";
import { linkOf } from "../support/portal";
import { expect, test } from "../support/test";

/** Everything here works without scripts: there are none. */
test.use({ javaScriptEnabled: false });

/** A bag of coffee at the catalogue's price, of a shop whose customers may change everything. */
async function insertCoffee(shop: TestShop): Promise<number> {
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
  const { products } = await insertCatalogue(shop.id, {
    products: [
      {
        title: "House blend",
        variants: [
          { title: "250 g", price: "10.00" },
          { title: "1 kg", price: "32.00" },
        ],
      },
    ],
  });
  const [coffee] = products;
  const { id } = await insertCustomer(shop.id);
  await insertContract(shop.id, {
    customerId: id,
    nextBillingDate: inDays(10),
    lines: [
      {
        title: "House blend",
        variantTitle: "250 g",
        productId: coffee?.id,
        variantId: coffee?.variantIds[0],
        currentPrice: "10.00",
      },
      { title: "Oat biscuits", currentPrice: "4.00" },
    ],
    attempts: [10, 40].map((days) => ({ billingDate: inDays(days) })),
  });
  return id;
}

const notice = (page: Page) => page.getByRole("status");
const amounts = (page: Page) => page.locator("dl.sum dd");

test("link → swap, with what an order costs before and after → undo", async ({ page, shop }) => {
  await page.goto(await linkOf(shop, await insertCoffee(shop)));
  await page.getByRole("link", { name: "Change: House blend" }).click();
  await page.getByRole("link", { name: "Swap it" }).click();
  await page.getByRole("link", { name: "Choose: House blend, 1 kg" }).click();
  await expect(amounts(page)).toHaveText(["$14.00", "$36.00"]);
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(notice(page)).toContainText("Swapped.");
  await expect(page.locator(".items")).toContainText("1 kg");
  await expect(amounts(page).last()).toHaveText("$36.00");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".items")).toContainText("250 g");
  await expect(amounts(page).last()).toHaveText("$14.00");
});
