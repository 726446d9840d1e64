import { z } from "zod";

/** wire.md §1 "Merchant authentication". */
export const MAX_LIVE_API_KEYS = 10;

export const createApiKeySchema = z.object({
  name: z
    .string({ error: "Enter a name for the key." })
    .trim()
    .min(1, "Enter a name for the key.")
    .max(100, "At most 100 characters."),
  scope: z.enum(["read", "write"], { error: "Choose read or write." }),
});

export type CreateApiKeyInput = z.output<typeof createApiKeySchema>;

export const revokeApiKeySchema = z.object({
  id: z.coerce
    .number({ error: "Enter a name for the key." })
    .int("Enter a name for the key.")
    .positive("Enter a name for the key."),
});
