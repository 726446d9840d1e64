import { z } from "zod";
import { contractEditForms } from "~/features/contract-actions/contract-edits.endpoints.server";
import { defineStaffAct } from "~/features/contract-actions/staff-act.server";
import { cancellationSchema } from "~/features/contracts/cancellation";
import {
  skipContractOrder,
  unskipContractOrder,
  updateBillingInterval,
  updateNextDay,
  updateStatus,
} from "~/features/contracts/contract-lifecycle.service.server";
import { submitSendOfContract } from "~/features/portal-access/issued-links.endpoints.server";
import { pageAction } from "~/http/faces.server";
import { INTERVALS } from "~db/schema/intervals";

const attemptId = z.coerce.number().int();
const toDay = z.iso.date({ error: "Choose a day." });

/** All forms of the contract page, told apart by `intent`. */
export const contractPageAction = pageAction({
  ...contractEditForms,
  send_link: submitSendOfContract,
  pause: defineStaffAct({
    act: "pause",
    body: z.object({}),
    run: (caller, which) => updateStatus(caller, { ...which, status: "PAUSED" }),
  }),
  resume: defineStaffAct({
    act: "resume",
    body: z.object({}),
    run: (caller, which) => updateStatus(caller, { ...which, status: "ACTIVE" }),
  }),
  reactivate: defineStaffAct({
    act: "reactivate",
    body: z.object({}),
    run: (caller, which) => updateStatus(caller, { ...which, status: "ACTIVE" }),
  }),
  cancel: defineStaffAct({
    act: "cancel",
    body: cancellationSchema,
    run: (caller, which, cancellation) =>
      updateStatus(caller, { ...which, status: "CANCELLED", cancellation }),
  }),
  date: defineStaffAct({
    act: "date",
    body: z.object({ nextBillingDate: toDay }),
    run: (caller, which, { nextBillingDate: day }) => updateNextDay(caller, { ...which, day }),
  }),
  frequency: defineStaffAct({
    act: "frequency",
    body: z.object({
      interval: z.enum(INTERVALS, { error: "Choose a unit." }),
      intervalCount: z.coerce
        .number({ error: "Use a whole number." })
        .int("Use a whole number.")
        .min(1, "Use at least 1."),
    }),
    run: (caller, which, { interval, intervalCount }) =>
      updateBillingInterval(caller, { ...which, interval, intervalCount }),
  }),
  skip: defineStaffAct({
    act: "skip",
    body: z.object({ attemptId }),
    run: (caller, which, order) => skipContractOrder(caller, { ...which, ...order }),
  }),
  unskip: defineStaffAct({
    act: "unskip",
    body: z.object({ attemptId }),
    run: (caller, which, order) => unskipContractOrder(caller, { ...which, ...order }),
  }),
});
