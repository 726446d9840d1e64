import type { ImportRow } from "~/features/imports/records/imports.repo.server";
import type { Transaction } from "~db/transaction.server";

export type StepContext = {
  tx: Transaction;
  /** Held until the transaction ends. */
  current: ImportRow;
  timeZone: string;
  now: Date;
};

/** One batch of a step, after `cursor`. @returns where the next one goes on; null = the step is done */
export type ImportStep = (context: StepContext, cursor: string | null) => Promise<string | null>;
