import { deleteShop, listDueDeletions } from "~/features/shop-closing/deletion.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Deletes the shops that were closed long enough ago, and finishes what a run that died has begun. */
export const deleteClosedShops: Task<"delete-closed-shops"> = async (_payload, { clock, signal }) =>
  forEachShop(await listDueDeletions(clock()), signal, ({ id }) => deleteShop(id, clock(), signal));
