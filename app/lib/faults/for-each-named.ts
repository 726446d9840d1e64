/**
 * Works through all of them, also after one has failed.
 * @throws Error that names those that failed, with the first failure as its cause
 */
export async function forEachNamed<T>(
  items: readonly T[],
  toName: (item: T) => string,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failed: string[] = [];
  let cause: unknown;
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      cause ??= error;
      failed.push(toName(item));
    }
  if (failed.length > 0) throw new Error(`failed for ${failed.join(", ")}`, { cause });
}
