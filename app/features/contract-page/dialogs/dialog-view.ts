import type { ButtonPlace, DialogInput } from "~/features/contracts/operations/definition/staff-dialog";

/** A dialog of the contract or order page: what will happen, as texts computed by the rule that will do it, and its fields. */
export type DialogView = {
  /** The form that it sends. */
  intent: string;
  title: string;
  lines: string[];
  /** The label of the button that sends the form; null: there is nothing to send. */
  confirm: string | null;
  /** The label of the button that closes it. */
  keep: string;
  rows: DialogInput[][];
  /** What products were searched by; then it has a search for them. */
  search?: string;
  /** Whether it offers to show what orders would cost. */
  hasDryRun: boolean;
  isHarsh: boolean;
  /** The contract's version that the texts describe. */
  version: number;
};

/** A button that opens a dialog. */
export type ButtonView = { at: ButtonPlace; label: string; about?: string; intent: string; isHarsh: boolean };
