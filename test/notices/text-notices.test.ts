import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listNotices } from "~/features/notices/notices.repo.server";
import { env } from "~/lib/env.server";
import { db } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";
import { BERLIN_ADDRESS } from "../support/data/addresses";
import type { insertContract, insertCustomer } from "../support/data/factories";
import { startReceiver } from "../support/processes/webhook-receiver";
import {
  addContract,
  type Contract,
  prepareNoticedShop,
  recordEvents,
  server,
  shop,
  turnOn,
  turnOnTexts,
  work,
} from "./noticed-shop";

prepareNoticedShop();

let gateway: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  gateway = await startReceiver();
  env.SMS_GATEWAY_URL = gateway.url;
});
afterEach(() => {
  env.SMS_GATEWAY_URL = undefined;
});
const sent = () =>
  gateway.received.map(({ text }) => JSON.parse(text)).map(({ to, text }) => [to, text] as const);

const ADA = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "+49 30 901820" };
const logOf = async ({ id }: Contract) =>
  (await listNotices(shop.id, { contractId: id }, 50)).map(({ kind, channel, state, reason }) => [
    kind,
    channel,
    state,
    reason,
  ]);

describe("a notice as a text message", () => {
  test("goes to the customer's number once, in words of its own; the log has it", async () => {
    await turnOnTexts("paused");
    const contract = await addContract({}, ADA);
    await recordEvents(contract, "paused");
    expect(await work()).toEqual([]);
    await work();
    const text = "Bean & Leaf: Your subscription is paused. You won't be charged until it is resumed.";
    expect(sent()).toEqual([["+4930901820", text]]);
    expect(server.mails).toEqual([]);
    expect(await logOf(contract)).toEqual([["paused", "SMS", "SENT", null]]);
  });

  test("is left out where the contract has reminders stopped", async () => {
    await turnOnTexts("upcoming_order");
    const contract = await addContract({ stopUpcomingOrderEmail: true }, ADA);
    await recordEvents(contract, "upcoming-order-notification");
    await work();
    expect(sent()).toEqual([]);
    expect(await logOf(contract)).toEqual([["upcoming_order", "SMS", "LEFT_OUT", "STOPPED"]]);
  });

  test("is not made for a shop that sends mails only, nor for an imported contract before its own event", async () => {
    await turnOn("paused");
    const contract = await addContract({}, ADA);
    await recordEvents(contract, "paused");
    await work();
    expect(sent()).toEqual([]);
    expect(await logOf(contract)).toEqual([["paused", "MAIL", "SENT", null]]);
  });
});

describe("the number that text messages go to", () => {
  const at = (over: Partial<Address>): Address => ({
    ...BERLIN_ADDRESS,
    firstName: null,
    lastName: null,
    ...over,
  });
  const reached = async (
    customer: Parameters<typeof insertCustomer>[1],
    contract: Parameters<typeof insertContract>[1] = {},
  ) => {
    gateway.received.length = 0;
    await recordEvents(await addContract(contract, { ...ADA, phone: null, ...customer }), "paused");
    await work();
    return sent().map(([to]) => to);
  };

  test("is their own, else that of their address, else the carrier's where they are sent to themselves", async () => {
    await turnOnTexts("paused");
    const deliveryAddress = at({ firstName: "ADA", lastName: "Lovelace ", phone: "030 111111" });
    const defaultAddress = at({ phone: "030 222222" });
    expect(await reached({ phone: "+1 202 456 1414" }, { deliveryAddress })).toEqual(["+12024561414"]);
    expect(await reached({ phone: "030 333333", defaultAddress })).toEqual(["+4930333333"]);
    expect(await reached({ phone: "none", defaultAddress }, { deliveryAddress })).toEqual(["+4930222222"]);
    expect(await reached({}, { deliveryAddress })).toEqual(["+4930111111"]);
    expect(await reached({}, { deliveryAddress: at({ phone: "030 111111" }) })).toEqual(["+4930111111"]);
    const gift = { ...deliveryAddress, firstName: "Grace", lastName: "Hopper" };
    expect(await reached({}, { deliveryAddress: gift })).toEqual([]);
  });
});

describe("the status of the text message about a new contract", () => {
  const statusAfter = async (
    overrides: Parameters<typeof insertContract>[1] = {},
    customer: Parameters<typeof insertCustomer>[1] = ADA,
  ) => {
    const { id } = await addContract(overrides, customer);
    const contract = { id } as Contract;
    await recordEvents(contract, "created");
    await work();
    const [row] = await db
      .select({ status: contracts.createdSmsStatus })
      .from(contracts)
      .where(isRow(contracts, { shopId: shop.id, id }));
    return row?.status;
  };

  test("takes each value for its reason", async () => {
    expect(await statusAfter()).toBe("SMS_SETTINGS_DISABLED");
    await turnOn("created");
    expect(await statusAfter()).toBe("SMS_SETTINGS_DISABLED");
    await turnOnTexts("created");
    expect(await statusAfter()).toBe("SENT");
    expect(await statusAfter({ paymentMethodId: null })).toBe("CUSTOMER_PAYMENT_EMPTY");
    expect(await statusAfter({ status: "PAUSED" })).toBe("CONTRACT_PAUSED_STATUS");
    expect(await statusAfter({}, { ...ADA, phone: null })).toBe("PHONE_NUMBER_EMPTY");
    expect(await statusAfter({}, { ...ADA, phone: "ask the neighbour" })).toBe("FAILED");
    gateway.behave = () => ({ status: 503 });
    expect(await statusAfter()).toBe("UNSENT");
    gateway.behave = () => ({ status: 400 });
    expect(await statusAfter()).toBe("FAILED");
  });
});
