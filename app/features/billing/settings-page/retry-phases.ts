import { MOST_DECLINES } from "~/features/billing/dunning/caps";

/** Consecutive tries at equal intervals: a plan of retries consists of a few such phases. */
export type Phase = { tries: number; everyDays: number };

/** Number of rows in a form. */
const MOST_PHASES = 6;
const MOST_TRIES = 15;
const LAST_DAY = 90;

/** Days after the first failure: `[{tries: 2, everyDays: 3}, {tries: 1, everyDays: 5}]` → 3, 6, 11. */
export function toRetryDays(phases: readonly Phase[]): number[] {
  const days: number[] = [];
  for (const { tries, everyDays } of phases)
    for (let each = 0; each < tries; each++) days.push((days.at(-1) ?? 0) + everyDays);
  return days;
}

/** The fewest phases that give these days, which increase. */
export function toPhases(days: readonly number[]): Phase[] {
  const phases: Phase[] = [];
  days.forEach((day, index) => {
    const everyDays = day - (days[index - 1] ?? 0);
    const last = phases.at(-1);
    if (last?.everyDays === everyDays) last.tries++;
    else phases.push({ tries: 1, everyDays });
  });
  return phases;
}

/** Whether a plan has more tries in 30 days than a payment method may be charged; the first charge counts, too. */
export const isCapped = (days: readonly number[]): boolean =>
  days.filter((day) => day <= 30).length + 1 > MOST_DECLINES;

/** A whole number in a form's row; null = blank or wrong. */
const toWhole = (text: string): number | null => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null);

/** Names of a plan's fields in the form, row by row. */
export const toRowNames = (plan: "retry" | "stock") =>
  Array.from({ length: MOST_PHASES }, (_, row) => ({
    tries: `${plan}-${row}-tries`,
    every: `${plan}-${row}-every`,
  }));

export type PhaseProblem = { name: string; message: string };

/** Reads a plan from the form's fields: blank rows are ignored; all errors are reported. */
export function readPhases(
  plan: "retry" | "stock",
  read: (name: string) => string,
): { phases: Phase[]; problems: PhaseProblem[] } {
  const problems: PhaseProblem[] = [];
  const phases: Phase[] = [];
  const readField = (name: string, most: number): number | null => {
    const value = toWhole(read(name));
    if (value !== null && value >= 1 && value <= most) return value;
    problems.push({ name, message: `Use a whole number from 1 to ${most}.` });
    return null;
  };
  for (const { tries: triesName, every } of toRowNames(plan)) {
    if (read(triesName).trim() === "" && read(every).trim() === "") continue;
    const tries = readField(triesName, MOST_TRIES);
    const everyDays = readField(every, 30);
    if (tries !== null && everyDays !== null) phases.push({ tries, everyDays });
  }
  const first = toRowNames(plan)[0]?.tries ?? "";
  const days = toRetryDays(phases);
  if (problems.length === 0 && days.length === 0)
    problems.push({ name: first, message: "Try it again at least once." });
  if (days.length > MOST_TRIES)
    problems.push({ name: first, message: `At most ${MOST_TRIES} tries in all; these are ${days.length}.` });
  if ((days.at(-1) ?? 0) > LAST_DAY)
    problems.push({
      name: first,
      message: `End within ${LAST_DAY} days; the last try is on day ${days.at(-1)}.`,
    });
  return { phases, problems };
}

/** A plan as the form's fields. */
export function toPhaseFields(plan: "retry" | "stock", days: readonly number[]): Record<string, string> {
  const phases = toPhases(days);
  return Object.fromEntries(
    toRowNames(plan).flatMap(({ tries, every }, row) => [
      [tries, String(phases[row]?.tries ?? "")],
      [every, String(phases[row]?.everyDays ?? "")],
    ]),
  );
}
