import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { type AutomationStep, findNextStatus, holdsSlot } from "~/features/bulk-automations/automation";
import { getKind } from "~/features/bulk-automations/kinds/kinds.server";
import type { RealTime } from "~/lib/clocks";
import { notFound, ProblemError } from "~/lib/problem";
import { isUniqueViolation } from "~db/errors";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { enqueueRunner, enqueueRunners } from "./automation-job.service.server";
import { toAlreadyRunning } from "./automation-view.service.server";
import {
  type AutomationRow,
  countBatches,
  countBatchRows,
  deleteAutomation,
  findAutomation,
  findRunningAt,
  findRunningAutomation,
  findUndoOf,
  insertAutomation,
  lockForChange,
  type NewAutomation,
  updateAutomation,
} from "./automations.repo.server";
import { replanFailed } from "./batches.repo.server";
import { deletePlan } from "./plan.repo.server";

export type Selection =
  | { type: "ALL" }
  /** `search`: filters as in the contract list's URL. */
  | { type: "FILTER"; search: string }
  /** Our contract ids. */
  | { type: "IDS"; contractIds: number[] };

/** Who starts it; `staffId` receives the mail at its end. */
export type Starter = { audit: Audit<RealTime>; staffId: number | null };

const toColumns = ({ audit, staffId }: Starter) => ({
  actorType: audit.actor.type,
  actorName: audit.actor.name,
  requestId: audit.requestId,
  createdAt: audit.now,
  staffId,
});

/**
 * Creates a task and queues it. With `isDraft` only its plan is made: nothing is changed and no slot taken until it is
 * applied.
 *
 * @throws ProblemError 409 with the running task while the shop has one
 */
export async function createAutomation(
  shopId: number,
  task: { kind: string; parameters: unknown; selection: Selection; isDraft: boolean },
  starter: Starter,
): Promise<AutomationRow> {
  const { selection } = task;
  const kind = getKind(task.kind);
  return insertTask(shopId, starter, {
    kind: kind.name,
    parameters: kind.parameters.parse(task.parameters),
    status: task.isDraft ? "DRAFT" : "PLANNING",
    selectionType: selection.type,
    selectionFilter: selection.type === "FILTER" ? selection.search : null,
    selectionIds: selection.type === "IDS" ? selection.contractIds : null,
    ...toColumns(starter),
  });
}

/**
 * Creates the task that undoes another one, for every contract that still has the value which that one set.
 * @throws ProblemError 404; 409 while a task runs, when it is already undone, or when there is nothing to undo
 */
export async function undoAutomation(shopId: number, id: number, starter: Starter): Promise<AutomationRow> {
  const original = await getTask(shopId, id);
  const { succeeded } = (await countBatches(shopId, [id], starter.audit.now))(id);
  if (!holdsSlot(original.status) && succeeded === 0)
    throw new ProblemError("conflict", "This bulk change has changed no contract: there is nothing to undo.");
  return insertTask(shopId, starter, {
    kind: original.kind,
    parameters: original.parameters,
    status: "PLANNING",
    selectionType: "UNDO",
    undoOf: id,
    ...toColumns(starter),
  });
}

/** After a refusal the running task may end before we look it up; then the slot is requested again. */
const TRIES = 5;

async function insertTask(shopId: number, { audit }: Starter, values: NewAutomation): Promise<AutomationRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(async (tx) => {
        const row = await insertAutomation(tx, shopId, values);
        if (row.status !== "DRAFT") await requireFreeAt(tx, row, audit.now);
        await enqueueRunner(tx, row);
        if (row.status !== "DRAFT") await recordStep(tx, row, "created", audit);
        return row;
      });
    } catch (error) {
      await refuse(shopId, error, audit.now, values.undoOf ?? null, attempt === TRIES);
    }
  }
}

/**
 * Of simultaneous calls one creates the task and the others are refused, even when a small task has ended before their
 * turn: they overlapped with it, or could not know that it had ended. An undo is exempt: its caller knows that the
 * task is over. The one that takes the slot sees all earlier holders.
 */
async function requireFreeAt(tx: Transaction, row: AutomationRow, asked: RealTime): Promise<void> {
  const other = await findRunningAt(tx, row.shopId, row.id, asked);
  const isKnownOver = other?.id === row.undoOf && other?.finishedAt && other.finishedAt <= asked;
  if (other && !isKnownOver) throw new RanJustNow(other);
}

/** Thrown to roll back. The answer is prepared afterwards, when the connection is free again. */
class RanJustNow extends Error {
  constructor(readonly task: AutomationRow) {
    super("another task ran when this one was asked for");
  }
}

/** @throws ProblemError 409 that names the holder of the slot; returns when there is no longer one */
async function refuse(shopId: number, error: unknown, now: RealTime, undoOf: number | null, isLast: boolean) {
  if (error instanceof RanJustNow) throw await toAlreadyRunning(error.task, now);
  if (isUniqueViolation(error, "bulk_automations_undo_key") && undoOf !== null) {
    const undo = await findUndoOf(shopId, undoOf);
    if (undo && holdsSlot(undo.status)) throw await toAlreadyRunning(undo, now);
    throw new ProblemError(
      "conflict",
      `This bulk change is undone already${undo ? `, by bulk change ${undo.id}` : ""}.`,
    );
  }
  if (!isUniqueViolation(error, "bulk_automations_running_key") || isLast) throw error;
  const running = await findRunningAutomation(shopId);
  if (running) throw await toAlreadyRunning(running, now);
}

/** @throws ProblemError 404, also for a task of another shop */
export async function getTask(shopId: number, id: number): Promise<AutomationRow> {
  const task = await findAutomation(shopId, id);
  if (!task) throw notFound("There is no such bulk change.");
  return task;
}

