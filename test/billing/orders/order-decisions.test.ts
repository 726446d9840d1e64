import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { lookAtOrder } from "~/features/billing/hosted/hosted-order.service.server";
import { finishHostedPage } from "~/features/billing/hosted/hosted-pages.service.server";
import { listPastOrders } from "~/features/billing/orders/order-list.endpoints.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { BY_ITSELF } from "~/features/billing/tries/engine.server";
import { checkOrder } from "~/features/billing/tries/step.service.server";
import { getContractPage } from "~/features/contract-page/page/contract-detail.service.server";
import { oneDeliveryPrice } from "~/features/contracts/operations/terms/one-delivery-price.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { formatMoney } from "~/lib/format";
import { TryLater } from "~/queue/try-later";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { billingTries } from "~db/schema/orders";
import { testGatewayCharges } from "~db/schema/test-gateway";
import { findDisagreements, listOrdersOf, listTriesOf, runAt } from "../../support/calls/billing";
import { askJson } from "../../support/calls/json-endpoints";
import { firstOf, orderPagesOfEachTest, readOrder } from "../../support/calls/order-page";
import { namesOf } from "../../support/calls/pages";
import { asCustomer } from "../../support/calls/portal";
import { openPortal, toPlainText } from "../../support/calls/portal-pages";
import { insertCatalogue } from "../../support/data/catalogue";
import { readActivity, readAttempts, readContractRow } from "../../support/data/contract-plan";
import { inDays } from "../../support/data/days";
import { NOW, testAudit } from "../../support/data/factories";

const { shop, dueToday, readPage, send, press } = orderPagesOfEachTest();

const readTry = async (id: number) => {
  const row = (await listTriesOf(shop.id)).find(({ attemptId }) => attemptId === id);
  if (!row) throw new Error("the order was not tried");
  return row;
};

