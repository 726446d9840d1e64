/**
 * Limits on what people and callers enter. Forms, endpoints and rules check them where a value changes, never on what
 * is stored: an import may have brought more.
 */

/** Pieces of one product in an order: a contract's line or a one-time product. Source: spec.md "Limits". */
export const MAX_QUANTITY = 999;
/** Largest quantity that an import accepts from the platform. */
export const MAX_IMPORTED_QUANTITY = 1_000_000;
/** A price, a delivery price or a discount, in its currency. Source: spec.md "Limits". */
export const MAX_PRICE = "999999.99";
/** What one order may cost, in its currency: the greatest amount that is stored (`money` of db/schema/columns.ts). */
export const MAX_ORDER_AMOUNT = "9999999999.9999";
/** Lines of one contract. */
export const MAX_LINES = 500;
/** Orders after which a contract may be cancelled, or ends. */
export const MAX_CYCLES = 100_000;
/** Products that a code, a programme or a list of offers names. */
export const MAX_NAMED_PRODUCTS = 250;

/** Ten years' worth of each unit: the longest interval between orders. Source: wire.md §2, operation 8. */
export const MAX_INTERVAL_COUNT = { DAY: 3650, WEEK: 521, MONTH: 120, YEAR: 10 };
/** How far ahead an order may lie: as long as the longest interval. */
export const MAX_YEARS_AHEAD = 10;

/** Attributes of one line or order. Source: wire.md §2 "12 attributes". */
export const MAX_ATTRIBUTES = 100;
/** Characters. */
export const MAX_ATTRIBUTE_KEY = 255;
export const MAX_ATTRIBUTE_VALUE = 5000;
/** A text of one line: part of an address, a code, a reason. */
export const MAX_LINE_OF_TEXT = 255;
/** A note of several lines. */
export const MAX_NOTE = 5000;

/** The greatest number that an integer column holds. */
export const MAX_INT32 = 2 ** 31 - 1;
