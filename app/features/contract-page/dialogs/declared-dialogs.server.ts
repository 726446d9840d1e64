import type { DeclaredButton, DialogTexts } from "~/features/contract-page/dialogs/contract-edits";
import type { ContractFormat } from "~/features/contract-page/history/activity-timeline";
import type { ContractState } from "~/features/contracts/change/contract-change";
import type { ContractOperation } from "~/features/contracts/operations/define-contract-operation.server";

type Operations = readonly Pick<ContractOperation<string>, "staffDialogs">[];

/** The dialogs that operations declare, by `intent`. */
const mapDialogs = (operations: Operations) =>
  new Map(operations.flatMap(({ staffDialogs }) => Object.entries(staffDialogs)));

/** What the contract page shows of declared dialogs: the buttons, and the texts of the toasts by `intent`. */
export function listDeclared(operations: Operations) {
  const dialogs = [...mapDialogs(operations)];
  return {
    editButtons: dialogs.flatMap(([edit, { button }]): DeclaredButton[] =>
      button ? [{ ...button, edit }] : [],
    ),
    editDone: Object.fromEntries(dialogs.map(([edit, { done }]) => [edit, done])),
  };
}

/** The declared dialog of a form with present values; null if no operation declares it. */
export function toDeclaredDialog(
  operations: Operations,
  intent: string,
  { contract }: Pick<ContractState, "contract">,
  format: ContractFormat,
): DialogTexts | null {
  const dialog = mapDialogs(operations).get(intent);
  if (!dialog) return null;
  const { title, text, confirm, isAboutAmounts = false, rows } = dialog;
  const costNow = isAboutAmounts ? ` ${toCostNow(contract, format)}` : "";
  return {
    title,
    lines: [`${text}${costNow}`],
    confirm,
    fields: { edit: "declared", rows: rows(contract), isAboutAmounts },
  };
}

export const toCostNow = ({ orderAmount }: { orderAmount: string }, format: ContractFormat): string =>
  `Each order costs ${format.money(orderAmount)} now.`;
