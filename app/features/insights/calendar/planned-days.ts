import type { DayRange } from "~/features/insights/definitions/day-range";

/** @field variantId null: products that are in no catalogue @field title null: nobody has told what it is called */
type Variant = { variantId: number | null; title: string | null };
/** @field orders in all currencies, as the list of upcoming orders has them @field amount of those in the one asked for */
export type CalendarDay = {
  date: string;
  orders: number;
  amount: number;
  units: (Variant & { quantity: number })[];
};

/**
 * What is planned for some days that follow each other. It is kept as it is, so each variant is named once.
 *
 * @field days.amounts by currency @field days.units the place of the variant in `variants`, and how many of it; the most first
 */
export type PlannedDays = {
  variants: Variant[];
  days: { date: string; orders: number; amounts: Record<string, number>; units: [number, number][] }[];
};

/** Those of the days that lie in a range. */
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
