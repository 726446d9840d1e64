import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { withStatus } from "~/features/contracts/change/order-plan";
import type { ContractFormat } from "~/features/contracts/contract-format";

/** The contract, as dialogs name it. */
export const toName = ({ contract }: ContractState): string => `contract ${contract.subscriptionContractId}`;

/** The first line of dialogs about amounts. */
export const toCostNow = ({ contract }: ContractState, format: ContractFormat): string =>
  `Each order costs ${format.money(contract.orderAmount)} now.`;

/** What to know about orders that are being placed or charged while dates or status change. */
export const listUnderWay = ({ attempts }: ContractState): string[] => [
  ...(withStatus(attempts, "PROCESSING").length > 0
    ? ["One order is being placed right now and will still go through."]
    : []),
  ...(withStatus(attempts, "UNKNOWN").length > 0
    ? ["One order was sent to the payment gateway, which has not said yet whether it was charged."]
    : []),
];

/** The date of the next order after a change. */
export function toNextDate({ contract }: ContractChange, format: ContractFormat): string {
  const next = contract?.nextBillingDate;
  return next ? format.date(next) : "no date: the contract ends before";
}
