import { sql } from "drizzle-orm";
import { z } from "zod";
import { changeContracts } from "~/features/bulk-automations/kinds/change-contracts.service.server";
import { defineKind } from "~/features/bulk-automations/kinds/kind.server";
import { changeStatus, REQUESTED_STATUSES } from "~/features/contracts/contract-status";
import { contractTransitions } from "~/features/contracts/contract-transitions";

const WAYS = sql.raw(
  contractTransitions
    .filter(({ by }) => by === "request")
    .map(({ from, to }) => `('${from}', '${to}')`)
    .join(", "),
);
const requested = z.enum(REQUESTED_STATUSES);

/** Pause, resume or cancel, by the same rules as one contract at a time (wire.md §2 "Contract lifecycle"). */
export const contractStatusKind = defineKind({
  parameters: z.object({ status: requested }),
  toTarget: ({ status }) => sql`${status}::text`,
  current: sql`c.status`,
  isMoney: false,
  toSkipReason: (target) => sql`case
    when c.status = ${target} then 'UNCHANGED'
    when c.status = 'EXPIRED' then 'CONTRACT_EXPIRED'
    when (c.status, ${target}) not in (values ${WAYS}) then 'NOT_POSSIBLE' end`,
  apply: (tx, batch, audit) =>
    changeContracts(tx, batch, audit, (state, target) =>
      changeStatus(
        state,
        requested.parse(target),
        { now: audit.now, timeZone: batch.shop.timeZone },
        { isCustomer: false },
      ),
    ),
});
