import { handleWebhook } from "~/features/billing/gateway-webhooks/gateway-webhooks.service.server";
import { finishHostedPage } from "~/features/billing/hosted/hosted-pages.service.server";
import type { Task } from "~/jobs/task/task";

/** Handles a gateway's webhook; tried later while another process has the order. */
export const handleGatewayWebhook: Task<"handle-gateway-notice"> = (which, { clock }) =>
  handleWebhook(which, clock());

/** The same for the test gateway, which reports without a webhook. */
export const finishHostedPageTask: Task<"finish-hosted-page"> = ({ shopId, ...about }, { clock }) =>
  finishHostedPage(shopId, about, clock());
