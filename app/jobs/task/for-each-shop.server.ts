import { listClosedShops } from "~/access/closed/closed-shops.repo.server";
import { logger } from "~/lib/logger.server";

/**
 * Works shop by shop. A failure in one shop does not stop the others: it is logged, and the job fails at the end, so
 * that it is tried again. A shop may stand in the list more than once, with several things to do.
 */
export async function forEachShop<S extends { id: number }>(
  shops: readonly S[],
  signal: AbortSignal,
  work: (shop: S) => Promise<unknown>,
): Promise<void> {
  const failed = new Set<number>();
  for (const shop of shops) {
    signal.throwIfAborted();
    try {
      await work(shop);
    } catch (error) {
      // The worker logs an error when the job goes on failing.
      logger.warn({ err: error, shopId: shop.id }, "job failed for a shop");
      failed.add(shop.id);
    }
  }
  if (failed.size === 0) return;
  const count = new Set(shops.map(({ id }) => id)).size;
  throw new Error(`failed for ${failed.size} of ${count} shops`);
}

/** The same without the shops that are closed. */
export async function forEachOpenShop<S extends { id: number }>(
  shops: readonly S[],
  signal: AbortSignal,
  work: (shop: S) => Promise<unknown>,
): Promise<void> {
  if (shops.length === 0) return;
  const closed = await listClosedShops();
  const open = shops.filter(({ id }) => !closed.has(id));
  await forEachShop(open, signal, work);
}
