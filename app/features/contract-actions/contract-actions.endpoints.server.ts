import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Act } from "~/features/contract-actions/contract-actions";
import type { ChangedContract } from "~/features/contracts/contract-change.service.server";
import {
  skipContractOrder,
  unskipContractOrder,
  updateBillingInterval,
  updateNextDay,
  updateStatus,
} from "~/features/contracts/contract-lifecycle.service.server";
import { type OperationCaller, toContractCaller } from "~/features/contracts/contract-operation.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { pageAction } from "~/http/faces.server";
import { notFound } from "~/http/problem";
import { INTERVALS } from "~db/schema/intervals";

const params = z.object({ contractId: z.string() });
const version = z.coerce.number().int();
const attemptId = z.coerce.number().int();

/**
 * A form of the contract page. It carries the version its words were about, so that what somebody else has changed
 * meanwhile is refused and not overwritten; afterwards the page says what was done.
 */
function defineStaffAct<B extends z.ZodRawShape>({
  act,
  body,
  run,
}: {
  act: Act;
  body: B;
  run(
    caller: OperationCaller,
    which: { contractId: number; expectedVersion: number },
    body: z.output<z.ZodObject<B>>,
  ): Promise<ChangedContract>;
}) {
  return defineEndpoint({
    operationId: `staffContract_${act}`,
    summary: `Contract page: ${act}`,
    method: "POST",
    access: { staff: "editor" },
    params,
    body: z.intersection(z.object({ version }), z.object(body)),
    handler: async ({ principal, params: { contractId: given }, body: input, context }) => {
      const contractId = Number(/^\d{1,15}$/.exec(given)?.[0] ?? Number.NaN);
      if (Number.isNaN(contractId)) throw notFound("There is no such contract.");
      const which = { contractId, expectedVersion: input.version };
      await run(toContractCaller(principal, context), which, input as z.output<z.ZodObject<B>>);
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done: act });
      return redirect(`/admin/contracts/${contractId}?${search}`, 303);
    },
  });
}

const toDay = z.iso.date({ error: "Choose a day." });

export const contractPageAction = pageAction({
  pause: defineStaffAct({
    act: "pause",
    body: {},
    run: (caller, which) => updateStatus(caller, { ...which, status: "PAUSED" }),
  }),
  resume: defineStaffAct({
    act: "resume",
    body: {},
    run: (caller, which) => updateStatus(caller, { ...which, status: "ACTIVE" }),
  }),
  reactivate: defineStaffAct({
    act: "reactivate",
    body: {},
    run: (caller, which) => updateStatus(caller, { ...which, status: "ACTIVE" }),
  }),
  cancel: defineStaffAct({
    act: "cancel",
    body: {
      reason: z.string().trim().max(255, "Use at most 255 characters.").optional(),
      feedback: z.string().trim().max(5000, "Use at most 5,000 characters.").optional(),
    },
    run: (caller, which, cancellation) =>
      updateStatus(caller, { ...which, status: "CANCELLED", cancellation }),
  }),
  date: defineStaffAct({
    act: "date",
    body: { nextBillingDate: toDay },
    run: (caller, which, { nextBillingDate: day }) => updateNextDay(caller, { ...which, day }),
  }),
  frequency: defineStaffAct({
    act: "frequency",
    body: {
      interval: z.enum(INTERVALS, { error: "Choose a unit." }),
      intervalCount: z.coerce
        .number({ error: "Use a whole number." })
        .int("Use a whole number.")
        .min(1, "Use at least 1."),
    },
    run: (caller, which, { interval, intervalCount }) =>
      updateBillingInterval(caller, { ...which, interval, intervalCount }),
  }),
  skip: defineStaffAct({
    act: "skip",
    body: { attemptId },
    run: (caller, which, order) => skipContractOrder(caller, { ...which, ...order }),
  }),
  unskip: defineStaffAct({
    act: "unskip",
    body: { attemptId },
    run: (caller, which, order) => unskipContractOrder(caller, { ...which, ...order }),
  }),
});
