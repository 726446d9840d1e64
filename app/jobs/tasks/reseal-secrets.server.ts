import { requireKeyRing } from "~/access/key-ring.server";
import { listShopSchedules } from "~/access/shops.repo.server";
import { resealStripeKeys } from "~/features/billing/gateway/stripe/connect-stripe.service.server";
import { listShopsWithOldKeys } from "~/features/billing/gateway/stripe/stripe-keys.repo.server";
import { resealSecondFactors } from "~/features/staff/second-factor/second-factor.service.server";
import { resealEndpoints } from "~/features/webhooks/manage/endpoints.service.server";
import { listShopsWithOldSecrets } from "~/features/webhooks/records/endpoints.repo.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { toOneLine } from "~/lib/faults/safe-error.mjs";

// After a new key was put in front of the key ring: within an hour nothing stored needs the old one. In every other hour
// no shop is listed.

const firstKey = (): string => requireKeyRing()[0]?.id ?? "";

export const resealStripeKeysTask: Task<"reseal-stripe-keys"> = async (_payload, { clock, signal }) =>
  forEachShop(await listShopsWithOldKeys(firstKey()), signal, ({ id }) => resealStripeKeys(id, clock()));

export const resealWebhookSecrets: Task<"reseal-webhook-secrets"> = async (_payload, { signal }) =>
  forEachShop(await listShopsWithOldSecrets(firstKey()), signal, ({ id }) => resealEndpoints(id));

export const resealSecondFactorsTask: Task<"reseal-second-factors"> = () => resealSecondFactors();

const toReason = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined
    ? `${toOneLine(error)}: ${toReason(error.cause)}`
    : toOneLine(error);

/**
 * Everything at once, as the command `npm run reseal` does; what cannot be opened does not stop the rest.
 * @returns how many shops there are, and a line for each failure: of which shop, staff or webhooks, and why
 */
export async function resealAll(now: Date): Promise<{ shops: number; failed: string[] }> {
  const failed: string[] = [];
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failed.push(`${what}: ${toReason(error)}`);
    }
  };
  const shops = await listShopSchedules();
  for (const { id } of shops) {
    await attempt(`shop ${id}, keys of its gateway`, () => resealStripeKeys(id, now));
    await attempt(`shop ${id}, secrets of webhooks`, () => resealEndpoints(id));
  }
  await attempt("second factors of staff", resealSecondFactors);
  return { shops: shops.length, failed };
}
