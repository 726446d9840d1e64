import { z } from "zod";
import { markPaid } from "~/features/billing/charging/decide.service.server";
import { isUndecided } from "~/features/order-schedule/attempt-status";
import { defineOrderAction } from "./order-action";

/** Record a payment that the merchant has found in the gateway's own books. */
export const paidMark = defineOrderAction("mark_paid", {
  label: "Mark as paid",
  isOffered: (order) => order.hasGateway && isUndecided(order),
  dialog: ({ total }) => ({
    title: `Mark ${total} as paid?`,
    lines: [
      "Do this only if you see the payment in the gateway’s own books. The gateway is asked once more; if it still cannot say, the order is made as paid.",
    ],
    confirm: "Mark as paid",
    fields: { kind: "reference" },
  }),
  body: z.object({
    reference: z
      .string({ error: "Enter the gateway’s reference." })
      .trim()
      .min(1, "Enter the gateway’s reference.")
      .max(255, "At most 255 characters."),
  }),
  run: (caller, attemptId, { reference }) => markPaid(caller, attemptId, reference),
  done: { mark_paid: "Order marked as paid" },
});
