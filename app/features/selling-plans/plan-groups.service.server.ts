import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { joinOpenBundles } from "~/features/bundles/configure/bundle-plans.service.server";
import { newPlanId } from "~/features/catalogue/selling-plans/plan-ids.server";
import { lockPlanGroup } from "~/features/catalogue/selling-plans/selling-plans.repo.server";
import { type FieldError, invalidRequest, notFound, ProblemError } from "~/lib/problem";
import { inTransaction, type Transaction } from "~db/transaction.server";
import type { PlanGroupInput } from "./plan-group.schema";
import {
  countUses,
  deleteGroup,
  deletePlans,
  findGroupVersion,
  findKnownProducts,
  insertGroup,
  insertPlan,
  listPlanIds,
  lockPlans,
  renameGroup,
  setProducts,
  updatePlan,
} from "./plan-groups.repo.server";

type Plan = PlanGroupInput["sellingPlans"][number];

/** @throws ProblemError precondition_failed unless the locked group is as the caller has seen it */
export type GroupCheck = (tx: Transaction, groupId: number) => Promise<void>;

/**
 * Creates or replaces a group of selling plans, in one transaction. Contracts keep the price and frequency they were
 * bought with: a changed plan applies to what is bought, or changed to it, from now on. Products of open bundles that
 * its plans sell stay in it.
 *
 * @param groupId null = a new one
 * @param seen the version that a form shows (`findGroupVersion`), or a check of the locked group; without either, any
 *   version is replaced
 * @returns its id
 * @throws ProblemError invalid_request naming every unknown product and plan; not_found; stale_version when the group
 *   has changed since `version`; precondition_failed; conflict for a plan that is left out while contracts or bundles
 *   use it
 */
export function savePlanGroup(
  shopId: number,
  groupId: number | null,
  wanted: PlanGroupInput,
  audit: Audit,
  { version, requireAsSeen }: { version?: string; requireAsSeen?: GroupCheck } = {},
): Promise<number> {
  return inTransaction(async (tx) => {
    const before = groupId === null ? null : await lockPlanGroup(tx, shopId, groupId);
    if (groupId !== null && !before) throw groupNotFound();
    if (groupId !== null && version !== undefined) await requireSame(tx, shopId, groupId, version);
    if (groupId !== null) await requireAsSeen?.(tx, groupId);
    const present = groupId === null ? [] : await listPlanIds(tx, shopId, groupId);
    await requireKnown(tx, shopId, groupId, wanted, present);
    const kept = new Set(wanted.sellingPlans.map(({ id }) => id));
    await removePlans(
      tx,
      shopId,
      present.filter((id) => !kept.has(id)),
    );
    const id = groupId ?? newPlanId();
    if (before) await renameGroup(tx, shopId, id, wanted.name);
    else await insertGroup(tx, { shopId, id, name: wanted.name, createdAt: audit.now });
    for (const plan of wanted.sellingPlans) {
      const row = { shopId, groupId: id, ...toColumns(plan) };
      if (plan.id === undefined) await insertPlan(tx, { ...row, id: newPlanId() });
      else await updatePlan(tx, { ...row, id: plan.id });
    }
    await setProducts(tx, shopId, id, wanted.productIds);
    // The cart refuses a box with pieces that its plan is not for.
    await joinOpenBundles(tx, shopId, id);
    const after = { group: wanted.name, plans: wanted.sellingPlans.map(({ name }) => name) };
    const action = before ? "selling_plan_group.changed" : "selling_plan_group.created";
    await appendActivity(
      tx,
      { shopId, contractId: null, action, before: before && { group: before.name }, after },
      audit,
    );
    return id;
  });
}

/** @throws ProblemError not_found; conflict while contracts or bundles use one of its plans */
export function removePlanGroup(
  shopId: number,
  groupId: number,
  audit: Audit,
  requireAsSeen?: GroupCheck,
): Promise<void> {
  return inTransaction(async (tx) => {
    const group = await lockPlanGroup(tx, shopId, groupId);
    if (!group) throw groupNotFound();
    await requireAsSeen?.(tx, groupId);
    await removePlans(tx, shopId, await listPlanIds(tx, shopId, groupId));
    await setProducts(tx, shopId, groupId, []);
    await deleteGroup(tx, shopId, groupId);
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "selling_plan_group.deleted", before: { group: group.name } },
      audit,
    );
  });
}

/** A separate statement after the lock: one that waits for the lock would see the group as it was before the wait. */
async function requireSame(tx: Transaction, shopId: number, groupId: number, seen: string): Promise<void> {
  if ((await findGroupVersion(tx, shopId, groupId)) !== seen)
    throw new ProblemError(
      "stale_version",
      "Someone else has changed these plans in the meantime. Load them again to see what they are now.",
    );
}

const groupNotFound = () => notFound("There is no such group of selling plans.");

const toColumns = (plan: Plan) => ({
  name: plan.name,
  billingInterval: plan.interval,
  billingIntervalCount: plan.intervalCount,
  deliveryInterval: plan.deliveryInterval ?? plan.interval,
  deliveryIntervalCount: plan.deliveryIntervalCount ?? plan.intervalCount,
  discountPercentage: toDecimal(plan.discountPercentage),
  discountCycles: plan.discountCycles ?? null,
  laterDiscountPercentage: toDecimal(plan.laterDiscountPercentage),
});

const toDecimal = (percent: number | null | undefined): string | null =>
  percent == null ? null : String(percent);

/** Plans and products of other shops, and plans of other groups, count as unknown. */
async function requireKnown(
  tx: Transaction,
  shopId: number,
  groupId: number | null,
  { productIds, sellingPlans }: PlanGroupInput,
  present: readonly number[],
): Promise<void> {
  const known = await findKnownProducts(tx, shopId, groupId, productIds);
  const seen = new Set<number>();
  const errors: FieldError[] = productIds.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            pointer: `/productIds/${index}`,
            code: "unknown_product",
            detail: "The shop has no such product, or has deleted it.",
          },
        ],
  );
  for (const [index, { id }] of sellingPlans.entries()) {
    if (id === undefined) continue;
    const pointer = `/sellingPlans/${index}/id`;
    if (!present.includes(id))
      errors.push({ pointer, code: "unknown_plan", detail: "The group has no such plan." });
    else if (seen.has(id)) errors.push({ pointer, code: "given_twice", detail: "Give each plan once." });
    seen.add(id);
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/** @throws ProblemError conflict naming each plan that is in use */
async function removePlans(tx: Transaction, shopId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockPlans(tx, shopId, ids);
  // A separate statement after the lock, so that contracts that changed to one of these plans meanwhile are counted.
  const used = await countUses(tx, shopId, ids);
  if (used.length > 0)
    throw new ProblemError("conflict", `Still in use: ${used.map(toUse).join("; ")}. Change these first.`);
  await deletePlans(tx, shopId, ids);
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
const toUse = ({ name, contracts, bundles }: Awaited<ReturnType<typeof countUses>>[number]): string =>
  `“${name}” by ${[
    ...(contracts > 0 ? [plural(contracts, "contract")] : []),
    ...(bundles > 0 ? [plural(bundles, "bundle")] : []),
  ].join(" and ")}`;
