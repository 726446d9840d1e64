import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { savePortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { db } from "~db/client.server";
import { ACTIONS_OFF_AT_FIRST, PORTAL_ACTIONS } from "~db/schema/portal-enums";
import { listTargets, openPortal, toPlainText } from "../support/calls/portal-pages";
import { BERLIN_ADDRESS } from "../support/data/addresses";
import { inDays } from "../support/data/days";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

type Action = (typeof PORTAL_ACTIONS)[number];
type Contract = Awaited<ReturnType<typeof insertContract>>;

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ currencyCode: "EUR", gateway: "test" });
});

/** All others are on. */
const switchOff = (...off: Action[]) =>
  savePortalSettings(db, shop.id, {
    ...DEFAULT_PORTAL_SETTINGS,
    disabledActions: off,
    enabledActions: ACTIONS_OFF_AT_FIRST.filter((action) => !off.some((each) => each === action)),
    updatedAt: new Date(),
  });

const open = async (overrides: Parameters<typeof insertContract>[1] = {}) => {
  const { id: customerId } = await insertCustomer(shop.id);
  await insertPaymentMethod(shop.id, customerId, { brand: "mastercard", lastDigits: "4444" });
  const contract = await insertContract(shop.id, {
    customerId,
    paymentMethodId: await insertPaymentMethod(shop.id, customerId, { brand: "visa", lastDigits: "4242" }),
    currencyCode: "EUR",
    nextBillingDate: inDays(10),
    deliveryAddress: BERLIN_ADDRESS,
    lines: [{ title: "Tea" }, { title: "Honey" }],
    discounts: [{ title: "WELCOME", value: "10" }],
    attempts: [10, 40].map((days) => ({ billingDate: inDays(days) })),
    ...overrides,
  });
  const portal = await openPortal(shop, contract.customerId);
  const at = { contract: contract.subscriptionContractId };
  /** All targets of the contract's page and of its first line's page, as `intent=…` and `view=…`. */
  const listOffered = async () => {
    const pages = [
      await portal.get(at),
      await portal.get({ ...at, view: "line", line: lineOf(contract) }),
      await portal.get({ ...at, view: "payment" }),
    ];
    return new Set(
      pages.flatMap(({ html }) =>
        listTargets(html).flatMap((target) =>
          ["intent", "view"].map((name) => `${name}=${target.get(name)}`),
        ),
      ),
    );
  };
  return { contract, portal, at, listOffered };
};

const lineOf = ({ lines }: Contract): string => lines[0]?.id ?? "";

/** In which state of a contract an action is offered, by which link, and what an older page would send. */
const ACTIONS: Record<
  Action,
  {
    status?: "PAUSED" | "CANCELLED";
    offered: string;
    view?: string;
    sent(contract: Contract): [intent: string, form: Record<string, string>][];
  }
