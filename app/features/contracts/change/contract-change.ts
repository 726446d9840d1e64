import { type ActivityAction, toChange, toChangedFields } from "~/features/activity/activity";
import { computeContractAmounts } from "~/features/contracts/amounts";
import type { ContractEvent } from "~/features/events/events";
import { compareMoney } from "~/lib/money";
import { ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { billingAttempts } from "~db/schema/billing";
import type { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";

export type ContractRow = typeof contracts.$inferSelect;
type ContractLine = typeof contractLines.$inferSelect;
type ContractDiscount = typeof contractDiscounts.$inferSelect;
export type ContractAttempt = typeof billingAttempts.$inferSelect;

/** When a paid order was planned for, and when it was paid (null: not known). */
export type PaidAttempt = Pick<ContractAttempt, "billingDate" | "slot" | "completedAt">;

/** A contract as a change finds it: locked, so nothing in it changes until the change is written. */
export type ContractState = {
  contract: ContractRow;
  /** In their order. */
  lines: ContractLine[];
  /** In the order they count. */
  discounts: ContractDiscount[];
  /**
   * All QUEUED and PARKED attempts, those being charged or waiting for another try, all others with a date or slot, or a
   * former slot, from now on, and the one that the change concerns; soonest first.
   */
  attempts: ContractAttempt[];
  /** Orders paid through the contract, including the one it was bought with. */
  paidOrders: number;
  /** The last paid attempt: an order taken early counts by the day it was paid. Null when none was paid yet. */
  lastPaid: PaidAttempt | null;
};

/** Fields that no change sets: keys, fields the mechanism itself maintains, and generated columns. */
type KeptFields =
  | "shopId"
  | "id"
  | "subscriptionContractId"
  | "version"
  | "updatedAt"
  | "contractAmount"
  | "orderAmount"
  | "planType"
  | "nextBillingSort"
  | "orderNameSort"
  | "customerNameSort";
export type ContractFields = Partial<Omit<ContractRow, KeptFields>>;

const INTERVAL_FIELDS: readonly string[] = [
  "billingInterval",
  "billingIntervalCount",
  "deliveryInterval",
  "deliveryIntervalCount",
] satisfies (keyof ContractRow)[];

/** Whether these columns include one from which Postgres derives the plan type: then only Postgres knows it. */
export const decidePlanType = (names: readonly string[]): boolean =>
  names.some((name) => INTERVAL_FIELDS.includes(name));

/** The wanted state, and how history and events report it. Fields left out stay as they are. */
export type ContractChange = {
  action: ActivityAction;
  /** Usually one; several when one request has several outcomes (a paid order that is also the last). */
  events: readonly ContractEvent[];
  contract?: ContractFields;
  /** All lines the contract is to have: new ids are added, missing ones are removed. */
  lines?: readonly ContractLine[];
  /** All discounts it is to have, likewise. */
  discounts?: readonly ContractDiscount[];
  /** Changed fields of attempts, by id: a date without a slot is one (`toPlaced`). New ones come from `planOrders`. */
  attempts?: readonly (Pick<ContractAttempt, "id"> & Partial<ContractAttempt>)[];
  /** Plan the next orders afterwards: for changes of status, dates or interval. */
  planOrders?: boolean;
  /** Extra before and after for the activity entry. Fields of contract, lines and discounts are found by comparing. */
  recorded?: { before: Record<string, unknown>; after: Record<string, unknown> };
  /** The order that the events concern. */
  billingAttemptId?: number;
  /** Further writes in the same transaction, after the rows and the planned orders. */
  also?: (tx: Queryable) => Promise<void>;
  /** Names of what `also` changes: they make this a change even when no row of the contract differs. */
  alsoChanged?: readonly string[];
  /** The opposite change would not bring everything back: the portal offers no undo. */
  isOneWay?: true;
};

export type RowChanges<T> = { added: T[]; changed: { id: string; fields: Partial<T> }[]; removed: T[] };

/** A change as rows to write, and what history and events report of it. */
export type ContractWrites = {
  contract: Partial<ContractRow>;
  lines: RowChanges<ContractLine>;
  discounts: RowChanges<ContractDiscount>;
  attempts: { id: number; fields: Partial<ContractAttempt> }[];
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  changedFields: string[];
};

/**
 * Compares the wanted state with the present one: rows to write, before and after of only what differs, and amounts
 * recomputed if anything they depend on has changed. null = nothing differs.
 *
 * @throws ProblemError conflict: `requireOwnOrder`
 */
export function toContractWrites(state: ContractState, change: ContractChange): ContractWrites | null {
  const { contract } = state;
  const lines = compareRows(state.lines, change.lines ?? state.lines);
  const discounts = compareRows(state.discounts, change.discounts ?? state.discounts);
  const attempts = compareAttempts(state.attempts, change.attempts ?? []);
  // Copying whole rows is expensive when thousands of contracts change.
  const wanted: Partial<ContractRow> = { ...change.contract };
  const { deliveryPrice = contract.deliveryPrice, currencyCode = contract.currencyCode } = wanted;
  wanted.deliveryPrice = keepEqual(contract.deliveryPrice, deliveryPrice);
  if (change.lines || change.discounts || wanted.deliveryPrice !== contract.deliveryPrice) {
    const { contractAmount, orderAmount } = computeContractAmounts({
      currencyCode,
      deliveryPrice,
      lines: change.lines ?? state.lines,
      discounts: change.discounts ?? state.discounts,
    });
    wanted.contractAmount = keepEqual(contract.contractAmount, contractAmount);
    wanted.orderAmount = keepEqual(contract.orderAmount, orderAmount);
  }
  const fields = toChange<Partial<ContractRow>>(contract, wanted) ?? { before: {}, after: {} };
  const recordedLines = diffRows("lines", state.lines, lines);
  const recordedDiscounts = diffRows("discounts", state.discounts, discounts);
  const changedFields = [
    ...Object.keys(contract).filter((name) => Object.hasOwn(fields.after, name)),
    ...(recordedLines ? ["lines"] : []),
    ...(recordedDiscounts ? ["discounts"] : []),
    ...(attempts.length > 0 ? ["billingAttempts"] : []),
    ...(change.alsoChanged ?? []),
  ];
  if (changedFields.length === 0) return null;
  return {
    contract: fields.after,
    lines,
    discounts,
    attempts,
    before: {
      ...fields.before,
      ...recordedLines?.before,
      ...recordedDiscounts?.before,
      ...change.recorded?.before,
    },
    after: {
      ...fields.after,
      ...recordedLines?.after,
      ...recordedDiscounts?.after,
      ...change.recorded?.after,
    },
    changedFields,
  };
}

/** How many orders will be QUEUED later than `now` after the writes; missing ones are planned then. */
export function countOrdersAhead({ attempts }: ContractState, writes: ContractWrites, now: Date): number {
  const byId = new Map(writes.attempts.map(({ id, fields }) => [id, fields]));
  return attempts.filter((attempt) => {
    const { status, billingDate } = { ...attempt, ...byId.get(attempt.id) };
    return status === "QUEUED" && billingDate > now;
  }).length;
}

/** Each order that the writes change, before and after. */
export const toOrderChanges = ({ attempts }: Pick<ContractState, "attempts">, writes: ContractWrites) =>
  writes.attempts.flatMap(({ id, fields }) => {
    const before = attempts.find((attempt) => attempt.id === id);
    return before ? [{ id, before, after: { ...before, ...fields } }] : [];
  });

/** "10.00" and the stored "10.0000" are the same amount, not a change. */
const keepEqual = (present: string, wanted: string): string =>
  compareMoney(present, wanted) === 0 ? present : wanted;

type Row = { id: string; title: string };

function compareRows<T extends Row>(present: readonly T[], wanted: readonly T[]): RowChanges<T> {
  if (present === wanted) return { added: [], changed: [], removed: [] };
  const byId = new Map(present.map((row) => [row.id, row]));
  const kept = new Set(wanted.map((row) => row.id));
  return {
    added: wanted.filter((row) => !byId.has(row.id)),
    changed: wanted.flatMap((row) => {
      const before = byId.get(row.id);
      const fields = before && toChangedFields(before, row);
      return fields ? [{ id: row.id, fields }] : [];
    }),
    removed: present.filter((row) => !kept.has(row.id)),
  };
}

/**
 * Nothing is done with an order that the former contract's order has paid for: it would be billed again.
 *
 * @throws ProblemError conflict
 */
export function requireOwnOrder({ paidWithId }: Pick<ContractAttempt, "paidWithId">): void {
  if (paidWithId !== null)
    throw new ProblemError(
      "conflict",
      "This order was paid with the contract that this one was split from: it stays as it is.",
    );
}

/** Clears what the billing engine would do next with an order, and since when it has been unable to. */
const NO_STEP = {
  nextStep: null,
  nextStepAt: null,
  putOffSince: null,
} satisfies Partial<ContractAttempt>;

/** An order with a new date no longer stands for another slot, unless the change names the slot that it keeps. */
export const toPlaced = (fields: Partial<ContractAttempt>): Partial<ContractAttempt> =>
  fields.billingDate ? { slot: null, formerSlot: null, ...fields } : fields;

/**
 * The fields of an attempt that differ; null when none does. A step planned for its former day or status is dropped,
 * unless the change names one: an order that was put off and then moved must not be charged at its old time.
 *
 * @throws ProblemError conflict: `requireOwnOrder`
 */
function compareAttempt(before: ContractAttempt, changed: Partial<ContractAttempt>) {
  const wanted = toPlaced(changed);
  const difference = toChangedFields(before, wanted);
  // A new plan frees the slots of any order that keeps its day.
  const { slot: _slot, formerSlot: _former, ...others } = difference ?? {};
  if (Object.keys(others).length > 0) requireOwnOrder(before);
  const isMoved = difference && (difference.billingDate !== undefined || difference.status !== undefined);
  return isMoved ? toChangedFields(before, { ...NO_STEP, ...wanted }) : difference;
}

/**
 * Sorts attempts so that they can be written one by one. Slots are unique per contract, so of dates that move later,
 * the last is written first; of those that move earlier, the first.
 */
function compareAttempts(
  present: readonly ContractAttempt[],
  wanted: NonNullable<ContractChange["attempts"]>,
): ContractWrites["attempts"] {
  const byId = new Map(present.map((attempt) => [attempt.id, attempt]));
  const changed = wanted.flatMap(({ id, ...fields }) => {
    const before = byId.get(id);
    if (!before) throw new Error(`a change names the attempt ${id}, which its contract does not have ahead`);
    const difference = compareAttempt(before, fields);
    const shift = (fields.billingDate ?? before.billingDate).getTime() - before.billingDate.getTime();
    return difference ? [{ id, fields: difference, at: before.billingDate.getTime(), shift }] : [];
  });
  const later = changed.filter(({ shift }) => shift > 0).sort((a, b) => b.at - a.at);
  const others = changed.filter(({ shift }) => shift <= 0).sort((a, b) => a.at - b.at);
  return [...later, ...others].map(({ id, fields }) => ({ id, fields }));
}

/** One changed row is reported by its fields, with its title on both sides; several are reported as lists. */
function diffRows<T extends Row>(
  name: "lines" | "discounts",
  present: readonly T[],
  { added, changed, removed }: RowChanges<T>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  if (added.length + changed.length + removed.length === 0) return null;
  const differences = changed.flatMap(({ id, fields }) => {
    const row = present.find((each) => each.id === id);
    const before = row && Object.fromEntries(Object.keys(fields).map((key) => [key, Reflect.get(row, key)]));
    return row ? [{ before: { title: row.title, ...before }, after: { title: row.title, ...fields } }] : [];
  });
  const [only] = differences;
  if (only && differences.length === 1 && added.length + removed.length === 0) return only;
  return {
    before: { [name]: [...differences.map(({ before }) => before), ...removed.map(toRecorded)] },
    after: { [name]: [...differences.map(({ after }) => after), ...added.map(toRecorded)] },
  };
}

/** The fields by which a reader recognises an added or removed row. */
const toRecorded = (row: Row): Record<string, unknown> =>
  Object.fromEntries(
    ["title", "variantTitle", "quantity", "currentPrice", "code", "valueType", "value"].flatMap((key) => {
      const value: unknown = Reflect.get(row, key);
      return value === undefined || value === null ? [] : [[key, value]];
    }),
  );
