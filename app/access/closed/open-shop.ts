import { ProblemError } from "~/lib/problem";

/**
 * Every look-up of a caller ends here: a key, a member of staff, a customer's link, the host of a page. So no page and
 * no call does anything for a closed shop unless its endpoint says that it may (docs/decisions/167).
 *
 * @throws ProblemError shop_closed
 */
export function requireOpen<Shop extends { closedAt: Date | null }>(shop: Shop): Shop {
  if (shop.closedAt === null) return shop;
  const day = shop.closedAt.toISOString().slice(0, 10);
  throw new ProblemError("shop_closed", `The shop was closed on ${day}. Nothing is done for it.`);
}
