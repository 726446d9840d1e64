import type { Audit } from "~/features/activity/activity";
import { appendNewCounts } from "~/features/contracts/change/contract-counts.repo.server";
import { noteChanges } from "~/features/facts/facts.service.server";
import type { ImportStep, StepContext } from "~/features/imports/records/import-step";
import { addFileCounts, type NewImportError } from "~/features/imports/records/imports.repo.server";
import { keepErrors } from "~/features/imports/records/kept-errors.service.server";
import { stagedContracts } from "~/features/imports/records/staged-range.repo.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import {
  insertContractLines,
  insertContracts,
  insertImportActivity,
  insertPaymentMethods,
  listMissingVariants,
  listUnevenPrices,
  readContractGroups,
} from "./apply-contracts.repo.server";
import { addGroupProducts, insertSellingPlans } from "./apply-selling-plans.repo.server";
import {
  type ContractHead,
  type Finding,
  judgeContract,
  toMissingVariant,
  toUnevenPrice,
} from "./contract-validation";

/** Rows per batch: some 1,200 contracts, a fraction of a second, a few megabytes. */
const BATCH_ROWS = 2000;

/**
 * Imports the contracts of the next range of handles, each completely or not at all. Sends no mail, and writes no
 * events of single contracts.
 */
export const applyContracts: ImportStep = async (context, cursor) => {
  const { tx, current, timeZone, shopNow: now } = context;
  const { shopId, id: importId } = current;
  const page = { after: cursor ?? undefined, size: BATCH_ROWS };
  const range = await stagedContracts.findRange(tx, { shopId, importId }, page);
  if (range === null) return null;
  const heads: ContractHead[] = [];
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const lackVariants: string[] = [];
  const uneven: ContractHead[] = [];
  const paymentOwners = new Map<string, number>();
  let skipped = 0;
  let keptOut = 0;
  for (const group of await readContractGroups(tx, range)) {
    const verdict = judgeContract(group, { timeZone, now, paymentOwners });
    if (verdict.kind === "SKIP") skipped++;
    if (verdict.kind === "IMPORT") {
      heads.push(verdict.head);
      warnings.push(...verdict.warnings);
      if (verdict.hasUnevenPrices) uneven.push(verdict.head);
    }
    if (verdict.kind === "KEEP_OUT") {
      keptOut++;
      errors.push(...verdict.findings);
      if (verdict.lacksVariants) lackVariants.push(group.handle);
    }
  }
  errors.push(...(await listMissingVariants(tx, range, lackVariants)).map(toMissingVariant));
  warnings.push(...(await listUnevenPrices(tx, range, uneven)).map(toUnevenPrice));
  const created = await importContracts(context, heads);
  await keepErrors(tx, shopId, importId, toErrors(errors, warnings));
  const rowsDone = await stagedContracts.deleteRange(tx, range);
  await addFileCounts(tx, shopId, importId, "CONTRACTS", {
    rowsDone,
    created,
    skipped: skipped + heads.length - created,
    keptOut,
    errors: errors.length,
    warnings: warnings.length,
  });
  return range.upto;
};

/** Writes all rows of new contracts, their counters, history and upcoming orders. @returns how many were new */
async function importContracts(
  { tx, current, timeZone, shopNow: now }: StepContext,
  heads: readonly ContractHead[],
): Promise<number> {
  if (heads.length === 0) return 0;
  const { shopId, id: importId } = current;
  const target = { shopId, importId };
  await insertPaymentMethods(tx, target, heads);
  const madeGroups = await insertSellingPlans(tx, target, heads, now);
  const inserted = await insertContracts(tx, target, heads, now);
  const active = inserted.filter(({ status }) => status === "ACTIVE").map(({ id }) => id);
  // One connection runs these one after the other; but the orders' dates are computed while Postgres does the rest.
  await Promise.all([
    topUpAttempts(tx, { id: shopId, timeZone }, active, now),
    insertContractLines(tx, target, inserted).then(() => addGroupProducts(tx, shopId, inserted, madeGroups)),
    appendNewCounts(tx, shopId, inserted),
    noteChanges(
      tx,
      { id: shopId, timeZone },
      inserted.map((after) => ({ before: null, after })),
      now,
    ),
    insertImportActivity(tx, target, inserted, toAudit(current, now)),
  ]);
  return inserted.length;
}

/** The import's changes are attributed to whoever started it. */
export const toAudit = <Time extends Date>(current: StepContext["current"], now: Time): Audit<Time> => ({
  actor: { type: current.actorType, name: current.actorName },
  requestId: current.requestId,
  now,
});

const toErrors = (errors: Finding[], warnings: Finding[]): NewImportError[] =>
  [
    ...errors.map((error) => ({ severity: "ERROR" as const, file: "CONTRACTS" as const, ...error })),
    ...warnings.map((warning) => ({ severity: "WARNING" as const, file: "CONTRACTS" as const, ...warning })),
  ].sort((a, b) => a.line - b.line);
