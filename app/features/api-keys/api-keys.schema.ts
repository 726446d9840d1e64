import { z } from "zod";

/** wire.md §1 "Merchant authentication". */
export const MAX_LIVE_API_KEYS = 10;

export const createApiKeySchema = z.object({
  name: z
    .string({ error: "Give the key a name." })
    .trim()
    .min(1, "Give the key a name.")
    .max(100, "At most 100 characters."),
  scope: z.enum(["read", "write"], { error: "Choose read or write." }),
});

export type CreateApiKeyInput = z.output<typeof createApiKeySchema>;

export const revokeApiKeySchema = z.object({
  id: z.coerce.number({ error: "Name the key." }).int("Name the key.").positive("Name the key."),
});
