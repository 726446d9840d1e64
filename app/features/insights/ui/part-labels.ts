/** Offers that a customer took instead of cancelling. */
const OFFERS: Record<string, string> = {
  SKIP: "Skipped an order",
  PAUSE: "Paused",
  DISCOUNT: "Took a discount code",
};
export const toOfferLabel = (offer: string): string => OFFERS[offer] ?? offer;

/** `3 months` at the end of a contract. */
export const toAgeLabel = (months: number): string =>
  months === 0 ? "Under a month" : `${months} ${months === 1 ? "month" : "months"}`;
