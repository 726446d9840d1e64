import { gzipSync } from "node:zlib";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { ownPathLoader } from "~/features/portal/own-path.pages.server";
import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import { DEFAULT_PORTAL_SETTINGS, type PortalSettings } from "~/features/portal/portal-settings";
import { savePortalSettings } from "~/features/portal/portal-settings.repo.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { shops } from "~db/schema/shops";
import { resetDatabase } from "./support/database";
import {
  createTestShop,
  insertCatalogue,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  type TestShop,
} from "./support/factories";
import { pageRequest } from "./support/pages";
import { listForms, openPortal, toPlainText } from "./support/portal-pages";

const DAY_MS = 86_400_000;
/** Requests carry the real clock. */
const inDays = (days: number): Date =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + 9 * 3_600_000);

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Fernhill", currencyCode: "EUR" });
});

const ADDRESS = {
  firstName: "Ada",
  lastName: "Lovelace",
  company: null,
  address1: "Gartenweg 5",
  address2: null,
  city: "Berlin",
  province: null,
  provinceCode: null,
  country: "Germany",
  countryCode: "DE",
  zip: "10115",
  phone: null,
};

/** A contract of five lines with three orders ahead and one behind. */
async function insertPlannedContract(overrides: Parameters<typeof insertContract>[1] = {}) {
  const customer = overrides.customerId ?? (await insertCustomer(shop.id)).id;
  const catalogue = await insertCatalogue(shop.id, {
    products: Array.from({ length: 5 }, (_, index) => ({
      title: `Coffee ${index + 1}`,
      imageUrl: `https://images.example/coffee-${index + 1}.jpg`,
    })),
  });
  return insertContract(shop.id, {
    customerId: customer,
    currencyCode: "EUR",
    nextBillingDate: inDays(10),
    deliveryAddress: ADDRESS,
    deliveryPrice: "4.90",
    paymentMethodId: await insertPaymentMethod(shop.id, customer, {
      brand: "visa",
      lastDigits: "4242",
      expiryMonth: 4,
      expiryYear: 2039,
    }),
    lines: catalogue.products.map((product, index) => ({
      title: `Coffee ${index + 1}`,
      productId: product.id,
      variantId: product.variantIds[0],
      currentPrice: "10.00",
    })),
    attempts: [
      { billingDate: inDays(-20), status: "SUCCESS", orderName: "#1001", orderAmount: "54.90" },
      ...[10, 40, 70].map((days) => ({ billingDate: inDays(days) })),
    ],
    ...overrides,
  });
}

const openContract = async (overrides: Parameters<typeof insertContract>[1] = {}, language?: string) => {
  const contract = await insertPlannedContract(overrides);
  const portal = await openPortal(shop, contract.customerId, language);
  return { contract, portal, page: await portal.get() };
};

const saveSettings = (changes: Partial<PortalSettings>) =>
  savePortalSettings(db, shop.id, { ...DEFAULT_PORTAL_SETTINGS, ...changes, updatedAt: new Date() });

const dateText = (days: number, locale = "en-US") =>
  new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(inDays(days).getUTCFullYear() !== new Date().getUTCFullYear() && { year: "numeric" }),
    timeZone: "UTC",
  }).format(inDays(days));

describe("the contract page", () => {
  test("shows the next order first: date, items, total, address and payment", async () => {
    const { page } = await openContract();
    expect(page.status).toBe(200);
    const text = toPlainText(page.html);
    expect(text).toContain(`Your next order ${dateText(10)} in 10 days`);
    expect(text).toContain("Coffee 5");
    expect(text).toContain("Delivery €4.90 Total €54.90");
    expect(text).toContain("Ada Lovelace Gartenweg 5 10115 Berlin Germany");
    expect(text).toContain("Visa ending in 4242");
    expect(text).toMatch(/Past orders .* Paid · Order #1001 €54.90/);
    expect(page.html.indexOf("Your next order")).toBeLessThan(page.html.indexOf("Past orders"));
  });

  test("has no script, no style attribute, one path, and at most 15 KB when compressed", async () => {
    const { page } = await openContract();
    expect(page.html).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=/i);
    const targets = [...page.html.matchAll(/\s(?:href|action|src)="([^"]*)"/g)].map(
      (match) => match[1] ?? "",
    );
    expect(targets.filter((target) => !/^(\?|#|data:,$|https:\/\/images\.example\/)/.test(target))).toEqual(
      [],
    );
    expect(page.headers.get("Content-Security-Policy")).toMatch(
      /default-src 'none'; script-src 'none'; style-src 'nonce-/,
    );
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "content-language": "en",
    });
    expect(gzipSync(page.html).byteLength).toBeLessThan(15 * 1024);
    for (const [image] of page.html.matchAll(/<img[^>]*>/g))
      expect(image).toMatch(/alt="[^"]*" width="\d+" height="\d+"/);
  });

  test("of a paused, cancelled or ended contract says so and offers what fits", async () => {
    for (const [status, button] of [
      ["PAUSED", "Resume"],
      ["CANCELLED", "Start again"],
      ["EXPIRED", null],
    ] as const) {
      const { page } = await openContract({ status });
      const text = toPlainText(page.html);
      expect(text).not.toContain("Skip this order");
      for (const label of ["Resume", "Start again"])
        expect([label, text.includes(label)]).toEqual([label, label === button]);
    }
  });

  test("keeps markup in names from becoming markup", async () => {
    const { page } = await openContract({ lines: [{ title: '<img src=x onerror="alert(1)">' }] });
    expect(page.html).not.toContain("<img src=x");
    expect(toPlainText(page.html)).toContain('<img src=x onerror="alert(1)">');
  });
});

