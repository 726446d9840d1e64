import { z } from "zod";
import type { ContractState } from "~/features/contracts/change/contract-change";
import {
  changeNextDate,
  requireActive,
  requireCustomersDay,
  toCustomersDays,
} from "~/features/contracts/change/order-dates";
import { atSameTimeOn, type ShopClock, toSchedule, withStatus } from "~/features/contracts/change/order-plan";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { listUnderWay, toName } from "~/features/contracts/operations/definition/dialog-texts";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { exactInstant, required } from "~/http/request/query-parameters";
import { toDayString } from "~/lib/format";
import { calendarDay, calendarInstant } from "~/lib/schemas/calendar-day";

/**
 * An instant, or a day (`YYYY-MM-DD` of the shop's calendar) on which the order keeps its time of day. An undo also
 * gives what later orders were counted from, and the slot that the order replaced if it had been moved; a
 * `countedFrom` after the order is not from its plan.
 */
type WantedDate = { nextBillingDate: Date } | { day: string; countedFrom?: Date; slot?: Date; again?: "1" };

/** Marks the undo of an undo: it goes to the newer plan again, in which no order keeps a slot of the former one. */
const AGAIN = "again";

/** The value that undoes a customer's new date: the former day, what later orders were counted from, and its slot. */
export function toFormerDate({ contract, attempts }: ContractState, { now, timeZone }: ShopClock): string {
  const { start } = toSchedule(contract, now);
  const [next] = withStatus(attempts, "QUEUED");
  return [
    toDayString(contract.nextBillingDate ?? now, timeZone),
    start.toISOString(),
    ...(next?.slot ? [next.slot.toISOString()] : []),
  ].join(" ");
}

/** The form fields of that undo. @returns null for a day that may no longer be chosen: it cannot be restored */
export function findFormerDate(former: string, clock: ShopClock): { fields: Record<string, string> } | null {
  const parts = former.split(" ");
  const [date = "", countedFrom, slot] = parts.filter((part) => part !== AGAIN);
  if (date < toCustomersDays(clock).first) return null;
  return {
    fields: {
      date,
      ...(countedFrom && { countedFrom }),
      ...(slot && { slot }),
      ...(parts.includes(AGAIN) && { again: "1" }),
    },
  };
}

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
    const { countedFrom, slot = null, again } = wanted;
    if (!countedFrom) return withProductsMoved(state, changeNextDate(state, at, clock));
    if (isCustomer && slot && slot > at) requireCustomersDay(toDayString(slot, clock.timeZone), clock);
    const start = countedFrom <= (slot ?? at) ? countedFrom : at;
    return withProductsMoved(
      state,
      changeNextDate(state, at, clock, { countedFrom: start, slot, isUndo: !again }),
    );
  },
  portalForms: {
    reschedule: {
      operationId: "portalReschedule",
      body: z
        .object({
          date: calendarDay(),
          countedFrom: calendarInstant().optional(),
          slot: calendarInstant().optional(),
          again: z.literal("1").optional(),
        })
        .transform(({ date, ...undo }) => ({ day: date, ...undo })),
      fieldOf: { nextBillingDate: "date" },
      checkOf: { date: "date" },
      labelOf: ({ reschedule }) => ({ date: reschedule.field }),
      outcome(wanted, before, clock) {
        const isUndo = "countedFrom" in wanted && wanted.countedFrom !== undefined && !wanted.again;
        return { done: "rescheduled", undo: `${toFormerDate(before, clock)}${isUndo ? ` ${AGAIN}` : ""}` };
      },
      undo: { rescheduled: findFormerDate },
    },
  },
  staffForms: {
    date: z
      .object({ nextBillingDate: calendarDay() })
      .transform(({ nextBillingDate }) => ({ day: nextBillingDate })),
  },
  staffDialogs: {
    date: {
      done: "Next order date changed",
      button: { at: "head", label: "Change next date", isOffered: ({ status }) => status === "ACTIVE" },
      view(state, { clock, format }) {
        requireActive(state);
        // While an order is being placed, the next date is still that order's; the next planned order is moved.
        const [queued] = withStatus(state.attempts, "QUEUED");
        const next = queued?.billingDate ?? state.contract.nextBillingDate;
        return {
          title: `When is the next order of ${toName(state)}?`,
          lines: [
            next
              ? `It is planned for ${format.dateTime(next)}. The orders after it follow, counted from the new date at the same time of day.`
              : "The orders after it follow, counted from the new date.",
            ...listUnderWay(state),
          ],
          confirm: "Move next order",
          rows: [
            [
              {
                kind: "day",
                name: "nextBillingDate",
                label: "Date of the next order",
                initial: toDayString(next ?? clock.now, clock.timeZone),
                least: toDayString(clock.now, clock.timeZone),
              },
            ],
          ],
        };
      },
    },
  },
});

export const updateContractNextDate = nextDate.json({
  name: "updateContractNextDate",
  path: "subscription-contracts-update-billing-date",
  summary: "Set the date of the next order",
  description: "The dates of later orders are counted from it.",
  method: "PUT",
  query: z.object({
    contractId,
    nextBillingDate: required(exactInstant({ description: "The new date of the next order." })),
  }),
  problems: ["conflict"],
  read: ({ query }) => query,
});
