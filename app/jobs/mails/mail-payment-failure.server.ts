import { sendPaymentFailureNotice } from "~/features/notices/payment-failure.service.server";
import type { Task } from "~/jobs/task/task";

export const mailPaymentFailureTask: Task<"mail-payment-failure"> = (payload, { clock }) =>
  sendPaymentFailureNotice(payload, clock());
