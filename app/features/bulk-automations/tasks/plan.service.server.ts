import { findNextStatus } from "~/features/bulk-automations/automation";
import type { AutomationShop } from "~/features/bulk-automations/kinds/kind.server";
import { getKind } from "~/features/bulk-automations/kinds/kinds.server";
import { resolveFilters } from "~/features/contracts/list/contract-catalogue.repo.server";
import type { ResolvedFilters } from "~/features/contracts/list/contract-filters.server";
import { parseListState } from "~/features/contracts/list/contract-list-url";
import { parseListQuery } from "~/features/contracts/list-page/contract-list-query";
import type { BothClocks } from "~/lib/clocks";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { enqueueRunners } from "./automation-job.service.server";
import {
  type AutomationRow,
  findAutomation,
  lockForChange,
  lockPlan,
  updateAutomation,
} from "./automations.repo.server";
import { deletePlan, insertBatches, insertPlanItems, limitWaiting, summarizePlan } from "./plan.repo.server";

/**
 * Freezes the plan of a task, all or nothing; a task that is not a draft then runs. A cancellation meanwhile does not
 * wait: the plan is then discarded.
 */
export async function makePlan(
  task: AutomationRow,
  shop: AutomationShop,
  { shopNow, realNow }: BothClocks,
): Promise<void> {
  const { shopId, id } = task;
  const kind = getKind(task.kind);
  const parameters = kind.parameters.parse(task.parameters);
  const filters = await readFilters(task, shop);
  await inTransaction(async (tx) => {
    await limitWaiting(tx);
    await lockPlan(tx, shopId, id);
    if (!(await isStillWanted(task, tx))) throw new PlanOvertaken();
    await deletePlan(tx, shopId, id);
    await insertPlanItems(tx, task, { kind, parameters }, { shop, filters, shopNow });
    const { batches, total } = await insertBatches(tx, task, realNow);
    const summary = await summarizePlan(tx, task, kind);
    await lockForChange(tx, shopId, id);
    if (!(await isStillWanted(task, tx))) throw new PlanOvertaken();
    const isDraft = task.status === "DRAFT";
    const status = findNextStatus("planned", task.status) ?? task.status;
    await updateAutomation(tx, shopId, id, {
      status,
      plannedAt: realNow,
      total,
      summary,
      ...(!isDraft && { startedAt: realNow }),
    });
    if (!isDraft) await enqueueRunners(tx, task, { batches, from: 1 });
  }).catch((error: unknown) => {
    if (!(error instanceof PlanOvertaken)) throw error;
  });
}

/** Thrown to roll back: the task was cancelled, or another worker has planned it. */
class PlanOvertaken extends Error {}

async function isStillWanted({ shopId, id, status }: AutomationRow, tx: Transaction): Promise<boolean> {
  const current = await findAutomation(shopId, id, tx);
  return current?.status === status && (status !== "DRAFT" || current.plannedAt === null);
}

async function readFilters(task: AutomationRow, shop: AutomationShop): Promise<ResolvedFilters> {
  if (task.selectionType !== "FILTER") return {};
  const state = parseListState(new URLSearchParams(task.selectionFilter ?? ""));
  const { query, problems } = parseListQuery(state, shop.timeZone);
  // Checked when the task was created. Ignoring a filter would change contracts nobody has chosen.
  if (Object.keys(problems).length > 0) throw new Error("the filter of a bulk change cannot be read");
  return resolveFilters(shop.id, query.filters);
}
