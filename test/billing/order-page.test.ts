import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import {
  orderPageAction,
  orderPageLoader,
} from "~/features/billing/orders-admin/order-page.endpoints.server";
import type { OrderPage } from "~/features/billing/orders-admin/order-page.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { checkOrder } from "~/features/billing/tries/step.service.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { mails } from "~db/schema/mails";
import { billingTries } from "~db/schema/orders";
import { testGatewayCharges, testGatewayRefunds } from "~db/schema/test-gateway";
import {
  type BilledContract,
  billedMonthly,
  createTestGatewayShop,
  findDisagreements,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../support/calls/billing";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { readActivity, readAttempts, readContractRow } from "../support/data/contract-plan";
import { inDays, inDaysAtNine } from "../support/data/days";
import { createTestShop, insertStaff, signIn, type TestShop, testAudit } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestGatewayShop();
  cookie = await signIn(shop.id, shop.staff.id);
});

const dueToday = (lastDigits = "4242", overrides: Parameters<typeof billedMonthly>[1] = {}) =>
  billedMonthly(shop, { nextBillingDate: inDaysAtNine(0), lastDigits, ...overrides });
const firstOf = async (contract: BilledContract) => {
  const [first] = await readAttempts(contract);
  if (!first) throw new Error("the contract has no order");
  return first;
};
const read = async (id: number | string, search = "", as = cookie) =>
  ask(orderPageLoader, pageRequest(`/admin/orders/${id}${search}`, { cookie: as }), { orderId: String(id) });
const readPage = async (id: number, search = "") => (await read(id, search)).data as OrderPage;
const act = async (id: number, intent: string, form: Record<string, string> = {}, as = cookie) =>
  ask(orderPageAction, pageRequest(`/admin/orders/${id}?intent=${intent}`, { cookie: as, form }), {
    orderId: String(id),
  });
/** Press the button of a dialog as the page shows it. */
const press = async (id: number, intent: string, fields: Record<string, string> = {}) => {
  const { dialog } = await readPage(id, `?act=${intent}`);
  return act(id, intent, { seen: String(dialog?.seen), ...fields });
};

