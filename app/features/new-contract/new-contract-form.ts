/** The fields of the form, as sent. */
export type SentForm = Record<string, string | undefined>;

/** A product of the form: its fields carry `number`, which it keeps when others are added and removed. */
export type FormLine = { number: number; variantId: string; title: string };

/** Value of a product's plan field: no plan, even if the contract has one. Blank means the contract's plan. */
export const NO_PLAN = "none";

/** The numbers of the form's products, in order. */
export const listLineNumbers = (sent: SentForm): number[] =>
  Object.keys(sent)
    .flatMap((name) => /^variant(\d{1,4})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other);

export const listFormLines = (sent: SentForm): FormLine[] =>
  listLineNumbers(sent).map((number) => ({
    number,
    variantId: sent[`variant${number}`] ?? "",
    title: sent[`title${number}`] ?? "",
  }));

/** The form with one product more, or one less. */
export const withLine = (sent: SentForm, { variantId, title }: Omit<FormLine, "number">): SentForm => {
  const number = Math.max(-1, ...listLineNumbers(sent)) + 1;
  return { ...sent, [`variant${number}`]: variantId, [`title${number}`]: title, [`quantity${number}`]: "1" };
};

export const withoutLine = (sent: SentForm, number: number): SentForm =>
  Object.fromEntries(
    Object.entries(sent).filter(
      ([name]) => !new RegExp(`^(?:variant|title|quantity|price|plan)${number}$`).test(name),
    ),
  );

/** Labels of the fields, for the error summary; those of products by number. */
export const toFormLabels = (lines: readonly FormLine[]): Record<string, string> => ({
  email: "E-mail",
  newFirstName: "First name",
  newLastName: "Last name",
  productSearch: "Products",
  sellingPlanId: "Selling plan",
  intervalCount: "Every",
  interval: "Unit",
  nextDay: "First order on",
  endDay: "Ends on (optional)",
  minCycles: "At least (optional)",
  maxCycles: "At most (optional)",
  deliveryMethodType: "Delivery",
  deliveryPrice: "Delivery price",
  paymentMethodId: "Payment method",
  discountTitle: "Title, as customers read it",
  kind: "Kind",
  discountValue: "How much",
  cycles: "For how many orders (blank: all)",
  note: "Note on all orders (optional)",
  ...Object.fromEntries(
    lines.flatMap(({ number, title }) => [
      [`variant${number}`, title],
      [`quantity${number}`, `Quantity of ${title}`],
      [`price${number}`, `Price of ${title}`],
      [`plan${number}`, `Plan of ${title}`],
    ]),
  ),
});