export const pauseAutomation = (shopId: number, id: number, audit: Audit<RealTime>) =>
  changeStatus(shopId, id, "pause", audit, async () => ({}));

/** After a pause, or after the first batch: continues with all remaining contracts. */
export const continueAutomation = (shopId: number, id: number, audit: Audit<RealTime>) =>
  changeStatus(shopId, id, "continue", audit, async (tx, task) => {
    await enqueueRunners(tx, task, { batches: await countBatchRows(tx, shopId, id) });
    return { isFirstBatchOnly: false };
  });

/** Contracts already changed stay changed (and can be undone); the others are left alone. */
export const cancelAutomation = (shopId: number, id: number, audit: Audit<RealTime>) =>
  changeStatus(shopId, id, "cancel", audit, async () => ({
    finishedAt: audit.now,
    endSeenAt: audit.now,
  }));

/** Deletes a draft with its plan; only its maker has seen it. @throws ProblemError 404; 409 for a task */
export async function discardDraft(shopId: number, id: number): Promise<void> {
  await inTransaction(async (tx) => {
    await lockForChange(tx, shopId, id);
    const task = await findAutomation(shopId, id, tx);
    if (!task) throw notFound("There is no such bulk change.");
    if (task.status !== "DRAFT")
      throw new ProblemError("conflict", "This is no preview any more: cancel the bulk change instead.");
    await removeDraft(tx, shopId, id);
  });
}

/** The same for a draft that is too old or one too many; one that was applied or discarded meanwhile is left alone. */
export async function forgetDraft(shopId: number, id: number): Promise<void> {
  await inTransaction(async (tx) => {
    await lockForChange(tx, shopId, id);
    const task = await findAutomation(shopId, id, tx);
    if (task?.status === "DRAFT") await removeDraft(tx, shopId, id);
  });
}

async function removeDraft(tx: Transaction, shopId: number, id: number): Promise<void> {
  await deletePlan(tx, shopId, id);
  await deleteAutomation(tx, shopId, id);
}

/** Applies a draft's plan: all of it, or only the first batch. */
export const applyDraft = (
  shopId: number,
  id: number,
  audit: Audit<RealTime>,
  { isFirstBatchOnly }: { isFirstBatchOnly: boolean },
) =>
  changeStatus(shopId, id, "apply", audit, async (tx, task) => {
    requirePlan(task);
    await enqueueRunners(tx, task, { batches: await countBatchRows(tx, shopId, id) });
    return { isFirstBatchOnly, startedAt: audit.now };
  });

/** Schedules a draft: until then it holds no slot, and at the start it is planned again. */
export const scheduleDraft = (shopId: number, id: number, audit: Audit<RealTime>, startsAt: Date) =>
  changeStatus(shopId, id, "schedule", audit, async (tx, task) => {
    requirePlan(task);
    await enqueueRunner(tx, task, { runAt: startsAt });
    return { startsAt };
  });

/** Tries failed contracts again. */
export const retryFailed = (shopId: number, id: number, audit: Audit<RealTime>) =>
  changeStatus(shopId, id, "retry", audit, async (tx, task) => {
    const undo = await findUndoOf(shopId, id, tx);
    // The newly changed contracts could no longer be undone.
    if (undo)
      throw new ProblemError("conflict", `This bulk change is undone already, by bulk change ${undo.id}.`);
    const failed = await replanFailed(tx, shopId, id);
    if (failed === 0) throw new ProblemError("conflict", "No contract of this bulk change has failed.");
    await enqueueRunners(tx, task, { batches: await countBatchRows(tx, shopId, id) });
    return { finishedAt: null };
  });

function requirePlan(task: AutomationRow): void {
  if (task.plannedAt === null)
    throw new ProblemError("conflict", "The plan of this bulk change is still being made.");
}

const DONE: Partial<Record<AutomationStep, string>> = {
  pause: "paused",
  continue: "continued",
  cancel: "cancelled",
  apply: "created",
  schedule: "scheduled",
  retry: "retried",
};

/**
 * One step of the state machine. Waits for running batches, so that nothing changes after a pause is confirmed.
 * @throws ProblemError 404; 409 when the step is not possible, or the slot is taken
 */
async function changeStatus(
  shopId: number,
  id: number,
  step: AutomationStep,
  audit: Audit<RealTime>,
  prepare: (tx: Transaction, task: AutomationRow) => Promise<Partial<NewAutomation>>,
): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      await lockForChange(tx, shopId, id);
      const task = await findAutomation(shopId, id, tx);
      if (!task) throw notFound("There is no such bulk change.");
      const status = findNextStatus(step, task.status);
      if (!status)
        throw new ProblemError(
          "conflict",
          `The bulk change is ${task.status.toLowerCase()}: it cannot be ${DONE[step]} now.`,
        );
      await updateAutomation(tx, shopId, id, { status, ...(await prepare(tx, task)) });
      await recordStep(tx, task, DONE[step] ?? step, audit);
    });
  } catch (error) {
    if (!isUniqueViolation(error, "bulk_automations_running_key")) throw error;
    const running = await findRunningAutomation(shopId);
    if (running) throw await toAlreadyRunning(running, audit.now);
    throw new ProblemError("conflict", "Another bulk change of the shop ran just now. Try again.");
  }
}

async function recordStep(
  tx: Transaction,
  task: AutomationRow,
  what: string,
  audit: Audit<RealTime>,
): Promise<void> {
  await appendActivity(
    tx,
    {
      shopId: task.shopId,
      contractId: null,
      action: `bulk_automation.${what}`,
      after: { bulkAutomationId: task.id, kind: task.kind, ...(what === "created" && task.parameters) },
    },
    audit,
  );
}
