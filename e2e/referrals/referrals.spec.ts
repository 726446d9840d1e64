import { customerToken } from "../../test/support/calls/portal";
import { inDays } from "../../test/support/data/days";
import {
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  type TestShop,
} from "../../test/support/data/factories";
import { insertProgramme, insertReferrer } from "../../test/support/data/referrals";
import { isNarrow, useSession } from "../support/admin";
import { expectUsablePage, findViolations } from "../support/axe";
import { measureOverflow, openNext } from "../support/documents";
import { expect, test } from "../support/test";

/** Refusals are drawn with their status, and the browser reports each. */
test.use({ expectedStatuses: [400, 404] });

const PORTAL = "/apps/memberships/cp";
const FRIEND = "Friend+tea@customer.example";

async function insertReferringCustomer(shop: TestShop, email: string, firstName: string) {
  const { id: customerId } = await insertCustomer(shop.id, { email, firstName });
  const nextBillingDate = inDays(10);
  await insertContract(shop.id, {
    customerId,
    nextBillingDate,
    paymentMethodId: await insertPaymentMethod(shop.id, customerId, { brand: "visa", lastDigits: "4242" }),
    attempts: [{ billingDate: nextBillingDate }],
  });
  return `${PORTAL}?token=${await customerToken(shop, customerId)}`;
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("programme on → portal → link → a friend accepts → the code goes on their contract → a second try is refused", async ({
    page,
    context,
    shop,
    baseURL,
  }) => {
    await useSession(context, baseURL, shop);
    await page.goto("/admin/referrals");
    await page.getByRole("link", { name: "Set up the programme" }).click();
    await page.getByRole("radio", { name: /^On:/ }).check();
    await page.getByLabel("Value for the friend").fill("25");
    await page.getByLabel("Headline").fill("Come in, the kettle is on");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Programme saved")).toBeVisible();

    await page.goto(await insertReferringCustomer(shop, "rita@customer.example", "Rita"));
    await page.getByRole("link", { name: "Invite friends" }).click();
    await expect(page.getByRole("img", { name: "QR code of your link" })).toBeVisible();
    const mail = await page.getByRole("link", { name: "E-mail" }).getAttribute("href");
    const passedOn = new URL(mail ?? "").searchParams.get("body") ?? "";
    const link = /https?:\/\/\S+/.exec(passedOn)?.[0] ?? "";
    await expect(page.getByText(link, { exact: true })).toBeVisible();

    await page.getByLabel("Your friend’s e-mail address").fill("friend@customer.example");
    await page.getByRole("button", { name: "Prepare the e-mail" }).click();
    const ready = new URL(
      (await page.getByRole("link", { name: "Open it and send" }).getAttribute("href")) ?? "",
    );
    expect([ready.pathname, ready.searchParams.get("body")]).toEqual(["friend@customer.example", passedOn]);
    await expect(page.getByRole("listitem").filter({ hasText: "f…@c….example" })).toContainText("Invited");
    await page.goto("/admin/referrals?status=INVITED");
    await expect(page.getByRole("row", { name: "friend@customer.example" })).toContainText("Rita");

    const { pathname } = new URL(link);
    await page.goto(pathname);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Come in, the kettle is on");
    await page.getByLabel("Your e-mail address").fill("friend");
    await page.getByRole("button", { name: "Get my code" }).click();
    await expect(page.getByText("Please enter an e-mail address")).toBeVisible();
    await page.getByLabel("Your e-mail address").fill(FRIEND);
    await page.getByRole("button", { name: "Get my code" }).click();
    const code = (await page.getByRole("status").textContent()) ?? "";
    expect(code).toMatch(/^FRIEND-/);

    // The friend has bought a subscription on the storefront.
    await page.goto(await insertReferringCustomer(shop, FRIEND.toLowerCase(), "Frida"));
    await page.getByLabel("Discount code").fill(code);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("status")).toBeVisible();
    await expect(page.getByText(code)).toBeVisible();

    await page.goto(pathname);
    await page.getByLabel("Your e-mail address").fill("friend@CUSTOMER.example");
    await page.getByRole("button", { name: "Get my code" }).click();
    await expect(page.getByRole("alert")).toHaveText("This offer cannot be used with this e-mail address.");

    await page.goto("/admin/referrals");
    await expect(page.getByRole("row", { name: /friend/i })).toContainText(["Code used"]);
  });
});

const LANGUAGES = ["en-GB", "de-DE", "fr-FR", "es-ES", "ja-JP"];

test.describe("every page", () => {
  test("passes axe in light and dark, fits its width, and speaks five languages", async ({
    page,
    context,
    browser,
    shop,
    baseURL,
  }) => {
    await insertProgramme(shop.id, { referrerReward: "NEXT_ORDER" });
    const referrer = await insertReferrer(shop.id, { firstName: "Rita", email: "rita@customer.example" });
    await useSession(context, baseURL, shop);
    const landing = `/apps/memberships/friends/${referrer.token}`;
    const refer = `${PORTAL}?token=${await customerToken(shop, referrer.customerId)}&view=refer`;
    const headings = new Set<string>();
    // Each project takes its share: an address has 20 tries an hour, and this browser has one address.
    const locales = LANGUAGES.filter((_, index) => (index % 2 === 1) === isNarrow(page));
    for (const [index, locale] of locales.entries()) {
      const own = await browser.newContext({
        baseURL,
        locale,
        viewport: page.viewportSize(),
        bypassCSP: true,
      });
      const visit = await own.newPage();
      const check = async (what: string) => {
        for (const colorScheme of index === 0 ? (["light", "dark"] as const) : (["light"] as const)) {
          await visit.emulateMedia({ colorScheme });
          expect(await findViolations(visit), `${what} in ${locale}, ${colorScheme}`).toEqual([]);
        }
        expect(await measureOverflow(visit), `${what} in ${locale}`).toBeLessThanOrEqual(0);
      };
      const send = async (email: string) => {
        await visit.locator("input[type=email]").fill(email);
        await openNext(visit, () => visit.locator("button[type=submit]").click());
      };
      await visit.goto(landing);
      await check("the offer");
      headings.add((await visit.getByRole("heading", { level: 1 }).textContent()) ?? "");
      await send("nobody");
      await expect(visit.locator("[aria-invalid=true]")).toBeVisible();
      await check("a wrong e-mail");
      await send("rita@customer.example");
      await expect(visit.getByRole("alert")).toBeVisible();
      await check("a refusal");
      await send(`friend-${index}@a-rather-long-domain-of-a-friend.example`);
      await expect(visit).toHaveURL(/code=/);
      await check("the code");
      await visit.goto(`${landing.slice(0, -3)}AAA`);
      await check("no offer");
      await visit.goto(refer);
      await check("the customer's page");
      await send("nobody");
      await expect(visit.locator("[aria-invalid=true]")).toBeVisible();
      await check("a wrong e-mail of a friend");
      await send(`invited-${index}@a-rather-long-domain-of-a-friend.example`);
      await expect(visit).toHaveURL(/to=/);
      await check("an e-mail that waits to be sent");
      await own.close();
    }
    expect(headings.size).toBe(locales.length);

    for (const path of ["/admin/referrals", "/admin/referrals?q=nobody", "/admin/referrals/programme"]) {
      await page.goto(path);
      await expectUsablePage(page);
    }
    await page.getByLabel("Message to share").fill("My favourite breakfast");
    const preview = page.frameLocator("iframe");
    await expect(preview.getByLabel("Message to share")).toHaveValue(/^My favourite breakfast\n/);
  });
});
