import { drawImage } from "../../test/support/data/images";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { insertAda, waitForMailedLink } from "../support/portal";
import { expect, test } from "../support/test";

test.use({ expectedStatuses: [400, 401] });

test("the merchant sees the portal as it will be, saves it, hands out a link and takes it back; a mailed one can be read", async ({
  page,
  context,
  shop,
  baseURL,
}) => {
  await useSession(context, baseURL, shop);
  const { contract } = await insertAda(shop);
  await page.goto("/admin/portal");
  await expectUsablePage(page);
  await page.emulateMedia({ colorScheme: "light" });
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("button", { name: "Skip this order" }).first()).toBeVisible();
  await page.getByLabel("Skip an order").uncheck();
  await page.getByLabel("Welcome").fill("Hello from the roastery");
  await page.getByLabel("Accent", { exact: true }).fill("7A1F5C");
  await expect(preview.getByText("Hello from the roastery")).toBeVisible();
  await expect(preview.getByRole("button", { name: "Skip this order" })).toHaveCount(0);
  await expect(preview.getByRole("link", { name: "Change address" })).toHaveCSS("color", "rgb(122, 31, 92)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Portal saved")).toBeVisible();
  const logo = { name: "logo.png", mimeType: "image/png", buffer: await drawImage(640, 160) };
  await page.getByLabel("Choose a file").setInputFiles({ ...logo, buffer: Buffer.from("<svg/>") });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.locator(".pn-problem")).toContainText("Choose a PNG or JPEG file.");
  await page.getByLabel("Choose a file").setInputFiles(logo);
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Logo saved")).toBeVisible();
  await expect(preview.getByAltText(shop.shop.name)).toHaveJSProperty("naturalWidth", 640);
  await expectUsablePage(page);

  await page.goto(`/admin/contracts/${contract.subscriptionContractId}`);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy portal link" }).click();
  await expect(page.getByText("Portal link copied.")).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Lovelace");
  const customer = await context.newPage();
  await customer.goto(`${link.pathname}${link.search}`);
  await expect(customer.getByText("Hello from the roastery")).toBeVisible();
  await expect(customer.getByAltText(shop.shop.name)).toHaveJSProperty("naturalWidth", 640);
  await expect(customer.getByRole("button", { name: "Skip this order" })).toHaveCount(0);
  await page.getByRole("link", { name: "Issued links" }).click();
  await page.getByRole("link", { name: /^Revoke the link/ }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await expect(page.getByText("Link revoked")).toBeVisible();
  await customer.reload();
  await expect(customer.getByRole("heading", { level: 1 })).toHaveText("This link has expired");

  await page.goto(`/admin/contracts/${contract.subscriptionContractId}?list=status%3DACTIVE`);
  await page.getByRole("link", { name: "Send portal link" }).click();
  const question = page.getByRole("dialog", { name: "Send a portal link?" });
  await expect(question).toContainText("ada@customer.example");
  await expectUsablePage(page);
  await question.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Portal link sent").first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/contracts\/\d+\?list=status%3DACTIVE$/);
  const mailed = new URL(await waitForMailedLink(shop, "ada@customer.example"));
  await customer.goto(`${mailed.pathname}${mailed.search}`);
  await expect(customer.getByText("Hello from the roastery")).toBeVisible();
  await page.goto("/admin/mails");
  await expectUsablePage(page);
  await page.getByRole("link", { name: /link/i }).first().click();
  await expect(page).toHaveURL(/\/admin\/mails\/\d+/);
  await expect(page.locator("pre")).toContainText(mailed.href);
  await expectUsablePage(page);
  const seen = page.getByRole("link", { name: "Open as the customer sees it" });
  await customer.goto((await seen.getAttribute("href")) ?? "");
  await expect(customer.getByRole("link", { name: "Open my subscriptions" })).toHaveAttribute(
    "href",
    mailed.href,
  );
  await page.goto(`/admin/contracts/${contract.subscriptionContractId}`);
  await expectUsablePage(page);
});
