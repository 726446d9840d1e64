import { isMove, type Move } from "~/features/activity/moves";
import { NO_REASON, PAYMENT_FAILED, RAN_OUT } from "~db/schema/fact-enums";
import type { Binder } from "./contract-lookups.server";

/**
 * Contracts that ended, were reactivated or were kept by an offer, according to their history, between two instants.
 *
 * @field reason as the insights count it: a reason's name, without its note
 * @field fromMonths,toMonths whole months since the contract began
 * @field offer the offer taken
 * @field productId a product that the contract held when it ended
 */
export type MoveFilter = {
  move: Move;
  from?: Date;
  to?: Date;
  reason?: string;
  fromMonths?: number;
  toMonths?: number;
  offer?: string;
  productId?: number;
};

/**
 * The reason at the time of the entry. The entry contains it only if it changed it; otherwise the next entry that
 * changes the reason has the one before.
 */
const FEEDBACK = `case when y.after ? 'cancellationFeedback' then y.after ->> 'cancellationFeedback' else coalesce((
    select coalesce(z.before ->> 'cancellationFeedback', '') from activity z
    where z.shop_id = $1 and z.contract_id = y.contract_id and z.id > y.id and z.before ? 'cancellationFeedback'
    order by z.id limit 1), e.cancellation_feedback) end`;

/** The same rule as `toReason` of contract-facts.ts; a test compares them. */
const ENDED_REASON = `case y.after ->> 'status' when 'EXPIRED' then '${RAN_OUT}' when 'FAILED' then '${PAYMENT_FAILED}'
  else coalesce(nullif(left(btrim(split_part(${FEEDBACK}, ': ', 1)), 100), ''), '${NO_REASON}') end`;

const toDay = (instant: string): string =>
  `(${instant} at time zone (select s.time_zone from shops s where s.id = $1))::date`;
const AGE = `age(${toDay("y.created_at")}, ${toDay("e.created_at")})`;
const MONTHS = `(extract(year from ${AGE}) * 12 + extract(month from ${AGE}))`;

/**
 * Contracts with matching entries; a contract may appear more than once. `contractId` (SQL) limits this to one.
 */
export function toMoves(filter: MoveFilter, bind: Binder["bind"], contractId?: string): string {
  const { move, from, to, reason, fromMonths, toMonths, offer, productId } = filter;
  const instant = (date: Date) => `${bind(date.toISOString())}::timestamptz`;
  const reasonOf = move === "KEPT" ? "y.after ->> 'reason'" : ENDED_REASON;
  // The contracts' own columns are read only for contracts with an entry on these days.
  const asked = [
    ...(reason === undefined ? [] : [`${reasonOf} = ${bind(reason)}::text`]),
    ...(fromMonths === undefined ? [] : [`${MONTHS} >= ${bind(fromMonths)}::int`]),
    ...(toMonths === undefined ? [] : [`${MONTHS} <= ${bind(toMonths)}::int`]),
  ];
  return [
    "select y.contract_id from activity y where y.shop_id = $1 and y.contract_id is not null",
    isMove(move),
    ...(from ? [`y.created_at >= ${instant(from)}`] : []),
    ...(to ? [`y.created_at <= ${instant(to)}`] : []),
    ...(contractId ? [`y.contract_id = ${contractId}`] : []),
    ...(offer === undefined ? [] : [`y.after ->> 'offer' = ${bind(offer)}::text`]),
    ...(productId === undefined
      ? []
      : [
          `exists (select from ended_products p where p.shop_id = $1 and p.contract_id = y.contract_id
            and p.entry_id = y.id and p.product_id = ${bind(productId)}::bigint)`,
        ]),
    ...(asked.length === 0
      ? []
      : [
          `exists (select from contracts e where e.shop_id = $1 and e.id = y.contract_id and ${asked.join(" and ")} offset 0)`,
        ]),
  ].join(" and ");
}
