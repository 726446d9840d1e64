import type { PrincipalShop } from "~/access/principal";
import type {
  ContractAttempt,
  ContractRow,
  ContractState,
} from "~/features/contracts/change/contract-change";
import type { ShopClock } from "~/features/contracts/change/order-plan";
import type { ContractFormat } from "~/features/contracts/contract-format";
import type { Attribute } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";
import type { AttributeField } from "~db/schema/portal-settings";

/** `note` says more about it, in paler type. */
export type DialogOption = { value: string; label: string; note?: string };

/** A shipping address, with the countries to choose from. */
export type AddressInput = {
  kind: "address";
  address: Address;
  countries: DialogOption[];
  /** By code of each country whose addresses have a state or province; the values are whole codes. */
  provinces: Record<string, DialogOption[]>;
};

/** Attributes of a line: those that the shop asks for, and others. */
export type AttributesInput = {
  kind: "attributes";
  attributes: Attribute[];
  asked: AttributeField[];
};

type NamedInput = { name: string; label: string } & (
  | {
      kind: "text";
      initial?: string;
      suffix?: string;
      inputMode?: "decimal" | "numeric";
      isOptional?: true;
      maxLength?: number;
      /** Values to choose from while typing. */
      suggestions?: string[];
    }
  | { kind: "prose"; initial?: string; rows?: number; maxLength: number }
  /** A day of the calendar (`YYYY-MM-DD`). */
  | { kind: "day"; initial: string; least: string }
  | { kind: "number"; initial: number; max: number }
  | { kind: "select"; initial?: string; options: DialogOption[] }
  /** One of a few. */
  | { kind: "choice"; initial?: string; options: DialogOption[] }
  /** One of a list. `empty`: shown instead when the list has no options; the form cannot be sent then. */
  | { kind: "list"; options: DialogOption[]; empty: string }
  /** Any of a list. */
  | { kind: "ticks"; options: DialogOption[] }
  | { kind: "tick"; isTicked: boolean; description: string }
);

/** A field of a dialog. Present values are texts. */
export type DialogInput =
  | NamedInput
  | { kind: "hidden"; name: string; value: string | number }
  | AddressInput
  | AttributesInput;

/** What the page's address says besides the dialog's name: the part of the contract that it is about. */
export type DialogPlace = {
  line?: string;
  discount?: string;
  order?: number;
  variant?: number;
  /** What products are searched by. */
  q: string;
};

export type DialogContext = {
  shop: PrincipalShop;
  clock: ShopClock;
  format: ContractFormat;
  place: DialogPlace;
};

/** A dialog's texts and fields; each row of fields stands side by side. */
export type StaffDialogView = {
  title: string;
  lines: string[];
  confirm: string;
  rows?: DialogInput[][];
  /** What products were searched by; the dialog then has a search for them. */
  search?: string;
};

/** What decides whether a button is there, and what it is called. */
export type OfferedContract = Pick<
  ContractRow,
  "status" | "deliveryMethodType" | "currencyCode" | "orderNote"
> & { lines: number };
export type OfferedOrder = Pick<ContractAttempt, "status" | "billingDate"> & { isNext: boolean };

/** A button of the contract page: in its head, in a card, or at each line or discount. */
type ContractPageButton = {
  at: "head" | "products" | "line" | "discounts" | "discount" | "delivery" | "payment" | "note";
  label: string | ((contract: OfferedContract) => string);
  /** What it changes, for screen readers, where the label leaves it out. */
  about?: string;
  /** Left out: whenever the contract is not over. */
  isOffered?(contract: OfferedContract): boolean;
};

/**
 * A button of an order: `order` stands in its row of the contract page and on its own page, `order-row` in the row
 * alone, `order-product` at each of its one-time products.
 */
type OrderButton = {
  at: "order" | "order-row" | "order-product";
  label: string;
  /** For screen readers. Left out: `the order of 1 Apr 2026`, or the product. @param date of the order, as text */
  about?(date: string): string;
  /** Left out: whenever the contract is not over. */
  isOffered?(
    contract: OfferedContract,
    order: OfferedOrder,
    at: { shop: { currencyCode: string }; now: Date },
  ): boolean;
};

export type DialogButton = ContractPageButton | OrderButton;
export type ButtonPlace = DialogButton["at"];

export const isOfOrder = (button: DialogButton): button is OrderButton =>
  button.at === "order" || button.at === "order-row" || button.at === "order-product";

/**
 * The dialog of a staff form. The contract page opens it with `?edit=<intent>`, the order page those of an order with
 * `?action=<intent>`; it draws it and sends the form, and says afterwards what was done.
 */
export type StaffDialog = {
  /** The toast's text afterwards. */
  done: string;
  /** The button that opens it. */
  button: DialogButton;
  /**
   * What orders would cost: `asked` while the form is filled in, `shown` at once, for forms with nothing to fill in.
   */
  dryRun?: "asked" | "shown";
  isHarsh?: true;
  /** Label of the button that closes it. Left out: "Cancel". */
  keep?: string;
  /** Names of the dialog's fields by the parameter that the rule names in its errors, where they differ. */
  fieldOf?: Readonly<Record<string, string>>;
  /**
   * The dialog, with what the contract has now.
   *
   * @returns null for a part that the contract does not have
   * @throws ProblemError as the rule that refuses it; the dialog then only says why
   */
  view(
    state: ContractState,
    context: DialogContext,
  ): StaffDialogView | null | Promise<StaffDialogView | null>;
};
