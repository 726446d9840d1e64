import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { announceOrders } from "~/features/billing/upcoming/announce.service.server";
import { appendEvents } from "~/features/events/events.repo.server";
import { warnOfCards } from "~/features/notices/cards.service.server";
import { findSubject, listNotices } from "~/features/notices/notices.repo.server";
import { passOnEvents } from "~/features/notices/notices.service.server";
import { stopAction, stopLoader } from "~/features/notices/stop.pages.server";
import { toValues } from "~/features/notices/write-notice.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { paymentMethods } from "~db/schema/customers";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { inTransaction } from "~db/transaction.server";
import { billedMonthly, firstOrderOf } from "../support/calls/billing";
import { BERLIN_ADDRESS } from "../support/data/addresses";
import { insertCatalogue } from "../support/data/catalogue";
import { readEvents } from "../support/data/events";
import { type insertContract, insertCustomer, NOW } from "../support/data/factories";
import { runJobs } from "../support/processes/jobs";

import {
  addContract,
  type Contract,
  prepareNoticedShop,
  recordEvents,
  server,
  shop,
  turnOn,
  work,
} from "./noticed-shop";

prepareNoticedShop();

const logOf = async ({ id }: Contract) =>
  (await listNotices(shop.id, { contractId: id }, 50)).map(({ kind, state, reason }) => [
    kind,
    state,
    reason,
  ]);

const emailStatusOf = async ({ id }: Contract) =>
  (
    await db
      .select({ status: contracts.createdEmailStatus })
      .from(contracts)
      .where(and(eq(contracts.shopId, shop.id), eq(contracts.id, id)))
  )[0]?.status;

describe("a notice", () => {
  test("is sent to the customer once, in their language, after the event it is about; the log has it", async () => {
    await turnOn("paused");
    const contract = await addContract();
    await recordEvents(contract, "paused", "updated");
    expect(await work()).toEqual([]);
    expect(await work()).toEqual([]);
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ recipient: "ada@example.com", subject: "Your subscription is paused" });
    expect(mail?.html).toContain("Ada &lt;b&gt;");
    expect(mail?.text).toMatch(/https?:\/\/\S+token=/);
    expect(mail?.headers.has("list-unsubscribe")).toBe(false);
    expect(await logOf(contract)).toEqual([["paused", "SENT", null]]);
  });

  test("is made once though two workers do the same, and the position is behind", async () => {
    await turnOn("paused");
    const contract = await addContract();
    await recordEvents(contract, "paused");
    await Promise.all([passOnEvents(shop.id, NOW), passOnEvents(shop.id, NOW), passOnEvents(shop.id, NOW)]);
    await work();
    expect(server.mails).toHaveLength(1);
  });

  test("is not sent while it is off; a shop that has turned none on sends and logs nothing", async () => {
    const contract = await addContract();
    await recordEvents(contract, "paused");
    await work();
    expect(await logOf(contract)).toEqual([]);
    await turnOn("cancelled");
    await recordEvents(contract, "paused");
    await work();
    expect(await logOf(contract)).toEqual([["paused", "LEFT_OUT", "OFF"]]);
    expect(server.mails).toEqual([]);
  });

  test("about a change by a failed payment is not sent beside the mail about the payment", async () => {
    await turnOn("paused");
    const contract = await addContract();
    await recordEvents(contract, "paused", "payment.failed", "dunning.ended");
    await work();
    expect(server.mails).toEqual([]);
  });

  test.each([
    ["handled at once", "activated", 498],
    ["numbered at once", "billing-success", 1998],
  ] as const)("is about the whole change, though those %s end between its events", async (_, type, count) => {
    await turnOn("paused", "cancelled", "address");
    await work();
    const [crowd, failed, cancelled] = [await addContract(), await addContract(), await addContract()];
    const toEvent = (
      contract: Contract,
      type: "activated" | "billing-success" | "paused" | "updated" | "payment.failed" | "cancelled",
    ) => ({
      shopId: shop.id,
      type,
      contractId: contract.id,
      contractVersion: 7,
      changedFields: type === "updated" ? ["deliveryAddress"] : [],
      createdAt: NOW,
    });
    await inTransaction((tx) =>
      appendEvents(tx, [
        ...Array.from({ length: count }, () => toEvent(crowd, type)),
        toEvent(failed, "paused"),
        toEvent(cancelled, "updated"),
        toEvent(failed, "payment.failed"),
        toEvent(cancelled, "cancelled"),
      ]),
    );
    while (await passOnEvents(shop.id, NOW)) await runJobs();
    await runJobs();
    expect(await logOf(failed)).toEqual([]);
    expect(await logOf(cancelled)).toEqual([["cancelled", "SENT", null]]);
  });
});

