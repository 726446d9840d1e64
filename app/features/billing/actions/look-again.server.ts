import { z } from "zod";
import { lookAgain } from "~/features/billing/charging/decide.service.server";
import { isUndecided } from "~/features/order-schedule/attempt-status";
import { defineOrderAction } from "./order-action";

/** Ask the gateway what came of a charge. */
export const gatewayLook = defineOrderAction("look", {
  label: "Ask the gateway again",
  isOffered: (order) => order.hasGateway && isUndecided(order),
  dialog: () => ({
    title: "Ask the gateway again?",
    lines: [
      "What the gateway knows of the charge is recorded. If the charge has not arrived there, the same one is sent again, unless the contract has ended or has another payment method since: the customer pays once at most.",
    ],
    confirm: "Ask the gateway",
  }),
  body: z.object({}),
  run: lookAgain,
  done: { look: "The gateway was asked" },
});
