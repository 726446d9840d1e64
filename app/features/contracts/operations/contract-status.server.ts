import { z } from "zod";
import { type Cancellation, cancellationSchema } from "~/features/contracts/change/cancellation";
import type { ContractState } from "~/features/contracts/change/contract-change";
import {
  changeStatus,
  missingCycles,
  REQUESTED_STATUSES,
  type RequestedStatus,
} from "~/features/contracts/change/contract-status";
import { mayAskFor } from "~/features/contracts/change/contract-transitions";
import { withStatus } from "~/features/contracts/change/order-plan";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { listUnderWay, toName, toNextDate } from "~/features/contracts/operations/definition/dialog-texts";
import { truthField } from "~/features/contracts/operations/definition/form-fields";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import type { DialogContext, StaffDialogView } from "~/features/contracts/operations/definition/staff-dialog";
import { STAFF_REASONS } from "~/features/contracts/staff-reasons";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { enumValue, required, textOfForm } from "~/http/request/query-parameters";
import { formatOrders } from "~/lib/format";
import { MAX_LINE_OF_TEXT, MAX_NOTE } from "~/lib/limits";
import { invalidRequest } from "~/lib/problem";
import { withProductsMoved } from "./called-off-orders.server";

/** @field isUndo ACTIVE undoes a pause: orders get back their days, even one less than 24 h ahead */
type WantedStatus = { status: RequestedStatus; cancellation?: Cancellation; isUndo?: boolean };

const SWITCHES = { ACTIVE: "resume", PAUSED: "pause", CANCELLED: "cancel" } as const;

/** A form with nothing but a button to confirm. */
const toStatus = (status: RequestedStatus) => z.object({}).transform(() => ({ status }));

/** Pause, resume, cancel or reactivate. Rule and refusals: `changeStatus`. */
export const contractStatus = defineContractOperation<
  WantedStatus,
  "paused" | "resumed" | "reactivated" | "cancelled"
>({
  // The contract's status decides whether this resumes it or undoes a cancellation.
  customerSwitch: ({ contract }, { status }) =>
    status === "ACTIVE" && contract.status !== "PAUSED" ? "reactivate" : SWITCHES[status],
  change(state, { status, cancellation, isUndo }, { clock, isCustomer }) {
    const change = changeStatus(state, status, clock, { isCustomer, cancellation, isUndo });
    return status === "CANCELLED" ? change : withProductsMoved(state, change);
  },
  portalForms: {
    status: {
      operationId: "portalChangeStatus",
      body: z.object({
        status: z.enum(REQUESTED_STATUSES).exclude(["CANCELLED"]),
        isUndo: truthField.optional(),
      }),
      offer: "PAUSE",
      outcome({ status }, { contract }) {
        if (status === "PAUSED") return { done: "paused" };
        return { done: contract.status === "PAUSED" ? "resumed" : "reactivated" };
      },
      undo: {
        paused: { behind: "resume", fields: { status: "ACTIVE", isUndo: "true" } },
        resumed: { behind: "pause", fields: { status: "PAUSED" } },
      },
    },
    // The second step of cancelling. The form sends the id of a reason; the merchant's text of it is stored.
    cancel: {
      operationId: "portalCancel",
      body: z
        .object({ reason: z.string().max(100), comment: cancellationSchema.shape.feedback })
        .transform(({ reason, comment }) => ({
          status: "CANCELLED" as const,
          cancellation: { reason, feedback: comment || undefined },
        })),
      // Where cancelling is switched on, `forbidden` has only one reason: it is too early.
      refusals: { forbidden: "min_cycles" },
      labelOf: ({ cancel }) => ({ comment: cancel.comment, reason: cancel.why }),
      complete({ status, cancellation }, { reasons }) {
        const chosen = reasons.find(({ id }) => id === cancellation?.reason);
        if (!chosen)
          throw invalidRequest([
            { pointer: "/reason", code: "required", detail: "Give one of the reasons." },
          ]);
        return { status, cancellation: { ...cancellation, reason: chosen.text } };
      },
      outcome: () => ({ done: "cancelled" }),
    },
  },
  staffForms: {
    pause: toStatus("PAUSED"),
    resume: toStatus("ACTIVE"),
    reactivate: toStatus("ACTIVE"),
    cancel: cancellationSchema.transform((cancellation) => ({
      status: "CANCELLED" as const,
      cancellation,
    })),
  },
  staffDialogs: {
    pause: {
      done: "Contract paused",
      button: { at: "head", label: "Pause", isOffered: ({ status }) => mayAskFor(status, "PAUSED") },
      view(state, { clock }) {
        changeStatus(state, "PAUSED", clock, STAFF);
        const waiting = countOrders(withStatus(state.attempts, "QUEUED").length);
        return {
          title: `Pause ${toName(state)}?`,
          lines: [
            `${waiting} will wait until it is resumed, and nothing is charged.`,
            ...listUnderWay(state),
          ],
          confirm: "Pause contract",
        };
      },
    },
    resume: {
      done: "Contract resumed",
      button: { at: "head", label: "Resume", isOffered: ({ status }) => status === "PAUSED" },
      view: (state, context) => toStart(state, context, "Resume"),
    },
    reactivate: {
      done: "Contract reactivated",
      button: {
        at: "head",
        label: "Reactivate",
        isOffered: ({ status }) => status !== "PAUSED" && mayAskFor(status, "ACTIVE"),
      },
      view: (state, context) => toStart(state, context, "Reactivate"),
    },
    cancel: {
      done: "Contract cancelled",
      button: {
        at: "head",
        label: "Cancel contract",
        isOffered: ({ status }) => mayAskFor(status, "CANCELLED"),
      },
      isHarsh: true,
      keep: "Keep contract",
      view(state, { clock }) {
        changeStatus(state, "CANCELLED", clock, STAFF);
        const missing = missingCycles(state);
        return {
          title: `Cancel ${toName(state)}?`,
          lines: [
            `${countOrders(withStatus(state.attempts, "QUEUED", "PARKED").length)} will be cancelled.`,
            ...(missing > 0 ? [`The customer agreed to ${countOrders(missing)} more.`] : []),
            ...listUnderWay(state),
            "It can be reactivated later.",
          ],
          confirm: "Cancel contract",
          rows: [
            [
              {
                kind: "select",
                name: "reason",
                label: "Reason",
                options: STAFF_REASONS.map((value) => ({ value, label: value || "No reason given" })),
              },
            ],
            [{ kind: "prose", name: "feedback", label: "Note", rows: 2, maxLength: MAX_NOTE }],
          ],
        };
      },
    },
  },
});

