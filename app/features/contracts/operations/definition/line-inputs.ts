import type { ContractState } from "~/features/contracts/change/contract-change";
import { MAX_QUANTITY } from "~/lib/limits";
import type { DialogInput } from "./staff-dialog";

/** Products that a dialog lists; more are found by searching. */
export const VARIANTS_SHOWN = 12;
export const NO_PRODUCTS = "No matching products.";

type Line = ContractState["lines"][number];

/** The line that the page's address names. */
export const findLine = ({ lines }: ContractState, { line: lineId }: { line?: string }): Line | null =>
  lines.find(({ id }) => id === lineId) ?? null;

export const toLineIdInput = ({ id }: Line): DialogInput => ({ kind: "hidden", name: "lineId", value: id });

export const toQuantityInput = (initial: number, max = MAX_QUANTITY): DialogInput => ({
  kind: "number",
  name: "quantity",
  label: "Quantity",
  initial,
  max,
});
