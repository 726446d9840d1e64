import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { answerBank } from "~/features/billing/gateway/test/test-pages.service.server";
import { lookAtOrder } from "~/features/billing/hosted/hosted-order.service.server";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { logger } from "~/lib/logger.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { testGatewayCharges, testGatewayPages } from "~db/schema/test-gateway";
import {
  type BilledContract,
  billedMonthly,
  callerAt,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../../support/calls/billing";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

/** The bank waits for the customer; the order is tried again, and by then it costs nothing. */
async function freeOrderWithPage() {
  const contract = await billedMonthly(shop, { lastDigits: "3155" });
  await runAt(shop, DUE);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "ACTION_REQUIRED" });
  await changeContract(
    { ...callerAt(shop, daysAfterDue(1)), contractId: contract.subscriptionContractId },
    ({ lines }) => ({
      action: "contract.changed",
      events: ["updated"],
      lines: lines.map((line) => ({ ...line, currentPrice: "0.00" })),
    }),
  );
  await db
    .update(billingAttempts)
    .set({ nextStep: "TRY", nextStepAt: daysAfterDue(1) })
    .where(eq(billingAttempts.status, "ACTION_REQUIRED"));
  return contract;
}
const answer = async (now: Date, agrees = true) => {
  const [page] = await db
    .select()
    .from(testGatewayPages)
    .where(and(eq(testGatewayPages.shopId, shop.id), eq(testGatewayPages.kind, "BANK")));
  return answerBank(shop.id, page?.id ?? "", agrees, now);
};
const lookAt = async (contract: BilledContract, now: Date) =>
  lookAtOrder(shop.id, (await firstOrderOf(contract)).id, now);

test("an order that has become free closes the bank's page: nothing is paid there any more", async () => {
  const contract = await freeOrderWithPage();
  await runAt(shop, daysAfterDue(1));
  expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "0.0000", gatewayRef: null }]);
  await answer(daysAfterDue(2));
  await lookAt(contract, daysAfterDue(2));
  expect(await db.select().from(testGatewayCharges).where(eq(testGatewayCharges.result, "PAID"))).toEqual([]);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("an order that was paid on the page a moment before it is found to be free is the paid one", async () => {
  const contract = await freeOrderWithPage();
  const open = openWithFaults((gateway) => ({
    cancel: async (ref) => {
      await answer(daysAfterDue(1));
      return gateway.cancel(ref);
    },
  }));
  await runAt(shop, daysAfterDue(1), { open });
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
  expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "10.0000" }]);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("an order whose page was declined a moment before it is found to be free is made all the same", async () => {
  const contract = await freeOrderWithPage();
  const open = openWithFaults((gateway) => ({
    cancel: async (ref) => {
      await answer(daysAfterDue(1), false);
      return gateway.cancel(ref);
    },
  }));
  await runAt(shop, daysAfterDue(1), { open });
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
  expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "0.0000" }]);
});

test("a payment on a page that could not be closed is reported: it has no order", async () => {
  const contract = await freeOrderWithPage();
  const open = openWithFaults(() => ({ cancel: () => Promise.reject(new Error("the line is cut")) }));
  await runAt(shop, daysAfterDue(1), { open });
  expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "0.0000" }]);
  await answer(daysAfterDue(2));
  const errors = vi.spyOn(logger, "error").mockImplementation(() => {});
  await lookAt(contract, daysAfterDue(2));
  expect(errors.mock.calls).toMatchObject([
    [{ shopId: shop.id, amount: "10.0000" }, "a payment was taken for an order that was paid before"],
  ]);
  errors.mockRestore();
  expect((await listTriesOf(shop.id))[0]).toMatchObject({ state: "DECLINED" });
});