describe("several contracts", () => {
  test("are listed, the soonest next order first; a single one opens at once", async () => {
    const first = await insertPlannedContract({ nextBillingDate: inDays(20), lines: [{ title: "Tea" }] });
    const { customerId } = first;
    const portal = await openPortal(shop, customerId);
    expect(toPlainText((await portal.get()).html)).toContain("Your next order");
    await insertPlannedContract({ customerId, nextBillingDate: inDays(3), lines: [{ title: "Coffee" }] });
    await insertPlannedContract({
      customerId,
      status: "CANCELLED",
      nextBillingDate: null,
      lines: [{ title: "Jam" }],
    });
    const text = toPlainText((await portal.get()).html);
    expect(text).toMatch(/Your subscriptions Coffee Every month .* Tea .* Jam .* Cancelled/);
  });

  test("of another customer or shop look exactly like none", async () => {
    const { portal } = await openContract();
    const theirs = await insertPlannedContract();
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    const strip = (html: string) => html.replaceAll(/nonce="[^"]*"/g, "");
    const answers = await Promise.all(
      [theirs.subscriptionContractId, foreign.subscriptionContractId + 1_000_000, 1].map((contract) =>
        portal.get({ contract }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ html }) => strip(html))).size).toBe(1);
    const refused = await portal.post(
      { contract: theirs.subscriptionContractId, intent: "status" },
      { status: "PAUSED" },
    );
    expect(refused.status).toBe(404);
  });
});

