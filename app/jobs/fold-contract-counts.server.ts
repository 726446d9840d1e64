import {
  foldContractCounts,
  listShopsWithManyDeltas,
} from "~/features/contracts/contract-counts.repo.server";
import { forEachShop } from "~/jobs/for-each-shop.server";
import type { Task } from "~/jobs/task";
import { inTransaction } from "~db/transaction.server";

/** Readers sum a shop's counter rows on every page of the list; past this many the sum begins to cost. */
const MANY_DELTAS = 200;

/** Put the counters' appended deltas together, one transaction a shop. */
export const foldCounts: Task<"fold-contract-counts"> = async (_payload, { signal }) => {
  const shops = await listShopsWithManyDeltas(MANY_DELTAS);
  await forEachShop(shops, signal, (shop) => inTransaction((tx) => foldContractCounts(tx, shop.id)));
};
