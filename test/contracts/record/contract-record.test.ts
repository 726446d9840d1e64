import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  contractDetailsLine,
  contractRecord,
  lastSuccessfulOrder,
} from "~/features/contracts/record/contract-record.server";
import { client } from "~db/client.server";
import { requestList } from "../../support/data/contract-list";
import { readAttempts } from "../../support/data/contract-plan";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ label: "leafy" });
});

async function readRecords(search = "") {
  const response = await requestList(shop.readKey, search);
  return z.array(contractRecord.strict()).parse(await response.json());
}

describe("a record", () => {
  test("has as its last paid order the one of the latest date, though an earlier one was paid after it", async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    const paid = { status: "SUCCESS" as const, orderAmount: "5" };
    await insertContract(shop.id, {
      attempts: [
        { ...paid, billingDate: at(1), completedAt: at(20), orderName: "#1003" },
        { ...paid, billingDate: at(15), completedAt: at(15), orderName: "#1002" },
      ],
    });
    const [record] = await readRecords();
    expect(JSON.parse(record?.lastSuccessfulOrder ?? "")).toMatchObject({ orderName: "#1002" });
  });

  test("of a contract with everything carries every field of the specification from its source", async () => {
    const customer = await insertCustomer(shop.id, {
      firstName: 'Zoë "Z"',
      lastName: "O'Neil \\ Ünal",
      email: "zoe@customer.example",
      phone: "+15550001",
    });
    const lineId = randomUUID();
    const at = (day: number) => new Date(Date.UTC(2026, 2, day, 9, 30, 0, day));
    const contract = await insertContract(shop.id, {
      customerId: customer.id,
      importedId: "sub-7",
      status: "PAUSED",
      billingInterval: "MONTH",
      billingIntervalCount: 3,
      deliveryInterval: "WEEK",
      deliveryIntervalCount: 2,
      minCycles: 2,
      maxCycles: 12,
      createdAt: at(1),
      updatedAt: at(2),
      startsAt: at(3),
      endsAt: at(4),
      activatedOn: at(5),
      pausedOn: at(6),
      cancelledOn: at(7),
      trialEndDate: at(8),
      billingDateAfterTrial: at(9),
      nextBillingDate: at(10),
      originOrderId: 5_500_001,
      originOrderName: "#1001",
      deliveryPrice: "4.5",
      contractAmount: "29.9",
      orderAmount: "34.4",
      createdEmailStatus: "SENT",
      createdSmsStatus: "PHONE_NUMBER_EMPTY",
      autoCharge: true,
      dunning: true,
      pausedBySecurityChallenge: true,
      pausedFromActive: true,
      stopUpcomingOrderEmail: true,
      emailBouncedOrFailed: true,
      allowDeliveryPriceOverride: true,
      cancellationFeedback: "Too\nmuch",
      orderNote: "Ring twice\t✓",
      orderNoteAttributes: [{ key: "gift", value: 'a "note"' }],
      upcomingSwapRule: "A → B",
      lines: [
        {
          id: lineId,
          productId: 71,
          variantId: 41,
          title: 'Tea "Assam"',
          variantTitle: "250 g",
          sku: 'TEA-"250"',
          quantity: 2,
          currentPrice: "14.95",
          sellingPlanId: 31,
          sellingPlanName: "Every month, save 10%",
        },
      ],
      attempts: [
        {
          status: "SUCCESS",
          billingDate: at(14),
          orderId: 5_500_003,
          orderName: '#"3"',
          orderAmount: "34.4",
          completedAt: at(15),
        },
        { status: "SUCCESS", billingDate: at(11), orderId: 5_500_002, orderName: "#2", orderAmount: "1" },
        { status: "FAILURE", billingDate: at(18) },
        { status: "QUEUED", billingDate: at(20) },
      ],
    });
    const paid = (await readAttempts(contract)).find(({ orderId }) => orderId === 5_500_003);
    const [record] = await readRecords();
    expect(record).toEqual({
      shop: "leafy.mystore.example",
      id: contract.id,
      graphSubscriptionContractId: `gid://platform/SubscriptionContract/${contract.subscriptionContractId}`,
      subscriptionContractId: contract.subscriptionContractId,
      billingPolicyInterval: "MONTH",
      billingPolicyIntervalCount: 3,
      currencyCode: "USD",
      customerId: customer.id,
      graphCustomerId: `gid://platform/Customer/${customer.id}`,
      deliveryPolicyInterval: "WEEK",
      deliveryPolicyIntervalCount: 2,
      status: "PAUSED",
      graphOrderId: "gid://platform/Order/5500001",
      orderId: 5_500_001,
      createdAt: "2026-03-01T09:30:00.001Z",
      updatedAt: "2026-03-02T09:30:00.002Z",
      nextBillingDate: "2026-03-10T09:30:00.010Z",
      orderAmount: 34.4,
      orderName: "#1001",
      customerName: `Zoë "Z" O'Neil \\ Ünal`,
      customerEmail: "zoe@customer.example",
      subscriptionCreatedEmailSent: true,
      endsAt: "2026-03-04T09:30:00.004Z",
      startsAt: "2026-03-03T09:30:00.003Z",
      subscriptionCreatedEmailSentStatus: "SENT",
      minCycles: 2,
      maxCycles: 12,
      customerFirstName: 'Zoë "Z"',
      customerLastName: "O'Neil \\ Ünal",
      autoCharge: true,
      importedId: "sub-7",
      stopUpComingOrderEmail: true,
      pausedFromActive: true,
      subscriptionCreatedSmsSentStatus: "PHONE_NUMBER_EMPTY",
      phone: "+15550001",
      activatedOn: "2026-03-05T09:30:00.005Z",
      pausedOn: "2026-03-06T09:30:00.006Z",
      cancelledOn: "2026-03-07T09:30:00.007Z",
      contractDetailsJSON: record?.contractDetailsJSON,
      cancellationFeedback: "Too\nmuch",
      orderNote: "Ring twice\t✓",
      orderNoteAttributes: record?.orderNoteAttributes,
      allowDeliveryPriceOverride: true,
      orderAmountUSD: 34.4,
      billingDateAfterTrial: "2026-03-09T09:30:00.009Z",
      trialEndDate: "2026-03-08T09:30:00.008Z",
      pausedBySecurityChallenge: true,
      dunning: true,
      contractAmount: 29.9,
      contractAmountUSD: 29.9,
      upcomingSwapRule: "A → B",
      emailBouncedOrFailed: true,
      lastSuccessfulOrder: record?.lastSuccessfulOrder,
    });
    expect(lastSuccessfulOrder.strict().parse(JSON.parse(record?.lastSuccessfulOrder ?? ""))).toEqual({
      orderId: 5_500_003,
      orderName: '#"3"',
      orderAmount: 34.4,
      orderDate: "2026-03-15T09:30:00.015Z",
      billingAttemptId: `gid://platform/SubscriptionBillingAttempt/${paid?.id}`,
    });
    expect(JSON.parse(record?.orderNoteAttributes ?? "")).toEqual([{ key: "gift", value: 'a "note"' }]);
    const lines = z.array(contractDetailsLine.strict()).parse(JSON.parse(record?.contractDetailsJSON ?? ""));
    expect(lines).toEqual([
      {
        lineId,
        productId: 71,
        variantId: 41,
        title: 'Tea "Assam"',
        variantTitle: "250 g",
        sku: 'TEA-"250"',
        quantity: 2,
        currentPrice: 14.95,
        sellingPlanId: 31,
        sellingPlanName: "Every month, save 10%",
      },
    ]);
  });

  test("of a contract with as little as can be has null where nothing is", async () => {
    const customer = await insertCustomer(shop.id, { firstName: null, lastName: null, email: null });
    await insertContract(shop.id, { customerId: customer.id, nextBillingDate: null, lines: [] });
    const [record] = await readRecords();
    const absent = Object.entries(record ?? {}).flatMap(([name, value]) => (value === null ? [name] : []));
    expect(absent.sort()).toEqual(
      "activatedOn,billingDateAfterTrial,cancellationFeedback,cancelledOn,customerFirstName,customerLastName,endsAt,graphOrderId,importedId,lastSuccessfulOrder,maxCycles,minCycles,nextBillingDate,orderId,orderName,orderNote,pausedOn,phone,startsAt,trialEndDate,upcomingSwapRule".split(
        ",",
      ),
    );
    expect(record).toMatchObject({ contractDetailsJSON: "[]", orderNoteAttributes: "[]", customerName: "" });
  });

  test("in another currency has dollars by the rates table, and null without a rate", async () => {
    await client`insert into currency_rates values ('EUR', 1.0834, ${NOW.toISOString()})`;
    await insertContract(shop.id, { currencyCode: "EUR", contractAmount: "10", orderAmount: "14.99" });
    await insertContract(shop.id, { currencyCode: "JPY", contractAmount: "1000", orderAmount: "1200" });
    const records = await readRecords("?sort=id,asc");
    expect(records.map((record) => [record.contractAmountUSD, record.orderAmountUSD])).toEqual([
      [10.83, 16.24],
      [null, null],
    ]);
  });
});
