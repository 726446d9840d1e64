import { z } from "zod";
import {
  changeNextDate,
  requireCustomersDay,
  requireLaterDay,
} from "~/features/contracts/change/order-dates";
import { atSameTimeOn } from "~/features/contracts/change/order-plan";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { calendarDay } from "~/lib/schemas/calendar-day";
import { findFormerDate, toFormerDate } from "./next-date.server";

/**
 * A pause that ends by itself: there is no order before a given day (`YYYY-MM-DD` of the shop's calendar), the next one
 * is on that day, and later ones follow (docs/decisions/061). Rules and refusals: `changeNextDate`, `requireLaterDay`.
 */
export const pauseUntil = defineContractOperation<{ day: string }, "paused_until">({
  customerSwitch: "pause",
  change(state, { day }, { clock }) {
    requireCustomersDay(day, clock);
    requireLaterDay(state, day, clock);
    const at = atSameTimeOn(day, state.contract.nextBillingDate ?? clock.now, clock.timeZone);
    return withProductsMoved(state, changeNextDate(state, at, clock));
  },
  portalForms: {
    "pause-until": {
      operationId: "portalPauseUntil",
      body: z.object({ date: calendarDay() }).transform(({ date }) => ({ day: date })),
      fieldOf: { nextBillingDate: "date" },
      checkOf: { date: "date" },
      labelOf: ({ reschedule }) => ({ date: reschedule.field }),
      outcome: (_wanted, before, clock) => ({ done: "paused_until", undo: toFormerDate(before, clock) }),
      undo: {
        // Going back to an earlier day is a change of date, not a pause.
        paused_until(former, clock) {
          const undo = findFormerDate(former, clock);
          return undo && { ...undo, intent: "reschedule", behind: "reschedule" };
        },
      },
    },
  },
});
