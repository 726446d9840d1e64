import { client } from "~db/client.server";
import { toOrdersSql, type WholeOrder } from "./order-list.repo.server";

/** These orders, as lists return them, each with its contract; in any order. */
export const findOrdersById = (
  shop: { id: number; storeDomain: string },
  attemptIds: readonly number[],
): Promise<WholeOrder[]> =>
  client.unsafe<WholeOrder[]>(
    toOrdersSql("select * from billing_attempts where shop_id = $1 and id = any($3::bigint[])"),
    [shop.id, JSON.stringify(shop.storeDomain), [...attemptIds]],
  );
