import { z } from "zod";

/** The id in a page's address: any text. What is no id is 0, which no row has: not found, like the id of another shop's. */
export const pageId = z.string().transform((text) => {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
});
