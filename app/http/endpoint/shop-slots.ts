import { ProblemError } from "~/lib/problem";

/** Releases the slot; a second call has no effect. */
type Release = () => void;

/**
 * Limits how much long work a process does for shops at once, such as uploads and exports: without a limit one shop
 * would leave no connections for the others.
 *
 * @param refusals texts for when the shop has its share already, and when all slots are taken
 * @returns a function that takes a slot for a shop; it throws ProblemError too_many_requests with Retry-After when none
 *   is free
 */
export function createShopSlots(
  { perShop, inAll }: { perShop: number; inAll: number },
  refusals: { ofShop: string; ofAll: string },
) {
  const byShop = new Map<number, number>();
  let taken = 0;
  return (shopId: number): Release => {
    const own = byShop.get(shopId) ?? 0;
    if (own >= perShop) throw refuse(refusals.ofShop);
    if (taken >= inAll) throw refuse(refusals.ofAll);
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
