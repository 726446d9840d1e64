import { randomBytes } from "node:crypto";
import { isLoopbackDomain } from "~/access/loopback-domain";
import type { PrincipalShop } from "~/access/principal";
import { toNextVersion } from "~/access/settings-change.server";
import {
  insertShop,
  listTakenHosts,
  lockShopSettings,
  replaceDomains,
  updateShop,
} from "~/access/shops.repo.server";
import type { CreateShopInput, ShopSettingsInput } from "~/access/shops.schema.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { addKey } from "~/features/api-keys/api-keys.service.server";
import { moveSkippedFacts, saveFactState } from "~/features/facts/facts.repo.server";
import { hashPassword } from "~/features/staff/password";
import { insertStaffAccount, lockStaffAccountOf, setStaffRole } from "~/features/staff/staff.repo.server";
import type { OwnRate } from "~/http/callers/rate-limit.server";
import type { RealTime } from "~/lib/clocks";
import { toDayString } from "~/lib/format";
import { type FieldError, notFound, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { isUniqueViolation } from "~db/errors";
import { inTransaction } from "~db/transaction.server";
import { requireRateWithinLimits } from "./shop-rate.service.server";

export type CreatedShop = {
  shop: PrincipalShop;
  /** The key itself, only this once. */
  apiKey: string;
  /** `isNew` false: the account existed, with its own name and password. */
  staff: { id: number; email: string; name: string; role: "owner"; isNew: boolean };
};

/**
 * Creates a shop with its domains, its owner and a first API key (write scope), all or nothing. An existing account
 * with that e-mail becomes the owner and keeps its password.
 *
 * @throws ProblemError already_exists with the domain fields that another shop has
 */
export async function createShop(input: CreateShopInput, audit: Audit<RealTime>): Promise<CreatedShop> {
  // Before the transaction, since hashing takes tens of milliseconds.
  const passwordHash = await hashPassword(input.owner.password);
  return withTakenDomainsAsFields(() => inTransaction((tx) => addShop(tx, input, passwordHash, audit)));
}

/** The same in the caller's transaction, such as the one that fills a demo shop. */
export async function addShop(
  tx: Queryable,
  input: CreateShopInput,
  passwordHash: string,
  audit: Audit<RealTime>,
): Promise<CreatedShop> {
  await requireFreeDomains(tx, input, null);
  const shop = await insertShop(tx, {
    storeDomain: input.storeDomain,
    publicDomain: input.publicDomain,
    name: input.name,
    timeZone: input.timeZone,
    currencyCode: input.currencyCode,
    gateway: input.gateway,
    createdAt: audit.now,
    updatedAt: audit.now,
  });
  await replaceDomains(tx, shop.id, toHosts(shop));
  const staff = await getOrAddStaff(tx, input.owner, passwordHash, audit.now);
  await setStaffRole(tx, { shopId: shop.id, staffId: staff.id, role: "owner" });
  await appendActivity(
    tx,
    { shopId: shop.id, contractId: null, action: "shop.created", after: toSettings(shop) },
    audit,
  );
  const wholeFrom = toDayString(audit.now, shop.timeZone);
  await saveFactState(tx, shop.id, { wholeFrom, recountedAt: audit.now, productsFrom: null });
  const { key } = await addKey(tx, shop.id, { name: "First key", scope: "write" }, audit);
  return { shop, apiKey: key, staff: { ...staff, role: "owner" as const } };
}

/**
 * Saves a shop's settings with an activity entry; its hosts follow. Nothing is written when no value has changed.
 *
 * @throws ProblemError stale_version when somebody saved after `version`, already_exists with the field publicDomain
 * when another shop has it, invalid_request for a rate above what is allowed
 */
export async function updateShopSettings(
  shopId: number,
  { version, ...wanted }: ShopSettingsInput,
  audit: Audit,
): Promise<void> {
  await withTakenDomainsAsFields(() =>
    inTransaction(async (tx) => {
      const shop = await lockShopSettings(tx, shopId);
      if (!shop) throw notFound("There is no such shop.");
      if (shop.updatedAt.getTime() !== Date.parse(version))
        throw new ProblemError(
          "stale_version",
          "Someone else has saved these settings in the meantime. Reload the page to see theirs.",
        );
      requireRateWithinLimits(wanted, shop);
      await requireFreeDomains(tx, { ...shop, ...wanted }, shopId);
      const after = { ...wanted, ...toDomains(shop, wanted.publicDomain) };
      const change = toChange(toSettings(shop), toSettings({ ...shop, ...after }));
      if (!change) return;
      await updateShop(tx, shopId, { ...after, updatedAt: toNextVersion(shop, audit.now) });
      if (after.publicDomain !== shop.publicDomain)
        await replaceDomains(tx, shopId, toHosts({ ...shop, ...after }));
      if (after.timeZone !== shop.timeZone)
        await moveSkippedFacts(tx, shopId, { before: shop.timeZone, after: after.timeZone }, audit.now);
      await appendActivity(
        tx,
        { shopId, contractId: null, action: "shop.settings_changed", ...change },
        audit,
      );
    }),
  );
}

type Domains = Pick<PrincipalShop, "storeDomain" | "publicDomain">;

/**
 * Hosts that identify the shop. Loopback hosts do not: several shops may run on one machine (wire.md §1 "Which shop").
 */
export const toHosts = ({ storeDomain, publicDomain }: Domains): string[] => [
  ...new Set([storeDomain, ...(publicDomain && !isLoopbackDomain(publicDomain) ? [publicDomain] : [])]),
];

type ShopSettings = NonNullable<Awaited<ReturnType<typeof lockShopSettings>>>;

/** A new public domain waits for its proof; until then the old one stays in force. */
function toDomains(
  shop: ShopSettings,
  wanted: string | null,
): Pick<ShopSettings, "publicDomain" | "isDomainByDns" | "wantedDomain" | "domainToken"> {
  const { publicDomain, isDomainByDns, domainToken } = shop;
  if (wanted === publicDomain) return { publicDomain, isDomainByDns, domainToken, wantedDomain: null };
  if (wanted === null || isLoopbackDomain(wanted))
    return { publicDomain: wanted, isDomainByDns: false, domainToken, wantedDomain: null };
  const token = domainToken ?? `perennial-${randomBytes(16).toString("hex")}`;
  return { publicDomain, isDomainByDns, domainToken: token, wantedDomain: wanted };
}

const toSettings = ({
  name,
  publicDomain,
  wantedDomain,
  portalPath,
  timeZone,
  currencyCode,
  ratePerSecond,
  rateBurst,
}: PrincipalShop & { wantedDomain?: string | null } & Partial<OwnRate>) => ({
  name,
  publicDomain,
  wantedDomain: wantedDomain ?? null,
  portalPath,
  timeZone,
  currencyCode,
  ratePerSecond: ratePerSecond ?? null,
  rateBurst: rateBurst ?? null,
});

const TAKEN = (field: keyof Domains): FieldError => ({
  pointer: `/${field}`,
  code: "already_exists",
  detail: "Another shop has this domain.",
});

const takenDomains = (errors: FieldError[]): ProblemError =>
  new ProblemError("already_exists", "Another shop has this domain.", { errors });

async function requireFreeDomains(tx: Queryable, wanted: Domains, shopId: number | null): Promise<void> {
  const taken = await listTakenHosts(tx, toHosts(wanted), shopId);
  const errors: FieldError[] = [];
  if (taken.includes(wanted.storeDomain)) errors.push(TAKEN("storeDomain"));
  if (
    wanted.publicDomain &&
    wanted.publicDomain !== wanted.storeDomain &&
    taken.includes(wanted.publicDomain)
  )
    errors.push(TAKEN("publicDomain"));
  if (errors.length > 0) throw takenDomains(errors);
}

/**
 * Another shop may take the domain between look-up and insert: the unique keys decide, and become errors of the fields.
 */
export async function withTakenDomainsAsFields<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "shops_store_domain_key")) throw takenDomains([TAKEN("storeDomain")]);
    if (isUniqueViolation(error, "domains_pkey")) throw takenDomains([TAKEN("publicDomain")]);
    throw error;
  }
}

async function getOrAddStaff(
  tx: Queryable,
  owner: CreateShopInput["owner"],
  passwordHash: string,
  now: Date,
): Promise<{ id: number; email: string; name: string; isNew: boolean }> {
  const { email } = owner;
  const name = owner.name || email;
  const added = await insertStaffAccount(tx, { email, name, passwordHash, createdAt: now });
  const account = added ?? (await lockStaffAccountOf(tx, email));
  if (!account) throw new Error("a staff account vanished while a shop was made for it");
  return { id: account.id, email: account.email, name: account.name, isNew: added !== null };
}
