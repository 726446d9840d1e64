import { endWithNpm } from "./end-with-npm.mjs";

const SIGNALS = [
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/**
 * For long runs on a database of their own: a signal, or the end of the `npm run` that started it, ends the run and what it
 * has started. Processes of its own end by their closed channel.
 *
 * @param stop what must not outlive the run
 */
export function endBySignal(stop: () => Promise<unknown>): void {
  endWithNpm();
  for (const [signal, code] of SIGNALS)
    process.once(signal, () => void stop().finally(() => process.exit(code)));
}
