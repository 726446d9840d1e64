import { describe, expect, test } from "vitest";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import { portalAction } from "~/features/portal/portal.pages.server";
import { db } from "~db/client.server";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { pageRequest } from "../support/calls/pages";
import { dateText, openContract } from "../support/calls/portal-contract";
import { listForms, toPlainText } from "../support/calls/portal-pages";
import { listPlan, readAttempts, readContractRow } from "../support/data/contract-plan";
import { inDaysAtNine } from "../support/data/days";
import { testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const dayOf = (days: number) => inDaysAtNine(days).toISOString().slice(0, 10);
const shop = shopOfEachTest({ name: "Fernhill", currencyCode: "EUR" });

describe("an action", () => {
  test("is one form: skip, with the undo on the page that follows", async () => {
    const { portal, page } = await openContract(shop);
    const skipped = await portal.press(page, "Skip this order");
    expect(toPlainText(skipped.html)).toContain(`Skipped. Your next order is on ${dateText(40)}.`);
    const undone = await portal.press(skipped, "Undo");
    expect(toPlainText(undone.html)).toContain(`Your order of ${dateText(10)} will be made after all.`);
    expect(toPlainText(undone.html)).toContain(`Your next order ${dateText(10)}`);
  });

  test("skip has no undo where one-time products went to the next order: they would stay there", async () => {
    const { portal, contract } = await openContract(shop);
    const next = (await readAttempts(contract)).find(({ status }) => status === "QUEUED");
    await db.insert(oneTimeProducts).values({
      shopId: shop.id,
      contractId: contract.id,
      billingAttemptId: next?.id ?? 0,
      variantId: contract.lines[0]?.variantId ?? 0,
      variantHandle: "coffee-1",
      quantity: 2,
      price: "10.00",
      createdAt: new Date(),
    });
    const skipped = await portal.press(await portal.get(), "Skip this order");
    expect(toPlainText(skipped.html)).toContain(`Skipped. Your next order is on ${dateText(40)}.`);
    expect(listForms(skipped.html).map(({ button }) => button)).not.toContain("Undo");
    // Skipped again without any, it can be taken back.
    const back = await portal.press(skipped, "Don’t skip");
    const again = await portal.press(back, "Skip this order");
    expect(listForms(again.html).map(({ button }) => button)).toContain("Undo");
  });

  test("states the wanted result: sent twice it changes nothing more, and shows the present state", async () => {
    const { portal, page, contract } = await openContract(shop);
    const form = listForms(page.html).find(({ button }) => button === "Pause");
    const query = Object.fromEntries(new URLSearchParams(form?.action));
    expect((await portal.post(query, form?.fields ?? {})).status).toBe(303);
    const again = await portal.post(query, form?.fields ?? {});
    expect(again.status).toBe(409);
    const text = toPlainText(again.html);
    expect(text).toContain(
      "Your subscription has changed in the meantime. Please check it below and try again",
    );
    expect(text).toContain("Your subscription is paused.");
    expect(contract.version).toBe(1);
  });

  test("sent from a page of another site is refused, and does nothing", async () => {
    const { portal, page, contract } = await openContract(shop);
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
    const { portal, page } = await openContract(shop);
    const paused = await portal.press(page, "Pause");
    expect(toPlainText(paused.html)).toContain(
      "Paused. There will be no orders or charges until you resume.",
    );
    const resumed = await portal.press(paused, "Undo");
    expect(toPlainText(resumed.html)).toContain(`Welcome back. Your next order is on ${dateText(10)}.`);
  });

  test("a pause that is undone within a day of the next order leaves that order where it was", async () => {
    const soon = new Date(Date.now() + 3 * 3_600_000);
    const { portal, page, contract } = await openContract(shop, {
      nextBillingDate: soon,
      attempts: [{ billingDate: soon }, { billingDate: inDaysAtNine(40) }],
    });
    const before = await listPlan(contract);
    await portal.press(await portal.press(page, "Pause"), "Undo");
    expect(await listPlan(contract)).toEqual(expect.arrayContaining(before));
    expect((await readContractRow(contract)).nextBillingDate).toEqual(soon);
  });

  test("a date that is undone: later orders are counted from the day they were counted from before", async () => {
    const scheduleAnchor = inDaysAtNine(-20);
    const { portal, contract } = await openContract(shop, {
      billingInterval: "DAY",
      billingIntervalCount: 30,
      scheduleAnchor,
    });
    const before = await listPlan(contract);
    const at = { contract: contract.subscriptionContractId, view: "reschedule" };
    const moved = await portal.press(await portal.get(at), "Save", { date: dayOf(15) });
    await portal.press(moved, "Undo");
    expect(await readContractRow(contract)).toMatchObject({ scheduleAnchor });
    expect(await listPlan(contract)).toEqual(before);
  });

  test.each([
    ["pause", "Pause"],
    ["reschedule", "Save"],
  ])(
    "an order that was moved earlier: undone on the page %s its former date gets no other order",
    async (view, button) => {
      const { portal, contract } = await openContract(shop, {
        billingInterval: "DAY",
        billingIntervalCount: 30,
        scheduleAnchor: inDaysAtNine(-20),
      });
      const contractId = contract.subscriptionContractId;
      const next = (await readAttempts(contract)).find(({ status }) => status === "QUEUED");
      await orderReschedule.run(
        { shop: shop.shop, customerId: null, audit: testAudit(new Date()) },
        { contractId, attemptId: next?.id ?? 0, billingDate: inDaysAtNine(5), withLater: false },
      );
      const before = await listPlan(contract);
      const at = { contract: contractId, view };
      const moved = await portal.press(await portal.get(at), button, { date: dayOf(50) });
      const after = await listPlan(contract);
      expect(after).not.toEqual(before);
      const undone = await portal.press(moved, "Undo");
      expect(await listPlan(contract)).toEqual(before);
      await portal.press(undone, "Undo");
      expect(await listPlan(contract)).toEqual(after);
    },
  );

  test("a new date keeps the time of day; the old day comes back with undo", async () => {
    const { portal, contract } = await openContract(shop);
    const at = { contract: contract.subscriptionContractId, view: "reschedule" };
    const moved = await portal.press(await portal.get(at), "Save", {
      date: inDaysAtNine(15).toISOString().slice(0, 10),
    });
    expect(toPlainText(moved.html)).toContain(`Your next order is now on ${dateText(15)}.`);
    const back = await portal.press(moved, "Undo");
    expect(toPlainText(back.html)).toContain(`Your next order is now on ${dateText(10)}.`);
  });

  test("a date that cannot be is refused beside its field, in words that say why", async () => {
    const { portal, contract } = await openContract(shop, {
      // An hour late in the day, so that today at that hour is in the future.
      nextBillingDate: new Date(inDaysAtNine(10).getTime() + 15 * 3_600_000 - 1),
      endsAt: inDaysAtNine(200),
    });
    const at = { contract: contract.subscriptionContractId, view: "reschedule" };
    for (const [date, text] of [
      ["2020-01-01", "Please choose tomorrow or a later day."],
      [dayOf(0), "Please choose tomorrow or a later day."],
      [dayOf(366), "That is too far ahead. Please choose a day within a year."],
      ["2099-12-31", "That is too far ahead. Please choose a day within a year."],
      [dayOf(300), "Your subscription ends before that day."],
      ["31.12.", "Please choose a date."],
    ] as const) {
      const refused = await portal.press(await portal.get(at), "Save", { date });
      expect([date, refused.status]).toEqual([date, 400]);
      expect(refused.html).toContain(`value="${date}"`);
      expect(refused.html).toMatch(/aria-invalid="true" aria-describedby="f-date-e f-date-h"/);
      expect(toPlainText(refused.html)).toContain(text);
    }
    const page = await portal.get(at);
    expect(page.html).toContain(`min="${dayOf(1)}" max="${dayOf(365)}"`);
    expect(toPlainText(page.html)).toContain("From tomorrow on, within a year.");
    expect((await portal.press(page, "Save", { date: dayOf(1) })).status).toBe(200);
  });

  test("a date that can no longer be chosen is not offered as undo", async () => {
    const { portal, contract } = await openContract(shop, {
      nextBillingDate: inDaysAtNine(-1),
      attempts: [{ billingDate: inDaysAtNine(-1) }],
    });
    const at = { contract: contract.subscriptionContractId, view: "reschedule" };
    const moved = await portal.press(await portal.get(at), "Save", { date: dayOf(5) });
    expect(toPlainText(moved.html)).toContain(`Your next order is now on ${dateText(5)}.`);
    expect(listForms(moved.html).map(({ button }) => button)).not.toContain("Undo");
  });

  test("a skipped order stays in sight until its date, and never as one that comes after a later order", async () => {
    const { portal, page } = await openContract(shop);
    let answer = page;
    for (let count = 0; count < 6; count++) answer = await portal.press(answer, "Skip this order");
    const days = listForms(answer.html).flatMap(({ button, fields }) =>
      button === "Don’t skip" ? [fields.attempt] : [],
    );
    expect(new Set(days).size).toBe(6);
    const text = toPlainText(answer.html);
    expect(text).toContain(`Skipped ${dateText(10)} Don’t skip Skipped ${dateText(40)} Don’t skip`);
    expect(text.match(/After that/g)).toHaveLength(2);
    expect(text).not.toContain(`After that ${dateText(10)}`);
    expect(listForms(answer.html).map(({ button }) => button)).toContain("Skip this order");
    // Not the soonest order: the text has its own date, not the next order's.
    const form = listForms(answer.html).filter(({ button }) => button === "Don’t skip")[1];
    const sent = await portal.post(Object.fromEntries(new URLSearchParams(form?.action)), form?.fields ?? {});
    const back = toPlainText((await portal.follow(sent)).html);
    expect(back).toContain(`Your order of ${dateText(40)} will be made after all.`);
    expect(back).toContain(`Your next order ${dateText(40)}`);
    const later = await portal.press(await portal.get(), "Don’t skip");
    expect(toPlainText(later.html)).toContain(`Your order of ${dateText(10)} will be made after all.`);
  });

  test("an order after the next one that is planned after all is announced by its own date", async () => {
    const { portal, page } = await openContract(shop);
    const [, second] = listForms(page.html).filter(({ button }) => button === "Skip this order");
    const sent = await portal.post(
      Object.fromEntries(new URLSearchParams(second?.action)),
      second?.fields ?? {},
    );
    const back = await portal.press(await portal.follow(sent), "Undo");
    expect(toPlainText(back.html)).toContain(`Your order of ${dateText(40)} will be made after all.`);
  });

  test("a new address: every wrong field is named, and what was typed stays", async () => {
    const { portal, contract } = await openContract(shop);
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

  test("in a country with states one can be chosen; text is recognized, a state of another country counts as empty", async () => {
    const { portal, contract } = await openContract(shop);
    const at = { contract: contract.subscriptionContractId, view: "address" };
    const page = await portal.get(at);
    expect(page.html).not.toContain('name="provinceCode"');
    const american = {
      country: "US",
      address1: "1 Market St",
      city: "San Francisco",
      zip: "94105",
      province: "",
    };
    const asked = await portal.press(page, "Save", american);
    expect(asked.status).toBe(400);
    expect(toPlainText(asked.html)).toContain("Please check these fields: State or province");
    expect(asked.html).toContain('<option value="US-CA">California</option>');
    const saved = await portal.press(asked, "Save", { ...american, provinceCode: "US-CA" });
    expect(toPlainText(saved.html)).toContain("San Francisco, CA 94105");
    expect((await portal.get(at)).html).toContain('<option value="US-CA" selected="">');
    const dutch = { ...american, country: "NL", zip: "1071 XX", provinceCode: "US-CA", phone: "none" };
    const refused = await portal.press(await portal.get(at), "Save", dutch);
    expect(toPlainText(refused.html)).toContain("Please check these fields: Phone");
    const typed = await portal.press(refused, "Save", { ...american, province: "nevada", phone: "" });
    expect(toPlainText(typed.html)).toContain("San Francisco, NV 94105");
    const moved = await portal.press(await portal.get(at), "Save", { ...dutch, phone: "" });
    expect(toPlainText(moved.html)).toContain("1071 XX San Francisco Netherlands");
  });

  test("another frequency, usual or not, and back", async () => {
    const { portal, contract } = await openContract(shop);
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
    const many = await portal.press(await portal.get(at), "Save", { ...odd, count: "3650", unit: "YEAR" });
    expect(toPlainText(many.html)).toContain("Please enter a number within the range.");
    const same = await portal.press(await portal.get(at), "Save", odd);
    expect([same.status, toPlainText(same.html).includes("You already receive it this often.")]).toEqual([
      409,
      true,
    ]);
  });

  test("a frequency that is undone: what was moved and skipped gets no other order on the date it stood for", async () => {
    const { portal, contract } = await openContract(shop, {
      billingInterval: "DAY",
      billingIntervalCount: 30,
      scheduleAnchor: inDaysAtNine(-20),
    });
    const contractId = contract.subscriptionContractId;
    const attemptId = (await readAttempts(contract)).find(({ status }) => status === "QUEUED")?.id ?? 0;
    const caller = { shop: shop.shop, customerId: null, audit: testAudit(new Date()) };
    const billingDate = inDaysAtNine(5);
    await orderReschedule.run(caller, { contractId, attemptId, billingDate, withLater: false });
    await portal.press(await portal.get(), "Skip this order");
    const before = await listPlan(contract);
    const at = { contract: contractId, view: "frequency" };
    const changed = await portal.press(await portal.get(at), "Save", { frequency: "DAY.15" });
    const after = await listPlan(contract);
    expect(after).not.toEqual(before);
    const undone = await portal.press(changed, "Undo");
    expect(await listPlan(contract)).toEqual(before);
    // The other way round: the dates of the plan that is left are free again.
    const again = await portal.press(undone, "Undo");
    expect(await listPlan(contract)).toEqual(after);
    await portal.press(again, "Undo");
    expect(await listPlan(contract)).toEqual(before);
  });

  test("on a line: quantity, details, leaving it out, each with what follows", async () => {
    const { portal, contract } = await openContract(shop);
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
    expect([twice.status, toPlainText(twice.html).includes("This name appears twice.")]).toEqual([400, true]);
    const without = await portal.press(await portal.get(at), "Skip it next time");
    expect(toPlainText(without.html)).toContain("Not in this order");
    expect(toPlainText(without.html)).toContain("Total €44.90");
    expect(toPlainText((await portal.press(without, "Add back")).html)).toContain("Total €54.90");
  });

  test("a link to update the payment method is asked for by mail", async () => {
    const { portal, contract } = await openContract(shop);
    const at = { contract: contract.subscriptionContractId, view: "payment" };
    const page = await portal.get(at);
    expect(toPlainText(page.html)).toMatch(/We’ll e-mail you a link\. \S+@example\.com /);
    const asked = await portal.press(page, "Send me a link");
    expect(toPlainText(asked.html)).toContain("We’ve received your request and will e-mail you the link.");
  });

  test("an unknown discount code is refused beside its field", async () => {
    const { portal, page } = await openContract(shop);
    const refused = await portal.press(page, "Apply", { code: "NOPE" });
    expect(refused.status).toBe(404);
    expect(refused.html).toContain('value="NOPE"');
    expect(toPlainText(refused.html)).toContain("We don’t recognise this code. Discount code ");
    expect(refused.html).toMatch(/<span class="err" id="f-code-e">We don’t recognise this code.<\/span>/);
  });
});