describe("an action", () => {
  test("is one form: skip, with the way back on the page that follows", async () => {
    const { portal, page } = await openContract();
    const skipped = await portal.press(page, "Skip this order");
    expect(toPlainText(skipped.html)).toContain(`Skipped. Your next order comes on ${dateText(40)}.`);
    const undone = await portal.press(skipped, "Undo");
    expect(toPlainText(undone.html)).toContain(`Your order comes on ${dateText(10)} after all.`);
    expect(toPlainText(undone.html)).toContain(`Your next order ${dateText(10)}`);
  });

  test("states the wanted end: sent twice it does nothing more, and says how things stand", async () => {
    const { portal, page, contract } = await openContract();
    const form = listForms(page.html).find(({ button }) => button === "Pause");
    const query = Object.fromEntries(new URLSearchParams(form?.action));
    expect((await portal.post(query, form?.fields ?? {})).status).toBe(303);
    const again = await portal.post(query, form?.fields ?? {});
    expect(again.status).toBe(409);
    const text = toPlainText(again.html);
    expect(text).toContain("Your subscription has changed meanwhile. Below you see how it stands now");
    expect(text).toContain("Your subscription is paused.");
    expect(contract.version).toBe(1);
  });

  test("sent from a page of another site is refused, and does nothing", async () => {
    const { portal, page, contract } = await openContract();
    const form = listForms(page.html).find(({ button }) => button === "Pause");
    const request = pageRequest(`/apps/memberships/cp?${form?.action}`, {
      form: form?.fields,
      origin: "https://evil.example",
    });
    const response = await portalAction({ request, params: {}, context: {} });
    expect(response.status).toBe(403);
    expect(toPlainText((await portal.get()).html)).not.toContain("paused");
    expect(contract.version).toBe(1);
  });

  test("pause, resume and their undo", async () => {
    const { portal, page } = await openContract();
    const paused = await portal.press(page, "Pause");
    expect(toPlainText(paused.html)).toContain("Paused. Nothing is sent or charged until you resume.");
    const resumed = await portal.press(paused, "Undo");
    expect(toPlainText(resumed.html)).toContain(`Welcome back. Your next order comes on ${dateText(10)}.`);
  });

  test("a new date keeps the time of day; the old day comes back with undo", async () => {
    const { portal, contract } = await openContract();
    const at = { contract: contract.subscriptionContractId, view: "reschedule" };
    const moved = await portal.press(await portal.get(at), "Save", {
      date: inDays(15).toISOString().slice(0, 10),
    });
    expect(toPlainText(moved.html)).toContain(`Your next order now comes on ${dateText(15)}.`);
    const back = await portal.press(moved, "Undo");
    expect(toPlainText(back.html)).toContain(`Your next order now comes on ${dateText(10)}.`);
  });

  test("a date that has passed is refused beside its field, in words for a customer", async () => {
    const { portal, contract } = await openContract();
    const at = { contract: contract.subscriptionContractId, view: "reschedule" };
    const refused = await portal.press(await portal.get(at), "Save", { date: "2020-01-01" });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/value="2020-01-01"/);
    expect(refused.html).toMatch(/aria-invalid="true" aria-describedby="f-date-e f-date-h"/);
    expect(toPlainText(refused.html)).toContain("Please choose a date in the future.");
  });

  test("a new address: every wrong field is named, and what was typed stays", async () => {
    const { portal, contract } = await openContract();
    const at = { contract: contract.subscriptionContractId, view: "address" };
    const page = await portal.get(at);
    const filled = {
      ...listForms(page.html)[0]?.fields,
      country: "DE",
      city: "",
      zip: "1",
      address1: "Neue Gasse 7",
    };
    const refused = await portal.press(page, "Save", filled);
    expect(refused.status).toBe(400);
    const text = toPlainText(refused.html);
    expect(text).toContain("Please check these fields: Postcode Town or city");
    expect(refused.html).toContain('value="Neue Gasse 7"');
    const saved = await portal.press(refused, "Save", { ...filled, city: "Köln", zip: "50667" });
    expect(toPlainText(saved.html)).toContain("Your new address is saved.");
    expect(toPlainText(saved.html)).toContain("Neue Gasse 7 50667 Köln");
  });

  test("another frequency, usual or not, and back", async () => {
    const { portal, contract } = await openContract();
    const at = { contract: contract.subscriptionContractId, view: "frequency" };
    const two = await portal.press(await portal.get(at), "Save", { frequency: "MONTH.2" });
    expect(toPlainText(two.html)).toContain("Every 2 months");
    expect(toPlainText((await portal.press(two, "Undo")).html)).toContain("Every month");
    const odd = { frequency: "other", count: "10", unit: "DAY" };
    expect(toPlainText((await portal.press(await portal.get(at), "Save", odd)).html)).toContain(
      "Every 10 days",
    );
    const wrong = await portal.press(await portal.get(at), "Save", { ...odd, count: "0" });
    expect(wrong.status).toBe(400);
    expect(toPlainText(wrong.html)).toContain("Please enter a number within the range.");
  });

  test("on a line: quantity, details, leaving it out, each with what follows", async () => {
    const { portal, contract } = await openContract();
    const line = contract.lines[0]?.id ?? "";
    const at = { contract: contract.subscriptionContractId, view: "line", line };
    const more = await portal.press(await portal.get(at), "Change quantity", { quantity: "3" });
    expect(toPlainText(more.html)).toContain("Total €74.90");
    expect(toPlainText((await portal.press(more, "Undo")).html)).toContain("Total €54.90");
    const detailed = await portal.press(await portal.get(at), "Save", {
      "key-0": "Grind",
      "value-0": "fine",
    });
    expect(toPlainText(detailed.html)).toContain("Grind: fine");
    const twice = await portal.press(await portal.get(at), "Save", { "key-1": "Grind", "value-1": "coarse" });
    expect([twice.status, toPlainText(twice.html).includes("This name is there twice.")]).toEqual([
      400,
      true,
    ]);
    const without = await portal.press(await portal.get(at), "Leave out next time");
    expect(toPlainText(without.html)).toContain("Left out of this order");
    expect(toPlainText(without.html)).toContain("Total €44.90");
    expect(toPlainText((await portal.press(without, "Put back")).html)).toContain("Total €54.90");
  });

  test("a link to update the payment method is asked for by mail", async () => {
    const { portal, contract } = await openContract();
    const at = { contract: contract.subscriptionContractId, view: "payment" };
    const page = await portal.get(at);
    expect(toPlainText(page.html)).toMatch(/We send you a link to it\. \S+@example\.com /);
    const asked = await portal.press(page, "Send me a link");
    expect(toPlainText(asked.html)).toContain("We have your request. The link comes by e-mail.");
  });

  test("an unknown discount code is refused beside its field", async () => {
    const { portal, page } = await openContract();
    const refused = await portal.press(page, "Apply", { code: "NOPE" });
    expect(refused.status).toBe(404);
    expect(refused.html).toContain('value="NOPE"');
    expect(toPlainText(refused.html)).toContain("Please check these fields: Discount code ");
    expect(toPlainText(refused.html)).toContain("We do not know this code.");
  });

  test("a product is added once to the next order, found by name, and taken out again", async () => {
    const { portal, contract } = await openContract();
    await insertCatalogue(shop.id, {
      products: [{ title: "Honey", handle: "honey", variants: [{ price: "7.50" }] }],
    });
    const at = { contract: contract.subscriptionContractId, view: "add" };
    const found = await portal.get({ ...at, q: "hon" });
    expect(listForms(found.html).map(({ button }) => button)).toEqual(["Add"]);
    const added = await portal.press(found, "Add");
    expect(toPlainText(added.html)).toContain("Added to your next order. Undo");
    expect(toPlainText(added.html)).toMatch(/Honey .*Only this time Remove €7.50 .*Total €62.40/);
    const removed = await portal.press(added, "Undo");
    expect(toPlainText(removed.html)).toContain("Taken out of your next order.");
    await saveSettings({ addableProductIds: [] });
    expect(toPlainText((await portal.get(at)).html)).toContain("Nothing found.");
  });

  test("of a product so many are added as the customer writes, 1 to 999, whatever script its handle is in", async () => {
    const { portal, contract } = await openContract();
    await insertCatalogue(shop.id, {
      products: [{ title: "Honey", handle: "はちみつ_1", variants: [{ price: "7.50" }] }],
    });
    const found = await portal.get({ contract: contract.subscriptionContractId, view: "add", q: "Honey" });
    expect(listForms(found.html)[0]?.fields.quantity).toBe("1");
    for (const quantity of ["0", "1000", "1.5", "-1", "1e2", "", "many"]) {
      const refused = await portal.press(found, "Add", { quantity });
      expect([quantity, refused.status]).toEqual([quantity, 400]);
      expect(refused.html).toContain('href="#f-quantity"');
      expect(refused.html).toMatch(/id="f-quantity"[^>]*aria-invalid="true"/);
      expect(listForms(refused.html)[0]?.fields.quantity).toBe(quantity);
    }
    const added = await portal.press(found, "Add", { quantity: "3" });
    expect(toPlainText(added.html)).toMatch(
      /Honey .*Quantity: 3 Only this time Remove €22.50 .*Total €77.40/,
    );
    const taken = await portal.press(added, "Undo");
    const most = await portal.press(
      await portal.get({ contract: contract.subscriptionContractId, view: "add", q: "Honey" }),
      "Add",
      {
        quantity: "999",
      },
    );
    expect(toPlainText(taken.html)).toContain("Total €54.90");
    expect(toPlainText(most.html)).toContain("Quantity: 999");
  });

  test("a product on an order after the next is shown there, outside the next order's total, and taken out", async () => {
    const { contract, portal } = await openContract();
    const honey = await insertCatalogue(shop.id, {
      products: [{ title: "Honey", handle: "honey", variants: [{ price: "7.50" }] }],
    });
    const attempts = await db
      .select({ id: billingAttempts.id })
      .from(billingAttempts)
      .where(and(eq(billingAttempts.shopId, shop.id), eq(billingAttempts.billingDate, inDays(40))));
    const at = { contract: contract.subscriptionContractId };
    const later = {
      attempt: String(attempts[0]?.id),
      variant: String(honey.products[0]?.variantIds[0]),
      handle: "honey",
    };
    const answer = await portal.post({ ...at, intent: "add-product" }, later);
    const text = toPlainText((await portal.follow(answer)).html);
    expect(text).toContain(
      `After that ${dateText(40)} Honey, Default Only this time · Quantity: 1 · €7.50 Remove`,
    );
    expect(text).toContain("Total €54.90");
    const removed = await portal.press(await portal.get(at), "Remove");
    expect(toPlainText(removed.html)).not.toContain("Honey");
  });
});

