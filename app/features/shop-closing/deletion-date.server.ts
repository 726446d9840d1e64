import { DAY_MS } from "~/lib/days";
import { env } from "~/lib/env.server";

/** From when on the data of a shop that was closed then is deleted. */
export const toDeletionDate = (closedAt: Date): Date =>
  new Date(closedAt.getTime() + env.SHOP_DELETION_DAYS * DAY_MS);
