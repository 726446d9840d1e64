import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { insertStaff } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

const PRODUCTS = JSON.stringify({
  products: [
    {
      id: 7001,
      title: "Morning Roast",
      handle: "morning-roast",
      variants: [
        {
          id: 4101,
          title: "250 g",
          sku: "MR-250",
          price: "9.50",
          available: true,
          requires_shipping: true,
          taxable: true,
          position: 1,
          product_id: 7001,
        },
      ],
      images: [],
    },
  ],
});
const CUSTOMERS = `\uFEFFCustomer ID,First Name,Last Name,Email,Phone,Note,Tags\r
'6301,Zoë,Okafor,zoe.okafor@example.com,'+15558487506,"Prefers
mornings",vip\r
`;
const CONTRACT_HEADER =
  "handle,upcoming_billing_date,customer_id,currency_code,status,cadence_interval,cadence_interval_count,customer_payment_method_id,delivery_price,delivery_method_type,delivery_address_first_name,delivery_address_last_name,delivery_address_address1,delivery_address_address2,delivery_address_city,delivery_address_province_code,delivery_address_country_code,delivery_address_company,delivery_address_zip,delivery_address_phone,delivery_local_delivery_phone,delivery_local_delivery_instructions,delivery_pickup_method_location_id,line_variant_id,line_quantity,line_current_price,line_selling_plan_id,line_selling_plan_name";
const toContractRow = (handle: string, quantity: string) =>
  `${handle},2099-02-19T18:00:00Z,6301,USD,ACTIVE,MONTH,1,,4.99,SHIPPING,Zoë,Okafor,1 Main St,,Portland,OR,US,,97201,,,,,4101,${quantity},8.55,3607,Monthly`;
const CONTRACTS = [
  CONTRACT_HEADER,
  toContractRow("sub-1", "2"),
  toContractRow("sub-2", "none"),
  toContractRow("=sub-3", "1"),
].join("\n");

const toFile = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test.beforeEach(async ({ context, baseURL, shop, page }) => {
  await useSession(context, baseURL, shop);
  await page.goto("/admin/imports");
});

test("three files go in, what is wrong is told and can be downloaded, the contracts are there", async ({
  page,
}) => {
  await expectUsablePage(page);
  await page.getByLabel("Products", { exact: true }).setInputFiles(toFile("products.json", PRODUCTS));
  await page.getByLabel("Customers", { exact: true }).setInputFiles(toFile("customers.csv", CUSTOMERS));
  await page.getByLabel("Contracts", { exact: true }).setInputFiles(toFile("contracts.csv", CONTRACTS));
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page).toHaveURL(/\/admin\/imports\/\d+$/);
  await expect(page.getByText("Completed")).toBeVisible();
  const contracts = page.getByRole("region", { name: "Contracts" });
  await expect(contracts).toContainText(/New\s*2/);
  await expect(contracts).toContainText(/Kept out\s*1/);
  await expect(page.getByRole("region", { name: "Errors and warnings" })).toContainText("line_quantity");
  await expectUsablePage(page);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /Download all/ }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain("contracts.csv,3,line_quantity,none,");

  await page.getByRole("link", { name: "See the contracts" }).click();
  await expect(page.getByText("zoe.okafor@example.com").first()).toBeVisible();
  await page.goto("/admin/imports");
  await expect(page.getByRole("link", { name: /Import \d+/ })).toBeVisible();
  await expectUsablePage(page);
});

test("a file dropped anywhere in a box is the file of that box; one that misses them changes nothing", async ({
  page,
  context,
}, testInfo) => {
  const file = testInfo.outputPath("products.json");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, PRODUCTS);
  const driver = await context.newCDPSession(page);
  /** A file as the browser gets it when it is dropped from the desktop. */
  const drop = async (x: number, y: number) => {
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await driver.send("Input.dispatchDragEvent", { type, x, y, data });
  };
  const input = page.getByLabel("Products", { exact: true });
  const box = await page.locator(".pn-import-file", { has: input }).boundingBox();
  if (!box) throw new Error("there is no box for products");
  await drop(box.x + box.width - 4, box.y - 40);
  await expect(page).toHaveURL(/\/admin\/imports$/);
  await expect(input).toHaveValue("");
  for (const [x, y] of [
    [box.x + 24, box.y + 24],
    [box.x + box.width - 4, box.y + box.height - 4],
  ] as const) {
    await drop(x, y);
    await expect(input).toHaveValue(/products\.json$/);
    await input.setInputFiles([]);
  }
});

test.describe("refused", () => {
  test.use({ expectedStatuses: [400] });

  test("a file in the wrong field is named beside that field, and nothing is imported", async ({ page }) => {
    await page.getByLabel("Contracts", { exact: true }).setInputFiles(toFile("customers.csv", CUSTOMERS));
    await page.getByRole("button", { name: "Import" }).click();
    await expect(page.getByRole("alert")).toContainText("Contracts");
    await expect(page.getByLabel("Contracts", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expectUsablePage(page);
    await page.getByLabel("Contracts", { exact: true }).setInputFiles(toFile("contracts.csv", CONTRACTS));
    await expect(page.getByRole("alert")).toBeHidden();
    await expect(page.getByLabel("Contracts", { exact: true })).not.toHaveAttribute("aria-invalid");
  });

  test("a form without a file asks for one", { tag: ANY_WIDTH }, async ({ page }) => {
    await page.getByRole("button", { name: "Import" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.getByLabel("Products", { exact: true }).setInputFiles(toFile("products.json", PRODUCTS));
    await expect(page.getByRole("alert")).toBeHidden();
    await expect(page.getByText("Choose at least one")).toHaveCount(0);
  });
});

test("whoever may only look sees the imports, not the form", { tag: ANY_WIDTH }, async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  const viewer = await insertStaff(shop.id, "viewer");
  await context.clearCookies();
  await useSession(context, baseURL, shop, viewer.id);
  await page.goto("/admin/imports");
  await expect(page.getByText("Ask an editor or the owner to start one.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import" })).toHaveCount(0);
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });

  test("the files go in by the plain form, and the page shows how it ended", async ({ page }) => {
    await page.getByLabel("Products", { exact: true }).setInputFiles(toFile("products.json", PRODUCTS));
    await page.getByRole("button", { name: "Import" }).click();
    await expect(page).toHaveURL(/\/admin\/imports\/\d+$/);
    await expect(page.getByText("Completed")).toBeVisible();
    await expect(page.getByRole("region", { name: "Products" })).toContainText(/New\s*1/);
  });
});
