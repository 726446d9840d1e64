import { type Fact, type FactFields, isRunning, toContractFact } from "~/features/facts/contract-facts";
import { NO_STATUS } from "~db/schema/facts";

/** A change of a contract in its history: the previous values of the fields that facts need. */
type HistoryEntry = {
  id: number;
  at: Date;
  before: Partial<Omit<FactFields, "currencyCode">>;
};
/** A contract as it is now, with its changes, oldest first. */
export type ReplayedContract = FactFields & {
  id: number;
  customerId: number;
  createdAt: Date;
  cancelledOn: Date | null;
  pausedOn: Date | null;
  endsAt: Date | null;
  /** Whether its history begins where it was created, or imported. */
  hasBeginning: boolean;
  history: readonly HistoryEntry[];
};

export type ReplayedFact = { fact: Fact; at: Date; entryId: number };

/**
 * The facts of a contract's life from its row and its history, as the changes themselves should have recorded them:
 * from the present state back to its creation, then forwards.
 *
 * @param toDay the shop's day of an instant, by the time zone it had at `at`
 */
export function replayContract(
  contract: ReplayedContract,
  toDay: (instant: Date, at: Date) => string,
): ReplayedFact[] {
  const { createdAt } = contract;
  // The latest first.
  const steps: { after: FactFields; at: Date; entryId: number }[] = [];
  let state: FactFields = contract;
  for (let index = contract.history.length - 1; index >= 0; index--) {
    const entry = contract.history[index];
    if (!entry) continue;
    steps.push({ after: state, at: entry.at, entryId: entry.id });
    state = { ...state, ...entry.before };
  }
  if (!contract.hasBeginning && state.status !== "ACTIVE") {
    // Its history does not say how it got there: it was created active, and its row says when it ended.
    const at = findEnd(contract, state.status) ?? createdAt;
    const first = steps.at(-1)?.at ?? at;
    steps.push({ after: state, at: new Date(Math.max(+createdAt, Math.min(+at, +first))), entryId: 0 });
    state = { ...state, status: "ACTIVE" };
  }
  steps.push({ after: state, at: createdAt, entryId: 0 });
  const facts: ReplayedFact[] = [];
  let before: FactFields | null = null;
  for (const { after, at, entryId } of steps.reverse()) {
    const fact = toContractFact(before, after, { day: toDay(at, at), startedOn: toDay(createdAt, at) });
    before = after;
    if (fact) facts.push({ fact, at, entryId });
  }
  return facts;
}

function findEnd(
  { cancelledOn, pausedOn, endsAt }: ReplayedContract,
  status: FactFields["status"],
): Date | null {
  if (status === "CANCELLED") return cancelledOn;
  return status === "EXPIRED" ? endsAt : pausedOn;
}

export const countsAsRunning = (status: Fact["toStatus"]): 0 | 1 =>
  status !== NO_STATUS && isRunning(status) ? 1 : 0;

/**
 * The days on which a customer began (1) or ceased (-1) to be a subscriber, from all facts of all their contracts. A
 * day on which both happened is omitted.
 */
export function countSubscriptions(facts: readonly ReplayedFact[]): Map<string, number> {
  const inOrder =
    facts.length > 1 ? [...facts].sort((a, b) => +a.at - +b.at || a.entryId - b.entryId) : facts;
  const days = new Map<string, number>();
  let running = 0;
  for (const { fact } of inOrder) {
    const before = running;
    running += countsAsRunning(fact.toStatus) - countsAsRunning(fact.fromStatus);
    const change = Number(running > 0) - Number(before > 0);
    if (change !== 0) days.set(fact.day, (days.get(fact.day) ?? 0) + change);
  }
  return days;
}
