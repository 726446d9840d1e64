import type { ShopTime } from "~/lib/clocks";
import type { Transaction } from "~db/transaction.server";
import type { ImportRow } from "./imports.repo.server";

export type StepContext = {
  tx: Transaction;
  /** Locked until the transaction ends. */
  current: ImportRow;
  timeZone: string;
  /** For judging dates and creating rows; the import itself runs by the real clock. */
  shopNow: ShopTime;
};

/** One batch of a step, after `cursor`. @returns where the next one continues; null = the step is done */
export type ImportStep = (context: StepContext, cursor: string | null) => Promise<string | null>;
