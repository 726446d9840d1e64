import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  changeStatus,
  REQUESTED_STATUSES,
  type RequestedStatus,
} from "~/features/contracts/change/contract-status";
import { contractTransitions } from "~/features/contracts/change/contract-transitions";
import { toText } from "~/features/contracts/contract-labels";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { changeContracts } from "./change-contracts.service.server";
import { defineKind } from "./kind.server";

const WAYS = sql.raw(
  contractTransitions
    .filter(({ by }) => by === "request")
    .map(({ from, to }) => `('${from}', '${to}')`)
    .join(", "),
);
const requested = z.preprocess(
  (given) => (typeof given === "string" ? given.trim().toUpperCase() : given),
  z.enum(REQUESTED_STATUSES),
);

const TITLES: Record<RequestedStatus, string> = {
  ACTIVE: "Resume contracts",
  PAUSED: "Pause contracts",
  CANCELLED: "Cancel contracts",
};

/** Pause, resume or cancel, by the rules of a single contract (wire.md §2 "Contract lifecycle"). */
export const contractStatusKind = defineKind({
  name: "CONTRACT_STATUS",
  parameters: z.object({ status: requested }),
  examples: [{ status: "PAUSED" }],
  choices: [
    {
      value: "PAUSE",
      label: "Pause",
      note: "Active contracts stop until they are resumed",
      button: "Pause",
      asks: { parameters: { status: "PAUSED" } },
    },
    {
      value: "RESUME",
      label: "Resume",
      note: "Paused, failed and cancelled contracts become active",
      button: "Resume",
      asks: { parameters: { status: "ACTIVE" } },
    },
    {
      value: "CANCEL",
      label: "Cancel",
      note: "Active, paused and failed contracts end",
      button: "Cancel contracts",
      isDanger: true,
      asks: { parameters: { status: "CANCELLED" } },
    },
  ],
  toTitle: ({ status }) => TITLES[status],
  values: { isMoney: false, toText },
  toTarget: ({ status }) => sql`${status}::text`,
  current: sql`c.status`,
  toSkipReason: (target) => sql`case
    when c.status = ${target} then 'UNCHANGED'
    when c.status = 'EXPIRED' then 'CONTRACT_EXPIRED'
    when (c.status, ${target}) not in (values ${WAYS}) then 'NOT_POSSIBLE' end`,
  skipReasons: { NOT_POSSIBLE: "not possible from the present status" },
  apply: (tx, batch, audit) =>
    changeContracts(tx, batch, audit, (state, target) => {
      const status = requested.parse(target);
      const clock = { now: audit.now, timeZone: batch.shop.timeZone };
      const change = changeStatus(state, status, clock, { isCustomer: false, isUndo: batch.isUndo });
      return status === "CANCELLED" ? change : withProductsMoved(state, change);
    }),
});
