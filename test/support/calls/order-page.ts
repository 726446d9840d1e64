import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import {
  orderPageAction,
  orderPageLoader,
} from "~/features/billing/orders-admin/order-page.endpoints.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { readAttempts } from "../data/contract-plan";
import { inDaysAtNine } from "../data/days";
import { signIn, type TestShop } from "../data/factories";
import { shopOfEachTest } from "../data/shop-of-each-test";
import { type BilledContract, billedMonthly } from "./billing";
import { ask, pageRequest } from "./pages";

/** A contract whose first order is due today, by the real clock that requests carry. */
export const billedToday = (
  shop: TestShop,
  lastDigits = "4242",
  overrides: Parameters<typeof billedMonthly>[1] = {},
) => billedMonthly(shop, { nextBillingDate: inDaysAtNine(0), lastDigits, ...overrides });

export async function firstOf(contract: BilledContract) {
  const [first] = await readAttempts(contract);
  if (!first) throw new Error("the contract has no order");
  return first;
}

export async function readOrder(id: number) {
  const [row] = await db.select().from(billingAttempts).where(eq(billingAttempts.id, id));
  if (!row) throw new Error("the order is not there");
  return row;
}

export type OrderPage = Awaited<ReturnType<typeof orderPageLoader>>;

/** The page of an order, for the session of this cookie. */
const askOrderPage = (cookie: string, id: number | string, search = "") =>
  ask(orderPageLoader, pageRequest(`/admin/orders/${id}${search}`, { cookie }), { orderId: String(id) });

const readOrderPage = async (cookie: string, id: number, search = "") =>
  (await askOrderPage(cookie, id, search)).data as OrderPage;

/** A form of the page. */
const sendOrderForm = (cookie: string, id: number, intent: string, form: Record<string, string> = {}) =>
  ask(orderPageAction, pageRequest(`/admin/orders/${id}?intent=${intent}`, { cookie, form }), {
    orderId: String(id),
  });

/** Presses the button of a dialog, as the page shows it. */
async function pressOrderButton(
  cookie: string,
  id: number,
  intent: string,
  fields: Record<string, string> = {},
) {
  const { dialog, change } = await readOrderPage(cookie, id, `?action=${intent}`);
  const shown: Record<string, string> = change
    ? { version: String(change.version), attemptId: String(id) }
    : { seen: String(dialog?.seen) };
  return sendOrderForm(cookie, id, intent, { ...shown, ...fields });
}

/** Before each test, a shop on the test gateway whose owner is signed in, and functions for the page of an order. */
export function orderPagesOfEachTest() {
  const shop = shopOfEachTest({ gateway: "test" });
  let cookie = "";
  beforeEach(async () => {
    cookie = await signIn(shop.id, shop.staff.id);
  });
  return {
    shop,
    dueToday: (lastDigits?: string, overrides?: Parameters<typeof billedToday>[2]) =>
      billedToday(shop, lastDigits, overrides),
    read: (id: number | string, search = "", as = cookie) => askOrderPage(as, id, search),
    readPage: (id: number, search = "") => readOrderPage(cookie, id, search),
    send: (id: number, intent: string, form: Record<string, string> = {}, as = cookie) =>
      sendOrderForm(as, id, intent, form),
    press: (id: number, intent: string, fields: Record<string, string> = {}) =>
      pressOrderButton(cookie, id, intent, fields),
  };
}
