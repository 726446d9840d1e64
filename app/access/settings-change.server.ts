import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { lockShopSettings } from "./shops.repo.server";

/** `updatedAt`: when they were saved, the version of an edit; null while nothing was. */
type Versioned = { updatedAt: Date | null };

type Change<Saved> = {
  /** Version that the form showed, in ISO 8601; "" while nothing was saved. */
  version: string;
  now: Date;
  read: (tx: Transaction) => Promise<Saved>;
};

/**
 * Changes settings of a shop in a transaction. Of two that save at once, the second is refused.
 *
 * @param save gets the present settings and the version of the new ones
 * @throws ProblemError not_found; stale_version when somebody saved since the page was opened
 */
export function changeSettings<Saved extends Versioned>(
  shopId: number,
  { version, now, read }: Change<Saved>,
  save: (tx: Transaction, saved: Saved, updatedAt: Date) => Promise<void>,
): Promise<void> {
  return inTransaction(async (tx) => {
    // There may be no settings to lock yet; the shop's row always exists.
    if (!(await lockShopSettings(tx, shopId))) throw notFound("There is no such shop.");
    const saved = await read(tx);
    requireVersion(saved.updatedAt?.toISOString() ?? "", version);
    await save(tx, saved, toNextVersion(saved, now));
  });
}

/** @throws ProblemError stale_version unless the form showed the present version */
export function requireVersion(present: string, version: string): void {
  if (present !== version)
    throw new ProblemError(
      "stale_version",
      "Somebody else saved these settings meanwhile. Load the page again to see theirs.",
    );
}

/** Always later than before, even within one millisecond or while a test clock stands. */
export const toNextVersion = ({ updatedAt }: Versioned, now: Date): Date =>
  new Date(Math.max(now.getTime(), (updatedAt?.getTime() ?? 0) + 1));
