import { findShopNow } from "~/access/test-clock.repo.server";
import {
  compactContractCounts,
  listShopsWithManyDeltas,
} from "~/features/contracts/change/contract-counts.repo.server";
import { listShopsWithFacts, rollUpFacts } from "~/features/facts/facts.repo.server";
import { listUncountedShops } from "~/features/insights/facts/recount.repo.server";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { listShopsToSum } from "~/features/insights/plans/plan-snapshots.repo.server";
import { LEAST_ACTIVE, sumPlansOfShop } from "~/features/insights/plans/plans.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { inTransaction } from "~db/transaction.server";

/** Every page of the list sums a shop's counter rows; beyond this number the sum becomes slow. */
const MANY_DELTAS = 200;

/** Compact the counters' deltas, one transaction per shop. */
export const compactCounts: Task<"compact-contract-counts"> = async (_payload, { signal }) => {
  const shops = await listShopsWithManyDeltas(MANY_DELTAS);
  await forEachShop(shops, signal, (shop) => inTransaction((tx) => compactContractCounts(tx, shop.id)));
};

/** Facts per transaction: it takes a fraction of a second and blocks nobody. */
const ROLLED_UP_AT_ONCE = 5000;

/** Rolls up every shop's new facts into its days: until then readers sum them one by one. */
export const rollUpAllFacts: Task<"fold-facts"> = async (_payload, { signal }) => {
  await forEachShop(await listShopsWithFacts(), signal, async (shop) => {
    let rolledUp = ROLLED_UP_AT_ONCE;
    while (rolledUp === ROLLED_UP_AT_ONCE) {
      signal.throwIfAborted();
      rolledUp = await inTransaction((tx) => rollUpFacts(tx, shop.id, ROLLED_UP_AT_ONCE));
    }
  });
};

/** Once, for shops that are older than facts: computes them from history and orders, as far back as these go. */
export const countOldFacts: Task<"count-facts"> = async (_payload, { clock, signal }) => {
  await forEachShop(await listUncountedShops(), signal, async (shop) =>
    recountFacts(shop, { isRepaired: true, now: await findShopNow(shop, clock()) }),
  );
};

/** Sums the plans of shops with many contracts, for their pages (decision 060). */
export const sumPlans: Task<"sum-plans"> = async ({ shopId = null }, { clock, signal }) => {
  await forEachShop(await listShopsToSum(LEAST_ACTIVE, shopId), signal, (shop) =>
    sumPlansOfShop(shop, clock()),
  );
};
