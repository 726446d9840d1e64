import { setImmediate as nextTurn } from "node:timers/promises";
import type { Audit } from "~/features/activity/activity";
import { appendActivities } from "~/features/activity/activity.repo.server";
import { toContractEvents } from "~/features/contracts/change/change-events";
import {
  type ContractChange,
  type ContractRow,
  type ContractState,
  type ContractWrites,
  countOrdersAhead,
  toContractWrites,
  toOrderChanges,
} from "~/features/contracts/change/contract-change";
import { appendCountDeltas } from "~/features/contracts/change/contract-counts.repo.server";
import { appendEvents } from "~/features/events/events.repo.server";
import { noteChanges } from "~/features/facts/facts.service.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { UPCOMING_ATTEMPTS } from "~/features/order-schedule/upcoming-attempts";
import { ProblemError } from "~/lib/problem";
import type { Transaction } from "~db/transaction.server";
import { writeContracts } from "./change-contracts.repo.server";
import type { Applied, Batch } from "./kind.server";
import { lockPlannedContracts, type PlannedContract, type Reads } from "./planned-contracts.repo.server";

/** How many contracts are judged and written at once. */
const PART = 250;

/** @field after the contract's future row, except for what the mechanism itself maintains and what Postgres derives */
type Changed = { state: ContractState; change: ContractChange; writes: ContractWrites; after: ContractRow };

/**
 * For kinds that follow the rules of a single contract: `change` judges each contract of the batch, as `changeContract`
 * does for one (contract-change.service.server.ts), and the results are written in a few statements.
 *
 * @param reads what the rule looks at besides the contract's row: its orders, its content (lines and discounts), what
 *   was paid. Only what is read may be changed
 */
export async function changeContracts(
  tx: Transaction,
  batch: Batch,
  audit: Audit,
  change: (state: ContractState, target: string, before: string) => ContractChange,
  reads: Reads = { orders: true },
): Promise<Applied> {
  const { shop } = batch;
  const changed: Changed[] = [];
  const refused: Applied["refused"] = [];
  const sent: ReturnType<typeof writePart>[] = [];
  const planned = await lockPlannedContracts(tx, batch, audit.now, reads);
  for (let from = 0; from < planned.length; from += PART) {
    const part: Changed[] = [];
    for (const each of planned.slice(from, from + PART)) {
      const outcome = judge(each, change, reads);
      if (typeof outcome === "string") refused.push({ contractId: each.state.contract.id, reason: outcome });
      else part.push(outcome);
    }
    changed.push(...part);
    // Postgres writes this part while the next one is judged here; errors are reported at the end.
    const writing = writePart(tx, shop.id, part, { audit, reads });
    writing.catch(() => undefined);
    sent.push(writing);
    await nextTurn();
  }
  const planTypes = new Map((await Promise.all(sent)).flat().map(({ id, planType }) => [id, planType]));
  await appendCountDeltas(
    tx,
    shop.id,
    changed.map(({ state: { contract }, after }) => ({
      before: contract,
      after: { ...after, planType: planTypes.get(contract.id) ?? contract.planType },
    })),
  );
  await noteChanges(
    tx,
    shop,
    changed.map(({ state, writes, after }) => ({
      before: state.contract,
      after,
      orders: toOrderChanges(state, writes),
    })),
    audit.now,
  );
  const toPlan = changed.filter(
    ({ state, change: { planOrders }, writes }) =>
      planOrders && countOrdersAhead(state, writes, audit.now) < UPCOMING_ATTEMPTS,
  );
  if (toPlan.length > 0)
    await topUpAttempts(
      tx,
      shop,
      toPlan.map(({ state }) => state.contract.id),
      audit.now,
    );
  // Only a few changes write anything else.
  for (const { change: own } of changed) await own.also?.(tx);
  return { changed: changed.map(({ state }) => state.contract.id), refused };
}

/** Sends the statements together: none waits for another. @returns the plan types that may have changed */
async function writePart(
  tx: Transaction,
  shopId: number,
  part: readonly Changed[],
  { audit, reads }: { audit: Audit; reads: Reads },
): ReturnType<typeof writeContracts> {
  const [planTypes] = await Promise.all([
    writeContracts(tx, shopId, part, audit.now, reads.content === true),
    appendActivities(
      tx,
      part.map(({ state, change: { action }, writes: { before, after } }) => ({
        entry: { shopId, contractId: state.contract.id, action, before, after },
        audit,
      })),
    ),
    appendEvents(tx, toEvents(shopId, part, audit.now)),
  ]);
  return planTypes;
}

/** What is to be written, or the reason for writing nothing. */
function judge(
  { state, target, before }: PlannedContract,
  change: Parameters<typeof changeContracts>[3],
  reads: Reads,
): Changed | string {
  try {
    const wanted = change(state, target, before);
    if (!reads.content && (wanted.lines ?? wanted.discounts))
      throw new Error("a change of many contracts writes only what it has read");
    const writes = toContractWrites(state, wanted);
    if (!writes) return "The contract is so already.";
    return { state, change: wanted, writes, after: { ...state.contract, ...writes.contract } };
  } catch (error) {
    // The errors of the single fields say more than the problem's own detail.
    if (error instanceof ProblemError)
      return error.extra.errors?.map(({ detail }) => detail).join(" ") ?? error.detail;
    throw error;
  }
}

const toEvents = (shopId: number, changed: readonly Changed[], now: Date) =>
  changed.flatMap(({ state, change, writes }) =>
    toContractEvents(state, change, writes, { shopId, version: state.contract.version + 1, now }),
  );
