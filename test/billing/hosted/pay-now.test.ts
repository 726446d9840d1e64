import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { toReturnCodes } from "~/access/portal/portal-return-code.server";
import { giveUpOrder } from "~/features/billing/charging/decide.service.server";
import { answerBank } from "~/features/billing/gateway/test/test-pages.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { lineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import { openReturn, redeemReturn, toReturnUrl } from "~/features/portal-links/portal-returns.service.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { portalReturns } from "~db/schema/hosted-pages";
import { portalTokens } from "~db/schema/portal-access";
import { testGatewayCharges } from "~db/schema/test-gateway";
import {
  at,
  billedMonthly,
  billOrderNow,
  callerAt,
  createLatch,
  createTestGatewayShop,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../../support/calls/billing";
import { openPayingBrowser } from "../../support/calls/hosted";
import { withNewKeyFirst } from "../../support/calls/key-ring";
import { listForms, toPlainText } from "../../support/calls/portal-pages";
import { readContractRow } from "../../support/data/contract-plan";
import { type TestShop, testAudit } from "../../support/data/factories";
import { runJobs } from "../../support/processes/jobs";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestGatewayShop({ name: "Bean Shop" });
});

/** A contract whose first order has failed, and its customer's browser on it. */
async function insertFailed(lastDigits: string) {
  const contract = await billedMonthly(shop, { lastDigits });
  await runAt(shop, DUE);
  const browser = await openPayingBrowser(shop, contract.customerId);
  const page = await browser.visit({ contract: contract.subscriptionContractId });
  return { contract, browser, page };
}

