import type { PrincipalShop } from "~/access/principal";
import type {
  DialogFields,
  DialogView,
  StaffAction,
} from "~/features/contract-page/dialogs/contract-actions";
import type { ContractFormat } from "~/features/contract-page/history/activity-timeline";
import { toContractFormat } from "~/features/contract-page/history/contract-format";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import {
  changeStatus,
  missingCycles,
  type RequestedStatus,
} from "~/features/contracts/change/contract-status";
import { requireActive, skipOrder, unskipOrder } from "~/features/contracts/change/order-dates";
import { type ShopClock, toPaidSlot, withStatus } from "~/features/contracts/change/order-plan";
import { formatFrequency, formatOrders, toDayString } from "~/lib/format";
import { ProblemError } from "~/lib/problem";

/**
 * The dialog of an action. Its effect is computed by running the rule on the contract as it is, without writing; if the
 * rule refuses, the dialog shows the reason.
 *
 * @returns null for an unknown contract, or an action on an order that it does not have
 */
export async function findDialog(
  shop: PrincipalShop,
  contractId: number,
  { action, attemptId }: { action: StaffAction; attemptId: number | null },
  now: Date,
): Promise<DialogView | null> {
  const state = await findContractState(shop.id, contractId, now, attemptId ?? undefined);
  if (!state) return null;
  const order = state.attempts.find(({ id }) => id === attemptId);
  if ((action === "skip" || action === "unskip") && !order) return null;
  const format = toContractFormat(shop.timeZone, state.contract.currencyCode);
  const clock = { now, timeZone: shop.timeZone };
  const shared = { action, version: state.contract.version, attemptId };
  try {
    const words = toText(action, state, attemptId ?? 0, clock, format);
    return { ...shared, refusal: null, isHarsh: action === "cancel", ...words };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const plain = { title: "This cannot be done", confirm: "", fields: { kind: "none" } as const };
    return { ...shared, ...plain, isHarsh: false, lines: [error.detail], refusal: error.detail };
  }
}

type DialogText = { title: string; lines: string[]; confirm: string; fields: DialogFields };

const NONE = { kind: "none" } as const;

function toText(
  action: StaffAction,
  state: ContractState,
  attemptId: number,
  clock: ShopClock,
  format: ContractFormat,
): DialogText {
  const { contract } = state;
  const name = `contract ${contract.subscriptionContractId}`;
  const statusChange = (wanted: RequestedStatus) => changeStatus(state, wanted, clock, { isCustomer: false });
  switch (action) {
    case "pause":
      statusChange("PAUSED");
      return {
        title: `Pause ${name}?`,
        lines: [
          `${countOrders(withStatus(state.attempts, "QUEUED").length)} will wait until it is resumed, and nothing is charged.`,
          ...underWay(state),
        ],
        confirm: "Pause contract",
        fields: NONE,
      };
    case "resume":
    case "reactivate":
      return {
        title: `${action === "resume" ? "Resume" : "Reactivate"} ${name}?`,
        lines: [`The next order will be made on ${toNextDate(statusChange("ACTIVE"), format)}.`],
        confirm: action === "resume" ? "Resume contract" : "Reactivate contract",
        fields: NONE,
      };
    case "cancel":
      statusChange("CANCELLED");
      return {
        title: `Cancel ${name}?`,
        lines: [
          `${countOrders(withStatus(state.attempts, "QUEUED", "PARKED").length)} will be cancelled.`,
          ...(missingCycles(state) > 0
            ? [`The customer agreed to ${countOrders(missingCycles(state))} more.`]
            : []),
          ...underWay(state),
          "It can be reactivated later.",
        ],
        confirm: "Cancel contract",
        fields: { kind: "reason" },
      };
    case "date": {
      requireActive(state);
      // While an order is being placed, the next date is still that order's; the next planned order is moved.
      const [queued] = withStatus(state.attempts, "QUEUED");
      const next = queued?.billingDate ?? contract.nextBillingDate;
      return {
        title: `When is the next order of ${name}?`,
        lines: [
          next
            ? `It is planned for ${format.dateTime(next)}. The orders after it follow, counted from the new date at the same time of day.`
            : "The orders after it follow, counted from the new date.",
          ...underWay(state),
        ],
        confirm: "Move next order",
        fields: {
          kind: "date",
          day: toDayString(next ?? clock.now, clock.timeZone),
          least: toDayString(clock.now, clock.timeZone),
        },
      };
    }
    case "frequency":
      requireEditable(state);
      return {
        title: `How often is ${name} billed?`,
        lines: [
          `Now: ${formatFrequency(contract.billingInterval, contract.billingIntervalCount).toLowerCase()}. ${
            state.lastPaid
              ? `The next order is counted from the last paid one, of ${format.date(toPaidSlot(state.lastPaid, clock.timeZone))}, and is more than a day ahead.`
              : "Later orders are rescheduled from there."
          }`,
          ...(state.lines.some(({ sellingPlanId }) => sellingPlanId !== null)
            ? [
                "Products under a selling plan change to their group’s plan of that frequency, at its price. Where there is none they cost what they do without a plan.",
              ]
            : []),
          ...underWay(state),
        ],
        confirm: "Change frequency",
        fields: {
          kind: "frequency",
          interval: contract.billingInterval,
          intervalCount: contract.billingIntervalCount,
        },
      };
    case "skip":
    case "unskip": {
      const order = state.attempts.find(({ id }) => id === attemptId);
      const date = order ? format.date(order.billingDate) : "";
      const change =
        action === "skip" ? skipOrder(state, attemptId, clock) : unskipOrder(state, attemptId, clock);
      return {
        title: action === "skip" ? `Skip the order of ${date}?` : `Plan the order of ${date} again?`,
        lines: [`The next order of ${name} will then be made on ${toNextDate(change, format)}.`],
        confirm: action === "skip" ? "Skip order" : "Plan order",
        fields: NONE,
      };
    }
  }
}

const countOrders = (count: number): string => (count === 0 ? "No order" : formatOrders(count));

const underWay = ({ attempts }: ContractState): string[] => [
  ...(withStatus(attempts, "PROCESSING").length > 0
    ? ["One order is being placed right now and will still go through."]
    : []),
  ...(withStatus(attempts, "UNKNOWN").length > 0
    ? ["One order was sent to the payment gateway, which has not said yet whether it was charged."]
    : []),
];

function toNextDate({ contract }: ContractChange, format: ContractFormat): string {
  const next = contract?.nextBillingDate;
  return next ? format.date(next) : "no date: the contract ends before";
}
