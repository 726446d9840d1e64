import type { ButtonView, DialogView } from "~/features/contract-page/dialogs/dialog-view";

/** A field of a dialog of the contract page, by its name; fields without one by their kind. */
export const inputOf = (dialog: DialogView | null, name: string) =>
  dialog?.rows.flat().find((input) => ("name" in input ? input.name : input.kind) === name);

/** The dialogs that the buttons of an order's row open. */
export const toRowIntents = (buttons: readonly ButtonView[]): string[] =>
  buttons.filter(({ at }) => at !== "order-product").map(({ intent }) => intent);
