import { mailPaymentFailure } from "~/features/billing/dunning/failure-mail.service.server";
import type { Task } from "~/jobs/task/task";

export const mailPaymentFailureTask: Task<"mail-payment-failure"> = (payload, { clock }) =>
  mailPaymentFailure(payload, clock());
