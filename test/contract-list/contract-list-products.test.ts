import { describe, expect, test } from "vitest";
import { productChoicesLoader } from "~/features/contract-list/contract-list-page.endpoints.server";
import { getContractListPage } from "~/features/contracts/list-page/contract-list-page.service.server";
import { ask, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, NOW, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const PATH = "/admin/contracts";
const shop = shopOfEachTest({ timeZone: "America/New_York" });

const show = (search: string) =>
  getContractListPage({ shop: shop.shop, staffId: shop.staff.id }, new URLSearchParams(search));

describe("the product picker", () => {
  test("finds products by part of their title with picture and price, and the variants of those that have several", async () => {
    await insertCatalogue(shop.id, {
      products: [
        {
          id: 1,
          title: "Dark roast",
          imageUrl: "https://cdn.example/dark.png",
          variants: [
            { id: 11, title: "250 g" },
            { id: 12, title: "1 kg", price: "32.00" },
          ],
        },
        { id: 2, title: "Roast of the week", deletedAt: NOW, variants: [{ id: 21 }] },
        { id: 3, title: "Tea", variants: [{ id: 31 }] },
      ],
    });
    await insertCatalogue((await createTestShop()).id, { products: [{ title: "Roast elsewhere" }] });
    const cookie = await signIn(shop.id, shop.staff.id);
    const answer = await ask(productChoicesLoader, pageRequest(`${PATH}/products?q=ROAST`, { cookie }));
    const roast = { product: "Dark roast", image: "https://cdn.example/dark.png", isDeleted: false };
    const gone = { product: "Roast of the week", image: null, isDeleted: true };
    expect(answer.data).toEqual([
      { parameter: "productId", id: 2, label: "Roast of the week", price: "10.0000", ...gone },
      { parameter: "productId", id: 1, label: "Dark roast", price: "10.0000", ...roast },
      { parameter: "variantId", id: 11, label: "250 g", price: "10.0000", ...roast },
      { parameter: "variantId", id: 12, label: "1 kg", price: "32.0000", ...roast },
    ]);
  });

  test("takes the text as it is: percent signs and underscores are no wildcards", async () => {
    await insertCatalogue(shop.id, { products: [{ title: "100% Arabica" }, { title: "Plain" }] });
    const labels = async (q: string) =>
      (await show(`productSearch=${encodeURIComponent(q)}`)).productChoices?.map((choice) => choice.label);
    expect(await labels("%")).toEqual(["100% Arabica"]);
    expect(await labels("_")).toEqual([]);
    expect(await labels("")).toBeUndefined();
  });
});
