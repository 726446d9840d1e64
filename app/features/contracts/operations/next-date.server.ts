import { z } from "zod";
import {
  changeNextDate,
  requireCustomersDay,
  toCustomersDays,
} from "~/features/contracts/change/order-dates";
import { atSameTimeOn } from "~/features/contracts/change/order-plan";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { contractId } from "~/features/contracts/operations/parameters";
import { exactInstant, required } from "~/http/request/query-parameters";
import { toDayString } from "~/lib/format";

/** An instant, or a day (`YYYY-MM-DD` of the shop's calendar) on which the order keeps its time of day. */
type WantedDate = { nextBillingDate: Date } | { day: string };

/**
 * Changes the date of the next order. Customers choose a day, from tomorrow on and within a year. Rules and refusals:
 * `changeNextDate`, `requireCustomersDay`.
 */
export const nextDate = defineContractOperation<WantedDate, "rescheduled">({
  customerSwitch: "reschedule",
  canBeUndone: true,
  change(state, wanted, { clock, isCustomer }) {
    if ("nextBillingDate" in wanted)
      return withProductsMoved(state, changeNextDate(state, wanted.nextBillingDate, clock));
    if (isCustomer) requireCustomersDay(wanted.day, clock);
    const at = atSameTimeOn(wanted.day, state.contract.nextBillingDate ?? clock.now, clock.timeZone);
    return withProductsMoved(state, changeNextDate(state, at, clock));
  },
  portalForms: {
    reschedule: {
      operationId: "portalReschedule",
      summary: "Choose another day for the next order",
      body: z.object({ date: z.iso.date() }).transform(({ date }) => ({ day: date })),
      outcome: (_wanted, { contract }, { now, timeZone }) => ({
        done: "rescheduled",
        undo: toDayString(contract.nextBillingDate ?? now, timeZone),
      }),
      undo: {
        // A day that may no longer be chosen cannot be restored.
        rescheduled: (date, clock) => (date < toCustomersDays(clock).first ? null : { fields: { date } }),
      },
    },
  },
  staffForms: {
    date: z
      .object({ nextBillingDate: z.iso.date({ error: "Choose a day." }) })
      .transform(({ nextBillingDate }) => ({ day: nextBillingDate })),
  },
});

export const updateContractNextDate = nextDate.json({
  name: "updateContractNextDate",
  path: "subscription-contracts-update-billing-date",
  summary: "Set the date of the next order",
  description: "The later orders follow, counted from it.",
  method: "PUT",
  query: z.object({
    contractId,
    nextBillingDate: required(exactInstant({ description: "When the next order is to be made." })),
  }),
  problems: ["conflict"],
  read: ({ query }) => query,
});