describe("a charge with an unknown outcome", () => {
  /** Charged at the gateway, but the answer never arrives, and look-ups find nothing. */
  async function lostCharge() {
    const contract = await dueToday("5126");
    const { id } = await firstOf(contract);
    await press(id, "bill");
    expect((await readOrder(id)).status).toBe("UNKNOWN");
    return { contract, id };
  }
  /** The gateway cannot be reached for an hour: it has received nothing. */
  async function unreachable() {
    const contract = await dueToday("3437");
    const { id } = await firstOf(contract);
    await press(id, "bill");
    expect((await readOrder(id)).status).toBe("UNKNOWN");
    return { contract, id };
  }

  test("asking the gateway again records what it knows, and makes no new try", async () => {
    const { id } = await lostCharge();
    expect((await readPage(id)).actions.map(({ intent }) => intent)).toEqual([
      "look",
      "mark_paid",
      "give_up",
    ]);
    expect((await send(id, "look")).status).toBe(303);
    expect((await readPage(id)).state.label).toBe("Paid");
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
    expect((await send(id, "look")).problem?.code).toBe("conflict");
  });

  test("every place tells the amount that was asked for, although the contract costs more by now", async () => {
    const { contract, id } = await lostCharge();
    const asked = (await readTry(id)).amount;
    const caller = { shop: shop.shop, customerId: null, audit: testAudit() };
    const { subscriptionContractId: contractId, customerId } = contract;
    await oneDeliveryPrice.run(caller, { contractId, deliveryPrice: "77" });
    const orders = async (endpoint: Endpoint, as?: number) => {
      const headers = as === undefined ? { key: shop.readKey } : { headers: await asCustomer(shop, as) };
      const body = await (await askJson(endpoint, `/x?contractId=${contractId}`, headers)).json();
      return body.find((order: { id: number }) => order.id === id)?.orderAmount;
    };
    const onPage = async () => {
      const page = await getContractPage(shop.shop, contractId, new Date());
      return [...page.upcoming, ...page.past].find((order) => order.id === id)?.amount;
    };
    const onPortal = async () => {
      const portal = await openPortal(shop, customerId);
      return toPlainText((await portal.get({ contract: contractId, view: "orders" })).html);
    };
    const shown = formatMoney(asked, contract.currencyCode);
    const statuses = [
      ["UNKNOWN", "UNKNOWN"],
      ["ACTION_REQUIRED", "CHALLENGE"],
      ["PROCESSING", "REQUESTING"],
    ] as const;
    for (const [status, state] of statuses) {
      await db.update(billingAttempts).set({ status }).where(eq(billingAttempts.id, id));
      await db.update(billingTries).set({ state }).where(eq(billingTries.attemptId, id));
      expect(
        [
          await orders(listPastOrders.merchant),
          await orders(listPastOrders.portal, customerId),
          await onPage(),
        ],
        status,
      ).toEqual([Number(asked), Number(asked), shown]);
      expect(await onPortal(), status).toContain(shown);
      expect((await readPage(id)).total, status).toBe(shown);
    }
    // After a decline, the next try costs what the contract costs then.
    await db.update(billingAttempts).set({ status: "FAILURE" }).where(eq(billingAttempts.id, id));
    await db.update(billingTries).set({ state: "DECLINED" }).where(eq(billingTries.attemptId, id));
    expect(await orders(listPastOrders.merchant)).toBeGreaterThan(Number(asked));
  });

  test("while another process has the order nothing is offered, and nothing is decided", async () => {
    const { id } = await unreachable();
    const held = { leaseUntil: new Date(Date.now() + 60_000) };
    await db.update(billingAttempts).set(held).where(eq(billingAttempts.id, id));
    const page = await readPage(id);
    expect([page.isTaken, page.actions, page.next]).toEqual([
      true,
      [],
      "It is being charged at this moment.",
    ]);
    for (const [intent, form] of [
      ["look", {}],
      ["mark_paid", { reference: "ch_1" }],
      ["give_up", {}],
    ] as const)
      expect((await send(id, intent, form)).problem?.code).toBe("conflict");
    await expect(finishHostedPage(shop.id, { attemptId: id }, new Date())).rejects.toBeInstanceOf(TryLater);
    expect(await readOrder(id)).toMatchObject({ status: "UNKNOWN", ...held });
  });

  test("marked as paid: the order is made as its try sells it, with the reference in its history", async () => {
    const { id, contract } = await unreachable();
    const { problem } = await send(id, "mark_paid", { reference: " " });
    expect(namesOf(problem)).toEqual(["/reference"]);
    expect((await send(id, "mark_paid", { reference: "ch_77" })).status).toBe(303);
    const [order] = await listOrdersOf(shop.id);
    expect(order).toMatchObject({ attemptId: id, total: "10.0000" });
    expect(await readContractRow(contract)).toMatchObject({ lastPaymentStatus: "SUCCEEDED" });
    expect(await readActivity(contract)).toContainEqual(
      expect.objectContaining({
        action: "contract.order_marked_paid",
        after: expect.objectContaining({ reference: "ch_77" }),
      }),
    );
    expect((await send(id, "mark_paid", { reference: "ch_77" })).problem?.code).toBe("conflict");
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });

  test("marked as paid although the gateway knows the charge: the gateway's outcome counts", async () => {
    const { id } = await lostCharge();
    await send(id, "mark_paid", { reference: "ch_1" });
    expect(await findDisagreements(shop.id)).toEqual([]);
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });

  test("given up: the order is skipped, nothing is sent again, and the contract goes on", async () => {
    const { id, contract } = await unreachable();
    expect((await send(id, "give_up")).status).toBe(303);
    const [given, next] = await readAttempts(contract);
    expect(given).toMatchObject({ id, status: "SKIPPED", nextStep: null, leaseUntil: null });
    expect(next?.status).toBe("QUEUED");
    await runAt(shop, inDays(2));
    expect(await db.select().from(testGatewayCharges)).toEqual([]);
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "UNKNOWN" }]);
    expect((await send(id, "give_up")).problem?.code).toBe("conflict");
  });

  test("given up, and found at the gateway later: paid is an order, declined ends the try alone", async () => {
    for (const outcome of ["paid", "declined"] as const) {
      const { id, contract } = await unreachable();
      await send(id, "give_up");
      const asked = await readTry(id);
      const later = inDays(1);
      const gateway = openGateway(shop.shop, later);
      if (!gateway) throw new Error("the shop has no gateway");
      const audit = testAudit(later);
      const engine = {
        shop: shop.shop,
        gateway,
        settings: await readBillingSettings(shop.id),
        audit,
        database: BY_ITSELF,
      };
      await checkOrder(engine, id, { isAsked: false });
      expect((await readTry(id)).state, "not sent again").toBe("UNKNOWN");
      if (outcome === "paid") {
        // It counted as under way all the time.
        const { gatewayRef, key, amount, currencyCode } = asked;
        const parameters = { amount, currencyCode, paymentMethodId: contract.paymentMethodId ?? "" };
        await gateway.charge(gatewayRef ?? "", key, parameters);
        await checkOrder(engine, id, { isAsked: false });
        expect([(await readOrder(id)).status, (await readTry(id)).state]).toEqual(["SUCCESS", "PAID"]);
      } else {
        const lookUp = async () =>
          ({ kind: "declined", code: "CARD_DECLINED", message: "Declined.", class: "later" }) as const;
        await checkOrder({ ...engine, gateway: { ...gateway, lookUp } }, id, { isAsked: false });
        expect([(await readOrder(id)).status, (await readTry(id)).state]).toEqual(["SKIPPED", "DECLINED"]);
        expect(await readContractRow(contract)).toMatchObject({ dunning: false });
      }
    }
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("given up, and found paid later: its one-time product is not in the next order again", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    const variantId = products[0]?.variantIds[0] ?? 0;
    for (const alsoNext of [0, 2]) {
      const contract = await dueToday("3437");
      const [first, second] = await readAttempts(contract);
      const honey = { shopId: shop.id, contractId: contract.id, variantId, variantHandle: "honey" };
      const add = (billingAttemptId = 0, quantity = 1) =>
        db
          .insert(oneTimeProducts)
          .values({ ...honey, billingAttemptId, quantity, price: "4.50", createdAt: NOW });
      await add(first?.id);
      if (alsoNext > 0) await add(second?.id, alsoNext);
      const id = first?.id ?? 0;
      await press(id, "bill");
      await send(id, "give_up");
      const listHoney = () =>
        db
          .select({ on: oneTimeProducts.billingAttemptId, quantity: oneTimeProducts.quantity })
          .from(oneTimeProducts)
          .where(eq(oneTimeProducts.contractId, contract.id));
      expect(await listHoney()).toEqual([{ on: second?.id, quantity: alsoNext + 1 }]);
      const { gatewayRef, key, amount, currencyCode } = await readTry(id);
      const parameters = { amount, currencyCode, paymentMethodId: contract.paymentMethodId ?? "" };
      const later = inDays(1);
      await openGateway(shop.shop, later)?.charge(gatewayRef ?? "", key, parameters);
      await lookAtOrder(shop.id, id, later);
      expect((await listOrdersOf(shop.id)).at(-1)).toMatchObject({ attemptId: id, total: "14.5000" });
      expect(await listHoney()).toEqual(alsoNext > 0 ? [{ on: second?.id, quantity: alsoNext }] : []);
    }
  });

  test("given up although the gateway has charged it: the order is paid after all", async () => {
    const { id } = await lostCharge();
    await send(id, "give_up");
    expect((await readOrder(id)).status).toBe("SUCCESS");
    expect(await findDisagreements(shop.id)).toEqual([]);
  });
});

test("an order that failed for good is given up: it is skipped, and dunning ends", async () => {
  const contract = await dueToday("0069");
  const { id } = await firstOf(contract);
  await press(id, "bill");
  expect(await readContractRow(contract)).toMatchObject({ dunning: true });
  expect((await send(id, "give_up")).status).toBe(303);
  expect((await readOrder(id)).status).toBe("SKIPPED");
  expect(await readContractRow(contract)).toMatchObject({ dunning: false, status: "ACTIVE" });
  expect(await db.select().from(billingTries)).toHaveLength(1);
});
