/** One text by number: `count` decides the form, `number` is how the locale writes it. */
type ByCount = (count: number, number: string) => string;

/**
 * What a bundle's page says besides the merchant's texts and the portal's texts. Numbers, amounts and percentages are
 * passed as text. An `order` is a sentence without its full stop, "Add 2 items", from which others are made.
 */
export type BoxTexts = {
  backToShop: string;
  box: string;
  items: ByCount;
  /** Above what is still missing. */
  almost: string;
  complete: string;
  thanks: string;
  update: string;
  /** For a bundle that does not exist; `nothing`: for one without products. */
  gone: { title: string; text: string };
  nothing: string;

  choose: {
    atLeast: ByCount;
    upTo: ByCount;
    exactly: ByCount;
    between(least: string, most: string): string;
    /** `sizes`: "6, 12 or 24". */
    sizes(sizes: string): string;
    any: string;
    /** For a box with fixed contents. */
    fixed: string;
    different: ByCount;
    /** Products without a heading. */
    others: string;
  };
  item: {
    soldOut: string;
    optionFor(title: string): string;
    less(title: string): string;
    more(title: string): string;
    howMany(title: string): string;
  };
  steps: { title: string; chosen(number: string): string; done: string; next(title: string): string };
  order: { add: ByCount; addDifferent: ByCount; takeOut: ByCount };
  problem: {
    empty: string;
    soldOut: string;
    atLeast(order: string, least: string): string;
    atMost(order: string, most: string): string;
    sizes(sizes: string): string;
    minimum(amount: string): string;
    section(title: string, order: string): string;
  };
  discount: {
    tiers: string;
    tier(number: string, percent: string): string;
    cheer(order: string, percent: string): string;
    cheerDelivery(order: string, percent: string): string;
    save(percent: string): string;
    saved: string;
    /** Before the crossed-out price, for screen readers. */
    before: string;
    delivery: string;
    code: string;
  };
  often: { title: string; once: string; each: string };
  go: Record<"CART" | "CHECKOUT" | "CUSTOM" | "NONE", string>;
};
