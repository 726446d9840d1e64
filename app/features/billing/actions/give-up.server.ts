import { z } from "zod";
import { giveUpOrder } from "~/features/billing/charging/decide.service.server";
import { isUndecided, isUnpaid } from "~/features/order-schedule/attempt-status";
import { defineOrderAction } from "./order-action";

/** Skip an order that could not be charged. */
export const orderGivenUp = defineOrderAction("give_up", {
  label: "Give up",
  isQuiet: true,
  isOffered: (order) => order.hasGateway && (isUnpaid(order) || isUndecided(order)),
  dialog: ({ title, total }) => ({
    title: `Give up ${title}?`,
    lines: [
      `${total} will not be charged, and the order is skipped. The contract goes on with its next order.`,
      "Should the gateway report the money later, the order is recorded as paid all the same.",
    ],
    confirm: "Give up order",
    isHarsh: true,
  }),
  body: z.object({}),
  run: giveUpOrder,
  done: { give_up: "Order given up" },
});
