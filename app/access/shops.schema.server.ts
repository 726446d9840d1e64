import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { isCurrencyCode } from "~/lib/currencies";
import { parseEmail } from "~/lib/email/email-address.server";
import { readAs } from "~/lib/schemas/read-as";
import type { GATEWAYS } from "~db/schema/charge-enums";
import { DEFAULT_PORTAL_PATH } from "~db/schema/portal-path";
import { isLoopbackDomain } from "./loopback-domain";

const HOST_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const PUBLIC_HOST = new RegExp(`^(?=.{1,253}$)(${HOST_LABEL}\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`);
const PORTAL_PATH = /^[A-Za-z0-9][\w-]*(\/[A-Za-z0-9][\w-]*)*$/;

function isTimeZone(name: string): boolean {
  // Newer engines also accept offsets such as "+01:00"; they have no clock changes, so they are no time zone of a shop.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    // Both are asked: texts are formatted by the one and dates computed by the other, which refuses PST and the like.
    new Intl.DateTimeFormat("en", { timeZone: name });
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

const shopName = z
  .string({ error: "Enter a name for the shop." })
  .trim()
  .min(1, "Enter a name for the shop.")
  .max(200, "At most 200 characters.");

/** Which hosts may not be a shop's public domain. Source: wire.md §7 "Own host". */
export type DomainRules = {
  /** Suffix of the platform's store domains, which only the platform assigns. */
  storeDomainSuffix: string;
  /** The service's own host, perhaps with a port; null when it only has loopback ones. */
  ownHost: string | null;
  takesLoopback: boolean;
};

const publicDomain = (rules: DomainRules) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .transform((domain, context) => {
      const complaint = domain === "" ? null : findDomainComplaint(domain, rules);
      if (complaint) context.addIssue({ code: "custom", message: complaint });
      return domain || null;
    })
    .nullable();

function findDomainComplaint(domain: string, rules: DomainRules): string | null {
  if (!PUBLIC_HOST.test(domain) && !isLoopbackDomain(domain))
    return "Enter a host name such as shop.example.com, without https:// and without a path.";
  const { storeDomainSuffix, ownHost, takesLoopback } = rules;
  if (ownHost !== null && (domain === ownHost || domain === new URL(`http://${ownHost}`).hostname))
    return "This is the address of this service. Write a host name of the shop's own.";
  if (domain.endsWith(storeDomainSuffix) || `.${domain}` === storeDomainSuffix)
    return `Host names ending in ${storeDomainSuffix} belong to the commerce platform. Leave this empty to use the store domain.`;
  if (isLoopbackDomain(domain) && !takesLoopback)
    return "This is a name for one's own machine. Write a host name that customers can reach.";
  return null;
}

const timeZone = z
  .string()
  .trim()
  .refine(isTimeZone, { error: "Enter an IANA time zone such as Europe/Berlin." });

const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrencyCode, { error: "Enter an ISO 4217 currency code such as EUR." });

/** Gateways for which a new shop needs no keys; npm run shop:gateway sets keys later. */
const GATEWAYS_WITHOUT_KEYS = ["none", "test"] as const satisfies (typeof GATEWAYS)[number][];
const gateway = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(GATEWAYS_WITHOUT_KEYS, { error: `Write ${GATEWAYS_WITHOUT_KEYS.join(" or ")}.` }));

const portalPath = z
  .string()
  .trim()
  .transform((path) => path.replace(/^\/+|\/+$/g, ""))
  .pipe(
    z
      .string()
      .max(200, "At most 200 characters.")
      .regex(
        PORTAL_PATH,
        `Write a path such as ${DEFAULT_PORTAL_PATH}: letters, digits, hyphens and slashes.`,
      ),
  );

/** wire.md §1 "Store domain": `<label><suffix>`; the suffix is configuration and comes from the caller. */
const storeDomain = (suffix: string) =>
  z
    .string({ error: "Give the store domain." })
    .trim()
    .toLowerCase()
    .refine((domain) => domain.endsWith(suffix) && isStoreLabel(domain.slice(0, -suffix.length)), {
      error: `Write <label>${suffix}; the label has letters, digits and hyphens and starts with a letter or digit.`,
    });

const isStoreLabel = (label: string): boolean => /^[a-z0-9][a-z0-9-]{0,62}$/.test(label);

/** Of staff. Stored in lower case. */
export const emailSchema = z
  .string({ error: "Enter an e-mail address." })
  .trim()
  .toLowerCase()
  .max(254, "At most 254 characters.")
  .transform(readAs(parseEmail, "Enter an e-mail address such as ada@example.com.", "invalid_email"));

/** For a new password; a sign-in form does not apply these rules. */
export const newPasswordSchema = z
  .string({ error: "Enter a password." })
  .min(12, "At least 12 characters.")
  .max(200, "At most 200 characters.");

/** Everything a new shop needs. Whoever creates it also vouches for its public domain. */
export const createShopSchema = (rules: DomainRules) =>
  z.object({
    storeDomain: storeDomain(rules.storeDomainSuffix),
    name: shopName,
    publicDomain: publicDomain(rules).default(null),
    timeZone: timeZone.default("UTC"),
    currencyCode: currencyCode.default("USD"),
    gateway: gateway.default("none"),
    owner: z.object({
      email: emailSchema,
      name: z.string().trim().max(200, "At most 200 characters.").optional(),
      password: newPasswordSchema,
    }),
  });

export type CreateShopInput = z.output<ReturnType<typeof createShopSchema>>;

/** More calls than anybody needs; the deployment's own limit is checked when it is saved. */
const MOST_CALLS = 1_000_000;
const CALLS = `Use a whole number from 1 to ${MOST_CALLS.toLocaleString("en")}, or leave this empty.`;

/** Blank becomes null: the default limit. */
const calls = z
  .preprocess((given) => String(given ?? "").trim() || null, z.coerce.number(CALLS).nullable())
  .refine((count) => count === null || (Number.isInteger(count) && count >= 1 && count <= MOST_CALLS), CALLS);

/**
 * The settings page. `version` is the one the merchant saw, so that later changes by others are not overwritten.
 */
export const shopSettingsSchema = (rules: DomainRules) =>
  z.object({
    name: shopName,
    publicDomain: publicDomain(rules),
    portalPath,
    timeZone,
    currencyCode,
    ratePerSecond: calls,
    rateBurst: calls,
    version: z.iso.datetime({ error: "The form is out of date; load the page again." }),
  });

export type ShopSettingsInput = z.output<ReturnType<typeof shopSettingsSchema>>;