describe("the status of the mail about a new contract", () => {
  const statusAfter = async (
    overrides?: Parameters<typeof insertContract>[1],
    customer?: Parameters<typeof insertCustomer>[1],
  ) => {
    const contract = await addContract(overrides, customer);
    await recordEvents(contract, "created");
    await work();
    return emailStatusOf(contract);
  };

  test("takes each value for its reason", async () => {
    expect(await emailStatusOf(await addContract())).toBe("UNSENT");
    expect(await statusAfter()).toBe("EMAIL_SETTINGS_DISABLED");
    await turnOn("created");
    expect(await statusAfter()).toBe("SENT");
    expect(await statusAfter({ paymentMethodId: null })).toBe("CUSTOMER_PAYMENT_EMPTY");
    expect(await statusAfter({ status: "PAUSED" })).toBe("CONTRACT_PAUSED_STATUS");
    expect(await statusAfter({}, { email: null })).toBe("FAILED");
    server.refuse({ code: 550, at: "RCPT TO" });
    expect(await statusAfter()).toBe("FAILED");
    server.refuse(null);
    const texts = await db.select({ status: contracts.createdSmsStatus }).from(contracts);
    expect([...new Set(texts.map(({ status }) => status))].sort()).toEqual([
      "SMS_SETTINGS_DISABLED",
      "UNSENT",
    ]);
  });
});

