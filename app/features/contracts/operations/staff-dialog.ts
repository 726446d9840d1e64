import type { ContractRow } from "~/features/contracts/change/contract-change";

/** A field of a dialog; `initial` as text. */
export type DialogInput = { name: string; label: string; initial?: string } & (
  | {
      kind: "text";
      suffix?: string;
      inputMode?: "decimal" | "numeric";
      isOptional?: true;
      maxLength?: number;
    }
  | { kind: "prose"; maxLength: number }
  | { kind: "choice"; options: [value: string, label: string][] }
);

/**
 * The dialog of a staff form that has plain fields only. The contract page opens it with `?edit=<intent>`, draws it and
 * sends the form; dialogs that show more are drawn in contract-page.
 */
export type StaffDialog = {
  title: string;
  text: string;
  confirm: string;
  /** The toast's text afterwards. */
  done: string;
  /** The button that opens it, and the card it stands in; none where the page has a link of its own. */
  button?: { label: string; at: "products" | "discounts" };
  /** Then it says what orders cost, and offers to try out what they would cost. */
  isAboutAmounts?: true;
  /** In rows, with what the contract has now. */
  rows(contract: ContractRow): DialogInput[][];
};
