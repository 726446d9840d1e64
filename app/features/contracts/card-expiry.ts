import { Temporal } from "temporal-polyfill";

/** A card is valid to the end of its month, in the shop's time zone. A method without a date does not expire. */
export function isExpiredCard(
  { expiryMonth, expiryYear }: { expiryMonth: number | null; expiryYear: number | null },
  { now, timeZone }: { now: Date; timeZone: string },
): boolean {
  if (expiryMonth === null || expiryYear === null) return false;
  const today = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(timeZone);
  return expiryYear * 12 + expiryMonth < today.year * 12 + today.month;
}
