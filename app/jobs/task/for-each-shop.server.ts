import { logger } from "~/lib/logger.server";

/**
 * Works shop by shop. A failure in one shop does not stop the others: it is logged, and the job fails at the end, so
 * that it is tried again.
 */
export async function forEachShop<S extends { id: number }>(
  shops: readonly S[],
  signal: AbortSignal,
  work: (shop: S) => Promise<unknown>,
): Promise<void> {
  const failed: number[] = [];
  for (const shop of shops) {
    signal.throwIfAborted();
    try {
      await work(shop);
    } catch (error) {
      // The worker logs an error when the job goes on failing.
      logger.warn({ err: error, shopId: shop.id }, "job failed for a shop");
      failed.push(shop.id);
    }
  }
  if (failed.length > 0) throw new Error(`failed for ${failed.length} of ${shops.length} shops`);
}
