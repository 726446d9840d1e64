import { z } from "zod";
import { isNetwork } from "~/access/address-list.server";
import { API_AREAS, type ApiArea, type ApiScope } from "~/access/api-scopes";
import { withRules } from "~/http/request/field-rules";
import { calendarDay } from "~/lib/schemas/calendar-day";

/** wire.md §1 "Merchant authentication". */
export const MAX_LIVE_API_KEYS = 10;
const MAX_ADDRESSES = 50;

const level = z.enum(["none", "read", "write"], { error: "Choose none, read or write." }).default("none");
const levels = Object.fromEntries(API_AREAS.map((area) => [area, level])) as Record<ApiArea, typeof level>;

const addresses = z
  .string()
  .max(5000, "At most 5,000 characters.")
  .default("")
  .transform((text) => [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ])
  .superRefine((entries, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const wrong = entries.filter((entry) => !isNetwork(entry));
    if (wrong.length > 0)
      refuse(
        `Not an address or a network: ${wrong.map((entry) => `“${entry}”`).join(", ")}. Write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`,
      );
    else if (entries.length > MAX_ADDRESSES) refuse(`At most ${MAX_ADDRESSES} addresses and networks.`);
  });

const fields = z.object({
  name: z
    .string({ error: "Enter a name for the key." })
    .trim()
    .min(1, "Enter a name for the key.")
    .max(100, "At most 100 characters."),
  scope: z.enum(["read", "write", "areas"], { error: "Choose read, write or areas." }),
  ...levels,
  expires: z.enum(["30", "90", "365", "day", "never"], { error: "Choose when it expires." }).default("never"),
  expiresOn: z.union([z.literal(""), calendarDay()], { error: "Choose a day." }).default(""),
  addresses,
});
type Fields = z.output<typeof fields>;

const toAreas = (input: Pick<Fields, ApiArea>): ApiScope[] =>
  API_AREAS.flatMap((area): ApiScope[] => {
    const chosen = input[area];
    return chosen === "none" ? [] : [`${area}:${chosen}`];
  });

/**
 * How long a key works: a number of days, to the end of a day of the shop's calendar (`2027-03-31`), or null = without
 * end.
 */
export type KeyLife = number | string | null;

function toLife({ expires, expiresOn }: Fields): KeyLife {
  if (expires === "never") return null;
  return expires === "day" ? expiresOn : Number(expires);
}

/**
 * The form of a new key → what it may do, from where, and for how long. All errors are reported at once.
 */
export const createApiKeySchema = withRules(fields, (rule) => [
  rule(["scope", ...API_AREAS], (input) =>
    input.scope === "areas" && toAreas(input).length === 0
      ? [{ path: ["scope"], message: "Choose at least one area below." }]
      : [],
  ),
  rule(["expires", "expiresOn"], ({ expires, expiresOn }) =>
    expires === "day" && expiresOn === "" ? [{ path: ["expiresOn"], message: "Choose a day." }] : [],
  ),
]).transform((input) => {
  const areas = input.scope === "areas" ? toAreas(input) : null;
  const mayWrite = input.scope === "write" || areas?.some((scope) => scope.endsWith(":write"));
  return {
    name: input.name,
    scope: mayWrite ? ("write" as const) : ("read" as const),
    areas,
    addresses: input.addresses.length > 0 ? input.addresses : null,
    life: toLife(input),
  };
});

const id = z.coerce
  .number({ error: "Load the page again." })
  .int("Load the page again.")
  .positive("Load the page again.");
export const revokeApiKeySchema = z.object({ id });

/** For how long the old secret works beside the new one, in hours. */
export const rotateApiKeySchema = z.object({
  id,
  overlap: z
    .enum(["0", "1", "24", "168"], { error: "Choose how long the old secret works." })
    .transform(Number),
});
