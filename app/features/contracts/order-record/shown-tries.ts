import type { DECLINE_CLASSES } from "~db/schema/charge-enums";
import type { OrderRecord } from "./order-record.server";

type ShownTry = {
  errorCode: string | null;
  errorClass: (typeof DECLINE_CLASSES)[number] | null;
  errorMessage: string | null;
};

/**
 * Tries as their caller may see them. For a card that is never tried again the customer gets a neutral text (wire.md §5
 * "Dunning defaults"): whoever holds a stolen card must not learn that this is known.
 *
 * @param customerId null = the merchant, who sees everything
 */
const toShownTries = <T extends ShownTry>(tries: T[], customerId: number | null): T[] =>
  customerId === null
    ? tries
    : tries.map((each) =>
        each.errorClass === "never"
          ? { ...each, errorCode: "CARD_DECLINED", errorMessage: "The card was declined." }
          : each,
      );

/** An order as its caller may see it. */
export const toShownOrder = (order: OrderRecord, customerId: number | null): OrderRecord => ({
  ...order,
  attempts: toShownTries(order.attempts, customerId),
});
