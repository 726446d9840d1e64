import {
  compactContractCounts,
  listShopsWithManyDeltas,
} from "~/features/contracts/change/contract-counts.repo.server";
import { forEachShop } from "~/jobs/tasks/for-each-shop.server";
import type { Task } from "~/jobs/tasks/task";
import { inTransaction } from "~db/transaction.server";

/** Every page of the list sums a shop's counter rows; beyond this many the sum gets slow. */
const MANY_DELTAS = 200;

/** Compact the counters' deltas, one transaction per shop. */
export const compactCounts: Task<"compact-contract-counts"> = async (_payload, { signal }) => {
  const shops = await listShopsWithManyDeltas(MANY_DELTAS);
  await forEachShop(shops, signal, (shop) => inTransaction((tx) => compactContractCounts(tx, shop.id)));
};
