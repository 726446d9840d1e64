import { passOnEvents } from "../../app/features/notices/notices.service.server";
import { db } from "../../db/client.server";
import { isRow } from "../../db/rows.server";
import { mails } from "../../db/schema/mails";
import { appendChange } from "../../test/support/data/events";
import { insertContract, insertCustomer } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

// A refused form.
test.use({ expectedStatuses: [400] });
test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test("what is pressed in the moment that the form before has succeeded is done, too", async ({
  page,
  shop,
}) => {
  await insertContract(shop.id);
  await page.goto("/admin/notices/paused");
  await page.getByLabel("Subject").fill("Time for a break");
  await page.evaluate(() => {
    const pressOnce: MutationCallback = (_, watching) => {
      if (!location.search.includes("done=tested")) return;
      watching.disconnect();
      const buttons = [...document.querySelectorAll("button")];
      buttons.find(({ textContent }) => textContent === "Save")?.click();
    };
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(pressOnce).observe(document, everything);
  });
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText(`Test sent to ${shop.staff.email}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Versions" })).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("Time for a break");
  await expect(page).toHaveURL(/paused(\?words=en)?$/);
});

test("a notice is turned on, edited, previewed, sent, and listed in the log", async ({ page, shop }) => {
  const { id: customerId } = await insertCustomer(shop.id, {
    firstName: "Ada",
    email: "ada@customer.example",
  });
  const contract = await insertContract(shop.id, { customerId });
  const mailed = async () =>
    (
      await db
        .select({ text: mails.text })
        .from(mails)
        .where(
          isRow(mails, { shopId: shop.id, status: "SENT", subject: "Time for a break, Morgengold Coffee" }),
        )
    ).map(({ text }) => text ?? "");

  await page.goto("/admin/notices");
  await page.getByLabel("Paused: E-mail").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Notices saved")).toBeVisible();
  await expectUsablePage(page);

  await page.goto("/admin/notices/paused");
  await page.getByLabel("Subject").fill("Time for a break, {{shop}}");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Subject")).toHaveAccessibleDescription(/no variable called “shop”/);
  await page.getByLabel("Subject").fill("Time for a break, {{shop_name}}");
  const phone = page.frameLocator('iframe[title="Preview on a phone"]');
  await expect(phone.getByRole("heading", { name: "Time for a break, Morgengold Coffee" })).toBeVisible();
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText(`Test sent to ${shop.staff.email}`)).toBeVisible();
  await expect.poll(mailed).toHaveLength(1);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Versions" })).toBeVisible();
  await expectUsablePage(page);

  await appendChange(shop.id, contract.id, { type: "paused" });
  // The worker does this every minute and writes the notice.
  await passOnEvents(shop.id, new Date());
  await expect.poll(mailed).toHaveLength(2);
  expect((await mailed())[1]).toContain("paused");

  await page.goto("/admin/notices/paused");
  await page.getByRole("link", { name: "Text message", exact: true }).click();
  await expect(page.getByLabel("Phone number")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("{{shop_name}}: a break – see you");
  await expect(page.getByTestId("text-message")).toHaveText("Morgengold Coffee: a break - see you");
  await expect(page.getByText("36 characters, sent as 1 message")).toBeVisible();
  await page.getByLabel("Phone number").fill("12");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(/Enter a number/);
  await page.getByLabel("Phone number").fill("+49 30 901820");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("Test sent to +49 30 901820")).toBeVisible();
  await expectUsablePage(page);
  await page.goto("/admin/mails/text-messages");
  await expect(page.getByText("Morgengold Coffee: a break - see you")).toBeVisible();
  await expectUsablePage(page);

  await page.goto(`/admin/notices/log?contract=${contract.subscriptionContractId}`);
  await expect(page.getByText("Sent", { exact: true })).toBeVisible();
  await expectUsablePage(page);
});
