import { ProblemError } from "~/lib/problem";

/** Releases the slot; a second call has no effect. */
type Release = () => void;

/**
 * Limits the uploads of one process. Each holds a database connection and may last for hours: without a limit one shop
 * would leave no connections to the others.
 *
 * @returns a function that takes a slot for a shop; it throws ProblemError too_many_requests with Retry-After when
 * there is none
 */
export function createUploadSlots({ perShop, inAll }: { perShop: number; inAll: number }) {
  const byShop = new Map<number, number>();
  let taken = 0;
  return (shopId: number): Release => {
    const own = byShop.get(shopId) ?? 0;
    if (own >= perShop) throw refuse("This shop is sending files already.");
    if (taken >= inAll) throw refuse("Too many files are being sent right now.");
    byShop.set(shopId, own + 1);
    taken++;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      taken--;
      const left = (byShop.get(shopId) ?? 0) - 1;
      if (left > 0) byShop.set(shopId, left);
      else byShop.delete(shopId);
    };
  };
}

const refuse = (reason: string): ProblemError =>
  new ProblemError("too_many_requests", `${reason} Try again in a minute.`, {
    headers: { "Retry-After": "60" },
  });
