import { DAY_MS } from "~/lib/days";
import { invalidRequest } from "~/lib/problem";
import { startOfDay } from "~/lib/shop-calendar.server";
import type { KeyLife } from "./api-keys.schema.server";

const MAX_DAYS = 3660;

/**
 * When a key created now expires; null = never. The last day counts in full, by the shop's calendar.
 * @throws ProblemError invalid_request for a day that has passed, or is more than ten years away
 */
export function toExpiry(life: KeyLife, now: Date, timeZone: string): Date | null {
  if (life === null) return null;
  if (typeof life === "number") return new Date(now.getTime() + life * DAY_MS);
  const end = startOfDay(life, timeZone, 1);
  const refuse = (detail: string) =>
    invalidRequest([{ pointer: "/expiresOn", code: "out_of_range", detail }]);
  if (end <= now) throw refuse("Choose today or a later day.");
  if (end.getTime() > now.getTime() + MAX_DAYS * DAY_MS) throw refuse("At most ten years from now.");
  return end;
}
