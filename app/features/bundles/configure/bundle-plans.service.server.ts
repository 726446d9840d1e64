import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { findPlanProblem, toPlanName, toPlansById } from "~/features/bundles/rules/bundle-plans";
import { listVariantsById } from "~/features/catalogue/catalogue.repo.server";
import { newPlanId } from "~/features/catalogue/selling-plans/plan-ids.server";
import { lockPlanGroup } from "~/features/catalogue/selling-plans/selling-plans.repo.server";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { inTransaction } from "~db/transaction.server";
import type { MadePlan } from "./bundle-editor";
import {
  addProductsToGroups,
  holdPlans,
  insertGroupProducts,
  insertPlan,
  insertPlanGroup,
  listOpenBundlesOfGroup,
  listPlansById,
  listPlansOfGroup,
} from "./bundle-plans.repo.server";
import { listBundleProducts } from "./bundles.repo.server";

type Frequency = BundleConfiguration["frequencies"][number];

/** The plans of these frequencies, by id. */
export const readPlans = async (on: Queryable, shopId: number, frequencies: readonly Frequency[]) =>
  toPlansById(
    await listPlansById(
      on,
      shopId,
      frequencies.flatMap(({ sellingPlanId }) => sellingPlanId ?? []),
    ),
  );

/** Keeps the plans that a bundle names from being deleted while it is saved: a deletion counts only saved bundles. */
export const holdPlansOf = (
  tx: Queryable,
  shopId: number,
  { sellingPlanIds, frequencies }: Pick<BundleConfiguration, "sellingPlanIds" | "frequencies">,
): Promise<void> =>
  holdPlans(tx, shopId, [
    ...new Set([...sellingPlanIds, ...frequencies.flatMap(({ sellingPlanId }) => sellingPlanId ?? [])]),
  ]);

/** Why frequencies of an open bundle cannot be sold; empty while it is closed. */
export async function findUnsoldFrequencies(
  on: Queryable,
  shopId: number,
  { subscriptionBundlingEnabled, frequencies }: BundleConfiguration,
): Promise<FieldError[]> {
  if (!subscriptionBundlingEnabled) return [];
  const plans = await readPlans(on, shopId, frequencies);
  return frequencies.flatMap((frequency, index) => {
    const problem = findPlanProblem(frequency, plans.get(frequency.sellingPlanId ?? 0));
    return problem ? [{ pointer: `/frequencies/${index}/sellingPlanId`, ...problem }] : [];
  });
}

/**
 * Called by every write that leaves a bundle open. Each frequency needs its plan, and everything that may be in the box
 * must be sold under it: a cart refuses items that are not in the plan's group.
 *
 * @throws ProblemError invalid_request naming each frequency
 */
export async function requireSold(tx: Queryable, shopId: number, bundle: BundleConfiguration): Promise<void> {
  const errors = await findUnsoldFrequencies(tx, shopId, bundle);
  if (errors.length > 0) {
    const why = [...new Set(errors.map(({ detail }) => detail))].join(" ");
    throw new ProblemError("invalid_request", `“${bundle.name}” is not ready: ${why}`, { errors });
  }
  if (bundle.subscriptionBundlingEnabled) await joinPlanGroups(tx, shopId, bundle);
}

/** Adds everything that may be in the box to the groups of the bundle's plans, but to those for all products. */
export async function joinPlanGroups(
  tx: Queryable,
  shopId: number,
  { frequencies, products }: BundleConfiguration,
): Promise<void> {
  const plans = await readPlans(tx, shopId, frequencies);
  const groupIds = new Set([...plans.values()].flatMap(({ groupId }) => groupId ?? []));
  if (groupIds.size > 0)
    await addProductsToGroups(tx, shopId, [...groupIds], await listBoxProducts(tx, shopId, products));
}

/** Adds what may be in the open bundles that are sold by plans of this group to it, unless it is for all products. */
export async function joinOpenBundles(tx: Queryable, shopId: number, groupId: number): Promise<void> {
  const bundleIds = await listOpenBundlesOfGroup(tx, shopId, groupId);
  if (bundleIds.length === 0) return;
  const products = await listBundleProducts(tx, shopId, bundleIds);
  await addProductsToGroups(tx, shopId, [groupId], await listBoxProducts(tx, shopId, products));
}

/** Every product of which a piece may be in a box. */
async function listBoxProducts(
  tx: Queryable,
  shopId: number,
  products: readonly Pick<
    BundleConfiguration["products"][number],
    "productId" | "subProductIds" | "subVariantIds"
  >[],
): Promise<number[]> {
  const single = await listVariantsById(
    tx,
    shopId,
    products.flatMap(({ subVariantIds }) => subVariantIds),
  );
  return [
    ...new Set([
      ...products.flatMap(({ productId, subProductIds }) => [productId, ...subProductIds]),
      ...single.map(({ productId }) => productId),
    ]),
  ];
}

type Wanted = Pick<Frequency, "interval" | "intervalCount" | "discount"> & {
  /** The group the plan is created in; null creates one with the bundle's name and products. */
  groupId: number | null;
  bundleName: string;
  productIds: number[];
};

/**
 * A selling plan with a frequency's interval and discount: the group's existing one, or a new one. @throws ProblemError
 * invalid_request for a group that the shop does not have, or a new one without products, which would be for all
 */
export function makePlan(
  shopId: number,
  { groupId, bundleName, productIds, ...frequency }: Wanted,
  audit: Audit,
): Promise<MadePlan> {
  return inTransaction(async (tx) => {
    const group =
      groupId === null
        ? await insertPlanGroup(tx, {
            shopId,
            id: newPlanId(),
            name: bundleName || "Boxes",
            createdAt: audit.now,
          })
        : await lockPlanGroup(tx, shopId, groupId);
    if (!group) throw invalidRequest([UNKNOWN_GROUP]);
    if (groupId === null && (await insertGroupProducts(tx, shopId, group.id, productIds)) === 0)
      throw invalidRequest([NO_PRODUCTS]);
    const existing = await listPlansOfGroup(tx, shopId, group.id);
    const fitting = existing.find((plan) => findPlanProblem(frequency, plan) === null);
    if (fitting) return { plan: fitting, group };
    const { interval, intervalCount, discount } = frequency;
    const plan = {
      id: newPlanId(),
      groupId: group.id,
      name: toPlanName(frequency),
      billingInterval: interval,
      billingIntervalCount: intervalCount,
      deliveryInterval: interval,
      deliveryIntervalCount: intervalCount,
      discountPercentage: discount,
      discountCycles: null,
      laterDiscountPercentage: null,
    };
    await insertPlan(tx, shopId, plan);
    const after = { plan: plan.name, group: group.name };
    await appendActivity(tx, { shopId, contractId: null, action: "selling_plan.created", after }, audit);
    const [made = plan] = await listPlansById(tx, shopId, [plan.id]);
    return { plan: made, group };
  });
}

const NO_PRODUCTS: FieldError = {
  pointer: "/productIds",
  code: "required",
  detail: "Add products to the box first: a new plan is for these only.",
};

const UNKNOWN_GROUP: FieldError = {
  pointer: "/groupId",
  code: "unknown_group",
  detail: "The shop has no such selling-plan group.",
};
