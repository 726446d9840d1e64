import { endWithNpm } from "./end-with-npm.mjs";

const SIGNALS = [
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/**
 * For long runs on a database of their own: a signal, or the end of the `npm run` that started the run, ends it. Processes
 * that it has forked end when their channel closes.
 *
 * @param stop stops everything else that must not outlive the run
 */
export function endBySignal(stop: () => Promise<unknown>): void {
  endWithNpm();
  for (const [signal, code] of SIGNALS)
    process.once(signal, () => void stop().finally(() => process.exit(code)));
}
