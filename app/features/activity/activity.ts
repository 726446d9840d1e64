import type { RealTime, ShopTime } from "~/lib/clocks";
import type { ACTOR_TYPES } from "~db/schema/activity";
import type { ActivityObject } from "./activity-scopes";

export type Actor = { type: (typeof ACTOR_TYPES)[number]; name: string };

/** Who makes a change, in which request and when: passed to every write, which records it (design.md "Data rules"). */
export type Audit<Time extends Date = ShopTime | RealTime> = {
  actor: Actor;
  requestId: string | null;
  now: Time;
  /** Network address of a request by staff or keys: stored for changes of the shop itself. */
  address?: string;
  /** The bulk automation that makes the change. */
  bulkAutomationId?: number;
};

/** What happened: `<object>.<past participle>`, stable; the timeline has a text for each. */
export type ActivityAction = `${ActivityObject}.${string}`;

/** Reduces two snapshots to the fields of `after` that differ, by value; null when none does. */
export function toChange<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null {
  const changed = toChangedFields(before, after);
  if (!changed) return null;
  const earlier = Object.keys(changed).map((name) => [name, before[name] ?? null]);
  return { before: Object.fromEntries(earlier) as Partial<T>, after: changed };
}

/** The fields of `after` that differ from `before`, by value; null when none does. */
export function toChangedFields<T extends Record<string, unknown>>(
  before: T,
  after: Partial<T>,
): Partial<T> | null {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name) => [name, after[name] ?? null])) as Partial<T>;
}

/** Most fields are equal by identity or plain values; only the few objects need a deep comparison. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (!isObject(before) || !isObject(after)) return (before ?? null) === (after ?? null);
  if (before instanceof Date && after instanceof Date) return +before === +after;
  return toComparable(before) === toComparable(after);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Fields sorted by name: Postgres returns stored objects in an order of its own. */
const toComparable = (value: object): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
