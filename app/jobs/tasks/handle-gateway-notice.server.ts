import { finishHostedPage } from "~/features/billing/hosted/hosted-pages.service.server";
import { handleNotice } from "~/features/billing/notices/notices.service.server";
import type { Task } from "~/jobs/task/task";

/** What follows from a gateway's notice; throws while another process has the order, so that the queue comes back to it. */
export const handleGatewayNotice: Task<"handle-gateway-notice"> = (which, { clock }) =>
  handleNotice(which, clock());

/** The same of the test gateway, which tells it without a notice. */
export const finishHostedPageTask: Task<"finish-hosted-page"> = ({ shopId, ...about }, { clock }) =>
  finishHostedPage(shopId, about, clock());
