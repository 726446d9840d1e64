import { z } from "zod";

/** Members save a handful; the limit only protects the table. */
export const MAX_SAVED_VIEWS = 50;

const name = z
  .string({ error: "Enter a name for the view." })
  .trim()
  .min(1, "Enter a name for the view.")
  .max(60, "At most 60 characters.");

const viewId = z.coerce.number({ error: "Choose a view." }).int().positive().max(Number.MAX_SAFE_INTEGER);

/** `search`: the list's query string, without "?". */
export const saveViewSchema = z.object({
  name,
  search: z.string().max(4000, "These filters are too long to save."),
});
export const renameViewSchema = z.object({ viewId, name });
export const deleteViewSchema = z.object({ viewId });
