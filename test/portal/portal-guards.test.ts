import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { updateContractStatus } from "~/features/contracts/operations/contract-status.server";
import { applyDiscount } from "~/features/contracts/operations/discounts/apply-discount.server";
import { updateLineAttributes } from "~/features/contracts/operations/lines/line-attributes.server";
import { updateLineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { skipUnskipLine } from "~/features/contracts/operations/lines/skip-line.server";
import { updateContractNextDate } from "~/features/contracts/operations/orders/next-date.server";
import { updateContractInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import { updateShippingAddress } from "~/features/contracts/operations/terms/shipping-address.server";
import { issuedLinksAction } from "~/features/portal-links/issued-links.endpoints.server";
import { mailRequestedLink } from "~/features/portal-links/portal-requests.service.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { portalTokens } from "~db/schema/portal-access";
import { PORTAL_ACTIONS } from "~db/schema/portal-enums";
import { ADDRESS, type Contract, idOf, lineOf, send } from "../support/calls/contract-calls";
import { insertCode } from "../support/calls/discounts";
import { ask, pageRequest } from "../support/calls/pages";
import { customerToken } from "../support/calls/portal";
import { insertPlannedContract, openContract, saveSettings } from "../support/calls/portal-contract";
import { openPortal, toPlainText } from "../support/calls/portal-pages";
import { inDaysAtNine } from "../support/data/days";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertStaff,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ currencyCode: "EUR" });
});

test("with every switch of the portal off an API key may still do it all, and the customer nothing", async () => {
  await saveSettings(shop, { disabledActions: [...PORTAL_ACTIONS] });
  const contract = await insertPlannedContract(shop);
  const id = idOf(contract);
  const calls: [Parameters<typeof send>[1], Record<string, unknown>, unknown?][] = [
    [updateShippingAddress, id, ADDRESS],
    [updateLineQuantity, { ...lineOf(contract), quantity: 3 }],
    [updateLineAttributes, lineOf(contract), [{ key: "Grind", value: "fine" }]],
    [skipUnskipLine, { ...lineOf(contract), skip: true }],
    [applyDiscount, { ...id, discountCode: await insertCode(shop.id) }],
    [updateContractNextDate, { ...id, nextBillingDate: inDaysAtNine(12).toISOString() }],
    [updateContractInterval, { ...id, interval: "WEEK", intervalCount: 5 }],
    [updateContractStatus, { ...id, status: "PAUSED" }],
    [updateContractStatus, { ...id, status: "ACTIVE" }],
    [updateContractStatus, { ...id, status: "CANCELLED" }],
    [updateContractStatus, { ...id, status: "ACTIVE" }],
  ];
  for (const [operation, parameters, body] of calls) {
    const name = operation.merchant.operationId;
    const refused = await send(shop, operation, parameters, { body, by: contract.customerId });
    expect([name, refused.status, refused.body.code]).toEqual([name, 403, "switched_off"]);
    const allowed = await send(shop, operation, parameters, { body });
    expect([name, allowed.status, allowed.body.code]).toEqual([name, 200, undefined]);
  }
});

test("a customer's request for another payment method is mailed to the shop's owners, and to no other staff", async () => {
  const second = await insertStaff(shop.id, "owner");
  await insertStaff(shop.id, "editor");
  await insertStaff(shop.id, "viewer");
  const { portal, contract } = await openContract(shop);
  const at = { contract: contract.subscriptionContractId, intent: "payment-mail" };
  expect((await portal.post(at, {})).status).toBe(303);
  const wanted = await db.select().from(mails).where(eq(mails.kind, "payment_update_wanted"));
  expect(wanted.map(({ recipient }) => recipient).sort()).toEqual([shop.staff.email, second.email].sort());
});

test("a link is revoked by its own customer's contract alone", async () => {
  const cookie = await signIn(shop.id, shop.staff.id);
  const [ada, bob] = [await insertContract(shop.id), await insertContract(shop.id)];
  await customerToken(shop, ada.customerId);
  const [token] = await db.select().from(portalTokens);
  const revoke = (contract: Contract) =>
    ask(issuedLinksAction, pageRequest("/x?intent=revoke", { cookie, form: { id: token?.id ?? "" } }), {
      contractId: String(contract.subscriptionContractId),
    });
  expect((await revoke(bob)).status).toBe(404);
  expect((await db.select().from(portalTokens))[0]?.revokedAt).toBeNull();
  expect((await revoke(ada)).status).toBe(303);
  expect((await db.select().from(portalTokens))[0]?.revokedAt).not.toBeNull();
});

test("the job of a wanted link, run again, mints no second one and makes no second mail", async () => {
  const customer = await insertCustomer(shop.id, { email: "ada@example.com" });
  await insertContract(shop.id, { customerId: customer.id });
  const job = {
    shopId: shop.id,
    to: { email: "ada@example.com" },
    language: "en",
    requestId: "one-request",
  };
  for (let run = 0; run < 3; run++) await mailRequestedLink(job, new Date());
  expect(await db.select().from(portalTokens)).toHaveLength(1);
  expect(await db.select().from(mails)).toHaveLength(1);
  await mailRequestedLink({ ...job, requestId: "another" }, new Date());
  expect(await db.select().from(portalTokens)).toHaveLength(2);
});

