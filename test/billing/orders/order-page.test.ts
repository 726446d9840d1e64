import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { mails } from "~db/schema/mails";
import { testGatewayRefunds } from "~db/schema/test-gateway";
import { billedMonthly, createTestGatewayShop, listTriesOf, runAt } from "../../support/calls/billing";
import { firstOf, type OrderPage, orderPagesOfEachTest, readOrder } from "../../support/calls/order-page";
import { namesOf } from "../../support/calls/pages";
import { readActivity, readAttempts } from "../../support/data/contract-plan";
import { inDaysAtNine } from "../../support/data/days";
import { createTestShop, insertStaff, signIn } from "../../support/data/factories";
import { runJobs } from "../../support/processes/jobs";

const { shop, dueToday, read, readPage, send, press } = orderPagesOfEachTest();

describe("the page of an order", () => {
  test("to come shows what it would sell now, and can be billed, skipped and moved", async () => {
    const { id } = await firstOf(await dueToday());
    const page = await readPage(id);
    expect(page).toMatchObject({
      state: { label: "Scheduled" },
      total: "$10.00",
      sold: { isMade: false, total: "$10.00", lines: [{ quantity: 1, unitPrice: "$10.00" }] },
      tries: [],
      actions: [{ intent: "bill", label: "Bill now" }],
      buttons: [{ intent: "skip", label: "Skip" }],
      reschedule: { intent: "date", label: "Change next date" },
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
      state: { label: "Paid" },
      sold: { isMade: true, total: "$10.00", refunded: "−$4.00", net: "$6.00" },
      tries: [
        {
          number: 1,
          state: { label: "Declined" },
          why: "Something went wrong at the bank",
          code: "PROCESSING_ERROR",
        },
        { number: 2, state: { label: "Paid" }, why: null },
      ],
      refunds: [{ amount: "$4.00", reason: "Broken pot", state: "Refunded" }],
      actions: [{ intent: "refund", label: "Refund" }],
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
    const page = (await read(id, "?action=bill", viewer)).data as OrderPage;
    expect([page.actions, page.buttons, page.reschedule, page.dialog]).toEqual([[], [], null, null]);
    expect((await read(id, "?action=skip", viewer)).data).toMatchObject({ change: null });
    for (const [intent, form] of [
      ["bill", { seen: "0" }],
      ["skip", { version: "1", attemptId: String(id) }],
    ] as const)
      expect((await send(id, intent, form, viewer)).status).toBe(403);
    expect(await listTriesOf(shop.id)).toEqual([]);
  });

  test("of a shop without a gateway offers nothing that would charge", async () => {
    const none = await createTestShop();
    const { id } = await firstOf(await billedMonthly(none, { nextBillingDate: inDaysAtNine(0) }));
    const as = await signIn(none.id, none.staff.id);
    expect((await read(id, "", as)).data).toMatchObject({ actions: [], buttons: [{ intent: "skip" }] });
    expect((await send(id, "bill", { seen: "0" }, as)).problem?.code).toBe("conflict");
  });
});

describe("billing by the page", () => {
  test("a form pressed twice bills once, at the same time and one after the other", async () => {
    const { id } = await firstOf(await dueToday("0002"));
    const { dialog } = await readPage(id, "?action=bill");
    expect(dialog).toMatchObject({ title: "Bill $10.00 now?", confirm: "Bill $10.00" });
    const form = { seen: String(dialog?.seen) };
    const first = await send(id, "bill", form);
    expect([first.status, first.headers.get("location")]).toEqual([
      303,
      `/admin/orders/${id}?done=bill_declined`,
    ]);
    expect((await send(id, "bill", form)).problem?.code).toBe("conflict");
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    const again = { seen: "1" };
    await Promise.all([send(id, "bill", again), send(id, "bill", again), send(id, "bill", again)]);
    expect(await listTriesOf(shop.id)).toHaveLength(2);
    // After the refusal nobody holds the order any more.
    expect((await readOrder(id)).leaseUntil).toBeNull();
  });

  test.each([
    ["bill", "4242", {}],
    ["bill_declined", "0002", {}],
    ["bill_asks_bank", "3155", {}],
    ["bill_waiting", "5126", {}],
    ["bill_empty", "4242", { lines: [{ skippedNextOrder: true }] }],
    ["bill_ended", "4242", { endsAt: inDaysAtNine(-1), attempts: [{ billingDate: inDaysAtNine(0) }] }],
  ])("says what has come of it: %s", async (done, lastDigits, overrides) => {
    const { id } = await firstOf(await dueToday(lastDigits, overrides));
    const { headers } = await press(id, "bill");
    expect(headers.get("location")).toBe(`/admin/orders/${id}?done=${done}`);
    expect((await readPage(id)).doneLabels).toHaveProperty(done);
  });

  test("of an order that has failed, but cannot be tried yet, is not said to have failed again", async () => {
    const contract = await dueToday("0002");
    const { id } = await firstOf(contract);
    await press(id, "bill");
    // Another process charges the contract's next order at this moment.
    const [, next] = await readAttempts(contract);
    await db
      .update(billingAttempts)
      .set({ status: "PROCESSING" })
      .where(eq(billingAttempts.id, next?.id ?? 0));
    const { headers } = await press(id, "bill");
    expect(headers.get("location")).toBe(`/admin/orders/${id}?done=bill_waiting`);
    expect(await listTriesOf(shop.id)).toHaveLength(1);
  });

  test("a form without what it has seen is refused, and nothing is charged", async () => {
    const { id } = await firstOf(await dueToday());
    const { status, problem } = await send(id, "bill");
    expect([status, namesOf(problem)]).toEqual([400, ["/seen"]]);
    expect(await listTriesOf(shop.id)).toEqual([]);
  });

  test("skipping goes by the contract's version, and is taken back on the page", async () => {
    const contract = await dueToday("4242", { nextBillingDate: inDaysAtNine(3) });
    const { id } = await firstOf(contract);
    const stale = await send(id, "skip", { version: "0", attemptId: String(id) });
    expect(stale.problem?.code).toBe("stale_version");
    const { change } = await readPage(id, "?action=skip");
    expect(change?.lines[0]).toBe("It is not charged, and its one-time products go with the next order.");
    const skipped = await press(id, "skip");
    expect([skipped.status, skipped.headers.get("location")]).toEqual([303, `/admin/orders/${id}?done=skip`]);
    expect((await firstOf(contract)).status).toBe("SKIPPED");
    const page = await readPage(id, "?action=skip");
    // It cannot be skipped again, so its dialog does not open.
    expect([page.change, page.buttons.map(({ intent }) => intent), page.reschedule]).toEqual([
      null,
      ["unskip"],
      null,
    ]);
    expect(page.doneLabels).toMatchObject({ skip: "Order skipped", unskip: "Order unskipped" });
    expect((await press(id, "unskip")).status).toBe(303);
    expect((await firstOf(contract)).status).toBe("QUEUED");
  });

  test("a form about another order changes the order of its page", async () => {
    const contract = await dueToday("4242", { nextBillingDate: inDaysAtNine(3) });
    const [first, second] = await readAttempts(contract);
    const { change } = await readPage(first?.id ?? 0, "?action=skip");
    const form = { version: String(change?.version), attemptId: String(second?.id) };
    expect((await send(first?.id ?? 0, "skip", form)).status).toBe(303);
    const statuses = (await readAttempts(contract)).slice(0, 2).map(({ status }) => status);
    expect(statuses).toEqual(["SKIPPED", "QUEUED"]);
  });

  test("an order more than two days late is billed or skipped by hand", async () => {
    const late = await firstOf(await dueToday("4242", { nextBillingDate: inDaysAtNine(-9) }));
    await runAt(shop, new Date());
    const page = await readPage(late.id);
    expect([page.state.label, page.next]).toEqual(["Overdue", "More than 2 days late: it waits for you"]);
    await press(late.id, "bill");
    expect((await readPage(late.id)).state.label).toBe("Paid");
    const skipped = await dueToday("4242", { nextBillingDate: inDaysAtNine(-9) });
    await press((await firstOf(skipped)).id, "skip");
    expect((await firstOf(skipped)).status).toBe("SKIPPED");
  });
});

describe("refunding by the page", () => {
  test("asks for the amount, then shows it for confirmation; a form sent twice refunds once", async () => {
    const { id } = await firstOf(await dueToday());
    await press(id, "bill");
    const first = await readPage(id, "?action=refund");
    expect(first.dialog).toMatchObject({ confirm: "Continue", fields: { kind: "amount", amount: "10.00" } });
    const second = await readPage(id, "?action=refund&amount=2.5&reason=Late");
    expect(second.dialog).toMatchObject({
      title: "Refund $2.50?",
      confirm: "Refund $2.50",
      fields: { kind: "refund", amount: "2.50", reason: "Late" },
    });
    const form = { seen: String(second.dialog?.seen), amount: "2.50", reason: "Late" };
    expect((await send(id, "refund", form)).status).toBe(303);
    expect((await send(id, "refund", form)).problem?.code).toBe("conflict");
    const given = await db.select().from(testGatewayRefunds);
    expect(given.map(({ amount }) => amount)).toEqual(["2.5000"]);
    const all = { ...form, seen: "1", amount: "7.50" };
    await Promise.all([send(id, "refund", all), send(id, "refund", all)]);
    expect(await db.select().from(testGatewayRefunds)).toHaveLength(2);
    expect((await readPage(id)).actions).toEqual([]);
  });

  test("an amount that is invalid, too precise or too large is reported before the confirmation", async () => {
    const { id } = await firstOf(await dueToday());
    await press(id, "bill");
    for (const [amount, problem] of [
      ["ten", "Use a number such as 12.50."],
      ["0", "Use an amount above zero."],
      ["1.234", "Use at most 2 decimals."],
      ["10.01", "At most 10.00 USD can be refunded."],
    ]) {
      const { dialog } = await readPage(id, `?action=refund&amount=${amount}`);
      expect(dialog?.fields).toMatchObject({ kind: "amount", amount, problem });
    }
    const { problem } = await send(id, "refund", { seen: "x", amount: "-1", reason: "r".repeat(256) });
    expect(namesOf(problem)).toEqual(["/seen", "/amount", "/reason"]);
    const fine = await send(id, "refund", { seen: "1", amount: "1.234", reason: "r".repeat(256) });
    expect(namesOf(fine.problem)).toEqual(["/reason", "amount"]);
    expect(await db.select().from(testGatewayRefunds)).toEqual([]);
  });
});

describe("the mail about a failed payment", () => {
  const listMails = () => db.select().from(mails).where(eq(mails.kind, "payment_failed"));

  test("is sent once more with a new link, once even if the form is sent repeatedly", async () => {
    const contract = await dueToday("9995");
    const { id } = await firstOf(contract);
    await press(id, "bill");
    expect(await listMails()).toEqual([]);
    const { dialog } = await readPage(id, "?action=mail");
    const form = { seen: String(dialog?.seen) };
    await Promise.all([send(id, "mail", form), send(id, "mail", form)]);
    expect((await send(id, "mail", form)).status).toBe(303);
    expect(await runJobs()).toEqual([]);
    expect((await send(id, "mail", form)).status).toBe(303);
    expect(await runJobs()).toEqual([]);
    const [mail, ...others] = await listMails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain("We will try again on");
    expect((await readActivity(contract)).at(-1)).toMatchObject({
      action: "contract.payment_mail_resent",
      actorType: "staff",
    });
    expect(
      (await readActivity(contract)).filter(({ action }) => action.endsWith("mail_resent")),
    ).toHaveLength(1);
    await press(id, "mail");
    await runJobs();
    expect(await listMails()).toHaveLength(2);
  });

  test("is not offered for what the customer cannot put right, and refused", async () => {
    const { id } = await firstOf(await dueToday());
    await press(id, "bill");
    expect((await readPage(id)).actions.map(({ intent }) => intent)).not.toContain("mail");
    expect((await send(id, "mail", { seen: "0" })).problem?.code).toBe("conflict");
  });
});