describe("a payment that has failed", () => {
  test("is shown at the top of the contract and of the list, with both solutions", async () => {
    const { browser, page, contract } = await insertFailed("0002");
    expect(toPlainText(page.html)).toContain(
      "Your payment of $10.00 for the order of March 31, 2026 did not go through.",
    );
    expect(page.html).toMatch(/>Pay \$10\.00 now<.*>Use another card</s);
    const list = await browser.visit({ view: "list" });
    expect(list.html).toMatch(/did not go through.*>Pay \$10\.00 now<.*>Use another card</s);
    expect(page.headers.get("Content-Security-Policy")).toContain(
      `form-action 'self' https://${shop.shop.storeDomain};`,
    );
    for (const { html } of [page, list]) {
      expect(html).not.toContain("<script");
      expect(gzipSync(html).length).toBeLessThan(12 * 1024);
    }
    const quiet = await browser.visit({ contract: contract.subscriptionContractId, view: "frequency" });
    expect(quiet.headers.get("Content-Security-Policy")).not.toContain("https://checkout");
  });

  test("of a card that must not be used again: the same words as for any other", async () => {
    const stolen = toPlainText((await insertFailed("9235")).page.html);
    expect(stolen).toContain("Please check your card, or use another one.");
    expect(stolen).not.toMatch(/stolen|blocked|fraud/i);
  });

  test("promises no further try while the contract is paused: there is none", async () => {
    const { browser, page, contract } = await insertFailed("9995");
    const readNextTry = async () =>
      (await getOrderRecord(shop.shop, (await firstOrderOf(contract)).id, null, DUE)).nextTryAt;
    expect(toPlainText(page.html)).toContain("We’ll try again on");
    expect(await readNextTry()).not.toBeNull();
    await db.update(contracts).set({ status: "PAUSED" });
    const paused = await browser.visit({ contract: contract.subscriptionContractId });
    expect(toPlainText(paused.html)).toContain("Please check your card, or use another one.");
    expect(await readNextTry()).toBeNull();
  });

  test("is paid by one button: pressed twice it is charged once, and both answers say so", async () => {
    const { browser, page, contract } = await insertFailed("0119");
    const [first, second] = await Promise.all([
      browser.press(page, "Pay $10.00 now"),
      browser.press(page, "Pay $10.00 now"),
    ]);
    expect(`${toPlainText(first.html)} ${toPlainText(second.html)}`).toContain("Paid. Thank you!");
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    const again = await browser.press(page, "Pay $10.00 now");
    expect(toPlainText(again.html)).toContain("Paid. Thank you!");
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("and fails again: the page says so and makes one more try; an older page makes none", async () => {
    const { browser, page } = await insertFailed("9995");
    for (let times = 0; times < 2; times++) {
      const answer = await browser.press(page, "Pay $10.00 now");
      expect(toPlainText(answer.html)).toContain("The payment did not go through.");
    }
    expect(await listTriesOf(shop.id)).toHaveLength(2);
  });

  test("waits while another charge of the card is under way: nothing is said to have failed", async () => {
    const { browser, page, contract } = await insertFailed("0069");
    const { customerId, paymentMethodId } = contract;
    const next = at("2026-04-01T07:00:00Z");
    await billedMonthly(shop, { customerId, paymentMethodId, nextBillingDate: next });
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: (...asked) => latch.pass().then(() => gateway.charge(...asked)),
    }));
    const run = runAt(shop, daysAfterDue(1), { open });
    await latch.reached;
    const answer = await browser.press(page, "Pay $10.00 now");
    expect(toPlainText(answer.html)).toContain("Your payment is on its way.");
    expect(await firstOrderOf(contract)).toMatchObject({ attemptCount: 1, nextStep: "TRY" });
    latch.open();
    await run;
  });

  describe("on a paused contract, where nothing follows by itself", () => {
    const insertPaused = async () => {
      const failed = await insertFailed("0069");
      const { contract } = failed;
      await contractStatus.run(callerAt(shop, DUE), {
        contractId: contract.subscriptionContractId,
        status: "PAUSED",
      });
      const page = await failed.browser.visit({ contract: contract.subscriptionContractId });
      return { ...failed, page };
    };
    const NOT_PAID = "The payment did not go through.";
    const listCharges = async () => (await listTriesOf(shop.id)).length;

    test("is not paid when another charge of the card is under way", async () => {
      const { browser, page, contract } = await insertPaused();
      const { customerId, paymentMethodId } = contract;
      await billedMonthly(shop, {
        customerId,
        paymentMethodId,
        nextBillingDate: at("2026-04-01T07:00:00Z"),
      });
      const latch = createLatch();
      const open = openWithFaults((gateway) => ({
        charge: (...asked) => latch.pass().then(() => gateway.charge(...asked)),
      }));
      const run = runAt(shop, daysAfterDue(1), { open });
      await latch.reached;
      const answer = await browser.press(page, "Pay $10.00 now");
      expect(toPlainText(answer.html)).toContain(NOT_PAID);
      latch.open();
      await run;
      expect(await listCharges()).toBe(2);
      await runAt(shop, daysAfterDue(2));
      expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", attemptCount: 1 });
    });

    test("is on its way while another process charges it", async () => {
      const { browser, page, contract } = await insertPaused();
      const { id } = await firstOrderOf(contract);
      const leaseUntil = new Date(Date.now() + 60_000);
      await db.update(billingAttempts).set({ leaseUntil }).where(eq(billingAttempts.id, id));
      const answer = await browser.press(page, "Pay $10.00 now");
      expect(toPlainText(answer.html)).toContain("Your payment is on its way.");
    });
  });

  test("costs what the contract costs by now, and an older page with another amount charges nothing", async () => {
    const { browser, page, contract } = await insertFailed("0119");
    const lineId = contract.lines[0]?.id ?? "";
    const target = { contractId: contract.subscriptionContractId, lineId, quantity: 3 };
    await lineQuantity.run(callerAt(shop, DUE), target);
    await browser.press(page, "Pay $10.00 now");
    expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", attemptCount: 1 });
    const shown = await browser.visit({ contract: contract.subscriptionContractId });
    expect(toPlainText(shown.html)).toContain("Your payment of $30.00");
    await browser.press(shown, "Pay $30.00 now");
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", orderAmount: "30.0000" });
  });

  test("is somebody else's: not found, as an unknown one", async () => {
    const { browser, contract } = await insertFailed("0002");
    const other = await billedMonthly(shop, { lastDigits: "4242" });
    const stranger = await openPayingBrowser(shop, other.customerId);
    const page = await browser.visit({ contract: contract.subscriptionContractId });
    const { id } = await firstOrderOf(contract);
    for (const attempt of [id, 987_654])
      expect(
        toPlainText(
          (
            await stranger.press(
              {
                ...page,
                html: page.html
                  .replace(/name="attempt" value="\d+"/, `name="attempt" value="${attempt}"`)
                  .replaceAll(browser.token, stranger.token)
                  .replaceAll(
                    `contract=${contract.subscriptionContractId}`,
                    `contract=${other.subscriptionContractId}`,
                  ),
              },
              "Pay $10.00 now",
            )
          ).html,
        ),
      ).toContain("That isn’t possible right now.");
    expect(await listTriesOf(shop.id)).toHaveLength(1);
  });
});

