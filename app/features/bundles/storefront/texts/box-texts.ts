/** One text by number: `count` decides the form, `number` is how the locale writes it. */
type ByCount = (count: number, number: string) => string;

/**
 * What a bundle's page says besides the merchant's words and the portal's texts. Numbers, amounts and percentages come
 * written. An `order` is a sentence without its full stop, "Add 2 items": others are made with it.
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
  /** Of a bundle that is not there, and of one without products. */
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
    /** Of a box that is filled already. */
    fixed: string;
    different: ByCount;
    /** Products that are under no heading. */
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