describe("cancelling", () => {
  test("takes a reason, shows the one offer for it, and leaves a way out as large", async () => {
    const { portal, contract } = await openContract();
    const at = { contract: contract.subscriptionContractId, view: "cancel" };
    const why = await portal.get(at);
    expect(toPlainText(why.html)).toContain("Why do you want to cancel?");
    const offer = await portal.get({ ...at, reason: "too_much" });
    expect(toPlainText(offer.html)).toContain(`You could skip the order on ${dateText(10)}`);
    expect(listForms(offer.html).map(({ button }) => button)).toEqual([
      "Skip this order",
      "Cancel subscription",
    ]);
    expect(offer.html.match(/<button type="submit" class="b">/g)).toHaveLength(2);
    const gone = await portal.press(offer, "Cancel subscription", { comment: "Too many beans" });
    expect(toPlainText(gone.html)).toContain("Your subscription is cancelled.");
    expect(toPlainText(gone.html)).not.toContain("Undo");
  });

  test("an offer that is taken keeps the contract", async () => {
    const { portal, contract } = await openContract();
    const at = { contract: contract.subscriptionContractId, view: "cancel", reason: "break" };
    const stayed = await portal.press(await portal.get(at), "Pause instead");
    expect(toPlainText(stayed.html)).toContain("Paused.");
  });

  test("before the agreed number of orders says when it will be possible, at either step", async () => {
    const { portal, contract } = await openContract({ minCycles: 5 });
    const at = { contract: contract.subscriptionContractId, view: "cancel" };
    for (const step of [at, { ...at, reason: "other" }]) {
      const page = await portal.get(step);
      const text = toPlainText(page.html);
      expect(text).toContain("You agreed to a minimum number of orders, which is not reached yet.");
      expect(text).toContain("You can cancel after 4 more orders.");
      expect(text).toContain("Keep my subscription");
      expect(listForms(page.html)).toEqual([]);
    }
  });

  test("before the agreed number of orders is refused when it is sent all the same", async () => {
    const { portal, contract } = await openContract();
    const at = { contract: contract.subscriptionContractId, view: "cancel", reason: "other" };
    const confirm = await portal.get(at);
    await db.update(contracts).set({ minCycles: 5 }).where(eq(contracts.id, contract.id));
    const refused = await portal.press(confirm, "Cancel subscription");
    expect(refused.status).toBe(403);
    expect(toPlainText(refused.html)).toContain("You agreed to a minimum number of orders");
  });

  test("the merchant's own reasons stand instead of the portal's", async () => {
    const words = { en: "Moving away", de: "Ich ziehe um" };
    await saveSettings({ cancelReasons: [{ id: "moving", words, offer: "NONE", discountCode: null }] });
    const { portal, contract } = await openContract({}, "de");
    const text = toPlainText(
      (await portal.get({ contract: contract.subscriptionContractId, view: "cancel" })).html,
    );
    expect(text).toContain("Ich ziehe um");
    expect(text).not.toContain("Ich brauche eine Pause");
  });
});

