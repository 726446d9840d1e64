import { z } from "zod";
import { isCurrencyCode } from "~/features/shops/currencies";
import type { GATEWAYS } from "~db/schema/charge-words";

const DEFAULT_PORTAL_PATH = "apps/memberships/cp";

const HOST_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const PUBLIC_HOST = new RegExp(`^(?=.{1,253}$)(${HOST_LABEL}\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`);
/** A shop on the developer's own machine; only these may carry a port. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|([a-z0-9-]+\.)+localhost)(:\d{1,5})?$/;
const PORTAL_PATH = /^[A-Za-z0-9][\w-]*(\/[A-Za-z0-9][\w-]*)*$/;

export const isLoopbackDomain = (domain: string): boolean => LOOPBACK_HOST.test(domain);

function isTimeZone(name: string): boolean {
  // Newer engines also take offsets such as "+01:00", which have no clock changes: not what a shop's zone is.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const shopName = z
  .string({ error: "Give the shop a name." })
  .trim()
  .min(1, "Give the shop a name.")
  .max(200, "At most 200 characters.");

const publicDomain = z
  .string()
  .trim()
  .toLowerCase()
  .refine((domain) => domain === "" || PUBLIC_HOST.test(domain) || LOOPBACK_HOST.test(domain), {
    error: "Write a host name such as shop.example.com, without https:// and without a path.",
  })
  .transform((domain) => domain || null)
  .nullable();

const timeZone = z
  .string()
  .trim()
  .refine(isTimeZone, { error: "Write an IANA time zone such as Europe/Berlin." });

const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrencyCode, { error: "Write an ISO 4217 currency code such as EUR." });

/** A shop that is made has none; npm run shop:gateway gives it those. */
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

const emailSchema = z
  .string({ error: "Give an e-mail address." })
  .trim()
  .toLowerCase()
  .max(254, "At most 254 characters.")
  .pipe(z.email("Write an e-mail address such as ada@example.com."));

/** For a new password; a sign-in form does not apply these rules. */
const newPasswordSchema = z
  .string({ error: "Give a password." })
  .min(12, "At least 12 characters.")
  .max(200, "At most 200 characters.");

/** Everything a new shop needs; `suffix` is STORE_DOMAIN_SUFFIX. */
export const createShopSchema = (suffix: string) =>
  z.object({
    storeDomain: storeDomain(suffix),
    name: shopName,
    publicDomain: publicDomain.default(null),
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

/** The settings page. `updatedAt` is the version the merchant saw: somebody else's later change is not overwritten. */
export const shopSettingsSchema = z.object({
  name: shopName,
  publicDomain,
  portalPath,
  timeZone,
  currencyCode,
  updatedAt: z.iso.datetime({ error: "The form is out of date; load the page again." }),
});

export type ShopSettingsInput = z.output<typeof shopSettingsSchema>;
