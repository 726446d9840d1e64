import type { FactTopic } from "~db/schema/fact-enums";
import { type factDays, NO_STATUS } from "~db/schema/facts";

type DayKey = Pick<typeof factDays.$inferSelect, "day" | "kind" | "currencyCode" | "fromStatus" | "toStatus">;
type PartKey = { topic: FactTopic; day: string; part: string; currencyCode: string };
/** @field amount decimal string with four decimals at most */
type Values = { count: number; units?: number; amount: string };

/** A number that differs between facts and tables. */
export type Difference = Named & { count: number; units: number; amount: string };

const DECIMALS = 4;

/** In ten-thousandths, from at most four decimals. */
function toUnits(amount: string): number | bigint {
  const point = amount.indexOf(".");
  const whole = point < 0 ? amount : amount.slice(0, point);
  const fraction = point < 0 ? "" : amount.slice(point + 1);
  const text = whole + fraction.padEnd(DECIMALS, "0").slice(0, DECIMALS);
  const units = Number(text);
  return Number.isSafeInteger(units) ? units : BigInt(text);
}
const toAmount = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

type Named = ({ what: "day" } & DayKey) | { what: "subscribers"; day: string } | ({ what: "part" } & PartKey);
type Total = {
  key: Named;
  count: number;
  units: number;
  /** In ten-thousandths; a plain number while it is exact, which is many times as fast. */
  amount: number;
  more: bigint;
};

function add(total: Total, { count, units = 0, amount }: Values): void {
  total.count += count;
  total.units += units;
  const more = toUnits(amount);
  const sum = typeof more === "number" ? total.amount + more : Number.NaN;
  if (Number.isSafeInteger(sum)) total.amount = sum;
  else total.more += BigInt(more);
}
const amountOf = (total: Total | undefined): bigint => (total ? total.more + BigInt(total.amount) : 0n);

/**
 * Sums of facts by all their keys, for comparing two counts. Its size depends on the number of days and parts, not of
 * contracts.
 */
export class FactTotals {
  readonly #totals = new Map<string, Total>();

  addDay(key: DayKey, values: Values): void {
    const { day, kind, currencyCode, fromStatus, toStatus } = key;
    const name = `d\n${day}\n${kind}\n${currencyCode}\n${fromStatus}\n${toStatus}`;
    const known = this.#totals.get(name);
    if (known) add(known, values);
    else this.#begin(name, { what: "day", day, kind, currencyCode, fromStatus, toStatus }, values);
  }

  addSubscribers(day: string, count: number): void {
    const name = `s\n${day}`;
    const known = this.#totals.get(name);
    if (known) known.count += count;
    else this.#begin(name, { what: "subscribers", day }, { count, amount: "0" });
  }

  addPart(key: PartKey, values: Values): void {
    const { topic, day, part, currencyCode } = key;
    const name = `p\n${topic}\n${day}\n${part}\n${currencyCode}`;
    const known = this.#totals.get(name);
    if (known) add(known, values);
    else this.#begin(name, { what: "part", topic, day, part, currencyCode }, values);
  }

  #begin(name: string, key: Total["key"], values: Values): void {
    const total: Total = { key, count: 0, units: 0, amount: 0, more: 0n };
    add(total, values);
    this.#totals.set(name, total);
  }

  /** What has to be added to the others to get these. */
  minus(others: FactTotals): Difference[] {
    const names = new Set([...this.#totals.keys(), ...others.#totals.keys()]);
    return [...names].sort().flatMap((name) => {
      const mine = this.#totals.get(name);
      const theirs = others.#totals.get(name);
      const key = (mine ?? theirs)?.key;
      const count = (mine?.count ?? 0) - (theirs?.count ?? 0);
      const units = (mine?.units ?? 0) - (theirs?.units ?? 0);
      const amount = amountOf(mine) - amountOf(theirs);
      if (!key || (count === 0 && units === 0 && amount === 0n)) return [];
      return [{ ...key, count, units, amount: toAmount(amount) }];
    });
  }
}

/** A difference in one line, for a person. */
export function toDifferenceText(difference: Difference): string {
  const { count, units, amount } = difference;
  const by = `${count} counted${units === 0 ? "" : `, ${units} units`}, ${amount}`;
  switch (difference.what) {
    case "day": {
      const { day, kind, currencyCode, fromStatus, toStatus } = difference;
      const status = toStatus === NO_STATUS ? "" : ` ${fromStatus || "none"} to ${toStatus}`;
      return `${day} ${kind}${status} ${currencyCode}: ${by}`;
    }
    case "subscribers":
      return `${difference.day} subscribers: ${count}`;
    case "part":
      return `${difference.day} ${difference.topic} "${difference.part}" ${difference.currencyCode}: ${by}`;
  }
}
