import type { DialogInput, StaffDialog } from "~/features/contracts/operations/staff-dialog";
import type { Attribute } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";
import type { AttributeField } from "~db/schema/portal-settings";

/** A variant to choose, as texts. */
type ProductChoice = { variantId: number; handle: string; title: string; note: string };

type Choice = { value: string; label: string };

/** Fields of a dialog that is drawn here. */
export type DrawnFields =
  | {
      edit: "address";
      address: Address;
      countries: Choice[];
      /** By code of each country whose addresses have a state or province; the values are whole codes. */
      provinces: Record<string, Choice[]>;
    }
  | {
      edit: "line";
      lineId: string;
      quantity: number;
      attributes: Attribute[];
      /** The shop's attribute fields for this product. */
      asked: AttributeField[];
      isSkipped: boolean;
    }
  | { edit: "apply_code"; codes: string[] }
  | { edit: "remove_discount"; discountId: string }
  | {
      edit: "add_product";
      search: string;
      choices: ProductChoice[];
      orders: { value: string; label: string }[];
      /** The order from whose row the dialog was opened. */
      order: string;
    }
  | { edit: "remove_product"; order: number; variantId: number }
  | ContentFields;

/** Fields of a dialog that changes lines or terms. */
export type ContentFields =
  | { edit: "add_line"; search: string; choices: ContentChoice[]; needsPrice: boolean }
  | { edit: "swap_line"; lineId: string; search: string; choices: ContentChoice[]; quantity: number }
  | { edit: "remove_line"; lineId: string }
  | { edit: "line_price"; lineId: string; price: string; currencyCode: string }
  | { edit: "plan"; choices: ContentChoice[] }
  | { edit: "split"; choices: ContentChoice[] }
  | { edit: "payment_method"; choices: ContentChoice[] };

/** `note`: its price, and what an order would cost with it. */
export type ContentChoice = { value: string; label: string; note: string };

/** Fields that the operation declares. */
type DeclaredFields = {
  edit: "declared";
  rows: DialogInput[][];
  isAboutAmounts: boolean;
};

/** A button of the page that opens a declared dialog. */
export type DeclaredButton = NonNullable<StaffDialog["button"]> & { edit: string };

export type Edit = DrawnFields["edit"];

export type EditDialogView = {
  /** The form that it sends. */
  intent: string;
  title: string;
  lines: string[];
  confirm: string;
  /** The contract's version that the dialog shows. */
  version: number;
  fields: DrawnFields | DeclaredFields;
};

/** A dialog without what its form adds. */
export type DialogTexts = Omit<EditDialogView, "version" | "intent">;

/**
 * The edits whose dialog is drawn here, with the text of the toast after each: `?edit=<name>` opens the dialog,
 * `?intent=<name>` performs it. Others are declared by their operation (`StaffDialog`).
 */
export const EDIT_DONE_LABELS: Record<Edit, string> = {
  address: "Address changed",
  line: "Product changed",
  apply_code: "Discount code applied",
  remove_discount: "Discount removed",
  add_product: "One-time product added",
  remove_product: "One-time product removed",
  add_line: "Product added",
  swap_line: "Product swapped",
  remove_line: "Product removed",
  line_price: "Price changed",
  plan: "Selling plan changed",
  split: "Contract split",
  payment_method: "Payment method changed",
};

export const isEdit = (name: string): name is Edit => Object.hasOwn(EDIT_DONE_LABELS, name);

/** Blank rows for new attributes, after the present ones. */
export const BLANK_ATTRIBUTE_ROWS = 3;
