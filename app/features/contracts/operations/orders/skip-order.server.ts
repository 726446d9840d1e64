import { z } from "zod";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import {
  unskipOrder as toRestoredOrder,
  skipOrder as toSkippedOrder,
} from "~/features/contracts/change/order-dates";
import { isOnSchedule, type ShopClock, toSchedule, withStatus } from "~/features/contracts/change/order-plan";
import {
  listOneTimeProductsOf,
  moveOneTimeProducts,
} from "~/features/contracts/one-time-products/move-products.repo.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { toName, toNextDate } from "~/features/contracts/operations/definition/dialog-texts";
import { idField, truthField } from "~/features/contracts/operations/definition/form-fields";
import type { StaffDialog } from "~/features/contracts/operations/definition/staff-dialog";
import { deleteEmptyAttempt, findNextPlanned } from "~/features/order-schedule/billing-attempts.repo.server";
import { getOrderPlace, orderNotFound } from "~/features/order-schedule/order-place.service.server";
import { UPCOMING_ATTEMPTS } from "~/features/order-schedule/upcoming-attempts";
import { inQueryOrBody } from "~/http/request/query-or-body";
import type { Queryable } from "~db/client.server";
import { ofOrder, subscriptionContractId, toAnswerOf } from "./order-answer.server";

type WantedSkip = { attemptId: number; skip: boolean };

/** Skip one order, or unskip it. Rules and refusals: `skipOrder`, `unskipOrder`; not_found. */
export const orderSkip = defineContractOperation<WantedSkip, "skipped" | "unskipped">({
  customerSwitch: "skip",
  orderOf: ({ attemptId }) => attemptId,
  change(state, { attemptId, skip }, { clock, tx }) {
    if (!state.attempts.some(({ id }) => id === attemptId)) throw orderNotFound();
    return skip ? leaveOut(tx, state, attemptId, clock) : takeBack(state, attemptId, clock);
  },
  portalForms: {
    skip: {
      operationId: "portalSkipOrder",
      body: z
        .object({ attempt: idField, skip: truthField })
        .transform(({ attempt, skip }) => ({ attemptId: attempt, skip })),
      offer: "SKIP",
      outcome: ({ attemptId, skip }) => ({ done: skip ? "skipped" : "unskipped", undo: String(attemptId) }),
      undo: {
        skipped: (attempt) => ({ fields: { attempt, skip: "false" } }),
        unskipped: (attempt) => ({ fields: { attempt, skip: "true" } }),
      },
    },
  },
  staffForms: { skip: toSkip(true), unskip: toSkip(false) },
  staffDialogs: {
    skip: {
      done: "Order skipped",
      button: {
        at: "order",
        label: "Skip",
        isOffered: ({ status }, order) => status === "ACTIVE" && order.status === "QUEUED",
      },
      view: toDialog(true),
    },
    unskip: {
      done: "Order unskipped",
      button: {
        at: "order",
        label: "Unskip",
        isOffered: ({ status }, order, { now }) =>
          status === "ACTIVE" && order.status === "SKIPPED" && order.billingDate > now,
      },
      view: toDialog(false),
    },
  },
});

function toDialog(skip: boolean): StaffDialog["view"] {
  return (state, { clock, format, place }) => {
    const order = state.attempts.find(({ id }) => id === place.order);
    if (!order) return null;
    const change = (skip ? toSkippedOrder : toRestoredOrder)(state, order.id, clock);
    const date = format.date(order.billingDate);
    return {
      title: skip ? `Skip the order of ${date}?` : `Unskip the order of ${date}?`,
      lines: [
        ...(skip ? ["It is not charged, and its one-time products go with the next order."] : []),
        `The next order of ${toName(state)} will then be made on ${toNextDate(change, format)}.`,
      ],
      confirm: skip ? "Skip order" : "Unskip order",
      rows: [[{ kind: "hidden", name: "attemptId", value: order.id }]],
    };
  };
}

function toSkip(skip: boolean) {
  return z.object({ attemptId: z.coerce.number().int() }).transform(({ attemptId }) => ({ attemptId, skip }));
}

const maybeOfContract = inQueryOrBody(z.object({ subscriptionContractId }), []);

type Place = Parameters<typeof getOrderPlace>;
type Sent = Parameters<typeof maybeOfContract.read>[0] & { params: { id: Place[1] } };

/** What both JSON calls read: the order in the address, and its contract if it is sent. */
const toWanted =
  (skip: boolean) =>
  async ({ params, ...sent }: Sent, caller: Place[0]) => {
    const { subscriptionContractId = null } = maybeOfContract.read(sent);
    return { ...(await getOrderPlace(caller, params.id, subscriptionContractId)), skip };
  };

export const skipOrder = orderSkip.json({
  area: "orders",
  ...ofOrder,
  name: "skipOrder",
  path: "subscription-billing-attempts/skip-order/{id}",
  summary: "Skip an order",
  description: "Its one-time products move to the next order. Returns the order.",
  ...maybeOfContract.declared,
  bodyExample: { subscriptionContractId: 10_000_000_012 },
  read: toWanted(true),
  answer: toAnswerOf({ status: "SKIPPED" }),
});

export const unskipOrder = orderSkip.json({
  area: "orders",
  ...ofOrder,
  name: "unskipOrder",
  path: "subscription-billing-attempts/unskip-order/{id}",
  summary: "Unskip an order",
  description: "Possible until its date has passed. Returns the order.",
  ...maybeOfContract.declared,
  bodyExample: { subscriptionContractId: 10_000_000_012 },
  read: toWanted(false),
  answer: toAnswerOf({}),
});

/** Skips an order. Its one-time products move to the next order, and stay there if it is unskipped. */
export async function leaveOut(
  tx: Queryable,
  state: ContractState,
  attemptId: number,
  clock: ShopClock,
): Promise<ContractChange> {
  const { id: contractId, shopId } = state.contract;
  const after = state.attempts.find(({ id }) => id === attemptId)?.billingDate ?? clock.now;
  const skipped = toSkippedOrder(state, attemptId, clock);
  const products = await listOneTimeProductsOf(tx, shopId, attemptId);
  return {
    ...skipped,
    ...(products.length > 0 && { isOneWay: true }),
    also: async (tx) => {
      const next = await findNextPlanned(tx, shopId, contractId, after);
      if (next !== null) await moveOneTimeProducts(tx, shopId, attemptId, next);
    },
  };
}

function takeBack(state: ContractState, attemptId: number, clock: ShopClock): ContractChange {
  const surplus = findSurplusOrder(state, clock);
  return {
    ...toRestoredOrder(state, attemptId, clock),
    also: async (tx) => {
      if (surplus) await deleteEmptyAttempt(tx, state.contract.shopId, surplus);
    },
  };
}

/**
 * The order that was planned at the far end when this one was skipped: after the unskip it is one too many. An order
 * whose day was set by hand stays.
 */
function findSurplusOrder(
  { attempts, contract }: ContractState,
  { now, timeZone }: ShopClock,
): number | null {
  const ahead = withStatus(attempts, "QUEUED").filter(({ billingDate }) => billingDate > now);
  const last = ahead.at(-1);
  if (!last || ahead.length < UPCOMING_ATTEMPTS) return null;
  return isOnSchedule(toSchedule(contract, now), timeZone, last.billingDate) ? last.id : null;
}
