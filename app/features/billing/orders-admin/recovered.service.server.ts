import { Temporal } from "temporal-polyfill";
import type { PrincipalShop } from "~/access/principal";
import { formatMoney } from "~/lib/format";
import { sumInDunning, sumRecovered } from "./order-sums.repo.server";
import type { DunningSums } from "./order-view";

type Sums = Awaited<ReturnType<typeof sumRecovered>>;

/** How many orders, and their sums as text; several currencies one after the other. */
export const toSumView = (sums: Sums) => ({
  count: sums.reduce((total, { count }) => total + count, 0),
  amount: sums.map(({ amount, currencyCode }) => formatMoney(amount, currencyCode)).join(" + ") || null,
});

/**
 * Amounts in dunning and recovered ones: orders paid after a failed payment, since the first of the shop's month and in
 * total.
 */
export async function sumDunning(
  shop: Pick<PrincipalShop, "id" | "timeZone">,
  now: Date,
): Promise<DunningSums> {
  const [open, month, all] = await Promise.all([
    sumInDunning(shop.id),
    sumRecovered(shop.id, toStartOfMonth(now, shop.timeZone)),
    sumRecovered(shop.id, null),
  ]);
  return { open: toSumView(open), month: toSumView(month), all: toSumView(all) };
}

const toStartOfMonth = (now: Date, timeZone: string): Date => {
  const today = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(timeZone).toPlainDate();
  return new Date(today.with({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
};