describe("the page of an order", () => {
  test("to come shows what it would sell now, and can be billed, skipped and moved", async () => {
    const { id } = await firstOf(await dueToday());
    const page = await readPage(id);
    expect(page).toMatchObject({
      state: { word: "Scheduled" },
      total: "$10.00",
      sold: { isMade: false, total: "$10.00", lines: [{ quantity: 1, unitPrice: "$10.00" }] },
      tries: [],
      acts: ["bill", "skip"],
      canReschedule: true,
    });
  });

  test("paid shows its lines as sold, its tries, its refunds and its history", async () => {
    const contract = await dueToday("0119");
    const { id } = await firstOf(contract);
    await press(id, "bill");
    await press(id, "bill");
    await press(id, "refund", { amount: "4", reason: "Broken pot" });
    const page = await readPage(id);
    expect(page).toMatchObject({
      title: expect.stringMatching(/^#\d+$/),
      state: { word: "Paid" },
      sold: { isMade: true, total: "$10.00", refunded: "−$4.00", net: "$6.00" },
      tries: [
        {
          number: 1,
          state: { word: "Declined" },
          why: "Something went wrong at the bank",
          code: "PROCESSING_ERROR",
        },
        { number: 2, state: { word: "Paid" }, why: null },
      ],
      refunds: [{ amount: "$4.00", reason: "Broken pot", state: "Refunded" }],
      acts: ["refund"],
    });
    expect(page.history.map(({ action }) => action)).toEqual([
      "Order refunded",
      "Order paid",
      "Payment failed",
    ]);
  });

  test("is not there for another shop, nor for what is no id; a viewer sees it and changes nothing", async () => {
    const { id } = await firstOf(await dueToday());
    const other = await createTestGatewayShop();
    expect((await read(id, "", await signIn(other.id, other.staff.id))).status).toBe(404);
    for (const text of ["0", "x", "1e3", "99999999"]) expect((await read(text)).status).toBe(404);
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    const page = (await read(id, "?act=bill", viewer)).data as OrderPage;
    expect([page.acts, page.dialog]).toEqual([[], null]);
    expect((await act(id, "bill", { seen: "0" }, viewer)).status).toBe(403);
    expect(await listTriesOf(shop.id)).toEqual([]);
  });

  test("of a shop without a gateway offers nothing that would charge", async () => {
    const none = await createTestShop();
    const { id } = await firstOf(await billedMonthly(none, { nextBillingDate: inDaysAtNine(0) }));
    const as = await signIn(none.id, none.staff.id);
    expect(((await read(id, "", as)).data as OrderPage).acts).toEqual(["skip"]);
    expect((await act(id, "bill", { seen: "0" }, as)).problem?.code).toBe("conflict");
  });
});

describe("billing by the page", () => {
  test("a form pressed twice bills once, at the same time and one after the other", async () => {
    const { id } = await firstOf(await dueToday("0002"));
    const { dialog } = await readPage(id, "?act=bill");
    expect(dialog).toMatchObject({ title: "Bill $10.00 now?", confirm: "Bill $10.00" });
    const form = { seen: String(dialog?.seen) };
    const first = await act(id, "bill", form);
    expect([first.status, first.headers.get("location")]).toEqual([303, `/admin/orders/${id}?done=bill`]);
    expect((await act(id, "bill", form)).problem?.code).toBe("conflict");
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    const again = { seen: "1" };
    await Promise.all([act(id, "bill", again), act(id, "bill", again), act(id, "bill", again)]);
    expect(await listTriesOf(shop.id)).toHaveLength(2);
    // Refused, the order is free for the next who wants it.
    expect((await readOrder(id)).leaseUntil).toBeNull();
  });

  test("a form without what it has seen is refused, and nothing is charged", async () => {
    const { id } = await firstOf(await dueToday());
    const { status, problem } = await act(id, "bill");
    expect([status, namesOf(problem)]).toEqual([400, ["/seen"]]);
    expect(await listTriesOf(shop.id)).toEqual([]);
  });

  test("skipping goes by the contract's version", async () => {
    const contract = await dueToday();
    const { id } = await firstOf(contract);
    expect((await act(id, "skip", { seen: "0" })).problem?.code).toBe("stale_version");
    expect((await press(id, "skip")).status).toBe(303);
    expect((await firstOf(contract)).status).toBe("SKIPPED");
  });

  test("an order more than two days late is billed or skipped by hand", async () => {
    const late = await firstOf(await dueToday("4242", { nextBillingDate: inDaysAtNine(-9) }));
    await runAt(shop, new Date());
    const page = await readPage(late.id);
    expect([page.state.word, page.next]).toEqual(["Overdue", "More than 2 days late: it waits for you"]);
    await press(late.id, "bill");
    expect((await readPage(late.id)).state.word).toBe("Paid");
    const skipped = await dueToday("4242", { nextBillingDate: inDaysAtNine(-9) });
    await press((await firstOf(skipped)).id, "skip");
    expect((await firstOf(skipped)).status).toBe("SKIPPED");
  });
});

const readOrder = async (id: number) => {
  const [row] = await db.select().from(billingAttempts).where(eq(billingAttempts.id, id));
  if (!row) throw new Error("the order is not there");
  return row;
};

const readTry = async (id: number) => {
  const row = (await listTriesOf(shop.id)).find(({ attemptId }) => attemptId === id);
  if (!row) throw new Error("the order was not tried");
  return row;
};

describe("refunding by the page", () => {
  test("asks for the sum, then names it; a form pressed twice gives back once", async () => {
    const { id } = await firstOf(await dueToday());
    await press(id, "bill");
    const first = await readPage(id, "?act=refund");
    expect(first.dialog).toMatchObject({ confirm: "Continue", fields: { kind: "amount", amount: "10.00" } });
    const second = await readPage(id, "?act=refund&amount=2.5&reason=Late");
    expect(second.dialog).toMatchObject({
      title: "Refund $2.50?",
      confirm: "Refund $2.50",
      fields: { kind: "refund", amount: "2.50", reason: "Late" },
    });
    const form = { seen: String(second.dialog?.seen), amount: "2.50", reason: "Late" };
    expect((await act(id, "refund", form)).status).toBe(303);
    expect((await act(id, "refund", form)).problem?.code).toBe("conflict");
    const given = await db.select().from(testGatewayRefunds);
    expect(given.map(({ amount }) => amount)).toEqual(["2.5000"]);
    const all = { ...form, seen: "1", amount: "7.50" };
    await Promise.all([act(id, "refund", all), act(id, "refund", all)]);
    expect(await db.select().from(testGatewayRefunds)).toHaveLength(2);
    expect((await readPage(id)).acts).toEqual([]);
  });

  test("a sum that is none, of too many decimals or more than is left is named before anything is asked", async () => {
    const { id } = await firstOf(await dueToday());
    await press(id, "bill");
    for (const [amount, problem] of [
      ["ten", "Use a number such as 12.50."],
      ["0", "Use an amount above zero."],
      ["1.234", "Use at most 2 decimals."],
      ["10.01", "At most 10.00 can be refunded."],
    ]) {
      const { dialog } = await readPage(id, `?act=refund&amount=${amount}`);
      expect(dialog?.fields).toMatchObject({ kind: "amount", amount, problem });
    }
    const { problem } = await act(id, "refund", { seen: "x", amount: "-1", reason: "r".repeat(256) });
    expect(namesOf(problem)).toEqual(["/seen", "/amount", "/reason"]);
    expect(await db.select().from(testGatewayRefunds)).toEqual([]);
  });
});

describe("the mail about a failed payment", () => {
  const listMails = () => db.select().from(mails).where(eq(mails.kind, "payment_failed"));

  test("goes out once more with a new link, once however often the form is pressed", async () => {
    const contract = await dueToday("9995");
    const { id } = await firstOf(contract);
    await press(id, "bill");
    expect(await listMails()).toEqual([]);
    const { dialog } = await readPage(id, "?act=mail");
    const form = { seen: String(dialog?.seen) };
    await Promise.all([act(id, "mail", form), act(id, "mail", form)]);
    expect((await act(id, "mail", form)).status).toBe(303);
    const [mail, ...others] = await listMails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain("We will try again on");
    expect((await readActivity(contract)).at(-1)).toMatchObject({
      action: "contract.payment_mail_resent",
      actorType: "staff",
    });
    await press(id, "mail");
    expect(await listMails()).toHaveLength(2);
  });

  test("is not offered for what the customer cannot put right, and refused", async () => {
    const { id } = await firstOf(await dueToday());
    await press(id, "bill");
    expect((await readPage(id)).acts).not.toContain("mail");
    expect((await act(id, "mail", { seen: "0" })).problem?.code).toBe("conflict");
  });
});

describe("a charge of which nobody knows", () => {
  /** Charged at the gateway; the answer never comes, and looks say nothing. */
  async function lostCharge() {
    const contract = await dueToday("5126");
    const { id } = await firstOf(contract);
    await press(id, "bill");
    expect((await readOrder(id)).status).toBe("UNKNOWN");
    return { contract, id };
  }
  /** The gateway itself cannot be reached for an hour: nothing has arrived there. */
  async function unreachable() {
    const contract = await dueToday("3437");
    const { id } = await firstOf(contract);
    await press(id, "bill");
    expect((await readOrder(id)).status).toBe("UNKNOWN");
    return { contract, id };
  }

  test("asking the gateway again records what it knows, and makes no new try", async () => {
    const { id } = await lostCharge();
    expect((await readPage(id)).acts).toEqual(["look", "mark_paid", "give_up"]);
    expect((await act(id, "look")).status).toBe(303);
    expect((await readPage(id)).state.word).toBe("Paid");
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
    expect((await act(id, "look")).problem?.code).toBe("conflict");
  });

  test("marked as paid: the order is made as its try sells it, with the reference in its history", async () => {
    const { id, contract } = await unreachable();
    const { problem } = await act(id, "mark_paid", { reference: " " });
    expect(namesOf(problem)).toEqual(["/reference"]);
    expect((await act(id, "mark_paid", { reference: "ch_77" })).status).toBe(303);
    const [order] = await listOrdersOf(shop.id);
    expect(order).toMatchObject({ attemptId: id, total: "10.0000" });
    expect(await readContractRow(contract)).toMatchObject({ lastPaymentStatus: "SUCCEEDED" });
    expect(await readActivity(contract)).toContainEqual(
      expect.objectContaining({
        action: "contract.order_marked_paid",
        after: expect.objectContaining({ reference: "ch_77" }),
      }),
    );
    expect((await act(id, "mark_paid", { reference: "ch_77" })).problem?.code).toBe("conflict");
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });

  test("marked as paid while the gateway knows: what it knows counts", async () => {
    const { id } = await lostCharge();
    await act(id, "mark_paid", { reference: "ch_1" });
    expect(await findDisagreements(shop.id)).toEqual([]);
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });

  test("given up: the order is skipped, nothing is sent again, and the contract goes on", async () => {
    const { id, contract } = await unreachable();
    expect((await act(id, "give_up")).status).toBe(303);
    const [given, next] = await readAttempts(contract);
    expect(given).toMatchObject({ id, status: "SKIPPED", nextStep: null, leaseUntil: null });
    expect(next?.status).toBe("QUEUED");
    await runAt(shop, inDays(2));
    expect(await db.select().from(testGatewayCharges)).toEqual([]);
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "UNKNOWN" }]);
    expect((await act(id, "give_up")).problem?.code).toBe("conflict");
  });

  test("given up, and found at the gateway later: paid is an order, declined ends the try alone", async () => {
    for (const outcome of ["paid", "declined"] as const) {
      const { id, contract } = await unreachable();
      await act(id, "give_up");
      const asked = await readTry(id);
      const later = inDays(1);
      const gateway = openGateway(shop.shop, later);
      if (!gateway) throw new Error("the shop has no gateway");
      const audit = testAudit(later);
      const engine = { shop: shop.shop, gateway, settings: await readBillingSettings(shop.id), audit };
      await checkOrder(engine, id);
      expect((await readTry(id)).state, "not sent again").toBe("UNKNOWN");
      if (outcome === "paid") {
        // It was under way all the time.
        const { gatewayRef, key, amount, currencyCode } = asked;
        const parameters = { amount, currencyCode, paymentMethodId: contract.paymentMethodId ?? "" };
        await gateway.charge(gatewayRef ?? "", key, parameters);
        await checkOrder(engine, id);
        expect([(await readOrder(id)).status, (await readTry(id)).state]).toEqual(["SUCCESS", "PAID"]);
      } else {
        const lookUp = async () =>
          ({ kind: "declined", code: "CARD_DECLINED", message: "Declined.", class: "later" }) as const;
        await checkOrder({ ...engine, gateway: { ...gateway, lookUp } }, id);
        expect([(await readOrder(id)).status, (await readTry(id)).state]).toEqual(["SKIPPED", "DECLINED"]);
        expect(await readContractRow(contract)).toMatchObject({ dunning: false });
      }
    }
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("given up while the gateway has its money: the order is paid after all", async () => {
    const { id } = await lostCharge();
    await act(id, "give_up");
    expect((await readOrder(id)).status).toBe("SUCCESS");
    expect(await findDisagreements(shop.id)).toEqual([]);
  });
});

test("an order that failed for good is given up: it is skipped, and dunning ends", async () => {
  const contract = await dueToday("0069");
  const { id } = await firstOf(contract);
  await press(id, "bill");
  expect(await readContractRow(contract)).toMatchObject({ dunning: true });
  expect((await act(id, "give_up")).status).toBe(303);
  expect((await readOrder(id)).status).toBe("SKIPPED");
  expect(await readContractRow(contract)).toMatchObject({ dunning: false, status: "ACTIVE" });
  expect(await db.select().from(billingTries)).toHaveLength(1);
});
