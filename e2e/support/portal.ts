import { type Browser, expect, type Page } from "@playwright/test";
import { and, desc, eq } from "drizzle-orm";
import { db } from "../../db/client.server";
import { mails } from "../../db/schema/mails";
import { shops } from "../../db/schema/shops";
import { customerToken } from "../../test/support/calls/portal";
import { BERLIN_ADDRESS } from "../../test/support/data/addresses";
import { insertCatalogue } from "../../test/support/data/catalogue";
import { inDays } from "../../test/support/data/days";
import {
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  type TestShop,
} from "../../test/support/data/factories";
import { openStorefront, type Storefront } from "./storefront";

export const PORTAL_PATH = "apps/memberships/cp";

/** A contract of two products with three upcoming orders and a past one. */
export async function insertPlanned(shop: TestShop, customerId: number, title: string, firstDay = 10) {
  const { products } = await insertCatalogue(shop.id, { products: [{ title }, { title: "Oat biscuits" }] });
  return insertContract(shop.id, {
    customerId,
    currencyCode: "EUR",
    nextBillingDate: inDays(firstDay),
    deliveryAddress: BERLIN_ADDRESS,
    paymentMethodId: await insertPaymentMethod(shop.id, customerId, { brand: "visa", lastDigits: "4242" }),
    lines: products.map(({ id, variantIds }, index) => ({
      title: index === 0 ? title : "Oat biscuits",
      productId: id,
      variantId: variantIds[0],
    })),
    attempts: [
      { billingDate: inDays(-20), status: "SUCCESS", orderName: "#1001", orderAmount: "20.00" },
      ...[0, 30, 60].map((days) => ({ billingDate: inDays(firstDay + days) })),
    ],
  });
}

export async function insertAda(shop: TestShop, title = "Morning blend") {
  const { id } = await insertCustomer(shop.id, { firstName: "Ada", email: "ada@customer.example" });
  const contract = await insertPlanned(shop, id, title);
  return { customerId: id, contract };
}

export const linkOf = async (shop: TestShop, customerId: number) =>
  `/${PORTAL_PATH}?token=${await customerToken(shop, customerId)}`;

export const expiredLinkOf = async (shop: TestShop, customerId: number) =>
  `/${PORTAL_PATH}?token=${await customerToken(shop, customerId, new Date(Date.now() - 3 * 3_600_000))}`;

/** The link in the newest mail to the address; waits until there is one. */
export async function waitForMailedLink(shop: TestShop, recipient: string): Promise<string> {
  let link = "";
  const read = async () => {
    const [mail] = await db
      .select({ text: mails.text })
      .from(mails)
      .where(and(eq(mails.shopId, shop.id), eq(mails.recipient, recipient)))
      .orderBy(desc(mails.id))
      .limit(1);
    link = /https?:\/\/\S+[?&]token=[\w.-]+/.exec(mail?.text ?? "")?.[0] ?? "";
    return link;
  };
  await expect.poll(read).not.toBe("");
  return link;
}

/**
 * The shop's storefront behind the platform's proxy (./storefront.ts), to which links in mails lead. One per shop,
 * because the app caches a shop's domain for two seconds.
 */
export async function openShopStorefront(app: string, { id, shop }: TestShop): Promise<Storefront> {
  const storefront = await openStorefront(app, { storeDomain: shop.storeDomain, subPath: PORTAL_PATH });
  const publicDomain = new URL(storefront.origin).host;
  await db.update(shops).set({ publicDomain }).where(eq(shops.id, id));
  return storefront;
}

/**
 * A visitor of the storefront, without scripts: all requests go through the platform's proxy. Any other request, and
 * any cookie, fails the test.
 *
 * @param customerId who is signed in with the platform; null = nobody
 */
export async function visitStorefront(
  storefront: Storefront,
  { browser, customerId, locale }: { browser: Browser; customerId: number | null; locale: string },
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  storefront.signIn(customerId);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale,
    baseURL: storefront.origin,
  });
  try {
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(new URL(request.url()).origin));
    await visit(page);
    expect(await context.cookies()).toEqual([]);
    expect([...asked]).toEqual([storefront.origin]);
    expect(storefront.refused).toEqual([]);
  } finally {
    await context.close();
  }
}
