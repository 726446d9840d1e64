import { z } from "zod";
import { resendFailureMail } from "~/features/billing/dunning/failure-mail.service.server";
import { isUnpaid } from "~/features/order-schedule/attempt-status";
import { defineOrderAction, seenField } from "./order-action";

/** Send the mail about a failed payment once more. */
export const mailResending = defineOrderAction("mail", {
  label: "Send the mail again",
  isOffered: (order) => isUnpaid(order) && order.isMailable,
  dialog: ({ customer, resentMails }) => ({
    title: "Send the mail again?",
    lines: [`${customer} is told once more that the payment failed, with a new link to fix it.`],
    confirm: "Send mail",
    seen: resentMails,
  }),
  body: z.object({ seen: seenField }),
  run: (caller, attemptId, { seen }) => resendFailureMail(caller, attemptId, seen),
  done: { mail: "Mail sent" },
});
