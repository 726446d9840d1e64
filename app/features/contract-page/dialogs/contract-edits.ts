import type { Attribute } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";

/** What staff can edit of a contract; `?edit=<name>` opens its dialog, `?intent=<name>` does it. */
export const EDITS = [
  "address",
  "line",
  "apply_code",
  "remove_discount",
  "add_product",
  "remove_product",
] as const;
export type Edit = (typeof EDITS)[number];

/** A variant to choose from, in words. */
type ProductChoice = { variantId: number; handle: string; title: string; note: string };

type Choice = { value: string; label: string };

/** What a dialog asks for. */
type EditFields =
  | {
      edit: "address";
      address: Address;
      countries: Choice[];
      /** Of each country whose addresses name a state or province, by its code; their values are whole codes. */
      provinces: Record<string, Choice[]>;
    }
  | { edit: "line"; lineId: string; quantity: number; attributes: Attribute[]; isSkipped: boolean }
  | { edit: "apply_code"; codes: string[] }
  | { edit: "remove_discount"; discountId: string }
  | {
      edit: "add_product";
      search: string;
      choices: ProductChoice[];
      orders: { value: string; label: string }[];
      /** The order whose row was left for this. */
      order: string;
    }
  | { edit: "remove_product"; order: number; variantId: number };

export type EditDialogView = {
  title: string;
  lines: string[];
  confirm: string;
  /** The contract's version that the dialog shows. */
  version: number;
  fields: EditFields;
};

/** What a toast says when it is done. */
export const EDIT_DONE_LABELS: Record<Edit, string> = {
  address: "Address changed",
  line: "Product changed",
  apply_code: "Discount code applied",
  remove_discount: "Discount removed",
  add_product: "One-time product added",
  remove_product: "One-time product removed",
};

/** Blank rows for attributes to come, beside those that there are. */
export const BLANK_ATTRIBUTE_ROWS = 3;
