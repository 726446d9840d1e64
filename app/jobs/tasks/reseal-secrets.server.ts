import { listShopSchedules } from "~/access/shops.repo.server";
import { resealStripeKeys } from "~/features/billing/gateway/stripe/connect-stripe.service.server";
import { resealSecondFactors } from "~/features/staff/second-factor/second-factor.service.server";
import { resealEndpoints } from "~/features/webhooks/manage/endpoints.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

// After a new key was put in front of the key ring: within an hour nothing stored needs the old one.

export const resealStripeKeysTask: Task<"reseal-stripe-keys"> = async (_payload, { clock, signal }) =>
  forEachShop(await listShopSchedules(), signal, ({ id }) => resealStripeKeys(id, clock()));

export const resealWebhookSecrets: Task<"reseal-webhook-secrets"> = async (_payload, { signal }) =>
  forEachShop(await listShopSchedules(), signal, ({ id }) => resealEndpoints(id));

export const resealSecondFactorsTask: Task<"reseal-second-factors"> = () => resealSecondFactors();
