import { type BoxProblem, findBoxProblems } from "~/features/bundles/rules/bundle-limits";
import { type BoxPrice, priceBox } from "~/features/bundles/rules/bundle-price";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { type BoxChoice, ONE_TIME, toBoxLines, toFrequencyValue } from "./box-choice";
import type { BoxSlot } from "./box-slots";

type Frequency = BundleConfiguration["frequencies"][number];

/** A way to buy the chosen box: at a frequency, or once (null). `value` is its value in the page's address. */
export type PurchaseOption = { value: string; frequency: Frequency | null; price: BoxPrice };

/** A bundle's page for one choice: what is offered, what it costs, and why it cannot be bought yet. */
export type BoxView = {
  bundle: BundleConfiguration;
  slots: BoxSlot[];
  choice: BoxChoice;
  /** Every way to buy it with its own price; at least one. */
  ways: PurchaseOption[];
  /** The price of the chosen way. */
  price: BoxPrice;
  problems: BoxProblem[];
  currencyCode: string;
};

export function toBoxView(
  bundle: BundleConfiguration,
  slots: BoxSlot[],
  choice: BoxChoice,
  currencyCode: string,
): BoxView {
  const lines = toBoxLines(choice.rows);
  const toPrice = (frequency: Frequency | null) =>
    priceBox(bundle, { lines, frequencyDiscount: frequency?.discount ?? null }, currencyCode);
  const ways = listFrequencies(bundle).map((frequency) => ({
    value: toPurchaseOptionValue(frequency),
    frequency,
    price: toPrice(frequency),
  }));
  const price = toPrice(choice.frequency);
  const problems = findBoxProblems(bundle, lines, price.subtotal);
  const isIncomplete = bundle.selectionType === "FIXED" && choice.rows.some(({ quantity }) => quantity === 0);
  return {
    bundle,
    slots,
    choice,
    ways,
    price,
    problems: isIncomplete && lines.length > 0 ? [{ code: "sold_out" }, ...problems] : problems,
    currencyCode,
  };
}

const listFrequencies = ({ frequencies, allowOneTimePurchase }: BundleConfiguration): (Frequency | null)[] =>
  allowOneTimePurchase || frequencies.length === 0 ? [...frequencies, null] : frequencies;

const toPurchaseOptionValue = (frequency: Frequency | null): string =>
  frequency ? toFrequencyValue(frequency) : ONE_TIME;

export const isChosen = ({ choice }: BoxView, way: PurchaseOption): boolean =>
  way.value === toPurchaseOptionValue(choice.frequency);
