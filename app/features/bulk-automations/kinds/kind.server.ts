import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import type { ChoiceInput } from "~/features/bulk-automations/automation-page";
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

/** The fields that a choice brings into the form, by names that no other choice has. */
type ChoiceForm<P> = {
  inputs(currencyCode: string): ChoiceInput[];
  hint(currencyCode: string): string | null;
  /** From what the form sends to the parameters of a task. */
  toSchema(currencyCode: string): z.ZodType<P>;
};

/** Something staff may choose to do: a radio button of the form, and a button of the contract list. */
export type KindChoice<P = unknown> = {
  /** In addresses and forms; of no other kind. */
  value: string;
  /** In the form. */
  label: string;
  note: string;
  /** On the button below the contract list. */
  button: string;
  isDanger?: true;
  /** What it asks for, or the parameters where it asks for nothing more. */
  asks: ChoiceForm<P> | { parameters: P };
};

type Parameters = z.ZodType<Record<string, unknown>>;

/**
 * What a bulk change does to contracts: one file a kind, which says all there is to it. Its effect is SQL over whole
 * ranges, or the rule of a single contract (`changeContracts`). In plans `c` is the contract; in effects `i` is its item,
 * whose `after` is the value to set: so that an undo, where each contract has its own, needs nothing more.
 */
export type AutomationKind<P extends Parameters = Parameters> = {
  /** As it is stored, and as the API names it. */
  name: string;
  /** What a task is told; stored with it. */
  parameters: P;
  /** What staff may choose of it. */
  choices: readonly KindChoice<z.output<P>>[];
  /** "Set delivery price to €4.99": on pages and in mails. */
  toTitle(parameters: z.output<P>, currencyCode: string): string;
  /** Fields of the API's record, by name: null for every other kind, and for an undo. */
  recordFields: Record<
    string,
    { schema: z.ZodType; from(parameters: z.output<P>): unknown; example: unknown }
  >;
  /** Money is added up, under the label; other values have words. */
  values: { isMoney: true; sumLabel: string } | { isMoney: false; toText(value: string): string };
  /** SQL over `c`: the value it shall have, as `current` would read it; null where that would be none. */
  toTarget(parameters: z.output<P>, shop: AutomationShop): SQL;
  /** SQL over `c`: its present value, as text; what an undo puts back, and looks for before it does. */
  current: SQL;
  /** SQL: why the contract cannot get `target` (text, a code); null where it can. */
  toSkipReason(target: SQL, shop: AutomationShop): SQL;
  /** Words of the codes that are its own; `SKIP_REASONS` has those of all kinds. */
  skipReasons: Record<string, string>;
  /**
   * Change the planned contracts of the batch that are still as they were planned (`version`), with activity rows and
   * events, in the batch's transaction.
   */
  apply(tx: Transaction, batch: Batch, audit: Audit): Promise<Applied>;
};

/** For type inference. */
export const defineKind = <P extends Parameters>(kind: AutomationKind<P>): AutomationKind<P> => kind;