describe("the language", () => {
  test.each([
    ["de-DE", "de", "Ihre nächste Lieferung", /54,90\s€/],
    ["fr", "fr", "Votre prochaine commande", /54,90\s€/],
    ["es", "es", "Tu próximo pedido", /54,90\s€/],
    ["ja", "ja", "次回のお届け", /€54\.90/],
    ["pt-BR, nl;q=0.5", "en", "Your next order", /€54\.90/],
  ])(
    "of a browser that wants %s is %s, with its dates and amounts",
    async (wanted, language, heading, amount) => {
      const { page } = await openContract({}, wanted);
      expect(page.html).toContain(`<html lang="${language}">`);
      expect(page.headers.get("Content-Language")).toBe(language);
      const text = toPlainText(page.html);
      expect(text).toContain(heading);
      expect(text).toMatch(amount);
    },
  );

  test("is the shop's where it does not follow browsers", async () => {
    await saveSettings({ language: "fr", followsBrowser: false });
    const { page } = await openContract({}, "de-DE,en;q=0.5");
    expect(page.html).toContain('<html lang="fr">');
  });
});

describe("the door", () => {
  test("is all that a wrong token sees", async () => {
    const request = pageRequest(`/apps/subscriptions/cp?token=nonsense&shop=${shop.shop.storeDomain}`);
    const response = await portalLoader({ request, params: {}, context: {} });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toMatch(/<script/);
  });

  test("the portal answers on the shop's own path, and only there", async () => {
    await db.update(shops).set({ portalPath: "a/my-orders" }).where(eq(shops.id, shop.id));
    const { portal } = await openContract();
    const open = async (path: string) =>
      (
        await ownPathLoader({
          request: pageRequest(`${path}?token=${portal.token}`),
          params: {},
          context: {},
        })
      ).status;
    expect([await open("/a/my-orders"), await open("/a/my-orders/"), await open("/a/other")]).toEqual([
      200, 200, 404,
    ]);
  });
});
