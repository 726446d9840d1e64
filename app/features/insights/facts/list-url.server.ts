import type { DayRange } from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { startOfDay } from "~/lib/shop-calendar.server";

/** Operation 1 of the specification. */
const CONTRACTS = "/api/external/v2/subscription-contract-details";

/**
 * The list of the API that has as many rows as a number counts, as X-Total-Count says; null where there is none. What
 * stood at the end of a day that is over is in no list any more.
 *
 * @param today by the shop's clock and zone
 */
export function toListUrl(
  name: NumberName,
  { from, to }: DayRange,
  { today, timeZone }: { today: string; timeZone: string },
): string | null {
  if (to >= today && name === "activeContracts") return `${CONTRACTS}?status=ACTIVE`;
  if (to >= today && name === "pausedContracts") return `${CONTRACTS}?status=PAUSED`;
  if (name !== "newContracts") return null;
  const created = new URLSearchParams({
    fromCreatedDate: startOfDay(from, timeZone, 0).toISOString(),
    toCreatedDate: new Date(startOfDay(to, timeZone, 1).getTime() - 1).toISOString(),
  });
  return `${CONTRACTS}?${created}`;
}
