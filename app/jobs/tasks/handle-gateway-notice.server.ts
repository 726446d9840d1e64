import { handleNotice } from "~/features/billing/notices/notices.service.server";
import type { Task } from "~/jobs/tasks/task";

/** What follows from a gateway's notice; throws while another process has the order, so that the queue comes back to it. */
export const handleGatewayNotice: Task<"handle-gateway-notice"> = (which, { clock }) =>
  handleNotice(which, clock());
