import type { DayRange } from "~/features/insights/definitions/day-range";

/** @field variantId null: products that are in no catalogue @field title null: unknown */
type Variant = { variantId: number | null; title: string | null };
/** @field orders in all currencies, as in the list of upcoming orders @field amount in the requested currency only */
export type CalendarDay = {
  date: string;
  orders: number;
  amount: number;
  units: (Variant & { quantity: number })[];
};

/**
 * The plans of some consecutive days. It is stored like this, so each variant is named only once.
 *
 * @param days.amounts by currency @field days.units the variant's index in `variants`, and the quantity; largest first
 */
export type PlannedDays = {
  variants: Variant[];
  days: { date: string; orders: number; amounts: Record<string, number>; units: [number, number][] }[];
};

/** The days that are within a range. */
export const cutDays = ({ variants, days }: PlannedDays, { from, to }: DayRange): PlannedDays => ({
  variants,
  days: days.filter(({ date }) => date >= from && date <= to),
});

/** Day by day, with the amounts of one currency. */
export const toCalendar = ({ variants, days }: PlannedDays, currencyCode: string): CalendarDay[] =>
  days.map(({ date, orders, amounts, units }) => ({
    date,
    orders,
    amount: amounts[currencyCode] ?? 0,
    units: units.flatMap(([place, quantity]) => {
      const variant = variants[place];
      return variant ? [{ ...variant, quantity }] : [];
    }),
  }));