describe("before cancelling, a discount is offered", () => {
  type Code = NonNullable<Parameters<typeof insertCode>[1]>;
  /** What the page offers, and what applying the code nevertheless answers. */
  async function offer(
    code: Code,
    {
      overrides = {},
      settings = {},
      before,
    }: {
      overrides?: Parameters<typeof insertPlannedContract>[1];
      settings?: Parameters<typeof saveSettings>[1];
      before?: (contract: Contract) => Promise<unknown>;
    } = {},
  ) {
    await insertCode(shop.id, { code: "STAY", value: "15", ...code });
    const reason = { id: "price", words: { en: "Price" }, offer: "DISCOUNT" as const, discountCode: "STAY" };
    await saveSettings(shop, { cancelReasons: [reason], ...settings });
    const contract = await insertPlannedContract(shop, overrides);
    await before?.(contract);
    const portal = await openPortal(shop, contract.customerId);
    const at = { contract: contract.subscriptionContractId, view: "cancel", reason: "price" };
    const isOffered = toPlainText((await portal.get(at)).html).includes("Stay, and get");
    const parameters = { ...idOf(contract), discountCode: "STAY" };
    const { status } = await send(shop, applyDiscount, parameters, { by: contract.customerId });
    return [isOffered, status];
  }

  test("when its code can be applied", async () => {
    expect(await offer({})).toEqual([true, 200]);
  });

  const past = new Date("2026-01-01T00:00:00Z");
  const future = new Date("2099-01-01T00:00:00Z");
  const hasOther = {
    settings: { forbidsSecondCode: true },
    overrides: { discounts: [{ title: "OTHER", code: "OTHER", value: "5" }] },
  };
  test.each<[string, Code, Parameters<typeof offer>[1], number]>([
    ["switched off", { isActive: false }, {}, 404],
    ["made for somebody else", { restrictedEmail: "eve@example.com" }, {}, 404],
    ["expired", { endsAt: past }, {}, 400],
    ["not valid yet", { startsAt: future }, {}, 400],
    ["used up", { useLimit: 2, uses: 2 }, {}, 400],
    ["for other products", { productIds: [1] }, {}, 400],
    [
      "an amount in another currency",
      { valueType: "FIXED_AMOUNT" },
      { overrides: { currencyCode: "USD" } },
      400,
    ],
    [
      "for a first contract, and this is a second",
      { isForFirstContract: true },
      {
        before: ({ customerId }) =>
          insertContract(shop.id, { customerId, createdAt: new Date("2020-01-01T00:00:00Z") }),
      },
      400,
    ],
    ["a second code where one is allowed", {}, hasOther, 403],
    [
      "applied already",
      {},
      {
        before: (contract) => send(shop, applyDiscount, { ...idOf(contract), discountCode: "STAY" }),
      },
      409,
    ],
  ])("but not when it is %s", async (_what, code, setting, status) => {
    expect(await offer(code, setting)).toEqual([false, status]);
  });

  test.each([
    [{}, "Stay, and get 15% off. Stay with the discount"],
    [{ cycleLimit: 1 }, "Stay, and get 15% off. For one order only Stay with the discount"],
    [{ cycleLimit: 3 }, "Stay, and get 15% off. For 3 orders Stay with the discount"],
    [{ productIds: [7] }, "Stay, and get 15% off. On selected products Stay with the discount"],
  ])("with what it is limited to: %o", async (code, said) => {
    await insertCode(shop.id, { code: "STAY", value: "15", ...code });
    const reason = { id: "price", words: { en: "Price" }, offer: "DISCOUNT" as const, discountCode: "STAY" };
    await saveSettings(shop, { cancelReasons: [reason] });
    const { contract, portal } = await openContract(shop, { lines: [{ productId: 7 }] });
    const at = { contract: contract.subscriptionContractId, view: "cancel", reason: "price" };
    expect(toPlainText((await portal.get(at)).html)).toContain(said);
  });

  test("but not when this customer has used it on another contract", async () => {
    const other = await insertCode(shop.id, { code: "ONCE", isOncePerCustomer: true });
    const customer = await insertCustomer(shop.id);
    const first = await insertContract(shop.id, { customerId: customer.id, currencyCode: "EUR" });
    expect((await send(shop, applyDiscount, { ...idOf(first), discountCode: other })).status).toBe(200);
    const reason = { id: "price", words: { en: "Price" }, offer: "DISCOUNT" as const, discountCode: other };
    await saveSettings(shop, { cancelReasons: [reason] });
    const { contract, portal } = await openContract(shop, { customerId: customer.id });
    const at = { contract: contract.subscriptionContractId, view: "cancel", reason: "price" };
    expect(toPlainText((await portal.get(at)).html)).not.toContain("Stay, and get");
  });

  test("and a code that has been used in all its orders does not block another", async () => {
    const spent = { title: "OLD", code: "OLD", value: "5", recurringCycleLimit: 1, usageCount: 1 };
    const setting = { settings: { forbidsSecondCode: true }, overrides: { discounts: [spent] } };
    expect(await offer({}, setting)).toEqual([true, 200]);
  });
});
