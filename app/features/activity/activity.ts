import type { ACTOR_TYPES } from "~db/schema/activity";

export type Actor = { type: (typeof ACTOR_TYPES)[number]; name: string };

/** Who makes a change, in which request and when: passed to every write, which records it (design.md "Data rules"). */
export type Audit = {
  actor: Actor;
  requestId: string | null;
  now: Date;
  /** Network address of a request by staff or keys: stored for changes of the shop itself. */
  address?: string;
  /** The bulk automation that makes the change. */
  bulkAutomationId?: number;
};

/** What happened: `<object>.<past participle>`, stable; the timeline has a text for each. */
export type ActivityAction = `${string}.${string}`;

/** Reduces two snapshots to the fields that differ, by value; null when none does. */
export function toChange<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return null;
  const pick = (from: T) => Object.fromEntries(names.map((name) => [name, from[name] ?? null])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}

/** Most fields are equal by identity; only the few objects need a deep comparison. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (before instanceof Date && after instanceof Date) return +before === +after;
  return toComparable(before) === toComparable(after);
}

/** Fields sorted by name: Postgres returns stored objects in an order of its own. */
const toComparable = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
