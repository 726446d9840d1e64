import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { claimOrder } from "~/features/billing/run/due-orders.repo.server";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { BY_ITSELF, type Engine } from "~/features/billing/tries/engine.server";
import { askAboutOrder, checkOrder, stepOrder } from "~/features/billing/tries/step.service.server";

/**
 * Something was done about an order elsewhere: looks up the outcome without making a new try.
 *
 * @returns as `underLease`
 * @throws when the gateway does not answer
 */
export const lookAtOrder = (shopId: number, attemptId: number, realNow: Date): Promise<boolean> =>
  underLease(shopId, attemptId, realNow, async (engine, id) =>
    requireAnswer(await checkOrder(engine, id, { isAsked: false })),
  );

function requireAnswer(isAnswered: boolean): void {
  if (!isAnswered) throw new Error("the gateway did not answer a look-up");
}

/**
 * The same for a customer who waits for the answer. While another process has the order, the gateway is only asked, and
 * nothing is sent: an outcome is recorded once, whichever process finds it.
 *
 * @throws as `lookAtOrder`
 */
export async function askForCustomer(shopId: number, attemptId: number, realNow: Date): Promise<void> {
  if (await lookAtOrder(shopId, attemptId, realNow)) return;
  const engine = await findEngine(shopId, realNow);
  if (engine) requireAnswer(await askAboutOrder(engine, attemptId));
}

/** Does what is due for an order now, as the run would. @returns as `underLease` */
export const stepDueOrder = (shopId: number, attemptId: number, realNow: Date): Promise<boolean> =>
  underLease(shopId, attemptId, realNow, (engine, id) => stepOrder(engine, id, null));

/** Null for a shop without a gateway. */
async function findEngine(shopId: number, realNow: Date): Promise<Engine | null> {
  const shop = await findShopSettings(shopId);
  const now = shop && (await findShopNow(shop, realNow));
  const gateway = shop && now && openGateway(shop, now);
  if (!gateway) return null;
  const audit = { actor: { type: "system", name: "Billing" } as const, requestId: null, now };
  return { shop, gateway, settings: await readBillingSettings(shopId), audit, database: BY_ITSELF };
}

/** Under the lease that the run, "bill now" and "pay now" take. @returns false while another process has the order */
async function underLease(
  shopId: number,
  attemptId: number,
  realNow: Date,
  work: (engine: Engine, attemptId: number) => Promise<void>,
): Promise<boolean> {
  const engine = await findEngine(shopId, realNow);
  if (!engine) return true;
  const leaseUntil = new Date(realNow.getTime() + LEASE_MS);
  if (!(await claimOrder(shopId, attemptId, { realNow, leaseUntil }))) return false;
  await work(engine, attemptId);
  return true;
}
