import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { toInstant } from "~/features/bulk-automations/sql.server";
import { changeNextDate, requireNoneSkippedSince } from "~/features/contracts/change/order-dates";
import { toSchedule } from "~/features/contracts/change/order-plan";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { formatDate } from "~/lib/format";
import { calendarDay } from "~/lib/schemas/calendar-day";
import { changeContracts } from "./change-contracts.service.server";
import { type AutomationShop, defineKind, SKIP_WHEN_OVER } from "./kind.server";

const MOST_DAYS = 365;

const parameters = z.union([
  z.object({ date: calendarDay().meta({ description: "A date in the shop's time zone" }) }),
  z.object({
    days: z
      .int()
      .min(-MOST_DAYS)
      .max(MOST_DAYS)
      .refine((days) => days !== 0, "Use a number of days other than 0.")
      .meta({
        description: "Number of days to postpone; negative values move the date earlier",
        format: "int32",
      }),
  }),
]);

/**
 * The next date, the instant that the dates after it are counted from, and the slot of an order that was moved there.
 */
export const dates = z.object({
  next: z.iso.datetime(),
  anchor: z.iso.datetime(),
  slot: z.iso.datetime().nullish(),
});
const readDates = (value: string) => dates.parse(JSON.parse(value));

const toIso = (instant: SQL): SQL =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const toDates = (next: SQL, anchor: SQL, slot = sql`null::text`): SQL =>
  sql`jsonb_build_object('next', ${toIso(next)}, 'anchor', ${toIso(anchor)}, 'slot', ${slot})::text`;

/** SQL: joins the next order of `c` as `next_order`. */
export const joinNextOrder = ({ id }: AutomationShop): SQL => sql`
  left join billing_attempts next_order on next_order.shop_id = ${id}::bigint and next_order.contract_id = c.id
    and next_order.billing_date = c.next_billing_date and next_order.status = 'QUEUED'`;

/** SQL over `c` and `joinNextOrder`: the contract's dates as a value; null if it has no next date. */
export const CURRENT_DATES = sql`case when c.next_billing_date is not null
  then ${toDates(sql`c.next_billing_date`, sql`coalesce(c.schedule_anchor, c.next_billing_date)`, toIso(sql`next_order.slot`))} end`;

/** SQL: an instant of a value. */
const toNext = (value: SQL): SQL => sql`((${value})::jsonb ->> 'next')`;

/**
 * SQL: the order's time of day on another day of the shop's calendar. If clocks are put back there are two such
 * instants: the first one counts, as everywhere else (`atSameTimeOn`).
 */
function toDateOn(day: SQL, { timeZone }: AutomationShop): SQL {
  const local = sql`(${day} + (c.next_billing_date at time zone ${timeZone}::text)::time)`;
  const instant = sql`(${local} at time zone ${timeZone}::text)`;
  return sql`case when ((${instant} - interval '1 hour') at time zone ${timeZone}::text) = ${local}
    then ${instant} - interval '1 hour' else ${instant} end`;
}

/**
 * Moves the next order to a day, or by a number of days (docs/wire.md §4 "update-billing-date"): it keeps its time of
 * day, and the orders after it are counted from it. An undo restores the earlier count.
 */
export const nextDateKind = defineKind({
  name: "NEXT_DATE",
  parameters,
  examples: [{ date: "2026-12-01" }, { days: -3 }],
  choices: [
    {
      value: "NEXT_DATE",
      label: "Next order on a day",
      note: "The orders after it follow, counted from that day",
      asks: {
        inputs: () => [{ type: "date", name: "nextDay", label: "Day" }],
        hint: () => "Orders keep their time of day.",
        toParts: () => [z.object({ nextDay: calendarDay() }).transform(({ nextDay }) => ({ date: nextDay }))],
      },
    },
    {
      value: "SHIFT_DATE",
      label: "Move next orders by days",
      note: "Each contract’s own next date, earlier or later",
      asks: {
        inputs: () => [
          {
            type: "select",
            name: "direction",
            label: "Direction",
            options: [
              { value: "LATER", label: "Later" },
              { value: "EARLIER", label: "Earlier" },
            ],
          },
          { type: "text", name: "days", label: "Days" },
        ],
        hint: () => "The orders after it follow. What would be in the past stays as it is.",
        toParts: () => [
          z
            .object({
              direction: z.enum(["LATER", "EARLIER"]).default("LATER"),
              days: z.coerce
                .number({ error: "Use a whole number." })
                .int("Use a whole number.")
                .min(1, "Use at least 1.")
                .max(MOST_DAYS, `Use at most ${MOST_DAYS}.`),
            })
            .transform(({ direction, days }) => ({ days: direction === "LATER" ? days : -days })),
        ],
      },
    },
  ],
  toTitle: (given) =>
    "date" in given
      ? `Move next orders to ${formatDate(`${given.date}T12:00:00Z`, "UTC")}`
      : `Move next orders ${Math.abs(given.days)} ${Math.abs(given.days) === 1 ? "day" : "days"} ${given.days > 0 ? "later" : "earlier"}`,
  values: {
    isMoney: false,
    toText: (value, { timeZone }) => formatDate(readDates(value).next, timeZone),
    toPlain: (value) => readDates(value).next,
  },
  toTarget(given, shop) {
    const day =
      "date" in given
        ? sql`${given.date}::date`
        : sql`(c.next_billing_date at time zone ${shop.timeZone}::text)::date + ${given.days}::int`;
    const next = toDateOn(day, shop);
    return sql`case when c.next_billing_date is not null then ${toDates(next, next)} end`;
  },
  join: (_parameters, { shop }) => joinNextOrder(shop),
  current: CURRENT_DATES,
  toComparable: toNext,
  toSkipReason: (target, _shop, { shopNow }) => sql`case
    ${SKIP_WHEN_OVER}
    when c.status <> 'ACTIVE' or c.next_billing_date is null then 'NOT_ACTIVE'
    when ${toNext(target)} = ${toIso(sql`c.next_billing_date`)} then 'UNCHANGED'
    when ${toNext(target)}::timestamptz <= ${toInstant(shopNow)} then 'TOO_SOON'
    when ${toNext(target)}::timestamptz > ${toInstant(shopNow)} + interval '10 years' then 'TOO_FAR'
    when ${toNext(target)}::timestamptz > c.ends_at then 'AFTER_END' end`,
  skipReasons: {
    NOT_ACTIVE: "not active: no upcoming orders",
    TOO_SOON: "would be in the past",
    TOO_FAR: "more than 10 years ahead",
    AFTER_END: "the contract ends before that day",
  },
  apply: (tx, batch, audit) =>
    changeContracts(tx, batch, audit, (state, target) => {
      const { next, anchor, slot } = readDates(target);
      const clock = { now: audit.now, timeZone: batch.shop.timeZone };
      const start = new Date(anchor);
      if (batch.isUndo)
        requireNoneSkippedSince(state, { ...toSchedule(state.contract, audit.now), start }, clock);
      const counted = { countedFrom: start, slot: slot ? new Date(slot) : null, isUndo: batch.isUndo };
      return withProductsMoved(state, changeNextDate(state, new Date(next), clock, counted));
    }),
});