> = {
  skip: {
    offered: "intent=skip",
    sent: () => [
      ["skip", { attempt: "1", skip: "true" }],
      ["skip", { attempt: "1", skip: "false" }],
    ],
  },
  reschedule: {
    offered: "view=reschedule",
    view: "reschedule",
    sent: () => [["reschedule", { date: inDays(15).toISOString().slice(0, 10) }]],
  },
  pause: { offered: "intent=status", sent: () => [["status", { status: "PAUSED" }]] },
  resume: { status: "PAUSED", offered: "intent=status", sent: () => [["status", { status: "ACTIVE" }]] },
  cancel: { offered: "view=cancel", view: "cancel", sent: () => [["cancel", { reason: "other" }]] },
  reactivate: {
    status: "CANCELLED",
    offered: "view=reactivate",
    view: "reactivate",
    sent: () => [["status", { status: "ACTIVE" }]],
  },
  address: {
    offered: "view=address",
    view: "address",
    sent: () => [
      [
        "address",
        { firstName: "A", lastName: "B", address1: "C 1", city: "Bonn", zip: "53111", country: "DE" },
      ],
    ],
  },
  frequency: {
    offered: "view=frequency",
    view: "frequency",
    sent: () => [["frequency", { frequency: "MONTH.2" }]],
  },
  quantity: {
    offered: "intent=quantity",
    sent: (contract) => [["quantity", { line: lineOf(contract), quantity: "3" }]],
  },
  attributes: {
    offered: "intent=attributes",
    sent: (contract) => [["attributes", { line: lineOf(contract), "key-0": "Grind", "value-0": "fine" }]],
  },
  skip_line: {
    offered: "intent=line-skip",
    sent: (contract) => [
      ["line-skip", { line: lineOf(contract), skip: "true" }],
      ["line-skip", { line: lineOf(contract), skip: "false" }],
    ],
  },
  discount_code: {
    offered: "intent=apply-code",
    sent: () => [
      ["apply-code", { code: "WELCOME10" }],
      ["remove-code", { discount: randomUUID() }],
    ],
  },
  one_time_products: {
    offered: "view=add",
    view: "add",
    sent: () => [
      ["add-product", { attempt: "1", variant: "1", handle: "honey" }],
      ["remove-product", { attempt: "1", variant: "1" }],
    ],
  },
  payment_update: {
    offered: "intent=new-card",
    sent: () => [
      ["new-card", {}],
      ["payment-mail", {}],
    ],
  },
  swap_line: {
    offered: "view=swap",
    view: "swap",
    sent: (contract) => [["swap", { line: lineOf(contract), variant: "1" }]],
  },
  add_line: {
    offered: "view=add-line",
    view: "add-line",
    sent: () => [["add-line", { variant: "1", quantity: "1" }]],
  },
  remove_line: {
    offered: "view=remove",
    view: "remove",
    sent: (contract) => [["remove-line", { line: lineOf(contract) }]],
  },
  change_plan: { offered: "view=plan", view: "plan", sent: () => [["plan", { plan: "1" }]] },
  payment_method: {
    offered: "intent=use-method",
    sent: () => [["use-method", { method: "pm-1" }]],
  },
  order_note: {
    offered: "view=note",
    view: "note",
    sent: () => [["order-note", { attempt: "1", note: "Ring twice" }]],
  },
  order_now: { offered: "view=now", view: "now", sent: () => [["order-now", { attempt: "1" }]] },
};

test.each(PORTAL_ACTIONS)(
  "%s, switched off, is gone from every page, and 403 to who sends it all the same",
  async (action) => {
    const { status, offered, view, sent } = ACTIONS[action];
    const { contract, portal, at, listOffered } = await open({ ...(status && { status }) });
    await switchOff();
    expect(await listOffered()).toContain(offered);
    await switchOff(action);
    expect(await listOffered()).not.toContain(offered);
    const answers = await Promise.all([
      ...sent(contract).map(([intent, form]) => portal.post({ ...at, intent }, form)),
      ...(view ? [portal.get({ ...at, view })] : []),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(toPlainText(answer.html)).toContain("This cannot be changed here. Please get in touch with us.");
    }
  },
);

test("with everything switched off nothing is left to press, and a line has no page", async () => {
  await switchOff(...PORTAL_ACTIONS);
  const { contract, portal, at } = await open();
  const { html } = await portal.get(at);
  expect(html).not.toContain("<form");
  expect(listTargets(html)).toEqual([]);
  expect(toPlainText(html)).not.toContain("Discount code");
  expect((await portal.get({ ...at, view: "line", line: lineOf(contract) })).status).toBe(403);
});

test.each([
  ["pause", "resume", "Pause", "Paused."],
  ["resume", "pause", "Resume", "Welcome back."],
] as const)("%s is not taken back by %s when that is switched off", async (_, off, label, text) => {
  await switchOff(off);
  const { portal, at } = await open({ status: label === "Resume" ? "PAUSED" : "ACTIVE" });
  const done = await portal.press(await portal.get(at), label);
  expect(toPlainText(done.html)).toContain(text);
  expect(toPlainText(done.html)).not.toContain("Undo");
});
