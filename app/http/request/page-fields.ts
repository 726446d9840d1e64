import { z } from "zod";

/**
 * The id in a page's address: any text. An invalid one becomes 0, which no row has: not found, like an id of another
 * shop's.
 */
export const pageId = z.string().transform((text) => {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
});
