import type { PrincipalShop } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { type PaymentEnd, readPaymentEnd } from "~/features/billing/charging/payment-end.service.server";
import {
  type CameBack,
  type ReturnAbout,
  redeemReturn,
} from "~/features/portal-links/portal-returns.service.server";
import { logger } from "~/lib/logger.server";
import { TryLater } from "~/queue/try-later";
import { findTriedOrder } from "./failed-orders.repo.server";
import { askForCustomer, lookAtOrder, stepDueOrder } from "./hosted-order.service.server";
import { finishMethodUpdate } from "./method-updates.service.server";

/** Banner for a customer who is back from a hosted page. */
export type ReturnEnd = `pay_${PaymentEnd}` | `card_${"changed" | "kept" | PaymentEnd}`;

/**
 * A customer is back from a hosted page: uses up their code, and records what they did there, unless the gateway's
 * webhook was faster.
 *
 * @returns null for a code that is not valid
 */
export async function comeBack(
  shop: PrincipalShop,
  code: string,
  realNow: Date,
): Promise<(CameBack & { end: ReturnEnd }) | null> {
  const back = await redeemReturn(shop, code, realNow);
  if (!back) return null;
  return { ...back, end: await finish(shop, back, realNow) };
}

async function finish(
  shop: PrincipalShop,
  { about, contractId }: CameBack,
  realNow: Date,
): Promise<ReturnEnd> {
  try {
    if ("attemptId" in about) {
      await askForCustomer(shop.id, about.attemptId, realNow);
      return `pay_${await readPaymentEnd(shop.id, about.attemptId)}`;
    }
    const update = await finishMethodUpdate(shop.id, about.updateId, realNow);
    if (update?.state !== "DONE") return update?.state === "OPEN" ? "card_waiting" : "card_kept";
    const waiting = await findTriedOrder(shop.id, contractId);
    if (!waiting) return "card_changed";
    // The workers were given a job for it as well: one of them may be charging it.
    await stepDueOrder(shop.id, waiting.attemptId, realNow);
    const end = await readPaymentEnd(shop.id, waiting.attemptId, waiting.tries);
    return end === "waiting" ? "card_changed" : `card_${end}`;
  } catch (error) {
    // The customer is signed in anyway; the webhook or the next look-up will find the outcome.
    logger.warn({ err: error, shopId: shop.id }, "what was done on a gateway's page could not be looked up");
    return "attemptId" in about ? "pay_waiting" : "card_waiting";
  }
}

/**
 * The worker's part, for a gateway's webhook. A webhook only says what to look up (docs/decisions/041).
 *
 * @throws TryLater while another process has the order; when the gateway does not answer, so that the job is repeated:
 *   nothing else looks at a page on which the customer has paid
 */
export async function finishHostedPage(shopId: number, about: ReturnAbout, realNow: Date): Promise<void> {
  if (!(await findShopSettings(shopId))) return;
  if ("updateId" in about) await finishMethodUpdate(shopId, about.updateId, realNow);
  else if (!(await lookAtOrder(shopId, about.attemptId, realNow)))
    throw new TryLater("another process has the order");
}
