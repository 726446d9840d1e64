import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import type { ChoiceInput } from "~/features/bulk-automations/automation-page";
import type { ShopTime } from "~/lib/clocks";
import { OVER_STATUSES } from "~db/schema/contract-enums";
import type { Transaction } from "~db/transaction.server";

export type AutomationShop = Pick<PrincipalShop, "id" | "currencyCode" | "timeZone">;

/** A range of a task's items, locked by its worker until the transaction ends. */
export type Batch = {
  shop: AutomationShop;
  automationId: number;
  number: number;
  firstContractId: number;
  lastContractId: number;
  /** Whether the task undoes another one. */
  isUndo: boolean;
};

/** Outcome of a batch: ids of the changed contracts, and contracts that rules refused, each with a sentence. */
export type Applied = { changed: number[]; refused: { contractId: number; reason: string }[] };

/** The parameters of a form that are valid by themselves. */
type SomeOf<P> = P extends unknown ? Partial<P> : never;

/** The form fields of a choice. Their names must differ from those of other choices. */
type ChoiceForm<P> = {
  inputs(currencyCode: string): ChoiceInput[];
  hint(currencyCode: string): string | null;
  /**
   * Schemas that each parse some of a task's parameters from the form: an error in one does not keep the others from
   * being read.
   */
  toParts(currencyCode: string): readonly z.ZodType<SomeOf<P>>[];
  /** The form's names of parameters that `check` may refuse. */
  fields?: Record<string, string>;
};

/** A change that staff may choose: a radio button of the form, and for some a button of the contract list. */
export type KindChoice<P = unknown> = {
  /** In addresses and forms; unique among all kinds. */
  value: string;
  label: string;
  note: string;
  /** Its button below the contract list; choices without one are reached through the form. */
  button?: string;
  isDanger?: true;
  /** The fields it asks for, or its parameters when it needs none. */
  asks: ChoiceForm<P> | { parameters: P };
};

/** Fields of one form, or several forms of which a task has one. */
type Parameters = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>;

/** What a plan is made for. In an undo, `o` is the item that is undone: its `after` is what was set. */
export type PlanContext = { shop: AutomationShop; isUndo: boolean; shopNow: ShopTime };

type ValueContext = Pick<AutomationShop, "currencyCode" | "timeZone">;

/**
 * Money is added up under the label; other values are shown as text on pages (`toText`) and in the API and files
 * (`toPlain`; by default as they are stored). They may be numbers (`isNumber`), and may have an amount that is added up
 * (`sum`, SQL over a value).
 */
export type KindValues =
  | { isMoney: true; sumLabel: string }
  | {
      isMoney: false;
      isNumber?: true;
      toText(value: string, context: ValueContext): string;
      toPlain?(value: string, context: ValueContext): string;
      sum?: { label: string; toAmount(value: SQL): SQL };
    };

/** A parameter that does not fit the shop's data, and why. */
export type ParameterError = { parameter: string; code: string; detail: string };

/** All errors, and the names of the things that parameters refer to by id: the task stores them for its title. */
export type Checked = { errors: ParameterError[]; names?: Record<string, string> };

/**
 * What a bulk change does to contracts, one file per kind. Its effect is SQL over whole ranges, or the rule of a single
 * contract (`changeContracts`). In plans, `c` is the contract; in effects, `i` is its item, whose `after` is the value
 * to set. So an undo works the same way, although each contract has its own value.
 */
export type AutomationKind<P extends Parameters = Parameters> = {
  /** Stored, and the kind's name in the API. */
  name: string;
  /** Parameters of a task, stored with it. */
  parameters: P;
  /**
   * Parameters as the API documentation shows them, one of each form; a kind without them can be started in the admin
   * only.
   */
  examples?: readonly [z.input<P>, ...z.input<P>[]];
  /** Checks the parameters that are valid by themselves against the shop's data; others are missing. */
  check?(parameters: SomeOf<z.output<P>>, shop: AutomationShop): Promise<Checked>;
  /** The choices staff have. */
  choices: readonly KindChoice<z.output<P>>[];
  /** "Set delivery price to €4.99": for pages and mails. */
  toTitle(parameters: z.output<P>, currencyCode: string): string;
  /** Its fields in the API's record, by name; null in records of other kinds and of an undo. */
  recordFields?: Record<
    string,
    { schema: z.ZodType; from(parameters: z.output<P>): unknown; example: unknown }
  >;
  values: KindValues;
  /**
   * SQL joined to the contract in a plan, for values from other tables: `left join lateral (…) v on true`. The three
   * members below may then refer to `v`.
   */
  join?(parameters: z.output<P>, plan: PlanContext): SQL;
  /** SQL over `c`: the new value, in the form of `current`; null if there is none. */
  toTarget(parameters: z.output<P>, shop: AutomationShop): SQL;
  /** SQL over `c`: the present value as text. An undo restores it, and compares it first. */
  current: SQL;
  /** SQL: the part of a value that an undo compares, if not all of it. */
  toComparable?(value: SQL): SQL;
  /** SQL: why the contract cannot get `target` (text, a code); null when it can. */
  toSkipReason(target: SQL, shop: AutomationShop, plan: PlanContext): SQL;
  /** Texts of the kind's own codes; `SKIP_REASONS` has those of all kinds. */
  skipReasons: Record<string, string>;
  /**
   * Changes the planned contracts of the batch that have not changed since (`version`), with activity rows and events,
   * in the batch's transaction.
   */
  apply(tx: Transaction, batch: Batch, audit: Audit): Promise<Applied>;
};

/** SQL: branches of a `case` over `c`, for kinds that change nothing of a contract that is over. */
export const SKIP_WHEN_OVER = sql.raw(
  OVER_STATUSES.map((status) => `when c.status = '${status}' then 'CONTRACT_${status}'`).join(" "),
);

/** For type inference. */
export const defineKind = <P extends Parameters>(kind: AutomationKind<P>): AutomationKind<P> => kind;
