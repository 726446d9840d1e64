import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Audit } from "~/features/activity/activity";
import type { PrincipalShop } from "~/http/principal";
import type { Transaction } from "~db/transaction.server";

export type AutomationShop = Pick<PrincipalShop, "id" | "currencyCode" | "timeZone">;

/** A range of a task's items, held by its worker until the transaction ends. */
export type Batch = {
  shop: AutomationShop;
  automationId: number;
  number: number;
  firstContractId: number;
  lastContractId: number;
};

/** What came of a batch: ids of the contracts changed, and those whose rules refused it, with a sentence. */
export type Applied = { changed: number[]; refused: { contractId: number; reason: string }[] };

/**
 * What a bulk change does to contracts: one file a kind. All of it is SQL over whole ranges, never contract by
 * contract. In plans `c` is the contract; in effects `i` is its item, whose `after` is the value to set: so that an undo,
 * where each contract has its own, needs nothing more.
 */
export type AutomationKind<P extends z.ZodType = z.ZodType> = {
  /** What the task is told; stored with it. */
  parameters: P;
  /** SQL over `c`: the value it shall have, as `current` would read it; null where that would be none. */
  toTarget(parameters: z.output<P>, shop: AutomationShop): SQL;
  /** The contract's present value, as text. */
  current: SQL;
  /** Whether the values are money, to be added up. */
  isMoney: boolean;
  /** SQL: why the contract cannot get `target` (text, a code); null where it can. */
  toSkipReason(target: SQL, shop: AutomationShop): SQL;
  /**
   * Change the planned contracts of the batch that are still as they were planned (`version`), with activity rows and
   * events, in the batch's transaction.
   */
  apply(tx: Transaction, batch: Batch, audit: Audit): Promise<Applied>;
};

/** For type inference. */
export const defineKind = <P extends z.ZodType>(kind: AutomationKind<P>): AutomationKind<P> => kind;
