import type { PrincipalShop } from "~/access/principal";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import type { ContractCaller } from "~/features/contracts/change/contract-change.service.server";
import { isOver } from "~/features/contracts/change/contract-transitions";
import { toContractFormat } from "~/features/contracts/contract-format";
import type { ContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import {
  type DialogInput,
  type DialogPlace,
  isOfOrder,
  type OfferedContract,
  type OfferedOrder,
  type StaffDialogView,
} from "~/features/contracts/operations/definition/staff-dialog";
import { ProblemError } from "~/lib/problem";
import type { ButtonView, DialogView } from "./dialog-view";
import { toCostLines } from "./staff-dry-run";

type Operation = ContractOperation<string>;
type Operations = readonly Operation[];

const listDialogs = (operations: Operations) =>
  operations.flatMap((operation) =>
    Object.entries(operation.staffDialogs).map(([intent, dialog]) => ({ operation, intent, dialog })),
  );

/** The texts of the toasts by `intent`. */
export const toDoneLabels = (operations: Operations): Record<string, string> =>
  Object.assign(
    Object.fromEntries(listDialogs(operations).map(({ intent, dialog }) => [intent, dialog.done])),
    ...operations.map(({ staffDone }) => staffDone),
  );

const isNotOver = ({ status }: Pick<OfferedContract, "status">) => !isOver(status);

/** The buttons that the contract's page has at present. Those that end something stand last in their place. */
export const listButtons = (operations: Operations, contract: OfferedContract): ButtonView[] =>
  listDialogs(operations)
    .flatMap(({ intent, dialog: { button, isHarsh = false } }): ButtonView[] => {
      if (isOfOrder(button)) return [];
      const { isOffered = isNotOver, label, ...shown } = button;
      if (!isOffered(contract)) return [];
      return [{ ...shown, label: typeof label === "string" ? label : label(contract), intent, isHarsh }];
    })
    .sort((one, other) => Number(one.isHarsh) - Number(other.isHarsh));

/** The buttons that an order of the contract has at present. @param date of the order, as text */
export const listOrderButtons = (
  operations: Operations,
  contract: OfferedContract,
  order: OfferedOrder & { date: string },
  at: { shop: { currencyCode: string }; now: Date },
): ButtonView[] =>
  listDialogs(operations).flatMap(({ intent, dialog: { button, isHarsh = false } }): ButtonView[] => {
    if (!isOfOrder(button)) return [];
    const { isOffered = isNotOver, about, ...shown } = button;
    return isOffered(contract, order, at) ? [{ ...shown, about: about?.(order.date), intent, isHarsh }] : [];
  });

/**
 * The dialog of a form with the contract's present values. Where the operation's rule refuses, it only says why.
 *
 * @returns null for an unknown contract or form, or a part that the contract does not have
 */
export async function findDialog(
  operations: Operations,
  caller: ContractCaller & { shop: PrincipalShop },
  contractId: number,
  { intent, ...place }: DialogPlace & { intent: string },
): Promise<DialogView | null> {
  const found = listDialogs(operations).find((each) => each.intent === intent);
  const { shop, audit } = caller;
  const state = found && (await findContractState(shop.id, contractId, audit.now, place.order));
  if (!state) return null;
  const { operation, dialog } = found;
  const format = toContractFormat(shop.timeZone, state.contract.currencyCode);
  const clock = { now: audit.now, timeZone: shop.timeZone };
  const { isHarsh = false, keep = "Cancel", dryRun } = dialog;
  const shared = { intent, version: state.contract.version };
  try {
    const view = await dialog.view(state, { shop, clock, format, place });
    if (!view) return null;
    const { rows = [], confirm, lines, ...texts } = view;
    const costs = dryRun === "shown" ? await listCosts(operation, intent, rows, caller, contractId) : [];
    const canBeSent = !rows.flat().some(isEmptyList);
    return {
      ...shared,
      ...texts,
      rows: canBeSent ? rows : rows.filter((row) => row.some(isEmptyList)),
      lines: [...lines, ...costs],
      confirm: canBeSent ? confirm : null,
      hasDryRun: dryRun === "asked" && canBeSent,
      isHarsh,
      keep,
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...shared, ...REFUSED, lines: [error.detail] };
  }
}

const isEmptyList = (input: DialogInput): boolean => input.kind === "list" && input.options.length === 0;

const REFUSED = {
  title: "This cannot be done",
  confirm: null,
  rows: [],
  hasDryRun: false,
  isHarsh: false,
  keep: "Close",
};

/**
 * What orders would cost, found by trying the form out as it will be sent.
 *
 * @throws ProblemError as the change itself would
 */
async function listCosts(
  { staffForms, dryRun }: Operation,
  intent: string,
  rows: NonNullable<StaffDialogView["rows"]>,
  caller: ContractCaller,
  contractId: number,
): Promise<string[]> {
  const sent = rows
    .flat()
    .flatMap((input: DialogInput) => (input.kind === "hidden" ? [[input.name, String(input.value)]] : []));
  const wanted = staffForms[intent]?.parse(Object.fromEntries(sent));
  return toCostLines(await dryRun(caller, { ...wanted, contractId }), caller.shop.timeZone);
}