describe("an upcoming order", () => {
  const SETTINGS = DEFAULT_BILLING_SETTINGS;
  /** Due on the 31st at nine; three days before is the 28th. */
  const announceAt = (text: string) => announceOrders(shop.shop, SETTINGS, new Date(text));
  const announced = async () =>
    (await readEvents(shop.readKey)).filter(({ type }) => type.endsWith("upcoming-order-notification"))
      .length;

  test("is announced once, the set number of days ahead at the billing hour, and mailed unless the customer has turned that off", async () => {
    const contract = await billedMonthly(shop, {
      customerId: (await insertCustomer(shop.id, { email: "ada@example.com" })).id,
    });
    await announceAt("2026-03-28T09:00:00Z");
    expect(await announced()).toBe(0);
    await turnOn("upcoming_order");
    await announceAt("2026-03-27T09:00:00Z");
    await announceAt("2026-03-28T06:00:00Z");
    expect(await announced()).toBe(0);
    await Promise.all([announceAt("2026-03-28T09:00:00Z"), announceAt("2026-03-28T09:00:00Z")]);
    await announceAt("2026-03-29T09:00:00Z");
    expect(await announced()).toBe(1);
    await work();
    expect(server.mails.map(({ subject }) => subject)).toEqual([
      "Your next order from Bean & Leaf is coming up",
    ]);
    expect(server.mails[0]?.text).toContain("March 31, 2026");

    // The link in the mail's header turns reminders off by a bare POST, and shows a page that can turn them on again.
    const url = /<(.+)>/.exec(server.mails[0]?.headers.get("list-unsubscribe") ?? "")?.[1] ?? "";
    expect(server.mails[0]?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    // Not all mail programs show the header.
    expect(server.mails[0]?.html).toContain(`<a href="${url}"`);
    expect(server.mails[0]?.text.split("\n")).toContain(url);
    const visit = (handler: typeof stopAction, to: string, form?: string) =>
      handler({
        request: new Request(to, {
          method: form === undefined ? "GET" : "POST",
          headers: { host: new URL(to).host, "content-type": "application/x-www-form-urlencoded" },
          body: form,
        }),
        params: { token: new URL(to).pathname.split("/").at(-1) },
        context: {},
      }) as Promise<Response>;
    expect((await visit(stopLoader, url)).status).toBe(200);
    expect((await findSubject(shop.id, contract.id))?.isOptedOut).toBe(false);
    const stopped = await visit(stopAction, url, "List-Unsubscribe=One-Click");
    expect(await stopped.text()).toContain("no more reminders");
    expect((await findSubject(shop.id, contract.id))?.isOptedOut).toBe(true);
    expect((await visit(stopAction, `${url}x`, "")).status).toBe(404);
    await announceAt("2026-04-27T09:00:00Z");
    await work();
    expect(server.mails).toHaveLength(1);
    expect(await logOf(contract)).toEqual([
      ["upcoming_order", "LEFT_OUT", "UNSUBSCRIBED"],
      ["upcoming_order", "SENT", null],
    ]);
    await visit(stopAction, `${url}?again`, "");
    expect((await findSubject(shop.id, contract.id))?.isOptedOut).toBe(false);
  });

  test("is announced on the next day if it was planned within the days ahead, as each order of a daily contract is", async () => {
    await turnOn("upcoming_order");
    const daily = await addContract({
      billingInterval: "DAY",
      nextBillingDate: new Date("2026-03-29T09:00:00Z"),
    });
    const plan = (at: string) => topUpAttempts(db, shop.shop, [daily.id], new Date(at));
    await plan("2026-03-28T07:00:00Z");
    await announceAt("2026-03-28T09:00:00Z");
    await announceAt("2026-03-29T09:00:00Z");
    const before = await announced();
    expect(await plan("2026-03-29T10:00:00Z")).toBe(1);
    await announceAt("2026-03-30T09:00:00Z");
    await announceAt("2026-03-30T10:00:00Z");
    expect((await announced()) - before).toBe(1);
    await announceAt("2026-03-31T09:00:00Z");
    expect((await announced()) - before).toBe(1);
  });

  test("is announced with what it holds and costs itself, not what its contract does", async () => {
    await turnOn("upcoming_order");
    const contract = await billedMonthly(shop, {
      lines: [
        { title: "Coffee", currentPrice: "20.00", quantity: 1 },
        { title: "Tea", currentPrice: "5.00", quantity: 1, skippedNextOrder: true },
      ],
    });
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    await db.insert(oneTimeProducts).values({
      shopId: shop.id,
      contractId: contract.id,
      billingAttemptId: (await firstOrderOf(contract)).id,
      variantId: products[0]?.variantIds[0] ?? 0,
      variantHandle: "honey",
      quantity: 1,
      price: "7.50",
      createdAt: NOW,
    });
    await announceAt("2026-03-28T09:00:00Z");
    await work();
    expect(server.mails[0]?.text).toContain("Coffee and Honey");
    expect(server.mails[0]?.text).toContain("$27.50");
  });

  test("is not announced if the contract says so, nor for an imported contract without an event of its own", async () => {
    await turnOn("upcoming_order");
    const stopped = await billedMonthly(shop, { stopUpcomingOrderEmail: true });
    const imported = await billedMonthly(shop, { importedId: "old-1" });
    await announceAt("2026-03-28T09:00:00Z");
    await work();
    expect(await logOf(stopped)).toEqual([["upcoming_order", "LEFT_OUT", "STOPPED"]]);
    expect(await logOf(imported)).toEqual([]);
    await recordEvents(imported, "updated");
    await work();
    await announceAt("2026-04-27T09:00:00Z");
    await work();
    expect((await logOf(imported)).map(([kind]) => kind)).toEqual(["upcoming_order", "address"]);
  });
});

test("a card in its last month is announced once", async () => {
  await turnOn("card_expiring");
  const contract = await addContract();
  await db
    .update(paymentMethods)
    .set({ expiryYear: 2026, expiryMonth: 3 })
    .where(eq(paymentMethods.shopId, shop.id));
  for (const day of ["2026-02-28", "2026-03-01", "2026-03-02"])
    await warnOfCards(shop.shop, new Date(`${day}T12:00:00Z`)).then(work);
  expect(server.mails.map(({ subject }) => subject)).toEqual(["Your card is about to expire"]);
  expect(server.mails[0]?.headers.has("list-unsubscribe")).toBe(true);
  expect(await logOf(contract)).toEqual([["card_expiring", "SENT", null]]);
});

test("in Arabic, an order's number, a title and a card stay as they are", async () => {
  const contract = await addContract({ lines: [{ title: "Espresso (dark)", quantity: 1 }] });
  const onCard = { brand: "Visa", lastDigits: "4242" };
  await db.update(paymentMethods).set(onCard).where(eq(paymentMethods.shopId, shop.id));
  const subject = await findSubject(shop.id, contract.id);
  if (!subject) throw new Error("the contract is there");
  const write = (language: "ar" | "en") => {
    const order = { billingDate: NOW, orderName: "#1001" };
    const setting = { shop: shop.shop, settings: DEFAULT_PORTAL_SETTINGS, language };
    const { order_name, products, card, amount } = toValues(subject, order, setting);
    return { names: [order_name, products, card], amount };
  };
  const plain = write("en");
  expect(plain.names).toEqual(["#1001", "Espresso (dark)", "Visa •••• 4242"]);
  expect(write("ar").names).toEqual(plain.names.map((value) => `\u2068${value}\u2069`));
  expect(write("ar").amount).toContain("\u2068US$\u2069");
});

test("an address is written as its country writes it, with the country's name in the reader's language", async () => {
  const { id } = await addContract();
  const subject = await findSubject(shop.id, id);
  if (!subject) throw new Error("the contract is there");
  const to = { address1: "1 Main St", city: "Portland", zip: "97201", country: "USA", countryCode: "US" };
  const deliveryAddress = { ...BERLIN_ADDRESS, ...to, province: "Oregon", provinceCode: "OR" };
  const contract = { ...subject.contract, deliveryAddress };
  const write = (language: "en" | "ja") =>
    toValues({ ...subject, contract }, null, {
      shop: shop.shop,
      settings: DEFAULT_PORTAL_SETTINGS,
      language,
    }).address;
  expect(write("en")).toBe("1 Main St, Portland, OR 97201, United States");
  expect(write("ja")).toBe("1 Main St, Portland, OR 97201, アメリカ合衆国");
});
