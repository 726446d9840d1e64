import {
  type ChangedContract,
  type ContractTarget,
  changeContract,
} from "~/features/contracts/contract-change.service.server";
import {
  toAddressChange,
  toAttributesChange,
  toLineChange,
  toLineSkip,
  toQuantityChange,
} from "~/features/contracts/contract-edits";
import type { Attribute } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";

/** Where the orders to come are shipped. Refusals: `toAddressChange`. */
export const changeShippingAddress = (target: ContractTarget, address: Address): Promise<ChangedContract> =>
  changeContract(target, (state) => toAddressChange(state, address));

/** Leave a line out of the next order or take it in again; `skip` undefined = the other way round than now. */
export const skipLine = (
  target: ContractTarget,
  lineId: string,
  skip: boolean | undefined,
): Promise<ChangedContract> => changeContract(target, (state) => toLineSkip(state, lineId, skip));

/** How many of a line come with each order. */
export const changeLineQuantity = (
  target: ContractTarget,
  lineId: string,
  quantity: number,
): Promise<ChangedContract> => changeContract(target, (state) => toQuantityChange(state, lineId, quantity));

/** Other attributes for a line, instead of those it has; a customer does not touch the merchant's own. */
export const replaceLineAttributes = (
  target: ContractTarget,
  lineId: string,
  attributes: readonly Attribute[],
): Promise<ChangedContract> =>
  changeContract(target, (state) =>
    toAttributesChange(state, lineId, attributes, target.customerId === null ? "merchant" : "customer"),
  );

/** All that staff edit of a line, at once. */
export const changeLine = (
  target: ContractTarget,
  lineId: string,
  wanted: Parameters<typeof toLineChange>[2],
): Promise<ChangedContract> => changeContract(target, (state) => toLineChange(state, lineId, wanted));