const STAFF = { isCustomer: false };

const countOrders = (count: number): string => (count === 0 ? "No order" : formatOrders(count));

function toStart(
  state: ContractState,
  { clock, format }: DialogContext,
  verb: "Resume" | "Reactivate",
): StaffDialogView {
  const next = toNextDate(changeStatus(state, "ACTIVE", clock, STAFF), format);
  return {
    title: `${verb} ${toName(state)}?`,
    lines: [`The next order will be made on ${next}.`],
    confirm: `${verb} contract`,
  };
}

export const updateContractStatus = contractStatus.json({
  name: "updateContractStatus",
  path: "subscription-contracts-update-status",
  summary: "Pause, resume, cancel or reactivate a contract",
  description:
    "Pausing parks the upcoming orders; ACTIVE plans them again on the first dates more than 24 hours ahead. Customers may not cancel before `minCycles` orders. With CANCELLED, the body may give the reason.",
  method: "PUT",
  query: z.object({
    contractId,
    status: required(enumValue(REQUESTED_STATUSES, { description: "The new status." })),
  }),
  body: cancellationSchema.optional(),
  bodyExample: { reason: "I have too much of it", feedback: "Twice a year would be enough." },
  problems: ["conflict", "forbidden", "switched_off"],
  read: ({ query, body }) => ({ ...query, cancellation: body }),
});

const reasonParameter = (most: number, description: string) =>
  textOfForm(new RegExp(`^.{1,${most}}$`, "su"), `Use at most ${most} characters.`, { description });

const reasons = inQueryOrBody(
  z.object({
    cancellationFeedback: reasonParameter(MAX_LINE_OF_TEXT, "The reason for cancelling."),
    cancellationNote: reasonParameter(MAX_NOTE, "Further details of the reason."),
  }),
  [],
);

/** The same under the name that existing clients use (wire.md §4). */
export const cancelContract = contractStatus.json({
  name: "cancelContract",
  path: "subscription-contracts/{contractId}",
  summary: "Cancel a contract",
  description: "Same as update-status with CANCELLED. The reason may be in the query or in a JSON body.",
  method: "DELETE",
  params: z.object({ contractId }),
  ...reasons.declared,
  bodyExample: { cancellationFeedback: "I have too much of it" },
  problems: ["conflict", "forbidden", "switched_off"],
  read({ params, ...sent }) {
    const { cancellationFeedback: reason, cancellationNote: feedback } = reasons.read(sent);
    return { ...params, status: "CANCELLED", cancellation: { reason, feedback } };
  },
});