describe("the bank's question", () => {
  test("confirmed: the order is paid at once, and its customer is back in the portal, signed in", async () => {
    const { browser, page, contract } = await insertFailed("3155");
    expect(toPlainText(page.html)).toContain("Your bank wants you to confirm it.");
    const bank = await browser.press(page, "Pay $10.00 now");
    expect(toPlainText(bank.html)).toContain("Test gateway: no money moves");
    const done = await browser.press(bank, "Yes, pay $10.00");
    expect(toPlainText(done.html)).toContain("Paid. Thank you!");
    expect(browser.at().get("contract")).toBe(String(contract.subscriptionContractId));
    expect(browser.at().get("token")).not.toBe(browser.token);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect(await readContractRow(contract)).toMatchObject({ dunning: false, lastPaymentStatus: "SUCCEEDED" });
    expect(await runJobs()).toEqual([]);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("confirmed, and the browser closed before the way back: the gateway's webhook is enough", async () => {
    const { browser, page, contract } = await insertFailed("3155");
    await browser.press(page, "Pay $10.00 now");
    await answerBank(shop.id, browser.at().get("test-page") ?? "", true, DUE);
    expect(await runJobs()).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
  });

  test("answered with no: the payment has failed, and may be tried again", async () => {
    const { browser, page, contract } = await insertFailed("3155");
    const bank = await browser.press(page, "Pay $10.00 now");
    const back = await browser.press(bank, "No, don’t pay");
    expect(toPlainText(back.html)).toContain("The payment did not go through.");
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "FAILURE",
      errorCode: "AUTHENTICATION_FAILED",
      errorClass: "customer",
    });
    const paid = await browser.press(back, "Pay $10.00 now");
    expect(toPlainText(paid.html)).toContain("Paid. Thank you!");
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("is closed by the next try: a late confirmation charges nothing", async () => {
    const { browser, page, contract } = await insertFailed("3155");
    const bank = await browser.press(page, "Pay $10.00 now");
    await runAt(shop, daysAfterDue(1));
    const { id } = await firstOrderOf(contract);
    const now = daysAfterDue(1, 1);
    await billOrderNow({ shop: shop.shop, customerId: null, audit: testAudit(now), receivedAt: now }, id);
    const late = await browser.press(bank, "Yes, pay $10.00");
    expect(toPlainText(late.html)).toContain("Paid. Thank you!");
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });
});

describe("the way back", () => {
  test("works once, carries no token, and only its hash is kept", async () => {
    const { browser, page } = await insertFailed("3155");
    const bank = await browser.press(page, "Pay $10.00 now");
    await browser.press(bank, "Yes, pay $10.00");
    const back = browser.visited.find(({ searchParams }) => searchParams.has("back"));
    const code = back?.searchParams.get("back") ?? "";
    expect(code).toHaveLength(43);
    expect(back?.searchParams.has("token")).toBe(false);
    expect(JSON.stringify(await db.select().from(portalReturns))).not.toContain(code);
    const again = await browser.visit({ back: code }, { token: null });
    expect(again.status).toBe(401);
    expect(toPlainText(again.html)).toContain("You were away for a while.");
  });

  test("is good for nothing before its customer was sent away, after ten minutes, or once their link is revoked", async () => {
    const { customerId, subscriptionContractId: contractId } = await billedMonthly(shop);
    const browser = await openPayingBrowser(shop, customerId);
    const sent = { shopId: shop.id, customerId, contractId, token: browser.token };
    const now = new Date();
    const about = "11111111-1111-4111-8111-111111111111";
    const [code = ""] = await toReturnCodes(about);
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    expect(await redeemReturn(shop.shop, code, now)).toBeNull();
    expect(await openReturn(sent, about, { attemptId: 1 }, now)).toBe(true);
    expect(await redeemReturn(shop.shop, code, later(10))).toBeNull();
    expect(await redeemReturn(shop.shop, code, later(9.9))).toMatchObject({ customerId, contractId });
    expect(await openReturn(sent, about, { attemptId: 1 }, later(11))).toBe(false);
    await openReturn(sent, "22222222-2222-4222-8222-222222222222", { attemptId: 1 }, now);
    await db.update(portalTokens).set({ revokedAt: now });
    const [other = ""] = await toReturnCodes("22222222-2222-4222-8222-222222222222");
    expect(await redeemReturn(shop.shop, other, now)).toBeNull();
  });
});

test("while the key ring is changed, a page's way back works, although another key comes first where its customer is sent there", async () => {
  const { customerId, subscriptionContractId: contractId } = await billedMonthly(shop);
  const browser = await openPayingBrowser(shop, customerId);
  const sent = { shopId: shop.id, customerId, contractId, token: browser.token };
  const now = new Date();
  const about = "33333333-3333-4333-8333-333333333333";
  const opened = new URL(await toReturnUrl(shop.shop, about)).searchParams.get("back") ?? "";
  const open = () => openReturn(sent, about, { attemptId: 1 }, now);
  await withNewKeyFirst(async () => {
    expect(await open()).toBe(true);
    expect(await redeemReturn(shop.shop, opened, now)).toMatchObject({ customerId, contractId });
    expect(await redeemReturn(shop.shop, opened, now)).toBeNull();
    expect(await open()).toBe(false);
  });
  expect(await open()).toBe(false);
});

describe("an order that is given up", () => {
  const caller = (now: Date) => ({
    shop: shop.shop,
    customerId: null,
    audit: testAudit(now),
    receivedAt: now,
  });

  test("while a process is about to charge it: cancelled at the gateway, the charge takes no money and changes nothing", async () => {
    const contract = await billedMonthly(shop);
    const latch = createLatch();
    const open = openWithFaults((gateway) => ({
      charge: (...asked) => latch.pass().then(() => gateway.charge(...asked)),
    }));
    const run = runAt(shop, DUE, { open });
    await latch.reached;
    // After the lease of a process that seems to be dead.
    await giveUpOrder(caller(daysAfterDue(0, 1)), (await firstOrderOf(contract)).id);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SKIPPED" });
    latch.open();
    await run;
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SKIPPED", nextStep: null });
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "REFUSED" }]);
    expect(await db.select().from(testGatewayCharges)).toEqual([]);
  });

  test("with the bank's question open: its page is closed, and a late confirmation charges nothing", async () => {
    const { browser, page, contract } = await insertFailed("3155");
    const bank = await browser.press(page, "Pay $10.00 now");
    await giveUpOrder(caller(daysAfterDue(1)), (await firstOrderOf(contract)).id);
    await browser.press(bank, "Yes, pay $10.00");
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SKIPPED" });
    const closed = await browser.visit({
      "test-page": listForms(bank.html)[0]?.action.split("test-page=")[1]?.split("&")[0] ?? "",
    });
    expect(toPlainText(closed.html)).toContain("This page is closed");
    expect(await findDisagreements(shop.id)).toEqual([]);
  });
});
