import { tellingAfter } from "~db/announcements.server";
import type { Database } from "~db/client.server";
import { isWorthAnotherTry } from "~db/errors";

export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** One transaction; run again (at most twice) when Postgres ended it to resolve a deadlock or serialisation conflict. */
export async function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tellingAfter(work);
    } catch (error) {
      if (attempt === 3 || !isWorthAnotherTry(error)) throw error;
    }
  }
}
