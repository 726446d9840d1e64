import { finishHostedPage } from "~/features/billing/hosted/hosted-pages.service.server";
import { handleNotice } from "~/features/billing/notices/notices.service.server";
import type { Task } from "~/jobs/task/task";

/** Handles a gateway's webhook; tried later while another process has the order. */
export const handleGatewayNotice: Task<"handle-gateway-notice"> = (which, { clock }) =>
  handleNotice(which, clock());

/** The same for the test gateway, which reports without a webhook. */
export const finishHostedPageTask: Task<"finish-hosted-page"> = ({ shopId, ...about }, { clock }) =>
  finishHostedPage(shopId, about, clock());
