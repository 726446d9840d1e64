import { z } from "zod";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { withStatus } from "~/features/contracts/change/order-plan";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { platformId } from "~/http/request/query-parameters";
import { ProblemError } from "~/lib/problem";
import { toOrderAnswer } from "./order-answer.server";
import { leaveOut } from "./skip-order.server";

/** Skip the next order, whichever it is when the contract is locked. @throws ProblemError conflict without one */
const upcomingOrderSkip = defineContractOperation<object>({
  customerSwitch: "skip",
  change(state, _wanted, { clock, tx }) {
    const next = findUpcomingOrder(state);
    if (!next) throw new ProblemError("conflict", "The contract has no order to skip.");
    return leaveOut(tx, state, next.id, clock);
  },
});

/** The order that `upcomingOrderSkip` skips. */
const findUpcomingOrder = ({ attempts }: ContractState) => withStatus(attempts, "QUEUED")[0] ?? null;

const whose = inQueryOrBody(
  z.object({
    subscriptionContractId: platformId("SubscriptionContract", { description: "The contract. Required." }),
  }),
  ["subscriptionContractId"],
);

export const skipUpcomingOrder = upcomingOrderSkip.json({
  area: "orders",
  name: "skipUpcomingOrder",
  path: "subscription-billing-attempts/skip-upcoming-order",
  summary: "Skip the next order",
  description:
    "Skips the earliest planned order. Not idempotent: a second call skips the next one. Returns the order.",
  method: "PUT",
  ...whose.declared,
  bodyExample: { subscriptionContractId: 10_000_000_012 },
  problems: ["conflict"],
  read: (sent) => ({ contractId: whose.read(sent).subscriptionContractId }),
  answer: toOrderAnswer({ status: "SKIPPED" }, (_wanted, before) => findUpcomingOrder(before)?.id),
});
