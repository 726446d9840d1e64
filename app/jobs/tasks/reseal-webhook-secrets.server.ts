import { listShopSchedules } from "~/access/shops.repo.server";
import { resealEndpoints } from "~/features/webhooks/manage/endpoints.service.server";
import { forEachShop } from "~/jobs/tasks/for-each-shop.server";
import type { Task } from "~/jobs/tasks/task";

/** After a new key was put in front of the key ring: within an hour no secret of a webhook needs the old one. */
export const resealWebhookSecrets: Task<"reseal-webhook-secrets"> = async (_payload, { signal }) =>
  forEachShop(await listShopSchedules(), signal, ({ id }) => resealEndpoints(id));
