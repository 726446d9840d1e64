/** @field failed shops whose dates could not be computed: the job goes on with the others, and fails at its end */
export type DatesOfShops<S, T> = { dated: { shop: S; dates: T }[]; failed: { shop: S; error: unknown }[] };

/**
 * Computes dates of many shops, once for all those with the same key. That may fail for one of them, for example because
 * its time zone is known no longer.
 */
export function toDatesOfShops<S, T>(
  shops: readonly S[],
  toKey: (shop: S) => string,
  compute: (shop: S) => T,
): DatesOfShops<S, T> {
  const byKey = new Map<string, T>();
  const result: DatesOfShops<S, T> = { dated: [], failed: [] };
  for (const shop of shops) {
    try {
      const key = toKey(shop);
      const dates = byKey.get(key) ?? compute(shop);
      byKey.set(key, dates);
      result.dated.push({ shop, dates });
    } catch (error) {
      result.failed.push({ shop, error });
    }
  }
  return result;
}
